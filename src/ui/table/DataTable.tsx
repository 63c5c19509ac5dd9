import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  type UIEvent,
  useCallback,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { Icon } from '../icons/Icon';
import type { IconName } from '../icons/icons';
import { tick } from '../inputs/tick';
import { text } from '../layout/text';
import { MenuBelow } from '../overlays/menus';
import styles from './DataTable.module.css';
import { MOST_WHOLE, useRowWindow } from './rowWindow';

export interface Column<R> {
  key: string;
  /** Translated head; units belong here: 总金额(元). */
  head: string;
  align?: 'left' | 'right' | 'center';
  /** px. A column without one takes what is left. */
  width?: number;
  cell(row: R): ReactNode;
  /** Its figures are what the row is read for. */
  strong?: boolean;
  sortable?: boolean;
  pin?: 'left' | 'right';
  /** Says more than a short head can: 凭证确认 / 服务方签署 / 企业签署. */
  headTitle?: string;
  /**
   * Its place in the three-line item that a row becomes on a phone: name and amount, code and state, note and date.
   * When no column of a table has one, the phone shows every column as a line of head and value.
   */
  phone?: 'name' | 'amount' | 'code' | 'state' | 'note' | 'date';
}

export interface RowAction {
  key: string;
  label: string;
  icon?: IconName;
  onClick(): void;
  /** The key that does it while the row has the focus, e.g. `E`. */
  combo?: string;
  /** Why it cannot be done to this row now. */
  disabled?: string;
}

/** Where a row of a tree stands. */
export interface TreeLine {
  depth: number;
  setSize: number;
  posInSet: number;
  hasChildren: boolean;
  isOpen: boolean;
  /** Here for its own sake, and not only for what was found below it. */
  isFound: boolean;
}

/** A row is drawn anew when it, or one of `columns`, `selection` (but for what is picked) and `actions` is another object. */
export interface DataTableProps<R> {
  columns: readonly Column<R>[];
  rows: readonly R[];
  keyOf(row: R): string;
  selection?: {
    picked: ReadonlySet<string>;
    onToggle(row: R, on: boolean): void;
    onToggleAll(on: boolean): void;
    /** Accessible name of a row's tick box. */
    label(row: R): string;
    labelAll: string;
  };
  /** Two are shown, the others wait in a menu. */
  actions?: { head: string; of(row: R): readonly RowAction[]; more: string; width?: number };
  sort?: { key: string; desc: boolean };
  onSort?(key: string): void;
  /** The row that the keyboard acts upon. */
  currentKey?: string;
  onCurrent?(key: string): void;
  onOpen?(row: R): void;
  /** A row whose change is under way: shown, but not to be touched. */
  isLocked?(row: R): boolean;
  /** A row to be seen at once: a red bar at its start (overdue). */
  isLate?(row: R): boolean;
  density: 'compact' | 'comfortable';
  /** No answer yet: so many rows are hinted at under the head. */
  awaited?: number;
  /** Where the rows are a page of more: how many there are in all, and how many come before these. */
  among?: { total: number; before: number };
  /** Newer rows are on the way: only the head dims, the old rows stay readable. */
  busy?: boolean;
  /** Shown under the head when there are no rows. */
  empty: ReactNode;
  /** What the table holds, for those who do not see the page title. */
  caption: string;
  /** Rows hang on each other: those that are open, top to bottom. */
  tree?: {
    /** The column that is set in. */
    column: string;
    /** One for each of the rows. */
    lines: readonly TreeLine[];
    /** Left out while all of them are open and stay so, as what was found does. */
    onToggle?(row: R): void;
    /** Names of what opens and closes a row. */
    words: { open: string; close: string };
  };
}

const TICK_WIDTH_PX = 40;
const ACTIONS_WIDTH_PX = 124;
/** What a column without a width gets at the least, before the table scrolls sideways. */
const LEAST_WIDTH_PX = 140;
/** As the stylesheet has them. */
const PADDING_PX = 10;
const ROW_HEIGHT_PX = { compact: 36, comfortable: 44 };
/** Under 1200 px the actions are a menu alone, and its column no wider than that. */
const MENU_WIDTH_PX = 44;
/** So many actions of a row stand beside its menu. */
function besideMenu(room: Room) {
  return room === 'wide' ? 2 : 0;
}

/** Rows are boxes of their own (see table.css), and some browsers take an element's role from how it is laid out. */
const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'cell' },
  tree: { role: 'treegrid' },
  pickTree: { role: 'treegrid', 'aria-multiselectable': true },
  treeCell: { role: 'gridcell' },
};

/** On a phone a row becomes the item of a list; where it is narrow, only what matters most is in sight at once. */
type Room = 'phone' | 'narrow' | 'wide';
/** The stylesheets have the same widths. */
const rooms = { phone: '(max-width: 767px)', narrow: '(max-width: 1199px)' };
const canMatch = typeof matchMedia === 'function';
function onRoomChange(heard: () => void) {
  if (!canMatch) return () => undefined;
  const queries = Object.values(rooms).map((query) => matchMedia(query));
  for (const query of queries) query.addEventListener('change', heard);
  return () => {
    for (const query of queries) query.removeEventListener('change', heard);
  };
}
function roomNow(): Room {
  if (!canMatch) return 'wide';
  return matchMedia(rooms.phone).matches ? 'phone' : matchMedia(rooms.narrow).matches ? 'narrow' : 'wide';
}
function useRoom() {
  return useSyncExternalStore(onRoomChange, roomNow, (): Room => 'wide');
}

/** What a phone shows first comes first where the columns do not fit side by side. */
function rankOf({ phone }: Column<never>) {
  return phone === undefined ? 2 : phone === 'note' || phone === 'date' ? 1 : 0;
}
function byRank<R>(columns: readonly Column<R>[]): readonly Column<R>[] {
  return [0, 1, 2].flatMap((rank) => columns.filter((column) => rankOf(column as Column<never>) === rank));
}

/** Where the columns do not fit, and which of their ends is out of sight. */
function markScroll(scroller: HTMLElement) {
  const { scrollLeft, scrollWidth, clientWidth } = scroller;
  scroller.toggleAttribute('data-wide', scrollWidth > clientWidth);
  scroller.toggleAttribute('data-beneath-left', scrollLeft > 0);
  scroller.toggleAttribute('data-beneath-right', scrollLeft + clientWidth < scrollWidth - 1);
}

/** Marks after each layout instead of asking for one: while rows are being drawn, sizes are dear. */
function watchWidth(scroller: HTMLElement | null) {
  if (!scroller) return;
  const observer = new ResizeObserver(() => markScroll(scroller));
  for (const element of [scroller, scroller.querySelector('table')]) if (element) observer.observe(element);
  return () => observer.disconnect();
}

/** A cell that had to be cut shows its whole text as a tooltip; asked only when the pointer gets there. */
function titleCutCell({ target }: PointerEvent<HTMLElement>) {
  const cell = (target as HTMLElement).closest<HTMLElement>('td, th');
  if (!cell) return;
  const parts = [
    cell,
    ...cell.querySelectorAll<HTMLElement>(`.${styles.cellText}, a, button, .${styles.treeCellName}`),
  ];
  if (parts.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)) cell.title = cell.textContent ?? '';
  else if (cell.title && !cell.dataset.title) cell.removeAttribute('title');
}

/** A column with what all of its cells share. */
interface Place<R> {
  column: Column<R>;
  className: string;
  style: CSSProperties;
  /** Last of those that are pinned. */
  isEdge: boolean;
  /** px for its text, between the paddings. */
  room: number;
  /** The head as words of the cell itself, for a phone that shows columns as lines. */
  label: string | undefined;
}

/** What all rows share. As long as it is the same object, no row is drawn again for its sake. */
interface Drawing<R> {
  places: readonly Place<R>[];
  tickClass: string;
  labelOf: ((row: R) => string) | undefined;
  onToggle: ((row: R, on: boolean) => void) | undefined;
  actionsOf: ((row: R) => readonly RowAction[]) | undefined;
  actionsStyle: CSSProperties;
  words: { actions: string | undefined; more: string | undefined };
  room: Room;
  /** Whether any row of a tree has others below it. */
  hasBranches: boolean;
  onMenu(rowKey: string, target: HTMLElement): void;
  tree: { column: string; onToggle: ((row: R) => void) | undefined; open: string; close: string } | undefined;
}

const THIN_PX = 8.5;
const FULL_PX = 14;
const PICTOGRAPH_PX = 20;
/** px that a text in a cell has at the most, whatever its font: figures are thin, nothing but a pictograph is wider than high. */
function mostWidth(text: string): number {
  let px = 0;
  for (const sign of text) px += /[\d\s.,:;/*()-]/.test(sign) ? THIN_PX : sign.length > 1 ? PICTOGRAPH_PX : FULL_PX;
  return px;
}

interface RowProps<R> {
  row: R;
  rowKey: string;
  /** Its place among all rows, where not all of them are drawn. */
  index: number | undefined;
  /** Undefined where rows cannot be picked. */
  isPicked: boolean | undefined;
  isLocked: boolean;
  isLate: boolean;
  isCurrent: boolean;
  isReachable: boolean;
  isMenuOpen: boolean;
  /** Where it stands in a tree; as values of their own, so that it is not drawn again while they are the same. */
  depth?: number;
  setSize?: number;
  posInSet?: number;
  /** Undefined where there is nothing below it. */
  isOpen?: boolean;
  isFound?: boolean;
  table: Drawing<R>;
}

function RowActions<R>({ row, rowKey, isLocked, isMenuOpen, table }: RowProps<R>) {
  const all = table.actionsOf?.(row) ?? [];
  const beside = besideMenu(table.room);
  return (
    <>
      {all.slice(0, beside).map(({ key, label, onClick, disabled }) => (
        <button
          key={key}
          type="button"
          className={text.link}
          aria-disabled={disabled ? true : undefined}
          title={disabled}
          onClick={disabled || isLocked ? undefined : onClick}
        >
          {label}
        </button>
      ))}
      {all.length > beside && (
        <button
          type="button"
          className={styles.rowMore}
          aria-label={table.words.more}
          aria-haspopup="menu"
          aria-expanded={isMenuOpen}
          onClick={({ currentTarget }) => table.onMenu(rowKey, currentTarget)}
        />
      )}
    </>
  );
}

/** The cell that says what a row of a tree is called: set in by its depth, behind what opens it. */
function TreeCell<R>({ row, isOpen, table, children }: RowProps<R> & { children: ReactNode }) {
  const { tree } = table;
  const word = isOpen ? tree?.close : tree?.open;
  return (
    <span className={styles.treeCell}>
      {isOpen === undefined ? (
        table.hasBranches && <span className={styles.treeCellTwisty} />
      ) : (
        <button
          type="button"
          className={styles.treeCellTwisty}
          // The arrow keys of the row do the same, so it is no stop of its own.
          tabIndex={-1}
          aria-label={word}
          title={word}
          aria-disabled={tree?.onToggle ? undefined : true}
          onClick={() => tree?.onToggle?.(row)}
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={12} />
        </button>
      )}
      <span className={styles.treeCellName}>{children}</span>
    </span>
  );
}

function PlainRow<R>(props: RowProps<R>) {
  const { row, rowKey, index, isPicked, isLocked, isLate, isCurrent, isReachable, table } = props;
  const { places, tickClass, labelOf, onToggle, actionsOf, actionsStyle, words, tree } = table;
  const cellRole = tree ? roles.treeCell : roles.cell;
  return (
    <tr
      {...roles.row}
      data-row={rowKey}
      tabIndex={isReachable ? 0 : -1}
      className={[isPicked && styles.isPicked, isLocked && styles.isLocked, isLate && styles.isLate]
        .filter(Boolean)
        .join(' ')}
      data-current={isCurrent || undefined}
      aria-selected={isPicked}
      aria-busy={isLocked || undefined}
      aria-rowindex={index === undefined ? undefined : index + 2}
      aria-level={props.depth}
      aria-setsize={props.setSize}
      aria-posinset={props.posInSet}
      aria-expanded={props.isOpen}
      data-beside={props.isFound === false ? '' : undefined}
      style={props.depth ? ({ '--depth': props.depth } as CSSProperties) : undefined}
    >
      {onToggle && (
        <td {...cellRole} className={tickClass} data-phone="tick">
          <input
            type="checkbox"
            className={tick}
            tabIndex={-1}
            aria-label={labelOf?.(row)}
            checked={isPicked === true}
            disabled={isLocked}
            onChange={({ currentTarget }) => onToggle(row, currentTarget.checked)}
          />
        </td>
      )}
      {places.map(({ column, className, style, label, room, isEdge }) => {
        const isName = tree?.column === column.key;
        const shown = isName ? <TreeCell {...props}>{column.cell(row)}</TreeCell> : column.cell(row);
        // A cell that may have to be cut is dear to the browser, whether it comes to that or not.
        const fits = typeof shown === 'string' && mostWidth(shown) <= room;
        return (
          <td
            {...cellRole}
            key={column.key}
            className={fits ? `${className} ${styles.fits}` : className}
            style={style}
            data-label={label}
            data-phone={column.phone}
          >
            {/* The edge's shadow lies outside of its cell, which therefore cuts nothing: its text cuts itself. */}
            {isEdge && !fits && !isName ? <span className={styles.cellText}>{shown}</span> : shown}
          </td>
        );
      })}
      {actionsOf && (
        <td
          {...cellRole}
          className={`${styles.pinned} ${styles['pinned-right']} ${styles['pinned-edge']} ${styles.rowActions} ${styles.rowActionsCell}`}
          style={actionsStyle}
          data-label={places[0]?.label && words.actions}
          data-phone="actions"
        >
          <RowActions {...props} />
        </td>
      )}
    </tr>
  );
}
const TableRow = memo(PlainRow) as typeof PlainRow;

interface RowsProps<R> extends DataTableProps<R> {
  table: Drawing<R>;
  /** The row in the tab order: the current one, or the first while there is none. */
  reachable: string | undefined;
  /** The row whose menu is open. */
  menuKey: string | undefined;
}

/** The rows, or those of a long table that can be seen. Scrolling draws this part alone. */
function Rows<R>(props: RowsProps<R>) {
  const { rows, keyOf, selection, isLocked, isLate, currentKey, onCurrent, onOpen, reachable, menuKey, table } = props;
  const { tree, among } = props;
  const { shown, body, reveal } = useRowWindow(rows.length, ROW_HEIGHT_PX[props.density]);

  const keyAt = (element: Element | null) => element?.closest<HTMLElement>('tr[data-row]')?.dataset.row;
  const rowOf = (element: Element | null) => {
    const key = keyAt(element);
    return key === undefined ? undefined : rows.find((row) => keyOf(row) === key);
  };
  const toggle = (row: R) => {
    if (selection && !isLocked?.(row)) selection.onToggle(row, !selection.picked.has(keyOf(row)));
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const element = event.target as HTMLElement;
    // Keys belong to the row only while the row itself has the focus: a link or a tick box in it has its own.
    if (element.tagName !== 'TR' || event.ctrlKey || event.altKey || event.metaKey) return;
    const at = rows.findIndex((row) => keyOf(row) === keyAt(element));
    const row = rows[at];
    if (!row) return;
    const pick = (one: R) => {
      if (event.shiftKey && !selection?.picked.has(keyOf(one))) toggle(one);
    };
    const goTo = (index: number) => {
      const to = rows[index];
      if (!to) return;
      const selector = `tr[data-row="${CSS.escape(keyOf(to))}"]`;
      const list = event.currentTarget;
      if (!list.querySelector(selector)) reveal(index);
      const reached = list.querySelector<HTMLElement>(selector);
      reached?.focus();
      reached?.scrollIntoView({ block: 'nearest' });
      pick(to);
    };
    switch (event.key) {
      case 'ArrowDown':
      case 'j':
      case 'J':
        pick(row);
        goTo(at + 1);
        break;
      case 'ArrowUp':
      case 'k':
      case 'K':
        pick(row);
        goTo(at - 1);
        break;
      case 'Home':
        goTo(0);
        break;
      case 'End':
        goTo(rows.length - 1);
        break;
      case 'ArrowRight': {
        const line = tree?.lines[at];
        if (!line) return;
        if (line.hasChildren && !line.isOpen) tree?.onToggle?.(row);
        else if (line.isOpen) goTo(at + 1);
        break;
      }
      case 'ArrowLeft': {
        const line = tree?.lines[at];
        if (!line) return;
        if (line.isOpen && tree?.onToggle) tree.onToggle(row);
        else goTo(tree?.lines.findLastIndex(({ depth }, above) => above < at && depth < line.depth) ?? -1);
        break;
      }
      case ' ':
        toggle(row);
        break;
      case 'Enter':
        onOpen?.(row);
        break;
      default: {
        const combo = event.key.toUpperCase();
        const action = table.actionsOf?.(row).find((one) => one.combo === combo);
        if (!action || action.disabled !== undefined || isLocked?.(row)) return;
        action.onClick();
      }
    }
    event.preventDefault();
  };

  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const key = keyAt(target);
    if (key !== undefined && key !== currentKey) onCurrent?.(key);
  };

  const draw = (index: number) => {
    const row = rows[index]!;
    const key = keyOf(row);
    const line = tree?.lines[index];
    const stand = line && {
      depth: line.depth,
      setSize: line.setSize,
      posInSet: line.posInSet,
      isFound: line.isFound,
      ...(line.hasChildren ? { isOpen: line.isOpen } : {}),
    };
    return (
      <TableRow
        key={key}
        {...stand}
        row={row}
        rowKey={key}
        index={among ? among.before + index : shown ? index : undefined}
        isPicked={selection?.picked.has(key)}
        isLocked={isLocked?.(row) === true}
        isLate={isLate?.(row) === true}
        isCurrent={key === currentKey}
        isReachable={key === reachable}
        isMenuOpen={key === menuKey}
        table={table}
      />
    );
  };
  const content: ReactNode[] = [];
  if (shown) {
    let [next, gaps] = [0, 0];
    const skipTo = (index: number) => {
      if (index > next)
        content.push(
          // biome-ignore lint/a11y/noAriaHiddenOnFocusable: this row cannot take the focus
          <tr
            key={`gap ${gaps++}`}
            className={styles['table-gap']}
            aria-hidden="true"
            style={{ height: (index - next) * shown.pitch }}
          />,
        );
      next = index;
    };
    const put = (index: number) => {
      skipTo(index);
      content.push(draw(index));
      next = index + 1;
    };
    // The row in the tab order is the way in by keyboard, and may hold the focus: it stays, wherever it is.
    const fixed = rows.findIndex((row) => keyOf(row) === reachable);
    const [from, to] = [Math.min(shown.from, rows.length), Math.min(shown.to, rows.length)];
    if (fixed >= 0 && fixed < from) put(fixed);
    for (let index = from; index < to; index++) put(index);
    if (fixed >= to) put(fixed);
    skipTo(rows.length);
  } else for (let index = 0; index < rows.length; index++) content.push(draw(index));

  return (
    // One listener for all rows; the rows take the focus.
    <tbody
      {...roles.group}
      ref={body}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      // Where rows are items of a list, one tap anywhere on them opens.
      onClick={({ target }) => {
        const row = table.room === 'phone' && rowOf(target as Element);
        if (row && !(target as Element).closest('a, button, input')) onOpen?.(row);
      }}
      onDoubleClick={({ target }) => {
        const row = rowOf(target as Element);
        if (row && !(target as Element).closest('a, button, input')) onOpen?.(row);
      }}
    >
      {content}
    </tbody>
  );
}

/** Where a row still to come has its texts: one block in each column, as far from either edge as the column is. */
function maskOf(places: readonly { style: CSSProperties; room: number }[], before: number, after: number): string {
  const slack = places.findIndex(({ style }) => style.flex !== 'none');
  const widths = places.map(({ room }) => room + 2 * PADDING_PX);
  const px = (some: readonly number[]) => some.reduce((all, one) => all + one, 0);
  return places
    .map(({ room }, at) => {
      const width = Math.round(room * (0.55 + ((at * 7) % 5) * 0.09));
      const isAfter = slack >= 0 && at > slack;
      const gap = PADDING_PX + (isAfter ? after + px(widths.slice(at + 1)) : before + px(widths.slice(0, at)));
      return `linear-gradient(#000 0 0) ${isAfter ? 'right' : 'left'} ${gap}px center / ${width}px 16px no-repeat`;
    })
    .join(', ');
}

function layoutOf<R>(columns: readonly Column<R>[], hasTick: boolean, actionsWidth: number) {
  const left = columns.filter(({ pin }) => pin === 'left');
  const right = columns.filter(({ pin }) => pin === 'right');
  const ordered = [...left, ...columns.filter(({ pin }) => !pin), ...right];
  const tickWidth = hasTick ? TICK_WIDTH_PX : 0;
  const isLines = !columns.some(({ phone }) => phone);

  // Sticky offsets only fit if pinned columns keep their width, so one unpinned column has to take the slack.
  const slack =
    ordered.find(({ pin, width }) => !pin && width === undefined) ??
    ordered.find(({ pin, align }) => !pin && (align ?? 'left') === 'left') ??
    ordered.find(({ pin }) => !pin);
  const sum = (some: readonly Column<R>[]) => some.reduce((px, { width = LEAST_WIDTH_PX }) => px + width, 0);
  const leftOf = (column: Column<R>) => tickWidth + sum(left.slice(0, left.indexOf(column)));
  const rightOf = (column: Column<R>) => actionsWidth + sum(right.slice(right.indexOf(column) + 1));

  const places = ordered.map((column): Place<R> => {
    const { align = 'left', pin, width = LEAST_WIDTH_PX, strong } = column;
    const isEdge = column === left.at(-1) || column === right[0];
    return {
      column,
      className: [
        `${styles[`align-${align}`]}`,
        strong && text.strong,
        pin && `${styles.pinned} ${styles[`pinned-${pin}`]}`,
        isEdge && styles['pinned-edge'],
      ]
        .filter(Boolean)
        .join(' '),
      style: {
        flex: column === slack ? `1 0 ${width}px` : `none`,
        width,
        ...(pin === 'left' ? { left: leftOf(column) } : pin === 'right' ? { right: rightOf(column) } : {}),
      },
      isEdge,
      room: width - 2 * PADDING_PX,
      label: isLines ? column.head : undefined,
    };
  });
  return {
    places,
    isLines,
    tickClass: `${styles.tick} ${styles.pinned} ${styles['pinned-left']} ${left.length === 0 ? styles['pinned-edge'] : ''}`,
    actionsStyle: { width: actionsWidth },
    leastWidth: tickWidth + sum(ordered) + actionsWidth,
    mask: maskOf(places, tickWidth, actionsWidth),
  };
}

export function DataTable<R>(props: DataTableProps<R>) {
  const { columns, rows, keyOf, selection, actions, sort, onSort, currentKey } = props;
  const { density, busy = false, empty, caption, tree, among, awaited } = props;
  const room = useRoom();
  const [menu, setMenu] = useState<{ rowKey: string; target: HTMLElement } | null>(null);
  const onMenu = useCallback((rowKey: string, target: HTMLElement) => setMenu({ rowKey, target }), []);

  const hasTick = selection !== undefined;
  const isNarrow = room === 'narrow';
  const ownWidth = actions?.width ?? ACTIONS_WIDTH_PX;
  const actionsWidth = !actions ? 0 : isNarrow ? MENU_WIDTH_PX : ownWidth;
  const layout = useMemo(
    () => layoutOf(isNarrow ? byRank(columns) : columns, hasTick, actionsWidth),
    [columns, hasTick, actionsWidth, isNarrow],
  );
  const hasBranches = tree?.lines.some((line) => line.hasChildren) ?? false;
  const { places, tickClass, actionsStyle, leastWidth, isLines } = layout;
  const { label: labelOf, onToggle } = selection ?? {};
  const { of: actionsOf, head: actionsHead, more } = actions ?? {};
  const { column: treeColumn, onToggle: onTreeToggle } = tree ?? {};
  const { open: openWord = '', close: closeWord = '' } = tree?.words ?? {};
  const drawnTree = useMemo(
    () =>
      treeColumn === undefined
        ? undefined
        : { column: treeColumn, onToggle: onTreeToggle, open: openWord, close: closeWord },
    [treeColumn, onTreeToggle, openWord, closeWord],
  );
  const table = useMemo(
    (): Drawing<R> => ({
      places,
      tickClass,
      labelOf,
      onToggle,
      actionsOf,
      actionsStyle,
      words: { actions: actionsHead, more },
      room,
      hasBranches,
      onMenu,
      tree: drawnTree,
    }),
    [
      places,
      tickClass,
      labelOf,
      onToggle,
      actionsOf,
      actionsStyle,
      actionsHead,
      more,
      room,
      hasBranches,
      onMenu,
      drawnTree,
    ],
  );

  const pickedHere = selection ? rows.filter((row) => selection.picked.has(keyOf(row))).length : 0;
  const isAllPicked = rows.length > 0 && pickedHere === rows.length;
  const isCurrentHere = currentKey !== undefined && rows.some((row) => keyOf(row) === currentKey);
  const menuRow = menu ? rows.find((row) => keyOf(row) === menu.rowKey) : undefined;

  return (
    <section
      className={styles['table-scroller']}
      data-table-scroller
      // A region that scrolls must be reachable by keyboard; while there are rows, they are the way in.
      tabIndex={rows.length === 0 ? 0 : -1}
      aria-label={caption}
      aria-busy={busy}
      ref={watchWidth}
      onScroll={({ currentTarget }: UIEvent<HTMLElement>) => markScroll(currentTarget)}
      onPointerOver={titleCutCell}
    >
      <table
        {...(tree ? (selection ? roles.pickTree : roles.tree) : roles.table)}
        className={`${styles.table} ${styles['table-boxes']} ${styles[`table-${density}`]} ${isLines ? styles['table-lines'] : styles['table-places']}`}
        style={{ minWidth: leastWidth }}
        // Said as soon as there may be more rows than the document holds.
        aria-rowcount={among ? among.total + 1 : rows.length > MOST_WHOLE ? rows.length + 1 : undefined}
      >
        <caption className={text.unseen}>{caption}</caption>
        <thead {...roles.group} className={busy ? styles.isBusy : undefined}>
          <tr {...roles.row} aria-rowindex={among ? 1 : undefined}>
            {selection && (
              <th {...roles.head} className={tickClass}>
                <input
                  type="checkbox"
                  className={tick}
                  aria-label={selection.labelAll}
                  checked={isAllPicked}
                  disabled={rows.length === 0}
                  ref={(box) => {
                    if (box) box.indeterminate = pickedHere > 0 && !isAllPicked;
                  }}
                  onChange={({ currentTarget }) => selection.onToggleAll(currentTarget.checked)}
                />
              </th>
            )}
            {places.map(({ column, className, style }) => {
              const isSorted = sort?.key === column.key;
              const isSortable = column.sortable === true && onSort !== undefined;
              return (
                <th
                  key={column.key}
                  scope="col"
                  {...roles.head}
                  className={className}
                  style={style}
                  title={column.headTitle}
                  data-title={column.headTitle ? '' : undefined}
                  aria-sort={isSortable ? (isSorted ? (sort.desc ? 'descending' : 'ascending') : 'none') : undefined}
                >
                  {isSortable ? (
                    <button
                      type="button"
                      className={isSorted ? styles.sorter : `${styles.sorter} ${styles.sorterBoth}`}
                      onClick={() => onSort(column.key)}
                    >
                      {column.head}
                      {isSorted && (
                        <Icon name={sort.desc ? 'chevron-down' : 'chevron-up'} size={12} className={styles.isSorted} />
                      )}
                    </button>
                  ) : (
                    column.head
                  )}
                </th>
              );
            })}
            {actions && (
              <th
                scope="col"
                {...roles.head}
                className={`${styles.pinned} ${styles['pinned-right']} ${styles['pinned-edge']} ${styles.rowActionsCell}`}
                style={actionsStyle}
              >
                <span className={isNarrow ? text.unseen : undefined}>{actions.head}</span>
              </th>
            )}
          </tr>
        </thead>
        <Rows
          {...props}
          table={table}
          reachable={isCurrentHere ? currentKey : rows[0] && keyOf(rows[0])}
          menuKey={menu?.rowKey}
        />
      </table>
      {awaited !== undefined ? (
        <div className={styles.late} aria-hidden="true" style={room === 'phone' ? undefined : { minWidth: leastWidth }}>
          {Array.from({ length: awaited }, (_, row) => (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: grey blocks have no identity
              key={row}
              className={`${styles['skeleton-line']} ${styles[`skeleton-${density}`]}`}
              style={{ mask: layout.mask }}
            />
          ))}
        </div>
      ) : (
        rows.length === 0 && <div className={styles['table-empty']}>{empty}</div>
      )}
      {menu && menuRow !== undefined && (
        <MenuBelow
          align="end"
          opener={menu.target}
          onClose={() => setMenu(null)}
          groups={[
            {
              key: 'row',
              entries: (actions?.of(menuRow) ?? [])
                .slice(besideMenu(room))
                .map(({ key, label, icon, onClick, disabled }) => ({
                  key,
                  label,
                  icon,
                  isOff: disabled !== undefined,
                  title: disabled,
                  act: onClick,
                })),
            },
          ]}
        />
      )}
    </section>
  );
}
