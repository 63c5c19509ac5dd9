import { Icon } from '../../icons/Icon';
import { arrange } from '../../layout/arrange';
import { text } from '../../layout/text';
import { Button } from '../buttons';
import { FieldNote } from '../fields';
import { useWiring } from '../wiring';
import styles from './PictureInput.module.css';

export interface PictureInputProps {
  /** Address of the chosen file, '' for none. */
  url: string;
  name: string;
  isPdf: boolean;
  /** Omitted for a read-only picture. */
  onChoose?(): void;
  busy?: boolean;
  problem?: string;
  hint?: string;
  words: { choose: string; replace: string; uploading: string; open: string; alt: string; pdf: string };
}

/** Uploads, shows and replaces one picture of a form. */
export function PictureInput({ url, name, isPdf, onChoose, busy = false, problem, hint, words }: PictureInputProps) {
  const { id, 'aria-describedby': describedBy, 'aria-invalid': isWrong } = useWiring();
  return (
    <div className={arrange.row}>
      {url !== '' && (
        <a
          className={`${arrange.box} ${arrange.middle} ${styles.picture}`}
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          title={words.open}
        >
          {isPdf ? (
            <>
              <Icon name="document-pdf" size={32} />
              {words.pdf}
            </>
          ) : (
            <img src={url} alt={words.alt} />
          )}
        </a>
      )}
      <div className={`${arrange.stack} ${styles.side}`}>
        {name !== '' && <span className={text.ellipsis}>{name}</span>}
        {onChoose && (
          <Button
            id={id}
            aria-describedby={describedBy}
            aria-invalid={isWrong}
            icon={url === '' ? 'image-add' : 'arrow-sync'}
            busy={busy}
            onClick={onChoose}
          >
            {busy ? words.uploading : url === '' ? words.choose : words.replace}
          </Button>
        )}
        {problem && <FieldNote tone="problem">{problem}</FieldNote>}
        {onChoose && hint && <span className={text.caption}>{hint}</span>}
      </div>
    </div>
  );
}

/** A picture at the height of a row. */
export function Thumbnail({ url, isPdf }: { url: string; isPdf: boolean }) {
  return isPdf ? (
    <Icon name="document-pdf" className={`${styles.thumbnailPaper} ${text.dash}`} />
  ) : (
    <img className={styles.thumbnail} src={url} alt="" loading="lazy" decoding="async" />
  );
}
