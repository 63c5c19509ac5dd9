import { put, takeLatest } from 'redux-saga/effects';
import { feedback } from '../store/feedback';
import { preferences } from '../store/preferences';
import type { World } from '../world/world';
import { ask, read, type Saga } from './effects';

function* speak(world: World, { payload: language }: ReturnType<typeof preferences.actions.speak>): Saga {
  try {
    yield* ask(world, 'loadLanguage', language);
  } catch {
    return yield put(feedback.actions.notified({ tone: 'error', say: 'request.unreachable' }));
  }
  yield put(preferences.actions.spoke(language));
}

/** What lies outside the component tree follows: colour scheme, and the language in a window that was notified of a
 *  change. */
function* dress(world: World): Saga {
  yield* ask(world, 'setColorScheme', (yield* read(preferences.selectors.all)).mode);
}

function* follow(world: World): Saga {
  yield* dress(world);
  try {
    yield* ask(world, 'loadLanguage', (yield* read(preferences.selectors.all)).language);
  } catch {
    yield put(feedback.actions.notified({ tone: 'error', say: 'request.unreachable' }));
  }
}

function* fill(world: World, { payload: isFull }: ReturnType<typeof preferences.actions.fill>): Saga {
  try {
    yield* ask(world, 'fillScreen', isFull);
  } catch {
    yield put(feedback.actions.notified({ tone: 'warning', say: 'bar.noFullScreen' }));
  }
}

export function* preferencesSaga(world: World): Saga {
  yield takeLatest(preferences.actions.speak, speak, world);
  yield takeLatest(preferences.actions.shine, dress, world);
  yield takeLatest(preferences.actions.followed, follow, world);
  yield takeLatest(preferences.actions.fill, fill, world);
}
