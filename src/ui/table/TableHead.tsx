import { type PointerEvent, useState } from 'react';
import { Icon } from '../icons/Icon';
import { tick } from '../inputs/tick';
import { text } from '../layout/text';
import { alongRow, oneStop } from '../overlays/focus';
import type { Column, DataTableProps } from './DataTable';
import { roles } from './places';
import styles from './TableHead.module.css';
import type { Shared } from './TableRow';

/** The tick of all rows and what sorts them. */
const asOneStop = oneStop('input, button', alongRow);

type HeadProps<R> = DataTableProps<R> & { shared: Shared<R> };

/** Ticks all rows of the page. */
function AllTick<R>({ rows, keyOf, selection, freshness }: HeadProps<R>) {
  const picked = rows.filter((row) => selection?.picked.has(keyOf(row))).length;
  const isAll = rows.length > 0 && picked === rows.length;
  return (
    <input
      type="checkbox"
      className={tick}
      aria-label={selection?.labelAll}
      checked={isAll}
      disabled={rows.length === 0 || freshness === 'other'}
      ref={(box) => {
        if (box) box.indeterminate = picked > 0 && !isAll;
      }}
      onChange={({ currentTarget }) => selection?.onToggleAll(currentTarget.checked)}
    />
  );
}

/** The header of a column; a button if the rows can be sorted by it. */
function ColumnHead<R>({ column, sort, onSort }: HeadProps<R> & { column: Column<R> }) {
  if (!column.sortable || !onSort) return column.head;
  const isSorted = sort?.key === column.key;
  return (
    <button type="button" className={styles.sorter} onClick={() => onSort(column.key)}>
      {column.head}
      {isSorted && <Icon name={sort.desc ? 'chevron-down' : 'chevron-up'} size={12} className={text.brand} />}
    </button>
  );
}

/**
 * The edge of a header, by which its column is resized. A line follows the pointer, because resizing the column itself
 * would render all rows at every move. For the pointer alone: a tab stop in every header would be in the way to the
 * rows, so widths are set by keyboard in `ColumnsPanel`.
 */
function Edge<R>({
  column,
  width,
  sizing,
}: {
  column: Column<R>;
  width: number;
  sizing: NonNullable<HeadProps<R>['sizing']>;
}) {
  const [line, setLine] = useState<{ left: number; top: number; height: number } | null>(null);
  const [from, setFrom] = useState(0);
  const { least, most } = sizing;
  const within = (px: number) => Math.round(Math.min(most, Math.max(least, px)));
  const widthOf = (edge: HTMLElement) => edge.closest('th')?.getBoundingClientRect().width ?? width;
  const begin = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    const { top, bottom } = event.currentTarget.closest('[data-table-scroller]')!.getBoundingClientRect();
    setFrom(event.clientX);
    setLine({ left: event.clientX, top, height: bottom - top });
  };
  const end = (event: PointerEvent<HTMLElement>) => {
    if (!line) return;
    setLine(null);
    if (event.clientX !== from) sizing.onSize(column.key, within(widthOf(event.currentTarget) + event.clientX - from));
  };
  return (
    <span
      aria-hidden
      className={styles.edge}
      onPointerDown={begin}
      onPointerMove={({ clientX }) => line && setLine({ ...line, left: clientX })}
      onPointerUp={end}
      onPointerCancel={() => setLine(null)}
    >
      {line && <span className={styles.line} style={line} />}
    </span>
  );
}

export function TableHead<R>(props: HeadProps<R>) {
  const { among, sort, onSort, sizing, shared } = props;
  return (
    <thead {...roles.group} ref={asOneStop}>
      <tr {...roles.row} aria-rowindex={among ? 1 : undefined}>
        {shared.places.map(({ key, part, column, head, width, pin, edge, style }) => (
          <th
            key={key}
            scope="col"
            {...roles.head}
            style={{ ...style, fontWeight: undefined }}
            data-pin={pin}
            data-edge={edge}
            data-part={part}
            aria-sort={
              column?.sortable && onSort
                ? sort?.key === key
                  ? sort.desc
                    ? 'descending'
                    : 'ascending'
                  : 'none'
                : undefined
            }
          >
            {part === 'tick' ? (
              <AllTick {...props} />
            ) : column ? (
              <>
                <ColumnHead {...props} column={column} />
                {sizing && <Edge column={column} width={width} sizing={sizing} />}
              </>
            ) : (
              <span className={shared.room === 'narrow' ? text.unseen : undefined}>{head}</span>
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}
