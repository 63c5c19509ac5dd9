import type { Action } from '@reduxjs/toolkit';
import { put, takeLatest } from 'redux-saga/effects';
import { feedback } from '../store/feedback';
import { preferences } from '../store/preferences';
import type { World } from '../world/world';
import { ask, read, type Saga } from './effects';

/** The call that brings a language’s words, as messages about it name it. */
const words = 'GET languages';

function* speak(world: World, action: ReturnType<typeof preferences.actions.speak>): Saga {
  const language = action.payload;
  try {
    yield* ask(world, 'loadLanguage', language);
  } catch {
    return yield put(feedback.actions.unanswered({ call: words, again: action }));
  }
  if (yield* read(feedback.selectors.isToldOf, words)) yield put(feedback.actions.succeeded(words));
  yield put(preferences.actions.spoke(language));
}

/** What lies outside the component tree follows: colour scheme, and the language in a window that was notified of a
 *  change. */
function* dress(world: World): Saga {
  yield* ask(world, 'setColorScheme', (yield* read(preferences.selectors.all)).mode);
}

function* follow(world: World, action: Action): Saga {
  yield* dress(world);
  try {
    yield* ask(world, 'loadLanguage', (yield* read(preferences.selectors.all)).language);
  } catch {
    yield put(feedback.actions.unanswered({ call: words, again: action }));
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
  yield takeLatest(preferences.actions.followed, (action) => follow(world, action));
  yield takeLatest(preferences.actions.fill, fill, world);
}
