import { Spinner } from '@fluentui/react-components';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type RefObject,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { beginsInitials } from '../../../contract/domain/search/pinyin';
import {
  type CheckState,
  checkState,
  type TreeIndex,
  type TreeMark,
  type TreeRow,
  visibleRows,
} from '../../../contract/schema/tree';
import { Icon } from '../icons/Icon';
import { tick as box } from '../inputs/tick';
import { text } from '../layout/text';
import { CardSkeleton } from '../overlays/messages';
import { useRowWindow } from '../table/rowWindow';
import styles from './Tree.module.css';

export interface TreeWords {
  /** Shown instead of a tree without rows. */
  empty: string;
  /** Name of the placeholder while the tree loads. */
  loading: string;
  added: string;
  removed: string;
}

export interface TreeChecks {
  checked: ReadonlySet<string>;
  onCheck(id: string): void;
  /** Each node is ticked by itself. */
  strict?: boolean;
  /** Changes against the saved state. */
  marks?: ReadonlyMap<string, TreeMark>;
  /** Each branch shows the number of ticked nodes below it: 14 / 22. */
  hasCounts?: boolean;
}

export interface TreeProps {
  /** The same object as long as the nodes are the same. */
  index: TreeIndex;
  open: ReadonlySet<string>;
  onToggle(id: string): void;
  /** Opens several nodes; without it `onToggle` is called for each. */
  onOpenAll?(ids: readonly string[]): void;
  /** Search text: only matching nodes and their parents are shown. */
  seek?: string;
  /** The chosen node. */
  current?: string;
  onSelect?(id: string): void;
  checks?: TreeChecks;
  /** Why a node is disabled. */
  disabledReason?(id: string): string | undefined;
  /** Called when a node without loaded children is opened. */
  onOpen?(id: string): void;
  /** Nodes whose children are loading; '' is the whole tree. */
  loading?: ReadonlySet<string>;
  label: string;
  words: TreeWords;
}

/** The height in the sheet, until the first row is measured. */
const ROW_PX = 29;
/** Letters typed within this time form one prefix. */
const TYPING_MS = 700;
const nothing: ReadonlySet<string> = new Set();
const ariaChecked = { on: true, off: false, mixed: 'mixed' } as const;
const markGlyphs = { added: 'add', removed: 'dismiss' } as const;

interface RowProps {
  row: TreeRow;
  domId: string;
  line: number;
  isBusy: boolean;
  /** The row that the keys act on. */
  isActive: boolean;
  /** Undefined in a tree without `onSelect`. */
  isCurrent: boolean | undefined;
  /** Undefined in a tree without `checks`. */
  tick: CheckState | undefined;
  mark: TreeMark | undefined;
  /** Beside the title: the meaning of the mark, the count of ticks, or the note of the node. */
  note: string | undefined;
  reason: string | undefined;
}

/** Renders again only when its props change. */
const Row = memo(({ row, domId, line, isBusy, isActive, isCurrent, tick, mark, note, reason }: RowProps) => (
  // biome-ignore lint/a11y/useFocusableInteractive: the focus stays on the tree or its field, whose aria-activedescendant names this row
  <div
    role="treeitem"
    id={domId}
    data-row={row.node.id}
    data-mark={mark}
    className={styles.row}
    style={{ '--line': line, '--depth': row.depth } as CSSProperties}
    aria-level={row.depth}
    aria-setsize={row.setSize}
    aria-posinset={row.posInSet}
    aria-expanded={row.hasChildren ? row.isOpen : undefined}
    aria-checked={tick && ariaChecked[tick]}
    aria-selected={isCurrent}
    aria-busy={isBusy || undefined}
    aria-disabled={reason === undefined ? undefined : true}
    data-active={isActive || undefined}
    data-beside={row.isFound ? undefined : ''}
    title={reason}
  >
    {row.hasChildren && (
      <span className={styles.twisty} data-part="twisty">
        {isBusy ? (
          <Spinner size="extra-tiny" aria-hidden />
        ) : (
          <Icon name={row.isOpen ? 'chevron-down' : 'chevron-right'} size={12} />
        )}
      </span>
    )}
    {tick && (
      // The row tells its state, and the tree its label and keys.
      <input
        type="checkbox"
        className={box}
        data-part="tick"
        aria-hidden
        tabIndex={-1}
        readOnly
        checked={tick === 'on'}
        ref={(input) => {
          if (input) input.indeterminate = tick === 'mixed';
        }}
      />
    )}
    <span className={text.ellipsis} title={reason === undefined ? row.node.title : undefined}>
      {row.node.title}
    </span>
    {note && (
      <span className={`${text.caption} ${text.ellipsis} ${styles.note}`}>
        {mark && <Icon name={markGlyphs[mark]} size={12} />}
        {note}
      </span>
    )}
  </div>
));

/** Handles the keys of a tree. */
function useKeys({ index, rows, lineOf, activeLine, isSeeking }: Standing, acts: ReturnType<typeof actsOf>) {
  const typed = useRef({ letters: '', at: 0 });
  const { goTo } = acts;
  /** Goes to the next row with this prefix; Chinese titles also match by the initials of their pinyin. */
  const jump = (letter: string, now: number) => {
    const letters = now - typed.current.at < TYPING_MS ? typed.current.letters + letter : letter;
    typed.current = { letters, at: now };
    const from = activeLine + (letters.length === 1 ? 1 : 0);
    const begins = (title: string) =>
      title.startsWith(letters) || beginsInitials(title.slice(0, letters.length), letters);
    const order = rows.map((_, by) => (from + by) % rows.length);
    goTo(order.find((line) => begins(rows[line]!.node.title.toLowerCase())) ?? -1);
  };
  return (event: KeyboardEvent) => {
    const { key } = event;
    const row = rows[activeLine];
    if (!row || event.ctrlKey || event.altKey || event.metaKey) return;
    const [last, page] = [rows.length - 1, acts.perView()];
    const isOpen = row.isOpen && !(isSeeking && key === 'ArrowLeft'); // branches stay open during a search
    const lines: Record<string, number> = {
      ArrowDown: activeLine + 1,
      ArrowUp: activeLine - 1,
      ArrowRight: (rows[activeLine + 1]?.depth ?? 0) > row.depth ? activeLine + 1 : -1,
      ArrowLeft: lineOf.get(index.above[row.place]!) ?? -1,
      Home: 0,
      End: last,
      PageDown: Math.min(activeLine + page, last),
      PageUp: Math.max(activeLine - page, 0),
    };
    if (key === (isOpen ? 'ArrowLeft' : 'ArrowRight')) acts.toggle(row);
    else if (lines[key] !== undefined) goTo(lines[key]);
    else if (key === ' ') acts.use(row);
    else if (key === 'Enter') acts.choose(row);
    else if (key === '*') acts.openSiblings(row);
    else if (key.length === 1) jump(key.toLowerCase(), event.timeStamp);
    else return;
    event.preventDefault();
  };
}

/** The rows of a tree and the active one: the last one used, else the chosen one, else the first. */
function useStanding({ index, open, seek = '', current }: TreeProps) {
  const [active, setActive] = useState('');
  const isSeeking = seek.trim() !== '';
  const rows = useMemo(() => visibleRows(index, { open, seek }), [index, open, seek]);
  const lineOf = useMemo(() => new Map(rows.map(({ place }, line) => [place, line])), [rows]);
  /** The line of a node, or outside a search that of its nearest visible parent. */
  const nearestLine = (id: string | undefined) => {
    let at = index.placeOf.get(id ?? '') ?? -1;
    while (!isSeeking && at >= 0 && !lineOf.has(at)) at = index.above[at]!;
    return lineOf.get(at);
  };
  const firstLine = Math.max(0, isSeeking ? rows.findIndex(({ isFound }) => isFound) : 0);
  const activeLine = nearestLine(active) ?? nearestLine(current) ?? firstLine;
  return { index, rows, lineOf, activeLine, isSeeking, setActive };
}

type Standing = ReturnType<typeof useStanding>;

/** The commands of a tree, by pointer or key. */
function actsOf(
  props: TreeProps,
  { index, rows, isSeeking, setActive }: Standing,
  tree: RefObject<HTMLElement | null>,
) {
  const { onToggle, onOpenAll, onOpen, onSelect, checks, disabledReason } = props;
  const goTo = (line: number) => {
    const row = rows[line];
    if (!row) return;
    flushSync(() => setActive(row.node.id));
    tree.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  };
  const toggle = (row: TreeRow) => {
    // Branches stay open during a search.
    if (!row.hasChildren || isSeeking) return;
    onToggle(row.node.id);
    if (!row.isOpen && !row.node.children?.length) onOpen?.(row.node.id);
  };
  const check = (row: TreeRow) => {
    if (disabledReason?.(row.node.id) === undefined) checks?.onCheck(row.node.id);
  };
  /** The main command of a row: select, tick or open. */
  const choose = (row: TreeRow) => {
    if (disabledReason?.(row.node.id) !== undefined || (!onSelect && !checks)) toggle(row);
    else if (onSelect) onSelect(row.node.id);
    else check(row);
  };
  const openSiblings = (row: TreeRow) => {
    const above = index.above[row.place];
    const closed = rows.filter((one) => one.hasChildren && !one.isOpen && index.above[one.place] === above);
    if (!onOpenAll || isSeeking) return closed.forEach(toggle);
    if (closed.length > 0) onOpenAll(closed.map(({ node }) => node.id));
    for (const { node } of closed) if (!node.children?.length) onOpen?.(node.id);
  };
  const perView = () => {
    const { clientHeight = 0, scrollHeight = 1 } = tree.current ?? {};
    return Math.max(1, Math.floor((clientHeight * rows.length) / scrollHeight) - 1);
  };
  return { goTo, toggle, check, choose, use: checks ? check : choose, openSiblings, perView };
}

/**
 * A tree that may be controlled by another element, such as a field: `press` handles its keys, `activeId` is the
 * `aria-activedescendant` of the focused element.
 */
export function useTree(props: TreeProps) {
  const { index, current, onSelect, checks, disabledReason, loading = nothing, label, words } = props;
  const treeId = useId();
  const tree = useRef<HTMLDivElement>(null);
  const standing = useStanding(props);
  const { rows, lineOf, activeLine, isSeeking, setActive } = standing;
  const activeRow = rows[activeLine];
  const domIdOf = (row: TreeRow | undefined) => row && `${treeId}-${row.place}`;
  const { shown, body } = useRowWindow(rows.length, ROW_PX);
  const checked = checks?.checked;
  const states = useMemo(() => (checked ? checkState(index, checked) : undefined), [index, checked]);

  const tickOf = (place: number, id: string) =>
    checks?.strict ? (checks.checked.has(id) ? 'on' : 'off') : states?.[place]?.state;

  const acts = actsOf(props, standing, tree);
  const press = useKeys(standing, acts);

  const onClick = ({ target }: MouseEvent<HTMLElement>) => {
    const partOf = (name: 'row' | 'part') => (target as Element).closest<HTMLElement>(`[data-${name}]`)?.dataset[name];
    const row = rows[lineOf.get(index.placeOf.get(partOf('row') ?? '') ?? -1) ?? -1];
    if (!row) return;
    setActive(row.node.id);
    const part = partOf('part');
    acts[part === 'twisty' ? 'toggle' : part === 'tick' ? 'check' : 'choose'](row);
  };

  const draw = (line: number) => {
    const row = rows[line]!;
    const { id, note } = row.node;
    const below = checks?.hasCounts ? states?.[row.place] : undefined;
    const mark = checks?.marks?.get(id);
    return (
      <Row
        key={id}
        row={row}
        domId={domIdOf(row)!}
        line={line}
        isBusy={loading.has(id)}
        isActive={line === activeLine}
        isCurrent={onSelect ? id === current : undefined}
        tick={tickOf(row.place, id)}
        mark={mark}
        note={mark ? words[mark] : below && below.all > 0 ? `${below.ticked} / ${below.all}` : note}
        reason={disabledReason?.(id)}
      />
    );
  };
  // `aria-activedescendant` names the active row, so it stays in the document.
  const drawn = rows.flatMap((_, line) =>
    !shown || line === activeLine || (line >= shown.from && line < shown.to) ? [draw(line)] : [],
  );

  const isLoading = rows.length === 0 && loading.has('');
  const element = (tabIndex: 0 | -1) => (
    <>
      <div
        role="tree"
        id={treeId}
        ref={tree}
        className={styles.tree}
        tabIndex={tabIndex}
        hidden={rows.length === 0}
        aria-label={label}
        aria-multiselectable={checks ? true : undefined}
        aria-activedescendant={tabIndex === 0 ? domIdOf(activeRow) : undefined}
        onClick={onClick}
        // A pressed box leaves the focus to the tree or its field.
        onMouseDown={(event) => {
          if (!(event.target as Element).matches('input')) return;
          event.preventDefault();
          if (tabIndex === 0) event.currentTarget.focus({ preventScroll: true });
        }}
        onKeyDown={press}
      >
        <div role="none" className={styles.lines} ref={body} style={{ '--lines': rows.length } as CSSProperties}>
          {drawn}
        </div>
      </div>
      {isLoading && (
        <div role="status" aria-label={words.loading}>
          <CardSkeleton lines={6} />
        </div>
      )}
      {rows.length === 0 && !isLoading && <p className={`${text.dash} ${styles.empty}`}>{words.empty}</p>}
    </>
  );
  return {
    element,
    press,
    treeId,
    activeId: domIdOf(activeRow),
    /** Resets the active row to the chosen node or the first one. */
    restart: () => setActive(''),
    /** The number of ticked nodes, including those ticked through others. */
    ticked: () => index.nodes.filter(({ id }, place) => tickOf(place, id) === 'on').length,
    /** Announced by screen readers during a search. */
    outcome: (found: (count: number) => string) => {
      if (!isSeeking) return '';
      return rows.length === 0 ? words.empty : found(rows.filter(({ isFound }) => isFound).length);
    },
  };
}

/**
 * A tree of any number of nodes, of which the visible ones are drawn. The focus stays on the tree.
 */
export function Tree(props: TreeProps) {
  return useTree(props).element(0);
}
