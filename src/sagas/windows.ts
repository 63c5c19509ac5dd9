import type { Action } from '@reduxjs/toolkit';
import { call, put, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { lock } from '../store/lock';
import { look } from '../store/look';
import { route, tabs } from '../store/route';
import { session, tokens } from '../store/session';
import { heard, reload, woke } from '../store/windows';
import type { WindowMessage, World } from '../world/world';
import { ask, read, type Saga } from './effects';
import { followLock } from './followLock';
import { recallRights } from './rights';
import { depart, leave } from './session';
import { adoptTokens } from './tokens';

/**
 * The windows of one browser share a session: what one does to it, the others learn. A message says that something
 * happened and never carries a secret; what is new is read from the shelf.
 */

/**
 * Whether what lies on the shelf still belongs to whoever this window works for. An empty shelf says nothing: a browser
 * may forbid it, and who was signed out elsewhere learns it from the server at the latest.
 */
function* compare(world: World): Saga {
  if (yield* read(tokens.selectors.hasToken)) yield call(adoptTokens, world);
}

function* hear(world: World, { payload: message }: ReturnType<typeof heard>): Saga {
  const hasToken = yield* read(tokens.selectors.hasToken);
  switch (message.kind) {
    case 'signedIn':
      if (hasToken) return yield call(compare, world);
      // The shelf has all that is needed to begin. A customer who is about to sign is not disturbed.
      if ((yield* read(route.selectors.place))?.feature !== 'sign') yield* ask(world, 'reload');
      return;
    case 'signedOut':
      if (hasToken) yield call(leave, { elsewhere: true });
      return;
    case 'renewed':
      return yield call(compare, world);
    case 'locked':
      if (hasToken) yield call(followLock, world);
      return;
    case 'unlocked':
      if (yield* read(lock.selectors.isLocked)) yield put(lock.actions.unlocked({ elsewhere: true }));
      return;
    case 'unshelved':
      // Who takes the lock away by hand does not get in: the session ends, here and at the server.
      if (yield* read(lock.selectors.isLocked)) yield call(depart, world);
      return;
    case 'dressed':
      return yield put(look.actions.followed(message.look));
  }
}

function* beginAnew(world: World): Saga {
  // What a person who was displaced has not saved cannot be saved any more: nothing is left to ask about.
  if (yield* read(session.selectors.isDisplaced)) yield put(tabs.actions.allClosed());
  yield* ask(world, 'reload');
}

const isElsewhere = (how: object | undefined) => how !== undefined && 'elsewhere' in how;

/** What this window does that the others must know. What it was told itself it does not repeat. */
function* report(world: World, action: Action): Saga {
  yield* ask(world, 'settle'); // they will look at the shelf
  const tell = (message: WindowMessage) => ask(world, 'tell', message);
  if (session.actions.signedIn.match(action)) yield* tell({ kind: 'signedIn', userId: action.payload.userId });
  else if (session.actions.signedOut.match(action) && !isElsewhere(action.payload)) yield* tell({ kind: 'signedOut' });
  else if (lock.actions.locked.match(action)) yield* tell({ kind: 'locked' });
  else if (lock.actions.unlocked.match(action) && !isElsewhere(action.payload)) yield* tell({ kind: 'unlocked' });
}
function* reportLook(world: World): Saga {
  const { language, theme, mode, accent } = yield* read(look.selectors.all);
  yield* ask(world, 'tell', { kind: 'dressed', look: { language, theme, mode, accent } });
}

export const windowsSaga = function* (world: World): Saga {
  yield takeEvery(heard, hear, world);
  yield takeLatest(woke, compare, world);
  yield takeLatest(session.actions.reassigned, recallRights, world); // the menus and buttons were those of the former role
  yield takeLeading(reload, beginAnew, world);
  const told = [session.actions.signedIn, session.actions.signedOut, lock.actions.locked, lock.actions.unlocked];
  yield takeEvery(
    told.map(({ type }) => type),
    report,
    world,
  );
  yield takeLatest([look.actions.spoke, look.actions.shine, look.actions.wear, look.actions.tint], reportLook, world);
};
