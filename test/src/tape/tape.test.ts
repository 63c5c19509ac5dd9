/** Recording and replaying, on the day of test/support/session.ts and on small stories of their own. */
import { configureStore, createAction } from '@reduxjs/toolkit';
import createSagaMiddleware, { CANCEL } from 'redux-saga';
import { call, fork, put, takeEvery, takeLatest } from 'redux-saga/effects';
import { idTypes, judgeIdNo } from '../../../contract/domain/identity';
import { masked } from '../../../contract/wire/secrets';
import { hasCheckDigit } from '../../../src/features/lease/order/terms/card';
import { loadFeature } from '../../../src/features/registry';
import { createApp } from '../../../src/shell/app';
import { screenLock } from '../../../src/store/auth/screenLock';
import { signIn } from '../../../src/store/auth/signIn';
import { feedback } from '../../../src/store/feedback';
import { log } from '../../../src/store/log';
import { route } from '../../../src/store/navigation/route';
import { preferences } from '../../../src/store/preferences';
import { compare } from '../../../src/tape/compare';
import { describeDifferences } from '../../../src/tape/describe';
import { edited } from '../../../src/tape/edits/edits';
import type { Edit } from '../../../src/tape/edits/kinds';
import { openPlayer, replay } from '../../../src/tape/player';
import { recorder } from '../../../src/tape/recorder';
import { standIns } from '../../../src/tape/standIns';
import { parseTape, printTape, type Step, stepsOf, type Tape } from '../../../src/tape/tape';
import { tapeSpeaker } from '../../../src/tape/words';
import type { World } from '../../../src/world/world';
import { depth } from '../../support/depth';
import { fakeWorld, quiet, start } from '../../support/fakeWorld';
import { session } from '../../support/session';

/** The first start compiles the whole console. */
jest.setTimeout(60_000);

const about = { release: 'one', note: '' };
const options = { turn: quiet, load: loadFeature };
function recorded(fake = fakeWorld()) {
  const rec = recorder(fake.world, { uptime: fake.world.uptime });
  return { rec, given: { fake: { ...fake, world: rec.world }, listen: [rec.listen] } };
}
/** Through text and back, as a saved file. */
function saved(tape: Tape) {
  return parseTape(printTape(tape));
}

let day: Tape;
beforeAll(async () => {
  const { rec, given } = recorded();
  await session(given);
  day = saved(rec.tape(about));
});

describe('a tape', () => {
  it('leads to the same day: every decision, question, change of the state, and the end', async () => {
    const again = await replay(day, createApp, options);
    expect(compare(day, again)).toBeNull();
    expect(again).toEqual(day);
  });

  it('leads to the same day however often it is played', async () => {
    const ends = new Set<string>();
    for (let turn = 0; turn < depth(2, 5); turn++) ends.add((await replay(day, createApp, options)).ends);
    expect([...ends]).toEqual([day.ends]);
  });

  it('is one entry a line, and its steps are counted', () => {
    const lines = printTape(day).split('\n');
    expect(lines.filter((line) => /^ {4}\{"/.test(line))).toHaveLength(day.story.length);
    expect(stepsOf(day).map(({ step }) => step)).toEqual(stepsOf(day).map((_step, at) => at + 1));
  });

  it('stores what a step changed, not the whole state', () => {
    const typed = day.story.find((entry): entry is Step => 'do' in entry && entry.do === 'signIn/edit');
    expect(typed?.state).toEqual({ 'signIn.draft.username': 'li' });
  });

  it.each([
    ['{', 'not JSON'],
    ['[]', 'not a tape'],
    ['{"tape":99}', 'version 99'],
    ['{"tape":1}', 'needs'],
    [JSON.stringify({ tape: 1, masks: [], begins: {}, ends: '', story: [{ step: 1 }] }), 'entry 1'],
  ])('is refused when it is %s', (text, reason) => {
    expect(() => parseTape(text)).toThrow(reason);
  });
});

describe('a secret', () => {
  it('is on no tape: neither typed, nor in a call, an answer, a header, the state', async () => {
    const { rec, given } = recorded();
    const app = await start({ ...given, signedIn: false });
    app.do(signIn.actions.edit({ name: 'username', value: 'li' }));
    app.do(signIn.actions.edit({ name: 'password', value: 'hunter2-long' }));
    app.do(signIn.actions.submit());
    const sealed = (app.last('/oauth/token').call.form as { password: string }).password;
    await app.last('/oauth/token').answerRaw(200, {
      access_token: 'eyJ-access-secret',
      refresh_token: 'refresh-secret',
      user_id: '7',
      account: 'li',
    });
    await app.answerRights();
    const text = printTape(rec.tape(about));
    for (const secret of ['hunter2', sealed, 'access-secret', 'refresh-secret', 'saber_secret'])
      expect(text).not.toContain(secret);
    expect(text).toContain('"username","value":"li"');
  });

  it('that a provider sends back with the browser is on no tape, whether it was used or not', async () => {
    const codes = ['4/0AX4XfWh-first', '4/0AX4XfWh-second'];
    const [first, second] = codes.map(encodeURIComponent);
    const mask = standIns();
    const form = { grant_type: 'social', source: 'wechat', state: '000000.n.p', code: codes[0] };
    const told = [
      { search: `?code=${first}&state=000000.n.p` },
      { search: `?state=000000.n.p&session_state=x&code=${second}` },
      { form },
    ].map((one) => mask.of(one));
    const text = JSON.stringify(told);
    for (const code of [...codes, first, second]) expect(text).not.toContain(code);
    expect(text).toContain('000000.n.p');
    // One stand-in for one code, or a replay would send another than it sent.
    const [{ search }, , sent] = told as [{ search: string }, object, { form: typeof form }];
    expect(new URLSearchParams(search).get('code')).toBe(sent.form.code);
    // What is looked for by a code of the family is no secret.
    expect(mask.of({ search: '?code=order&current=1' })).toEqual({ search: '?code=order&current=1' });
    expect(masked({ search: `?code=${first}&state=s`, form })).toEqual({
      search: '?code=***&state=s',
      form: { ...form, code: '***' },
    });
  });

  it('leaves no part of itself behind while it is typed key by key', async () => {
    const { rec, given } = recorded();
    const app = await start({ ...given, signedIn: false });
    const secret = 'hunter2-long-enough';
    for (let length = 1; length <= secret.length; length++)
      app.do(signIn.actions.edit({ name: 'password', value: secret.slice(0, length) }));
    const text = printTape(rec.tape(about));
    for (let at = 0; at + 4 <= secret.length; at++) expect(text).not.toContain(secret.slice(at, at + 4));
    for (const [, value] of text.matchAll(/"name":"password","value":"([^"]*)"/g))
      expect(value).toMatch(/^Masked-\d+$/);
  });

  it('that is worked out of another and parted in two is the same two on the replay', async () => {
    const { rec, given } = recorded();
    const app = await start(given);
    app.do(screenLock.actions.lockScreen());
    app.do(screenLock.actions.choose({ password: 'sesame-open' }));
    app.do(screenLock.actions.set());
    await quiet();
    await quiet();
    const tape = rec.tape(about);
    expect(printTape(tape)).toContain('"screenLock/locked"');
    expect(compare(tape, await replay(tape, createApp, options))).toBeNull();
  });

  it('of a card passes the check that cards must pass, grouped or not; what is wrong with it is no secret', () => {
    const mask = standIns();
    const plain = mask.of({ bankCardCode: '6222021234567894' }).bankCardCode;
    expect(plain).not.toContain('1234567');
    expect(hasCheckDigit(plain)).toBe(true);
    const grouped = mask.of({ name: 'bankCardCode', value: '6222 0212 3456 7894' }).value;
    expect(grouped.replaceAll(' ', '')).toBe(plain);
    expect(grouped).toMatch(/^(\d{4} ){3}\d{4}$/);
    const judged = { problems: { bankCardCode: 'notACard', password: 'tooShort' } };
    expect(mask.of(judged)).toEqual(judged);
    expect(standIns(mask.all()).of({ bankCardCode: grouped })).toEqual({ bankCardCode: grouped });
  });

  it('of what is read from a paper, and of what an action asks for', () => {
    const mask = standIns();
    const card = '6222021234567894';
    const read = { key: 'cardNo', label: '卡号', value: card };
    const told = mask.of({ fields: [read], values: { cardNo: card, payerAccount: '0200003409014401234' } });
    expect(JSON.stringify(told)).not.toMatch(/0212345|0034090/);
    expect(told.fields[0]!.value).toBe(told.values.cardNo);
    expect(mask.of('银联 6222 0212 3456 7894 借记卡')).not.toContain('3456');
    expect(mask.of({ paperNo: 'E12345678' }).paperNo).toBe('M0000003');
    expect(mask.of({ name: 'paperNo', value: 'E87654321' }).value).toBe('M0000004');
  });

  it.each([
    ['an identity card', '110101199003070097'],
    ['one with a wrong check digit', '110101199003070098'],
    ['one of fifteen digits', '110101900307009'],
    ['a credit code', '91110000600037341L'],
    ['a credit code with a wrong check character', '91110000600037341M'],
    ['a passport', 'E12345678'],
    ['a number that is no document', '1101-0119'],
  ])('of %s is judged as the number itself was, whatever document it is said to be of', (_what, number) => {
    const mask = standIns();
    const stand = mask.of({ idNo: number }).idNo;
    expect(stand).not.toContain(number.slice(2, 10));
    for (const type of Object.values(idTypes))
      expect(judgeIdNo(type, stand, '2026-01-05')).toBe(judgeIdNo(type, number, '2026-01-05'));
    expect(mask.of({ name: 'idNo', value: number }).value).toBe(stand);
    expect(mask.of({ idNo: '110101199003070118' }).idNo).not.toBe(stand);
    expect(standIns(mask.all()).of({ idNo: stand })).toEqual({ idNo: stand });
  });

  it.each(['misjudged', 'judged', 'actionMisjudged'])('is no code of a problem, whatever its key: %s', (fact) => {
    const { rec } = recorded();
    const problems = { smsCode: 'required', accessKey: 'required', password: 'tooShort' };
    const taking = rec.listen({ getState: () => ({}), dispatch: (action) => action })((action) => action);
    taking({ type: `sms/${fact}`, payload: problems });
    const tape = rec.tape(about);
    expect(tape.masks).toEqual([]);
    expect(tape.story).toMatchObject([{ do: `sms/${fact}`, with: problems }]);
  });

  it('has one stand-in wherever it turns up, so that a replay compares as the day did', async () => {
    const { rec, given } = recorded();
    const app = await start(given);
    const tape = rec.tape(about);
    const [, token] = /"accessToken":"(Masked-\d+)"/.exec(printTape(tape))!;
    const headers = tape.story.flatMap((entry) => JSON.stringify(entry).match(/"Blade-Auth":"[^"]*"/g) ?? []);
    expect(new Set(headers)).toEqual(new Set([`"Blade-Auth":"bearer ${token}"`]));
    expect(app.see((state) => state.token.accessToken)).toBe('access-0'); // the console itself goes on with the real one
  });

  it('is an identity number or a card number too', async () => {
    const text = printTape(day);
    expect(text).not.toContain('110101199003070097');
    expect(text).toContain('王芳');
  });
});

describe('an error of the page', () => {
  it('loses its stack on tape: the place in a build is another one in every build', async () => {
    const { rec, given } = recorded();
    const app = await start(given);
    app.do(log.actions.failed({ message: 'boom', stack: 'at main.js:1:2', info: '' }));
    await quiet();
    const text = printTape(rec.tape(about));
    expect(text).toContain('"message":"boom"');
    expect(text).not.toContain('main.js');
  });
});

describe('a recorder', () => {
  const ping = createAction<number>('ping');
  type Ping = ReturnType<typeof ping>;
  const pong = createAction<unknown>('pong');
  type Ask = (name: string) => Promise<unknown>;
  /** Two questions at once, each followed by a decision. */
  const tiny = (answers: Record<string, Promise<unknown>>, saga: (ask: Ask) => () => Generator) => {
    const world = { send: (name: string) => answers[name], now: () => 0 } as unknown as World;
    const rec = recorder(world, { uptime: () => 0 });
    const sagas = createSagaMiddleware();
    const store = configureStore({
      reducer: (state: number = 0) => state,
      middleware: (base) => base({ thunk: false }).prepend(rec.listen).concat(sagas),
    });
    sagas.run(saga(rec.world.send as never));
    return { rec, store };
  };
  const kinds = (tape: Tape) =>
    tape.story.map((entry) => ('put' in entry ? `put ${entry.with}` : Object.keys(entry).join(' ')));

  it('hands answers that come at once on one after the other, each with what follows from it', async () => {
    const { rec, store } = tiny({ a: Promise.resolve('A'), b: Promise.resolve('B') }, (ask) => {
      const one = function* (name: string): Generator {
        yield put(pong((yield call(ask, name)) as string));
      };
      return function* () {
        yield takeEvery(ping, function* () {
          yield fork(one, 'a');
          yield fork(one, 'b');
        });
      };
    });
    store.dispatch(ping(1));
    await quiet();
    expect(kinds(rec.tape(about))).toEqual([
      'step ms do with',
      'ask port args',
      'ask port args',
      'step ms answer value',
      'put A',
      'step ms answer value',
      'put B',
    ]);
  });

  it('records that an answer is no longer awaited, stops the work, and drops what comes late', async () => {
    let answer!: (value: unknown) => void;
    const stopped = jest.fn();
    const slow = Object.assign(
      new Promise((resolve) => {
        answer = resolve;
      }),
      { [CANCEL]: stopped },
    );
    const { rec, store } = tiny({ a: slow, b: Promise.resolve('B') }, (ask) => {
      return function* () {
        yield takeLatest<Ping>(ping.type, function* ({ payload }: Ping): Generator {
          yield put(pong((yield call(ask, payload === 1 ? 'a' : 'b')) as string));
        });
      };
    });
    store.dispatch(ping(1));
    store.dispatch(ping(2));
    answer('late');
    await quiet();
    expect(stopped).toHaveBeenCalledTimes(1);
    expect(kinds(rec.tape(about)).filter((kind) => kind === 'stop')).toHaveLength(1);
    expect(kinds(rec.tape(about))).not.toContain('put late');
    expect(rec.open()).toEqual([]);
  });

  it('stops when it is full, at a step, and what it has is a whole tape', async () => {
    const fake = fakeWorld();
    const rec = recorder(fake.world, { uptime: fake.world.uptime, most: 120 });
    const app = await start({ fake: { ...fake, world: rec.world }, listen: [rec.listen] });
    for (let turn = 0; turn < 20; turn++) {
      app.do(preferences.actions.shine(turn % 2 ? 'light' : 'dark'));
      await quiet();
    }
    const tape = saved(rec.tape(about));
    expect(tape.isCut).toBe(true);
    expect(tape.story.length).toBeLessThanOrEqual(120);
    expect(compare(tape, await replay(tape, createApp, options))).toBeNull();
  });
});

describe('a player', () => {
  it('goes forwards and backwards, and its end is that of the tape wherever it has been', async () => {
    const player = await openPlayer(day, createApp, options);
    const place = () => player.app.getState().route.place?.path;
    const steps = stepsOf(day);
    const opened = steps.find((step) => 'do' in step && step.do === 'route/go' && step.with === '/lease/product')!.step;
    await player.goTo(opened + 3);
    expect(place()).toBe('/lease/product');
    await player.goTo(3);
    expect(place()).toBe('/login');
    await player.goTo(opened + 3);
    expect(place()).toBe('/lease/product');
    await player.goTo(2);
    await player.goTo(steps.length);
    expect(compare(day, player.again())).toBeNull();
  });

  it('lets only the player change the state', async () => {
    const player = await openPlayer(day, createApp, options);
    await player.goTo(5);
    player.app.dispatch(route.actions.go('/wel/index'));
    player.app.dispatch(feedback.actions.notified({ tone: 'info', say: 'x' }));
    await player.goTo(stepsOf(day).length);
    expect(compare(day, player.again())).toBeNull();
  });
});

describe('a changed replay', () => {
  const say = tapeSpeaker('en');
  /** The tape as if the console had behaved otherwise when it was recorded. */
  const otherwise = (change: (text: string) => string) => parseTape(change(printTape(day)));

  it('is reported by its step, what was done then and now, and the difference between the two', async () => {
    const tape = otherwise((text) => text.replaceAll('"productName":"a"', '"productName":"b"'));
    const found = compare(tape, await replay(day, createApp, options))!;
    const lines = describeDifferences(found, tape, say);
    expect(lines[0]).toMatch(/after step \d+ of \d+ .*command product\/list/);
    expect(lines.join('\n')).toContain('asked the server GET /blade-product/product/page');
    expect(lines.join('\n')).toMatch(/productName: "b" → "a"/);
  });

  it('is reported by the places of the state that differ', async () => {
    const tape = otherwise((text) =>
      text.replace('{"signIn.draft.username":"li"}', '{"signIn.draft.username":"LI","signIn.isTouched":true}'),
    );
    const found = compare(tape, await replay(day, createApp, options))!;
    expect(found.scenes.flatMap(({ differences }) => differences)).toEqual([
      { isObservable: true, path: 'signIn.draft.username', expected: 'LI', actual: 'li' },
      { isObservable: true, path: 'signIn.isTouched', expected: true, actual: '(unchanged)' },
    ]);
  });

  it('is reported when only the end differs', async () => {
    const found = compare({ ...day, ends: 'x' }, day)!;
    expect(describeDifferences(found, day, tapeSpeaker('zh'))).toEqual(['每一步都相同，但最后的状态不同']);
  });

  it.each(['zh', 'en'] as const)('names no question twice and leaves no gap in its words (%s)', async (language) => {
    const tape = otherwise((text) => text.replace('"do":"product/save"', '"do":"product/close"'));
    const again = await replay(tape, createApp, options);
    const text = describeDifferences(compare(tape, again)!, tape, tapeSpeaker(language)).join('\n');
    expect(text).not.toMatch(/undefined|\{\{|\[object/);
  });
});

describe('an edit', () => {
  /** Number of the step that answers the newest question of this address. */
  const answerTo = (url: string, nth = -1): number => {
    const asks = day.story.flatMap((entry) =>
      'ask' in entry && (entry.args?.[0] as { url?: string })?.url === url ? [entry.ask] : [],
    );
    return stepsOf(day).find((step) => 'answer' in step && step.answer === asks.at(nth))!.step;
  };
  const played = async (...edits: Edit[]) => {
    const player = await openPlayer(day, createApp, { ...options, steps: edited(day, edits) });
    await player.goTo(player.steps.length);
    return player;
  };
  const said = (tape: Tape) =>
    tape.story.flatMap((entry) =>
      'put' in entry && /^feedback\/(notified|unanswered)$/.test(entry.put) ? [entry.with] : [],
    );
  const page = '/blade-product/product/page';

  it('lets the server refuse, a gateway answer, the network fail', async () => {
    const at = answerTo('/blade-product/product/remove');
    const refused = await played({ at, fail: 500 });
    expect(said(refused.again())).toContainEqual(expect.objectContaining({ tone: 'error', say: 'request.unknown' }));
    const failed = await played({ at, fail: 'network' });
    expect(said(failed.again())).toContainEqual(
      expect.objectContaining({ call: expect.stringContaining('/product/remove') }),
    );
    const gateway = await played({ at, fail: 502 });
    expect(gateway.again().story).toContainEqual(
      expect.objectContaining({ fail: expect.anything(), error: expect.objectContaining({ status: 502 }) }),
    );
  });

  it('lets an ended session end the tape at once', async () => {
    const player = await played({ at: answerTo(page, 2), fail: 401 });
    const over = player.again().story.findIndex((entry) => 'put' in entry && entry.put === 'session/signedOut');
    expect(over).toBeGreaterThan(0);
    expect(over).toBeLessThan(day.story.findIndex((entry) => 'put' in entry && entry.put === 'session/signedOut'));
  });

  it('lets answers overtake each other, and the newest question still wins', async () => {
    const player = await played({ at: answerTo(page, 2), after: answerTo(page, 2) + 6 });
    expect(said(player.again()).map((told) => (told as { tone: string }).tone)).toEqual(
      said(day).map((told) => (told as { tone: string }).tone),
    );
  });

  it('lets an answer never come', async () => {
    const player = await played({ at: answerTo(page, 2), drop: true });
    expect(player.open().some(({ args }) => (args[0] as { url?: string })?.url === page)).toBe(false); // given up at the end of the session
    expect(compare(day, player.again())).not.toBeNull();
  });

  it('changes single places of an answer', async () => {
    const at = answerTo(page, 2);
    const player = await played({ at, set: { 'body.data.total': '77' } });
    await player.goTo(at);
    const shown = player.app.getState() as unknown as Record<string, { page: { total: number } }>;
    expect(Number(shown.product!.page.total)).toBe(77);
  });

  it('makes a tape of its own, which plays alone', async () => {
    const variant = saved((await played({ at: answerTo(page, 2), fail: 'network' })).again());
    expect(compare(variant, await replay(variant, createApp, options))).toBeNull();
  });
});
