/**
 * Trees of menus, departments, regions and rights. A tree is indexed once, in the order in which it is read from top to
 * bottom, so that everything below a node is one run of places; whatever is asked afterwards takes one pass at most.
 */

export interface TreeNode {
  id: string;
  parentId: string;
  title: string;
  /** Said beside the title: a code, a method, a path. */
  note?: string;
  /** There are nodes below it, whether they are here yet or not. */
  hasChildren?: boolean;
  children?: readonly TreeNode[];
}

/** A row with those below it; a row without any has no `children`. */
export type Nested<R> = R & { children?: Nested<R>[] };

/**
 * Rows of a table as a tree, in the order in which they come. A row whose parent is not among them becomes a root; of a
 * ring of rows the first one does. Of two rows with the same id the first one counts.
 */
export function treeOf<R extends object>(
  rows: readonly R[],
  names: { id: keyof R; parentId: keyof R } = { id: 'id' as keyof R, parentId: 'parentId' as keyof R },
): Nested<R>[] {
  const byId = new Map<unknown, Nested<R>>();
  for (const row of rows) {
    if (byId.has(row[names.id])) continue;
    const node: Nested<R> = { ...row };
    if ('children' in node) delete node.children; // of another tree
    byId.set(row[names.id], node);
  }

  // Each node is walked up from once: what has been passed on an earlier way is known to end at a root.
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

/** All nodes of a tree, each before those below it. However deep it is: nothing here calls itself. */
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

/** Everything is told by place: a node's number in `nodes`. */
export interface TreeIndex {
  nodes: readonly TreeNode[];
  placeOf: ReadonlyMap<string, number>;
  /** Place of the node above, -1 for a root. */
  above: Int32Array;
  /** The place after the last node below. */
  end: Int32Array;
  /** 1 for a root. */
  depth: Int32Array;
  /** How many stand side by side with it, itself included, and the how manieth of them it is. */
  setSize: Int32Array;
  posInSet: Int32Array;
  /** What a search looks into. */
  texts: readonly string[];
}

const GAP = '\n';
function folded(text: string) {
  return text.toLowerCase();
}

/** Of two nodes with the same id the first one counts, with what is below it. */
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

  // The last of a set knows how many they are, and comes first from the end.
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

/** Ids of all nodes that have some below them: what is open when everything is. */
export function branchesOf(index: TreeIndex): string[] {
  return index.nodes.flatMap(({ id }, place) => (isBranch(index, place) ? [id] : []));
}

/** Ids of the nodes above one, the nearest first: what has to be open for it to be seen. */
export function pathTo({ nodes, placeOf, above }: TreeIndex, id: string): string[] {
  const path: string[] = [];
  for (let place = above[placeOf.get(id) ?? -1] ?? -1; place >= 0; place = above[place]!) path.push(nodes[place]!.id);
  return path;
}

/** A node as it stands in the list that somebody sees. */
export interface TreeRow {
  node: TreeNode;
  place: number;
  depth: number;
  setSize: number;
  posInSet: number;
  isOpen: boolean;
  hasChildren: boolean;
  /** While something is sought: whether it was found here, and not only further down. */
  isFound: boolean;
}

export interface Shown {
  open: ReadonlySet<string>;
  /** Part of a title or a note, in whatever case; '' shows what is open. */
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
      // What is found is the whole tree for as long as it is sought: there is nothing else to be opened.
      isOpen: isFoundBelow[place] === 1,
      hasChildren: isFoundBelow[place] === 1,
      isFound: isFound[place] === 1,
    });
  }
  return rows;
}

/** The rows that can be seen, top to bottom: what is open, or what was found with all that leads there. */
export function visibleRows(index: TreeIndex, { open, seek = '' }: Shown): TreeRow[] {
  const sought = folded(seek.trim());
  return sought === '' ? openRows(index, open) : foundRows(index, sought);
}

export type CheckState = 'on' | 'off' | 'mixed';
export interface NodeCheck {
  state: CheckState;
  /** Of the nodes below: how many are on, and how many there are. */
  ticked: number;
  all: number;
}

/**
 * The state of every node, by place. A node with some below it is on when all of those are; it is never on for itself:
 * where only its own id is among the ticked ones, it is mixed.
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
 * Ticks a node and all below it; unticks them when nothing is left to be ticked there. A node is among the ticked ones
 * as soon as all below it are, and no longer when one of them is not. `isFixed` nodes without any below them stay as
 * they are. Ids beside the way from the node to its root are left alone, also those that the tree does not know.
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

/** Where a tick says nothing about the nodes above and below. */
export function toggledAlone(checked: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(checked);
  if (!next.delete(id)) next.add(id);
  return next;
}

export type TreeMark = 'added' | 'removed';

/** What was ticked and unticked since `baseline`. Nodes with some below them follow from those and are not told. */
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
