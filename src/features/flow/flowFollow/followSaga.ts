import { createAction } from '@reduxjs/toolkit';
import { call, put, takeEvery } from 'redux-saga/effects';
import { flowFollow } from '../../../../contract/modules/flow/flowFollow';
import { ask, confirm, type Saga } from '../../../sagas/effects';
import { request, tellFailure } from '../../../sagas/request';
import type { CrudSlice } from '../../../store/crud/crud';
import { feedback } from '../../../store/feedback';
import type { World } from '../../../world/world';

/** End an instance, with the reason that the person is asked for. */
export const terminate = createAction<{ id: string; name: string }>('flowFollow/terminate');

function* end(world: World, list: CrudSlice, { payload: { id, name } }: ReturnType<typeof terminate>): Saga {
  const { isSure, reason } = yield* confirm({
    title: 'ask.title',
    say: 'definitions.terminate',
    confirm: 'definitions.terminateIt',
    danger: true,
    asksReason: true,
    values: { name },
  });
  if (!isSure) return;
  try {
    const query = { processInstanceId: id, deleteReason: reason };
    const key = yield* ask(world, 'newId');
    yield call(request, world, { method: 'POST', url: flowFollow.url('delete-process-instance'), query }, { key });
    yield put(feedback.actions.notified({ tone: 'success', say: 'definitions.terminated', detail: name }));
    yield put(list.actions.list({}));
  } catch (error) {
    yield* tellFailure(error, terminate({ id, name }));
  }
}

export function followSaga(list: CrudSlice) {
  return function* (world: World): Saga {
    yield takeEvery(terminate, end, world, list);
  };
}
