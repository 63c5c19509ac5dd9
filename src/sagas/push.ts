import type { Action } from '@reduxjs/toolkit';
import { call, put, race, take, takeEvery } from 'redux-saga/effects';
import { spreadOf } from '../../contract/wire/push';
import { screenLock } from '../store/auth/screenLock';
import { push } from '../store/push';
import { session, tokens } from '../store/session';
import { heard, resumed } from '../store/windows';
import { type StreamEnd, Unreachable, type World } from '../world/world';
import { ask, read, type Saga } from './effects';

/**
 * Events of the server. One window of the browser has the connection and passes each event on to the others; which one
 * is decided by a lock of the browser. Where there is none, on a plain http address, each window has its own after a
 * while.
 */

/** Pauses before connecting again, in ms; each with up to a quarter more, by the person, so that not all come at once. */
const pausesMs = [1_000, 2_000, 5_000, 15_000, 60_000];
/** A server that refuses for want of room is asked again after this, in ms. */
const fullMs = 5 * 60_000;
/** A connection that has lasted so long was no failure, in ms. */
const steadyMs = 30_000;

/** A lock that took longer than this was another window's; the next one waits before it connects. In ms. */
const atOnceMs = 100;
const takeOverMs = 1_000;

const turns = [
  session.actions.signedIn,
  session.actions.signedOut,
  session.actions.passwordChanged,
  session.actions.displaced,
  screenLock.actions.locked,
  screenLock.actions.followed,
  screenLock.actions.unlocked,
  tokens.actions.tokensReceived,
].map(({ type }) => type);

/** Whether this window may listen: as a person who may make requests. */
function* isWanted(): Saga<boolean> {
  const user = yield* read(session.selectors.user);
  return (
    user !== null &&
    !user.mustChangePassword &&
    (yield* read(tokens.selectors.hasToken)) &&
    !(yield* read(session.selectors.isGuest)) &&
    !(yield* read(session.selectors.isDisplaced)) &&
    !(yield* read(screenLock.selectors.isLocked))
  );
}

function* opened(world: World): Saga<StreamEnd> {
  const token = yield* read(tokens.selectors.accessToken);
  try {
    return yield* ask(world, 'stream', { 'Blade-Auth': `bearer ${token}` });
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return { status: error.status ?? 0 };
  }
}

/** ms until the next attempt; undefined where there is no stream to come. */
function pauseAfter({ status, why }: StreamEnd, failures: number, userId: string): number | undefined {
  // Another server of the family has no such call.
  if (status === 404 || status === 405) return undefined;
  if (status === 429 || status === 503) return fullMs;
  const pause = why === 'restart' ? pausesMs[0]! : pausesMs[Math.min(failures, pausesMs.length - 1)]!;
  return pause + spreadOf(userId, pause / 4);
}

/** Keeps a connection for as long as this window may listen. */
function* keepOpen(world: World): Saga {
  for (let failures = 0; ; failures++) {
    const since = yield* ask(world, 'uptime');
    const end = yield* opened(world);
    yield put(push.actions.lost());
    if ((yield* ask(world, 'uptime')) - since >= steadyMs) failures = 0;
    const { userId = '' } = (yield* read(session.selectors.user)) ?? {};
    const pause = pauseAfter(end, failures, userId);
    if (pause === undefined) yield take(() => false);
    // A session that has ended is met by the next request; a window that is looked at again does not wait.
    else yield race([call(ask, world, 'sleep', pause), take(resumed)]);
  }
}

function* lead(world: World): Saga {
  const asked = yield* ask(world, 'uptime');
  const lock = yield* ask(world, 'acquire', 'push');
  try {
    // The window that had it may have signed out or been locked, of which this one is about to hear.
    if ((yield* ask(world, 'uptime')) - asked > atOnceMs) yield* ask(world, 'sleep', takeOverMs);
    yield call(keepOpen, world);
  } finally {
    yield* ask(world, 'release', lock);
  }
}

function* listen(world: World): Saga {
  while (true) {
    const isHere = yield* isWanted();
    // A renewed token needs no new connection: the server looks at the session.
    const changed = function* (): Saga {
      do yield take(turns);
      while ((yield* isWanted()) === isHere);
    };
    if (isHere) yield race([call(lead, world), call(changed)]);
    else yield call(changed);
  }
}

/** Events of the window that has the connection are those of all. */
function* passOn(world: World, { payload: event, meta }: ReturnType<typeof push.actions.arrived> & Heard): Saga {
  if (!meta?.isHeard) yield* ask(world, 'broadcast', { kind: 'pushed', event });
}
interface Heard {
  meta?: { isHeard?: true };
}
function isPushed(action: Action): action is ReturnType<typeof heard> {
  return heard.match(action) && action.payload.kind === 'pushed';
}

export function* pushSaga(world: World): Saga {
  yield takeEvery(push.actions.arrived, passOn, world);
  yield takeEvery(isPushed, function* ({ payload }: ReturnType<typeof heard>): Saga {
    if (payload.kind === 'pushed') yield put({ ...push.actions.arrived(payload.event), meta: { isHeard: true } });
  });
  yield call(listen, world);
}
