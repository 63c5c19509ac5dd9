import type { CSSProperties, ReactNode } from 'react';
import { BlockLink } from '../navigation/links';
import { arrange } from './arrange';
import styles from './charts.module.css';
import { text } from './text';

/**
 * Small charts as lists of links: each bar carries its number in words and leads to the rows behind it, so that nothing
 * is known to the eye alone. Lengths are shares of the largest value, drawn with `--share`.
 */

/** `soft` is hatched, so that two series differ without colour. */
export type BarTone = 'main' | 'soft' | 'warning' | 'danger' | 'success' | 'neutral' | 'berry' | 'marigold';

export interface BarValue {
  key: string;
  /** Length, in any unit that the bars of one chart share. */
  value: number;
  tone: BarTone;
}

/** A bar of a share of the length or height that it has at the most. */
function Bar({ tone, value, most }: { tone: BarTone; value: number; most: number }) {
  const share = most > 0 ? Math.max(value / most, 0) : 0;
  return (
    <span
      className={`${styles.bar} ${styles[`bar-${tone}`]}`}
      data-ink
      style={{ '--share': `${100 * share}%` } as CSSProperties}
    />
  );
}

export interface BarRow {
  key: string;
  label: ReactNode;
  /** Between label and bar, e.g. a count. */
  count?: string;
  bar: BarValue;
  /** The value as it is read. */
  figure: string;
  /** At the end, e.g. a percentage. */
  note?: string;
  /** Name of the button: everything the row says. */
  name: string;
  /** Address of what is counted. */
  to?: string | undefined;
}

export interface BarRowsProps {
  label: string;
  rows: readonly BarRow[];
  /** Long values would leave the others invisible: lengths by their square root, and the card says so. */
  isRooted?: boolean;
  /** The value of a full bar, such as 100 for percentages; the largest value unless told. */
  whole?: number;
  /** Value inside the bar's own line, or above a bar over the whole width. */
  arrangement?: 'line' | 'stacked';
}

/** Values side by side, longest to the right. */
export function BarRows({ label, rows, isRooted = false, whole, arrangement = 'line' }: BarRowsProps) {
  const drawn = (value: number) => (isRooted ? Math.sqrt(Math.max(value, 0)) : value);
  const most = whole === undefined ? Math.max(0, ...rows.map(({ bar }) => drawn(bar.value))) : drawn(whole);
  return (
    <ul className={`${styles.rows} ${styles[arrangement]}`} aria-label={label}>
      {rows.map(({ key, label: head, count, bar, figure, note, name, to }) => (
        <li key={key}>
          <BlockLink to={to} className={styles.row} name={name}>
            <span className={text.ellipsis}>{head}</span>
            {count !== undefined && <span className={styles.number}>{count}</span>}
            <span className={styles.track}>
              {bar.value > 0 && <Bar tone={bar.tone} value={drawn(bar.value)} most={most} />}
            </span>
            <span className={`${styles.number} ${text.strong}`}>{figure}</span>
            {note !== undefined && <span className={`${styles.number} ${styles.note}`}>{note}</span>}
          </BlockLink>
        </li>
      ))}
    </ul>
  );
}

export interface BarColumn {
  key: string;
  /** Below the column: a month. */
  label: string;
  /** Drawn from the bottom up. */
  bars: readonly BarValue[];
  /** Above the column. */
  figure: string;
  name: string;
  isCurrent?: boolean;
  isPast?: boolean;
  /** Address of what is counted. */
  to?: string | undefined;
}

export interface BarColumnsProps {
  label: string;
  columns: readonly BarColumn[];
  /** What the lighter columns at the left are, and the ones from the current month on. */
  sides?: readonly [past: string, ahead: string];
}

/** Values over months. */
export function BarColumns({ label, columns, sides }: BarColumnsProps) {
  const most = Math.max(0, ...columns.map(({ bars }) => bars.reduce((sum, { value }) => sum + value, 0)));
  return (
    <div className={styles.chart}>
      <ul className={styles.columns} aria-label={label}>
        {columns.map(({ key, label: month, bars, figure, name, isCurrent, isPast, to }) => (
          <li key={key} data-current={isCurrent || undefined} data-past={isPast || undefined}>
            <BlockLink to={to} className={styles.column} name={name}>
              <span className={styles.stack}>
                <span className={styles.figure}>{figure}</span>
                {[...bars].reverse().map(({ key: series, value, tone }) => (
                  <Bar key={series} tone={tone} value={value} most={most} />
                ))}
              </span>
              <span className={`${text.caption} ${styles.month}`}>{month}</span>
            </BlockLink>
          </li>
        ))}
      </ul>
      {sides && (
        // The two words meet where the current month begins.
        <p
          className={`${text.caption} ${styles.sides}`}
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

/** What the colours of a chart stand for. */
export function Legend({ items }: { items: readonly { tone: BarTone; label: string }[] }) {
  return items.map(({ tone, label }) => (
    <span key={tone} className={`${arrange.line} ${styles.legend}`}>
      <Bar tone={tone} value={1} most={1} />
      {label}
    </span>
  ));
}
