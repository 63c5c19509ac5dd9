/** The tab strip: commands of a tab, pinned tabs, stored tabs, the keys. */
import { dict } from '../../../../src/store/crud/dict';
import { feedback } from '../../../../src/store/feedback';
import { pressed } from '../../../../src/store/navigation/keys';
import { areMenus, menu, permission } from '../../../../src/store/navigation/menu';
import { route, soundTabs, type Tab, tabs } from '../../../../src/store/navigation/route';
import { type BrowserStorage, openStorage } from '../../../../src/world/storage';
import { allMenus, quiet, type Started, start } from '../../../support/fakeWorld';
import { menusWithout } from '../../store/navigation/menus';

jest.setTimeout(30_000);

const { closeAll, closeOthers, closeTab, clearCache, marked, move, pin } = tabs.actions;
const [home, order, product, customer, picture] = [
  '/wel/index',
  '/lease/order',
  '/lease/product',
  '/lease/customer',
  '/lease/picture',
];
function paths(app: Started) {
  return app.see(tabs.selectors.list).map(({ path }) => path);
}
function shown(app: Started) {
  return app.see(route.selectors.path);
}
async function visit(app: Started, ...addresses: string[]) {
  for (const address of addresses) {
    app.do(route.actions.go(address));
    await quiet();
  }
}
async function having(app: Started, action: Parameters<Started['do']>[0]) {
  app.do(action);
  await quiet();
  return paths(app);
}
async function open() {
  const app = await start();
  await visit(app, order, product, customer, picture);
  return app;
}

describe('a pinned tab', () => {
  it('stands after home, in the order of pinning, and goes back among the others', async () => {
    const app = await open();
    expect(await having(app, pin({ path: customer, isPinned: true }))).toEqual([
      home,
      customer,
      order,
      product,
      picture,
    ]);
    expect(await having(app, pin({ path: picture, isPinned: true }))).toEqual([
      home,
      customer,
      picture,
      order,
      product,
    ]);
    expect(await having(app, pin({ path: customer, isPinned: false }))).toEqual([
      home,
      picture,
      customer,
      order,
      product,
    ]);
  });

  it('stays when the others or all are closed', async () => {
    const app = await open();
    app.do(pin({ path: product, isPinned: true }));
    expect(await having(app, closeOthers(picture))).toEqual([home, product, picture]);
    expect(await having(app, closeAll())).toEqual([home, product]);
    expect(shown(app)).toBe(home);
  });

  it('is never home', async () => {
    const app = await open();
    app.do(pin({ path: home, isPinned: true }));
    expect(app.see(tabs.selectors.list)[0]).not.toHaveProperty('isPinned');
  });
});

describe('moving a tab', () => {
  it.each<[path: string, to: number, expected: string[]]>([
    [customer, 1, [home, customer, order, product, picture]],
    [order, 3, [home, product, customer, order, picture]],
    [picture, 0, [home, picture, order, product, customer]], // home is always first
    [order, 99, [home, product, customer, picture, order]],
    [home, 3, [home, order, product, customer, picture]],
    ['/nowhere', 1, [home, order, product, customer, picture]],
  ])('%s to place %d', async (path, to, expected) => {
    expect(await having(await open(), move({ path, to }))).toEqual(expected);
  });

  it('keeps it on its side of the pinned ones', async () => {
    const app = await open();
    app.do(pin({ path: customer, isPinned: true }));
    expect(await having(app, move({ path: picture, to: 1 }))).toEqual([home, customer, picture, order, product]);
    expect(await having(app, move({ path: customer, to: 4 }))).toEqual([home, customer, picture, order, product]);
  });
});

describe('closing', () => {
  it('the others acts on the tab that is named, and shows it when the one on screen goes', async () => {
    const app = await open();
    expect(await having(app, closeOthers(order))).toEqual([home, order]);
    expect(shown(app)).toBe(order);
  });

  it('the others of a tab that is shown goes nowhere', async () => {
    const app = await open();
    const steps = app.navigated.length;
    await having(app, closeOthers(picture));
    expect(app.navigated).toHaveLength(steps);
  });

  it('all asks when something unsaved would go, and only then', async () => {
    const app = await open();
    app.do(marked({ path: order, isDirty: true }));
    expect(await having(app, closeAll())).toHaveLength(5);
    expect(app.see(feedback.selectors.question)).not.toBeNull();
    app.do(feedback.actions.answered({ isSure: false, reason: '' }));
    await quiet();
    expect(paths(app)).toHaveLength(5);
    app.do(pin({ path: order, isPinned: true }));
    expect(await having(app, closeAll())).toEqual([home, order]); // what is pinned stays, so nothing is lost
  });

  it('does nothing to a tab that is not there, and nothing to the last one', async () => {
    const app = await start();
    expect(await having(app, closeTab('/nowhere'))).toEqual([home]);
    expect(await having(app, closeTab(home))).toEqual([home]);
  });
});

describe('the keys', () => {
  it('show a tab by its number and close the one on screen', async () => {
    const app = await open();
    app.do(pressed('Alt+2'));
    await quiet();
    expect(shown(app)).toBe(order);
    app.do(pressed('Alt+9')); // there is none
    await quiet();
    expect(shown(app)).toBe(order);
    app.do(pressed('Alt+W'));
    await quiet();
    expect(paths(app)).toEqual([home, product, customer, picture]);
    expect(shown(app)).toBe(home);
    app.do(pressed('Alt+W'));
    await quiet();
    expect(paths(app)).toHaveLength(4);
  });
});

describe('clearing the cache', () => {
  const words = { code: 'order_business_status', entries: [{ dictKey: 0, dictValue: '旧词' }] };

  it('asks first, then the server without the client’s name, and loads anew what it remembered, while tabs stay', async () => {
    const app = await start({ at: order });
    const open = app.see(tabs.selectors.list);
    app.do(dict.actions.dictReceived(words));
    app.do(clearCache());
    expect(app.see(feedback.selectors.question)?.say).toBe('ask.clearCache');
    expect(app.calls('/clear-cache')).toHaveLength(0);
    app.do(feedback.actions.answered({ isSure: true, reason: '' }));
    const { call } = app.last('/clear-cache');
    expect(call).toMatchObject({ method: 'GET', url: '/blade-auth/oauth/clear-cache' });
    expect(call.headers).toHaveProperty('Blade-Auth');
    expect(call.headers).not.toHaveProperty('Authorization');
    const before = app.calls('/dictionary').length;
    const lists = app.calls('/order/page').length;
    await app.last('/clear-cache').answer({});
    expect(app.see(dict.selectors.isHeld, words.code)).toBe(false);
    expect(app.toasts()).toEqual([]);
    const rights = { menus: allMenus.slice(0, 1), buttons: [{ code: 'order_add' }], tops: [], flows: [] };
    await app.last('/oauth/user-info').answer({ rights });
    expect(app.see(permission.selectors.codes)).toEqual({ order_add: true });
    expect(app.see(menu.selectors.tree).map(({ code }) => code)).toEqual(['lease']);
    expect(app.toasts()).toContain('success: tabs.cacheCleared');
    expect(app.calls('/dictionary').length).toBeGreaterThan(before);
    expect(app.calls('/order/page').length).toBeGreaterThan(lists);
    expect(app.see(tabs.selectors.list).map(({ path }) => path)).toEqual(open.map(({ path }) => path));
  });

  it('does nothing without a yes, and keeps the words when the server refuses', async () => {
    const app = await start({ at: order });
    app.do(dict.actions.dictReceived(words));
    app.do(clearCache());
    app.do(feedback.actions.answered({ isSure: false, reason: '' }));
    expect(app.calls('/clear-cache')).toHaveLength(0);
    app.do(clearCache());
    app.do(feedback.actions.answered({ isSure: true, reason: '' }));
    await app.last('/clear-cache').refuse(500, '服务器异常');
    expect(app.toasts()).toEqual(['error: 服务器异常']);
    expect(app.see(dict.selectors.isHeld, words.code)).toBe(true);
  });

  it('says when menus cannot be loaded, and keeps those that it has', async () => {
    const app = await start({ at: order });
    const before = app.see(menu.selectors.leaves);
    app.do(clearCache());
    app.do(feedback.actions.answered({ isSure: true, reason: '' }));
    await app.last('/clear-cache').answer({});
    await app.last('/oauth/user-info').refuse(500, '服务器异常');
    expect(app.toasts()).toEqual([]);
    await app.last('/menu/routes').refuse(500, '服务器异常');
    expect(app.toasts()).toEqual(['error: 服务器异常']);
    expect(app.see(menu.selectors.leaves)).toEqual(before);
  });
});

describe('tabs out of storage', () => {
  const tab = (path: string, more: object = {}): Tab => ({
    path,
    search: '',
    label: { zh: path, en: path },
    ...more,
  });

  it.each<[string, unknown, string[]]>([
    ['nothing', undefined, [home]],
    ['no list', { length: 3 }, [home]],
    ['an empty list', [], [home]],
    ['no home', [tab(order)], [home, order]],
    ['home in the middle', [tab(order), tab(home)], [home, order]],
    ['doubles', [tab(order), tab(order), tab(product)], [home, order, product]],
    [
      'entries that are none',
      [null, 7, 'x', {}, tab(order), { path: product }, { ...tab(customer), label: { zh: 1, en: 2 } }, tab(picture)],
      [home, order, picture],
    ],
    ['a pin among the others', [tab(order), tab(product, { isPinned: true })], [home, product, order]],
    ['a pin that is none', [tab(order), tab(product, { isPinned: 'yes' })], [home, order, product]],
  ])('with %s', (_title, found, expected) => expect(soundTabs(found).map(({ path }) => path)).toEqual(expected));

  it('are fifty at the most', () => {
    expect(soundTabs(Array.from({ length: 200 }, (_, at) => tab(`${order}/detail/${at}`)))).toHaveLength(50);
  });

  const places = () => {
    const map = new Map<string, string>();
    return {
      map,
      plain: {
        getItem: (key: string) => map.get(key) ?? null,
        setItem: (key: string, value: string) => void map.set(key, value),
        removeItem: (key: string) => void map.delete(key),
      },
    };
  };
  const storageWith = (list: unknown): BrowserStorage => {
    const session = places();
    const content = JSON.stringify({ list: JSON.stringify(list), _persist: '{"version":1,"rehydrated":true}' });
    session.map.set('leasedesk-tabs', JSON.stringify({ dataType: 'string', content, type: 'session', datetime: 0 }));
    return openStorage({
      local: () => places().plain,
      session: () => session.plain,
      jar: { read: () => '', write: () => undefined, isSecure: false },
      now: () => 0,
    });
  };
  /** A reload, on what another page stored. */
  const reopened = async (list: unknown, menus = allMenus) => {
    const app = await start({ signedIn: false, storage: storageWith(list) });
    const found = paths(app);
    app.do(menu.actions.menusReceived(menus));
    await quiet();
    return { app, found };
  };

  it('are there again, with what is pinned', async () => {
    const { app, found } = await reopened([tab(home), tab(product, { isPinned: true }), tab(order)]);
    expect(found).toEqual([home, product, order]);
    expect(app.see(tabs.selectors.list)[1]?.isPinned).toBe(true);
  });

  it('are called as the menus call them, records as their pages did', async () => {
    const { app } = await reopened([tab(order), tab(`${order}/detail/7`, { label: { zh: 'HT7', en: 'HT7' } })]);
    expect(app.see(tabs.selectors.list).map(({ label }) => label.zh)).toEqual(['首页', '订单管理', 'HT7']);
  });

  it('of pages that this person may not open are none', async () => {
    const hostile = [tab(product), tab('/404'), tab('/nowhere'), tab('/login'), tab(`${order}/`), tab('//evil')];
    const { app } = await reopened([...hostile, tab(customer)], menusWithout('product'));
    expect(paths(app)).toEqual([home, customer]);
  });
});

it('a page that is taken from its person while it is shown is closed and left', async () => {
  const app = await start({ at: product });
  app.do(menu.actions.menusReceived(menusWithout('product')));
  await quiet();
  expect(paths(app)).toEqual([home]);
  expect(shown(app)).toBe('/403');
  expect(areMenus(menusWithout('product'))).toBe(true);
});
