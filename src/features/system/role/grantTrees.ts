import { pathTo, type TreeIndex, type TreeNode, toggled, treeIndex } from '../../../../contract/schema/tree';

export type PaneName = 'menu' | 'dataScope' | 'apiScope';

export const paneNames: readonly PaneName[] = ['menu', 'dataScope', 'apiScope'];

/**
 * A page with buttons is a branch with an extra leaf for opening the page, so that the page can be granted without any
 * button. The leaf has the id of the page.
 */
const branchMark = 'page:';

function isButton({ note, children }: TreeNode) {
  return note !== undefined && !children?.length;
}

function withPages(nodes: readonly TreeNode[], opening: string): TreeNode[] {
  return nodes.map((node) => {
    if (!node.children?.length) return node;
    const children = withPages(node.children, opening);
    if (!node.children.some(isButton)) return { ...node, children };
    return {
      ...node,
      id: branchMark + node.id,
      children: [{ id: node.id, parentId: branchMark + node.id, title: opening }, ...children],
    };
  });
}

const indexes = new WeakMap<readonly TreeNode[], Map<string, TreeIndex>>();

/** The tree of a pane, memoized for the same nodes. `opening` is the title of the leaf that opens a page. */
export function indexOf(name: PaneName, nodes: readonly TreeNode[], opening = ''): TreeIndex {
  const known = indexes.get(nodes) ?? new Map<string, TreeIndex>();
  indexes.set(nodes, known);
  const key = name === 'menu' ? `menu ${opening}` : name;
  const index = known.get(key) ?? treeIndex(name === 'menu' ? withPages(nodes, opening) : nodes);
  known.set(key, index);
  return index;
}

function isLeaf({ end }: TreeIndex, place: number) {
  return end[place] === place + 1;
}

export function leavesOf(index: TreeIndex, ids: Iterable<string>): string[] {
  return [...new Set(ids)].filter((id) => {
    const place = index.placeOf.get(id);
    return place !== undefined && isLeaf(index, place);
  });
}

/** The leaf that opens the page of a button. */
function pageOf(index: TreeIndex, id: string): string | undefined {
  const [above = ''] = pathTo(index, id);
  return above.startsWith(branchMark) ? above.slice(branchMark.length) : undefined;
}

function buttonsOn(index: TreeIndex, page: string): string[] {
  return index.nodes.flatMap((node) => (isButton(node) && pageOf(index, node.id) === page ? [node.id] : []));
}

/** A granted button includes the permission to open its page. */
export function withTheirPages(index: TreeIndex, ids: readonly string[]): string[] {
  const pages = ids.flatMap((id) => {
    const node = index.nodes[index.placeOf.get(id)!]!;
    return isButton(node) ? (pageOf(index, id) ?? []) : [];
  });
  return [...new Set([...pages, ...ids])];
}

export function tickedAfter(index: TreeIndex, ticked: readonly string[], id: string): string[] {
  const leaves = leavesOf(index, toggled(index, new Set(ticked), id));
  // Without its page the buttons are not reachable, so they are removed too.
  const isClosed = pageOf(index, id) === id && !leaves.includes(id);
  const gone = new Set(isClosed ? buttonsOn(index, id) : []);
  return withTheirPages(index, gone.size > 0 ? leaves.filter((one) => !gone.has(one)) : leaves);
}
