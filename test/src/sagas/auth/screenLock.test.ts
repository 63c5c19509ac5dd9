/** The locked screen: it cannot be bypassed, requests wait, and the person returns to their page. */
import { md5 } from 'js-md5';
import { masked } from '../../../../contract/wire/secrets';
import { tokenCheckMs } from '../../../../contract/wire/settings';
import { feature as product } from '../../../../src/features/lease/product';
import { waitAfter } from '../../../../src/sagas/auth/screenLock';
import { screenLock } from '../../../../src/store/auth/screenLock';
import { dict } from '../../../../src/store/crud/dict';
import { feedback } from '../../../../src/store/feedback';
import { route } from '../../../../src/store/navigation/route';
import { session, tokens } from '../../../../src/store/session';
import { heard, resumed } from '../../../../src/store/windows';
import { fakeWorld, li, quiet, type Started, type StartOptions, start } from '../../../support/fakeWorld';
import { storage } from '../../../support/storage';

jest.setTimeout(30_000); // the first start of a file compiles the console

const { lockScreen, choose, set, cancel, type, unlock, turn, signOut } = screenLock.actions;
const { list } = (product.slices[0] as any).actions;
const yes = feedback.actions.answered({ isSure: true, reason: '' });
function state(app: Started) {
  return app.see(screenLock.selectors.all);
}
const lockUrl = '/oauth/lock';
const unlockUrl = '/oauth/unlock';

async function choosePassword(app: Started, password = 'sesame') {
  app.do(lockScreen());
  app.do(choose({ password }));
  app.do(set());
  await quiet();
}
/** A console at the products' list whose screen has just been locked, as the server knows. */
async function lockedApp(options: StartOptions = {}) {
  const app = await start({ at: '/lease/product?status=1', ...options });
  await app.last('/product/page').answer({ records: [{ id: '1', productName: '月租宝' }], total: 1 });
  await choosePassword(app);
  await app.last(lockUrl).answer(true);
  await app.clock.advance(100);
  return app;
}
async function answer(app: Started, password: string) {
  app.do(type({ password }));
  app.do(unlock());
  await quiet();
}

describe('locking', () => {
  it.each(['', '   '])('asks for a password first, and does not take %j for one', async (password) => {
    const app = await start();
    app.do(lockScreen());
    expect(state(app).setting).toEqual({ password: '', problem: '', isBusy: false });
    await choosePassword(app, password);
    expect(state(app).setting?.problem).toBe('required');
    expect(state(app).isLocked).toBe(false);
    app.do(choose({ password: 'x' }));
    expect(state(app).setting?.problem).toBe('');
  });

  it('sets the flag, and goes to the lock page a tenth of a second later', async () => {
    const app = await start({ at: '/lease/product' });
    await choosePassword(app);
    expect(state(app)).toMatchObject({ isLocked: true, userId: li.userId, setting: null });
    expect(app.navigated.at(-1)).not.toContain('/lock');
    await app.clock.advance(99);
    expect(app.see(route.selectors.path)).toBe('/lease/product');
    await app.clock.advance(1);
    expect(app.see(route.selectors.path)).toBe('/lock');
    expect(app.navigated.at(-1)).toBe('push /lock');
  });

  it('keeps one half of what the password becomes and shows the server the other', async () => {
    const app = await start();
    await choosePassword(app);
    const { salt, verifier } = state(app);
    const { call } = app.last(lockUrl);
    expect(call.body).toEqual({ proof: md5(`sesame/${salt}`) });
    expect(verifier).toBe(md5(`${salt}/sesame`));
    expect(JSON.stringify(app.store.getState())).not.toContain((call.body as { proof: string }).proof);
  });

  it('leaves the password nowhere: not in state or storage, and masked where a developer looks', async () => {
    const places = storage();
    const app = await lockedApp({ storage: places.storage });
    const during = JSON.stringify(app.actions.map(masked));
    await answer(app, 'wrong-guess');
    await answer(app, 'sesame');
    await app.last(unlockUrl).answer(true);
    await app.persistor!.flush();
    const seen = [during, JSON.stringify(app.actions.map(masked)), JSON.stringify(app.store.getState()), places.all()];
    for (const place of seen) for (const secret of ['sesame', 'wrong-guess']) expect(place).not.toContain(secret);
  });

  it('that is cancelled locks nothing, also while the slow part runs', async () => {
    const fake = fakeWorld();
    let finish!: (hex: string) => void;
    fake.world.derive = () =>
      new Promise((resolve) => {
        finish = resolve;
      });
    const app = await start({ fake });
    await choosePassword(app);
    expect(state(app).setting?.isBusy).toBe(true);
    app.do(set()); // pressed again meanwhile
    app.do(cancel());
    finish('0'.repeat(64));
    await quiet();
    expect(state(app)).toMatchObject({ isLocked: false, setting: null });
    expect(app.calls(lockUrl)).toHaveLength(0);
  });

  it('does not fail where the browser cannot derive: the dialog is released and the fault is in the log', async () => {
    const fake = fakeWorld();
    fake.world.derive = () => Promise.reject(new Error('no script'));
    const app = await start({ fake });
    await choosePassword(app);
    expect(state(app)).toMatchObject({ isLocked: false, setting: null });
    expect(JSON.stringify(app.see((s) => s.log))).toContain('no script');
  });

  it.each([
    ['has no such call', 404],
    ['is locked already', 403],
  ])('needs no server: one that %s is no obstacle', async (_how, code) => {
    const app = await start();
    await choosePassword(app);
    await app.last(lockUrl).refuse(code, 'no', code === 403 ? { reason: 'session.locked' } : {});
    await app.clock.advance(60_000);
    expect(state(app).isLocked).toBe(true);
    expect(app.calls(lockUrl)).toHaveLength(1);
    expect(app.toasts()).toEqual([]);
  });

  it('is reported to a server that cannot be reached until it is, and no longer than the lock holds', async () => {
    const app = await start();
    await choosePassword(app);
    await app.last(lockUrl).cutOff();
    await app.clock.advance(10_000);
    await app.last(lockUrl).cutOff();
    expect(app.calls(lockUrl)).toHaveLength(2);
    app.do(screenLock.actions.unlocked({ elsewhere: true }));
    await app.clock.advance(60_000);
    expect(app.calls(lockUrl)).toHaveLength(2);
  });

  it('takes back the question and the messages that stood on screen', async () => {
    const app = await start({ at: '/lease/product' });
    await app.last('/product/page').answer({ records: [{ id: '1' }], total: 1 });
    app.do((product.slices[0] as any).actions.remove(['1']));
    app.do(feedback.actions.notified({ tone: 'error', text: '王芳的订单未保存' }));
    await choosePassword(app);
    expect(app.see(feedback.selectors.question)).toBeNull();
    expect(app.toasts()).toEqual([]);
    await app.last(lockUrl).answer(true);
    app.do(yes);
    expect(app.calls('/product/remove')).toHaveLength(0);
  });
});

describe('behind the locked screen', () => {
  it('nothing is asked, whatever wants to; it is asked once the screen is open', async () => {
    const app = await lockedApp();
    const before = app.asked.length;
    app.do(list({}));
    app.do(dict.actions.need(['pic_type']));
    app.do(resumed());
    for (let minute = 0; minute < 5; minute++) await app.clock.advance(60_000);
    expect(app.asked.slice(before).map(({ call }) => call.url)).toEqual([]);
    await answer(app, 'sesame');
    await app.last(unlockUrl).answer(true);
    expect(app.calls('/dict-biz/dictionary').filter(({ call }) => call.query?.code === 'pic_type')).toHaveLength(1);
  });

  it('the session is kept open', async () => {
    const app = await lockedApp({ settings: { tokenTime: 20 } });
    await app.clock.advance(2 * tokenCheckMs);
    await app.last('/oauth/token').answerRaw(200, { access_token: 'access-1', refresh_token: 'refresh-1' });
    expect(app.see(tokens.selectors.accessToken)).toBe('access-1');
    expect(state(app).isLocked).toBe(true);
  });

  it.each(['/lease/order', '/login', '/', '/nowhere', '/lock?x=1'])('%s leads back to it', async (address) => {
    const app = await lockedApp();
    app.do(route.actions.go(address));
    await quiet();
    app.do(route.actions.moved(address)); // the browser's own back button
    await quiet();
    expect(app.see(route.selectors.path)).toBe('/lock');
    expect(app.navigated.at(-1)).toMatch(/\/lock/);
  });

  it('what was on its way when it was locked is asked again afterwards', async () => {
    const app = await start({ at: '/lease/product' });
    const late = app.last('/product/page');
    await choosePassword(app);
    await late.refuse(403, '屏幕已锁定', { reason: 'session.locked' });
    expect(app.toasts()).toEqual([]);
    await app.last(lockUrl).answer(true);
    await answer(app, 'sesame');
    await app.last(unlockUrl).answer(true);
    await app.last('/product/page').answer({ records: [{ id: '1' }], total: 1 });
    expect(app.slice('product').page.total).toBe(1);
  });
});

describe('opening the screen', () => {
  it('takes the right password, proves it to the server and returns to the former page', async () => {
    const app = await lockedApp();
    const { salt } = state(app);
    await answer(app, 'sesame');
    expect(app.last(unlockUrl).call.body).toEqual({ proof: md5(`sesame/${salt}`) });
    expect(state(app)).toMatchObject({ isLocked: true, isBusy: true });
    await app.last(unlockUrl).answer(true);
    expect(state(app)).toMatchObject({ isLocked: false, salt: '', verifier: '', failures: 0, password: '' });
    expect(app.navigated.at(-1)).toBe('push /lease/product?status=1');
  });

  it('does not take a wrong one: the box is empty, and shakes anew each time', async () => {
    const app = await lockedApp();
    await answer(app, 'sesam');
    expect(state(app)).toMatchObject({ isLocked: true, problem: 'wrong', password: '', shakes: 1, isBusy: false });
    await answer(app, 'open');
    expect(state(app)).toMatchObject({ problem: 'wrong', shakes: 2, failures: 2 });
    expect(app.calls(unlockUrl)).toHaveLength(0);
    app.do(type({ password: 's' }));
    expect(state(app).problem).toBe('');
  });

  it('needs an answer', async () => {
    const app = await lockedApp();
    app.do(unlock());
    expect(state(app)).toMatchObject({ problem: 'required', isBusy: false, failures: 0 });
  });

  it('is asked once however often the button is pressed', async () => {
    const app = await lockedApp();
    app.do(type({ password: 'sesame' }));
    for (let press = 0; press < 5; press++) app.do(unlock());
    await quiet();
    expect(app.calls(unlockUrl)).toHaveLength(1);
    expect(state(app).failures).toBe(1); // counted until it is judged
  });

  it('costs a growing wait from the fifth wrong answer on', () => {
    expect([0, 4, 5, 6, 7, 13, 14, 1000].map(waitAfter)).toEqual([0, 0, 1000, 2000, 4000, 256_000, 300_000, 300_000]);
  });

  it('counts the seconds of the wait down, and takes no answer before they are over', async () => {
    const app = await lockedApp();
    for (let guess = 0; guess < 6; guess++) {
      await answer(app, `guess-${guess}`);
      await app.clock.advance(guess === 4 ? 1000 : 0);
    }
    expect(state(app)).toMatchObject({ failures: 6, secondsLeft: 2 });
    await answer(app, 'sesame');
    expect(state(app)).toMatchObject({ isLocked: true, isBusy: false });
    await app.clock.advance(1000);
    expect(state(app).secondsLeft).toBe(1);
    await app.clock.advance(1000);
    expect(state(app).secondsLeft).toBe(0);
    await answer(app, 'sesame');
    await app.last(unlockUrl).answer(true);
    expect(state(app).isLocked).toBe(false);
  });

  it('stays locked over a reload, and so does the wait', async () => {
    const places = storage();
    const fake = fakeWorld();
    const before = await lockedApp({ storage: places.storage, fake });
    for (let guess = 0; guess < 5; guess++) await answer(before, `guess-${guess}`);
    await before.persistor!.flush();
    const app = await start({ storage: places.storage, signedIn: false, at: '/lease/order', now: fake.clock.now });
    expect(app.see(route.selectors.path)).toBe('/lock');
    expect(app.asked).toEqual([]);
    expect(state(app)).toMatchObject({ isLocked: true, failures: 5, secondsLeft: 1 });
    await answer(app, 'sesame');
    expect(state(app).isBusy).toBe(false);
    await app.clock.advance(1000);
    await answer(app, 'sesame');
    await app.last(unlockUrl).answer(true);
    await app.answerRights();
    expect(app.see(route.selectors.path)).toBe('/lease/product');
  });

  it('holds in a window that is opened meanwhile, which knows no menus yet', async () => {
    const places = storage();
    await lockedApp({ storage: places.storage }).then((app) => app.persistor!.flush());
    const { local, cookies } = places;
    const app = await start({ storage: storage({ local, cookies }).storage, signedIn: false, at: '/lease/order' });
    expect([app.navigated, app.asked]).toEqual([['replace /lock'], []]);
    await answer(app, 'sesame');
    await app.last(unlockUrl).answer(true);
    await app.answerRights();
    expect(app.see(route.selectors.path)).toBe('/lease/order'); // its own page, not that of the window that locked
  });

  it('counts a guess before it judges it: a reload in between does not undo it', async () => {
    const places = storage();
    const fake = fakeWorld();
    const before = await lockedApp({ storage: places.storage, fake });
    before.world.derive = () => new Promise(() => undefined);
    await answer(before, 'guess');
    await before.persistor!.flush();
    const app = await start({ storage: places.storage, signedIn: false, now: fake.clock.now });
    expect(state(app).failures).toBe(1);
  });

  it('counts what was guessed in another window of this browser', async () => {
    const app = await lockedApp();
    app.kept.screenLock = { isLocked: true, failures: 7, until: app.clock.now + 4000 };
    await answer(app, 'sesame');
    expect(state(app)).toMatchObject({ isLocked: true, failures: 7, secondsLeft: 4 });
  });

  it('waits no longer than five minutes, whatever the clock or the storage says', async () => {
    const app = await lockedApp();
    app.kept.screenLock = { isLocked: true, failures: 5, until: Number.MAX_SAFE_INTEGER };
    await answer(app, 'sesame');
    expect(state(app).secondsLeft).toBe(300);
    delete app.kept.screenLock;
    await app.clock.advance(300_000);
    await answer(app, 'sesame');
    await app.last(unlockUrl).answer(true);
    expect(state(app).isLocked).toBe(false);
  });

  it('waits for a server that cannot be reached, without counting the try', async () => {
    const app = await lockedApp();
    await answer(app, 'sesame');
    await app.last(unlockUrl).cutOff();
    expect(state(app)).toMatchObject({ isLocked: true, problem: 'unreachable', failures: 0, isBusy: false });
  });

  it('needs no server that has no such call', async () => {
    const app = await lockedApp();
    await answer(app, 'sesame');
    await app.last(unlockUrl).refuse(404, '没有这个地址');
    expect(state(app).isLocked).toBe(false);
  });

  it('asks for the other password when the server was locked with another one', async () => {
    const app = await lockedApp();
    await answer(app, 'sesame');
    await app.last(unlockUrl).refuse(400, '解锁密码错误,请重新输入', { reason: 'session.wrongUnlock' });
    expect(state(app)).toMatchObject({ isLocked: true, problem: 'otherWay', way: 'account', password: '' });
  });

  describe('with the password of the account', () => {
    const turned = async () => {
      const app = await lockedApp();
      app.do(turn('account'));
      await answer(app, 'hunter2');
      return app;
    };

    it('is for the server to judge, and the password travels as it does at sign-in', async () => {
      const app = await turned();
      expect(app.last(unlockUrl).call.body).toEqual({ password: md5('hunter2') });
      await app.last(unlockUrl).answer(true);
      expect(state(app).isLocked).toBe(false);
    });

    it('shows a wrong one like any wrong one', async () => {
      const app = await turned();
      await app.last(unlockUrl).refuse(400, '解锁密码错误,请重新输入', { reason: 'session.wrongUnlock' });
      expect(state(app)).toMatchObject({ problem: 'wrong', failures: 1, shakes: 1 });
      expect(app.toasts()).toEqual([]);
    });

    it('says what else the server says', async () => {
      const app = await turned();
      await app.last(unlockUrl).refuse(400, '请 8 秒后再试', { reason: 'session.unlockLater' });
      expect(state(app)).toMatchObject({ problem: 'refused', sentence: '请 8 秒后再试', failures: 0, isBusy: false });
    });

    it('is the only way when what to compare with was lost', async () => {
      const places = storage();
      await lockedApp({ storage: places.storage }).then((app) => app.persistor!.flush());
      const entry = JSON.parse(places.local['leasedesk-screenLock']!);
      entry.content = JSON.stringify({ ...JSON.parse(entry.content), verifier: '""', salt: '""' });
      places.local['leasedesk-screenLock'] = JSON.stringify(entry);
      const app = await start({ storage: places.storage, signedIn: false });
      expect(app.see(route.selectors.path)).toBe('/lock');
      await answer(app, '');
      app.do(turn('lock'));
      await answer(app, 'anything');
      expect(app.last(unlockUrl).call.body).toEqual({ password: md5('anything') });
    });
  });
});

describe('leaving from the locked screen', () => {
  it('asks first, and then leaves, at the server too', async () => {
    const app = await lockedApp();
    app.do(signOut());
    await quiet();
    expect(app.see(feedback.selectors.question)?.say).toBe('lock.askSignOut');
    app.do(yes);
    await app.last('/oauth/logout').answer(true);
    expect(app.see(route.selectors.path)).toBe('/login');
    expect(state(app)).toMatchObject({ isLocked: false, verifier: '' });
  });

  it('ends the session when the lock is removed from storage by hand', async () => {
    const app = await lockedApp();
    app.do(heard({ kind: 'storageCleared' }));
    await quiet();
    await app.last('/oauth/logout').answer(true);
    expect(app.see(tokens.selectors.hasToken)).toBe(false);
    expect(app.see(route.selectors.path)).toBe('/login');
  });

  it('ends it too when the lock is gone after a reload, and only the server remembers', async () => {
    const places = storage();
    const before = await lockedApp({ storage: places.storage });
    await before.persistor!.flush();
    delete places.local['leasedesk-screenLock'];
    const app = await start({ storage: places.storage, signedIn: false, isHeldUp: true });
    expect(app.asked).toHaveLength(1);
    await app.asked[0]!.refuse(403, '屏幕已锁定', { reason: 'session.locked' });
    expect(app.see(tokens.selectors.hasToken)).toBe(false);
    expect(app.see(route.selectors.path)).toBe('/login');
  });

  it('ends by itself with the session behind it', async () => {
    const app = await lockedApp();
    app.do(list({}));
    app.do(session.actions.expired());
    await quiet();
    expect(app.see(route.selectors.path)).toBe('/login');
    expect(app.calls('/product/page')).toHaveLength(1); // waiting requests are cancelled, and sent to no server
  });
});
