import { arrange } from '../../layout/arrange';
import { Avatar } from '../../layout/topbar';
import { Button } from '../buttons';
import { FieldNote } from '../fields';
import { useWiring } from '../wiring';

export interface AvatarInputProps {
  /** Address of the picture; '' shows the initials. */
  url: string;
  initials: string;
  onChoose(): void;
  onRemove(): void;
  busy: boolean;
  problem?: string;
  hint: string;
  words: { choose: string; replace: string; remove: string; uploading: string };
}

/** Uploads, shows and removes the picture of a person. */
export function AvatarInput({ url, initials, onChoose, onRemove, busy, problem, hint, words }: AvatarInputProps) {
  const { id, 'aria-describedby': describedBy, 'aria-invalid': isWrong } = useWiring();
  return (
    <div className={arrange.row}>
      <Avatar initials={initials} size={72} {...(url ? { picture: url } : {})} />
      <div className={arrange.stack}>
        <span className={arrange.row}>
          <Button
            id={id}
            aria-describedby={describedBy}
            aria-invalid={isWrong}
            icon="image-add"
            busy={busy}
            onClick={onChoose}
          >
            {busy ? words.uploading : url ? words.replace : words.choose}
          </Button>
          {url && !busy && <Button onClick={onRemove}>{words.remove}</Button>}
        </span>
        <FieldNote tone={problem ? 'problem' : 'plain'}>{problem ?? hint}</FieldNote>
      </div>
    </div>
  );
}
