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
      <span className={`${styles.head} ${arrangement === 'tile' ? arrange.leads : ''}`}>
        <Icon name={icon} size={16} />
        <span className={text.ellipsis}>{title}</span>
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
          <BlockLink to={to} className={`${arrange.row} ${arrange.leads} ${styles.shortcut}`}>
            <Icon name={icon} className={text.brand} />
            {word}
          </BlockLink>
        </li>
      ))}
    </ul>
  );
}

export interface LineProps {
  key: string;
  title: string;
  note?: string;
  /** At the end: an amount, a state. */
  end?: ReactNode;
  /** Below the end: a time, a state. */
  time?: ReactNode;
  to: string | undefined;
}

/** Records below each other, each a link: what it is, whose it is, and at the end how much and when. */
export function Lines({ items, label }: { items: readonly LineProps[]; label: string }) {
  return (
    <ul className={`${arrange.list} ${styles.lines}`} aria-label={label}>
      {items.map(({ key, title, note, end, time, to }) => (
        <li key={key}>
          <BlockLink to={to} className={styles.record}>
            <span className={text.ellipsis} title={title}>
              {title}
            </span>
            <span className={text.figure}>{end}</span>
            <span className={`${text.caption} ${text.ellipsis}`}>{note}</span>
            <span className={`${text.caption} ${text.figure}`}>{time}</span>
          </BlockLink>
        </li>
      ))}
    </ul>
  );
}

/** Kinds of records beside each other, each with how many there are and the first of them. */
export function Kinds({ children }: { children: ReactNode }) {
  return <div className={styles.kinds}>{children}</div>;
}

/** One of them; its head leads to all. */
export function Kind({
  title,
  count,
  to,
  children,
}: {
  title: string;
  count: number;
  to: string | undefined;
  children: ReactNode;
}) {
  return (
    <div>
      <BlockLink to={to} className={`${arrange.row} ${to === undefined ? '' : arrange.leads} ${styles.kind}`}>
        <strong>{title}</strong>
        <span className={styles.count}>{count}</span>
      </BlockLink>
      {children}
    </div>
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
