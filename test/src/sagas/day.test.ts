/**
 * 24 hours in seconds: the console lies open from one morning to the next, 8,640 ticks of ten seconds, by a clock that
 * is turned by hand. Only counts are looked at. What a day leaves behind is left behind every day.
 */
import '../../explore/production';
import { tokenCheckMs } from '../../../contract/wire/settings';
import { log } from '../../../src/store/log';
import { session, tokens } from '../../../src/store/session';
import { heard, resumed } from '../../../src/store/windows';
import type { Call } from '../../../src/world/world';
import { taskCounter } from '../../explore/tasks';
import { depth } from '../../support/depth';
import { type Asked, fakeWorld, start } from '../../support/fakeWorld';

const dayMs = 86_400_000;
/** How long a call hangs until it is given up, in ticks. */
const patience = 6;
/** What digits of times and numbers may add to the state in a day. */
const fewBytes = 64;

/** Numbers from 0 to 1 that look like no sequence, and are the same each day. */
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
  /** What becomes of refresh n, counted from 1. */
  fate?(n: number): 'answered' | 'fails' | 'hangs';
  /** ms by which each tick comes late, as in a window that nobody looks at. */
  lateMs?: number;
  /** ms by which somebody sets the clock at a tick. */
  nudge?(): number;
  /** How long it is looked at; 24 unless told. */
  hours?: number;
  /** Answers, and what other windows and the browser say, come twice. */
  isTwice?: true;
}

/** Whatever is asked is answered at once; refreshes as the day has it. */
async function live({ tokenTime, fate = () => 'answered', lateMs = 0, nudge = () => 0, hours = 24, isTwice }: Day) {
  const counter = taskCounter();
  const fake = fakeWorld({ settings: { tokenTime } });
  const app = await start({ fake, at: '/wel/index', monitor: counter.monitor });
  const { clock, asked, actions } = app;
  const times = isTwice ? 2 : 1;
  const count = { refreshes: 0, renewed: 0, overlaps: 0, hung: 0, failed: 0, nudges: 0 };
  let seen = 0;
  let hanging: { one: Asked; until: number } | undefined;

  const renew = async (one: Asked, tick: number) => {
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
      // It lives long enough for the time of the deployment to count.
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

  it('renews the next time when a refresh fails or hangs, and nobody is signed out', async () => {
    const fate = (n: number) => (n % 50 === 0 ? 'hangs' : n % 7 === 0 ? 'fails' : 'answered');
    const tokenTime = 300;
    const { refreshes, renewed, failed, hung } = await live({ tokenTime, fate });
    expect(hung).toBeGreaterThanOrEqual(6);
    expect(failed).toBeGreaterThanOrEqual(40);
    expect(refreshes).toBe(renewed + failed + hung);
    // One that failed is made up for at the next tick; one that hung, after it was given up.
    const lostMs = failed * tokenCheckMs + hung * (patience + 1) * tokenCheckMs;
    expect(renewed).toBeGreaterThanOrEqual(Math.floor((dayMs - lostMs) / (1000 * tokenTime)));
    expect(renewed).toBeLessThanOrEqual(dayMs / (1000 * tokenTime));
  });

  it('renews as often when its timers come a minute late', async () => {
    expect(await live({ tokenTime: 3000, lateMs: 60_000 })).toMatchObject({ refreshes: 28, renewed: 28 });
  });

  it('renews at most once more for each time that somebody sets the clock', async () => {
    const next = dice(7);
    const nudge = () => (next() < 0.002 ? Math.round((next() - 0.5) * 20_000_000) : 0);
    const { refreshes, nudges } = await live({ tokenTime: 3000, nudge });
    expect(nudges).toBeGreaterThan(10);
    expect(refreshes).toBeGreaterThanOrEqual(28);
    expect(refreshes).toBeLessThanOrEqual(28 + nudges);
  });

  it('does everything once, although it is told everything twice', async () => {
    const hours = depth(6, 24);
    const refreshes = Math.floor((hours * 28) / 24);
    expect(await live({ tokenTime: 3000, hours, isTwice: true })).toMatchObject({ refreshes, renewed: refreshes });
  });
});
