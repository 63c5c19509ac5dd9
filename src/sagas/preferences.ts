import { put, takeLatest } from 'redux-saga/effects';
import { feedback } from '../store/feedback';
import { look } from '../store/preferences';
import type { World } from '../world/world';
import { ask, read, type Saga } from './effects';

function* speak(world: World, { payload: language }: ReturnType<typeof look.actions.speak>): Saga {
  try {
    yield* ask(world, 'speak', language);
  } catch {
    return yield put(feedback.actions.told({ tone: 'error', say: 'request.unreachable' }));
  }
  yield put(look.actions.spoke(language));
}

/** The window outside the component tree follows: mode, and the language of a window that was told of it. */
function* dress(world: World): Saga {
  yield* ask(world, 'dress', (yield* read(look.selectors.all)).mode);
}

function* follow(world: World): Saga {
  yield* dress(world);
  try {
    yield* ask(world, 'speak', (yield* read(look.selectors.all)).language);
  } catch {
    yield put(feedback.actions.told({ tone: 'error', say: 'request.unreachable' }));
  }
}

function* fill(world: World, { payload: isFull }: ReturnType<typeof look.actions.fill>): Saga {
  try {
    yield* ask(world, 'fillScreen', isFull);
  } catch {
    yield put(feedback.actions.told({ tone: 'warning', say: 'bar.noFullScreen' }));
  }
}

export const lookSaga = function* (world: World): Saga {
  yield takeLatest(look.actions.speak, speak, world);
  yield takeLatest(look.actions.shine, dress, world);
  yield takeLatest(look.actions.followed, follow, world);
  yield takeLatest(look.actions.fill, fill, world);
};
