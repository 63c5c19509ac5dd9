import { exclusions, exclusionsIn } from '../../../../../contract/domain/dutyConflicts';
import { builtInCodes } from '../../../../../contract/wire/menus';
import {
  codesTicked,
  differencesOf,
  type Grant,
  grantSlice,
  type Holder,
  sentOf,
} from '../../../../../src/features/system/role/grantSlice';
import { tenantChoice } from '../../../../../src/store/crud/tenantChoice';
import { feedback } from '../../../../../src/store/feedback';
import { session } from '../../../../../src/store/session';
import { quiet, type Started, start } from '../../../../support/fakeWorld';

/** The features' own slices are accessed by name; commands and selectors are the same. */
const { actions: at } = grantSlice('roleGrant');
const { actions: top } = grantSlice('topmenuGrant');

function node(id: string, title: string, more: object = {}) {
  return {
    id,
    parentId: '0',
    title,
    key: id,
    value: id,
    ...more,
  };
}
/** 租赁业务 with the page of orders (three buttons) and the workbench, which has none; 平台 with one page. */
const tree = {
  menu: [
    node('1', '租赁业务', {
      children: [
        node('11', '订单管理', {
          children: [
            node('111', '查看', { note: 'order_view' }),
            node('112', '确认凭证', { note: 'order_voucher' }),
            node('113', '取消订单', { note: 'order_cancel' }),
          ],
        }),
        node('12', '收付工作台'),
        node('13', '付款计划', { children: [node('131', '批量确认付款', { note: 'paymentPlan_pay' })] }),
      ],
    }),
    node('2', '平台', { children: [node('21', '参数管理')] }),
  ],
  dataScope: [
    node('1', '租赁业务', {
      children: [node('11', '订单管理', { children: [node('501', '本部门', { note: 'order' })] })],
    }),
  ],
  apiScope: [node('1', '租赁业务', { children: [node('601', '订单列表', { note: 'GET /blade-order/order/page' })] })],
};
function keys(menu: unknown[], dataScope: unknown[] = [], apiScope: unknown[] = []) {
  return { menu, dataScope, apiScope };
}
const clerk: Holder = { id: '901', name: '业务员', userCount: 14 };
const cashier: Holder = { id: '902', name: '出纳', userCount: 2 };

function grantOf(app: Started): Grant | null {
  return app.slice('roleGrant').grant;
}
function pane(app: Started, name: 'menu' | 'dataScope' | 'apiScope' = 'menu') {
  return grantOf(app)!.panes![name];
}
function ticked(app: Started) {
  return [...pane(app).ticked].sort();
}
function marks(app: Started) {
  return Object.fromEntries(differencesOf(grantOf(app)!, '进入页面').map(({ title, mark }) => [title, mark]));
}
async function page() {
  const app = await start({ at: '/authority/role' });
  await quiet();
  return app;
}
async function opened(held: unknown = keys(['11', '111', '12']), holders = [clerk]) {
  const app = await page();
  app.do(at.open(holders));
  await quiet();
  await app.last('/menu/grant-tree').answer(tree);
  for (const asked of app.calls('/menu/role-tree-keys')) if (!asked.isSettled) await asked.answer(held);
  return app;
}
function tick(app: Started, id: string, name: 'menu' | 'dataScope' | 'apiScope' = 'menu') {
  return app.do(at.tick({ pane: name, id }));
}
async function save(app: Started) {
  app.do(at.save());
  await quiet();
  return app.last('/role/grant').call.body as Record<string, string[]>;
}

describe('what is ticked', () => {
  it('is at first what the role holds, however the ids are written', async () => {
    const app = await opened(keys([11, '111', '12']));
    expect(ticked(app)).toEqual(['11', '111', '12']);
    expect(marks(app)).toEqual({});
  });

  it('is of several roles what all of them hold', async () => {
    const app = await page();
    app.do(at.open([clerk, cashier]));
    await quiet();
    await app.last('/menu/grant-tree').answer(tree);
    const [one, other] = app.calls('/menu/role-tree-keys');
    expect([one, other].map((asked) => asked?.call.query)).toEqual([{ roleIds: '901' }, { roleIds: '902' }]);
    await one!.answer(keys(['111', '12', '77']));
    await other!.answer(keys(['111', '112', '88']));
    expect(ticked(app)).toEqual(['11', '111']);
    expect(await save(app)).toMatchObject({ roleIds: ['901', '902'], menuIds: ['11', '111'] });
  });

  it('opens the page of each of its buttons, and closes the buttons of a page that is not opened', async () => {
    const app = await opened(keys([]));
    tick(app, '112');
    expect(ticked(app)).toEqual(['11', '112']);
    tick(app, '111');
    tick(app, '11');
    expect(ticked(app)).toEqual([]);
    tick(app, '11');
    expect(ticked(app)).toEqual(['11']); // looked at, and nothing else
  });

  it('takes a button that is held for the page it brings', async () => {
    const app = await opened(keys(['112']));
    expect(ticked(app)).toEqual(['11', '112']);
    expect(marks(app)).toEqual({});
  });

  it('marks what comes and what goes, with the way there', async () => {
    const app = await opened();
    tick(app, '112');
    tick(app, '12');
    tick(app, '501', 'dataScope');
    expect(marks(app)).toEqual({ 确认凭证: 'added', 收付工作台: 'removed', 本部门: 'added' });
    const [voucher] = differencesOf(grantOf(app)!, '进入页面');
    expect(voucher).toMatchObject({ path: ['租赁业务', '订单管理'], note: 'order_voucher' });
    tick(app, '112');
    tick(app, '12');
    tick(app, '501', 'dataScope');
    expect(marks(app)).toEqual({});
  });

  it('stays while it is on its way to the server', async () => {
    const app = await opened();
    tick(app, '112');
    await save(app);
    tick(app, '113');
    expect(ticked(app)).toEqual(['11', '111', '112', '12']);
  });
});

describe('what is sent', () => {
  it('is what was ticked: no branch, half ticked or whole', async () => {
    const app = await opened(keys([]));
    tick(app, '1'); // all of it
    tick(app, '113');
    tick(app, '1', 'apiScope');
    expect(await save(app)).toEqual({
      roleIds: ['901'],
      menuIds: expect.arrayContaining(['11', '111', '112', '12', '13', '131']),
      dataScopeIds: [],
      apiScopeIds: ['601'],
    });
    expect(app.last('/role/grant').call.body).toHaveProperty('menuIds.length', 6);
  });

  it('takes along unchanged what the role holds and the tree does not show', async () => {
    const app = await opened(keys(['111', '777'], ['778'], ['779']));
    expect(differencesOf(grantOf(app)!)).toEqual([]);
    tick(app, '111');
    const sent = await save(app);
    expect(sent).toMatchObject({ menuIds: ['11', '777'], dataScopeIds: ['778'], apiScopeIds: ['779'] });
  });

  it('keeps a branch that was held for as long as something below it is', async () => {
    const app = await opened(keys(['2', '21']));
    expect(sentOf('menu', pane(app))).toEqual(['21', '2']);
    tick(app, '21');
    expect(sentOf('menu', pane(app))).toEqual([]);
  });

  it('is sent once, reported, and the roles are listed again', async () => {
    const app = await opened();
    tick(app, '112');
    const lists = app.calls('/role/list').length;
    app.do(at.save());
    app.do(at.save());
    await quiet();
    expect(app.calls('/role/grant')).toHaveLength(1);
    await app.last('/role/grant').answer(true);
    expect(grantOf(app)).toBeNull();
    expect(app.toasts()).toEqual(['success: grant.saved']);
    expect(app.calls('/role/list')).toHaveLength(lists + 1);
  });

  it('is not lost when the server refuses or does not answer', async () => {
    const app = await opened();
    tick(app, '112');
    await save(app);
    await app.last('/role/grant').refuse(403, '不能修改自己的角色');
    expect(app.toasts()).toEqual(['error: 不能修改自己的角色']);
    await save(app);
    await app.last('/role/grant').cutOff();
    expect(app.unanswered()).toHaveLength(1);
    expect(ticked(app)).toContain('112');
    expect(grantOf(app)!.busy).toEqual({});
  });
});

describe('the dialog', () => {
  it('asks before ticks are lost, and only then', async () => {
    const app = await opened();
    app.do(at.close());
    await quiet();
    expect(grantOf(app)).toBeNull();
    const other = await opened();
    tick(other, '112');
    other.do(at.close());
    await quiet();
    expect(other.see(feedback.selectors.question)).toMatchObject({ say: 'ask.unsaved' });
    other.do(feedback.actions.answered({ isSure: false, reason: '' }));
    await quiet();
    expect(ticked(other)).toContain('112');
    other.do(at.close());
    await quiet();
    other.do(feedback.actions.answered({ isSure: true, reason: '' }));
    await quiet();
    expect(grantOf(other)).toBeNull();
  });

  it('shows nothing of a role that was closed before its rights came', async () => {
    const app = await page();
    app.do(at.open([clerk]));
    await quiet();
    const [tree1, keys1] = [app.last('/menu/grant-tree'), app.last('/menu/role-tree-keys')];
    app.do(at.shut());
    app.do(at.open([cashier]));
    await quiet();
    expect([tree1.isAborted, keys1.isAborted]).toEqual([true, true]);
    expect(grantOf(app)).toMatchObject({ holders: [cashier], panes: null });
  });

  it('says that the rights could not be had, and asks again', async () => {
    const app = await page();
    app.do(at.open([clerk]));
    await quiet();
    await app.last('/menu/grant-tree').cutOff();
    expect(grantOf(app)).toMatchObject({ lost: '', panes: null });
    app.do(at.tryAgain());
    await quiet();
    await app.last('/menu/grant-tree').answer(tree);
    await app.last('/menu/role-tree-keys').answer(keys(['12']));
    expect(grantOf(app)).toMatchObject({ lost: null });
    expect(ticked(app)).toEqual(['12']);
  });

  it.each([
    null,
    {},
    [],
    'x',
    { menu: {}, dataScope: null },
    { menu: [null, 7, { id: 5, children: 'x' }, { id: null }] },
  ])('is not thrown by the odd answer %j', async (odd) => {
    const app = await page();
    app.do(at.open([clerk]));
    await quiet();
    await app.last('/menu/grant-tree').answer(odd);
    await app.last('/menu/role-tree-keys').answer(odd);
    expect(grantOf(app)!.panes).not.toBeNull();
    expect(app.toasts()).toEqual([]);
    expect((await save(app)).roleIds).toEqual(['901']);
  });

  it('leaves out what cannot be ticked for want of an id', async () => {
    const app = await page();
    app.do(at.open([clerk]));
    await quiet();
    await app.last('/menu/grant-tree').answer({ menu: [{ title: '无名' }, { id: 5, title: 7, children: {} }] });
    await app.last('/menu/role-tree-keys').answer(keys([5, null, '']));
    expect(pane(app).nodes).toEqual([{ id: '5', parentId: '', title: '7' }]);
    expect(ticked(app)).toEqual(['5']);
  });

  it('works in the tenant that was chosen, and is of no other', async () => {
    const app = await page();
    app.do(tenantChoice.actions.choose('100001'));
    await quiet();
    app.do(at.open([clerk]));
    await quiet();
    expect(app.last('/menu/grant-tree').call.query).toEqual({ tenantId: '100001' });
    expect(app.last('/menu/role-tree-keys').call.query).toEqual({ roleIds: '901', tenantId: '100001' });
    app.do(tenantChoice.actions.choose(''));
    await quiet();
    expect(grantOf(app)).toBeNull();
  });

  it('is gone with the session', async () => {
    const app = await opened();
    app.do(session.actions.signedOut());
    expect(grantOf(app)).toBeNull();
  });

  it('tells when the rights of a single role were set last', async () => {
    const app = await opened();
    await app.last('/role/history').answer([
      { action: 'update', createTime: '2026-11-01 10:00:00', userName: '甲' },
      { action: 'grant', createTime: '2026-10-22 09:00:00', userName: '顾西洲' },
    ]);
    expect(grantOf(app)!.last).toEqual({ time: '2026-10-22 09:00:00', by: '顾西洲' });
  });
});

describe('copying from another role', () => {
  it('replaces what is ticked with what that role holds here', async () => {
    const app = await opened(keys(['111', '777']));
    app.do(at.chooseCopy(true));
    app.do(at.copy('902'));
    await quiet();
    expect(app.last('/menu/role-tree-keys').call.query).toEqual({ roleIds: '902' });
    await app.last('/menu/role-tree-keys').answer(keys(['131', '999'], ['501']));
    expect(ticked(app)).toEqual(['13', '131']);
    expect(pane(app, 'dataScope').ticked).toEqual(['501']);
    expect((await save(app)).menuIds).toEqual(['13', '131', '777']); // what is invisible here stays
  });

  it('leaves the ticks alone when there is nothing to copy, or no answer', async () => {
    const app = await opened();
    app.do(at.copy('902'));
    await quiet();
    await app.last('/menu/role-tree-keys').answer(keys([]));
    expect(app.toasts()).toEqual(['warning: grant.nothingToCopy']);
    app.do(at.copy('902'));
    await quiet();
    await app.last('/menu/role-tree-keys').cutOff();
    expect(ticked(app)).toEqual(['11', '111', '12']);
    expect(grantOf(app)!.busy).toEqual({});
  });
});

describe('seeing as the role', () => {
  it('is loaded with the ticks as they are now, without invisible ones', async () => {
    const app = await opened(keys(['111', '777', '2']));
    tick(app, '112');
    app.do(at.preview());
    await quiet();
    expect(app.last('/role/preview').call.body).toEqual({
      menuIds: expect.arrayContaining(['11', '111', '112']),
      dataScopeIds: [],
      apiScopeIds: [],
    });
    expect(app.last('/role/preview').call.body).toHaveProperty('menuIds.length', 3);
    await app.last('/role/preview').answer({
      routes: [
        {
          id: 1,
          code: 'lease',
          name: '租赁业务',
          path: '/lease',
          children: [{ id: '11', code: 'order', name: '订单', path: '/lease/order' }],
        },
        null,
      ],
      buttons: [{ code: 'order', children: [{ code: 'order_view' }, null, {}] }, 7],
    });
    await app.last('/data-scope/list').answer({ records: [] });
    expect(grantOf(app)!.preview).toMatchObject({
      codes: ['order_view'],
      routes: [{ children: [{ path: '/lease/order' }] }],
    });
    app.do(at.endPreview());
    expect(grantOf(app)!.preview).toBeNull();
    expect(ticked(app)).toContain('112');
  });
});

describe('rights that one hand should not hold', () => {
  it('are shown when both are ticked', async () => {
    const app = await opened(keys(['112']));
    expect(exclusionsIn(codesTicked(grantOf(app)!))).toEqual([]);
    tick(app, '131');
    expect(exclusionsIn(codesTicked(grantOf(app)!)).map(({ codes }) => codes)).toEqual([
      ['paymentPlan_pay', 'order_voucher'],
    ]);
  });
  it.each(exclusions.flatMap(({ codes }) => codes))('%s is a button of the product', (code) => {
    expect(builtInCodes.has(code)).toBe(true);
  });
});

describe('menus of the first level', () => {
  it('are set by the same dialog with one tree', async () => {
    const app = await start({ at: '/system/topmenu' });
    await quiet();
    app.do(top.open([{ id: '801', name: '业务', userCount: 0 }]));
    await quiet();
    await app.last('/menu/grant-top-tree').answer({ menu: tree.menu });
    await app.last('/menu/top-tree-keys').answer({ menu: ['12'] });
    expect(app.last('/menu/top-tree-keys').call.query).toEqual({ topMenuIds: '801' });
    app.do(top.tick({ pane: 'menu', id: '21' }));
    app.do(top.save());
    await quiet();
    expect(app.last('/topmenu/grant').call.body).toEqual({ topMenuIds: ['801'], menuIds: ['12', '21'] });
    const lists = app.calls('/topmenu/list').length;
    await app.last('/topmenu/grant').answer(true);
    expect(app.calls('/topmenu/list')).toHaveLength(lists + 1);
  });
});
