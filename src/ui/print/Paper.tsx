import { Fragment, type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './Paper.module.css';

export interface PaperProps {
  title: string;
  /** Below the title: numbers, conditions, dates. */
  head?: readonly ReactNode[];
  /** At the end of the sheet. */
  foot?: readonly ReactNode[];
  /** A table with many columns: landscape. */
  isWide?: boolean;
  children: ReactNode;
}

/** One sheet for the printer: black on white, whatever the theme. Shown as it will be printed, and printed alone. */
export function Paper({ title, head = [], foot = [], isWide, children }: PaperProps) {
  const [preview, setPreview] = useState<HTMLElement | null>(null);
  const sheet = (
    <article className={styles.paper}>
      <h1>{title}</h1>
      {head.length > 0 && (
        <div className={styles.head}>
          {head.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sheet never change their order
            <span key={at}>{one}</span>
          ))}
        </div>
      )}
      {children}
      <div className={styles.foot}>
        {foot.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sheet never change their order
          <span key={at}>{one}</span>
        ))}
      </div>
    </article>
  );
  return (
    <>
      <div ref={setPreview} className={styles.preview}>
        {sheet}
      </div>
      {/* Outside of the page, which is not printed then. */}
      {preview &&
        createPortal(
          <div className={`${styles.print} ${isWide ? styles.wide : ''}`} aria-hidden="true" data-paper="">
            {sheet}
          </div>,
          preview.ownerDocument.body,
        )}
    </>
  );
}

export type Fact = readonly [label: string, value: ReactNode];

/** Labels and values, two pairs in a row; a pair marked `isWhole` has a row of its own. */
export function PaperFacts({ facts }: { facts: readonly (readonly [...Fact, isWhole?: boolean])[] }) {
  const rows: (readonly [...Fact, isWhole?: boolean])[][] = [];
  for (const fact of facts) {
    const last = rows.at(-1);
    if (!fact[2] && last?.length === 1 && !last[0]![2]) last.push(fact);
    else rows.push([fact]);
  }
  return (
    <table className={styles.facts}>
      <tbody>
        {rows.map((row) => (
          <tr key={row[0]![0]}>
            {row.map(([label, value]) => (
              <Fragment key={label}>
                <th scope="row">{label}</th>
                <td colSpan={row.length === 1 ? 3 : 1}>{value}</td>
              </Fragment>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export interface PaperColumn<R> {
  head: string;
  isFigure?: boolean;
  /** A date or a number, which is not broken into lines. */
  isWhole?: boolean;
  cell(row: R): ReactNode;
  /** In the last row. */
  sum?: ReactNode;
}

/** A table of rows, whose heading is repeated on each page. */
export function PaperTable<R>({
  columns,
  rows,
  keyOf,
  isDense,
}: {
  columns: readonly PaperColumn<R>[];
  rows: readonly R[];
  keyOf(row: R): string;
  isDense?: boolean;
}) {
  const hasSums = columns.some(({ sum }) => sum !== undefined);
  return (
    <table className={isDense ? styles.list : undefined}>
      <thead>
        <tr>
          {columns.map(({ head, isFigure }) => (
            <th key={head} scope="col" className={isFigure ? styles.figure : undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ head, isFigure, isWhole, cell }) => (
              <td key={head} className={isFigure ? styles.figure : isWhole ? styles.whole : undefined}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {hasSums && (
        <tfoot>
          <tr>
            {columns.map(({ head, isFigure, sum }) => (
              <td key={head} className={isFigure ? styles.figure : undefined}>
                {sum}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  );
}

/** An amount that stands out on its sheet. */
export function PaperAmount({ children }: { children: ReactNode }) {
  return <span className={styles.large}>{children}</span>;
}

/** Lines for signatures. */
export function PaperSigns({ labels }: { labels: readonly string[] }) {
  return (
    <div className={styles.signs}>
      {labels.map((label) => (
        <span key={label}>{label}</span>
      ))}
    </div>
  );
}
