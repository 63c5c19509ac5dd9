import type { CSSProperties, ReactNode } from 'react';
import { Icon } from '../icons/Icon';
import { BlockLink } from '../navigation/links';
import styles from './charts.module.css';

/**
 * Small charts as lists of links: each bar carries its number in words and leads to the rows behind it, so that nothing
 * is known to the eye alone. Lengths are shares of the largest value, drawn with `--share`.
 */

/** `soft` is hatched, so that two series differ without colour. */
export type BarTone = 'main' | 'soft' | 'warning' | 'danger' | 'success' | 'neutral' | 'berry' | 'marigold';

export interface Bar {
  key: string;
  /** Length, in any unit that the bars of one chart share. */
  value: number;
  tone: BarTone;
}

function shareOf(value: number, most: number): CSSProperties {
  return { '--share': most > 0 ? Math.max(value / most, 0) : 0 } as CSSProperties;
}

export interface BarRow {
  key: string;
  label: ReactNode;
  /** Between label and bar, e.g. a count. */
  count?: string;
  bar: Bar;
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
    <ul className={`${styles['bar-rows']} ${styles[`bar-rows-${arrangement}`]}`} aria-label={label}>
      {rows.map(({ key, label: head, count, bar, figure, note, name, to }) => {
        const content = (
          <>
            <span className={styles['bar-head']}>{head}</span>
            {count !== undefined && <span className={styles['bar-count']}>{count}</span>}
            <span className={styles['bar-track']}>
              {bar.value > 0 && (
                <span
                  className={`${styles.bar} ${styles[`bar-${bar.tone}`]}`}
                  style={shareOf(drawn(bar.value), most)}
                />
              )}
            </span>
            <span className={styles['bar-figure']}>{figure}</span>
            {note !== undefined && <span className={styles['bar-note']}>{note}</span>}
          </>
        );
        return (
          <li key={key}>
            <BlockLink to={to} className={styles['bar-row']} name={name}>
              {content}
            </BlockLink>
          </li>
        );
      })}
    </ul>
  );
}

export interface BarColumn {
  key: string;
  /** Below the column: a month. */
  label: string;
  /** Drawn from the bottom up. */
  bars: readonly Bar[];
  /** Above the column. */
  figure: string;
  name: string;
  isCurrent?: boolean;
  isPast?: boolean;
  /** A value to look at twice. */
  isMarked?: boolean;
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
    <div className={styles.columns}>
      <ul className={styles['bar-columns']} aria-label={label}>
        {columns.map(({ key, label: month, bars, figure, name, isCurrent, isPast, isMarked, to }) => (
          <li key={key} data-current={isCurrent || undefined} data-past={isPast || undefined}>
            <BlockLink to={to} className={styles['bar-column']} name={name}>
              <span className={styles['bar-stack']}>
                <span className={styles['bar-figure']}>
                  {isMarked && <Icon name="warning-f" size={12} />}
                  {figure}
                </span>
                {[...bars].reverse().map(({ key: series, value, tone }) => (
                  <span
                    key={series}
                    className={`${styles.bar} ${styles[`bar-${tone}`]}`}
                    style={shareOf(value, most)}
                  />
                ))}
              </span>
              <span className={styles['bar-month']}>{month}</span>
            </BlockLink>
          </li>
        ))}
      </ul>
      {sides && (
        // The two words meet where the current month begins.
        <p
          className={styles['bar-sides']}
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
  return (
    <span className={styles['bar-legend']}>
      {items.map(({ tone, label }) => (
        <span key={tone}>
          <span className={`${styles.bar} ${styles[`bar-${tone}`]}`} aria-hidden="true" />
          {label}
        </span>
      ))}
    </span>
  );
}
