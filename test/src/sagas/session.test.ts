/** Renewing and ending a session, through commands, with a server answered by hand. */
import { expectSaga } from 'redux-saga-test-plan';
import { callTimeoutMs, defaultSettings, tokenCheckMs } from '../../../contract/wire/settings';
import { feature as product } from '../../../src/features/lease/product';
import { refreshAfter } from '../../../src/sagas/tokenAge';
import { keepTokenFresh } from '../../../src/sagas/tokens';
import { signIn } from '../../../src/store/auth/signIn';
import { clock } from '../../../src/store/clock';
import { choices } from '../../../src/store/crud/choices';
import { features } from '../../../src/store/features';
import { feedback } from '../../../src/store/feedback';
import { menu } from '../../../src/store/navigation/menu';
import { route } from '../../../src/store/navigation/route';
import { preferences } from '../../../src/store/preferences';
import { session, tokens } from '../../../src/store/session';
import { resumed } from '../../../src/store/windows';
import type { World } from '../../../src/world/world';
import { fakeWorld, li, quiet, type Started, start } from '../../support/fakeWorld';
import { fill, granted, tokenUrl } from '../../support/signIn';

/** The first start compiles the whole console. */
jest.setTimeout(30_000);

const { signOut } = session.actions;
const { submit } = signIn.actions;
const { list } = (product.slices[0] as any).actions;

function isSignedIn(app: Started) {
  return app.see(tokens.selectors.hasToken);
}

describe('an ended session', () => {
  it('ends once, with one message, however many calls learn of it', async () => {
    const app = await start({ at: '/lease/picture' });
    app.do(route.actions.go('/lease/product'));
    await quiet();
    for (let n = 0; n < 19; n++) {
      app.do(choices.actions.find({ of: 'order', text: '' }));
      app.do(list({}));
      app.do(features.actions.opened(app.see(route.selectors.place)!));
    }
    const waiting = app.waiting();
    for (const one of app.asked) if (!one.isSettled) await one.refuse(401, '请求未授权');
    expect(waiting.length).toBeGreaterThan(1);
    expect(app.actions.filter(session.actions.signedOut.match)).toHaveLength(1);
    expect(app.navigated.filter((step) => step.endsWith('/login'))).toEqual(['push /login']);
    expect(app.toasts()).toEqual(['info: session.expired']);
  });

  it('ends once when twenty answers of one page arrive together', async () => {
    const app = await start();
    // Twenty rows changed at once are twenty calls.
    app.do(route.actions.go('/lease/product'));
    await app.clock.advance(0);
    const { patch } = (product.slices[0] as any).actions;
    for (let n = 0; n < 20; n++) app.do(patch({ id: String(n), change: { status: 0 } }));
    const calls = app.calls('/product/update');
    expect(calls).toHaveLength(20);
    const settled = calls.map((one) => one.refuse(401, '请求未授权'));
    await Promise.all(settled);
    expect(app.actions.filter(session.actions.signedOut.match)).toHaveLength(1);
    expect(app.toasts()).toEqual(['info: session.expired']);
    expect(app.waiting()).toEqual([]);
    expect(app.slice('feedback').isRunning).toBe(false);
  });

  it.each([
    ['an HTTP 401', 401, {}],
    ['an HTTP 401 with a page of HTML', 401, '<html>'],
    ['an HTTP 401 without a body', 401, ''],
    ['a 401 in the body of a 200', 200, { code: 401, success: false, msg: '请求未授权' }],
  ])('is recognised by %s', async (_how, status, body) => {
    const app = await start({ at: '/lease/product' });
    await app.last('/product/page').answerRaw(status, body);
    expect(isSignedIn(app)).toBe(false);
    expect(app.see(route.selectors.path)).toBe('/login');
    expect(app.toasts()).toEqual(['info: session.expired']);
  });

  it('leaves nothing behind of what the person saw or typed', async () => {
    const app = await start({ at: '/lease/picture' });
    app.do(choices.actions.find({ of: 'order', text: '' }));
    await app.last('/order/choices').answer({ records: [{ id: '7', title: '王芳' }], total: 1 });
    app.do(route.actions.go('/lease/product'));
    await quiet();
    await app.last('/product/page').answer({ records: [{ id: '1', productName: '月租宝' }], total: 1 });
    app.do((product.slices[0] as any).actions.add({ productName: '秘密草稿' }));
    app.do(list({}));
    await app.last('/product/page').refuse(401, '');
    // The address alone is kept, for the same person.
    const { intent: wanted, ...state } = app.store.getState();
    expect(wanted).toEqual({ deep: '', address: '/lease/product', userId: li.userId });
    const left = JSON.stringify(state);
    for (const trace of ['月租宝', '秘密草稿', '王芳', '李静', 'access-0', 'product_add', '/lease/product'])
      expect(left).not.toContain(trace);
  });

  it('lets every button work again after the next sign-in', async () => {
    const app = await start({ at: '/lease/product' });
    await app.last('/product/page').answer({ records: [{ id: '1' }], total: 1 });
    const { add, save } = (product.slices[0] as any).actions;
    const draft = { productName: 'A', productCode: 'A1', deadline: 30, getType: 0, yearRate: '4.2' };
    app.do(add(draft));
    app.do(save());
    await app.last('/product/submit').refuse(401, '');
    fill(app);
    app.do(submit());
    await app.last(tokenUrl).answerRaw(200, granted());
    await app.answerRights();
    app.do(route.actions.go('/lease/product'));
    app.do(add(draft));
    app.do(save());
    expect(app.calls('/product/submit')).toHaveLength(2);
    app.do(signOut());
    expect(app.see(feedback.selectors.question)?.say).toBe('ask.signOut');
  });

  it('has no say in the next one', async () => {
    const app = await start({ at: '/lease/product' });
    const late = app.last('/product/page');
    app.do(signOut());
    app.do(feedback.actions.answered({ isSure: true, reason: '' }));
    await app.last('/oauth/logout').answer(null);
    expect(late.isAborted).toBe(true);
    fill(app);
    app.do(submit());
    await app.last(tokenUrl).answerRaw(200, granted());
    await app.answerRights();
    await late.refuse(401, '请求未授权');
    expect(isSignedIn(app)).toBe(true);
    expect(app.toasts()).toEqual([]);
  });

  it('is not what a call with the token before the last one means', async () => {
    const app = await start({ at: '/lease/product', settings: { tokenTime: 10 } });
    const early = app.last('/product/page');
    await app.clock.advance(tokenCheckMs);
    await app.last(tokenUrl).answerRaw(200, granted());
    await early.refuse(401, '');
    expect(isSignedIn(app)).toBe(true);
    expect(app.calls('/product/page')).toHaveLength(2);
    expect(app.last('/product/page').call.headers).toMatchObject({ 'Blade-Auth': 'bearer access-1' });
  });
});

describe('signing out', () => {
  const leave = (app: Started, isSure: boolean) => {
    app.do(signOut());
    app.do(feedback.actions.answered({ isSure, reason: '' }));
  };

  it('asks first', async () => {
    const app = await start();
    leave(app, false);
    expect(app.calls('/oauth/logout')).toHaveLength(0);
    expect(isSignedIn(app)).toBe(true);
  });

  it('sends the token to the server, and then forgets it', async () => {
    const app = await start();
    leave(app, true);
    expect(app.last('/oauth/logout').call).toMatchObject({
      method: 'GET',
      headers: { 'Blade-Auth': 'bearer access-0' },
    });
    expect(app.last('/oauth/logout').call.headers).not.toHaveProperty('Authorization');
    await app.last('/oauth/logout').answer(null);
    expect(isSignedIn(app)).toBe(false);
    expect(app.see(menu.selectors.isKnown)).toBe(false);
    expect(app.see(route.selectors.path)).toBe('/login');
  });

  it.each([
    ['the network is gone', (app: Started) => app.last('/oauth/logout').cutOff()],
    ['the server is broken', (app: Started) => app.last('/oauth/logout').answerRaw(500, '')],
    ['the session was dead already', (app: Started) => app.last('/oauth/logout').refuse(401, '')],
  ])('leaves even when %s', async (_why, happen) => {
    const app = await start();
    leave(app, true);
    await happen(app);
    expect(isSignedIn(app)).toBe(false);
    expect(app.actions.filter(session.actions.signedOut.match)).toHaveLength(1);
    expect(app.navigated.filter((step) => step === 'push /login')).toHaveLength(1);
  });
});

describe('the token', () => {
  it.each([
    [30_000, 37_500, 30_000],
    [30_000, 3_600, 2_880],
    [3_000, 37_500, 3_000],
    [30_000, 0, 30_000],
  ])('of a console set to %i s is renewed, when it is valid for %i s, after %i s', (tokenTime, expiresIn, after) => {
    expect(refreshAfter(tokenTime, expiresIn)).toBe(after);
  });

  it('is renewed when it is due, not before, and never twice at a time', async () => {
    const app = await start({ settings: { tokenTime: 100 } });
    await app.clock.advance(99_999);
    expect(app.calls(tokenUrl)).toHaveLength(0);
    await app.clock.advance(1);
    expect(app.calls(tokenUrl)).toHaveLength(1);
    expect(app.last(tokenUrl).call).toMatchObject({
      method: 'POST',
      form: { tenantId: '000000', refresh_token: 'refresh-0', grant_type: 'refresh_token', scope: 'all' },
      headers: { 'Tenant-Id': '000000' },
    });
    app.do(resumed());
    await app.clock.advance(5 * tokenCheckMs);
    expect(app.calls(tokenUrl)).toHaveLength(1);
    await app.last(tokenUrl).answerRaw(200, granted());
    expect(app.see(tokens.selectors.accessToken)).toBe('access-1');
    await app.clock.advance(90_000);
    expect(app.calls(tokenUrl)).toHaveLength(1);
  });

  it('is looked at once the window is back, however late its timers are', async () => {
    const app = await start({ settings: { tokenTime: 3600 } });
    app.clock.now += 8 * 3600_000;
    app.do(resumed());
    await quiet();
    expect(app.calls(tokenUrl)).toHaveLength(1);
  });

  it('is renewed when the clock was set back, because its age is unknown then', async () => {
    const app = await start();
    app.clock.now -= 3600_000;
    app.do(resumed());
    await quiet();
    expect(app.calls(tokenUrl)).toHaveLength(1);
  });

  it('is tried again at the next tick when no answer comes, and the session continues', async () => {
    const app = await start({ settings: { tokenTime: 10 } });
    await app.clock.advance(tokenCheckMs);
    for (let failure = 1; failure <= 3; failure++) {
      expect(app.calls(tokenUrl)).toHaveLength(failure);
      app.clock.now += callTimeoutMs; // it hung until the World cancelled it
      await app.last(tokenUrl).cutOff();
      await app.clock.advance(tokenCheckMs);
    }
    expect(app.calls(tokenUrl)).toHaveLength(4);
    expect(isSignedIn(app)).toBe(true);
    expect(app.toasts()).toEqual([]);
  });

  it.each([
    ['a broken server', 500, ''],
    ['a busy one', 503, { code: 503, msg: '系统繁忙' }],
    ['an answer without a token', 200, {}],
    ['a page of HTML', 200, '<html>'],
  ])('survives %s', async (_what, status, body) => {
    const app = await start({ settings: { tokenTime: 10 } });
    await app.clock.advance(tokenCheckMs);
    await app.last(tokenUrl).answerRaw(status, body);
    expect(app.see(tokens.selectors.accessToken)).toBe('access-0');
    await app.clock.advance(tokenCheckMs);
    expect(app.calls(tokenUrl)).toHaveLength(2);
  });

  it.each([400, 401])('that is refused with %i ends the session, once', async (code) => {
    const app = await start({ settings: { tokenTime: 10 } });
    await app.clock.advance(tokenCheckMs);
    await app.last(tokenUrl).refuse(code, '登录已失效，请重新登录');
    expect(isSignedIn(app)).toBe(false);
    expect(app.toasts()).toEqual(['info: session.expired']);
    await app.clock.advance(10 * tokenCheckMs);
    expect(app.calls(tokenUrl)).toHaveLength(1);
  });

  it('requested in one session is not used after it, and the next session is still watched', async () => {
    const app = await start({ settings: { tokenTime: 10 } });
    await app.clock.advance(tokenCheckMs);
    const late = app.last(tokenUrl);
    app.do(signOut());
    app.do(feedback.actions.answered({ isSure: true, reason: '' }));
    await app.last('/oauth/logout').answer(null);
    await late.answerRaw(200, granted());
    expect(isSignedIn(app)).toBe(false);
    fill(app);
    app.do(submit());
    await app.last(tokenUrl).answerRaw(200, granted());
    await app.answerRights();
    await app.clock.advance(tokenCheckMs);
    expect(app.last(tokenUrl).call.form).toMatchObject({ grant_type: 'refresh_token', refresh_token: 'refresh-1' });
  });

  it.each([
    [30_000, 2],
    [3_000, 28],
  ])('of %i s is renewed %i times in a day', async (tokenTime, times) => {
    const app = await start({ settings: { tokenTime } });
    const sleeping = app.clock.sleeping;
    for (let tick = 0; tick < 8640; tick++) {
      await app.clock.advance(tokenCheckMs);
      const [asked, ...more] = app.waiting().filter(({ call }) => call.url.endsWith(tokenUrl));
      expect(more).toEqual([]);
      await asked?.answerRaw(200, granted());
    }
    expect(app.calls(tokenUrl)).toHaveLength(times);
    expect(app.clock.sleeping).toBe(sleeping);
  });

  it('is watched by a clock that provides the business date, and the next one after midnight in Shanghai', async () => {
    const app = await start({ now: Date.UTC(2026, 0, 5, 15, 59, 50) });
    expect(app.see(clock.selectors.today)).toBe('2026-01-05');
    await app.clock.advance(tokenCheckMs);
    expect(app.see(clock.selectors.today)).toBe('2026-01-06');
  });

  it('outlives a day on which every seventh renewal fails', async () => {
    const app = await start({ settings: { tokenTime: 3_000 } });
    let renewals = 0;
    for (let tick = 0; tick < 8640; tick++) {
      await app.clock.advance(tokenCheckMs);
      const [asked] = app.waiting().filter(({ call }) => call.url.endsWith(tokenUrl));
      if (asked) await (++renewals % 7 === 0 ? asked.cutOff() : asked.answerRaw(200, granted()));
    }
    expect(renewals).toBe(32);
    expect(isSignedIn(app)).toBe(true);
  });

  describe('on its own', () => {
    /** One tick, then the clock stops: a sleep that always returns would loop for ever. */
    const oneTick = (now: number): World => {
      let ticks = 1;
      return {
        ...fakeWorld().world,
        now: () => now,
        sleep: () => (ticks-- > 0 ? Promise.resolve() : new Promise(() => undefined)),
        send: async () => ({ status: 200, body: granted() }),
      };
    };
    const state = (accessToken: string) => ({
      session: { user: null },
      preferences: { language: 'zh' },
      clock: { today: '' },
      feedback: feedback.getInitialState(),
      settings: { ...defaultSettings, tokenTime: 60 },
      token: { accessToken, refreshToken: 'refresh-0', tokenSetAt: 0, heldSince: 0, expiresIn: 0 },
    });
    it.each([
      ['young', 'old', 59_999, false],
      ['due', 'old', 60_000, true],
      ['missing', '', 60_000, false],
    ])('that is %s is renewed only when there is one and it is due', async (_age, token, now, isRenewed) => {
      const renewed = tokens.actions.tokensReceived({
        accessToken: 'access-1',
        refreshToken: 'refresh-1',
        tokenSetAt: now,
        heldSince: 0,
        expiresIn: 37_500,
      });
      const plan = expectSaga(keepTokenFresh, oneTick(now)).withState(state(token));
      await (isRenewed ? plan.put(renewed) : plan.not.put(renewed)).silentRun(20);
    });
  });
});

describe('the language', () => {
  it('is loaded before it is spoken, once a switch', async () => {
    const app = await start();
    expect(app.spoken).toEqual(['zh']);
    app.do(preferences.actions.speak('en'));
    expect(app.see(preferences.selectors.language)).toBe('zh');
    await app.clock.advance(0);
    expect(app.see(preferences.selectors.language)).toBe('en');
    expect(app.spoken).toEqual(['zh', 'en']);
  });

  it('stays as it is when the words of another one cannot be had', async () => {
    const fake = fakeWorld();
    const app = await start({ fake });
    fake.world.loadLanguage = () => Promise.reject(new Error('chunk 7 failed'));
    app.do(preferences.actions.speak('en'));
    await app.clock.advance(0);
    expect(app.see(preferences.selectors.language)).toBe('zh');
    expect([app.toasts(), app.unanswered()]).toEqual([[], ['GET languages']]);
    app.do(signOut());
    expect(app.see(feedback.selectors.question)).not.toBeNull();
  });
});
