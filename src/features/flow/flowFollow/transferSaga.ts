import { call, put, takeEvery, takeLatest } from 'redux-saga/effects';
import { flowFollow } from '../../../../contract/modules/flow/flowFollow';
import type { OpenTask } from '../../../../contract/wire/flow';
import { ask, read, type Saga } from '../../../sagas/effects';
import { request, tellFailure } from '../../../sagas/request';
import type { CrudSlice } from '../../../store/crud/crud';
import { feedback } from '../../../store/feedback';
import type { World } from '../../../world/world';
import { handing } from './transferSlice';

const { actions: at, selectors: see } = handing;

function* load(world: World, { payload: { processInstanceId } }: ReturnType<typeof at.show>): Saga {
  try {
    const question = { method: 'GET', url: flowFollow.url('open-tasks'), query: { processInstanceId } } as const;
    const tasks: OpenTask[] = yield call(request, world, question);
    yield put(at.received({ of: processInstanceId, tasks }));
  } catch (error) {
    yield put(at.close());
    yield* tellFailure(error);
  }
}

function* submit(world: World, list: CrudSlice): Saga {
  const shown = yield* read(see.shown);
  if (!shown?.isBusy) return;
  const { taskId, userId, reason, name } = shown;
  try {
    const body = { taskId, userId, reason: reason.trim() };
    const key = yield* ask(world, 'newId');
    yield call(request, world, { method: 'POST', url: flowFollow.url('transfer-task'), body }, { key });
    yield put(at.close());
    yield put(feedback.actions.notified({ tone: 'success', say: 'definitions.handedOn', detail: name }));
    yield put(list.actions.list({}));
  } catch (error) {
    yield put(at.rested());
    yield* tellFailure(error);
  }
}

export function transferSaga(list: CrudSlice) {
  return function* (world: World): Saga {
    yield takeLatest(at.show, load, world);
    yield takeEvery(at.submit, submit, world, list);
  };
}
