import { put, takeEvery } from 'redux-saga/effects';
import { read, type Saga } from '../../../sagas/effects';
import type { CrudSlice } from '../../../store/crud/crud';
import { orderForm } from './form/orderFormSlice';
import { orderMoves } from './orderMovesSlice';

/** Reloads a loaded list, and the numbers of its views, after an order has changed on another page. */
export function* orderListSaga({ actions, selectors }: CrudSlice): Saga {
  yield takeEvery(
    [orderMoves.actions.moved, orderMoves.actions.contractMade, orderForm.actions.saved],
    function* (): Saga {
      if ((yield* read(selectors.all)).page) yield put(actions.list({}));
    },
  );
}
