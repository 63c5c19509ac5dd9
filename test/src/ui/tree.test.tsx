import { renderToStaticMarkup } from 'react-dom/server';
import { type TreeNode, treeIndex, treeOf } from '../../../contract/schema/tree';
import { FormField } from '../../../src/ui/inputs/fields';
import { TreeInput, type TreeInputProps } from '../../../src/ui/inputs/TreeInput';
import { Tree, type TreeProps } from '../../../src/ui/tree/Tree';
import { TreePane, type TreePaneProps } from '../../../src/ui/tree/TreePane';

/** The opening tag that carries `attribute`, or the first tag of that name. */
function tag(markup: string, pattern: RegExp): string {
  const found = markup.match(/<[a-z][^>]*>/g)?.find((candidate) => pattern.test(candidate));
  if (!found) throw new Error(`no ${pattern} in ${markup}`);
  return found;
}
function nothing() {}
function node(id: string, parentId: string, title: string, note?: string): TreeNode {
  return {
    id,
    parentId,
    title,
    ...(note === undefined ? {} : { note }),
  };
}
const index = treeIndex(
  treeOf([
    node('lease', '', '租赁业务'),
    node('order', 'lease', '订单管理'),
    node('view', 'order', '查看', 'order_view'),
    node('add', 'order', '新增', 'order_add'),
    { ...node('desk', '', '平台'), hasChildren: true },
  ]),
);
const words = { empty: '没有找到', loading: '加载中', added: '新增', removed: '移除' };
const everything = new Set(['lease', 'order']);
function checksOf(...checked: string[]) {
  return { checked: new Set(checked), onCheck: nothing };
}

describe('a tree', () => {
  const draw = (more: Partial<TreeProps> = {}) =>
    renderToStaticMarkup(
      <Tree index={index} open={everything} onToggle={nothing} label="权限" words={words} {...more} />,
    );
  const row = (markup: string, id: string) => tag(markup, new RegExp(`data-row="${id}"`));
  const rowsOf = (markup: string) => [...markup.matchAll(/data-row="([^"]+)"/g)].map(([, id]) => id);

  it('says of each node where it stands and whether it is open', () => {
    const markup = draw();
    expect(rowsOf(markup)).toEqual(['lease', 'order', 'view', 'add', 'desk']);
    const add = row(markup, 'add');
    for (const part of ['role="treeitem"', 'aria-level="3"', 'aria-setsize="2"', 'aria-posinset="2"'])
      expect(add).toContain(part);
    expect(add).not.toContain('aria-expanded');
    expect(row(markup, 'order')).toContain('aria-expanded="true"');
    expect(row(markup, 'desk')).toContain('aria-expanded="false"');
    expect(tag(markup, /role="tree"/)).toContain('aria-label="权限"');
  });

  it('can be chosen from where there is a handler, and ticked where there are ticks', () => {
    expect(draw()).not.toMatch(/aria-selected|aria-checked|aria-multiselectable|class="checkbox"/);
    const chosen = draw({ onSelect: nothing, current: 'view' });
    expect(row(chosen, 'view')).toContain('aria-selected="true"');
    expect(row(chosen, 'add')).toContain('aria-selected="false"');
    const ticked = draw({ checks: checksOf('view') });
    expect(tag(ticked, /role="tree"/)).toContain('aria-multiselectable="true"');
    expect(row(ticked, 'view')).toContain('aria-checked="true"');
    expect(row(ticked, 'add')).toContain('aria-checked="false"');
    expect(row(ticked, 'lease')).toContain('aria-checked="mixed"');
    expect(row(ticked, 'lease')).not.toContain('aria-selected');
  });

  it('takes a tick of a strict tree for what it is', () => {
    const markup = draw({ checks: { ...checksOf('order'), strict: true } });
    expect(row(markup, 'order')).toContain('aria-checked="true"');
    expect(row(markup, 'lease')).toContain('aria-checked="false"');
    expect(row(markup, 'view')).toContain('aria-checked="false"');
  });

  it('counts at branches, notes at leaves, and tells changes in a word', () => {
    const marks = new Map([
      ['view', 'added'],
      ['add', 'removed'],
    ] as const);
    const plain = draw({ checks: { ...checksOf('view'), hasCounts: true } });
    expect(plain).toMatch(/data-row="order".*?1 \/ 2.*data-row="view".*order_view.*data-row="add"/);
    const marked = draw({ checks: { ...checksOf('view'), marks } });
    expect(row(marked, 'view')).toContain('data-mark="added"');
    expect(row(marked, 'add')).toContain('data-mark="removed"');
    expect(marked).toMatch(/data-row="add".*<\/svg>移除<\/span>/);
    expect(marked).not.toContain('order_view');
  });

  it('says why a node cannot be ticked', () => {
    const markup = draw({
      checks: checksOf(),
      disabledReason: (id) => (id === 'view' ? '需要更高权限' : undefined),
    });
    expect(row(markup, 'view')).toContain('aria-disabled="true"');
    expect(row(markup, 'view')).toContain('title="需要更高权限"');
    expect(row(markup, 'add')).not.toContain('aria-disabled');
  });

  it('points to one row: the chosen one, what stands above it while it is hidden, else the first', () => {
    const pointed = (more: Partial<TreeProps>) => {
      const markup = draw({ onSelect: nothing, ...more });
      const [, id] = /aria-activedescendant="([^"]+)"/.exec(markup)!;
      const active = tag(markup, new RegExp(` id="${id}"`));
      expect(active).toContain('data-active="true"');
      expect(markup.match(/data-active/g)).toHaveLength(1);
      return /data-row="([^"]+)"/.exec(active)![1];
    };
    expect(pointed({})).toBe('lease');
    expect(pointed({ current: 'add' })).toBe('add');
    expect(pointed({ current: 'add', open: new Set(['lease']) })).toBe('order');
    expect(pointed({ current: 'gone' })).toBe('lease');
    // the match, and not its parent
    expect(pointed({ seek: '新增' })).toBe('add');
  });

  it('turns a wheel in place of the arrow while children are on their way', () => {
    const waiting = draw({ open: new Set(['desk']), loading: new Set(['desk']) });
    expect(row(waiting, 'desk')).toContain('aria-busy="true"');
    expect(waiting.match(/role="progressbar"/g)).toHaveLength(1);
    expect(draw()).not.toContain('progressbar');
    const whole = draw({ index: treeIndex([]), loading: new Set(['']) });
    expect(tag(whole, /role="status"/)).toContain('aria-label="加载中"');
    expect(whole).not.toContain('没有找到');
  });

  it('says that there is nothing', () => {
    const markup = draw({ seek: 'nowhere' });
    expect(markup).toContain('没有找到');
    expect(tag(markup, /role="tree"/)).toContain('hidden=""');
  });
});

describe('a tree under its heading', () => {
  const draw = (more: Partial<TreePaneProps> = {}) =>
    renderToStaticMarkup(
      <TreePane
        index={index}
        open={everything}
        onToggle={nothing}
        seek=""
        onSeek={nothing}
        label="菜单与按钮"
        words={{
          ...words,
          seek: '筛选菜单',
          clear: '清除',
          count: (ticked, all) => `已选 ${ticked} / ${all}`,
          found: (count) => `找到 ${count} 项`,
        }}
        {...more}
      />,
    );

  it('counts what is on, also what became so through others', () => {
    expect(draw({ checks: checksOf('view', 'add') })).toContain('已选 4 / 5');
    expect(draw({ checks: checksOf('view', 'order') })).toContain('已选 1 / 5');
    expect(draw({ checks: { ...checksOf('order'), strict: true } })).toContain('已选 1 / 5');
    expect(draw()).not.toContain('已选');
  });

  it('names its search, and reads out what was found without what leads there', () => {
    expect(tag(draw(), /^<input/)).toContain('aria-label="筛选菜单"');
    expect(draw()).not.toContain('aria-label="清除"');
    const sought = draw({ seek: 'order_' });
    expect(sought).toContain('aria-label="清除"');
    expect(sought).toMatch(/role="status"[^>]*>找到 2 项/);
    expect(draw({ seek: 'nowhere' })).toMatch(/role="status"[^>]*>没有找到/);
  });
});

describe('a tree select', () => {
  const fieldWords = {
    empty: '没有找到',
    loading: '加载中',
    clear: '清除',
    remove: (title: string) => `移除 ${title}`,
    more: (count: number) => `另有 ${count} 项`,
    found: (count: number) => `找到 ${count} 项`,
  };
  const shared = { index, label: '部门', placeholder: '请选择', words: fieldWords };
  const draw = (props: Partial<TreeInputProps>) =>
    renderToStaticMarkup(<TreeInput {...({ ...shared, value: '', onChange: nothing, ...props } as TreeInputProps)} />);
  const several = (value: string[], more = {}) => draw({ multiple: true, value, ...more });
  const removals = (markup: string) => [...markup.matchAll(/aria-label="移除 ([^"]+)"/g)].map(([, title]) => title);

  it('shows what is chosen, and draws no tree before it is asked for', () => {
    const markup = draw({ value: 'view' });
    expect(tag(markup, /^<input/)).toContain('value="查看"');
    expect(tag(markup, /^<input/)).toContain('aria-expanded="false"');
    expect(tag(markup, /^<input/)).toContain('aria-haspopup="tree"');
    expect(markup).not.toContain('role="tree"');
    expect(tag(draw({}), /^<input/)).toContain('placeholder="请选择"');
    expect(draw({})).not.toContain('aria-label="清除"');
  });

  it('shows several as chips that can be taken away, and says them to readers', () => {
    const markup = several(['view', 'order']);
    expect(removals(markup)).toEqual(['查看', '订单管理']);
    const [, id] = /aria-describedby="([^"]+)"/.exec(markup)!;
    expect(markup).toMatch(new RegExp(`id="${id}" hidden="">查看, 订单管理<`));
    expect(tag(markup, /^<input/)).not.toContain('placeholder');
  });

  it('shows a branch that is chosen as a whole as one', () => {
    const value = ['view', 'add', 'order', 'lease'];
    expect(removals(several(value, { strict: false }))).toEqual(['租赁业务']);
    expect(removals(several(value))).toHaveLength(4);
    // a branch without ticked nodes, and an id of another tree
    expect(removals(several(['order', 'view', 'gone'], { strict: false }))).toEqual(['查看', 'gone']);
  });

  it('knows the names of what its tree does not hold, and counts what has no room', () => {
    expect(tag(draw({ value: 'gone', titles: { gone: '外部部门' } }), /^<input/)).toContain('value="外部部门"');
    const many = several(Array.from({ length: 15 }, (_, at) => `n${at}`));
    expect(removals(many)).toHaveLength(12);
    expect(many).toContain('另有 3 项');
  });

  it.each([['readOnly'], ['disabled']])('has nothing to press while it is %s', (off) => {
    expect(several(['view'], { [off]: true })).not.toContain('<button');
    const single = draw({ value: 'view', [off]: true });
    expect(single).not.toContain('<button');
    expect(tag(single, /^<input/)).toMatch(new RegExp(`\\s${off}=""`, 'i'));
    expect(tag(single, /^<input/)).toContain('value="查看"');
  });

  it('keeps what cannot be chosen from being taken away', () => {
    const disabledReason = (id: string) => (id === 'view' ? '已停用' : undefined);
    expect(removals(several(['view', 'add'], { disabledReason }))).toEqual(['新增']);
  });

  it('belongs to its field', () => {
    const markup = renderToStaticMarkup(
      <FormField label="部门" id="dept" required problem="请选择部门">
        <TreeInput {...shared} multiple value={[]} onChange={nothing} />
      </FormField>,
    );
    const input = tag(markup, /^<input/);
    for (const part of ['id="dept"', 'aria-invalid="true"', 'aria-required="true"']) expect(input).toContain(part);
    expect(input).toMatch(/aria-describedby="dept-note \S+"/);
  });
});
