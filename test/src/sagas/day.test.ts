/**
 * 24 hours in seconds: the console stays open from one morning to the next, 8,640 ticks of ten seconds, by a test
 * clock. Only counts are checked. What one day leaks is leaked every day.
 */
import '../../explore/production';
import { tokenCheckMs } from '../../../contract/wire/settings';
import { log } from '../../../src/store/log';
import { session, tokens } from '../../../src/store/session';
import { heard, resumed } from '../../../src/store/windows';
import type { Call } from '../../../src/world/world';
import { taskCounter } from '../../explore/tasks';
import { depth } from '../../support/depth';
import { fakeWorld, type Request, start } from '../../support/fakeWorld';

const dayMs = 86_400_000;
/** Ticks after which a hanging call is cancelled. */
const patience = 6;
/** What digits of times and numbers may add to the state in a day. */
const fewBytes = 64;

/** Pseudo-random numbers from 0 to 1, the same in each run. */
function dice(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
function isRefresh({ form }: Call) {
  return form?.grant_type === 'refresh_token';
}

interface Day {
  /** Seconds. */
  tokenTime: number;
  /** The result of refresh n, counted from 1. */
  fate?(n: number): 'answered' | 'fails' | 'hangs';
  /** ms by which each tick is late, as in a hidden window. */
  lateMs?: number;
  /** ms by which the clock is set at a tick. */
  nudge?(): number;
  /** Simulated hours; by default 24. */
  hours?: number;
  /** Answers, and messages of other windows and the browser, arrive twice. */
  isTwice?: true;
}

/** Every request is answered at once; refreshes as given. */
async function live({ tokenTime, fate = () => 'answered', lateMs = 0, nudge = () => 0, hours = 24, isTwice }: Day) {
  const counter = taskCounter();
  const fake = fakeWorld({ settings: { tokenTime } });
  const app = await start({ fake, at: '/wel/index', monitor: counter.monitor });
  const { clock, asked, actions } = app;
  const times = isTwice ? 2 : 1;
  const count = { refreshes: 0, renewed: 0, overlaps: 0, hung: 0, failed: 0, nudges: 0 };
  let seen = 0;
  let hanging: { one: Request; until: number } | undefined;

  const renew = async (one: Request, tick: number) => {
    if (hanging) count.overlaps += 1;
    count.refreshes += 1;
    const lot = fate(count.refreshes);
    if (lot === 'fails') {
      count.failed += 1;
      await one.cutOff();
    } else if (lot === 'hangs') {
      count.hung += 1;
      hanging = { one, until: tick + patience };
    } else {
      count.renewed += 1;
      const pair = { access_token: `access-${count.renewed}`, refresh_token: `refresh-${count.renewed}` };
      // Valid long enough for the deployment's setting to count.
      for (let turn = 0; turn < times; turn++)
        await one.answerRaw(200, { ...pair, expires_in: Math.ceil(tokenTime / 0.8) });
    }
  };
  const answer = async (tick: number) => {
    if (hanging && tick >= hanging.until) {
      await hanging.one.cutOff();
      hanging = undefined;
    }
    for (; seen < asked.length; seen++) {
      const one = asked[seen]!;
      if (isRefresh(one.call)) await renew(one, tick);
      else for (let turn = 0; turn < times; turn++) await one.answer(null);
    }
  };
  const measure = () => ({
    timers: clock.sleeping,
    tasks: counter.running(),
    waits: counter.waits(),
    bytes: JSON.stringify(app.store.getState()).length,
  });

  app.do(tokens.actions.tokensReceived({ ...app.see(tokens.selectors.all), expiresIn: Math.ceil(tokenTime / 0.8) }));
  await answer(0);
  const begun = clock.now;
  const morning = measure();
  for (let tick = 1; clock.now < begun + (hours * dayMs) / 24; tick++) {
    const skew = nudge();
    clock.skew += skew;
    if (skew !== 0) count.nudges += 1;
    // Late timers end once, however late they are.
    clock.now += lateMs;
    await clock.advance(tokenCheckMs);
    if (isTwice) {
      for (const action of [resumed(), resumed(), heard({ kind: 'renewed' }), heard({ kind: 'renewed' })])
        app.do(action);
      await clock.advance(0);
    }
    await answer(tick);
  }
  const evening = measure();
  const isOver = actions.some((action) => session.actions.signedOut.match(action));
  const faults = actions.filter((action) => log.actions.failed.match(action));
  expect({ isOver, faults, hasToken: app.see(tokens.selectors.hasToken) }).toEqual({
    isOver: false,
    faults: [],
    hasToken: true,
  });
  expect(count.overlaps).toBe(0);
  expect({ ...evening, bytes: 0 }).toEqual({ ...morning, bytes: 0 });
  expect(Math.abs(evening.bytes - morning.bytes)).toBeLessThan(fewBytes);
  return count;
}

describe('a console that is open for 24 hours', () => {
  it.each([
    [30_000, 2],
    [3000, 28],
  ])('with a token time of %d s renews its token %d times', async (tokenTime, refreshes) => {
    expect(await live({ tokenTime })).toMatchObject({ refreshes, renewed: refreshes });
  });

  it('renews the next time when a refresh fails or hangs, without signing out', async () => {
    const fate = (n: number) => (n % 50 === 0 ? 'hangs' : n % 7 === 0 ? 'fails' : 'answered');
    const tokenTime = 300;
    const { refreshes, renewed, failed, hung } = await live({ tokenTime, fate });
    expect(hung).toBeGreaterThanOrEqual(6);
    expect(failed).toBeGreaterThanOrEqual(40);
    expect(refreshes).toBe(renewed + failed + hung);
    // A failed one is repeated at the next tick; a hanging one after it was cancelled.
    const lostMs = failed * tokenCheckMs + hung * (patience + 1) * tokenCheckMs;
    expect(renewed).toBeGreaterThanOrEqual(Math.floor((dayMs - lostMs) / (1000 * tokenTime)));
    expect(renewed).toBeLessThanOrEqual(dayMs / (1000 * tokenTime));
  });

  it('renews as often when its timers come a minute late', async () => {
    expect(await live({ tokenTime: 3000, lateMs: 60_000 })).toMatchObject({ refreshes: 28, renewed: 28 });
  });

  it('renews at most once more for each time that the clock is set', async () => {
    const next = dice(7);
    const nudge = () => (next() < 0.002 ? Math.round((next() - 0.5) * 20_000_000) : 0);
    const { refreshes, nudges } = await live({ tokenTime: 3000, nudge });
    expect(nudges).toBeGreaterThan(10);
    expect(refreshes).toBeGreaterThanOrEqual(28);
    expect(refreshes).toBeLessThanOrEqual(28 + nudges);
  });

  it('does everything once, although every event arrives twice', async () => {
    const hours = depth(3, 24);
    const refreshes = Math.floor((hours * 28) / 24);
    expect(await live({ tokenTime: 3000, hours, isTwice: true })).toMatchObject({ refreshes, renewed: refreshes });
  });
});
