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
import { beginsInitials } from '../../../contract/domain/pinyin';
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
  /** Shown in place of a tree without rows. */
  empty: string;
  /** Names the wait for the whole tree. */
  loading: string;
  added: string;
  removed: string;
}

export interface TreeChecks {
  checked: ReadonlySet<string>;
  onCheck(id: string): void;
  /** A tick says nothing about the nodes above and below. */
  strict?: boolean;
  /** What differs from what was there before. */
  marks?: ReadonlyMap<string, TreeMark>;
  /** How many of those below are ticked, at each node that has any: 14 / 22. */
  hasCounts?: boolean;
}

export interface TreeProps {
  /** Made once for as long as the nodes are the same. */
  index: TreeIndex;
  open: ReadonlySet<string>;
  onToggle(id: string): void;
  /** Opens many that are closed; without it `onToggle` is called for each. */
  onOpenAll?(ids: readonly string[]): void;
  /** As long as it is not empty, only the nodes that have it are shown, with all that lead there. */
  seek?: string;
  /** The chosen node. */
  current?: string;
  onSelect?(id: string): void;
  checks?: TreeChecks;
  /** Why a node can be neither ticked nor chosen. */
  disabledReason?(id: string): string | undefined;
  /** A node is opened whose children are not here yet. */
  onOpen?(id: string): void;
  /** Nodes whose children are on their way; '' stands for the whole tree. */
  loading?: ReadonlySet<string>;
  label: string;
  words: TreeWords;
}

/** As the style sheet has it; only until the first row can be measured. */
const ROW_PX = 29;
/** Letters typed within this time belong together. */
const TYPING_MS = 700;
const nothing: ReadonlySet<string> = new Set();
const ariaChecked = { on: true, off: false, mixed: 'mixed' } as const;
const markGlyphs = { added: 'add', removed: 'dismiss' } as const;

interface RowProps {
  row: TreeRow;
  domId: string;
  line: number;
  isBusy: boolean;
  /** The row that the keys act upon. */
  isActive: boolean;
  /** Undefined where nothing can be chosen. */
  isCurrent: boolean | undefined;
  /** Undefined where nothing can be ticked. */
  tick: CheckState | undefined;
  mark: TreeMark | undefined;
  /** Beside the title: what the mark means, how many are ticked below, or the node's own note. */
  note: string | undefined;
  reason: string | undefined;
}

/** Drawn again only when something about it changes: of a tick, those are the rows above and below. */
const Row = memo(({ row, domId, line, isBusy, isActive, isCurrent, tick, mark, note, reason }: RowProps) => (
  // biome-ignore lint/a11y/useFocusableInteractive: the focus stays on the tree or its field, which points here
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
    {tick && <span className={box} data-part="tick" />}
    <span className={text.ellipsis} title={reason === undefined ? row.node.title : undefined}>
      {row.node.title}
    </span>
    {note && (
      <span className={styles.note}>
        {mark && <Icon name={markGlyphs[mark]} size={12} />}
        {note}
      </span>
    )}
  </div>
));

/** Does what a key means, and keeps it from meaning anything else. */
function useKeys({ index, rows, lineOf, activeLine, isSeeking }: Standing, acts: ReturnType<typeof actsOf>) {
  const typed = useRef({ letters: '', at: 0 });
  const { goTo } = acts;
  /** To the next row that begins so; Chinese ones also by the first letters of their syllables. */
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
    if (!row || event.ctrlKey || event.altKey || event.metaKey || event.nativeEvent.isComposing) return;
    const [last, page] = [rows.length - 1, acts.perView()];
    const isOpen = row.isOpen && !(isSeeking && key === 'ArrowLeft'); // what was found stays open
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

/** The rows of a tree and the one that the keys act upon: the last one used, else the chosen one, else the first. */
function useStanding({ index, open, seek = '', current }: TreeProps) {
  const [active, setActive] = useState('');
  const isSeeking = seek.trim() !== '';
  const rows = useMemo(() => visibleRows(index, { open, seek }), [index, open, seek]);
  const lineOf = useMemo(() => new Map(rows.map(({ place }, line) => [place, line])), [rows]);
  /** The line of a node, or of the nearest one above it in sight; what only leads to a find is no match for it. */
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

/** What can be done to the rows of a tree, by pointer or by key. */
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
    // What was found is open, and stays so.
    if (!row.hasChildren || isSeeking) return;
    onToggle(row.node.id);
    if (!row.isOpen && !row.node.children?.length) onOpen?.(row.node.id);
  };
  const check = (row: TreeRow) => {
    if (disabledReason?.(row.node.id) === undefined) checks?.onCheck(row.node.id);
  };
  /** What a row is there for. */
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
 * A tree whose keys may be pressed elsewhere, as in the field that it drops from: `press` does what a key means there,
 * `activeId` is the element that the one with the focus has to point to.
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
  // The element with the focus points to the active row: it stays, wherever it is.
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
      {rows.length === 0 && !isLoading && <p className={styles.empty}>{words.empty}</p>}
    </>
  );
  return {
    element,
    press,
    treeId,
    activeId: domIdOf(activeRow),
    /** Forgets where the keys were, so that they begin with the chosen node or the first one. */
    restart: () => setActive(''),
    /** How many nodes are on, also those that are so through others. */
    ticked: () => index.nodes.filter(({ id }, place) => tickOf(place, id) === 'on').length,
    /** Read out while something is sought. */
    outcome: (found: (count: number) => string) => {
      if (!isSeeking) return '';
      return rows.length === 0 ? words.empty : found(rows.filter(({ isFound }) => isFound).length);
    },
  };
}

/**
 * Any number of nodes, one below the other: what can be seen is drawn, and scrolls inside the height that the tree is
 * given. One listener hears all rows; the focus stays on the tree.
 */
export function Tree(props: TreeProps) {
  return useTree(props).element(0);
}
