import { put, takeEvery } from 'redux-saga/effects';
import { panel } from '../store/panel';
import { route } from '../store/route';
import { search } from '../store/search';
import { destinationOf } from '../store/sidebar';
import type { Saga } from './effects';

function* choose({ payload: item }: ReturnType<typeof search.actions.choose>): Saga {
  yield put(panel.actions.hide());
  const to = destinationOf(item);
  yield put('outside' in to ? route.actions.openOutside(to.outside) : route.actions.go(to.path));
}

export const searchSaga = function* (): Saga {
  yield takeEvery(search.actions.choose, choose);
};
