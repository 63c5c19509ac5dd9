import { call, fork, put, takeLeading } from 'redux-saga/effects';
import { feedback } from '../store/feedback';
import { route, tabs } from '../store/route';
import { type SignedOutHow, session, tokens } from '../store/session';
import type { World } from '../world/world';
import { confirm, read, type Saga } from './effects';
import { request, SessionOver } from './request';
import { keepTokenFresh } from './tokens';

function* signOut(world: World): Saga {
  const { isSure } = yield* confirm({
    title: 'ask.title',
    say: Object.keys(yield* read(tabs.selectors.dirty)).length > 0 ? 'ask.signOutUnsaved' : 'ask.signOut',
    confirm: 'ask.sure',
  });
  if (isSure) yield call(depart, world);
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
    if (error instanceof SessionOver) return; // it was dead already, and has been left
    // Whether or not the server hears of it, the person leaves.
  }
  yield call(leave);
}

/** The end of the session in this window, and how it came if the person did not ask for it here. */
export function* leave(how?: SignedOutHow): Saga {
  // Who was displaced has no session to end: what lies on the shelf is somebody else's, who goes on working.
  const isTold = how !== undefined && 'elsewhere' in how;
  if (!isTold && (yield* read(session.selectors.isDisplaced))) return;
  yield put(session.actions.signedOut(how));
  // A customer who signs in the same browser is no member of staff, and stays where they are.
  if ((yield* read(route.selectors.place))?.feature !== 'sign') yield put(route.actions.go('/login'));
}

function* expire(): Saga {
  if (!(yield* read(tokens.selectors.hasToken))) return; // twenty calls may learn of one dead session
  if (yield* read(session.selectors.isDisplaced)) return; // it is not the one that lies on the shelf
  yield put(feedback.actions.told({ tone: 'info', say: 'session.expired' }));
  yield call(leave, { forced: true });
}

export const sessionSaga = function* (world: World): Saga {
  yield fork(keepTokenFresh, world);
  yield takeLeading(session.actions.signOut, signOut, world);
  yield takeLeading(session.actions.expired, expire);
};
