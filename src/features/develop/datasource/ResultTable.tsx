import { useMemo } from 'react';
import { useRowWindow } from '../../../ui/table/rowWindow';
import { textWidth } from '../../../ui/table/textWidth';
import styles from './ResultTable.module.css';

interface ResultTableProps {
  columns: readonly string[];
  rows: readonly (readonly (string | null)[])[];
  label: string;
}

/** Height of a row in the sheet. */
const rowPx = 30;
const fontPx = 13;
/** A cell is at most so wide, and shows so much of a long value in its tooltip. */
const mostPx = 360;
const mostShown = 1_000;

/** Widths in px: rows that are not drawn would change them while it is scrolled. */
function widthsOf({ columns, rows }: ResultTableProps): number[] {
  return columns.map((name, at) => {
    const longest = rows.reduce(
      (found, row) => ((row[at]?.length ?? 4) > found.length ? (row[at] ?? 'NULL').slice(0, mostPx) : found),
      name,
    );
    return Math.min(mostPx, Math.max(textWidth(name, fontPx), textWidth(longest, fontPx)) + 24);
  });
}

/** The rows of an answer as the database prints them; wide ones scroll inside of it. */
export function ResultTable(props: ResultTableProps) {
  const { columns, rows, label } = props;
  const widths = useMemo(() => widthsOf(props), [props]);
  const { shown, body } = useRowWindow(rows.length, rowPx);
  const { from, to, pitch } = shown ?? { from: 0, to: rows.length, pitch: rowPx };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and has nothing else that could be focused
    <section className={styles.scroller} aria-label={label} tabIndex={0} data-table-scroller>
      <table className={styles.table} aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            {columns.map((name, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name, and they keep their order
              <th key={at} scope="col" style={{ width: widths[at], minWidth: widths[at] }}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {from > 0 && (
            <tr data-gap>
              <td colSpan={columns.length} style={{ height: from * pitch }} />
            </tr>
          )}
          {rows.slice(from, to).map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of an answer have no identity, and never move
            <tr key={from + index} data-row={from + index} aria-rowindex={from + index + 2}>
              {row.map((value, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={at} title={value?.slice(0, mostShown)} className={value === null ? styles.none : undefined}>
                  {value === null ? 'NULL' : value.slice(0, mostPx)}
                </td>
              ))}
            </tr>
          ))}
          {to < rows.length && (
            <tr data-gap>
              <td colSpan={columns.length} style={{ height: (rows.length - to) * pitch }} />
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}
