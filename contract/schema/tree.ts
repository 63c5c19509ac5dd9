/**
 * Trees of menus, departments, regions and rights. A tree is indexed once, in depth-first order, so that everything
 * below a node is one range of positions; every operation then takes one pass at most.
 */

export interface TreeNode {
  id: string;
  parentId: string;
  title: string;
  /** Shown beside the title: a code, a method, a path. */
  note?: string;
  /** The node has children, loaded or not. */
  hasChildren?: boolean;
  children?: readonly TreeNode[];
}

/** A row with its children; a row without any has no `children`. */
export type Nested<R> = R & { children?: Nested<R>[] };

/**
 * Rows of a table as a tree, in their order. A row whose parent is missing becomes a root; of a cycle of rows the first
 * one does. Of two rows with the same id the first one counts.
 */
export function treeOf<R extends object>(
  rows: readonly R[],
  names: { id: keyof R; parentId: keyof R } = { id: 'id' as keyof R, parentId: 'parentId' as keyof R },
): Nested<R>[] {
  const byId = new Map<unknown, Nested<R>>();
  for (const row of rows) {
    if (byId.has(row[names.id])) continue;
    const node: Nested<R> = { ...row };
    if ('children' in node) delete node.children; // from an earlier tree
    byId.set(row[names.id], node);
  }

  // Each node is walked up from once: a node passed earlier is known to end at a root.
  const passedOn = new Map<Nested<R>, Nested<R>>();
  const tops = new Set<Nested<R>>();
  for (const start of byId.values()) {
    let at: Nested<R> | undefined = start;
    while (at && !passedOn.has(at)) {
      passedOn.set(at, start);
      at = byId.get(at[names.parentId]);
    }
    if (at && passedOn.get(at) === start) tops.add(at);
  }

  const roots: Nested<R>[] = [];
  for (const node of byId.values()) {
    const above = tops.has(node) ? undefined : byId.get(node[names.parentId]);
    if (!above) roots.push(node);
    else if (above.children) above.children.push(node);
    else above.children = [node];
  }
  return roots;
}

/** All nodes of a tree in depth-first order. Iterative, so that depth is no limit. */
export function flatten<N extends { children?: readonly N[] }>(roots: readonly N[]): N[] {
  const all: N[] = [];
  const waiting = [...roots].reverse();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    all.push(node);
    const { children = [] } = node;
    for (let at = children.length - 1; at >= 0; at--) waiting.push(children[at]!);
  }
  return all;
}

/** Everything is addressed by position: a node's index in `nodes`. */
export interface TreeIndex {
  nodes: readonly TreeNode[];
  placeOf: ReadonlyMap<string, number>;
  /** Position of the parent, -1 for a root. */
  above: Int32Array;
  /** The position after the last descendant. */
  end: Int32Array;
  /** 1 for a root. */
  depth: Int32Array;
  /** Number of siblings, the node included, and its position among them. */
  setSize: Int32Array;
  posInSet: Int32Array;
  /** Searchable texts. */
  texts: readonly string[];
}

const GAP = '\n';
function folded(text: string) {
  return text.toLowerCase();
}

/** Of two nodes with the same id the first one counts, with its descendants. */
export function treeIndex(roots: readonly TreeNode[]): TreeIndex {
  const nodes: TreeNode[] = [];
  const placeOf = new Map<string, number>();
  const above: number[] = [];
  const depth: number[] = [];
  const posInSet: number[] = [];
  const end: number[] = [];

  const levels = [{ siblings: roots, next: 0, count: 0, place: -1 }];
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const node = level.siblings[level.next++];
    if (!node) {
      if (level.place >= 0) end[level.place] = nodes.length;
      levels.pop();
    } else if (!placeOf.has(node.id)) {
      const place = nodes.push(node) - 1;
      placeOf.set(node.id, place);
      above.push(level.place);
      depth.push(levels.length);
      posInSet.push(++level.count);
      end.push(place + 1);
      if (node.children?.length) levels.push({ siblings: node.children, next: 0, count: 0, place });
    }
  }

  // The size of a set is known at its last node, which comes first from the end.
  const setSize = new Int32Array(nodes.length);
  const sizeBelow = new Int32Array(nodes.length + 1);
  for (let place = nodes.length - 1; place >= 0; place--) {
    const set = above[place]! + 1;
    sizeBelow[set] = Math.max(sizeBelow[set]!, posInSet[place]!);
    setSize[place] = sizeBelow[set]!;
  }
  return {
    nodes,
    placeOf,
    above: Int32Array.from(above),
    end: Int32Array.from(end),
    depth: Int32Array.from(depth),
    setSize,
    posInSet: Int32Array.from(posInSet),
    texts: nodes.map(({ title, note }) => folded(note ? title + GAP + note : title)),
  };
}

function isBranch({ end }: TreeIndex, place: number) {
  return end[place]! > place + 1;
}

/** Ids of all nodes that have children: what is open when everything is. */
export function branchesOf(index: TreeIndex): string[] {
  return index.nodes.flatMap(({ id }, place) => (isBranch(index, place) ? [id] : []));
}

/** Ids of a node's ancestors, the nearest first: what has to be open for it to be visible. */
export function pathTo({ nodes, placeOf, above }: TreeIndex, id: string): string[] {
  const path: string[] = [];
  for (let place = above[placeOf.get(id) ?? -1] ?? -1; place >= 0; place = above[place]!) path.push(nodes[place]!.id);
  return path;
}

/** A node as a row of the visible list. */
export interface TreeRow {
  node: TreeNode;
  place: number;
  depth: number;
  setSize: number;
  posInSet: number;
  isOpen: boolean;
  hasChildren: boolean;
  /** During a search: whether this node matches, and not only a descendant. */
  isFound: boolean;
}

export interface Shown {
  open: ReadonlySet<string>;
  /** Part of a title or a note, in any case; '' shows what is open. */
  seek?: string;
}

function openRows(index: TreeIndex, open: ReadonlySet<string>): TreeRow[] {
  const { nodes, end, depth, setSize, posInSet } = index;
  const rows: TreeRow[] = [];
  let place = 0;
  while (place < nodes.length) {
    const node = nodes[place]!;
    const hasChildren = isBranch(index, place) || node.hasChildren === true;
    const isOpen = hasChildren && open.has(node.id);
    rows.push({
      node,
      place,
      depth: depth[place]!,
      setSize: setSize[place]!,
      posInSet: posInSet[place]!,
      isOpen,
      hasChildren,
      isFound: true,
    });
    place = isOpen ? place + 1 : end[place]!;
  }
  return rows;
}

function foundRows({ nodes, above, depth, texts }: TreeIndex, sought: string): TreeRow[] {
  const count = nodes.length;
  const isFound = new Uint8Array(count);
  const isFoundBelow = new Uint8Array(count);
  const setSize = new Int32Array(count + 1);
  for (let place = count - 1; place >= 0; place--) {
    isFound[place] = texts[place]!.includes(sought) ? 1 : 0;
    if (!isFound[place] && !isFoundBelow[place]) continue;
    const set = above[place]! + 1;
    setSize[set]!++;
    if (set > 0) isFoundBelow[set - 1] = 1;
  }
  const posInSet = new Int32Array(count + 1);
  const rows: TreeRow[] = [];
  for (let place = 0; place < count; place++) {
    if (!isFound[place] && !isFoundBelow[place]) continue;
    const set = above[place]! + 1;
    rows.push({
      node: nodes[place]!,
      place,
      depth: depth[place]!,
      setSize: setSize[set]!,
      posInSet: ++posInSet[set]!,
      // A search shows the whole matching tree, so there is nothing else to open.
      isOpen: isFoundBelow[place] === 1,
      hasChildren: isFoundBelow[place] === 1,
      isFound: isFound[place] === 1,
    });
  }
  return rows;
}

/** The visible rows, top to bottom: what is open, or what matches with its ancestors. */
export function visibleRows(index: TreeIndex, { open, seek = '' }: Shown): TreeRow[] {
  const sought = folded(seek.trim());
  return sought === '' ? openRows(index, open) : foundRows(index, sought);
}

export type CheckState = 'on' | 'off' | 'mixed';
export interface NodeCheck {
  state: CheckState;
  /** Of the descendants: how many are checked, and how many there are. */
  ticked: number;
  all: number;
}

/**
 * The check state of every node, by position. A node with children is checked when all of those are, never by its own
 * id: where only that is among the checked ones, it is mixed.
 */
export function checkState(index: TreeIndex, checked: ReadonlySet<string>): NodeCheck[] {
  const { nodes, above, end } = index;
  const ticked = new Int32Array(nodes.length);
  const isTouched = new Uint8Array(nodes.length);
  const states: NodeCheck[] = new Array(nodes.length);
  for (let place = nodes.length - 1; place >= 0; place--) {
    const all = end[place]! - place - 1;
    const has = checked.has(nodes[place]!.id);
    const isOn = all === 0 ? has : ticked[place] === all;
    const isSome = has || isTouched[place] === 1;
    states[place] = { state: isOn ? 'on' : isSome ? 'mixed' : 'off', ticked: ticked[place]!, all };
    const up = above[place]!;
    if (up < 0) continue;
    ticked[up]! += ticked[place]! + (isOn ? 1 : 0);
    if (isSome || isOn) isTouched[up] = 1;
  }
  return states;
}

/**
 * Checks a node and all its descendants, or unchecks them when all are checked. A node's id is included as soon as all
 * its descendants are checked, and no longer when one is not. `isFixed` leaves do not change. Ids off the path from the
 * node to its root are left as they are, also those that the tree does not know.
 */
export function toggled(
  index: TreeIndex,
  checked: ReadonlySet<string>,
  id: string,
  isFixed: (id: string) => boolean = () => false,
): ReadonlySet<string> {
  const place = index.placeOf.get(id);
  if (place === undefined) return checked;
  const { nodes, above, end } = index;
  const last = end[place]!;
  const leaves: number[] = [];
  for (let at = place; at < last; at++) if (!isBranch(index, at) && !isFixed(nodes[at]!.id)) leaves.push(at);

  const isOn = Uint8Array.from(checkState(index, checked), ({ state }) => (state === 'on' ? 1 : 0));
  const next = new Set(checked);
  const put = (at: number, on: boolean) => {
    isOn[at] = on ? 1 : 0;
    if (on) next.add(nodes[at]!.id);
    else next.delete(nodes[at]!.id);
  };
  const settle = (at: number) => {
    let child = at + 1;
    while (child < end[at]! && isOn[child]) child = end[child]!;
    put(at, child >= end[at]!);
  };
  const on = leaves.some((at) => !isOn[at]);
  for (const at of leaves) put(at, on);
  for (let at = last - 1; at >= place; at--) if (isBranch(index, at)) settle(at);
  for (let at = above[place]!; at >= 0; at = above[at]!) settle(at);
  return next;
}

/** For trees whose checks are independent of ancestors and descendants. */
export function toggledAlone(checked: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(checked);
  if (!next.delete(id)) next.add(id);
  return next;
}

export type TreeMark = 'added' | 'removed';

/** What was checked and unchecked since `baseline`. Nodes with children follow from those and are left out. */
export function changesOf(
  index: TreeIndex,
  checked: ReadonlySet<string>,
  baseline: ReadonlySet<string>,
): ReadonlyMap<string, TreeMark> {
  const changes = new Map<string, TreeMark>();
  index.nodes.forEach(({ id }, place) => {
    if (isBranch(index, place) || checked.has(id) === baseline.has(id)) return;
    changes.set(id, checked.has(id) ? 'added' : 'removed');
  });
  return changes;
}
