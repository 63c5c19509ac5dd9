import type { CSSProperties } from 'react';
import type { Column } from './DataTable';
import type { Room } from './useRoom';

/** Explicit roles, because browsers drop those of table elements that are not laid out as a table. */
export const roles = {
  table: { role: 'table' },
  tree: { role: 'treegrid' },
  pickTree: { role: 'treegrid', 'aria-multiselectable': true },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'cell' },
  treeCell: { role: 'gridcell' },
};

const TICK_WIDTH_PX = 40;
const ACTIONS_WIDTH_PX = 124;
/** Of the column with only the menu of a row. */
const MENU_WIDTH_PX = 44;
/** Of a column without a width, until what it needs is known. */
const USUAL_WIDTH_PX = 124;

/** A drawn column: the properties that all of its cells share. */
export interface Place<R> {
  key: string;
  /** Undefined for the tick boxes and the actions. */
  column?: Column<R>;
  part: 'tick' | 'actions' | 'column';
  head: string;
  width: number;
  pin: Column<R>['pin'];
  /** Set on the last column pinned to a side, which casts a shadow on the columns below it. */
  edge?: Column<R>['pin'];
  style: CSSProperties;
  /** The header inside the cell, for a phone that shows columns as lines. */
  label?: string;
}

export interface Layout<R> {
  places: readonly Place<R>[];
  /** px, of a table whose columns are not fitted to its rows. */
  leastWidth: number | undefined;
  /** No column has a `phone` place: each is a line of header and value there. */
  isLines: boolean;
}

/** The columns of the phone's item first, for a screen on which not all columns fit. */
function byRank<R>(columns: readonly Column<R>[]): readonly Column<R>[] {
  const rankOf = ({ phone }: Column<R>) => (phone === undefined ? 2 : phone === 'note' || phone === 'date' ? 1 : 0);
  return [...columns].sort((a, b) => rankOf(a) - rankOf(b));
}

/** Name of the property that holds the width of a place. */
export function widthName(index: number): `--${string}` {
  return `--column-${index}`;
}

export interface LayoutGiven<R> {
  columns: readonly Column<R>[];
  hasTick: boolean;
  /** Undefined for rows without actions. */
  actionsHead: string | undefined;
  actionsWidth?: number | undefined;
  room: Room;
}

/** Order, widths and pinned offsets of the columns. */
export function layoutOf<R>({ columns, hasTick, actionsHead, actionsWidth, room }: LayoutGiven<R>): Layout<R> {
  const isPhone = room === 'phone';
  const isLines = !columns.some(({ phone }) => phone);
  const inOrder = room === 'narrow' ? byRank(columns) : columns;
  const drawn =
    isPhone && !isLines ? inOrder.filter(({ phone }) => phone) : inOrder.filter(({ isForPhone }) => !isForPhone);
  const placeOf = (column: Column<R>): Place<R> => {
    const { key, head, pin, width = USUAL_WIDTH_PX } = column;
    return { key, column, part: 'column', head, width, pin, style: {}, ...(isLines ? { label: head } : {}) };
  };
  const pinnedTo = (pin: Column<R>['pin']) => drawn.filter((column) => column.pin === pin).map(placeOf);
  const own = (part: 'tick' | 'actions', head: string, width: number, pin: Column<R>['pin']): Place<R> => ({
    key: ` ${part}`,
    part,
    head,
    width,
    pin,
    style: {},
    ...(isLines && part === 'actions' ? { label: head } : {}),
  });
  const lastWidth = room === 'narrow' ? MENU_WIDTH_PX : (actionsWidth ?? ACTIONS_WIDTH_PX);
  const left = [...(hasTick ? [own('tick', '', TICK_WIDTH_PX, 'left')] : []), ...pinnedTo('left')];
  const middle = pinnedTo(undefined);
  const right = [
    ...pinnedTo('right'),
    ...(actionsHead === undefined ? [] : [own('actions', actionsHead, lastWidth, 'right')]),
  ];

  const all = [...left, ...middle, ...right];
  // The table sets the widths, so that rows stay as they are when it is resized.
  const widthOf = (place: Place<R>) => `var(${widthName(all.indexOf(place))}, ${place.width}px)`;
  const sum = (some: readonly Place<R>[]) => `calc(${['0px', ...some.map(widthOf)].join(' + ')})`;
  // Until the room is known.
  const slack = middle.find(({ column }) => column?.isLong && !column.isSized);
  const places = all.map((place): Place<R> => {
    const { pin, column } = place;
    const edge = place === left.at(-1) || place === right[0] ? pin : undefined;
    const style: CSSProperties & { '--pin'?: string } = {
      flex: place === slack ? `1 0 ${widthOf(place)}` : 'none',
      width: widthOf(place),
      ...(column?.align && column.align !== 'left' ? { textAlign: column.align } : {}),
      ...(column?.strong ? { fontWeight: 600 } : {}),
      ...(pin === 'left' ? { '--pin': sum(left.slice(0, left.indexOf(place))) } : {}),
      ...(place === right[0] && !slack ? { marginLeft: 'auto' } : {}),
      ...(pin === 'right' ? { '--pin': sum(right.slice(right.indexOf(place) + 1)) } : {}),
    };
    return { ...place, ...(edge ? { edge } : {}), style: isPhone ? phoneStyle(place, isLines) : style };
  });
  return { places, isLines, leastWidth: isPhone ? undefined : all.reduce((px, { width }) => px + width, 0) };
}

/** Its place in the item of a row on a phone. */
function phoneStyle<R>({ part, column }: Place<R>, isLines: boolean): CSSProperties {
  return {
    ...(isLines ? {} : { gridArea: column?.phone ?? part }),
    ...(column?.strong ? { fontWeight: 600 } : {}),
  };
}
