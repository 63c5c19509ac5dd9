import type { Action } from '@reduxjs/toolkit';
import { fork, put, take } from 'redux-saga/effects';
import { type MissingCapability, missingCapability } from '../store/environment';
import { feedback } from '../store/feedback';
import { session, tokens } from '../store/session';
import type { World } from '../world/world';
import { read, type Saga } from './effects';

function isFound(lack: MissingCapability) {
  return (action: Action) => missingCapability.match(action) && action.payload === lack;
}
function say(lack: MissingCapability) {
  return put(feedback.actions.notified({ tone: 'warning', say: `weather.${lack}`, stays: true }));
}

/** That storage is unavailable is reported when it is detected, or after sign-in; once, because it does not change. */
function* watchStorage(): Saga {
  yield take(isFound('notKept'));
  if (!(yield* read(tokens.selectors.hasToken))) yield take(session.actions.signedIn);
  yield say('notKept');
}

/** That the connection is not encrypted is reported once a session, not after a reload. */
function* watchConnection(): Saga {
  yield take(isFound('notSecure'));
  while (true) {
    yield take(session.actions.signedIn);
    yield say('notSecure');
  }
}

export function* environmentSaga(_world: World): Saga {
  yield fork(watchStorage);
  yield fork(watchConnection);
}
