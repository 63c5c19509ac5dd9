import { call, put, takeEvery, takeLatest } from 'redux-saga/effects';
import type { FlowActivity } from '../../../../contract/wire/flow';
import type { Saga } from '../../../sagas/effects';
import { isExpected, Refused, request } from '../../../sagas/request';
import type { World } from '../../../world/world';
import { dialogName, flow, showFlow } from '../../flow/flowSlice';
import { follow } from './followSlice';

const { actions: at } = follow;

/** What has happened in an instance, oldest first. */
export function readHistory(world: World, processInstanceId: string): Saga<FlowActivity[]> {
  const call = { method: 'GET' as const, url: '/blade-flow/process/history-flow-list', query: { processInstanceId } };
  return request(world, call, { quiet: true });
}

function* show(world: World, { payload: processInstanceId }: ReturnType<typeof at.show>): Saga {
  yield put(showFlow({ processInstanceId }));
  try {
    yield put(at.received({ processInstanceId, entries: yield call(readHistory, world, processInstanceId) }));
  } catch (error) {
    if (!isExpected(error)) throw error;
    yield put(at.lost(error instanceof Refused ? error.message : ''));
  }
}

export function* followSaga(world: World): Saga {
  yield takeLatest(at.show, show, world);
  yield takeEvery(flow.actions.dropped, function* ({ payload: { name } }): Saga {
    if (name === dialogName) yield put(at.hide());
  });
}
