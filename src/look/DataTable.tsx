import { Menu, MenuItem, MenuList, MenuPopover } from '@fluentui/react-components';
import { type FocusEvent, type KeyboardEvent, type PointerEvent, type ReactNode, type UIEvent, useState } from 'react';
import { Icon } from './Icon';
import type { IconName } from './icons';

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
const INLINE_ACTIONS = 2;

const markScroll = (scroller: HTMLElement) => {
  const { scrollLeft, scrollWidth, clientWidth } = scroller;
  scroller.toggleAttribute('data-beneath-left', scrollLeft > 0);
  scroller.toggleAttribute('data-beneath-right', scrollLeft + clientWidth < scrollWidth - 1);
};

/** A cell that had to be cut shows its whole text as a tooltip; asked only when the pointer gets there. */
const titleCutCell = ({ target }: PointerEvent<HTMLElement>) => {
  const cell = (target as HTMLElement).closest<HTMLElement>('td, th');
  if (!cell) return;
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent ?? '';
  else if (cell.title && !cell.dataset.title) cell.removeAttribute('title');
};

export function DataTable<R>({
  columns,
  rows,
  keyOf,
  selection,
  actions,
  sort,
  onSort,
  currentKey,
  onCurrent,
  onOpen,
  isLocked,
  isLate,
  density,
  foot,
  busy = false,
  empty,
  caption,
}: DataTableProps<R>) {
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

  const place = (column: Column<R>) => ({
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
  });

  const pickedHere = selection ? rows.filter((row) => selection.picked.has(keyOf(row))).length : 0;
  const isAllPicked = rows.length > 0 && pickedHere === rows.length;
  const rowOf = (element: Element | null) => {
    const key = element?.closest<HTMLElement>('tr[data-row]')?.dataset.row;
    return rows.find((row) => keyOf(row) === key);
  };
  const toggle = (row: R) => {
    if (selection && !isLocked?.(row)) selection.onToggle(row);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const element = event.target as HTMLElement;
    // Keys belong to the row only while the row itself has the focus: a link or a tick box in it has its own.
    if (element.tagName !== 'TR' || event.ctrlKey || event.altKey || event.metaKey) return;
    const row = rowOf(element);
    if (!row) return;
    const goTo = (to: Element | null | undefined) => {
      if (!(to instanceof HTMLElement)) return;
      to.focus();
      to.scrollIntoView({ block: 'nearest' });
      const reached = rowOf(to);
      if (event.shiftKey && reached && !selection?.picked.has(keyOf(reached))) toggle(reached);
    };
    switch (event.key) {
      case 'ArrowDown':
      case 'j':
      case 'J':
        if (event.shiftKey && !selection?.picked.has(keyOf(row))) toggle(row);
        goTo(element.nextElementSibling);
        break;
      case 'ArrowUp':
      case 'k':
      case 'K':
        if (event.shiftKey && !selection?.picked.has(keyOf(row))) toggle(row);
        goTo(element.previousElementSibling);
        break;
      case 'Home':
        goTo(element.parentElement?.firstElementChild);
        break;
      case 'End':
        goTo(element.parentElement?.lastElementChild);
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
    const row = rowOf(target);
    if (row && keyOf(row) !== currentKey) onCurrent?.(keyOf(row));
  };

  // One row of the table is in the tab order: the current one, or the first while there is none.
  const reachable = rows.some((row) => keyOf(row) === currentKey) ? currentKey : rows[0] && keyOf(rows[0]);
  const menuRow = menu ? rows.find((row) => keyOf(row) === menu.rowKey) : undefined;
  const hasPhonePlaces = columns.some(({ phone }) => phone);

  const actionCell = (row: R, rowKey: string) => {
    const all = actions?.of(row) ?? [];
    const shown = all.slice(0, INLINE_ACTIONS);
    const more = (className: string, from: number) => (
      <button
        type="button"
        className={className}
        aria-label={actions?.more}
        aria-haspopup="menu"
        aria-expanded={menu?.rowKey === rowKey}
        onClick={({ currentTarget }) => setMenu({ rowKey, target: currentTarget, from })}
      >
        <Icon name="more-horizontal" size={16} />
      </button>
    );
    return (
      <span className="row-actions">
        {shown.map(({ key, label, onClick, disabled }) => (
          <button
            key={key}
            type="button"
            className="link"
            aria-disabled={disabled ? true : undefined}
            title={disabled}
            onClick={disabled || isLocked?.(row) ? undefined : onClick}
          >
            {label}
          </button>
        ))}
        {all.length > shown.length && more('link row-more', INLINE_ACTIONS)}
        {/* An item of a phone has room for one button, so all of them are behind it. */}
        {all.length > 0 && more('item-more', 0)}
      </span>
    );
  };

  return (
    <section
      className="table-scroller"
      // A region that scrolls must be reachable by keyboard; while there are rows, they are the way in.
      tabIndex={rows.length === 0 ? 0 : -1}
      aria-label={caption}
      aria-busy={busy}
      ref={(scroller) => {
        if (scroller) markScroll(scroller);
      }}
      onScroll={({ currentTarget }: UIEvent<HTMLElement>) => markScroll(currentTarget)}
      onPointerOver={titleCutCell}
    >
      <table
        className={`table table-${density} ${hasPhonePlaces ? 'table-places' : 'table-lines'}`}
        style={{ minWidth: leastWidth }}
      >
        <caption className="unseen">{caption}</caption>
        <colgroup>
          {selection && <col style={{ width: TICK_WIDTH_PX }} />}
          {ordered.map((column) => (
            <col key={column.key} style={column === slack ? undefined : { width: column.width ?? LEAST_WIDTH_PX }} />
          ))}
          {actions && <col style={{ width: actionsWidth }} />}
        </colgroup>
        <thead className={busy ? 'is-busy' : undefined}>
          <tr>
            {selection && (
              <th className={`tick pinned pinned-left${left.length === 0 ? ' pinned-edge' : ''}`} style={{ left: 0 }}>
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
            {ordered.map((column) => {
              const isSorted = sort?.key === column.key;
              const isSortable = column.sortable === true && onSort !== undefined;
              return (
                <th
                  key={column.key}
                  scope="col"
                  {...place(column)}
                  title={column.headTitle}
                  data-title={column.headTitle ? '' : undefined}
                  aria-sort={isSortable ? (isSorted ? (sort.desc ? 'descending' : 'ascending') : 'none') : undefined}
                >
                  {isSortable ? (
                    <button type="button" className="sorter" onClick={() => onSort(column.key)}>
                      {column.head}
                      <Icon
                        name={isSorted ? (sort.desc ? 'chevron-down' : 'chevron-up') : 'arrow-sort'}
                        size={12}
                        className={isSorted ? 'is-sorted' : undefined}
                      />
                    </button>
                  ) : (
                    column.head
                  )}
                </th>
              );
            })}
            {actions && (
              <th scope="col" className="pinned pinned-right pinned-edge row-actions-cell" style={{ right: 0 }}>
                {actions.head}
              </th>
            )}
          </tr>
        </thead>
        {/* One listener for all rows; the rows take the focus. */}
        <tbody
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
          {rows.map((row) => {
            const key = keyOf(row);
            const isPicked = selection?.picked.has(key) === true;
            const locked = isLocked?.(row) === true;
            return (
              <tr
                key={key}
                data-row={key}
                tabIndex={key === reachable ? 0 : -1}
                className={[isPicked && 'is-picked', locked && 'is-locked', isLate?.(row) && 'is-late']
                  .filter(Boolean)
                  .join(' ')}
                data-current={key === currentKey || undefined}
                aria-selected={selection ? isPicked : undefined}
                aria-busy={locked || undefined}
              >
                {selection && (
                  <td
                    className={`tick pinned pinned-left${left.length === 0 ? ' pinned-edge' : ''}`}
                    style={{ left: 0 }}
                    data-phone="tick"
                  >
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
                {ordered.map((column) => (
                  <td key={column.key} {...place(column)} data-label={column.head} data-phone={column.phone}>
                    {column.cell(row)}
                  </td>
                ))}
                {actions && (
                  <td
                    className="pinned pinned-right pinned-edge row-actions-cell"
                    style={{ right: 0 }}
                    data-label={actions.head}
                    data-phone="actions"
                  >
                    {actionCell(row, key)}
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
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
