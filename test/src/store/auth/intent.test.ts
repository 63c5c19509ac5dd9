/** An address that cannot be entered at once: signed out, expired, another person's, not granted. */
import { feature as product } from '../../../../src/features/lease/product';
import { intent } from '../../../../src/store/auth/intent';
import { signIn } from '../../../../src/store/auth/signIn';
import { denied } from '../../../../src/store/navigation/denied';
import { keepAlive } from '../../../../src/store/navigation/keepAlive';
import { type MenuItem, menu } from '../../../../src/store/navigation/menu';
import { route, tabs } from '../../../../src/store/navigation/route';
import { session, tokens } from '../../../../src/store/session';
import { allMenus, li, quiet, type Started, start } from '../../../support/fakeWorld';
import { fill, granted, tokenUrl } from '../../../support/signIn';
import { storage } from '../../../support/storage';

jest.setTimeout(30_000); // the first start of a file compiles the console

function path(app: Started) {
  return app.see(route.selectors.path);
}
async function enter(app: Started, more: Record<string, unknown> = {}) {
  fill(app);
  app.do(signIn.actions.submit());
  await quiet();
  await app.last(tokenUrl).answerRaw(200, granted(more));
  await app.answerRights();
}
async function goTo(app: Started, address: string) {
  app.do(route.actions.go(address));
  await quiet();
}

describe('an address that needs a sign-in', () => {
  it('is where the person arrives after it', async () => {
    const app = await start({ signedIn: false, at: '/lease/order?businessStatus=3' });
    expect(path(app)).toBe('/login');
    await enter(app);
    expect(app.navigated.at(-1)).toBe('push /lease/order?businessStatus=3');
    expect(app.see(intent.selectors.all)).toEqual({ deep: '', address: '', userId: '' }); // used once
  });

  it.each(['//evil.example/x', '/\\evil.example', 'https://evil.example/', '/\t/evil.example', 'javascript:alert(1)'])(
    'is never one of another host: %s',
    async (address) => {
      const app = await start({ signedIn: false, at: address });
      expect(app.see(intent.selectors.all).deep).toBe('');
      await enter(app);
      expect(path(app)).toBe('/wel/index');
    },
  );

  it('is not believed from storage when it leads out of the product', async () => {
    const places = storage();
    const first = await start({ signedIn: false, at: '/lease/order', storage: places.storage });
    await first.persistor!.flush();
    const name = Object.keys(places.window).find((one) => one.endsWith('intent'))!;
    places.window[name] = places.window[name]!.replace('/lease/order', '//evil.example');
    const app = await start({ signedIn: false, at: '/login', storage: places.storage });
    await enter(app);
    expect(path(app)).toBe('/wel/index');
  });

  it('is not what the browser goes back to by itself', async () => {
    const app = await start({ signedIn: false, at: '/login' });
    app.do(route.actions.moved('/lease/order'));
    await quiet();
    await enter(app);
    expect(path(app)).toBe('/wel/index');
  });

  it('is restored for the same person when their session ended, and for no other', async () => {
    for (const [userId, end] of [
      [li.userId, '/lease/order'],
      ['9', '/wel/index'],
    ] as const) {
      const app = await start({ at: '/lease/order' });
      app.do(session.actions.expired());
      await quiet();
      expect(path(app)).toBe('/login');
      await enter(app, { user_id: userId });
      expect(path(app)).toBe(end);
      expect(app.see(intent.selectors.all).address).toBe('');
    }
  });

  it('is forgotten by who leaves of their own accord', async () => {
    const app = await start({ at: '/lease/order' });
    app.do(session.actions.signedOut());
    await goTo(app, '/login');
    await enter(app);
    expect(path(app)).toBe('/wel/index');
  });
});

it('without a token everything of the person who was there is cleared, and no other window is notified', async () => {
  const places = storage();
  const before = await start({ at: '/lease/product', storage: places.storage });
  await before.persistor!.flush();
  const { local, window } = places; // the cookies were deleted with the browser
  const app = await start({ signedIn: false, at: '/404', storage: storage({ local, window }).storage });
  expect(app.see(session.selectors.user)).toBeNull();
  expect(app.see(menu.selectors.leaves)).toEqual([]);
  expect(app.store.getState().permission.codes).toEqual({});
  expect(app.see(tabs.selectors.list).map((tab) => tab.path)).toEqual(['/wel/index']);
  expect(app.told).toEqual([]);
  await app.persistor!.flush();
  expect(places.all()).not.toContain('李静');
});

describe('an address that is not the person’s', () => {
  const few = allMenus.map((one) => ({ ...one, children: one.children?.filter(({ code }) => code !== 'user') }));

  it('is refused with its page and who can help, when others have it', async () => {
    const app = await start({ at: '/system/user', menus: few });
    expect(app.last('/menu/whose').call.query).toEqual({ path: '/system/user' });
    expect(app.navigated).toEqual([]); // it is not said to be missing before that is known
    await app.last('/menu/whose').answer({ code: 'user', name: '用户管理', nameEn: 'Users', helpers: ['管理员'] });
    expect(app.navigated).toEqual(['replace /403?code=user']);
    expect(app.see(denied.selectors.helped)).toEqual({
      code: 'user',
      label: { zh: '用户管理', en: 'Users' },
      helpers: ['管理员'],
    });
  });

  it('does not exist where no menu has it, and where the server cannot say', async () => {
    for (const reply of ['answer', 'refuse', 'cutOff'] as const) {
      const app = await start({ at: '/nowhere' });
      const asked = app.last('/menu/whose');
      if (reply === 'answer') await asked.answer({});
      else if (reply === 'refuse') await asked.refuse(404, '');
      else await asked.cutOff();
      expect([path(app), app.toasts()]).toEqual(['/404', []]);
    }
  });

  it('does not call back who has gone on', async () => {
    const app = await start({ at: '/nowhere' });
    await goTo(app, '/lease/product');
    expect(app.last('/menu/whose').isAborted).toBe(true);
    expect(path(app)).toBe('/lease/product');
  });

  it('gets no tab when it is below a menu and is none of its pages', async () => {
    const app = await start();
    for (const rest of ['a', 'b', 'c/d']) {
      await goTo(app, `/lease/product/${rest}`);
      await quiet();
      expect(path(app)).toBe('/404');
    }
    expect(app.see(tabs.selectors.list).map((tab) => tab.path)).toEqual(['/wel/index']);
  });
});

describe('forms of processes', () => {
  const flows = [
    { dictKey: '1', dictValue: '请假流程', remark: 'leave' },
    { dictKey: '2', dictValue: '报销流程', remark: 'expense' },
    { dictKey: '3', dictValue: '外部', remark: 'https://evil.example/' },
    { dictKey: '4', dictValue: '订单', remark: '/lease/order' },
  ];

  it('have addresses that the dictionary names, judged as those of menus', async () => {
    const app = await start({ at: '/work/process/expense/form/7', flows });
    expect(app.see(route.selectors.place)).toMatchObject({
      feature: 'process',
      rest: 'form/7',
      label: { zh: '报销流程' },
    });
    expect(app.loaded).toContain('process');
    expect(app.see(menu.selectors.flows).map(({ code, path: at }) => [code, at])).toEqual([
      ['flow_1', '/work/process/leave'],
      ['flow_2', '/work/process/expense'],
      ['flow_4', '/lease/order'],
    ]);
    for (const address of ['/work/process/expense', '/work/process/expense/form', '/work/process/other/form/1']) {
      await goTo(app, address);
      await app.last('/menu/whose').answer({});
      expect(path(app)).toBe('/404');
    }
    await goTo(app, '/lease/order'); // a menu's own address stays its own
    expect(app.see(route.selectors.place)?.feature).toBe('order');
  });

  it('are waited for by who asks for one, and by nothing else', async () => {
    const app = await start({ at: '/work/process/expense/form/7', isHeldUp: true });
    await app.last('/oauth/user-info').answer({ rights: { menus: allMenus, buttons: [], tops: [] } });
    expect(path(app)).toBe('');
    await app.asked.findLast(({ call }) => call.query?.code === 'flow')!.answer(flows);
    expect(path(app)).toBe('/work/process/expense/form/7');
    expect(app.calls('/menu/whose')).toHaveLength(0);
  });

  it('of a leave request lead to their page, with their ids', async () => {
    const app = await start({ at: '/work/process/leave/handle/1/2/3' });
    expect(app.see(route.selectors.place)).toMatchObject({ feature: 'process', rest: 'handle/1/2/3' });
    expect(app.see(tabs.selectors.list).map((tab) => tab.path)).toContain('/work/process/leave/handle/1/2/3');
  });
});

describe('a menu that keeps nothing', () => {
  const fleeting = (keepAlive: 0 | 1 | false): MenuItem[] =>
    allMenus.map((one) => ({
      ...one,
      children: one.children?.map((item) => (item.code === 'product' ? { ...item, meta: { keepAlive } } : item)),
    }));
  const left = async (isKept: 0 | 1 | false, isDirty = false) => {
    const app = await start({ at: '/lease/product', menus: fleeting(isKept) });
    await app.last('/product/page').answer({ records: [{ id: '1', productName: 'A' }], total: 1 });
    app.do((product.slices[0] as any).actions.seek({ productName: '月' }));
    if (isDirty) app.do(tabs.actions.marked({ path: '/lease/product', isDirty: true }));
    await goTo(app, '/lease/order');
    const isMounted = app.see(keepAlive.selectors.pages).some(({ place }) => place.path === '/lease/product');
    const isOpen = app.see(tabs.selectors.list).some((tab) => tab.path === '/lease/product');
    return { isMounted, isOpen, seek: app.slice('product').seek };
  };

  it.each([0, false] as const)('gives up its page when it is left: %s; the tab stays', async (keepAlive) => {
    expect(await left(keepAlive)).toEqual({ isMounted: false, isOpen: true, seek: {} });
  });
  it('is one that says so: else the page stays as it is', async () => {
    expect(await left(1)).toEqual({ isMounted: true, isOpen: true, seek: { productName: '月' } });
  });
  it('never costs input that is not saved', async () => {
    expect(await left(0, true)).toEqual({ isMounted: true, isOpen: true, seek: { productName: '月' } });
  });
});

describe('the chosen entry of the first level', () => {
  const ids = (...codes: string[]) =>
    allMenus
      .flatMap(({ children = [] }) => children ?? [])
      .filter(({ code }) => codes.includes(code))
      .map(({ id }) => id);
  const tops = [
    { id: '71', name: '财务', path: '', source: '', menuIds: ids('paymentPlan') },
    { id: '72', name: '系统', path: '', source: '', menuIds: ids('user', 'role') },
  ];
  const treeOf = (...codes: string[]) =>
    allMenus
      .map((one) => ({ ...one, children: (one.children ?? []).filter(({ code }) => codes.includes(code)) }))
      .filter(({ children }) => children.length > 0);
  const shown = (app: Started) =>
    app.see(menu.selectors.tree).flatMap(({ children }) => (children ?? []).map(({ code }) => code));

  it('shows its first page, when it names none', async () => {
    const app = await start({ at: '/lease/order', tops });
    app.do(menu.actions.pickTop('71'));
    await app.last('/menu/routes').answer(treeOf('paymentPlan'));
    expect(app.see(route.selectors.place)?.feature).toBe('paymentPlan');
    expect(app.see(route.selectors.menuPath)).toBe(app.see(menu.selectors.pathOf, 'paymentPlan'));
  });

  it('survives a reload with its menus, and all others stay open', async () => {
    const places = storage();
    const before = await start({ tops, storage: places.storage });
    before.do(menu.actions.pickTop('71'));
    await before.last('/menu/routes').answer(treeOf('paymentPlan'));
    await before.persistor!.flush();
    const app = await start({ signedIn: false, at: '/wel/index', tops, storage: places.storage, isHeldUp: true });
    const inOne = app.last('/oauth/user-info');
    expect(inOne.call.query).toEqual({ with: 'rights', topMenuId: '71' });
    const rights = { menus: allMenus, tree: treeOf('paymentPlan'), buttons: [], tops, flows: [] };
    await inOne.answer({ rights });
    expect(app.see(menu.selectors.top)).toBe('71');
    expect(shown(app)).toEqual(['paymentPlan']);
    expect(app.see(menu.selectors.pathOf, 'order')).toBe('/lease/order');
  });

  it('gives way to the one that the page on screen belongs to', async () => {
    const app = await start({ tops });
    app.do(menu.actions.pickTop('71'));
    await app.last('/menu/routes').answer(treeOf('paymentPlan'));
    await goTo(app, '/system/user');
    expect(app.see(menu.selectors.top)).toBe('72');
    expect(app.last('/menu/routes').call.query).toEqual({ topMenuId: '72' });
    await app.last('/menu/routes').answer(treeOf('user', 'role'));
    expect([path(app), shown(app)]).toEqual(['/system/user', ['role', 'user']]);
    await goTo(app, '/info/index'); // belongs to every top menu
    expect(app.see(menu.selectors.top)).toBe('72');
    await goTo(app, '/lease/order'); // belongs to none: home has it
    expect(app.see(menu.selectors.top)).toBe('');
  });

  it('goes home when the entry is no more', async () => {
    const app = await start({ tops });
    app.do(menu.actions.pickTop('71'));
    await app.last('/menu/routes').answer(treeOf('paymentPlan'));
    app.do(menu.actions.topsReceived([]));
    expect(app.see(menu.selectors.top)).toBe('');
  });
});

it('an empty token slice alone does not sign out while signing in', async () => {
  const app = await start({ signedIn: false, at: '/login' });
  fill(app);
  app.do(signIn.actions.submit());
  await goTo(app, '/login');
  expect(app.see(signIn.selectors.draft).username).not.toBe('');
  expect(app.see(tokens.selectors.hasToken)).toBe(false);
});
