/** Several windows of one browser: what one does the others learn, and none speaks for a person who is not there any more. */
import { tokenCheckMs } from '../../contract/settings';
import { feature as product } from '../../src/features/product';
import { lock } from '../../src/store/lock';
import { look } from '../../src/store/look';
import { menu, permission } from '../../src/store/menu';
import { route, tabs } from '../../src/store/route';
import { session, tokens } from '../../src/store/session';
import { heard, reload, woke } from '../../src/store/windows';
import { allMenus, li, quiet, start } from '../support/fakeWorld';

jest.setTimeout(30_000); // the first start of a file compiles the console

const { list } = (product.slices[0] as any).actions;
const someoneElse = { ...li, userId: '9', realName: '王敏' };
const newPair = (at: number) => ({ accessToken: 'access-2', refreshToken: 'refresh-2', tokenSetAt: at, expiresIn: 60 });

describe('a window', () => {
  it('leaves with the one in which the person signed out, without asking anybody and without repeating it', async () => {
    const app = await start({ at: '/lease/product' });
    await app.last('/product/page').answer({ records: [], total: 0 });
    const asked = app.asked.length;
    app.told.length = 0;
    app.do(heard({ kind: 'signedOut' }));
    await quiet();
    expect(app.see(route.selectors.path)).toBe('/login');
    expect(app.see(tokens.selectors.hasToken)).toBe(false);
    expect([app.asked.length, app.told]).toEqual([asked, []]);
  });

  it('begins anew when somebody signs in elsewhere, and is left alone when it is a customer’s', async () => {
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
    ['comes to the front', woke()],
  ])('has the rights of the role that its person took in another one as soon as it %s', async (_when, action) => {
    const tops = [{ id: '1', name: '租赁', path: '/lease/product', source: '' }];
    const app = await start({ at: '/lease/product', tops });
    await app.last('/product/page').answer({ records: [], total: 0 });
    app.do(menu.actions.pickTop('1')); // whose pages would stay, whatever its menus are later
    await app.last('/menu/routes').answer(allMenus);
    app.kept.session = { user: li };
    app.kept.token = newPair(app.clock.now + 1);
    app.do(action);
    await quiet();
    expect(app.calls('/menu/routes')).toHaveLength(2); // a new pair alone changes no rights

    app.kept.session = { user: { ...li, deptId: '12', roleId: '22', roleName: '财务' } };
    app.kept.token = { ...newPair(app.clock.now + 2), accessToken: 'access-3' };
    app.do(action);
    await quiet();
    expect(app.see(session.selectors.user)).toEqual({ ...li, deptId: '12', roleId: '22', roleName: '财务' });
    expect(app.last('/menu/routes').call.headers).toMatchObject({ 'Blade-Auth': 'bearer access-3' });
    await app.last('/menu/buttons').answer([{ code: 'customer_view', children: [] }]);
    const left = allMenus.map((one) => ({ ...one, children: one.children?.filter(({ code }) => code !== 'product') }));
    await app.last('/menu/routes').answer(left);
    expect(app.see(permission.selectors.codes)).toEqual({ customer_view: true });
    expect(app.see(menu.selectors.pathOf, 'product')).toBe('');
    expect(app.see(tabs.selectors.list).map(({ path }) => path)).not.toContain('/lease/product');
    expect(app.see(route.selectors.path)).toBe('/404');
  });

  it('tells what it does once it lies on the shelf', async () => {
    const app = await start();
    const steps: string[] = [];
    app.world.settle = async () => void steps.push('settled');
    app.world.tell = ({ kind }) => void steps.push(kind);
    app.do(lock.actions.locked({ salt: 's', verifier: 'v', userId: '7', from: '/' }));
    await quiet();
    app.do(lock.actions.unlocked());
    await quiet();
    app.do(look.actions.wear('vip'));
    await quiet();
    app.do(session.actions.expired());
    await quiet();
    expect(steps).toEqual(['settled', 'locked', 'settled', 'unlocked', 'dressed', 'settled', 'signedOut']);
  });

  it('looks like the others', async () => {
    const app = await start();
    app.do(heard({ kind: 'dressed', look: { mode: 'dark', theme: 'vip', language: 'en', isNavCollapsed: true } }));
    await quiet();
    expect(app.see(look.selectors.all)).toMatchObject({
      mode: 'dark',
      theme: 'vip',
      language: 'en',
      isNavCollapsed: false,
    });
    expect([app.dressed.at(-1), app.spoken.at(-1)]).toEqual(['dark', 'en']);
    expect(app.told.filter(({ kind }) => kind === 'dressed')).toEqual([]);
  });

  it('is locked and opened with the others, and comes back to its own page', async () => {
    const app = await start({ at: '/lease/order' });
    app.kept.lock = {
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
    expect(app.see(lock.selectors.all)).toMatchObject({ verifier: 'v', failures: 2, from: '/lease/order' });
    app.do(heard({ kind: 'unlocked' }));
    await quiet();
    expect(app.see(route.selectors.path)).toBe('/lease/order');
    expect(app.told.filter(({ kind }) => kind === 'locked' || kind === 'unlocked')).toEqual([]);
  });

  it('that the server finds locked looks at the shelf before it takes that for a trick', async () => {
    const app = await start({ at: '/lease/product' });
    app.kept.lock = { isLocked: true, salt: 's', verifier: 'v', userId: li.userId };
    await app.last('/product/page').refuse(403, '屏幕已锁定', { reason: 'session.locked' });
    expect(app.see(tokens.selectors.hasToken)).toBe(true);
    expect(app.see(route.selectors.path)).toBe('/lock');
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

  it('is told about when it is new, and taken over by who hears of it', async () => {
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
    ['comes back to the window', woke()],
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
    expect(app.see(tokens.selectors.accessToken)).toBe('access-0'); // and does not work with the other one's
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

  it('begins anew when told to', async () => {
    const app = await displaced();
    app.do(woke());
    app.do(reload());
    await quiet();
    expect(app.reloads).toHaveLength(1);
  });
});
