import type { Action } from '@reduxjs/toolkit';
import { all, call, put, race, take, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { type LockState, lockedAt, screenLock } from '../../store/auth/screenLock';
import { feedback } from '../../store/feedback';
import { route } from '../../store/navigation/route';
import { homePath } from '../../store/navigation/routes';
import { session, tokens } from '../../store/session';
import { Unreachable, type World } from '../../world/world';
import { ask, read, type Saga } from '../effects';
import { isExpected, Refused, request } from '../request';
import { signOut } from '../session';
import { whereabouts } from './followScreenLock';

/** Between the flag and the locked page; the product has always paused this long. */
const pauseMs = 100;
/** Wrong answers without a penalty; after them each wait doubles, up to the longest. */
const freeTries = 5;
const longestWaitMs = 300_000;
const retryMs = 10_000;

export function waitAfter(failures: number): number {
  return failures < freeTries ? 0 : Math.min(1000 * 2 ** (failures - freeTries), longestWaitMs);
}

interface Derived {
  verifier: string;
  proof: string;
}
/** One slow derivation gives two values: what stays here to compare with, and the proof for the server. */
function* derive(world: World, password: string, salt: string): Saga<Derived> {
  const derived = yield* ask(world, 'derive', password, salt);
  const half = derived.length / 2;
  return { verifier: derived.slice(0, half), proof: derived.slice(half) };
}

/** The server refuses this session until it is unlocked. Locking also works when the server has no such call or cannot
 *  be reached. */
function* notifyServer(world: World, proof: string): Saga {
  while (true) {
    try {
      return yield call(
        request,
        world,
        { method: 'POST', url: '/blade-auth/oauth/lock', body: { proof } },
        { quiet: true, evenLocked: true },
      );
    } catch (error) {
      if (!isExpected(error)) throw error;
      if (error instanceof Refused) return;
    }
    yield* ask(world, 'sleep', retryMs);
  }
}

/** The screen is locked: the remaining steps. */
function* finish(world: World, proof: string): Saga {
  yield* ask(world, 'flush'); // before the server knows: another window that it refuses reads storage
  yield all([call(notifyServer, world, proof), call(goToLock, world)]);
}
function* goToLock(world: World): Saga {
  yield* ask(world, 'sleep', pauseMs);
  yield put(route.actions.go('/lock'));
}

function* set(world: World): Saga {
  const setting = yield* read(screenLock.selectors.setting);
  if (!setting?.isBusy) return;
  const salt = yield* ask(world, 'newId');
  let derived: Derived | undefined;
  try {
    ({ derived } = yield race({
      derived: call(derive, world, setting.password, salt),
      over: take([screenLock.actions.cancel, session.actions.signedOut]),
    }));
  } catch (error) {
    yield put(screenLock.actions.cancel());
    throw error;
  }
  const user = yield* read(session.selectors.user);
  if (!derived || !user) return;
  yield put(
    screenLock.actions.locked({ salt, verifier: derived.verifier, userId: user.userId, from: yield* whereabouts() }),
  );
  // It may be unlocked and locked again at once: then nothing of this may still wait.
  const over = take([screenLock.actions.unlocked, session.actions.signedOut]);
  yield race([call(finish, world, derived.proof), over]);
}

/** Wrong answers given in another window of this browser count here too. */
function* countGuess(world: World): Saga {
  const mine = yield* read(screenLock.selectors.all);
  const stored = (yield* ask(world, 'readStored', 'screenLock')) as Partial<LockState> | null;
  const failures = Math.max(mine.failures, Number(stored?.failures) || 0);
  const now = yield* ask(world, 'now');
  // After the clock was set back the wait must still not exceed the longest.
  const until = Math.min(Math.max(mine.until, Number(stored?.until) || 0), now + longestWaitMs);
  if (now < until) {
    yield put(screenLock.actions.tried({ failures, until }));
    return false;
  }
  yield put(screenLock.actions.tried({ failures: failures + 1, until: now + waitAfter(failures + 1) }));
  yield* ask(world, 'flush');
  return true;
}

type Denial = Parameters<typeof screenLock.actions.denied>[0];
function denial({ code, message, reason }: Refused, isByLock: boolean): Denial {
  if (reason === 'session.wrongUnlock')
    return isByLock ? { problem: 'otherWay', way: 'account' } : { problem: 'wrong' };
  return { problem: 'refused', sentence: code === 404 ? '' : message, uncounted: true };
}

/** Whether this answer unlocks the screen, here and at the server, or why not. */
function* judge(world: World, typed: string): Saga<'right' | Denial> {
  const { way, salt, verifier } = yield* read(screenLock.selectors.all);
  const isByLock = way === 'lock';
  let proven: Record<string, string>;
  if (isByLock) {
    const derived: Derived = yield call(derive, world, typed, salt);
    if (derived.verifier !== verifier) return { problem: 'wrong' };
    proven = { proof: derived.proof };
  } else proven = { password: yield* ask(world, 'encryptPassword', typed) };
  try {
    yield call(
      request,
      world,
      { method: 'POST', url: '/blade-auth/oauth/unlock', body: proven },
      { quiet: true, evenLocked: true },
    );
    // A server that has unlocked the session has said that it lives.
    if (!(yield* read(tokens.selectors.isConfirmed))) yield put(tokens.actions.confirmed());
  } catch (error) {
    if (!isExpected(error)) throw error;
    if (error instanceof Unreachable) return { problem: 'unreachable', uncounted: true };
    // A server without the call never locked anything: the comparison here decides alone.
    if (!(isByLock && error.code === 404)) return denial(error, isByLock);
  }
  return 'right';
}

function* guess(world: World, typed: string): Saga<'right' | Denial> {
  return (yield call(countGuess, world)) ? yield call(judge, world, typed) : { problem: '' };
}

function* unlock(world: World): Saga {
  const { isBusy, password } = yield* read(screenLock.selectors.all);
  if (!isBusy) return;
  try {
    const { verdict } = yield race({
      verdict: call(guess, world, password),
      over: take([screenLock.actions.unlocked, session.actions.signedOut]),
    });
    if (verdict) yield put(verdict === 'right' ? screenLock.actions.unlocked() : screenLock.actions.denied(verdict));
  } catch (error) {
    yield put(screenLock.actions.denied({ problem: 'refused', uncounted: true })); // otherwise no further attempt would be possible
    throw error;
  }
}

/** The remaining seconds are counted down, also for a page that was reloaded meanwhile. */
function* countDown(world: World): Saga {
  while (true) {
    const { isLocked, isBusy, failures, until } = yield* read(screenLock.selectors.all);
    const longest = (yield* ask(world, 'now')) + longestWaitMs;
    // After the clock was set back, as above: the countdown restarts from here, once.
    if (until > longest) yield put(screenLock.actions.tried({ failures, until: longest }));
    const leftMs = longestWaitMs - Math.max(0, longest - until);
    const left = isLocked && !isBusy ? Math.ceil(leftMs / 1000) : 0;
    yield put(screenLock.actions.waiting(Math.max(left, 0)));
    if (left <= 0) return;
    yield* ask(world, 'sleep', 1000);
  }
}

/** Back to the page the person was on, whichever window unlocked the screen. */
function* goBack(): Saga {
  const from = yield* read(lockedAt.selectors.from);
  if ((yield* read(route.selectors.place))?.feature === 'sign') return; // a customer's page was never locked
  yield put(route.actions.go(from || homePath));
}

/** A question asked before locking must not be shown to another person now. */
function* withdrawQuestion(): Saga {
  if (yield* read(feedback.selectors.question)) yield put(feedback.actions.answered({ isSure: false, reason: '' }));
}

export function* screenLockSaga(world: World): Saga {
  yield takeEvery([screenLock.actions.locked, screenLock.actions.followed], withdrawQuestion);
  yield takeLeading(screenLock.actions.set, set, world);
  yield takeLeading(screenLock.actions.unlock, unlock, world);
  const isLockPage = (action: Action) => route.actions.arrived.match(action) && action.payload.path === '/lock';
  yield takeLatest(
    (action: Action) => screenLock.actions.denied.match(action) || isLockPage(action),
    countDown as (world: World, action: Action) => Saga,
    world,
  );
  yield takeEvery(screenLock.actions.unlocked, goBack);
  yield takeLeading(screenLock.actions.signOut, function* () {
    yield call(signOut, world, 'lock.askSignOut');
  });
}
