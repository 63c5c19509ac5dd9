import type { ReactNode } from 'react';
import { text } from '../../../../ui/layout/text';
import { cells, type PhonePart } from '../../../../ui/table/cells';
import { useRoom } from '../../../../ui/table/useRoom';
import styles from './PlanTable.module.css';

export interface PlanHead {
  /** Heading, also the key of the column. */
  word: string;
  /** px; the last column takes the remaining width. */
  width?: number;
  isFigure?: boolean;
  columns?: number;
}

export interface PlanTableProps {
  caption: string;
  /** Columns of the table. */
  columns: readonly PlanHead[];
  /** Headings where some span several columns; otherwise those of the columns. */
  heads?: readonly PlanHead[];
  isBusy?: boolean;
  /** Rows of the footer. */
  foot: ReactNode;
  /** Bodies of the table. */
  children: ReactNode;
}

/** Instalments and their sums; on a phone each row is a list item with the cells that have a `place`. */
export function PlanTable({ caption, columns, heads = columns, isBusy = false, foot, children }: PlanTableProps) {
  const isPhone = useRoom() === 'phone';
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what is wider than the page
    <section className={styles.scroller} aria-label={caption} tabIndex={0}>
      <table
        className={`${cells.cells} ${cells.items} ${styles.table}`}
        style={{ minWidth: isPhone ? undefined : columns.reduce((sum, { width = 104 }) => sum + width, 0) }}
        aria-busy={isBusy || undefined}
      >
        <caption className={text.unseen}>{caption}</caption>
        <colgroup>
          {columns.map(({ word, width }) => (
            <col key={word} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {heads.map(({ word, isFigure, columns: span }) => (
              <th key={word} scope="col" colSpan={span} className={isFigure ? styles.isFigure : undefined}>
                {word}
              </th>
            ))}
          </tr>
        </thead>
        {children}
        <tfoot>{foot}</tfoot>
      </table>
    </section>
  );
}

export function PlanRow({ tone, children }: { tone?: 'late' | 'muted' | 'sum' | undefined; children: ReactNode }) {
  return <tr {...(tone && { [`data-${tone}`]: '' })}>{children}</tr>;
}

export interface PlanCellProps {
  isFigure?: boolean;
  columns?: number;
  className?: string | undefined;
  phone?: PhonePart | undefined;
  children?: ReactNode;
}

export function PlanCell({ isFigure = false, columns, className = '', phone, children }: PlanCellProps) {
  return (
    <td
      colSpan={columns}
      data-part={phone}
      style={{ gridArea: phone }}
      className={isFigure ? `${styles.isFigure} ${className}` : className}
    >
      {children}
    </td>
  );
}
