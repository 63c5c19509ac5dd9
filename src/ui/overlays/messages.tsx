import { Skeleton, SkeletonItem } from '@fluentui/react-components';
import type { CSSProperties, ReactNode } from 'react';
import { Icon, type IconName } from '../icons/Icon';
import { arrange } from '../layout/arrange';
import { text } from '../layout/text';
import styles from './messages.module.css';

const emptyGlyphs = {
  never: 'document',
  filtered: 'search',
  network: 'wifi-off',
  forbidden: 'lock-closed',
  missing: 'question',
  broken: 'bug',
} as const satisfies Record<EmptyStateProps['kind'], IconName>;

export interface EmptyStateProps {
  /** No data yet, no match, no connection, no right, no such page, or an error. */
  kind: 'never' | 'filtered' | 'network' | 'forbidden' | 'missing' | 'broken';
  title: string;
  text?: ReactNode;
  /** Commands: buttons, removable conditions. */
  children?: ReactNode;
  /** The only content of the page: the title is its heading. */
  isPage?: true;
}

export function EmptyState({ kind, title, text: words, children, isPage }: EmptyStateProps) {
  return (
    <div
      className={`${arrange.middle} ${styles.empty} ${isPage ? styles.page : ''}`}
      data-empty={kind}
      role={kind === 'network' || kind === 'broken' ? 'alert' : undefined}
    >
      <Icon name={emptyGlyphs[kind]} size={32} className={`${arrange.well} ${text.dash} ${styles.glyph}`} />
      {isPage ? <h1>{title}</h1> : <strong>{title}</strong>}
      {words && <p className={text.dash}>{words}</p>}
      {children && <div className={arrange.row}>{children}</div>}
    </div>
  );
}

/** A placeholder block; `height` is in px, `width` in px or any CSS width. */
export function SkeletonBlock({ width, height = 16 }: { width?: CSSProperties['width']; height?: number }) {
  return (
    <Skeleton aria-hidden="true">
      <SkeletonItem style={{ width, height }} />
    </Skeleton>
  );
}

/** Uneven like real text, but the same on every render. */
function shareOf(row: number) {
  return 0.46 + ((row * 7) % 5) * 0.09;
}

/** Placeholder of a card or table; the sheet delays it by 150 ms, so that it does not flash for quick answers. */
export function CardSkeleton({ lines = 4 }: { lines?: number }) {
  return (
    <div className={`${arrange.column} ${styles.card}`} aria-hidden="true">
      <SkeletonBlock width={128} height={22} />
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey blocks have no identity
        <SkeletonBlock key={line} width={`${100 * shareOf(line)}%`} />
      ))}
    </div>
  );
}
