import type { Action } from '@reduxjs/toolkit';
import { call, fork, put, race, take, takeLeading } from 'redux-saga/effects';
import { intent } from '../store/auth/intent';
import { feedback } from '../store/feedback';
import { route, tabs } from '../store/navigation/route';
import { type SignedOutHow, session, tokens } from '../store/session';
import { heard } from '../store/windows';
import type { World } from '../world/world';
import { whereabouts } from './auth/followScreenLock';
import { ask, confirm, read, type Saga } from './effects';
import { request, SessionOver } from './request';
import { keepTokenFresh } from './tokens';

/** The other windows are asked whether they hold unsaved input: the question mentions it as soon as one does. */
function* askOthers(world: World, say: string): Saga {
  const id = yield* ask(world, 'newId');
  yield* ask(world, 'broadcast', { kind: 'leaving', id });
  yield take((action: Action) => heard.match(action) && action.payload.kind === 'unsaved' && action.payload.id === id);
  yield put(feedback.actions.reworded(say));
  yield take(() => false); // the answer to the question ends this
}

/** Ask whether to sign out here and in all windows, and what would be lost; then do it. `say` where nothing is lost. */
export function* signOut(world: World, say = 'ask.signOut'): Saga {
  const isDirty = yield* read(tabs.selectors.hasUnsaved);
  const { answer } = yield race({
    answer: call(confirm, {
      title: 'ask.title',
      say: isDirty ? 'ask.signOutUnsaved' : say,
      confirm: 'ask.sure',
      ...(isDirty ? { danger: true as const } : {}),
    }),
    never: call(askOthers, world, isDirty ? 'ask.signOutUnsaved' : 'ask.signOutElsewhere'),
  });
  if (answer?.isSure) yield call(depart, world);
}

/** End the session at the server, if it can be reached, and here in any case. */
export function* depart(world: World): Saga {
  try {
    yield call(
      request,
      world,
      { method: 'GET', url: '/blade-auth/oauth/logout' },
      { quiet: true, atOnce: true, clientless: true },
    );
  } catch (error) {
    if (error instanceof SessionOver) return; // the session had already ended, and has been left
    // The person is signed out whether or not the server can be reached.
  }
  yield call(leave);
}

/** The end of the session in this window, and its cause if the person did not request it here. */
export function* leave(how?: SignedOutHow): Saga {
  // A displaced person has no session to end: the stored one is another person's, who goes on working.
  const isTold = how !== undefined && 'elsewhere' in how;
  if (!isTold && (yield* read(session.selectors.isDisplaced))) return;
  yield put(session.actions.signedOut(how));
  // A customer who signs in the same browser is not staff, and stays on their page.
  if ((yield* read(route.selectors.place))?.feature !== 'sign') yield put(route.actions.go('/login'));
}

function* expire(): Saga {
  if (!(yield* read(tokens.selectors.hasToken))) return; // many requests may report the same ended session
  if (yield* read(session.selectors.isDisplaced)) return; // this window's session is not the stored one
  const user = yield* read(session.selectors.user);
  const place = yield* read(route.selectors.place);
  if (user && (place?.isTab || place?.path === '/lock'))
    yield put(intent.actions.keep({ address: yield* whereabouts(), userId: user.userId }));
  yield put(feedback.actions.notified({ tone: 'info', say: 'session.expired' }));
  yield call(leave, { forced: true });
}

export function* sessionSaga(world: World): Saga {
  yield fork(keepTokenFresh, world);
  yield takeLeading(session.actions.signOut, function* () {
    yield call(signOut, world);
  });
  yield takeLeading(session.actions.expired, expire);
}
