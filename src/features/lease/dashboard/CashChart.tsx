import { type CSSProperties, useState } from 'react';
import { arrange } from '../../../ui/layout/arrange';
import { Bar, type BarTone } from '../../../ui/layout/charts';
import { text } from '../../../ui/layout/text';
import { BlockLink } from '../../../ui/navigation/links';
import styles from './CashChart.module.css';

export interface CashMonth {
  key: string;
  label: string;
  /** The whole content as one sentence. */
  name: string;
  /** Beside each other, with their names and values. */
  bars: readonly { key: string; value: number; tone: BarTone; label: string; figure: string }[];
  /** Below them in the tooltip. */
  total: readonly [label: string, figure: string];
  isCurrent: boolean;
  isPast: boolean;
  to: string | undefined;
}

export interface CashChartProps {
  label: string;
  months: readonly CashMonth[];
  /** At equal distances, from 0 to the top. */
  marks: readonly { value: number; figure: string }[];
  /** Captions of the months before the current one, and of those from it on. */
  sides: readonly [past: string, ahead: string];
}

/** Two bars for each month on an axis whose lengths are square roots; the figures of a month are in its tooltip. */
export function CashChart({ label, months, marks, sides }: CashChartProps) {
  const [shown, show] = useState('');
  const most = Math.sqrt(marks.at(-1)?.value ?? 0);
  const before = months.filter(({ isPast }) => isPast).length;
  return (
    <div className={styles.chart} style={{ '--before': before, '--after': months.length - before } as CSSProperties}>
      <div
        className={`${text.small} ${text.dash} ${styles.axis}`}
        style={{ width: `${Math.max(...marks.map(({ figure }) => figure.length))}ch` }}
        aria-hidden="true"
      >
        {marks.map(({ value, figure }, index) => (
          <span key={value} style={{ bottom: `${(100 * index) / (marks.length - 1)}%` }}>
            {figure}
          </span>
        ))}
      </div>
      <ul className={styles.plot} aria-label={label}>
        {months.map(({ key, label: month, name, bars, total, isCurrent, isPast, to }, index) => (
          <li
            key={key}
            data-current={isCurrent || undefined}
            data-past={isPast || undefined}
            data-end={index >= months.length / 2 || undefined}
            onMouseEnter={() => show(key)}
            onMouseLeave={() => show('')}
            onFocus={() => show(key)}
            onBlur={() => show('')}
            onKeyDown={(event) => event.key === 'Escape' && show('')}
          >
            <BlockLink to={to} className={styles.month}>
              <span className={text.unseen}>{name}</span>
              <span className={styles.bars} aria-hidden="true">
                {bars.map(({ key: series, value, tone }) => (
                  <Bar key={series} tone={tone} value={Math.sqrt(Math.max(value, 0))} most={most} />
                ))}
              </span>
              <span className={`${text.caption} ${styles.label}`} aria-hidden="true">
                {month}
              </span>
            </BlockLink>
            {shown === key && (
              <div className={`${arrange.box} ${text.small} ${styles.tip}`} role="tooltip">
                <b>{key}</b>
                {[...bars.map((bar) => [bar.label, bar.figure] as const), total].map(([head, figure]) => (
                  <span key={head}>
                    <span>{head}</span>
                    <span className={text.figure}>{figure}</span>
                  </span>
                ))}
              </div>
            )}
          </li>
        ))}
      </ul>
      <p className={`${text.caption} ${arrange.wideOnly} ${styles.sides}`} aria-hidden="true">
        {before > 0 && <span>{sides[0]}</span>}
        <span>{sides[1]}</span>
      </p>
    </div>
  );
}
