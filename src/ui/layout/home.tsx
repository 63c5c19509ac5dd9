import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icons/Icon';
import { Button } from '../inputs/buttons';
import { SkeletonBlock } from '../overlays/messages';
import styles from './home.module.css';
import { text } from './text';

export interface TileProps {
  icon: IconName;
  title: string;
  /** null while it is not known. */
  figure: string | null;
  note: string;
  /** `bad` for what should not be, `quiet` when there is nothing to do. */
  tone?: 'plain' | 'bad' | 'quiet';
  /** `line` for one of several below each other, with the number at the end. */
  arrangement?: 'tile' | 'line';
  onOpen(): void;
}

/** Numbers side by side, as many as there is room for. */
export const Tiles = ({ label, children }: { label: string; children: ReactNode }) => (
  <section className={styles.tiles} aria-label={label}>
    {children}
  </section>
);

/** One number of the day; it leads to the rows behind it. */
export const Tile = ({ icon, title, figure, note, tone = 'plain', arrangement = 'tile', onOpen }: TileProps) => (
  <button
    type="button"
    className={`${styles.tile} ${styles[`tile-${tone}`]} ${arrangement === 'line' ? styles.isLine : ''}`}
    onClick={onOpen}
  >
    <span className={styles['tile-head']}>
      <Icon name={icon} size={16} />
      <span className={text.ellipsis}>{title}</span>
      {arrangement === 'tile' && <Icon name="chevron-right" size={12} className={styles['tile-arrow']} />}
    </span>
    <span className={styles['tile-figure']}>{figure ?? <SkeletonBlock width={64} height={24} />}</span>
    <span className={`${styles['tile-note']} ${text.ellipsis}`}>{note}</span>
  </button>
);

/** Ways into the product that are taken every day. */
export const Shortcuts = ({
  items,
  label,
}: {
  items: readonly { key: string; icon: IconName; label: string; onGo(): void }[];
  label: string;
}) => (
  <ul className={styles.shortcuts} aria-label={label}>
    {items.map(({ key, icon, label: word, onGo }) => (
      <li key={key}>
        <button type="button" onClick={onGo}>
          <Icon name={icon} />
          {word}
          <Icon name="chevron-right" size={12} className={styles['tile-arrow']} />
        </button>
      </li>
    ))}
  </ul>
);

/** What is to be done before the work can begin; each step ticks itself off, and the first open one is the next. */
export const Checklist = ({
  items,
  label,
  done,
}: {
  items: readonly { key: string; title: string; note: string; go: string; isDone: boolean; onGo(): void }[];
  label: string;
  /** Said of a step that is done. */
  done: string;
}) => {
  const next = items.find(({ isDone }) => !isDone)?.key;
  return (
    <ol className={styles.checklist} aria-label={label}>
      {items.map(({ key, title, note, go, isDone, onGo }) => (
        <li key={key} className={isDone ? styles.isDone : undefined} aria-current={key === next ? 'step' : undefined}>
          <Icon name={isDone ? 'checkmark-circle-f' : 'circle'} size={20} />
          <span className={styles.checklistText}>
            <strong>{title}</strong>
            <span className={text.caption}>{note}</span>
          </span>
          {isDone ? (
            <span className={text.caption}>{done}</span>
          ) : (
            <Button {...(key === next ? { tone: 'primary' as const } : {})} onClick={onGo}>
              {go}
            </Button>
          )}
        </li>
      ))}
    </ol>
  );
};
