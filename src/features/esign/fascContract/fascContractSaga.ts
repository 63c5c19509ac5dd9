import { put, takeEvery } from 'redux-saga/effects';
import type { Saga } from '../../../sagas/effects';
import type { CrudSlice } from '../../../store/crud/crud';
import { orderMoves } from '../../lease/order/orderMovesSlice';

/** Reloads the contract list after contracts were made or sent on other pages. */
export function fascContractSaga({ actions: at }: CrudSlice) {
  return function* (): Saga {
    yield takeEvery(orderMoves.actions.contractMade, function* (): Saga {
      yield put(at.list({}));
    });
  };
}
