import { SearchBox } from '@fluentui/react-components';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  useCallback,
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
  type TreeNode,
  type TreeRow,
  visibleRows,
} from '../../../contract/schema/tree';
import { Icon } from '../icons/Icon';
import { tick as box } from '../inputs/tick';
import { text } from '../layout/text';
import { SkeletonBlock } from '../overlays/messages';
import { MOST_WHOLE, type RowWindow, windowOf } from '../table/rowWindow';
import styles from './Tree.module.css';

export interface TreeWords {
  /** Shown in place of a tree without rows. */
  empty: string;
  /** Said of a node whose children are on their way. */
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
  /** Many at once, all of them closed before; without it `onToggle` is told of each. */
  onOpenAll?(ids: readonly string[]): void;
  /** What is sought: for as long as it is not empty, only what was found is shown, all of it open. */
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

/** As the stylesheet has it; only until the first row can be measured. */
const ROW_PX = 29;
/** Rows of the very first drawing, before anything can be measured. */
const FIRST_ROWS = 20;
/** Letters typed within this time belong together. */
const TYPING_MS = 700;
const SKELETON_ROWS = 6;
const nothing: ReadonlySet<string> = new Set();

/** A row, or the place where the children of the row before it will be. */
type Line = TreeRow | null;

interface RowProps {
  node: TreeNode;
  domId: string;
  line: number;
  depth: number;
  setSize: number;
  posInSet: number;
  /** Undefined for a node with nothing below it. */
  isOpen: boolean | undefined;
  isFound: boolean;
  isBusy: boolean;
  /** The row that the keys act upon. */
  isActive: boolean;
  /** Undefined where nothing can be chosen. */
  isCurrent: boolean | undefined;
  /** Undefined where nothing can be ticked. */
  tick: CheckState | undefined;
  mark: TreeMark | undefined;
  count: string | undefined;
  reason: string | undefined;
  markWord: string | undefined;
}

function place(line: number, depth: number) {
  return { '--line': line, '--depth': depth } as CSSProperties;
}

const ariaChecked = { on: true, off: false, mixed: 'mixed' } as const;
const markGlyphs = { added: 'add', removed: 'dismiss' } as const;

/** Drawn anew only when something about it has changed: of a tick, that are the rows above and below. */
const Row = memo((props: RowProps) => {
  const { node, domId, line, depth, isOpen, isFound, isBusy, isActive, isCurrent, tick, mark, count } = props;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays on the tree, which points here
    <div
      role="treeitem"
      id={domId}
      data-row={node.id}
      className={mark ? `${styles['tree-row']} ${styles[`tree-${mark}`]}` : styles['tree-row']}
      style={place(line, depth)}
      aria-level={depth}
      aria-setsize={props.setSize}
      aria-posinset={props.posInSet}
      aria-expanded={isOpen}
      aria-checked={tick && ariaChecked[tick]}
      aria-selected={isCurrent}
      aria-busy={isBusy || undefined}
      aria-disabled={props.reason === undefined ? undefined : true}
      data-active={isActive || undefined}
      data-beside={isFound ? undefined : ''}
      title={props.reason}
    >
      {isOpen !== undefined && (
        <span className={styles['tree-twisty']} data-part="twisty">
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={12} />
        </span>
      )}
      {tick && <span className={box} data-part="tick" />}
      <span className={`${styles['tree-title']} ${text.ellipsis}`}>{node.title}</span>
      {mark ? (
        <span className={styles['tree-note']}>
          <Icon name={markGlyphs[mark]} size={12} />
          {props.markWord}
        </span>
      ) : (
        (count ?? node.note) && <span className={styles['tree-note']}>{count ?? node.note}</span>
      )}
    </div>
  );
});

function Skeleton({ line, depth }: { line: number; depth: number }) {
  return (
    <div className={`${styles['tree-row']} ${styles['tree-skeleton']}`} aria-hidden="true" style={place(line, depth)}>
      <SkeletonBlock width="40%" height={14} />
    </div>
  );
}

/** Which lines are worth drawing, kept up to date while anything around them is scrolled or resized. */
function useLineWindow(count: number) {
  const [drawn, setDrawn] = useState<RowWindow>({ from: 0, to: FIRST_ROWS, pitch: ROW_PX });
  const isWhole = count <= MOST_WHOLE;
  const body = useCallback(
    (element: HTMLElement | null) => {
      const scroller = element?.parentElement;
      if (isWhole || !element || !scroller) return;
      const page = element.ownerDocument;
      let wanted: RowWindow | undefined;
      const follow = (isScrolled: boolean) => {
        const view = scroller.getBoundingClientRect();
        if (view.height === 0) return; // not on screen: what was drawn stays
        const { top: start, height } = element.getBoundingClientRect();
        // The tree may scroll inside itself, or with what it stands in.
        const [top, bottom] = [Math.max(view.top, 0), Math.min(view.bottom, page.documentElement.clientHeight)];
        const next = windowOf(top - start, bottom - start, height / count, count, wanted);
        if (next === wanted) return;
        wanted = next;
        // In the frame of the scrolling itself: a hole would be seen.
        if (isScrolled) flushSync(() => setDrawn(next));
        else setDrawn(next);
      };
      const onScroll = ({ target }: Event) => {
        if ((target as Node).contains(element)) follow(true);
      };
      const observer = new ResizeObserver(() => follow(false));
      observer.observe(scroller);
      // Scrolling does not bubble; from the page every scroller around the tree is heard.
      page.addEventListener('scroll', onScroll, { capture: true, passive: true });
      follow(false);
      return () => {
        observer.disconnect();
        page.removeEventListener('scroll', onScroll, { capture: true });
      };
    },
    [isWhole, count],
  );
  return { from: isWhole ? 0 : Math.min(drawn.from, count), to: isWhole ? count : Math.min(drawn.to, count), body };
}

/** A text that had to be cut is shown whole as a tooltip; asked only when the pointer gets there. */
function titleCutRow({ target }: PointerEvent<HTMLElement>) {
  const row = (target as Element).closest<HTMLElement>(`.${styles['tree-row']}`);
  const title = row?.querySelector<HTMLElement>(`.${styles['tree-title']}`);
  if (!row || !title || row.ariaDisabled) return;
  if (title.scrollWidth > title.clientWidth) row.title = title.textContent ?? '';
  else row.removeAttribute('title');
}

/**
 * A tree whose keys may be pressed elsewhere, as in a field that it drops from. `press` does what a key means and
 * answers whether it means anything; `activeId` is the element that the one with the focus has to point to.
 */
export function useTree(props: TreeProps) {
  const { index, open, onToggle, onOpenAll, seek = '', current, onSelect, checks, disabledReason } = props;
  const { onOpen, loading = nothing, label, words } = props;
  const treeId = useId();
  const tree = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });
  const [active, setActive] = useState('');
  const isSeeking = seek.trim() !== '';

  const rows = useMemo(() => visibleRows(index, { open, seek }), [index, open, seek]);
  const lines = useMemo(
    () =>
      loading.size === 0 || isSeeking
        ? rows
        : rows.flatMap((row, at): Line[] =>
            row.isOpen && loading.has(row.node.id) && !((rows[at + 1]?.depth ?? 0) > row.depth) ? [row, null] : [row],
          ),
    [rows, loading, isSeeking],
  ) as readonly Line[];
  const lineOf = useMemo(() => {
    const numbers = new Int32Array(index.nodes.length).fill(-1);
    lines.forEach((line, at) => {
      if (line) numbers[line.place] = at;
    });
    return numbers;
  }, [index, lines]);

  const checked = checks?.checked;
  const isStrict = checks?.strict === true;
  const states = useMemo(() => (checked ? checkState(index, checked) : undefined), [index, checked]);
  const tickOf = ({ place, node }: TreeRow): CheckState | undefined =>
    !checked ? undefined : isStrict ? (checked.has(node.id) ? 'on' : 'off') : states![place]!.state;

  /** The line of a node, or of the nearest one above it that can be seen; what only leads to a find is no match for it. */
  const nearestLine = (id: string | undefined) => {
    let at = id === undefined ? -1 : (index.placeOf.get(id) ?? -1);
    while (!isSeeking && at >= 0 && lineOf[at] === -1) at = index.above[at]!;
    return at < 0 ? -1 : lineOf[at]!;
  };
  const firstLine = () => {
    const found = isSeeking ? lines.findIndex((line) => line?.isFound) : 0;
    return lines.length === 0 ? -1 : Math.max(0, found);
  };
  const activeLine = [nearestLine(active), nearestLine(current)].find((line) => line >= 0) ?? firstLine();
  const activeRow = lines[activeLine];
  const domIdOf = (row: TreeRow) => `${treeId}-${row.place}`;

  const { from, to, body } = useLineWindow(lines.length);

  const goTo = (line: number) => {
    const row = lines[line];
    if (!row) return;
    flushSync(() => setActive(row.node.id));
    tree.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  };
  /** To the next line that has a row, or stays. */
  const step = (by: 1 | -1) => goTo(lines[activeLine + by] === null ? activeLine + 2 * by : activeLine + by);
  const nearestRow = (line: number) => {
    const at = Math.max(0, Math.min(line, lines.length - 1));
    return lines[at] === null ? at - 1 : at;
  };

  const toggle = (row: TreeRow) => {
    // What was found is open, and stays so.
    if (!row.hasChildren || isSeeking) return;
    onToggle(row.node.id);
    if (!row.isOpen && !row.node.children?.length) onOpen?.(row.node.id);
  };
  const isOff = (row: TreeRow) => disabledReason?.(row.node.id) !== undefined;
  const check = (row: TreeRow) => {
    if (!isOff(row)) checks?.onCheck(row.node.id);
  };
  /** What a row is there for. */
  const choose = (row: TreeRow) => {
    if (isOff(row) || (!onSelect && !checks)) toggle(row);
    else if (onSelect) onSelect(row.node.id);
    else check(row);
  };

  const openSiblings = (row: TreeRow) => {
    const closed = rows.filter(
      (other) => other.hasChildren && !other.isOpen && index.above[other.place] === index.above[row.place],
    );
    if (closed.length === 0 || isSeeking) return;
    if (onOpenAll) onOpenAll(closed.map(({ node }) => node.id));
    else for (const { node } of closed) onToggle(node.id);
    for (const { node } of closed) if (!node.children?.length) onOpen?.(node.id);
  };

  /** To the next row that begins so; Chinese ones also by the first letters of their syllables. */
  const jump = (letter: string, now: number) => {
    const text = now - typed.current.at < TYPING_MS ? typed.current.text + letter : letter;
    typed.current = { text, at: now };
    const start = text.length === 1 ? 1 : 0;
    for (let by = start; by < lines.length + start; by++) {
      const at = (activeLine + by) % lines.length;
      const title = lines[at]?.node.title.toLowerCase();
      if (title === undefined) continue;
      if (title.startsWith(text) || beginsInitials(title.slice(0, text.length), text)) return goTo(at);
    }
  };

  const press = (event: KeyboardEvent): boolean => {
    const { key } = event;
    if (!activeRow || event.ctrlKey || event.altKey || event.metaKey || event.nativeEvent.isComposing) return false;
    const perView = () => {
      const { clientHeight = 0, scrollHeight = 1 } = tree.current ?? {};
      return Math.max(1, Math.floor((clientHeight * lines.length) / scrollHeight) - 1);
    };
    switch (key) {
      case 'ArrowDown':
        step(1);
        return true;
      case 'ArrowUp':
        step(-1);
        return true;
      case 'ArrowRight':
        if (activeRow.isOpen) {
          if ((lines[activeLine + 1]?.depth ?? 0) > activeRow.depth) step(1);
        } else toggle(activeRow);
        return true;
      case 'ArrowLeft': {
        const above = index.above[activeRow.place]!;
        if (activeRow.isOpen && !isSeeking) toggle(activeRow);
        else if (above >= 0) goTo(lineOf[above]!);
        return true;
      }
      case 'Home':
        goTo(0);
        return true;
      case 'End':
        goTo(nearestRow(lines.length - 1));
        return true;
      case 'PageDown':
        goTo(nearestRow(activeLine + perView()));
        return true;
      case 'PageUp':
        goTo(nearestRow(activeLine - perView()));
        return true;
      case ' ':
        if (checks) check(activeRow);
        else choose(activeRow);
        return true;
      case 'Enter':
        choose(activeRow);
        return true;
      case '*':
        openSiblings(activeRow);
        return true;
    }
    if (key.length !== 1) return false;
    jump(key.toLowerCase(), event.timeStamp);
    return true;
  };

  const onClick = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as Element;
    const id = target.closest<HTMLElement>('[data-row]')?.dataset.row;
    const row = id === undefined ? undefined : lines[lineOf[index.placeOf.get(id) ?? -1] ?? -1];
    if (!row) return;
    setActive(row.node.id);
    const part = target.closest<HTMLElement>('[data-part]')?.dataset.part;
    if (part === 'twisty') toggle(row);
    else if (part === 'tick') check(row);
    else choose(row);
  };

  const draw = (at: number) => {
    const row = lines[at];
    if (!row) return <Skeleton key={`below ${at}`} line={at} depth={(lines[at - 1]?.depth ?? 0) + 1} />;
    const { node, place } = row;
    const below = states?.[place];
    const mark = checks?.marks?.get(node.id);
    return (
      <Row
        key={node.id}
        node={node}
        domId={domIdOf(row)}
        line={at}
        depth={row.depth}
        setSize={row.setSize}
        posInSet={row.posInSet}
        isOpen={row.hasChildren ? row.isOpen : undefined}
        isFound={row.isFound}
        isBusy={loading.has(node.id)}
        isActive={at === activeLine}
        isCurrent={onSelect ? node.id === current : undefined}
        tick={tickOf(row)}
        mark={mark}
        markWord={mark && words[mark]}
        count={checks?.hasCounts && below && below.all > 0 ? `${below.ticked} / ${below.all}` : undefined}
        reason={disabledReason?.(node.id)}
      />
    );
  };
  const content: ReactNode[] = [];
  // The active row is pointed to by whoever has the focus: it stays, wherever it is.
  if (activeRow && activeLine < from) content.push(draw(activeLine));
  for (let at = from; at < to; at++) content.push(draw(at));
  if (activeRow && activeLine >= to) content.push(draw(activeLine));

  const isLoading = lines.length === 0 && loading.has('');
  const element = (tabIndex: 0 | -1) => (
    <>
      <div
        role="tree"
        id={treeId}
        ref={tree}
        className={styles.tree}
        tabIndex={tabIndex}
        hidden={lines.length === 0}
        aria-label={label}
        aria-multiselectable={checks ? true : undefined}
        aria-activedescendant={tabIndex === 0 && activeRow ? domIdOf(activeRow) : undefined}
        onClick={onClick}
        onPointerOver={titleCutRow}
        onKeyDown={(event) => {
          if (press(event)) event.preventDefault();
        }}
      >
        <div
          role="none"
          className={styles['tree-lines']}
          ref={body}
          style={{ '--lines': lines.length } as CSSProperties}
        >
          {content}
        </div>
      </div>
      {isLoading && (
        <div className={styles['tree-waiting']} role="status" aria-label={words.loading}>
          {Array.from({ length: SKELETON_ROWS }, (_, at) => (
            <Skeleton key={String(at)} line={at} depth={1 + (at % 3)} />
          ))}
        </div>
      )}
      {lines.length === 0 && !isLoading && <p className={styles['tree-empty']}>{words.empty}</p>}
    </>
  );
  return {
    element,
    press,
    treeId,
    activeId: activeRow ? domIdOf(activeRow) : undefined,
    /** Forgets where the keys were, so that they begin with the chosen node or the first one. */
    restart: () => setActive(''),
    foundCount: isSeeking ? rows.filter(({ isFound }) => isFound).length : rows.length,
  };
}

/**
 * Any number of nodes, one below the other: what can be seen is drawn, and scrolls inside the height that the tree is
 * given. One listener hears all rows; the focus stays on the tree.
 */
export function Tree(props: TreeProps) {
  return useTree(props).element(0);
}

export interface TreePaneProps extends TreeProps {
  seek: string;
  onSeek(text: string): void;
  /** At the end of the heading. */
  aside?: ReactNode;
  words: TreeWords & {
    /** Beside the heading: 已选 37 / 128. */
    count(ticked: number, all: number): string;
    /** What can be sought. */
    seek: string;
    clear: string;
    /** Read out while something is sought. */
    found(count: number): string;
  };
}

/** A tree under its heading and its search, as high as the place that it is given. `label` is the heading. */
export function TreePane(props: TreePaneProps) {
  const { index, seek, onSeek, label, checks, aside, words } = props;
  const { element, foundCount } = useTree(props);
  const checked = checks?.checked;
  const isStrict = checks?.strict === true;
  const ticked = useMemo(() => {
    if (!checked) return 0;
    if (isStrict) return index.nodes.filter(({ id }) => checked.has(id)).length;
    return checkState(index, checked).filter(({ state }) => state === 'on').length;
  }, [index, checked, isStrict]);
  return (
    <section className={styles['tree-pane']} aria-label={label}>
      <div className={styles['tree-head']}>
        <div className={styles['tree-heading']}>
          <strong className={text.ellipsis}>{label}</strong>
          {checks && <span className={text.caption}>{words.count(ticked, index.nodes.length)}</span>}
          <span className={text.grow} />
          {aside}
        </div>
        <SearchBox
          className={styles['tree-seek']}
          autoComplete="off"
          spellCheck={false}
          aria-label={words.seek}
          placeholder={words.seek}
          dismiss={seek === '' ? null : { 'aria-label': words.clear, title: words.clear }}
          value={seek}
          onChange={(_, { value }) => onSeek(value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            const { key, currentTarget } = event;
            if (key === 'ArrowDown') {
              event.preventDefault();
              currentTarget
                .closest(`.${styles['tree-pane']}`)
                ?.querySelector<HTMLElement>(`.${styles.tree}:not([hidden])`)
                ?.focus();
            } else if (key === 'Escape' && seek !== '') {
              // Only what was typed goes; the dialog around it stays.
              event.preventDefault();
              event.stopPropagation();
              onSeek('');
            }
          }}
        />
      </div>
      {element(0)}
      <span role="status" className={text.unseen}>
        {seek.trim() === '' ? '' : foundCount === 0 ? words.empty : words.found(foundCount)}
      </span>
    </section>
  );
}
