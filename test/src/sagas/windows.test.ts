/** Several windows of one browser: each learns what another does, and none acts for a person who has left. */
import { tokenCheckMs } from '../../../contract/wire/settings';
import { orderForm } from '../../../src/features/lease/order/form/orderFormSlice';
import { feature as product } from '../../../src/features/lease/product';
import { screenLock } from '../../../src/store/auth/screenLock';
import { feedback } from '../../../src/store/feedback';
import { menu, permission } from '../../../src/store/navigation/menu';
import { recovery } from '../../../src/store/navigation/recovery';
import { route, tabs } from '../../../src/store/navigation/route';
import { preferences } from '../../../src/store/preferences';
import { session, tokens } from '../../../src/store/session';
import { heard, reload, resumed, suspended } from '../../../src/store/windows';
import { allMenus, fakeWorld, li, quiet, type Started, start } from '../../support/fakeWorld';

jest.setTimeout(30_000); // the first start of a file compiles the console

const { list, add, type, close } = (product.slices[0] as any).actions;
const someoneElse = { ...li, userId: '9', realName: '王敏' };
function newPair(at: number) {
  return { accessToken: 'access-2', refreshToken: 'refresh-2', tokenSetAt: at, expiresIn: 60 };
}

describe('a window', () => {
  it('leaves with the one in which the person signed out, without a question and without repeating it', async () => {
    const app = await start({ at: '/lease/product' });
    await app.last('/product/page').answer({ records: [], total: 0 });
    const asked = app.asked.length;
    app.told.length = 0;
    app.do(heard({ kind: 'signedOut' }));
    await quiet();
    expect(app.see(route.selectors.path)).toBe('/login');
    expect(app.see(tokens.selectors.hasToken)).toBe(false);
    expect([app.asked.length, app.told]).toEqual([asked, []]);
    expect(app.toasts()).toEqual(['info: drafts.elsewhere']);
  });

  it.each([
    ['leaves when it is seen again after its session was ended in another one, and says so', true, '/login'],
    ['goes on when storage says nothing', false, '/lease/product'],
  ])('that was frozen %s', async (_what, isEmptied, path) => {
    const app = await start({ at: '/lease/product' });
    await app.last('/product/page').answer({ records: [], total: 0 });
    app.do(suspended());
    if (isEmptied) app.kept.token = { tokenSetAt: 0, expiresIn: 0 }; // texts that are empty are not stored
    const asked = app.asked.length;
    app.do(resumed());
    await quiet();
    expect(app.see(route.selectors.path)).toBe(path);
    expect(app.toasts()).toEqual(path === '/login' ? ['info: drafts.elsewhere'] : []);
    if (path === '/login') expect(app.asked.length).toBe(asked);
  });

  it('reloads when a person signs in elsewhere, except on a customer’s page', async () => {
    const app = await start({ signedIn: false });
    app.do(heard({ kind: 'signedIn', userId: '7' }));
    await quiet();
    expect(app.reloads).toHaveLength(1);
    const customer = await start({ signedIn: false, at: '/sign/ticket-1' });
    customer.do(heard({ kind: 'signedIn', userId: '7' }));
    await quiet();
    expect(customer.reloads).toHaveLength(0);
  });

  it.each([
    ['hears of the new session', heard({ kind: 'signedIn', userId: li.userId })],
    ['hears of the new token', heard({ kind: 'renewed' })],
    ['comes to the front', resumed()],
  ])('has the rights of the role that its person took in another one as soon as it %s', async (_when, action) => {
    const tops = [{ id: '1', name: '租赁', path: '/lease/product', source: '' }];
    const app = await start({ at: '/lease/product', tops });
    await app.last('/product/page').answer({ records: [], total: 0 });
    app.do(menu.actions.pickTop('1')); // whose pages would stay, whatever its later menus are
    await app.last('/menu/routes').answer(allMenus);
    app.kept.session = { user: li };
    app.kept.token = newPair(app.clock.now + 1);
    app.do(action);
    await quiet();
    expect(app.calls('/oauth/user-info')).toHaveLength(1); // a new pair alone changes no rights

    app.kept.session = { user: { ...li, deptId: '12', roleId: '22', roleName: '财务' } };
    app.kept.token = { ...newPair(app.clock.now + 2), accessToken: 'access-3' };
    app.do(action);
    await quiet();
    expect(app.see(session.selectors.user)).toEqual({ ...li, deptId: '12', roleId: '22', roleName: '财务' });
    const { call } = app.last('/oauth/user-info');
    expect(call.headers).toMatchObject({ 'Blade-Auth': 'bearer access-3' });
    // The choice of the first level stays: its menus are asked for beside all of them.
    expect(call.query).toEqual({ with: 'rights', topMenuId: '1' });
    const left = allMenus.map((one) => ({ ...one, children: one.children?.filter(({ code }) => code !== 'product') }));
    const buttons = [{ code: 'customer_view', children: [] }];
    await app.last('/oauth/user-info').answer({ rights: { menus: left, tree: [], buttons, tops, flows: [] } });
    expect(app.see(permission.selectors.codes)).toEqual({ customer_view: true });
    expect(app.see(menu.selectors.pathOf, 'product')).toBe('');
    expect(app.see(tabs.selectors.list).map(({ path }) => path)).not.toContain('/lease/product');
    expect(app.see(route.selectors.path)).toBe('/403');
  });

  it('reports what it does once it is in storage', async () => {
    const app = await start();
    const steps: string[] = [];
    app.world.flush = async () => void steps.push('settled');
    app.world.broadcast = ({ kind }) => void steps.push(kind);
    app.do(screenLock.actions.locked({ salt: 's', verifier: 'v', userId: '7', from: '/' }));
    await quiet();
    app.do(screenLock.actions.unlocked());
    await quiet();
    app.do(preferences.actions.wear('vip'));
    await quiet();
    app.do(session.actions.expired());
    await quiet();
    expect(steps).toEqual(['settled', 'locked', 'settled', 'unlocked', 'appearanceChanged', 'settled', 'signedOut']);
  });

  it('looks like the others', async () => {
    const app = await start();
    app.do(
      heard({ kind: 'appearanceChanged', look: { mode: 'dark', theme: 'vip', language: 'en', isNavCollapsed: true } }),
    );
    await quiet();
    expect(app.see(preferences.selectors.all)).toMatchObject({
      mode: 'dark',
      theme: 'vip',
      language: 'en',
      isNavCollapsed: false,
    });
    expect([app.dressed.at(-1), app.spoken.at(-1)]).toEqual(['dark', 'en']);
    expect(app.told.filter(({ kind }) => kind === 'appearanceChanged')).toEqual([]);
  });

  it('is locked and unlocked with the others, and returns to its own page', async () => {
    const app = await start({ at: '/lease/order' });
    app.kept.screenLock = {
      isLocked: true,
      salt: 's',
      verifier: 'v',
      userId: li.userId,
      from: '/lease/product',
      failures: 2,
    };
    app.do(heard({ kind: 'locked' }));
    await quiet();
    expect(app.see(route.selectors.path)).toBe('/lock');
    expect(app.see(screenLock.selectors.all)).toMatchObject({ verifier: 'v', failures: 2 });
    delete app.kept.screenLock;
    app.do(heard({ kind: 'unlocked' }));
    await quiet();
    expect(app.see(route.selectors.path)).toBe('/lease/order');
    expect(app.told.filter(({ kind }) => kind === 'locked' || kind === 'unlocked')).toEqual([]);
  });

  it('that the server finds locked looks at storage before it takes that for a trick', async () => {
    const app = await start({ at: '/lease/product' });
    app.kept.screenLock = { isLocked: true, salt: 's', verifier: 'v', userId: li.userId };
    await app.last('/product/page').refuse(403, '屏幕已锁定', { reason: 'session.locked' });
    expect(app.see(tokens.selectors.hasToken)).toBe(true);
    expect(app.see(route.selectors.path)).toBe('/lock');
    delete app.kept.screenLock;
    app.do(heard({ kind: 'unlocked' }));
    await quiet();
    expect(app.calls('/product/page').length).toBeGreaterThan(1);
  });
});

describe('the token', () => {
  const due = { settings: { tokenTime: 30 } };

  it('is renewed by the window that holds the lock; the next one takes over what it got', async () => {
    const app = await start(due);
    app.busy.add('token');
    await app.clock.advance(3 * tokenCheckMs);
    expect(app.calls('/oauth/token')).toHaveLength(0);
    app.kept.session = { user: li };
    app.kept.token = newPair(app.clock.now);
    await app.freed('token');
    expect(app.see(tokens.selectors.accessToken)).toBe('access-2');
    expect(app.calls('/oauth/token')).toHaveLength(0);
    expect(app.letGone).toEqual(['token']);
  });

  it('is not renewed again when the news of it came before the lock did', async () => {
    const app = await start(due);
    app.busy.add('token');
    await app.clock.advance(3 * tokenCheckMs);
    app.kept.token = newPair(app.clock.now);
    app.do(heard({ kind: 'renewed' }));
    await quiet();
    await app.freed('token');
    expect(app.calls('/oauth/token')).toHaveLength(0);
    expect(app.see(tokens.selectors.accessToken)).toBe('access-2');
  });

  it('is announced when it is new, and taken over by the other windows', async () => {
    const app = await start(due);
    await app.clock.advance(3 * tokenCheckMs);
    await app.last('/oauth/token').answerRaw(200, { access_token: 'access-1', refresh_token: 'refresh-1' });
    expect(app.told.at(-1)).toEqual({ kind: 'renewed' });
    app.kept.token = newPair(app.clock.now + 1);
    app.do(heard({ kind: 'renewed' }));
    await quiet();
    expect(app.see(tokens.selectors.accessToken)).toBe('access-2');
  });

  it('is not asked for by a window whose person left while it waited for its turn', async () => {
    const app = await start(due);
    app.busy.add('token');
    await app.clock.advance(3 * tokenCheckMs);
    app.do(heard({ kind: 'signedOut' }));
    await quiet();
    await app.freed('token');
    expect(app.calls('/oauth/token')).toHaveLength(0);
  });

  it('of an older pair is not taken over', async () => {
    const app = await start();
    app.kept.token = newPair(app.clock.now - 1);
    app.do(heard({ kind: 'renewed' }));
    await quiet();
    expect(app.see(tokens.selectors.accessToken)).toBe('access-0');
  });
});

describe('a person who was displaced', () => {
  const displaced = async (how: Parameters<typeof start>[0] = {}) => {
    const app = await start({ at: '/lease/product', ...how });
    await app.last('/product/page').answer({ records: [{ id: '1' }], total: 1 });
    app.kept.session = { user: someoneElse };
    app.kept.token = newPair(app.clock.now + 1);
    return app;
  };

  it.each([
    ['is told by the other window', heard({ kind: 'signedIn', userId: '9' })],
    ['comes back to the window', resumed()],
    ['hears of a new token', heard({ kind: 'renewed' })],
  ])('asks nothing any more once it %s', async (_when, action) => {
    const app = await displaced();
    app.do(action);
    await quiet();
    expect(app.see(session.selectors.all)).toMatchObject({ isDisplaced: true, successor: '王敏' });
    const asked = app.asked.length;
    app.do(list({}));
    app.do((product.slices[0] as any).actions.patch({ id: '1', change: { status: 0 } }));
    app.do(route.actions.go('/lease/order'));
    await app.clock.advance(3_600_000);
    expect(app.asked.length).toBe(asked);
    expect(app.see(tokens.selectors.accessToken)).toBe('access-0'); // and does not use the other one's
  });

  it('is found out also when the token is due before anything else is asked', async () => {
    const app = await displaced({ settings: { tokenTime: 30 } });
    const asked = app.asked.length;
    await app.clock.advance(3 * tokenCheckMs);
    app.do(list({}));
    await quiet();
    expect(app.asked.length).toBe(asked);
    expect(app.see(session.selectors.isDisplaced)).toBe(true);
  });

  it('reloads on command', async () => {
    const app = await displaced();
    app.do(resumed());
    app.do(reload());
    await quiet();
    expect(app.reloads).toHaveLength(1);
  });
});

describe('a refusal that comes late', () => {
  const back = (app: Started) => {
    app.kept.session = { user: li };
    app.kept.token = newPair(app.clock.now + 1);
  };

  it('of a session that is over does not end the one that came after it in another window', async () => {
    const app = await start({ at: '/lease/product' });
    back(app); // the same person has signed in again elsewhere; its message has not arrived
    await app.last('/product/page').refuse(401, '');
    expect(app.see(tokens.selectors.accessToken)).toBe('access-2');
    expect(app.last('/product/page').call.headers).toMatchObject({ 'Blade-Auth': 'bearer access-2' });
    expect(app.toasts()).toEqual([]);
    expect(app.told.filter(({ kind }) => kind === 'signedOut')).toEqual([]);
    await app.last('/product/page').refuse(401, ''); // this one is about the present session
    expect(app.see(route.selectors.path)).toBe('/login');
  });

  it('of another person’s predecessor displaces, and ends nothing in storage', async () => {
    const app = await start({ at: '/lease/product' });
    back(app);
    app.kept.session = { user: someoneElse };
    await app.last('/product/page').refuse(401, '');
    expect(app.see(session.selectors.isDisplaced)).toBe(true);
    expect(app.see(tokens.selectors.hasToken)).toBe(true);
    expect(app.told.filter(({ kind }) => kind === 'signedOut')).toEqual([]);
  });

  it('of the renewal is judged so too', async () => {
    const app = await start({ settings: { tokenTime: 30 } });
    await app.clock.advance(3 * tokenCheckMs);
    back(app);
    await app.last('/oauth/token').refuse(400, '');
    expect(app.see(tokens.selectors.accessToken)).toBe('access-2');
    expect(app.see(route.selectors.path)).toBe('/wel/index');
  });
});

describe('a message that is no longer true', () => {
  it('of signing out is not obeyed when the same person is back: unsaved input stays', async () => {
    const app = await start({ at: '/lease/order' });
    app.do(tabs.actions.marked({ path: '/lease/order', isDirty: true }));
    app.kept.session = { user: li };
    app.kept.token = newPair(app.clock.now + 1);
    app.do(heard({ kind: 'signedOut' }));
    await quiet();
    expect(app.see(route.selectors.path)).toBe('/lease/order');
    expect(app.see(tabs.selectors.isDirty, '/lease/order')).toBe(true);
    expect(app.see(tokens.selectors.accessToken)).toBe('access-2');
  });

  it('of opening the screen is not obeyed when it was locked again', async () => {
    const app = await start({ at: '/lease/order' });
    app.kept.screenLock = { isLocked: true, salt: 's', verifier: 'v', userId: li.userId };
    app.do(heard({ kind: 'locked' }));
    await quiet();
    app.do(heard({ kind: 'unlocked' }));
    app.do(heard({ kind: 'storageCleared' }));
    await quiet();
    expect([app.see(screenLock.selectors.isLocked), app.see(tokens.selectors.hasToken)]).toEqual([true, true]);
  });

  it('of signing in is not obeyed when they have left again', async () => {
    const app = await start({ signedIn: false });
    app.kept.token = { tokenSetAt: 0, expiresIn: 0 };
    app.do(heard({ kind: 'signedIn', userId: '7' }));
    await quiet();
    expect(app.reloads).toEqual([]);
  });
});

describe('unsaved input of a session that was ended', () => {
  const half = async () => {
    const app = await start({ at: '/lease/order/new' });
    await quiet();
    app.do(orderForm.actions.type({ rest: 'new', change: { bankName: '招商银行' } }));
    await quiet();
    return app;
  };

  it('is kept by windows that are notified, and the person continues there where they signed in elsewhere', async () => {
    const app = await half();
    app.do(heard({ kind: 'signedOut', isForced: true }));
    await quiet();
    expect(app.see(route.selectors.path)).toBe('/login');
    app.kept.session = { user: li };
    app.kept.token = newPair(app.clock.now + 1);
    app.told.length = 0;
    app.do(heard({ kind: 'signedIn', userId: li.userId }));
    await quiet();
    await app.answerRights();
    expect(app.reloads).toEqual([]);
    expect(app.see(session.selectors.user)).toEqual(li);
    expect(app.toasts()).toContain('info: drafts.kept');
    expect(app.told.filter(({ kind }) => kind === 'signedIn')).toEqual([]); // this window was notified of it
  });

  it('is deleted when another person signs in elsewhere, with a message', async () => {
    const app = await half();
    app.do(session.actions.expired());
    await quiet();
    app.kept.session = { user: someoneElse };
    app.kept.token = newPair(app.clock.now + 1);
    app.do(heard({ kind: 'signedIn', userId: someoneElse.userId }));
    await quiet();
    expect(app.toasts()).toContain('warning: drafts.lostToOther');
    expect(app.reloads).toEqual([]);
    expect(JSON.stringify(app.store.getState())).not.toContain('招商银行');
  });
});

describe('on waking', () => {
  it('nothing is asked before it is known whose session this is', async () => {
    const app = await start({ at: '/lease/product' });
    await app.last('/product/page').answer({ records: [], total: 0 });
    app.kept.session = { user: someoneElse };
    app.kept.token = newPair(app.clock.now + 1);
    const asked = app.asked.length;
    app.do(suspended());
    app.do(resumed());
    app.do(list({})); // at the same moment
    await quiet();
    expect(app.asked.length).toBe(asked);
    expect(app.see(session.selectors.isDisplaced)).toBe(true);
  });

  it('a hidden window also reads storage before it asks the server', async () => {
    const app = await start({ at: '/lease/product' });
    await app.last('/product/page').answer({ records: [], total: 0 });
    app.do(suspended());
    app.kept.session = { user: li };
    app.kept.token = newPair(app.clock.now + 1);
    app.do(list({}));
    await quiet();
    expect(app.last('/product/page').call.headers).toMatchObject({ 'Blade-Auth': 'bearer access-2' });
  });
});

describe('signing out', () => {
  /** Two windows of one browser that receive each other's messages. */
  const two = async () => {
    const one = await start({ at: '/lease/product' });
    const other = await start({ at: '/lease/order' });
    one.world.broadcast = (message) => void other.do(heard(message));
    other.world.broadcast = (message) => void one.do(heard(message));
    return { one, other };
  };

  it('asks about unsaved input of the other windows, which keep it until the same person is back', async () => {
    const { one, other } = await two();
    other.do(tabs.actions.marked({ path: '/lease/order', isDirty: true }));
    one.do(session.actions.signOut());
    await quiet();
    await quiet();
    expect(one.see(feedback.selectors.question)).toMatchObject({ say: 'ask.signOutElsewhere', danger: true });
    one.do(feedback.actions.answered({ isSure: true, reason: '' }));
    await one.last('/oauth/logout').answer(true);
    await quiet();
    expect([one.see(route.selectors.path), other.see(route.selectors.path)]).toEqual(['/login', '/login']);
    expect(other.toasts()).toEqual(['warning: drafts.left']);
    expect(other.see(recovery.selectors.all)).toMatchObject({
      userId: li.userId,
      drafts: [{ tab: { path: '/lease/order' } }],
    });
    expect(one.see(recovery.selectors.all).drafts).toEqual([]);

    other.kept.token = newPair(other.clock.now + 1);
    other.kept.session = { user: li };
    other.do(heard({ kind: 'signedIn', userId: li.userId }));
    await quiet();
    expect(other.see(tokens.selectors.hasToken)).toBe(true);
    expect(other.see(recovery.selectors.all).drafts).toHaveLength(1);
    expect(other.toasts()).not.toContain('warning: drafts.left'); // it asked to sign in

    other.kept.session = { user: { ...li, userId: '9' } };
    other.do(session.actions.signedOut({ elsewhere: true, keeps: true }));
    other.do(heard({ kind: 'signedIn', userId: '9' }));
    await quiet();
    expect(other.see(recovery.selectors.all).drafts).toEqual([]);
  });

  it('asks about what is typed into a dialog of a list as well, until it is typed back or thrown away', async () => {
    const { one: typing, other } = await two();
    await typing.last('/product/page').answer({ records: [], total: 0 });
    const isUnsaved = () => typing.see(tabs.selectors.hasUnsaved);
    const fill = async (name: string) => {
      typing.do(type({ name }));
      await quiet();
    };
    typing.do(add({}));
    await quiet();
    expect(isUnsaved()).toBe(false);
    await fill('稳盈租');
    expect(isUnsaved()).toBe(true);
    typing.do(close());
    await quiet();
    typing.do(feedback.actions.answered({ isSure: true, reason: '' }));
    await quiet();
    expect(isUnsaved()).toBe(false);

    typing.do(add({}));
    await fill('稳盈租');
    other.do(session.actions.signOut());
    await quiet();
    await quiet();
    expect(other.see(feedback.selectors.question)).toMatchObject({ say: 'ask.signOutElsewhere', danger: true });
    other.do(feedback.actions.answered({ isSure: true, reason: '' }));
    await other.last('/oauth/logout').answer(true);
    await quiet();
    expect(typing.toasts()).toEqual(['warning: drafts.left']);
    expect(typing.see(recovery.selectors.all)).toMatchObject({
      userId: li.userId,
      drafts: [{ tab: { path: '/lease/product' } }],
    });
  });

  it('asks as ever when nothing would be lost', async () => {
    const { one, other } = await two();
    one.do(session.actions.signOut());
    await quiet();
    await quiet();
    expect(one.see(feedback.selectors.question)?.say).toBe('ask.signOut');
    one.do(feedback.actions.answered({ isSure: false, reason: '' }));
    await quiet();
    expect(other.see(tokens.selectors.hasToken)).toBe(true);
    one.do(session.actions.signOut()); // and can be asked again
    await quiet();
    expect(one.see(feedback.selectors.question)).not.toBeNull();
  });
});

describe('while storage is looked at', () => {
  /** A console whose storage, once it is slow, answers on request. */
  const slowly = async () => {
    const fake = fakeWorld();
    const waiting: (() => void)[] = [];
    const storage = { isSlow: false };
    const world = {
      ...fake.world,
      readStored: (slice: string) =>
        storage.isSlow
          ? new Promise<never>((resume) => void waiting.push(() => resume((fake.kept[slice] ?? null) as never)))
          : fake.world.readStored(slice),
    };
    const app = await start({ at: '/lease/product', fake: { ...fake, world } });
    await app.last('/product/page').answer({ records: [], total: 0 });
    return {
      app,
      storage,
      async let() {
        await quiet();
        while (waiting.length > 0) {
          waiting.shift()!();
          await quiet();
        }
      },
    };
  };
  const comes = (app: Started) => {
    app.do(tokens.actions.tokensReceived({ ...newPair(app.clock.now), heldSince: 0 }));
    app.do(session.actions.signedIn(someoneElse));
  };
  const leaves = (app: Started) => app.do(session.actions.signedOut());
  const lockedWith = (salt: string) => screenLock.actions.locked({ salt, verifier: 'v', userId: li.userId, from: '/' });

  it('who comes meanwhile is not signed out by news of who was here', async () => {
    const desk = await slowly();
    desk.storage.isSlow = true;
    desk.app.do(heard({ kind: 'signedOut' }));
    leaves(desk.app);
    comes(desk.app);
    await desk.let();
    expect(desk.app.see(session.selectors.user)?.userId).toBe(someoneElse.userId);
  });

  it('who comes meanwhile is not reloaded away, nor locked out by the lock of who was here', async () => {
    const desk = await slowly();
    desk.app.kept.screenLock = { isLocked: true, salt: 's', verifier: 'v', userId: li.userId };
    desk.storage.isSlow = true;
    desk.app.do(heard({ kind: 'locked' }));
    leaves(desk.app);
    desk.app.do(heard({ kind: 'signedIn', userId: li.userId }));
    comes(desk.app);
    await desk.let();
    expect(desk.app.see(screenLock.selectors.isLocked)).toBe(false);
    expect(desk.app.reloads).toHaveLength(0);
  });

  it('a screen that is locked again meanwhile stays locked, and its session continues', async () => {
    for (const kind of ['unlocked', 'storageCleared'] as const) {
      const desk = await slowly();
      desk.app.do(lockedWith('one'));
      desk.storage.isSlow = true;
      desk.app.do(heard({ kind }));
      desk.app.do(screenLock.actions.unlocked());
      desk.app.do(lockedWith('two'));
      await desk.let();
      expect(desk.app.see(screenLock.selectors.isLocked)).toBe(true);
      expect(desk.app.calls('/oauth/logout')).toHaveLength(0);
    }
  });

  it('a screen that is opened elsewhere meanwhile has no guess to judge', async () => {
    const desk = await slowly();
    desk.app.do(lockedWith('one'));
    desk.storage.isSlow = true;
    desk.app.do(screenLock.actions.turn('account'));
    desk.app.do(screenLock.actions.type({ password: 'wrong' }));
    desk.app.do(screenLock.actions.unlock());
    await quiet();
    desk.app.do(screenLock.actions.unlocked({ elsewhere: true }));
    await desk.let();
    expect(desk.app.calls('/oauth/unlock')).toHaveLength(0);
    expect(desk.app.see(screenLock.selectors.all)).toMatchObject({ isLocked: false, failures: 0, problem: '' });
  });

  it.each([
    ['is locked meanwhile is asked when it is opened', 1],
    ['ends meanwhile is not asked at all', 0],
  ])('what is asked by a session that %s', async (_what, calls) => {
    const desk = await slowly();
    desk.storage.isSlow = true;
    desk.app.do(resumed());
    await quiet();
    const before = desk.app.calls('/product/page').length;
    desk.app.do(list({}));
    if (calls > 0) desk.app.do(lockedWith('one'));
    else leaves(desk.app);
    await desk.let();
    expect(desk.app.calls('/product/page')).toHaveLength(before);
    desk.app.do(screenLock.actions.unlocked());
    await desk.let();
    expect(desk.app.calls('/product/page')).toHaveLength(before + calls);
  });
});
