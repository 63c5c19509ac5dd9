import { put, takeEvery } from 'redux-saga/effects';
import { businessDate } from '../../contract/calendar';
import type { CrudSlice } from '../store/crud';
import { contractClock } from '../store/fascContract';
import { orderMoves } from '../store/orderMoves';
import type { World } from '../world/world';
import { ask, type Saga } from './effects';

/** The contract list: knows the day its rows are from, and follows what is made or sent again elsewhere. */
export const fascContractSaga = ({ actions: at }: CrudSlice) =>
  function* (world: World): Saga {
    yield takeEvery(at.listed, function* (): Saga {
      yield put(contractClock.actions.dated(businessDate(yield* ask(world, 'now'))));
    });
    yield takeEvery(orderMoves.actions.contractMade, function* (): Saga {
      yield put(at.list({}));
    });
  };
