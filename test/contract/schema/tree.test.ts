import fc from 'fast-check';
import {
  branchesOf,
  changesOf,
  checkState,
  flatten,
  pathTo,
  type TreeNode,
  toggled,
  toggledAlone,
  treeIndex,
  treeOf,
  visibleRows,
} from '../../../contract/schema/tree';

function row(id: string, parentId: string, title = id, note?: string): TreeNode {
  return {
    id,
    parentId,
    title,
    ...(note === undefined ? {} : { note }),
  };
}
const menus = [
  row('lease', '0', '租赁业务'),
  row('order', 'lease', '订单管理', 'order'),
  row('view', 'order', '查看', 'order_view'),
  row('add', 'order', '新增', 'order_add'),
  row('plan', 'lease', '付款计划', 'plan'),
  row('desk', '0', '平台'),
  row('role', 'desk', '角色管理', 'ROLE'),
];
const index = treeIndex(treeOf(menus));
const nothing: ReadonlySet<string> = new Set();
function shown(open: Iterable<string>, seek = '') {
  return visibleRows(index, { open: new Set(open), seek });
}
function ids(rows: { node: TreeNode }[]) {
  return rows.map(({ node }) => node.id);
}

describe('rows of a table', () => {
  it('become a tree in the order in which they come, wherever the parents stand', () => {
    const tree = treeOf([row('b', 'a'), row('a', '0'), row('c', 'a'), row('d', 'b')]);
    expect(tree).toEqual([
      { ...row('a', '0'), children: [{ ...row('b', 'a'), children: [row('d', 'b')] }, row('c', 'a')] },
    ]);
    expect(tree[0]!.children![1]).not.toHaveProperty('children');
  });

  it('are roots where their parent is missing', () => {
    expect(treeOf([row('a', 'gone'), row('b', 'a')]).map(({ id }) => id)).toEqual(['a']);
    expect(treeOf([row('a', 'gone'), row('b', 'nowhere')]).map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('are not lost in a ring', () => {
    const rows = [row('x', 'b'), row('a', 'c'), row('b', 'a'), row('c', 'b'), row('self', 'self')];
    const all = flatten(treeOf(rows)).map(({ id }) => id);
    expect([...all].sort()).toEqual(['a', 'b', 'c', 'self', 'x']);
  });

  it('may call their parent as they like', () => {
    const depts = [
      { key: 1, up: 0, name: 'Head' },
      { key: 2, up: 1, name: 'Branch' },
    ];
    expect(treeOf(depts, { id: 'key', parentId: 'up' })).toEqual([{ ...depts[0], children: [depts[1]] }]);
  });

  it('are returned from the tree, however deep it is, each once and after its parent', () => {
    const chain = Array.from({ length: 20_000 }, (_, at) => row(`${at}`, `${at - 1}`)).reverse();
    expect(flatten(treeOf(chain)).map(({ id }) => id)).toEqual(chain.map(({ id }) => id).reverse());
    expect(treeIndex(treeOf(chain)).depth.at(-1)).toBe(20_000);
    expect(pathTo(treeIndex(treeOf(chain)), '19999')).toHaveLength(19_999);
  });

  it('with the same id count once', () => {
    expect(flatten(treeOf([row('a', '0', 'first'), row('a', '0', 'second')])).map(({ title }) => title)).toEqual([
      'first',
    ]);
    const twice = treeIndex([row('a', '0'), row('a', '0'), row('b', '0')]);
    expect(twice.nodes.map(({ id }) => id)).toEqual(['a', 'b']);
    expect([[...twice.setSize], [...twice.posInSet]]).toEqual([
      [2, 2],
      [1, 2],
    ]);
  });
});

describe('the rows that can be seen', () => {
  it('are the roots and what is open below them', () => {
    expect(ids(shown([]))).toEqual(['lease', 'desk']);
    expect(ids(shown(['lease']))).toEqual(['lease', 'order', 'plan', 'desk']);
    // below a closed node nothing is visible, open or not
    expect(ids(shown(['order']))).toEqual(['lease', 'desk']);
    expect(ids(shown(branchesOf(index)))).toEqual(menus.map(({ id }) => id));
  });

  it('say where they stand', () => {
    const [, order, , , plan] = shown(branchesOf(index));
    expect(order).toMatchObject({ depth: 2, setSize: 2, posInSet: 1, isOpen: true, hasChildren: true });
    expect(plan).toMatchObject({ depth: 2, setSize: 2, posInSet: 2, isOpen: false, hasChildren: false });
  });

  it('can be opened where nodes are still to come', () => {
    const lazy = treeIndex([{ ...row('province', '0'), hasChildren: true }]);
    expect(visibleRows(lazy, { open: nothing })[0]).toMatchObject({ hasChildren: true, isOpen: false });
    expect(visibleRows(lazy, { open: new Set(['province']) })).toMatchObject([{ isOpen: true }]);
  });

  it.each([
    ['查看', ['lease', 'order', 'view']],
    [' 管理 ', ['lease', 'order', 'desk', 'role']],
    ['ORDER_', ['lease', 'order', 'view', 'add']],
    ['role', ['desk', 'role']],
    ['订单管理', ['lease', 'order']],
    ['理order', []],
    ['nothing like that', []],
  ])('are, while %p is sought, what has it in its title or note and all that leads there', (seek, found) => {
    expect(ids(shown([], seek))).toEqual(found);
  });

  it('are all open and counted anew while something is sought', () => {
    expect(shown([], '查看')).toMatchObject([
      { isOpen: true, hasChildren: true, setSize: 1, posInSet: 1, isFound: false },
      { isOpen: true, hasChildren: true, setSize: 1, posInSet: 1, isFound: false },
      { isOpen: false, hasChildren: false, setSize: 1, posInSet: 1, isFound: true },
    ]);
    expect(shown(['lease'], '订单管理')[1]).toMatchObject({ isOpen: false, hasChildren: false, isFound: true });
  });
});

describe('ticks', () => {
  const stateOf = (checked: Iterable<string>) =>
    Object.fromEntries(
      checkState(index, new Set(checked)).map(({ state, ticked, all }, place) => [
        index.nodes[place]!.id,
        all === 0 ? state : `${state} ${ticked}/${all}`,
      ]),
    );

  it('make a node on when all below it are, mixed when some are', () => {
    expect(stateOf(['view'])).toEqual({
      lease: 'mixed 1/4',
      order: 'mixed 1/2',
      view: 'on',
      add: 'off',
      plan: 'off',
      desk: 'off 0/1',
      role: 'off',
    });
    expect(stateOf(['view', 'add'])).toMatchObject({ lease: 'mixed 3/4', order: 'on 2/2' });
    expect(stateOf(['view', 'add', 'plan'])).toMatchObject({ lease: 'on 4/4' });
  });

  it('of a node alone say nothing about those below it, and are not hidden either', () => {
    expect(stateOf(['order'])).toMatchObject({ lease: 'mixed 0/4', order: 'mixed 0/2', view: 'off' });
  });

  const ticksAfter = (checked: Iterable<string>, id: string, isFixed?: (id: string) => boolean) =>
    [...toggled(index, new Set(checked), id, isFixed)].sort();

  it('go down to all below, and up to those whose last one it was', () => {
    expect(ticksAfter([], 'order')).toEqual(['add', 'order', 'view']);
    expect(ticksAfter(['add', 'order', 'view'], 'plan')).toEqual(['add', 'lease', 'order', 'plan', 'view']);
    expect(ticksAfter([], 'lease')).toEqual(['add', 'lease', 'order', 'plan', 'view']);
    expect(ticksAfter(['view'], 'lease')).toEqual(['add', 'lease', 'order', 'plan', 'view']);
  });

  it('are taken off all below, and off those above', () => {
    const all = ['add', 'lease', 'order', 'plan', 'view'];
    expect(ticksAfter(all, 'lease')).toEqual([]);
    expect(ticksAfter(all, 'view')).toEqual(['add', 'plan']);
    expect(ticksAfter(all, 'order')).toEqual(['plan']);
  });

  it('do not change other branches, nor ids that the tree does not contain', () => {
    expect(ticksAfter(['desk', 'stranger'], 'view')).toEqual(['desk', 'stranger', 'view']);
    const before = new Set(['view']);
    expect(toggled(index, before, 'stranger')).toBe(before);
    toggled(index, before, 'lease');
    expect([...before]).toEqual(['view']);
  });

  it('pass by what cannot be ticked, and come off again', () => {
    const isFixed = (id: string) => id === 'add';
    const ticked = ticksAfter([], 'lease', isFixed);
    expect(ticked).toEqual(['plan', 'view']);
    expect(ticksAfter(ticked, 'lease', isFixed)).toEqual([]);
    expect(ticksAfter(['add', 'view', 'order'], 'order', isFixed)).toEqual(['add']);
  });

  it('of a strict tree concern one node', () => {
    expect([...toggledAlone(new Set(['view']), 'lease')]).toEqual(['view', 'lease']);
    expect([...toggledAlone(new Set(['view', 'lease']), 'view')]).toEqual(['lease']);
  });

  it('are reported as changes where nothing follows from others', () => {
    const baseline = new Set(['view', 'role', 'desk']);
    const changes = changesOf(index, new Set(['view', 'add', 'order', 'plan', 'lease']), baseline);
    expect([...changes]).toEqual([
      ['add', 'added'],
      ['plan', 'added'],
      ['role', 'removed'],
    ]);
  });
});

describe('any tree', () => {
  /** Each node's parent is one of those before it, or none. */
  const anyTree = fc
    .array(fc.nat(), { minLength: 1, maxLength: 40 })
    .map((choices) =>
      treeIndex(
        treeOf(choices.map((choice, at) => row(`${at}`, choice % (at + 1) === at ? '' : `${choice % (at + 1)}`))),
      ),
    );
  const pick = fc.array(fc.nat(), { maxLength: 12 });

  /** The rules as they are said, without regard to cost. */
  const isOnByRule = (node: TreeNode, checked: ReadonlySet<string>): boolean =>
    node.children?.length ? node.children.every((child) => isOnByRule(child, checked)) : checked.has(node.id);

  it('holds exactly the nodes that are on, whatever was clicked', () => {
    fc.assert(
      fc.property(anyTree, pick, (tree, clicks) => {
        let checked: ReadonlySet<string> = new Set();
        for (const click of clicks) {
          const node = tree.nodes[click % tree.nodes.length]!;
          const wasOn = isOnByRule(node, checked);
          checked = toggled(tree, checked, node.id);
          expect(flatten([node]).every(({ id }) => checked.has(id) !== wasOn)).toBe(true);
        }
        const on = tree.nodes.filter((node) => isOnByRule(node, checked)).map(({ id }) => id);
        expect([...checked].sort()).toEqual([...on].sort());
        checkState(tree, checked).forEach(({ state, ticked, all }, place) => {
          const below = flatten(tree.nodes[place]!.children ?? []);
          expect([ticked, all]).toEqual([below.filter(({ id }) => checked.has(id)).length, below.length]);
          expect(state === 'on').toBe(checked.has(tree.nodes[place]!.id));
          expect(state === 'off').toBe(!checked.has(tree.nodes[place]!.id) && ticked === 0);
        });
      }),
    );
  });

  it('shows matches as a tree: every node below its parent, and all counted', () => {
    fc.assert(
      fc.property(anyTree, fc.constantFrom('1', '2', '3', '11'), (tree, seek) => {
        const rows = visibleRows(tree, { open: nothing, seek });
        const seen = new Set(rows.map(({ node }) => node.id));
        for (const { id } of tree.nodes) if (id.includes(seek)) expect(seen.has(id)).toBe(true);
        for (const { node, setSize, posInSet } of rows) {
          for (const above of pathTo(tree, node.id)) expect(seen.has(above)).toBe(true);
          expect(flatten([node]).some(({ id }) => id.includes(seek))).toBe(true);
          const place = tree.placeOf.get(node.id)!;
          const set = rows.filter((other) => tree.above[other.place] === tree.above[place]);
          expect([setSize, set[posInSet - 1]!.node.id]).toEqual([set.length, node.id]);
        }
      }),
    );
  });
});
