import { ProgressBar } from '@fluentui/react-components';
import type { IconName } from '../icons/Icon';
import { IconButton } from '../inputs/buttons';
import { arrange } from './arrange';
import { text } from './text';
import styles from './transfers.module.css';

export interface TransferRow {
  key: string;
  name: string;
  /** 0…1; null while it is not known. */
  share: number | null;
  /** Size, progress and state in one line. */
  note: string;
  tone: 'plain' | 'good' | 'bad';
  buttons: readonly { icon: IconName; label: string; act(): void }[];
}

const tones = { plain: text.caption, good: `${text.small} ${text.good}`, bad: `${text.small} ${text.bad}` };
const colours = { plain: 'brand', good: 'success', bad: 'error' } as const;

/** Files on their way, each with its progress and what can be done about it. */
export function Transfers({ rows, label }: { rows: readonly TransferRow[]; label: string }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {rows.map(({ key, name, share, note, tone, buttons }) => (
        <li key={key}>
          <span className={text.ellipsis} title={name}>
            {name}
          </span>
          <span className={arrange.line}>
            {buttons.map(({ icon, label: title, act }) => (
              <IconButton key={icon} icon={icon} size="small" label={title} onClick={act} />
            ))}
          </span>
          <ProgressBar
            className={styles.bar}
            aria-label={name}
            {...(share === null ? {} : { value: share })}
            color={colours[tone]}
          />
          <span className={`${styles.note} ${tones[tone]}`} role={tone === 'bad' ? 'alert' : undefined}>
            {note}
          </span>
        </li>
      ))}
    </ul>
  );
}
