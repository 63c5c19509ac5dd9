import { type CSSProperties, memo, type ReactNode } from 'react';
import { Icon } from '../icons/Icon';
import { tick } from '../inputs/tick';
import { text } from '../layout/text';
import type { Column, DataTableProps } from './DataTable';
import { type Place, roles } from './places';
import styles from './TableRow.module.css';
import { textWidth } from './textWidth';
import type { Room } from './useRoom';

/** The properties that all rows share; rows render again when this is another object. */
export interface Shared<R> extends Pick<DataTableProps<R>, 'selection' | 'actions' | 'tree'> {
  places: readonly Place<R>[];
  room: Room;
  onMenu(rowKey: string, opener: HTMLElement): void;
  /** Whether any row of the tree has others below it. */
  hasBranches: boolean;
}

export interface RowProps<R> {
  row: R;
  rowKey: string;
  /** Its index among all rows, where not all of them are in the document. */
  index: number | undefined;
  /** Undefined if rows cannot be selected. */
  isPicked: boolean | undefined;
  isLocked: boolean;
  isLate: boolean;
  isMuted: boolean;
  isCurrent: boolean;
  isReachable: boolean;
  isMenuOpen: boolean;
  /** Its position in a tree, as single values that `memo` can compare. */
  depth?: number;
  setSize?: number;
  posInSet?: number;
  /** Undefined without rows below it. */
  isOpen?: boolean;
  shared: Shared<R>;
}

const LABEL_PX = 14;
const CELL_PADDINGS_PX = 20;
const GAP_PX = 10;
const MORE_PX = 14;

/** The number of actions beside the menu of a row: at most two, and only as many as leave the menu its room. */
export function actionsBeside<R>({ room, places }: Pick<Shared<R>, 'room' | 'places'>, labels: readonly string[]) {
  if (room !== 'wide') return 0;
  const given = places.find(({ part }) => part === 'actions')?.width ?? 0;
  const widths = labels.map((label) => textWidth(label, LABEL_PX) + GAP_PX);
  const needed = (count: number) =>
    widths.slice(0, count).reduce((sum, width) => sum + width, CELL_PADDINGS_PX - GAP_PX) +
    (count < labels.length ? GAP_PX + MORE_PX : 0);
  return [2, 1].find((count) => needed(count) <= given) ?? 0;
}

function RowActions<R>({ row, rowKey, isLocked, isMenuOpen, shared }: RowProps<R>) {
  const all = shared.actions?.of(row) ?? [];
  const beside = actionsBeside(
    shared,
    all.map(({ label }) => label),
  );
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
          className={`${text.link} ${text.strong} ${styles.more}`}
          aria-label={shared.actions?.more}
          aria-haspopup="menu"
          aria-expanded={isMenuOpen}
          onClick={({ currentTarget }) => shared.onMenu(rowKey, currentTarget)}
        >
          ⋯
        </button>
      )}
    </>
  );
}

/** The first cell of a row of a tree: indented by its depth, with the button that opens it. */
function TreeCell<R>({ row, isOpen, shared, children }: RowProps<R> & { children: ReactNode }) {
  const { hasBranches, tree } = shared;
  const word = isOpen ? tree?.words.close : tree?.words.open;
  return (
    <span className={styles.tree}>
      {isOpen === undefined ? (
        hasBranches && <span className={`${text.spot} ${styles.twisty}`} />
      ) : (
        <button
          type="button"
          className={`${text.spot} ${styles.twisty}`}
          // The arrow keys of the row do the same, so the button needs no tab stop.
          tabIndex={-1}
          aria-label={word}
          title={word}
          aria-disabled={tree?.onToggle ? undefined : true}
          onClick={() => tree?.onToggle?.(row)}
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={12} />
        </button>
      )}
      <span className={text.ellipsis}>{children}</span>
    </span>
  );
}

function contentOf<R>(props: RowProps<R>, part: Place<R>['part'], column: Column<R> | undefined): ReactNode {
  const { row, isPicked, isLocked, shared } = props;
  if (part === 'actions') return <RowActions {...props} />;
  if (part === 'tick')
    return (
      <input
        type="checkbox"
        className={tick}
        tabIndex={-1}
        aria-label={shared.selection?.label(row)}
        checked={isPicked === true}
        disabled={isLocked}
        onChange={({ currentTarget }) => shared.selection?.onToggle(row, currentTarget.checked)}
      />
    );
  const shown = column?.cell(row);
  return column?.key === shared.tree?.column ? <TreeCell {...props}>{shown}</TreeCell> : shown;
}

function PlainRow<R>(props: RowProps<R>) {
  const { rowKey, index, isPicked, isLocked, shared } = props;
  const cellRole = shared.tree ? roles.treeCell : roles.cell;
  return (
    <tr
      {...roles.row}
      data-row={rowKey}
      tabIndex={props.isReachable ? 0 : -1}
      data-current={props.isCurrent || undefined}
      data-late={props.isLate || undefined}
      data-muted={props.isMuted || undefined}
      aria-selected={isPicked}
      aria-busy={isLocked || undefined}
      aria-rowindex={index === undefined ? undefined : index + 2}
      aria-level={props.depth}
      data-branches={shared.hasBranches || undefined}
      aria-setsize={props.setSize}
      aria-posinset={props.posInSet}
      aria-expanded={props.isOpen}
      style={props.depth ? ({ '--depth': props.depth } as CSSProperties) : undefined}
    >
      {shared.places.map(({ key, part, column, pin, edge, style, label }) => (
        <td
          key={key}
          {...cellRole}
          style={style}
          data-pin={pin}
          data-edge={edge}
          data-label={label}
          data-part={part === 'column' ? column?.phone : part}
        >
          {contentOf(props, part, column)}
        </td>
      ))}
    </tr>
  );
}

/** One row of a table, which renders again only when its props change. */
export const TableRow = memo(PlainRow) as typeof PlainRow;
