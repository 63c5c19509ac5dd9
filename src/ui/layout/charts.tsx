import type { CSSProperties, ReactNode } from 'react';
import { BlockLink } from '../navigation/links';
import { arrange } from './arrange';
import styles from './charts.module.css';
import { text } from './text';

/**
 * Small charts as lists of links: each bar has its number as text and leads to the rows that it counts, so that screen
 * readers get the same content. Lengths are shares of the largest value (`--share`).
 */

/** `soft` is hatched, so that two series differ without colour. */
export type BarTone = 'main' | 'soft' | 'warning' | 'danger' | 'success' | 'neutral' | 'berry' | 'marigold';

export interface BarValue {
  key: string;
  /** Length, in any unit that the bars of one chart share. */
  value: number;
  tone: BarTone;
}

const paints: Record<BarTone, string> = {
  main: 'var(--colorBrandBackground)',
  soft: 'var(--colorCompoundBrandStroke)',
  warning: 'var(--colorPaletteDarkOrangeBackground3)',
  danger: 'var(--colorPaletteRedBackground3)',
  success: 'var(--colorPaletteGreenBackground3)',
  neutral: 'var(--colorNeutralForeground3)',
  berry: 'var(--colorPaletteBerryBackground3)',
  marigold: 'var(--colorPaletteMarigoldBackground3)',
};

export function Bar({ tone, value, most }: { tone: BarTone; value: number; most: number }) {
  const share = most > 0 ? Math.max(value / most, 0) : 0;
  return (
    <span
      className={`${styles.bar} ${tone === 'soft' ? styles.soft : ''}`}
      data-ink
      style={{ '--bar': paints[tone], '--share': `${100 * share}%` } as CSSProperties}
    />
  );
}

export interface BarRow {
  key: string;
  label: ReactNode;
  /** Between label and bar, e.g. a count. */
  count?: string;
  bar: BarValue;
  /** The value as text. */
  figure: string;
  /** At the end, e.g. a percentage. */
  note?: string;
  /** Accessible name: the whole content of the row. */
  name: string;
  /** Address of the counted rows. */
  to?: string | undefined;
}

export interface BarRowsProps {
  label: string;
  rows: readonly BarRow[];
  /** Lengths are square roots, so that small values stay visible beside large ones; the card says so. */
  isRooted?: boolean;
  /** The value of a full bar, such as 100 for percentages; by default the largest value. */
  whole?: number;
  /** The value in the line of the bar, or above a bar over the whole width. */
  arrangement?: 'line' | 'stacked';
}

/** Horizontal bars. */
export function BarRows({ label, rows, isRooted = false, whole, arrangement = 'line' }: BarRowsProps) {
  const drawn = (value: number) => (isRooted ? Math.sqrt(Math.max(value, 0)) : value);
  const most = whole === undefined ? Math.max(0, ...rows.map(({ bar }) => drawn(bar.value))) : drawn(whole);
  return (
    <ul className={arrangement === 'line' ? styles.line : undefined} aria-label={label}>
      {rows.map(({ key, label: head, count, bar, figure, note, name, to }) => (
        <li key={key}>
          <BlockLink to={to} className={styles.row} name={name}>
            <span className={text.ellipsis}>{head}</span>
            {count !== undefined && <span className={styles.number}>{count}</span>}
            <span className={styles.track}>
              {bar.value > 0 && <Bar tone={bar.tone} value={drawn(bar.value)} most={most} />}
            </span>
            <span className={`${styles.figure} ${text.strong}`}>{figure}</span>
            {note !== undefined && <span className={`${styles.number} ${text.dash}`}>{note}</span>}
          </BlockLink>
        </li>
      ))}
    </ul>
  );
}

export interface BarColumn {
  key: string;
  /** A month, below the column. */
  label: string;
  /** Drawn from the bottom up. */
  bars: readonly BarValue[];
  /** Above the column. */
  figure: string;
  name: string;
  isCurrent?: boolean;
  isPast?: boolean;
  /** Address of the counted rows. */
  to?: string | undefined;
}

export interface BarColumnsProps {
  label: string;
  columns: readonly BarColumn[];
  /** Captions of the lighter columns of the past and of the columns from the current month on. */
  sides?: readonly [past: string, ahead: string];
}

/** Vertical bars, one for each month. */
export function BarColumns({ label, columns, sides }: BarColumnsProps) {
  const most = Math.max(0, ...columns.map(({ bars }) => bars.reduce((sum, { value }) => sum + value, 0)));
  return (
    <div className={arrange.stack}>
      <ul className={styles.columns} aria-label={label}>
        {columns.map(({ key, label: month, bars, figure, name, isCurrent, isPast, to }) => (
          <li key={key} data-current={isCurrent || undefined} data-past={isPast || undefined}>
            <BlockLink to={to} className={`${arrange.stack} ${styles.column}`} name={name}>
              <span className={`${arrange.stack} ${arrange.fill} ${styles.stack}`}>
                <span className={`${text.small} ${styles.top}`}>{figure}</span>
                {[...bars]
                  .reverse()
                  .filter(({ value }) => value > 0)
                  .map(({ key: series, value, tone }) => (
                    <Bar key={series} tone={tone} value={value} most={most} />
                  ))}
              </span>
              <span className={`${text.caption} ${styles.month}`}>{month}</span>
            </BlockLink>
          </li>
        ))}
      </ul>
      {sides && (
        // The captions meet at the start of the current month.
        <p
          className={`${text.caption} ${arrange.wideOnly} ${styles.sides}`}
          aria-hidden="true"
          style={{ '--split': columns.findIndex(({ isCurrent }) => isCurrent) / columns.length } as CSSProperties}
        >
          <span>{sides[0]}</span>
          <span>{sides[1]}</span>
        </p>
      )}
    </div>
  );
}

/** The meaning of the colours of a chart. */
export function Legend({ items }: { items: readonly { tone: BarTone; label: string }[] }) {
  return items.map(({ tone, label }) => (
    <span key={tone} className={`${arrange.line} ${text.small} ${styles.legend}`}>
      <Bar tone={tone} value={1} most={1} />
      {label}
    </span>
  ));
}
