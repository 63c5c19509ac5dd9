import { put, takeLatest } from 'redux-saga/effects';
import { openedIn } from '../store/features';
import { iframe } from '../store/iframe';
import type { World } from '../world/world';
import { ask, type Saga } from './effects';

export const iframeSaga = function* (world: World): Saga {
  yield takeLatest(openedIn('iframe'), function* (): Saga {
    yield put(iframe.actions.located(yield* ask(world, 'origin')));
  });
};
