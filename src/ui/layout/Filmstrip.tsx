import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icons/Icon';
import { IconButton } from '../inputs/buttons';
import styles from './Filmstrip.module.css';
import { text } from './text';

export interface FilmstripItem {
  key: string;
  name: string;
  /** Its tooltip. */
  title: string;
  /** Address of the picture; '' before there is one. */
  url: string;
  isPdf: boolean;
  note: ReactNode;
  /** Progress from 0 to 1; undefined while nothing is going on. */
  share?: number;
  /** Small commands of this picture. */
  commands: readonly { icon: IconName; label: string; act(): void }[];
}

export interface FilmstripProps {
  items: readonly FilmstripItem[];
  current: string;
  onPick(key: string): void;
  label: string;
}

/** Pictures side by side, each with its state; one of them is worked on. */
export function Filmstrip({ items, current, onPick, label }: FilmstripProps) {
  return (
    <ul className={styles.strip} aria-label={label}>
      {items.map(({ key, name, title, url, isPdf, note, share, commands }) => (
        <li key={key} className={styles.item} data-current={key === current || undefined}>
          <button
            type="button"
            className={styles.pick}
            aria-current={key === current || undefined}
            onClick={() => onPick(key)}
          >
            <span className={styles.thumb}>
              {url !== '' && !isPdf ? <img src={url} alt="" /> : <Icon name={isPdf ? 'document-pdf' : 'image'} />}
            </span>
            <span className={styles.words}>
              <span className={text.ellipsis} title={title}>
                {name}
              </span>
              <span className={`${text.small} ${text.ellipsis}`}>{note}</span>
            </span>
          </button>
          {commands.map((command) => (
            <IconButton
              key={command.icon}
              icon={command.icon}
              size="small"
              label={command.label}
              onClick={command.act}
            />
          ))}
          {share !== undefined && <progress className={styles.progress} max={1} value={share} aria-label={name} />}
        </li>
      ))}
    </ul>
  );
}
