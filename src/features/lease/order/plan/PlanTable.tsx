import type { ReactNode } from 'react';
import { text } from '../../../../ui/layout/text';
import { cells, type PhonePart } from '../../../../ui/table/cells';
import styles from './PlanTable.module.css';

export interface PlanHead {
  /** Heading, also the key of the column. */
  word: string;
  isFigure?: boolean;
  /** Left out where the others would not be whole. */
  isSpare?: boolean;
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

function classOf({ isFigure, isSpare }: { isFigure?: boolean | undefined; isSpare?: boolean | undefined }): string {
  return [isFigure && styles.isFigure, isSpare && styles.isSpare].filter(Boolean).join(' ');
}

/** Instalments and their sums; on a phone each row is a list item with the cells that have a `place`. */
export function PlanTable({ caption, columns, heads = columns, isBusy = false, foot, children }: PlanTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what is wider than the page
    <section className={styles.scroller} aria-label={caption} tabIndex={0}>
      <table className={`${cells.cells} ${cells.items} ${styles.table}`} aria-busy={isBusy || undefined}>
        <caption className={text.unseen}>{caption}</caption>
        <thead>
          <tr>
            {heads.map(({ word, isFigure, isSpare, columns: span }) => (
              <th key={word} scope="col" colSpan={span} className={classOf({ isFigure, isSpare })}>
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
  isSpare?: boolean;
  columns?: number;
  className?: string | undefined;
  phone?: PhonePart | undefined;
  children?: ReactNode;
}

export function PlanCell({ isFigure, isSpare, columns, className = '', phone, children }: PlanCellProps) {
  return (
    <td
      colSpan={columns}
      data-part={phone}
      style={{ gridArea: phone }}
      className={`${classOf({ isFigure, isSpare })} ${className}`}
    >
      {children}
    </td>
  );
}
