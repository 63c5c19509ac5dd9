/** Adverse environments: parallel refusals, broken answers, broken browsers, wrong clocks. The console goes on, and
 *  reports each once. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callTimeoutMs, tokenCheckMs } from '../../../contract/wire/settings';
import { feature as product } from '../../../src/features/lease/product';
import { screenLock } from '../../../src/store/auth/screenLock';
import { missingCapability } from '../../../src/store/environment';
import { feedback } from '../../../src/store/feedback';
import { log } from '../../../src/store/log';
import { route, tabs } from '../../../src/store/navigation/route';
import { preferences } from '../../../src/store/preferences';
import { session, tokens } from '../../../src/store/session';
import { heard, resumed } from '../../../src/store/windows';
import { openStorage } from '../../../src/world/storage';
import { li, quiet, type Started, start } from '../../support/fakeWorld';
import { plain, storage } from '../../support/storage';

jest.setTimeout(30_000); // the first start of a file compiles the console

const { list, patch } = (product.slices[0] as any).actions;
const yes = feedback.actions.answered({ isSure: true, reason: '' });
const hour = 3_600_000;
const day = 24 * hour;
function pair(n: number) {
  return { access_token: `access-${n}`, refresh_token: `refresh-${n}`, expires_in: 37_500 };
}
function patchRows(app: Started, count: number) {
  for (let n = 0; n < count; n++) app.do(patch({ id: String(n), change: { status: 0 } }));
}

describe('twenty refusals of an ended session', () => {
  it('leave one message, one way to the login page, and storage with the appearance alone', async () => {
    const places = storage();
    const app = await start({ storage: places.storage, at: '/lease/product' });
    await app.last('/product/page').answer({ records: [{ id: '1', productName: '月租宝' }], total: 1 });
    app.do(preferences.actions.wear('vip'));
    app.do(log.actions.failed({ message: '月租宝', stack: '', info: '' }));
    patchRows(app, 20);
    const calls = app.calls('/product/update');
    const asked = app.asked.length;
    await Promise.all(calls.map((one) => one.refuse(401, '请求未授权')));
    app.do(session.actions.expired()); // one more that learned of it late
    await app.clock.advance(60_000);
    expect(app.actions.filter(session.actions.signedOut.match)).toHaveLength(1);
    expect(app.navigated.filter((step) => step.endsWith('/login'))).toHaveLength(1);
    expect(app.asked.length).toBe(asked);
    await app.persistor!.flush();
    for (const trace of ['access-0', 'refresh-0', li.realName, li.userId, '月租宝', '/lease/', 'product_add'])
      expect(places.all()).not.toContain(trace);
    expect(places.all()).toContain('vip');
  });
});

describe('ten calls while the token is renewed', () => {
  const overdue = async () => {
    const app = await start({ at: '/lease/product', settings: { tokenTime: 30 } });
    await app.last('/product/page').answer({ records: [], total: 0 });
    await app.clock.advance(3 * tokenCheckMs);
    patchRows(app, 10);
    return app;
  };

  it('wait for one renewal, and go out with what it brought', async () => {
    const app = await overdue();
    expect([app.calls('/oauth/token').length, app.calls('/product/update').length]).toEqual([1, 0]);
    await app.last('/oauth/token').answerRaw(200, pair(1));
    const sent = app.calls('/product/update').map(({ call }) => call.headers?.['Blade-Auth']);
    expect(sent).toEqual(Array.from({ length: 10 }, () => 'bearer access-1'));
    expect(app.calls('/oauth/token')).toHaveLength(1);
  });

  it('are given up quietly, without having been asked, when the renewal ends the session', async () => {
    const app = await overdue();
    await app.last('/oauth/token').refuse(401, 'x');
    expect(app.calls('/product/update')).toHaveLength(0);
    expect(app.toasts()).toEqual(['info: session.expired']);
    expect(app.slice('feedback').isRunning).toBe(false);
    expect(app.actions.filter(session.actions.signedOut.match)).toHaveLength(1);
  });
});

it('a renewal without an answer is tried at each tick, one at a time, and never costs the session', async () => {
  const app = await start({ settings: { tokenTime: 30 } });
  await app.clock.advance(3 * tokenCheckMs);
  for (let failure = 1; failure <= 3; failure++) {
    await app.clock.advance(callTimeoutMs - 1);
    expect(app.calls('/oauth/token')).toHaveLength(failure);
    await app.last('/oauth/token').cutOff(); // what a time-out looks like
    await app.clock.advance(tokenCheckMs);
  }
  expect(app.calls('/oauth/token')).toHaveLength(4);
  expect(app.see(tokens.selectors.hasToken)).toBe(true);
  expect(app.toasts()).toEqual([]);
});

it('an answer to the session before ends nothing in the next one, and nothing is asked again in it', async () => {
  const app = await start({ at: '/lease/product' });
  await app.last('/product/page').answer({ records: [{ id: '0' }], total: 1 });
  patchRows(app, 1);
  const late = app.last('/product/update');
  app.do(session.actions.signOut());
  app.do(yes);
  await app.last('/oauth/logout').answer(true);
  app.do(
    tokens.actions.tokensReceived({
      accessToken: 'access-9',
      refreshToken: 'refresh-9',
      tokenSetAt: app.clock.now,
      heldSince: 0,
      expiresIn: 37_500,
    }),
  );
  app.do(session.actions.signedIn(li));
  const asked = app.asked.length;
  await late.refuse(401, '请求未授权');
  expect(app.see(tokens.selectors.accessToken)).toBe('access-9');
  expect([app.asked.length, app.toasts()]).toEqual([asked, []]);
});

describe('a clock that is set', () => {
  it.each([
    ['an hour ahead', hour],
    ['an hour back', -hour],
    ['a day ahead', day],
    ['a year back', -365 * day],
  ])('%s does not end the session, and costs at most one renewal', async (_how, skew) => {
    const app = await start();
    app.clock.skew = skew;
    await app.clock.advance(tokenCheckMs);
    const first = app.calls('/oauth/token').length;
    expect(first).toBeLessThanOrEqual(1);
    if (first === 1) await app.last('/oauth/token').answerRaw(200, pair(1));
    await app.clock.advance(hour);
    expect(app.calls('/oauth/token')).toHaveLength(first);
    expect(app.see(tokens.selectors.hasToken)).toBe(true);
  });

  it('back by an hour does not put the renewal off by an hour', async () => {
    const app = await start({ settings: { tokenTime: 600 } });
    await app.clock.advance(300_000);
    app.clock.skew = -59_000;
    await app.clock.advance(310_000);
    expect(app.calls('/oauth/token')).toHaveLength(1);
  });
});

it('a machine that slept for three hours renews the token before it asks anything else', async () => {
  const app = await start({ at: '/lease/product', settings: { tokenTime: 3600 } });
  await app.last('/product/page').answer({ records: [], total: 0 });
  app.clock.skew = 3 * hour; // the timers were suspended too
  app.do(resumed());
  app.do(list({}));
  await quiet();
  expect([app.calls('/oauth/token').length, app.calls('/product/page').length]).toEqual([1, 1]);
  await app.last('/oauth/token').answerRaw(200, pair(1));
  expect(app.last('/product/page').call.headers).toMatchObject({ 'Blade-Auth': 'bearer access-1' });
});

describe('a port that throws', () => {
  const ways: [string, () => unknown][] = [
    [
      'throws at once',
      () => {
        throw new Error('broken');
      },
    ],
    ['fails with nothing', () => Promise.reject(undefined)],
    ['fails with a word', () => Promise.reject('broken')],
    ['answers nonsense', () => Promise.resolve(undefined)],
  ];
  /** An action that makes the console use each port. */
  const uses = {
    send: (app: Started) => app.do(list({})),
    loadLanguage: (app: Started) => app.do(preferences.actions.speak('en')),
    setColorScheme: (app: Started) => app.do(preferences.actions.shine('dark')),
    fillScreen: (app: Started) => app.do(preferences.actions.fill(true)),
    navigate: (app: Started) => app.do(route.actions.go('/lease/order')),
    setTitle: (app: Started) => app.do(route.actions.go('/lease/order')),
    load: (app: Started) => app.do(route.actions.go('/lease/customer')),
    openWindow: (app: Started) => app.do(route.actions.openOutside('https://example.com')),
    broadcast: (app: Started) => app.do(preferences.actions.wear('vip')),
    flush: (app: Started) => app.do(screenLock.actions.unlocked()),
    readStored: (app: Started) => app.do(heard({ kind: 'renewed' })),
    newId: (app: Started) => {
      app.do(screenLock.actions.lockScreen());
      app.do(screenLock.actions.choose({ password: 'x' }));
      app.do(screenLock.actions.set());
    },
    reload: (app: Started) => app.do({ type: 'windows/reload' }),
    latestRelease: (app: Started) => app.do(resumed()),
    uptime: (app: Started) => app.do(resumed()),
    acquire: (app: Started) => {
      app.clock.skew = 2 * day;
      app.do(resumed());
    },
  } as const;
  const ports = Object.keys(uses) as (keyof typeof uses)[];

  describe.each(ports)('%s', (door) => {
    it.each(ways)('%s: everything else still answers', async (_how, breakIt) => {
      const app = await start({ at: '/lease/product' });
      await app.last('/product/page').answer({ records: [], total: 0 });
      const whole = app.world[door];
      (app.world as any)[door] = breakIt;
      uses[door](app);
      await app.clock.advance(tokenCheckMs);
      (app.world as any)[door] = whole;
      app.clock.skew = 0;
      await app.clock.advance(tokenCheckMs); // crashed sagas have been restarted
      for (const late of app.waiting()) await late.answer(null);
      if (app.see(screenLock.selectors.isLocked)) app.do(heard({ kind: 'unlocked' })); // a lock with a strange salt is a lock
      await quiet();

      app.do(feedback.actions.notified({ tone: 'success', say: 'crud.added' }));
      await app.clock.advance(4000);
      expect(app.toasts()).not.toContain('success: crud.added');
      app.do(preferences.actions.speak('zh'));
      await quiet();
      expect(app.see(preferences.selectors.language)).toBe('zh');
      app.do(route.actions.go('/wel/index'));
      await quiet();
      expect(app.see(route.selectors.path)).toBe('/wel/index');
      app.do(route.actions.go('/lease/product'));
      await quiet();
      const pages = app.calls('/product/page').length;
      app.do(list({}));
      await quiet();
      expect(app.calls('/product/page').length).toBeGreaterThanOrEqual(pages);
      app.do(heard({ kind: 'appearanceChanged', look: { mode: 'light' } }));
      await quiet();
      expect(app.see(preferences.selectors.all).mode).toBe('light');
      app.do(session.actions.signOut());
      await quiet();
      expect(app.see(feedback.selectors.question)?.say).toBe('ask.signOut');
      app.do(yes);
      await app.last('/oauth/logout').answer(true);
      expect(app.see(route.selectors.path)).toBe('/login');
    });
  });
});

describe('a browser that keeps nothing', () => {
  const full = () => ({
    ...plain(),
    setItem() {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  const forbidden = (): never => {
    throw new DOMException('denied', 'SecurityError');
  };

  it.each([
    ['is full', { local: full, session: full }],
    ['is forbidden', { local: forbidden, session: forbidden }],
  ])('because its storage %s is used all the same, and says so once', async (_why, places) => {
    let losses = 0;
    let writes = 0;
    const jar = { read: () => '', write: () => void writes++, isSecure: false };
    const storage = openStorage({ ...places, jar, now: () => 7, onLoss: () => losses++ });
    const app = await start({ storage, at: '/lease/product' });
    app.do(missingCapability('notKept'));
    await app.last('/product/page').answer({ records: [{ id: '1' }], total: 1 });
    for (let n = 0; n < 5; n++) app.do(preferences.actions.shine(n % 2 ? 'dark' : 'light'));
    await app.persistor!.flush();
    const before = writes;
    await app.clock.advance(60_000);
    await app.persistor!.flush();
    app.do(missingCapability('notKept'));
    expect(losses).toBe(1);
    expect(writes).toBe(before); // no retrying
    expect(app.slice('product').page.total).toBe(1);
    expect(app.toasts()).toEqual(['warning: weather.notKept']);
    const reloaded = await start({ storage: openStorage({ ...places, jar, now: () => 7 }), signedIn: false });
    expect(reloaded.see(route.selectors.path)).toBe('/login');
  });

  it('without cookies too: they are refused without a word', async () => {
    let losses = 0;
    const storage = openStorage({
      local: () => plain(),
      session: () => plain(),
      jar: { read: () => '', write: () => undefined, isSecure: false },
      now: () => 7,
      onLoss: () => losses++,
    });
    const app = await start({ storage });
    await app.persistor!.flush();
    expect(losses).toBe(1);
  });

  it('is found out before sign-in, and reported afterwards', async () => {
    const app = await start({ signedIn: false });
    app.do(missingCapability('notKept'));
    expect(app.toasts()).toEqual([]);
    app.do(session.actions.signedIn(li));
    expect(app.toasts()).toEqual(['warning: weather.notKept']);
  });
});

it('an address that is not encrypted is mentioned once a session, not at each reload', async () => {
  const app = await start({ signedIn: false });
  app.do(missingCapability('notSecure'));
  expect(app.toasts()).toEqual([]);
  app.do(session.actions.signedIn(li));
  await app.clock.advance(60_000);
  expect(app.toasts()).toEqual(['warning: weather.notSecure']);
  const reloaded = await start();
  reloaded.do(missingCapability('notSecure'));
  expect(reloaded.toasts()).toEqual([]);
});

it('the console has no channel whose buffer could drop an event, or that could be left open', () => {
  const folder = join(__dirname, '../../../src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  const found = files.filter((name) =>
    /\b(eventChannel|actionChannel|multicastChannel)\b/.test(readFileSync(join(folder, name), 'utf8')),
  );
  // Every external action is dispatched, and none is dropped.
  expect(found).toEqual([]);
});

it('six events of one moment all arrive, however busy their saga is', async () => {
  const app = await start();
  app.kept.token = { accessToken: 'access-2', refreshToken: 'refresh-2', tokenSetAt: app.clock.now + 1, expiresIn: 60 };
  app.do(heard({ kind: 'renewed' })); // storage is read first, which takes a moment
  for (const theme of ['vip', 'cool', 'd2', 'hey', 'lte'])
    app.do(heard({ kind: 'appearanceChanged', look: { theme } }));
  await quiet();
  expect(app.see(tokens.selectors.accessToken)).toBe('access-2');
  const themes = app.actions.filter(preferences.actions.followed.match).map(({ payload }) => payload.theme);
  expect(themes).toEqual(['vip', 'cool', 'd2', 'hey', 'lte']);
  expect(app.see(tabs.selectors.list)).toHaveLength(1);
});
