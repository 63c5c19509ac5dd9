import { type PointerEvent, type ReactNode, useCallback, useMemo, useState } from 'react';
import type { IconName } from '../icons/icons';
import { text } from '../layout/text';
import { MenuBelow } from '../overlays/menus';
import { CardSkeleton } from '../overlays/messages';
import styles from './DataTable.module.css';
import { layoutOf, roles } from './places';
import { MOST_WHOLE } from './rowWindow';
import { TableHead } from './TableHead';
import { actionsBeside, type Shared } from './TableRow';
import { TableRows } from './TableRows';
import { useRoom } from './useRoom';

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
  /** A row that is out of use and stays readable: grey. */
  isMuted?(row: R): boolean;
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

const ROW_HEIGHT_PX = { compact: 36, comfortable: 44 };

/** Where the columns do not fit, and which of their ends is out of sight. */
function markScroll(scroller: HTMLElement) {
  const { scrollLeft, scrollWidth, clientWidth } = scroller;
  scroller.toggleAttribute('data-wide', scrollWidth > clientWidth);
  scroller.toggleAttribute('data-beneath-left', scrollLeft > 0);
  scroller.toggleAttribute('data-beneath-right', scrollLeft + clientWidth < scrollWidth - 1);
}

/** Marks after each layout instead of asking for one: while rows are being drawn, sizes are expensive. */
function watchWidth(scroller: HTMLElement | null) {
  if (!scroller) return;
  const observer = new ResizeObserver(() => markScroll(scroller));
  for (const element of [scroller, scroller.querySelector('table')]) if (element) observer.observe(element);
  return () => observer.disconnect();
}

/** A cell that had to be cut shows its whole text as a tooltip; measured only when the pointer gets there. */
function titleCutCell({ target }: PointerEvent<HTMLElement>) {
  const cell = (target as HTMLElement).closest<HTMLElement>('td, th');
  if (!cell) return;
  const parts = [cell, ...cell.querySelectorAll<HTMLElement>('a, button, span')];
  if (parts.some(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth))
    cell.title = cell.textContent ?? '';
  else if (cell.title && !cell.dataset.title) cell.removeAttribute('title');
}

/** What the rows share: the same object for as long as everything in it is. */
function useShared<R>({ columns, selection, actions, tree }: DataTableProps<R>, onMenu: Shared<R>['onMenu']) {
  const room = useRoom();
  const hasTick = selection !== undefined;
  const { head, width } = actions ?? {};
  const layout = useMemo(
    () => layoutOf({ columns, hasTick, actionsHead: head, actionsWidth: width, room }),
    [columns, hasTick, head, width, room],
  );
  const hasBranches = tree?.lines.some((line) => line.hasChildren) ?? false;
  const words = tree?.words;
  const { places } = layout;
  // Rows read no more of selection, actions and tree than is named here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is picked and where rows stand comes with each row
  const shared = useMemo(
    (): Shared<R> => ({ places, room, onMenu, hasBranches, selection, actions, tree }),
    [
      places,
      room,
      onMenu,
      hasBranches,
      selection?.label,
      selection?.onToggle,
      actions?.of,
      actions?.more,
      tree?.column,
      tree?.onToggle,
      words?.open,
      words?.close,
    ],
  );
  return { layout, shared };
}

/** Rows and columns with what can be done to them, for pointer, keyboard and screen reader; the items of a list on a phone. */
export function DataTable<R>(props: DataTableProps<R>) {
  const {
    rows,
    keyOf,
    selection,
    actions,
    currentKey,
    density,
    busy = false,
    empty,
    caption,
    tree,
    among,
    awaited,
  } = props;
  const [menu, setMenu] = useState<{ rowKey: string; opener: HTMLElement } | null>(null);
  const onMenu = useCallback((rowKey: string, opener: HTMLElement) => setMenu({ rowKey, opener }), []);
  const { layout, shared } = useShared(props, onMenu);
  const { leastWidth, isLines } = layout;
  const isCurrentHere = currentKey !== undefined && rows.some((row) => keyOf(row) === currentKey);
  const menuRow = menu ? rows.find((row) => keyOf(row) === menu.rowKey) : undefined;
  const rowHeight = ROW_HEIGHT_PX[density];

  return (
    <section
      className={styles.scroller}
      data-table-scroller
      // A region that scrolls must be reachable by keyboard; while there are rows, they are the way in.
      tabIndex={rows.length === 0 ? 0 : -1}
      aria-label={caption}
      aria-busy={busy}
      ref={watchWidth}
      onScroll={({ currentTarget }) => markScroll(currentTarget)}
      onPointerOver={titleCutCell}
    >
      <table
        {...(tree ? (selection ? roles.pickTree : roles.tree) : roles.table)}
        className={`${styles.table} ${density === 'comfortable' ? styles.comfortable : ''} ${isLines ? styles.lines : styles.items}`}
        style={{ minWidth: leastWidth }}
        // Said as soon as there may be more rows than the document holds.
        aria-rowcount={among ? among.total + 1 : rows.length > MOST_WHOLE ? rows.length + 1 : undefined}
      >
        <caption className={text.unseen}>{caption}</caption>
        <TableHead {...props} shared={shared} />
        <TableRows
          {...props}
          shared={shared}
          rowHeight={rowHeight}
          reachable={isCurrentHere ? currentKey : rows[0] && keyOf(rows[0])}
          menuKey={menu?.rowKey}
        />
      </table>
      {awaited !== undefined ? (
        <CardSkeleton lines={awaited} />
      ) : (
        rows.length === 0 && <div className={styles.empty}>{empty}</div>
      )}
      {menu && menuRow !== undefined && (
        <MenuBelow
          align="end"
          opener={menu.opener}
          onClose={() => setMenu(null)}
          groups={[
            {
              key: 'row',
              entries: (actions?.of(menuRow) ?? [])
                .slice(actionsBeside(shared.room))
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
