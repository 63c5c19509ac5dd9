import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icons/Icon';
import { ButtonLink } from '../inputs/buttons';
import { BlockLink } from '../navigation/links';
import { SkeletonBlock } from '../overlays/messages';
import { arrange } from './arrange';
import styles from './home.module.css';
import { text } from './text';

export interface TileProps {
  icon: IconName;
  title: string;
  /** null while it is loading. */
  figure: string | null;
  note: string;
  /** `bad` for a problem, `quiet` when there is nothing to do. */
  tone?: 'plain' | 'bad' | 'quiet';
  /** `line` for one of several below each other, with the figure at the end. */
  arrangement?: 'tile' | 'line';
  /** Address of the counted rows. */
  to: string | undefined;
}

const tones = { plain: '', bad: text.bad, quiet: text.dash };

/** A grid of tiles. */
export function Tiles({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={styles.tiles} aria-label={label}>
      {children}
    </section>
  );
}

/** One figure, with a link to the counted rows. */
export function Tile({ icon, title, figure, note, tone = 'plain', arrangement = 'tile', to }: TileProps) {
  return (
    <BlockLink to={to} className={`${arrange.box} ${styles.tile} ${arrangement === 'line' ? styles.line : ''}`}>
      <span className={styles.head}>
        <Icon name={icon} size={16} />
        <span className={text.ellipsis}>{title}</span>
        {arrangement === 'tile' && <Icon name="chevron-right" size={12} className={`${styles.arrow} ${text.dash}`} />}
      </span>
      <span className={`${styles.figure} ${tones[tone]}`}>{figure ?? <SkeletonBlock width={72} height={20} />}</span>
      <span className={`${text.caption} ${text.ellipsis}`}>{note}</span>
    </BlockLink>
  );
}

/** Links to the pages of everyday work. */
export function Shortcuts({
  items,
  label,
}: {
  items: readonly { key: string; icon: IconName; label: string; to: string | undefined }[];
  label: string;
}) {
  return (
    <ul className={`${arrange.list} ${styles.shortcuts}`} aria-label={label}>
      {items.map(({ key, icon, label: word, to }) => (
        <li key={key}>
          <BlockLink to={to} className={`${arrange.row} ${styles.shortcut}`}>
            <Icon name={icon} className={text.brand} />
            {word}
            <Icon name="chevron-right" size={12} className={`${styles.arrow} ${text.dash}`} />
          </BlockLink>
        </li>
      ))}
    </ul>
  );
}

/** Steps of the setup; the first one that is not done is the next. */
export function Checklist({
  items,
  label,
  done,
}: {
  items: readonly { key: string; title: string; note: string; go: string; isDone: boolean; to: string | undefined }[];
  label: string;
  /** Label of a step that is done. */
  done: string;
}) {
  const next = items.find(({ isDone }) => !isDone)?.key;
  return (
    <ol className={arrange.list} aria-label={label}>
      {items.map(({ key, title, note, go, isDone, to }) => (
        <li key={key} aria-current={key === next ? 'step' : undefined}>
          <Icon name={isDone ? 'checkmark-circle-f' : 'circle'} className={isDone ? text.good : text.dash} />
          <span className={`${styles.step} ${text.grow}`}>
            {isDone ? <span className={text.dash}>{title}</span> : <strong>{title}</strong>}
            <span className={text.caption}>{note}</span>
          </span>
          {isDone ? (
            <span className={text.caption}>{done}</span>
          ) : to === undefined ? null : (
            <ButtonLink {...(key === next ? { tone: 'primary' as const } : {})} to={to}>
              {go}
            </ButtonLink>
          )}
        </li>
      ))}
    </ol>
  );
}
