/** Where an address leads, for whom; the open pages; the address bar. */
import { feature as product } from '../../../../src/features/lease/product';
import { screenLock } from '../../../../src/store/auth/screenLock';
import { features } from '../../../../src/store/features';
import { feedback } from '../../../../src/store/feedback';
import type { MenuItem } from '../../../../src/store/navigation/menu';
import { leaves, menu } from '../../../../src/store/navigation/menu';
import { type Place, placeOf, route, type Tab, tabs } from '../../../../src/store/navigation/route';
import { preferences } from '../../../../src/store/preferences';
import { session, tokens } from '../../../../src/store/session';
import { allMenus, li, quiet, type Started, start } from '../../../support/fakeWorld';

const { go, moved, open } = route.actions;
const { closeTab, closeOthers, closeAll, named, marked } = tabs.actions;
const known = leaves(allMenus);
function paths(app: Started) {
  return app.see(tabs.selectors.list).map(({ path }) => path);
}
async function visit(app: Started, ...addresses: string[]) {
  for (const address of addresses) {
    app.do(go(address));
    await quiet();
  }
}
const [order, productPath, customer] = ['/lease/order', '/lease/product', '/lease/customer'];
const home = '/wel/index';

describe('an address', () => {
  it.each<[string, Partial<Place> | undefined]>([
    ['/lease/order', { feature: 'order', rest: '', search: '', menuPath: order, isTab: true, isOpen: false }],
    ['/lease/order/', { path: order, feature: 'order', rest: '' }],
    ['/lease/order/detail/123?tab=plan&x=1?2', { feature: 'order', rest: 'detail/123', search: 'tab=plan&x=1?2' }],
    ['/lease/orders', undefined],
    ['/lease', undefined],
    ['/wel/index', { feature: 'welcome', isTab: true }],
    ['/login', { feature: '', isOpen: true, isTab: false }],
    ['/404', { feature: 'refusal', isOpen: true, isTab: false }],
    ['/sign/abc-1.2_3', { feature: 'sign', rest: '', isOpen: true, isTab: false }],
    ['/sign/', undefined],
    ['/sign/a/b', undefined],
    ['//evil.example/lease/order', undefined],
    ['https://evil.example/', undefined],
    ['', undefined],
  ])('%s is read as %o', (address, place) => {
    if (place) expect(placeOf(address, known)).toMatchObject(place);
    else expect(placeOf(address, known)).toBeUndefined();
  });

  it('belongs to the longest menu that it is below', () => {
    const item = (code: string, path: string) => ({ code, path, name: code }) as MenuItem;
    const menus = [item('a', '/x'), item('b', '/x/y'), item('c', 'https://x/y/z')];
    expect(placeOf('/x/y/z', menus)).toMatchObject({ feature: 'b', rest: 'z' });
    expect(placeOf('/x/yy', menus)).toMatchObject({ feature: 'a', rest: 'yy' });
  });
});

describe('the start', () => {
  it('waits for the menus before it says that a page does not exist', async () => {
    const app = await start({ at: productPath, isHeldUp: true });
    expect(app.see(route.selectors.place)).toBeNull();
    await app.answerRights();
    expect(app.see(route.selectors.path)).toBe(productPath);
    expect(app.navigated).toEqual([`replace ${productPath}`]);
  });

  it('shows the page of an address at once when the menus were kept, and renews them', async () => {
    const app = await start({ signedIn: false });
    app.do(
      tokens.actions.tokensReceived({
        accessToken: 'a',
        refreshToken: 'b',
        tokenSetAt: app.clock.now,
        heldSince: 0,
        expiresIn: 0,
      }),
    );
    app.do(menu.actions.menusReceived(allMenus));
    app.do(go(productPath));
    expect(app.see(route.selectors.path)).toBe(productPath);
  });

  it('keeps asking for the menus until the network is back', async () => {
    const app = await start({ at: productPath, isHeldUp: true });
    for (const pause of [1000, 2000, 4000, 8000, 10_000, 10_000]) {
      await app.last('/oauth/user-info').cutOff();
      const asked = app.calls('/oauth/user-info').length;
      await app.clock.advance(pause - 1);
      expect(app.calls('/oauth/user-info')).toHaveLength(asked);
      await app.clock.advance(1);
      expect(app.calls('/oauth/user-info')).toHaveLength(asked + 1);
    }
    await app.answerRights();
    expect(app.see(route.selectors.path)).toBe(productPath);
  });

  it('goes to the login page when the stored session has ended, and forgets the address for the next person', async () => {
    const app = await start({ at: productPath, isHeldUp: true });
    await app.last('/oauth/user-info').refuse(401, '');
    expect(app.see(route.selectors.path)).toBe('/login');
    expect(app.navigated).toEqual(['push /login']);
    app.do(
      tokens.actions.tokensReceived({
        accessToken: 'a',
        refreshToken: 'b',
        tokenSetAt: app.clock.now,
        heldSince: 0,
        expiresIn: 0,
      }),
    );
    app.do(menu.actions.menusReceived(allMenus));
    await quiet();
    expect(paths(app)).toEqual([home]);
    expect(app.navigated.some((step) => step.endsWith(productPath))).toBe(false);
  });

  it.each([
    ['/', `replace ${home}`],
    ['/login', `replace ${home}`],
    ['/nowhere', 'replace /404'],
  ])('at %s leads a signed-in person on, without a step in the history', async (at, step) => {
    const app = await start({ at });
    if (step.endsWith('/404')) await app.last('/menu/whose').answer({});
    expect(app.navigated).toEqual([step]);
  });

  it('at a page leads to the login page without a session', async () => {
    expect((await start({ at: productPath, signedIn: false })).navigated).toEqual(['replace /login']);
  });

  it('does not wait for a session at the address of a contract to sign', async () => {
    const app = await start({ at: '/sign/ticket-1', signedIn: false });
    expect(app.see(route.selectors.place)).toMatchObject({ feature: 'sign', path: '/sign/ticket-1' });
  });
});

describe('a locked screen', () => {
  it('leads everywhere but to the lock page, and no page asks the server behind it', async () => {
    const app = await start();
    app.do(screenLock.actions.locked({ salt: 's', verifier: 'v', userId: li.userId, from: home }));
    const asked = app.asked.length;
    await visit(app, productPath, '/login', '/nowhere');
    expect(app.see(route.selectors.path)).toBe('/lock');
    expect(app.asked).toHaveLength(asked);
  });
});

describe('the tabs', () => {
  it('grow by one a path, and keep the newest query', async () => {
    const app = await start();
    await visit(app, order, `${order}?businessStatus=1`, productPath, `${order}/detail/1`, `${order}?businessStatus=2`);
    expect(paths(app)).toEqual([home, order, productPath, `${order}/detail/1`]);
    expect(app.see(tabs.selectors.list)[1]).toMatchObject({ search: 'view=voucherReview' });
  });

  it('do not grow by pages that are none', async () => {
    const app = await start();
    await visit(app, '/404', '/nowhere');
    expect(paths(app)).toEqual([home]);
  });

  it('close onto the one before, with its query', async () => {
    const app = await start();
    await visit(app, `${order}?businessStatus=1`, productPath);
    app.do(closeTab(productPath));
    await quiet();
    expect(paths(app)).toEqual([home, order]);
    expect(app.see(route.selectors.place)).toMatchObject({ path: order, search: 'businessStatus=1' });
  });

  it('let the shown page stay when another one closes', async () => {
    const app = await start();
    await visit(app, order, productPath);
    const steps = app.navigated.length;
    app.do(closeTab(order));
    expect(paths(app)).toEqual([home, productPath]);
    expect(app.see(route.selectors.path)).toBe(productPath);
    expect(app.navigated).toHaveLength(steps);
  });

  it('are never without home', async () => {
    const app = await start();
    app.do(closeTab(home));
    expect(paths(app)).toEqual([home]);
    expect(app.see(tabs.selectors.list)[0]!.label).toEqual({ zh: '首页', en: 'Home' });
    await visit(app, order);
    app.do(closeTab(home));
    expect(paths(app)).toEqual([home, order]);
  });

  it('close all others, except what is not saved', async () => {
    const app = await start();
    await visit(app, order, productPath, customer);
    app.do(marked({ path: order, isDirty: true }));
    app.do(closeOthers(customer));
    expect(paths(app)).toEqual([home, order, customer]);
  });

  it('close all, and lead home', async () => {
    const app = await start();
    await visit(app, order, productPath);
    app.do(closeAll());
    await quiet();
    expect(paths(app)).toEqual([home]);
    expect(app.see(route.selectors.path)).toBe(home);
  });

  it.each([
    [true, [home]],
    [false, [home, order]],
  ])('ask before unsaved input is closed; the answer %s leaves %j', async (isSure, left) => {
    const app = await start();
    await visit(app, order);
    app.do(marked({ path: order, isDirty: true }));
    app.do(closeTab(order));
    expect(app.see(feedback.selectors.question)).toMatchObject({ say: 'ask.unsavedPage' });
    app.do(feedback.actions.answered({ isSure, reason: '' }));
    expect(paths(app)).toEqual(left);
  });

  it('drop what was kept and may not be opened any more', async () => {
    const tab = (path: string): Tab => ({ path, search: '', label: { zh: path, en: path } });
    const list = [
      tab('/lease/secret'),
      tab(order),
      tab('/login'),
      tab(order),
      ...Array.from({ length: 200 }, (_, n) => tab(`/x/${n}`)),
    ];
    const { list: left } = tabs.reducer({ list, dirty: {}, drafts: [] }, tabs.actions.sifted(known));
    expect(left.map(({ path }) => path)).toEqual([home, order]);
  });

  it('are gone when the next person signs in', async () => {
    const app = await start();
    await visit(app, order);
    app.do(session.actions.expired());
    expect(paths(app)).toEqual([home]);
  });
});

describe('the address bar', () => {
  it('gets a step for each page that is opened, and none for back and forward', async () => {
    const app = await start();
    await visit(app, order, productPath);
    expect(app.navigated.slice(1)).toEqual([`push ${order}`, `push ${productPath}`]);
    app.do(moved(order));
    await quiet();
    expect(app.see(route.selectors.path)).toBe(order);
    expect(app.navigated).toHaveLength(3);
  });

  it('is corrected when back leads to a forbidden page', async () => {
    const app = await start();
    app.do(moved('/login'));
    await quiet();
    expect(app.navigated.at(-1)).toBe(`replace ${home}`);
  });

  it('keeps the query of a page', async () => {
    const app = await start();
    await visit(app, `${order}?businessStatus=1&x=%E6%9C%88`);
    expect(app.navigated.at(-1)).toBe(`push ${order}?businessStatus=1&x=%E6%9C%88`);
  });

  it('ends at the last of a hundred navigations, and only that page makes requests', async () => {
    const app = await start();
    const before = app.asked.length; // requests of the start page
    const pages = [productPath, customer];
    for (let n = 0; n < 100; n++) app.do((n % 3 === 0 ? moved : go)(pages[n % 2]!));
    await quiet();
    expect(app.see(route.selectors.path)).toBe(customer);
    expect(
      app.actions
        .filter(features.actions.opened.match)
        .slice(1)
        .map(({ payload }) => payload.path),
    ).toEqual([customer]);
    const urls = ['/blade-desk/list-view/list', '/blade-customer/customer/list'];
    expect(app.asked.slice(before).map(({ call }) => call.url)).toEqual(urls);
  });

  it('follows a page of a feature to the menu it is under', async () => {
    const app = await start();
    app.do(open({ feature: 'order', rest: 'detail/7', search: 'tab=plan' }));
    app.do(open({ feature: 'unknown' }));
    await quiet();
    expect(app.navigated.at(-1)).toBe(`push ${order}/detail/7?tab=plan`);
  });
});

describe('the title', () => {
  it('is the tab and the product, in the language spoken, and changes with the name of the tab', async () => {
    const app = await start({ at: productPath, settings: { title: '乐租' } });
    expect(app.titles).toEqual(['产品目录 - 乐租']);
    app.do(preferences.actions.speak('en'));
    await quiet();
    expect(app.titles.at(-1)).toBe('Products - 乐租');
    app.do(named({ path: productPath, label: { zh: '月租宝', en: 'Monthly' } }));
    expect(app.titles.at(-1)).toBe('Monthly - 乐租');
  });

  it('is the product by its own name in each language, and by the one that an operator gave', async () => {
    const inEnglish = async (given: object) => {
      const app = await start({ at: productPath, settings: given });
      app.do(preferences.actions.speak('en'));
      await quiet();
      return app.titles;
    };
    expect(await inEnglish({})).toEqual(['产品目录 - 融资租赁管理平台', 'Products - LeaseDesk']);
    expect(await inEnglish({ title: '乐租', titleEn: 'Lezu' })).toEqual(['产品目录 - 乐租', 'Products - Lezu']);
  });

  it('says that one may sign in, where one may', async () => {
    expect((await start({ signedIn: false, settings: { title: '乐租' } })).titles).toEqual(['登录 - 乐租']);
  });
});

it('a page whose tab is in the background keeps its rows', async () => {
  const app = await start({ at: productPath });
  await app.last('/product/page').answer({ records: [{ id: '1', productName: 'A' }], total: 1 });
  await visit(app, customer);
  expect(app.slice(product.name).page.records).toHaveLength(1);
});
