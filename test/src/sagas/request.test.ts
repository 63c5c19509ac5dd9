/** The meaning of an answer, which one place decides, tested through the product list. */

import { combineSlices, configureStore } from '@reduxjs/toolkit';
import createSagaMiddleware, { type Task } from 'redux-saga';
import { call } from 'redux-saga/effects';
import type { ConsoleSettings } from '../../../contract/wire/settings';
import { defaultSettings } from '../../../contract/wire/settings';
import { ask, type Saga } from '../../../src/sagas/effects';
import { Refused, request, SessionOver, tellFailure, unexplained } from '../../../src/sagas/request';
import { screenLock } from '../../../src/store/auth/screenLock';
import { feedback, type Notification } from '../../../src/store/feedback';
import { preferences } from '../../../src/store/preferences';
import { session, tokens } from '../../../src/store/session';
import { settings } from '../../../src/store/settings';
import { type Call, Unreachable } from '../../../src/world/world';
import { aMonday, fakeWorld, li, quiet, start } from '../../support/fakeWorld';

type Manner = Parameters<typeof request>[2];
const page: Call = { method: 'GET', url: '/blade-order/order/page' };

/** A request in isolation: its answer or error, and the notification. */
function ready(deployment: Partial<ConsoleSettings> = {}) {
  const fake = fakeWorld();
  const sagas = createSagaMiddleware();
  const store = configureStore({
    reducer: combineSlices(session, tokens, preferences, settings, feedback, screenLock),
    middleware: (base) => base({ thunk: false }).concat(sagas),
  });
  store.dispatch(settings.actions.learned({ ...defaultSettings, ...deployment }));
  store.dispatch(
    tokens.actions.tokensReceived({
      accessToken: 'access-0',
      refreshToken: 'r',
      tokenSetAt: aMonday,
      heldSince: 0,
      expiresIn: 0,
    }),
  );
  const outcomes: unknown[] = [];
  const run = (question = page, manner?: Manner): Task =>
    sagas.run(function* (): Saga {
      try {
        outcomes.push(yield call(request, fake.world, question, manner));
      } catch (error) {
        outcomes.push(error);
      }
    });
  const toasts = () => store.getState().feedback.toasts.map(({ say, text }: Notification) => say ?? text);
  return { ...fake, store, sagas, run, outcomes, toasts };
}

describe('the message after a change', () => {
  it.each<[string, object, string]>([
    ['is the one of the form or action', { code: 200, success: true, data: {}, msg: '操作成功' }, 'crud.updated'],
    [
      'is that it waits, where further people decide on it',
      { code: 200, success: true, data: {}, msg: '已提交审批，通过后自动执行', heldAct: 8 },
      '已提交审批，通过后自动执行',
    ],
  ])('%s', async (_name, body, told) => {
    const { run, asked, toasts } = ready();
    run({ method: 'POST', url: '/blade-paymentPlan/paymentPlan/update', body: {} }, { done: { say: 'crud.updated' } });
    await asked[0]!.answerRaw(200, body);
    expect(toasts()).toEqual([told]);
  });

  it('is said of a held change whose form or action has no message of its own', async () => {
    const { run, asked, toasts } = ready();
    run({ method: 'POST', url: '/blade-order/order/update', body: {} });
    await asked[0]!.answerRaw(200, { code: 200, success: true, data: {}, msg: '已提交审批', heldAct: 6 });
    expect(toasts()).toEqual(['已提交审批']);
  });
});

describe('a request', () => {
  it.each<[string, number, unknown, unknown]>([
    ['an envelope', 200, { code: 200, success: true, data: { a: 1 }, msg: '操作成功' }, { a: 1 }],
    ['an envelope with nothing in it', 200, { code: 200, success: true, data: null, msg: '' }, null],
    ['an envelope without data', 200, { code: 200, success: true, msg: '操作成功' }, undefined],
    ['an envelope whose code is a text', 200, { code: '200', success: true, data: [1] }, [1]],
    ['a bare object', 200, { access_token: 'x', expires_in: 3600 }, { access_token: 'x', expires_in: 3600 }],
    ['a bare object that happens to have a code', 200, { code: 200, name: 'x' }, { code: 200, name: 'x' }],
    ['an envelope that a 400 carries although all is well', 400, { code: 200, success: true, data: 1 }, 1],
  ])('hands on the content of %s', async (_what, status, body, content) => {
    const { run, asked, outcomes, toasts } = ready();
    run();
    await asked[0]!.answerRaw(status, body);
    expect(outcomes).toEqual([content]);
    expect(toasts()).toEqual([]);
  });

  const unknown = 'request.unknown';
  it.each<[string, number, unknown, number, string]>([
    ['a message', 400, { code: 400, msg: '产品编号 A1 已存在' }, 400, '产品编号 A1 已存在'],
    ['a message in a 200', 200, { code: 400, success: false, msg: '产品编号 A1 已存在' }, 400, '产品编号 A1 已存在'],
    ['a description', 400, { error_code: 400, error_description: '用户名或密码错误' }, 400, '用户名或密码错误'],
    ['both', 400, { code: 400, msg: 'm', error_description: 'd' }, 400, 'm'],
    ['no word', 400, { code: 400 }, 400, unknown],
    ['an empty word', 500, { code: 500, msg: '' }, 500, unknown],
    ['no code', 404, { path: '/x' }, 404, unknown],
    ['a page of HTML that calls itself a success', 200, '<html>gateway</html>', 200, unknown],
    ['a page of HTML', 500, '<html>', 500, unknown],
    ['nothing', 200, '', 200, unknown],
    ['null', 200, null, 200, unknown],
    ['a bare list', 200, [], 200, unknown],
    ['half a JSON text', 200, '{"code":200,"da', 200, unknown],
  ])('is refused by %s, which is said once', async (_what, status, body, code, said) => {
    const { run, asked, outcomes, toasts } = ready();
    run();
    await asked[0]!.answerRaw(status, body);
    expect(outcomes[0]).toBeInstanceOf(Refused);
    expect(outcomes[0]).toMatchObject({ code, message: said === unknown ? unexplained : said, problems: {} });
    expect(toasts()).toEqual([said]);
  });

  it('hands on which field is wrong, and the server’s word for the refusal', async () => {
    const { run, asked, outcomes } = ready();
    run();
    await asked[0]!.refuse(400, '产品编号 A1 已存在', {
      problems: { productCode: 'notText' },
      reason: 'product.codeTaken',
    });
    expect(outcomes[0]).toMatchObject({ problems: { productCode: 'notText' }, reason: 'product.codeTaken' });
  });

  it('says nothing when its caller has a better place for it, or the code is one that is kept silent', async () => {
    const { run, asked, outcomes, toasts } = ready({ silentCodes: [7001] });
    run(page, { quiet: true });
    await asked[0]!.refuse(400, 'x');
    run();
    await asked[1]!.answerRaw(200, { code: 7001, msg: 'y' });
    expect(outcomes.map((one) => (one as Refused).message)).toEqual(['x', 'y']);
    expect(toasts()).toEqual([]);
  });

  it('without an answer reports nothing, because the page does', async () => {
    const { run, asked, outcomes, toasts } = ready();
    run();
    await asked[0]!.cutOff();
    expect(outcomes[0]).toBeInstanceOf(Unreachable);
    expect(toasts()).toEqual([]);
  });

  it('that fails like nine others is one message', async () => {
    const { run, asked, toasts } = ready();
    for (let n = 0; n < 10; n++) run();
    for (const [n, one] of asked.entries()) await one.refuse(500, n % 2 ? '服务器异常' : '系统繁忙');
    expect(toasts()).toEqual(['系统繁忙', '服务器异常']);
  });

  it.each([
    ['zh', 'zh-CN'],
    ['en', 'en'],
  ] as const)('in %s asks for answers in %s', (language, header) => {
    const { run, asked, store } = ready();
    store.dispatch(preferences.actions.spoke(language));
    run();
    expect(asked[0]!.call.headers).toMatchObject({ 'Accept-Language': header });
  });

  it('carries the token, the key of its form, and headers of its own', () => {
    const { run, asked } = ready();
    run(page, { key: 'k-1' });
    run({ ...page, headers: { 'Tenant-Id': '1' } }, { anonymous: true });
    expect(asked[0]!.call.headers).toMatchObject({ 'Blade-Auth': 'bearer access-0', 'Idempotency-Key': 'k-1' });
    expect(asked[1]!.call.headers).toMatchObject({ 'Tenant-Id': '1' });
    expect(asked[1]!.call.headers).not.toHaveProperty('Blade-Auth');
  });

  it('keeps its key as long as the person is told that it has no outcome', async () => {
    const { sagas, world, asked, store } = ready();
    const sent = (key: string, body: object = { amount: '100' }) => {
      sagas.run(function* (): Saga {
        try {
          yield call(request, world, { method: 'POST', url: '/blade-order/order/refund', body }, { key });
        } catch (error) {
          yield call(tellFailure, error);
        }
      });
      return asked.at(-1)!.call.headers?.['Idempotency-Key'];
    };
    expect(sent('first')).toBe('first');
    await asked.at(-1)!.cutOff();
    expect(sent('other', { amount: '200' })).toBe('other');
    await asked.at(-1)!.answer(true);
    for (const [status, body] of [
      [500, { code: 500, msg: '系统错误' }],
      [200, '{"code":200,"da'],
      [200, '<html>gateway</html>'],
    ] as const) {
      expect(sent('second')).toBe('first');
      await asked.at(-1)!.answerRaw(status, body);
    }
    expect(sent('third')).toBe('first');
    await asked.at(-1)!.refuse(400, '余额不足');
    expect(sent('fourth')).toBe('fourth');
    await asked.at(-1)!.answer(true);
    expect(sent('fifth')).toBe('fifth');
    await asked.at(-1)!.cutOff();
    // Who has gone on, and gives the same command later, means another one.
    store.dispatch(feedback.actions.withdrawn());
    expect(sent('sixth')).toBe('sixth');
    await asked.at(-1)!.cutOff();
    store.dispatch(session.actions.signedIn({ ...li, userId: '2' }));
    expect(sent('seventh')).toBe('seventh');
  });

  it('is aborted when its caller is cancelled, and its answer is dropped', async () => {
    const { run, asked, outcomes, store } = ready();
    const task = run();
    expect(store.getState().feedback.isRunning).toBe(true);
    task.cancel();
    expect(asked[0]!.isAborted).toBe(true);
    await asked[0]!.answer('late');
    expect(outcomes).toEqual([]);
    expect(store.getState().feedback.isRunning).toBe(false);
  });

  it('is cancelled with the session, and its caller continues', async () => {
    const { run, asked, outcomes, store, toasts } = ready();
    run();
    store.dispatch(session.actions.signedOut());
    expect(asked[0]!.isAborted).toBe(true);
    expect(outcomes[0]).toBeInstanceOf(SessionOver);
    await asked[0]!.refuse(401, 'late');
    expect(outcomes).toHaveLength(1);
    expect(toasts()).toEqual([]);
  });

  it('counts in the progress bar until the last of several is answered', async () => {
    const { run, asked, store } = ready();
    run();
    run();
    await asked[0]!.answer(1);
    expect(feedback.selectors.isRunning(store.getState() as never)).toBe(true);
    await asked[1]!.cutOff();
    expect(feedback.selectors.isRunning(store.getState() as never)).toBe(false);
  });
});

describe('a wait', () => {
  it('that is given up leaves no timer behind', async () => {
    const { world, clock, sagas } = ready();
    const task = sagas.run(function* () {
      yield* ask(world, 'sleep', 1000);
    });
    expect(clock.sleeping).toBe(1);
    task.cancel();
    expect(clock.sleeping).toBe(0);
  });
});

it('a 401 without a session signs no one out', async () => {
  const app = await start({ signedIn: false });
  app.do(session.actions.expired());
  await quiet();
  expect(app.actions.filter(session.actions.signedOut.match)).toEqual([]);
  expect(app.toasts()).toEqual([]);
});
