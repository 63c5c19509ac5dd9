import { put, takeLeading } from 'redux-saga/effects';
import type { Saga } from '../../../sagas/effects';
import type { CrudSlice } from '../../../store/crud/crud';
import type { World } from '../../../world/world';
import { makePayFile } from '../payBatch/makingFile';
import { supplierFiles } from './purchaseSlice';

export function purchaseSaga(list: CrudSlice) {
  return function* (world: World): Saga {
    yield takeLeading(supplierFiles.actions.make, function* (action): Saga {
      const isMade = yield* makePayFile(world, { purchaseIds: action.payload.ids }, action);
      if (isMade) yield put(list.actions.list({}));
    });
  };
}
