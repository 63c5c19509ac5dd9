import { put, takeEvery } from 'redux-saga/effects';
import { panel } from '../../store/navigation/panel';
import { route } from '../../store/navigation/route';
import { search } from '../../store/navigation/search';
import { destinationOf } from '../../store/navigation/sidebar';
import type { Saga } from '../effects';

function* choose({ payload: item }: ReturnType<typeof search.actions.choose>): Saga {
  yield put(panel.actions.hide());
  const to = destinationOf(item);
  yield put('outside' in to ? route.actions.openOutside(to.outside) : route.actions.go(to.path));
}

export function* searchSaga(): Saga {
  yield takeEvery(search.actions.choose, choose);
}
