import { call, put, takeLatest } from 'redux-saga/effects';
import type { Saga } from '../../../sagas/effects';
import { isExpected, request } from '../../../sagas/request';
import { untilDone } from '../../../sagas/trying';
import { dict } from '../../../store/crud/dict';
import { openedIn } from '../../../store/features';
import { Unreachable, type World } from '../../../world/world';
import { dashboard } from './dashboardSlice';

const { actions: at } = dashboard;

/** Answers whether the line was cut. */
function* load(world: World): Saga<boolean> {
  try {
    const figures = yield call(request, world, { method: 'GET', url: '/blade-desk/dashboard' }, { quiet: true });
    yield put(figures?.today ? at.loaded(figures) : at.lost());
    return false;
  } catch (error) {
    yield put(at.lost());
    if (!isExpected(error)) throw error;
    return error instanceof Unreachable;
  }
}

export function* dashboardSaga(world: World): Saga {
  yield takeLatest(openedIn('dashboard'), function* (): Saga {
    yield put(dict.actions.need(['order_business_status']));
    yield put(at.load());
  });
  yield takeLatest(at.load, () => untilDone(world, dashboard.name, () => load(world))); // Each visit reloads; the newest request wins.
}
