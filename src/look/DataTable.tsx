import { Menu, MenuItem, MenuList, MenuPopover } from '@fluentui/react-components';
import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  type UIEvent,
  useState,
} from 'react';
import { Icon } from './Icon';
import type { IconName } from './icons';
import { MOST_WHOLE, useRowWindow } from './rowWindow';
import './table.css';

export interface Column<R> {
  key: string;
  /** Translated head; units belong here: 总金额(元). */
  head: string;
  align?: 'left' | 'right' | 'center';
  /** px. A column without one takes what is left. */
  width?: number;
  cell(row: R): ReactNode;
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
  /** Why it cannot be done to this row now. */
  disabled?: string;
}

export interface DataTableProps<R> {
  columns: readonly Column<R>[];
  rows: readonly R[];
  keyOf(row: R): string;
  selection?: {
    picked: ReadonlySet<string>;
    onToggle(row: R): void;
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
  /** `tr` elements for the `tfoot`. */
  foot?: ReactNode;
  /** Newer rows are on the way: only the head dims, the old rows stay readable. */
  busy?: boolean;
  /** Shown under the head when there are no rows. */
  empty: ReactNode;
  /** What the table holds, for those who do not see the page title. */
  caption: string;
}

const TICK_WIDTH_PX = 40;
const ACTIONS_WIDTH_PX = 124;
/** What a column without a width gets at the least, before the table scrolls sideways. */
const LEAST_WIDTH_PX = 140;
/** As the stylesheet has them. */
const ROW_HEIGHT_PX = { compact: 36, comfortable: 44 };
const INLINE_ACTIONS = 2;

/** Where the columns do not fit, and which of their ends is out of sight. */
const markScroll = (scroller: HTMLElement) => {
  const { scrollLeft, scrollWidth, clientWidth } = scroller;
  scroller.toggleAttribute('data-wide', scrollWidth > clientWidth);
  scroller.toggleAttribute('data-beneath-left', scrollLeft > 0);
  scroller.toggleAttribute('data-beneath-right', scrollLeft + clientWidth < scrollWidth - 1);
};

/** Marks after each layout instead of asking for one: while rows are being drawn, sizes are dear. */
const watchWidth = (scroller: HTMLElement | null) => {
  if (!scroller) return;
  const observer = new ResizeObserver(() => markScroll(scroller));
  for (const element of [scroller, scroller.querySelector('table')]) if (element) observer.observe(element);
  return () => observer.disconnect();
};

/** A cell that had to be cut shows its whole text as a tooltip; asked only when the pointer gets there. */
const titleCutCell = ({ target }: PointerEvent<HTMLElement>) => {
  const cell = (target as HTMLElement).closest<HTMLElement>('td, th');
  if (!cell) return;
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent ?? '';
  else if (cell.title && !cell.dataset.title) cell.removeAttribute('title');
};

/** A column with what all of its cells share. */
interface Place<R> {
  column: Column<R>;
  className: string;
  style: CSSProperties | undefined;
  /** The head as words of the cell itself, for a phone that shows columns as lines. */
  label: string | undefined;
}

/** What the rows of one drawing have in common. The same object means that nothing has to be drawn again. */
interface Drawing<R> extends DataTableProps<R> {
  places: readonly Place<R>[];
  tickClass: string;
  /** The row in the tab order: the current one, or the first while there is none. */
  reachable: string | undefined;
  /** The row whose menu is open. */
  menuKey: string | undefined;
  onMenu(rowKey: string, target: HTMLElement): void;
}

const RowActions = <R,>({ row, rowKey, table }: { row: R; rowKey: string; table: Drawing<R> }) => {
  const all = table.actions?.of(row) ?? [];
  const isLocked = table.isLocked?.(row) === true;
  return (
    <>
      {all.slice(0, INLINE_ACTIONS).map(({ key, label, onClick, disabled }) => (
        <button
          key={key}
          type="button"
          className="link"
          aria-disabled={disabled ? true : undefined}
          title={disabled}
          onClick={disabled || isLocked ? undefined : onClick}
        >
          {label}
        </button>
      ))}
      {all.length > 0 && (
        <button
          type="button"
          className={all.length > INLINE_ACTIONS ? 'row-more' : 'row-more is-item-only'}
          aria-label={table.actions?.more}
          aria-haspopup="menu"
          aria-expanded={table.menuKey === rowKey}
          onClick={({ currentTarget }) => table.onMenu(rowKey, currentTarget)}
        />
      )}
    </>
  );
};

interface RowProps<R> {
  row: R;
  /** Its place among all rows, where not all of them are drawn. */
  index: number | undefined;
  table: Drawing<R>;
}

const PlainRow = <R,>({ row, index, table }: RowProps<R>) => {
  const { keyOf, selection, actions, isLocked, isLate, currentKey, reachable, places, tickClass } = table;
  const key = keyOf(row);
  const isPicked = selection?.picked.has(key) === true;
  const locked = isLocked?.(row) === true;
  return (
    <tr
      data-row={key}
      tabIndex={key === reachable ? 0 : -1}
      className={[isPicked && 'is-picked', locked && 'is-locked', isLate?.(row) && 'is-late'].filter(Boolean).join(' ')}
      data-current={key === currentKey || undefined}
      aria-selected={selection ? isPicked : undefined}
      aria-busy={locked || undefined}
      aria-rowindex={index === undefined ? undefined : index + 2}
    >
      {selection && (
        <td className={tickClass} data-phone="tick">
          <input
            type="checkbox"
            className="checkbox"
            tabIndex={-1}
            aria-label={selection.label(row)}
            checked={isPicked}
            disabled={locked}
            onChange={() => selection.onToggle(row)}
          />
        </td>
      )}
      {places.map(({ column, className, style, label }) => (
        <td key={column.key} className={className} style={style} data-label={label} data-phone={column.phone}>
          {column.cell(row)}
        </td>
      ))}
      {actions && (
        <td
          className="pinned pinned-right pinned-edge row-actions row-actions-cell"
          data-label={places[0]?.label && actions.head}
          data-phone="actions"
        >
          <RowActions row={row} rowKey={key} table={table} />
        </td>
      )}
    </tr>
  );
};
const TableRow = memo(PlainRow) as typeof PlainRow;

/** The rows, or those of a long table that can be seen. Scrolling draws this part alone. */
const Rows = <R,>({ table }: { table: Drawing<R> }) => {
  const { rows, keyOf, selection, actions, isLocked, currentKey, onCurrent, onOpen, reachable, places } = table;
  const { shown, body, reveal } = useRowWindow(rows.length, ROW_HEIGHT_PX[table.density]);

  const keyAt = (element: Element | null) => element?.closest<HTMLElement>('tr[data-row]')?.dataset.row;
  const rowOf = (element: Element | null) => {
    const key = keyAt(element);
    return key === undefined ? undefined : rows.find((row) => keyOf(row) === key);
  };
  const toggle = (row: R) => {
    if (selection && !isLocked?.(row)) selection.onToggle(row);
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
      case ' ':
        toggle(row);
        break;
      case 'Enter':
        onOpen?.(row);
        break;
      default:
        return;
    }
    event.preventDefault();
  };

  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const key = keyAt(target);
    if (key !== undefined && key !== currentKey) onCurrent?.(key);
  };

  const draw = (index: number) => {
    const row = rows[index]!;
    return <TableRow key={keyOf(row)} row={row} index={shown ? index : undefined} table={table} />;
  };
  const content: ReactNode[] = [];
  if (shown) {
    const columns = places.length + (selection ? 1 : 0) + (actions ? 1 : 0);
    let [next, gaps] = [0, 0];
    const skipTo = (index: number) => {
      if (index > next)
        content.push(
          // biome-ignore lint/a11y/noAriaHiddenOnFocusable: this row cannot take the focus
          <tr key={`gap ${gaps++}`} className="table-gap" aria-hidden="true">
            <td colSpan={columns} style={{ height: (index - next) * shown.pitch }} />
          </tr>,
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
      ref={body}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      // Where rows are items of a list (the head is not shown then), one tap anywhere on them opens.
      onClick={({ target, currentTarget }) => {
        const isItem = (currentTarget.parentElement as HTMLTableElement).tHead?.offsetHeight === 0;
        const row = isItem && rowOf(target as Element);
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
};

export function DataTable<R>(props: DataTableProps<R>) {
  const { columns, rows, keyOf, selection, actions, sort, onSort, currentKey } = props;
  const { density, foot, busy = false, empty, caption } = props;
  /** The open menu of a row; `from` is the first action in it. */
  const [menu, setMenu] = useState<{ rowKey: string; target: HTMLElement; from: number } | null>(null);

  const left = columns.filter(({ pin }) => pin === 'left');
  const right = columns.filter(({ pin }) => pin === 'right');
  const ordered = [...left, ...columns.filter(({ pin }) => !pin), ...right];

  // Sticky offsets only fit if pinned columns keep their width, so one unpinned column has to take the slack.
  const slack =
    ordered.find(({ pin, width }) => !pin && width === undefined) ??
    ordered.find(({ pin, align }) => !pin && (align ?? 'left') === 'left') ??
    ordered.find(({ pin }) => !pin);
  const tickWidth = selection ? TICK_WIDTH_PX : 0;
  const actionsWidth = actions ? (actions.width ?? ACTIONS_WIDTH_PX) : 0;
  const leastWidth = ordered.reduce((sum, { width = LEAST_WIDTH_PX }) => sum + width, tickWidth + actionsWidth);

  const leftOf = (column: Column<R>) =>
    left.slice(0, left.indexOf(column)).reduce((sum, { width = LEAST_WIDTH_PX }) => sum + width, tickWidth);
  const rightOf = (column: Column<R>) =>
    right.slice(right.indexOf(column) + 1).reduce((sum, { width = LEAST_WIDTH_PX }) => sum + width, actionsWidth);

  const hasPhonePlaces = columns.some(({ phone }) => phone);
  const places = ordered.map(
    (column): Place<R> => ({
      column,
      className: [
        `align-${column.align ?? 'left'}`,
        column.pin && `pinned pinned-${column.pin}`,
        (column === left.at(-1) || column === right[0]) && 'pinned-edge',
      ]
        .filter(Boolean)
        .join(' '),
      style:
        column.pin === 'left'
          ? { left: leftOf(column) }
          : column.pin === 'right'
            ? { right: rightOf(column) }
            : undefined,
      label: hasPhonePlaces ? undefined : column.head,
    }),
  );

  const pickedHere = selection ? rows.filter((row) => selection.picked.has(keyOf(row))).length : 0;
  const isAllPicked = rows.length > 0 && pickedHere === rows.length;
  const isCurrentHere = currentKey !== undefined && rows.some((row) => keyOf(row) === currentKey);
  const menuRow = menu ? rows.find((row) => keyOf(row) === menu.rowKey) : undefined;
  const tickClass = `tick pinned pinned-left${left.length === 0 ? ' pinned-edge' : ''}`;
  const drawing: Drawing<R> = {
    ...props,
    places,
    tickClass,
    reachable: isCurrentHere ? currentKey : rows[0] && keyOf(rows[0]),
    menuKey: menu?.rowKey,
    onMenu: (rowKey, target) => {
      // An item of a phone has room for one button, so all actions are behind it.
      const isItem = (target.previousElementSibling as HTMLElement | null)?.offsetParent === null;
      setMenu({ rowKey, target, from: isItem ? 0 : INLINE_ACTIONS });
    },
  };

  return (
    <section
      className="table-scroller"
      // A region that scrolls must be reachable by keyboard; while there are rows, they are the way in.
      tabIndex={rows.length === 0 ? 0 : -1}
      aria-label={caption}
      aria-busy={busy}
      ref={watchWidth}
      onScroll={({ currentTarget }: UIEvent<HTMLElement>) => markScroll(currentTarget)}
      onPointerOver={titleCutCell}
    >
      <table
        className={`table table-${density} ${hasPhonePlaces ? 'table-places' : 'table-lines'}`}
        style={{ minWidth: leastWidth }}
        // Said as soon as there may be more rows than the document holds.
        aria-rowcount={rows.length > MOST_WHOLE ? rows.length + 1 : undefined}
      >
        <caption className="unseen">{caption}</caption>
        <thead className={busy ? 'is-busy' : undefined}>
          <tr>
            {selection && (
              <th className={tickClass} style={{ width: TICK_WIDTH_PX }}>
                <input
                  type="checkbox"
                  className="checkbox"
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
                  className={className}
                  // The heads give the columns their widths.
                  style={column === slack ? style : { ...style, width: column.width ?? LEAST_WIDTH_PX }}
                  title={column.headTitle}
                  data-title={column.headTitle ? '' : undefined}
                  aria-sort={isSortable ? (isSorted ? (sort.desc ? 'descending' : 'ascending') : 'none') : undefined}
                >
                  {isSortable ? (
                    <button
                      type="button"
                      className={isSorted ? 'sorter' : 'sorter sorter-both'}
                      onClick={() => onSort(column.key)}
                    >
                      {column.head}
                      {isSorted && (
                        <Icon name={sort.desc ? 'chevron-down' : 'chevron-up'} size={12} className="is-sorted" />
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
                className="pinned pinned-right pinned-edge row-actions-cell"
                style={{ width: actionsWidth }}
              >
                {actions.head}
              </th>
            )}
          </tr>
        </thead>
        <Rows table={drawing} />
        {foot && rows.length > 0 && <tfoot>{foot}</tfoot>}
      </table>
      {rows.length === 0 && <div className="table-empty">{empty}</div>}
      {menu && menuRow !== undefined && (
        <Menu
          open
          positioning={{ target: menu.target, position: 'below', align: 'end' }}
          onOpenChange={(_, { open, type }) => {
            if (open) return;
            // Without a trigger of its own the menu does not know where the focus came from.
            if (type !== 'clickOutside' && type !== 'scrollOutside') menu.target.focus();
            setMenu(null);
          }}
        >
          <MenuPopover>
            <MenuList>
              {actions
                ?.of(menuRow)
                .slice(menu.from)
                .map(({ key, label, icon, onClick, disabled }) => (
                  <MenuItem
                    key={key}
                    icon={icon && <Icon name={icon} size={16} />}
                    disabled={disabled !== undefined}
                    title={disabled}
                    onClick={onClick}
                  >
                    {label}
                  </MenuItem>
                ))}
            </MenuList>
          </MenuPopover>
        </Menu>
      )}
    </section>
  );
}
