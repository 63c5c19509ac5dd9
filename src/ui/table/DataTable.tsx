import { type ComponentProps, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import type { IconName } from '../../../contract/domain/icons/names';
import { text } from '../layout/text';
import { MenuBelow } from '../overlays/menus';
import { CardSkeleton } from '../overlays/messages';
import { cells, type PhonePart } from './cells';
import styles from './DataTable.module.css';
import { layoutOf, roles } from './places';
import { Reloading } from './Reloading';
import { MOST_WHOLE } from './rowWindow';
import { TableHead } from './TableHead';
import { actionsBeside, type Shared } from './TableRow';
import { TableRows } from './TableRows';
import { useRoom } from './useRoom';

export interface Column<R> {
  key: string;
  /** Translated header with its unit: 总金额(元). */
  head: string;
  align?: 'left' | 'right' | 'center';
  /** px. What it has at least; it is wider where its heading or a cell needs it. */
  width?: number;
  /** Names and texts: they may be cut, and take the free room. */
  isLong?: boolean;
  cell(row: R): ReactNode;
  /** What its cell shows, where the cell is a component that does not have it as its children. */
  text?(row: R): string;
  /** Bold, for the main figures of the row. */
  strong?: boolean;
  sortable?: boolean;
  pin?: 'left' | 'right';
  /** Its width is the person's choice, and stays. */
  isSized?: boolean;
  /** Drawn on a phone only. */
  isForPhone?: boolean;
  /** Its place on a phone. A table without any shows every column there as a line of header and value. */
  phone?: PhonePart;
}

export type Fit = typeof import('./widths');

export interface RowAction {
  key: string;
  label: string;
  icon?: IconName;
  onClick(): void;
  /** Its key while the row has the focus, e.g. `E`. */
  combo?: string;
  /** Why it is disabled. */
  disabled?: string;
}

/** The position of a row in a tree. */
export interface TreeLine {
  depth: number;
  setSize: number;
  posInSet: number;
  hasChildren: boolean;
  isOpen: boolean;
  /** It matches the search itself, and not only through rows below it. */
  isFound: boolean;
}

/** A row renders again only when it, `columns`, `selection` (except `picked`) or `actions` is another object. */
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
  /** Two are shown, the others are in a menu. */
  actions?: { head: string; of(row: R): readonly RowAction[]; more: string; width?: number };
  sort?: { key: string; desc: boolean };
  onSort?(key: string): void;
  /** Columns can be resized at their edge, from `least` to `most` px. */
  sizing?: { onSize(key: string, width: number): void; least: number; most: number };
  /** The row that the keys act on. */
  currentKey?: string;
  onCurrent?(key: string): void;
  onOpen?(row: R): void;
  /** A row that is being saved and cannot be changed. */
  isLocked?(row: R): boolean;
  /** An overdue row, with a red bar at its start. */
  isLate?(row: R): boolean;
  /** A row out of use, in grey. */
  isMuted?(row: R): boolean;
  density: 'compact' | 'comfortable';
  /** While the first rows load: the number of placeholder rows. */
  awaited?: number;
  /** Rows have room for two lines, whatever the density. */
  isDouble?: true;
  /** Of a page of rows: the number of all rows where it is known, and of those before the page. */
  among?: { total: number | undefined; before: number };
  /** The rows are not the answer to the question: they are dimmed, and those that answer another one can neither be selected nor opened. */
  freshness?: 'older' | 'other';
  /** Shown below the header when there are no rows. */
  empty: ReactNode;
  /** What fits its columns to their rows and to the room; without it they have their own widths. */
  fit?: Fit;
  /** Accessible name of the table. */
  caption: string;
  /** The rows are the visible rows of a tree. */
  tree?: {
    /** The indented column. */
    column: string;
    /** One for each row. */
    lines: readonly TreeLine[];
    /** Omitted while all rows stay open, as in a search. */
    onToggle?(row: R): void;
    /** Names of the button that opens and closes a row. */
    words: { open: string; close: string };
  };
}

const ROW_HEIGHT_PX = { compact: 36, comfortable: 44 };
const DOUBLE_HEIGHT_PX = 64;

/** Of the rows and the head; ARIA says -1 where the number is not known. */
function rowCount(rows: number | undefined) {
  return rows === undefined ? -1 : rows + 1;
}

/** The properties that all rows share, as one object that changes only with its content. */
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
  // Rows read only these members of selection, actions and tree.
  // biome-ignore lint/correctness/useExhaustiveDependencies: picked and lines are passed to each row
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

/** Where a table scrolls. */
function Scroller(props: ComponentProps<'section'>) {
  return <section {...props} aria-busy={use(Reloading)} />;
}

/** A table of the home page; lists are `FittedTable`s. It has selection, row actions and keyboard; on a phone its rows are the items of a list. */
export function DataTable<R>(props: DataTableProps<R>) {
  const {
    rows,
    keyOf,
    selection,
    actions,
    currentKey,
    density,
    freshness,
    empty,
    caption,
    tree,
    among,
    fit,
    awaited,
    isDouble,
  } = props;
  const [menu, setMenu] = useState<{ rowKey: string; opener: HTMLElement } | null>(null);
  const onMenu = useCallback((rowKey: string, opener: HTMLElement) => setMenu({ rowKey, opener }), []);
  const { layout, shared } = useShared(props, onMenu);
  const { places, isLines, leastWidth } = layout;
  const { column: treeColumn, lines } = tree ?? {};
  const [width, setWidth] = useState(0);
  const watch = useCallback(
    (scroller: HTMLElement | null) =>
      // Synchronous, because a later frame would show the columns at another width.
      scroller ? fit?.watchScroller(scroller, (px) => flushSync(() => setWidth(px))) : undefined,
    [fit],
  );
  const needs = useMemo(
    () => (shared.room === 'phone' ? undefined : fit?.needsOf(places, rows, treeColumn, lines)),
    [fit, shared.room, places, rows, treeColumn, lines],
  );
  const widths = useMemo(() => needs && fit?.widthsIn(needs, width), [fit, needs, width]);
  const isCurrentHere = currentKey !== undefined && rows.some((row) => keyOf(row) === currentKey);
  const menuRow = menu ? rows.find((row) => keyOf(row) === menu.rowKey) : undefined;
  const menuActions = menuRow === undefined ? [] : (actions?.of(menuRow) ?? []);
  const rowHeight = isDouble ? DOUBLE_HEIGHT_PX : ROW_HEIGHT_PX[density];

  return (
    <Scroller
      className={styles.scroller}
      data-table-scroller
      // A scrolling region needs a tab stop; while there are rows, one of them is it.
      tabIndex={rows.length === 0 ? 0 : -1}
      aria-label={caption}
      ref={watch}
      onPointerOver={fit?.titleCutCell}
    >
      <table
        {...(tree ? (selection ? roles.pickTree : roles.tree) : roles.table)}
        className={`${cells.cells} ${styles.table} ${isDouble ? styles.double : styles[density]} ${isLines ? styles.lines : cells.items}`}
        style={widths ?? { minWidth: leastWidth }}
        data-freshness={freshness}
        data-whole={rows.length <= MOST_WHOLE || undefined}
        // Set when the document may not contain all rows.
        aria-rowcount={among ? rowCount(among.total) : rows.length > MOST_WHOLE ? rowCount(rows.length) : undefined}
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
              entries: menuActions
                .slice(
                  actionsBeside(
                    shared,
                    menuActions.map(({ label }) => label),
                  ),
                )
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
    </Scroller>
  );
}
