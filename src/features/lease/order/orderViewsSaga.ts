import { call, put, takeEvery, takeLatest } from 'redux-saga/effects';
import { order } from '../../../../contract/modules/lease/order';
import { read, type Saga } from '../../../sagas/effects';
import { isExpected, request } from '../../../sagas/request';
import type { CrudSlice } from '../../../store/crud/crud';
import { openedIn } from '../../../store/features';
import type { World } from '../../../world/world';
import { orderForm } from './form/orderFormSlice';
import { orderMoves } from './orderMovesSlice';
import { orderViews, type StateCount } from './orderViewsSlice';

function* count(world: World): Saga {
  try {
    const counts: unknown = yield call(request, world, { method: 'GET', url: order.url('summary') }, { quiet: true });
    yield put(orderViews.actions.counted(Array.isArray(counts) ? (counts as StateCount[]) : []));
  } catch (error) {
    // The list shows the error; views without counts still filter.
    if (!isExpected(error)) throw error;
  }
}

/** Reloads a loaded list after an order has changed on another page. */
function* relist({ actions, selectors }: CrudSlice): Saga {
  if ((yield* read(selectors.all)).page) yield put(actions.list({}));
}

/** Keeps the order list and its counts up to date. */
export function orderViewsSaga(list: CrudSlice) {
  return function* (world: World): Saga {
    const isList = openedIn(order.name, (rest) => rest === '');
    const facts = [orderMoves.actions.moved, orderMoves.actions.contractMade, orderForm.actions.saved];
    yield takeEvery(facts, relist, list);
    yield takeLatest([isList, list.actions.removed, ...facts], count, world); // The newest count wins.
  };
}
