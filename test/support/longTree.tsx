/**
 * Trees alone on a page: one of `?nodes=` nodes to be chosen from, to be ticked (`&ticks`) or with children that come
 * later (`&lazy`); `?grant` the three of a role's rights; `?fields` tree selects in a dialog. `&mode=dark`.
 */
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import '../../src/ui/theme/base.css';
import {
  branchesOf,
  changesOf,
  type TreeIndex,
  type TreeNode,
  toggled,
  toggledAlone,
  treeIndex,
  treeOf,
} from '../../contract/schema/tree';
import { Button } from '../../src/ui/inputs/buttons';
import { FormField, TextInput } from '../../src/ui/inputs/fields';
import { TreeInput } from '../../src/ui/inputs/TreeInput';
import { arrange } from '../../src/ui/layout/arrange';
import { text } from '../../src/ui/layout/text';
import { Dialog } from '../../src/ui/overlays/Dialog';
import { Themed } from '../../src/ui/theme/Themed';
import { themeOf } from '../../src/ui/theme/theme';
import { Tree } from '../../src/ui/tree/Tree';
import { TreePane, type TreePaneProps } from '../../src/ui/tree/TreePane';

declare global {
  interface Window {
    /** How often each row has been drawn: a row reads its title once when it is. */
    drawings: Map<string, number>;
  }
}

const asked = new URLSearchParams(location.search);
const mode = asked.get('mode') === 'dark' ? 'dark' : 'light';
window.drawings = new Map();

const words: TreePaneProps['words'] = {
  empty: 'Nothing like that',
  loading: 'Loading',
  added: '新增',
  removed: '移除',
  seek: '筛选菜单、按钮编码',
  clear: 'Clear',
  count: (ticked, all) => `已选 ${ticked} / ${all}`,
  found: (count) => `${count} found`,
};
const fieldWords = {
  empty: words.empty,
  loading: words.loading,
  clear: 'Clear',
  remove: (title: string) => `Remove ${title}`,
  more: (count: number) => `${count} more`,
  found: words.found,
};

/** Ten areas of 20 pages, each with 24 buttons or so: 1 + 10 + 200 + the rest. */
function manyNodes(count: number): TreeIndex {
  const rows: TreeNode[] = [];
  const add = (id: string, parentId: string, title: string, note?: string) => {
    const node = { id, parentId, ...(note === undefined ? {} : { note }) };
    Object.defineProperty(node, 'title', {
      enumerable: true,
      get: () => {
        window.drawings.set(id, (window.drawings.get(id) ?? 0) + 1);
        return title;
      },
    });
    rows.push(node as TreeNode);
  };
  add('all', '', 'Everything');
  for (let area = 0; area < 10; area++) add(`area-${area}`, 'all', `Area ${area}`);
  for (let page = 0; page < 200; page++) add(`page-${page}`, `area-${page % 10}`, `Page ${page}`);
  for (let at = 0; rows.length < count; at++) add(`button-${at}`, `page-${at % 200}`, `按钮 ${at}`, `code_${at}`);
  // Nested by hand: copies would have no getters.
  const children = new Map<string, TreeNode[]>();
  for (const row of rows) {
    const above = children.get(row.parentId);
    if (above) above.push(row);
    else children.set(row.parentId, [row]);
  }
  for (const row of rows) {
    const below = children.get(row.id);
    if (below) row.children = below;
  }
  const index = treeIndex(children.get('')!);
  window.drawings.clear();
  return index;
}

function useToggle(first: Iterable<string>) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(first));
  const onToggle = useCallback((id: string) => setOpen((now) => toggledAlone(now, id)), []);
  const onOpenAll = useCallback((ids: readonly string[]) => setOpen((now) => new Set([...now, ...ids])), []);
  return { open, setOpen, onToggle, onOpenAll };
}

function Long() {
  const index = useMemo(() => manyNodes(Number(asked.get('nodes'))), []);
  const { setOpen, ...opening } = useToggle(['all']);
  const [seek, setSeek] = useState('');
  const [current, setCurrent] = useState('');
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const reasonOf = (id: string) => (id === 'area-9' ? 'Not yours' : undefined);
  const shared = { index, label: 'Rights', words, seek, ...opening, disabledReason: reasonOf };
  return (
    <div style={{ display: 'flex', flexDirection: 'column', height: '100vh', width: 480 }}>
      <div>
        <button type="button" onClick={() => setOpen(new Set(branchesOf(index)))}>
          Open all
        </button>
        <output>{current}</output>
      </div>
      {asked.has('ticks') ? (
        <TreePane
          {...shared}
          onSeek={setSeek}
          checks={{
            checked,
            onCheck: (id) => setChecked((now) => toggled(index, now, id, (one) => reasonOf(one) !== undefined)),
            hasCounts: true,
          }}
        />
      ) : (
        <Tree {...shared} current={current} onSelect={setCurrent} />
      )}
    </div>
  );
}

/** Provinces whose cities come when the button is pressed. */
function Lazy() {
  const [cities, setCities] = useState<Record<string, number>>({});
  const [loading, setLoading] = useState<ReadonlySet<string>>(new Set());
  const opening = useToggle([]);
  const index = useMemo(
    () =>
      treeIndex(
        ['north', 'south'].map((id) => ({
          id,
          parentId: '',
          title: `Province ${id}`,
          hasChildren: true,
          ...(cities[id] === undefined
            ? {}
            : {
                children: Array.from({ length: cities[id] }, (_, at) => ({
                  id: `${id}-${at}`,
                  parentId: id,
                  title: `City ${at}`,
                })),
              }),
        })),
      ),
    [cities],
  );
  return (
    <div style={{ display: 'flex', flexDirection: 'column', height: '100vh', width: 320 }}>
      <button
        type="button"
        onClick={() => {
          setCities((now) => ({ ...now, ...Object.fromEntries([...loading].map((id) => [id, 3])) }));
          setLoading(new Set());
        }}
      >
        Answer
      </button>
      <Tree
        index={index}
        {...opening}
        onOpen={(id) => setLoading((now) => new Set([...now, id]))}
        loading={loading}
        onSelect={() => undefined}
        label="Regions"
        words={words}
      />
    </div>
  );
}

function node(id: string, parentId: string, title: string, note?: string): TreeNode {
  return {
    id,
    parentId,
    title,
    ...(note === undefined ? {} : { note }),
  };
}
function rightsOf(areas: Record<string, readonly (readonly [string, string?])[]>): TreeIndex {
  return treeIndex(
    treeOf(
      Object.entries(areas).flatMap(([area, items]) => [
        node(area, '', area),
        ...items.map(([title, note]) => node(`${area} ${title}`, area, title, note)),
      ]),
    ),
  );
}
const menus = treeIndex(
  treeOf([
    node('lease', '', '租赁业务'),
    node('customer', 'lease', '客户管理'),
    ...['查看', '新增', '编辑'].map((title) => node(`customer ${title}`, 'customer', title, 'customer')),
    node('order', 'lease', '订单管理'),
    node('view', 'order', '查看', 'order_view'),
    node('add', 'order', '新增', 'order_add'),
    node('voucher', 'order', '确认凭证', 'order_voucher'),
    node('status', 'order', '变更状态', 'order_status'),
    node('cancel', 'order', '取消订单', 'order_cancel'),
    node('contract', 'lease', '合同签约'),
    ...['查看', '发起', '作废'].map((title) => node(`contract ${title}`, 'contract', title)),
    node('plan', 'lease', '付款管理'),
    node('plan_view', 'plan', '付款计划', 'plan_view'),
    node('plan_batch', 'plan', '批量确认付款', 'plan_batch'),
    node('plan_undo', 'plan', '冲正（需复核）', 'plan_undo'),
    node('plan_mend', 'plan', '计划修复', 'plan_mend'),
    node('desk', '', '协同'),
    node('inbox', 'desk', '流程待办'),
    node('platform', '', '平台'),
    node('role', 'platform', '角色管理', 'role'),
  ]),
);
const scopes = rightsOf({
  订单列表: [['本部门及下级'], ['仅本人'], ['全部'], ['自定义：华东片区']],
  付款计划: [['本部门'], ['自定义：本行账户'], ['全部']],
  客户管理: [['本部门及下级'], ['全部']],
});
const calls = rightsOf({
  付款: ['page', 'detail', 'update', 'updateBat', 'remove'].map((name) => [`/paymentPlan/${name}`, 'POST'] as const),
  订单: ['page', 'detail', 'update-businessStatus', 'submit', 'remove'].map(
    (name) => [`/order/${name}`, name === 'page' ? 'GET' : 'POST'] as const,
  ),
});

function Pane({ index, label, before, now }: { index: TreeIndex; label: string; before: string[]; now: string[] }) {
  const { setOpen: _, ...opening } = useToggle(branchesOf(index).filter((id) => !['contract', 'desk'].includes(id)));
  const [seek, setSeek] = useState('');
  const baseline = useMemo(
    () => before.reduce<ReadonlySet<string>>((set, id) => toggled(index, set, id), new Set()),
    [index, before],
  );
  const [checked, setChecked] = useState(() =>
    now.reduce<ReadonlySet<string>>((set, id) => toggled(index, set, id), baseline),
  );
  return (
    <TreePane
      index={index}
      {...opening}
      seek={seek}
      onSeek={setSeek}
      label={label}
      words={words}
      checks={{
        checked,
        onCheck: (id) => setChecked((set) => toggled(index, set, id)),
        marks: changesOf(index, checked, baseline),
        hasCounts: true,
      }}
    />
  );
}

function Grant() {
  return (
    <Dialog
      title="权限设置"
      size={1200}
      onClose={() => undefined}
      closeLabel="关闭"
      summary="新增 5 项"
      footer={<Button tone="primary">保存权限</Button>}
    >
      <div style={{ display: 'grid', gridTemplateColumns: '1.15fr 1fr 1fr', gap: 12, height: 560 }}>
        <Pane
          index={menus}
          label="菜单与按钮"
          before={['customer 查看', 'view', 'voucher', 'contract 查看', 'plan_view', 'plan_mend']}
          now={['status', 'plan_batch', 'plan_undo', 'plan_mend']}
        />
        <Pane
          index={scopes}
          label="数据权限"
          before={['订单列表 本部门及下级', '付款计划 本部门', '付款计划 全部', '客户管理 本部门及下级']}
          now={['付款计划 自定义：本行账户', '付款计划 全部']}
        />
        <Pane
          index={calls}
          label="接口权限"
          before={['付款 /paymentPlan/page', '付款 /paymentPlan/remove', '订单']}
          now={['付款 /paymentPlan/updateBat', '付款 /paymentPlan/remove']}
        />
      </div>
    </Dialog>
  );
}

const departments = treeIndex(
  treeOf([
    node('group', '', '青屿融租集团', 'HQ'),
    node('east', 'group', '华东分公司', 'EAST'),
    node('hz', 'east', '杭州业务部', 'HZ'),
    node('sh', 'east', '上海业务部', 'SH'),
    node('south', 'group', '华南分公司', 'SOUTH'),
    ...Array.from({ length: 30 }, (_, at) => node(`team-${at}`, 'south', `业务组 ${at}`, `T${at}`)),
    node('closed', 'group', '已撤销部门'),
  ]),
);
function reasonOf(id: string) {
  return id === 'closed' ? '部门已撤销' : undefined;
}

function Fields() {
  const [one, setOne] = useState('hz');
  const [some, setSome] = useState<string[]>(['hz', 'east']);
  const [whole, setWhole] = useState<string[]>([]);
  const [isOpen, setOpen] = useState(true);
  const shared = { index: departments, placeholder: '请选择部门', label: '部门', words: fieldWords };
  const field = (label: string, child: ReactNode) => (
    <FormField label={label} layout="above">
      {child}
    </FormField>
  );
  if (!isOpen) return <p>Closed</p>;
  return (
    <Dialog
      title="用户"
      size={600}
      onClose={() => setOpen(false)}
      closeLabel="关闭"
      footer={<Button tone="primary">保存</Button>}
    >
      <div className={arrange.fields} style={{ height: asked.has('short') ? 420 : undefined }}>
        {field('姓名', <TextInput value="林予墨" onChange={() => undefined} />)}
        {field('所属部门', <TreeInput {...shared} value={one} onChange={setOne} disabledReason={reasonOf} />)}
        {field(
          '可见部门',
          <TreeInput {...shared} multiple value={some} onChange={setSome} disabledReason={reasonOf} />,
        )}
        {field('负责片区', <TreeInput {...shared} multiple strict={false} value={whole} onChange={setWhole} />)}
        {field(
          '只读',
          <TreeInput
            {...shared}
            multiple
            readOnly
            value={['sh', 'gone']}
            titles={{ gone: '外部部门' }}
            onChange={() => undefined}
          />,
        )}
        {field('停用', <TreeInput {...shared} disabled value="sh" onChange={() => undefined} />)}
      </div>
      <output>{JSON.stringify({ one, some, whole })}</output>
    </Dialog>
  );
}

const screen = asked.has('grant') ? (
  <Grant />
) : asked.has('fields') ? (
  <Fields />
) : asked.has('lazy') ? (
  <Lazy />
) : (
  <Long />
);
document.documentElement.dataset.mode = mode;
createRoot(document.getElementById('root')!).render(
  <Themed theme={themeOf('default', mode)}>
    <main>
      <h1 className={text.unseen}>Trees</h1>
      {screen}
    </main>
  </Themed>,
);
