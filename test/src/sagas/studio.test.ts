/** The tester's studio: its buttons in any order. */
import { configureStore } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import { type StudioWorld, studioSaga } from '../../../src/sagas/studio';
import { type Shown, studio } from '../../../src/store/studio';
import { fakeWorld, start } from '../../support/fakeWorld';

const at = studio.actions;
function quiet() {
  return new Promise<void>((resume) => setImmediate(resume));
}

/** A tape of ten steps, one a second, but for the eighth: that one comes a minute late. */
const length = 10;
function msOf(step: number) {
  return step * 1000 + (step >= 8 ? 60_000 : 0);
}
function shown(step: number): Shown {
  return {
    at: step,
    path: `/page/${step}`,
    lines: Array.from({ length }, (_, index) => ({ step: index + 1, ms: msOf(index + 1), text: `step ${index + 1}` })),
  };
}

function openStudio(more: Partial<StudioWorld> = {}) {
  const did: unknown[] = [];
  const note =
    (name: string) =>
    (...args: unknown[]) =>
      void did.push([name, ...args]);
  const sleeps: { ms: number; wake(): void }[] = [];
  const files: ({ name: string; text: string } | null)[] = [];
  const page = { isDirty: false, isCut: false, ms: 0, steps: 0, verdict: [] as string[] };
  let walking = 0;
  const world: StudioWorld = {
    now: () => Date.UTC(2026, 0, 5, 2, 3, 4),
    sleep: (ms) => new Promise((wake) => void sleeps.push({ ms, wake })),
    isDirty: () => page.isDirty,
    beginAnew: note('beginAnew'),
    keep: note('keep'),
    length: () => ({ ms: page.ms, steps: page.steps }),
    cut: note('cut'),
    tape: (which, text) => ({ text: `${which} tape: ${text}`, isCut: page.isCut }),
    saveFile: note('saveFile'),
    pickFile: async () => files.shift() ?? null,
    async open({ name, text }) {
      if (text !== 'a tape') throw new Error('not a tape');
      return { name, note: 'seen', steps: length, ...shown(0) };
    },
    async goTo(step) {
      if (++walking > 1) throw new Error('at two places at once');
      await quiet();
      walking -= 1;
      did.push(['goTo', step]);
      return shown(step);
    },
    judge: () => page.verdict,
    attach: note('attach'),
    recordedUntil: async () => null,
    end: note('end'),
    take: async (what) => [{ name: `one.${what}`, text: '' }],
    leave: async () => note('leave')(),
    ...more,
  };
  const sagas = createSagaMiddleware();
  const store = configureStore({
    reducer: { studio: studio.reducer },
    middleware: (base) => base({ thunk: false }).concat(sagas),
  });
  sagas.run(studioSaga, world);
  return {
    did,
    files,
    page,
    sleeps,
    see: () => studio.selectors.all(store.getState()),
    player: () => studio.selectors.player(store.getState()),
    async do(action: Parameters<typeof store.dispatch>[0]) {
      store.dispatch(action);
      for (let turn = 0; turn < 40; turn++) await quiet();
    },
    /** Ends the newest sleep and answers how long it was to be. */
    async wake() {
      const { ms, wake } = sleeps.pop()!;
      wake();
      for (let turn = 0; turn < 40; turn++) await quiet();
      return ms;
    },
  };
}
async function playing(more: Partial<StudioWorld> = {}) {
  const desk = openStudio(more);
  desk.files.push({ name: 'one.json', text: 'a tape' });
  await desk.do(at.open());
  return desk;
}

describe('a recording', () => {
  it('begins where the page begins', async () => {
    const desk = openStudio();
    await desk.do(at.record());
    expect(desk.did).toEqual([['beginAnew', { isRecording: true }]]);
  });

  it('does not take unsaved input with it unasked', async () => {
    const desk = openStudio();
    desk.page.isDirty = true;
    await desk.do(at.record());
    expect(desk.see().stage).toBe('asking');
    await desk.do(at.answer(false));
    expect([desk.see().stage, desk.did]).toEqual(['ready', []]);
    await desk.do(at.record());
    await desk.do(at.answer(true));
    expect(desk.did).toEqual([['beginAnew', { isRecording: true }]]);
  });

  it('shows how long it is until it is stopped', async () => {
    const desk = openStudio();
    await desk.do(at.began({ stage: 'recording' }));
    Object.assign(desk.page, { ms: 1500, steps: 7 });
    await desk.wake();
    expect(desk.see()).toMatchObject({ ms: 1500, steps: 7 });
    await desk.do(at.stop());
    await desk.wake();
    expect(desk.sleeps).toEqual([]);
  });

  it('is not counted where there is none', async () => {
    const desk = openStudio();
    await desk.do(at.began({ stage: 'ready' }));
    expect(desk.sleeps).toEqual([]);
  });

  it('is set aside when it is stopped, and saved with what the tester says of it', async () => {
    const desk = openStudio();
    await desk.do(at.began({ stage: 'recording', isFolded: true }));
    await desk.do(at.stop());
    expect(desk.see()).toMatchObject({ stage: 'stopped', isFolded: false });
    await desk.do(at.write('  the list is empty '));
    await desk.do(at.save());
    const file = 'leasedesk-20260105-100304.json';
    expect(desk.did).toEqual([
      ['cut'],
      // the next page is not recorded any more
      ['keep', { isRecording: false, isFolded: false, isLeft: false }],
      ['saveFile', file, 'cut tape: the list is empty'],
    ]);
    expect(desk.see()).toMatchObject({ stage: 'ready', notice: { kind: 'saved', text: file } });
  });

  it('can be discarded', async () => {
    const desk = openStudio();
    await desk.do(at.began({ stage: 'recording' }));
    await desk.do(at.stop());
    await desk.do(at.discard());
    expect(desk.see().stage).toBe('ready');
    expect(desk.did).not.toContainEqual(expect.arrayContaining(['saveFile']));
  });

  it('says so when it outgrew the recorder', async () => {
    const desk = openStudio();
    desk.page.isCut = true;
    await desk.do(at.saveRecent());
    expect(desk.see().notice?.kind).toBe('savedInPart');
  });

  it('exists without having been started: what happened is saved, and a recording continues', async () => {
    const desk = openStudio();
    await desk.do(at.began({ stage: 'recording' }));
    await desk.do(at.saveRecent());
    expect(desk.did).toEqual([['saveFile', expect.any(String), 'recent tape: ']]);
    expect(desk.see().stage).toBe('recording');
  });
});

describe('an uncaught error', () => {
  it('makes an offer that stands until the log was sent', async () => {
    const desk = openStudio();
    await desk.do(at.faulted({ canAttach: true }));
    expect(desk.see()).toMatchObject({ hasFault: true, canAttach: true });
    await desk.do(at.attach());
    expect(desk.did).toEqual([['attach']]);
    expect(desk.see().hasFault).toBe(true); // the page asks first
    await desk.do(at.attached());
    expect(desk.see()).toMatchObject({ hasFault: false, notice: { kind: 'attached' } });
  });

  it('is left out when the log is sent without one', async () => {
    const desk = openStudio();
    await desk.do(at.attached());
    expect(desk.see().notice).toBeNull();
  });
});

it('shows errors of the studio itself, and accepts the next command', async () => {
  let isBroken = true;
  const desk = openStudio({
    cut() {
      if (isBroken) throw new Error('no room');
    },
  });
  await desk.do(at.began({ stage: 'recording' }));
  await desk.do(at.stop());
  expect(desk.see()).toMatchObject({ stage: 'recording', notice: { kind: 'failed', text: 'no room' } });
  isBroken = false;
  await desk.do(at.stop());
  expect(desk.see().stage).toBe('stopped');
});

describe('a tape', () => {
  it('that is none is named so, and nothing else happens', async () => {
    const desk = openStudio();
    desk.files.push({ name: 'x.json', text: '{}' });
    await desk.do(at.open());
    expect(desk.see()).toMatchObject({ player: null, notice: { kind: 'unreadable', text: 'not a tape' } });
  });

  it('is not missed by who chooses no file', async () => {
    const desk = openStudio();
    await desk.do(at.open());
    expect(desk.see()).toMatchObject({ player: null, notice: null });
  });

  it('goes where the person points, one step at a time', async () => {
    const desk = await playing();
    await desk.do(at.goBy(1));
    await desk.do(at.goTo(5));
    await desk.do(at.goBy(-1));
    await desk.do(at.goBy(-9));
    await desk.do(at.goBy(99));
    expect(desk.did).toEqual([1, 5, 4, 0, 10].map((step) => ['goTo', step]));
    expect(desk.player()).toMatchObject({ at: 10, path: '/page/10' });
  });

  it('is at one place at a time, however fast the person points', async () => {
    const desk = await playing();
    for (const step of [3, 9, 2]) void desk.do(at.goTo(step));
    await desk.do(at.goTo(6));
    expect(desk.player()).toMatchObject({ at: 6, aim: 6 });
    expect(desk.see().notice).toBeNull();
  });

  it('plays at the recorded speed, but never waits a minute', async () => {
    const desk = await playing();
    await desk.do(at.goTo(5));
    await desk.do(at.toggle());
    expect([await desk.wake(), await desk.wake()]).toEqual([1000, 1000]);
    expect(desk.player()?.at).toBe(7);
    await desk.do(at.pace(4));
    desk.sleeps.shift(); // the pause at the earlier speed
    expect(await desk.wake()).toBe(3000 / 4);
    await desk.do(at.pace('max'));
    expect(await desk.wake()).toBe(0);
  });

  it('stops playing at its end, and begins again from there at the start', async () => {
    const desk = await playing();
    await desk.do(at.goTo(9));
    await desk.do(at.toggle());
    await desk.wake();
    expect(desk.player()).toMatchObject({ at: 10, isPlaying: false });
    await desk.do(at.toggle());
    expect(desk.player()).toMatchObject({ at: 0, isPlaying: true });
  });

  it('stops playing when the person points somewhere', async () => {
    const desk = await playing();
    await desk.do(at.toggle());
    await desk.do(at.goTo(4));
    await desk.wake();
    expect(desk.player()).toMatchObject({ at: 4, isPlaying: false });
  });

  it('is judged once its end was seen', async () => {
    const desk = await playing();
    desk.page.verdict = ['It differs'];
    await desk.do(at.goTo(9));
    expect(desk.player()?.verdict).toBeNull();
    await desk.do(at.goTo(10));
    expect(desk.player()?.verdict).toEqual(['It differs']);
    await desk.do(at.goTo(1));
    expect(desk.player()?.verdict).toEqual(['It differs']);
  });

  it('leaves the live page as it was', async () => {
    const desk = await playing();
    await desk.do(at.toggle());
    await desk.do(at.leave());
    expect(desk.player()).toBeNull();
    const did = [...desk.did];
    await desk.wake();
    expect(did.at(-1)).toEqual(['leave']);
    expect(desk.did).toEqual(did);
  });
});

describe('recording that an administrator has turned on', () => {
  const until = Date.UTC(2026, 0, 5, 3, 3, 4);

  /** The desk of a person who is recorded; the server says of them what `said` holds. */
  const recorded = async (said: { until: number | null | Error }) => {
    let now = until - 3_600_000;
    const desk = openStudio({
      now: () => now,
      async recordedUntil() {
        if (said.until instanceof Error) throw said.until;
        return said.until;
      },
    });
    await desk.do(at.granted(until));
    const pass = async () => {
      now += desk.sleeps.at(-1)?.ms ?? 0;
      return desk.wake();
    };
    const set = (time: number) => {
      now = time;
    };
    return { ...desk, pass, set };
  };

  it('ends by itself, and forgets what was recorded', async () => {
    const desk = await recorded({ until });
    desk.set(until - 14_000);
    expect([await desk.pass(), desk.see().isOver]).toEqual([10_000, false]);
    expect(await desk.pass()).toBe(4_000);
    expect(desk.see()).toMatchObject({ isOver: true, stage: 'ready' });
    expect(desk.did).toEqual([['end']]);
  });

  it('ends within ten seconds of its early end; what was begun can still be saved', async () => {
    const said: { until: number | null } = { until };
    const desk = await recorded(said);
    await desk.do(at.began({ stage: 'recording' }));
    desk.sleeps.pop(); // that of the length
    await desk.pass();
    expect(desk.see()).toMatchObject({ isOver: false, stage: 'recording' });
    said.until = null;
    expect(await desk.pass()).toBeLessThanOrEqual(10_000);
    expect(desk.see()).toMatchObject({ isOver: true, stage: 'stopped' });
    expect(desk.did).toEqual([['cut'], ['keep', expect.anything()], ['end']]);
  });

  it('lasts as long as the server says, and as it said before while it does not answer', async () => {
    const said: { until: number | Error } = { until: new Error('unreachable') };
    const desk = await recorded(said);
    await desk.pass();
    expect(desk.see()).toMatchObject({ isOver: false, until });
    said.until = until + 60_000;
    await desk.pass();
    expect(desk.see()).toMatchObject({ isOver: false, until: until + 60_000 });
    desk.set(until);
    await desk.pass();
    expect(desk.see().isOver).toBe(false);
  });
});

describe('the page', () => {
  const begin = async (testerMode: boolean, isGoing: boolean) => {
    const asked: boolean[] = [];
    const fake = fakeWorld({ settings: { testerMode } });
    const tester = (isOn: boolean) => {
      asked.push(isOn);
      return isGoing;
    };
    const app = await start({ signedIn: false, fake: { ...fake, world: { ...fake.world, tester } } });
    return { app, asked };
  };

  it.each([true, false])('notifies its window once of tester mode: %s', async (testerMode) => {
    const { asked } = await begin(testerMode, false);
    expect(asked).toEqual([testerMode]);
  });

  it('asks for nothing and shows nothing when it is about to begin anew', async () => {
    const { app } = await begin(true, true);
    expect([app.spoken, app.dressed, app.navigated, app.asked]).toEqual([[], [], [], []]);
  });
});
