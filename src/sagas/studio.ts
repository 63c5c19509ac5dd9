import { call, put, take, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { dateTime } from '../../contract/domain/calendar';
import { tokenCheckMs } from '../../contract/wire/settings';
import { type OpenedTape, type Shown, type StepLine, studio } from '../store/studio';
import { read, type Saga } from './effects';

/** What the studio needs from the browser. Not the World: what testers do about a recording is not recorded. */
export interface StudioWorld {
  now(): number;
  sleep(ms: number): Promise<void>;
  /** Whether the page holds input that would be lost with it. */
  isDirty(): boolean;
  /** Reloads the page, and with it the tape. */
  beginAnew(how: { isRecording: boolean }): void;
  keep(mark: { isRecording: boolean; isFolded: boolean; isLeft: boolean }): void;
  /** The present length of the tape. */
  length(): { ms: number; steps: number };
  /** Sets aside what was recorded so far. */
  cut(): void;
  /** Text of a tape: the one that was set aside, or all that happened until now. */
  tape(which: 'cut' | 'recent', note: string): { text: string; isCut: boolean };
  saveFile(name: string, text: string): void;
  /** Lets the person choose a file; null when they cancel. */
  pickFile(): Promise<{ name: string; text: string } | null>;
  /** Shows the tape in place of the live page. Throws with a sentence when the text is no tape. */
  open(file: { name: string; text: string }): Promise<OpenedTape>;
  goTo(step: number): Promise<Shown>;
  /** Differences between the replay and the tape, in lines. */
  judge(): string[];
  /** The files that are made of the open tape. It is drawn step by step for a page. */
  take(what: 'page' | 'tests'): Promise<{ name: string; text: string }[]>;
  /** Until when the server has this person recorded; null: no more. Throws where it does not answer. */
  recordedUntil(): Promise<number | null>;
  /** Nothing more is recorded in this window, and what was is forgotten. */
  end(): void;
  /** Shows the live page again. */
  leave(): Promise<void>;
  /** Makes the page send its log with the recording; the page asks first, and reports the result. */
  attach(): void;
}

const { actions: at, selectors: see } = studio;

const countMs = 500;
/** Longest pause between two steps of a tape. */
const longestPauseMs = 3000;
/** Steps played at a time on the way to a distant one: the person can cancel between them. */
const stride = 25;

function* record(world: StudioWorld): Saga {
  if (world.isDirty()) {
    yield put(at.asked());
    const { payload: isSure }: ReturnType<typeof at.answer> = yield take(at.answer);
    if (!isSure) return;
  }
  yield call(world.beginAnew, { isRecording: true });
}

/** Updates the length of the recording while it runs. */
function* count(world: StudioWorld): Saga {
  while ((yield* read(see.all)).stage === 'recording') {
    yield put(at.counted(world.length()));
    yield call(world.sleep, countMs);
  }
}

function* stop(world: StudioWorld): Saga {
  yield call(world.cut);
  yield put(at.stopped(world.length()));
}

function* save(world: StudioWorld, { type }: { type: string }): Saga {
  const isRecent = type === at.saveRecent.type;
  const { note } = yield* read(see.all);
  const { text, isCut } = world.tape(isRecent ? 'recent' : 'cut', isRecent ? '' : note.trim());
  const file = `leasedesk-${dateTime(world.now()).replace(/[-:]/g, '').replace(' ', '-')}.json`;
  yield call(world.saveFile, file, text);
  yield put(at.saved({ file, isCut }));
}

function* attach(world: StudioWorld): Saga {
  yield call(world.attach);
}

function* open(world: StudioWorld): Saga {
  const file: Awaited<ReturnType<StudioWorld['pickFile']>> = yield call(world.pickFile);
  if (!file) return;
  try {
    yield put(at.opened(yield call(world.open, file)));
  } catch (error) {
    yield put(at.unreadable(error instanceof Error ? error.message : String(error)));
  }
}

/** Goes to the step the person selects, one after the other: there is only one player. */
function* walk(world: StudioWorld): Saga {
  for (let player = yield* read(see.player); player; player = yield* read(see.player)) {
    const { at: here, aim, steps, verdict } = player;
    if (here === steps && verdict === null) yield put(at.judged(world.judge()));
    if (here === aim) {
      yield take([at.goTo, at.goBy, at.advance, at.toggle, at.left]);
      continue;
    }
    yield put(at.arrived(yield call(world.goTo, here < aim ? Math.min(aim, here + stride) : aim)));
  }
}

/** Plays at the recorded speed. */
function* play(world: StudioWorld): Saga {
  for (let player = yield* read(see.player); player?.isPlaying; player = yield* read(see.player)) {
    const { at: here, aim, steps, lines, speed } = player;
    if (here !== aim) {
      yield take(at.arrived);
      continue;
    }
    if (here === steps) return yield put(at.ended());
    const ms = (step: number) => lines.find((line: StepLine) => line.step === step)?.ms ?? 0;
    const pause = here === 0 ? 0 : Math.min(longestPauseMs, ms(here + 1) - ms(here));
    yield call(world.sleep, speed === 'max' ? 0 : Math.max(0, pause) / speed);
    yield put(at.advance());
  }
}

/** Until when the server says now; where it does not answer, what it said before holds. */
function* grantNow(world: StudioWorld, before: number): Saga<number | null> {
  try {
    return yield call(world.recordedUntil);
  } catch {
    return before;
  }
}

/**
 * An administrator has turned recording on for a time. It ends by itself or when they end it, which is looked at as often
 * as the token. A tape that was begun can still be saved.
 */
function* expire(world: StudioWorld, { payload: until }: ReturnType<typeof at.granted>): Saga {
  for (let left = until - world.now(); left > 0; left = until - world.now()) {
    yield call(world.sleep, Math.min(tokenCheckMs, left));
    const now: number | null = world.now() < until ? yield* grantNow(world, until) : until;
    if (now === null) break;
    if (now !== until) return yield put(at.granted(now));
  }
  if ((yield* read(see.all)).stage === 'recording') yield call(stop, world);
  yield put(at.over());
}

function* makeFiles(world: StudioWorld, { payload: what }: ReturnType<typeof at.take>): Saga {
  let names: string[] = [];
  try {
    const files: { name: string; text: string }[] = yield call(world.take, what);
    for (const { name, text } of files) yield call(world.saveFile, name, text);
    names = files.map(({ name }) => name);
  } finally {
    yield put(at.took(names));
    const player = yield* read(see.player);
    if (player) yield put(at.arrived(yield call(world.goTo, player.at)));
  }
}

function* end(world: StudioWorld): Saga {
  yield call(world.end);
}

function* leave(world: StudioWorld): Saga {
  yield put(at.left());
  yield call(world.leave);
}

function* keep(world: StudioWorld): Saga {
  const { stage, isFolded, isLeft } = yield* read(see.all);
  yield call(world.keep, { isRecording: stage === 'recording', isFolded, isLeft });
}

export function* studioSaga(world: StudioWorld): Saga {
  /** The studio must not disturb the test: its own errors are shown, and no more. */
  const telling = (work: (world: StudioWorld, action: never) => Saga) =>
    function* (action: unknown): Saga {
      try {
        yield call(work as (world: StudioWorld, action: unknown) => Saga, world, action);
      } catch (error) {
        yield put(at.failed(error instanceof Error ? error.message : String(error)));
      }
    };
  yield takeLeading(at.record, telling(record));
  yield takeLatest([at.began, at.stopped], telling(count));
  yield takeLeading(at.stop, telling(stop));
  yield takeEvery([at.save, at.saveRecent], telling(save));
  yield takeLeading(at.attach, telling(attach));
  yield takeLeading(at.open, telling(open));
  yield takeLatest(at.opened, telling(walk));
  yield takeLatest([at.toggle, at.pace, at.goTo, at.goBy, at.left], telling(play));
  yield takeLeading(at.take, telling(makeFiles));
  yield takeLatest(at.granted, telling(expire));
  yield takeEvery(at.over, telling(end));
  yield takeLeading(at.leave, telling(leave));
  yield takeEvery([at.fold, at.move, at.stopped], telling(keep));
}
