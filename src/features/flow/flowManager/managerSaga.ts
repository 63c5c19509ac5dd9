import { createAction } from '@reduxjs/toolkit';
import { call, put, takeEvery } from 'redux-saga/effects';
import { flowManager } from '../../../../contract/modules/flow/flowManager';
import { ask, confirm, type Saga } from '../../../sagas/effects';
import { request, tellFailure } from '../../../sagas/request';
import { recordsChanged } from '../../../store/crud/changes';
import type { CrudSlice } from '../../../store/crud/crud';
import { feedback } from '../../../store/feedback';
import type { World } from '../../../world/world';

/** Activate or suspend a definition. */
export const changeState = createAction<{ id: string; name: string; state: 'active' | 'suspend' }>('flowManager/state');
/** Delete a deployment; its running instances are terminated after a question. */
export const removeDeployment = createAction<{ id: string; name: string; running: number }>('flowManager/remove');

function* change(world: World, list: CrudSlice, { payload }: ReturnType<typeof changeState>): Saga {
  const { id, name, state } = payload;
  if (state === 'suspend') {
    const { isSure } = yield* confirm({
      title: 'ask.title',
      say: 'definitions.suspend',
      confirm: 'definitions.suspendIt',
      values: { name },
    });
    if (!isSure) return;
  }
  try {
    const query = { processId: id, state };
    const key = yield* ask(world, 'newId');
    yield call(request, world, { method: 'POST', url: flowManager.url('change-state'), query }, { key });
    yield put(feedback.actions.notified({ tone: 'success', say: `definitions.${state}Done`, detail: name }));
    yield put(list.actions.list({}));
  } catch (error) {
    yield* tellFailure(error, changeState(payload));
  }
}

function* remove(world: World, list: CrudSlice, { payload }: ReturnType<typeof removeDeployment>): Saga {
  const { id, name, running } = payload;
  const { isSure } = yield* confirm({
    title: 'ask.title',
    say: running > 0 ? 'definitions.removeRunning' : 'definitions.remove',
    confirm: 'crud.remove',
    danger: true,
    values: { name, count: running },
  });
  if (!isSure) return;
  try {
    const query = { deploymentIds: id, ...(running > 0 ? { cascade: 1 } : {}) };
    const key = yield* ask(world, 'newId');
    yield call(request, world, { method: 'POST', url: flowManager.url('delete-deployment'), query }, { key });
    yield put(feedback.actions.notified({ tone: 'success', say: 'definitions.removed', detail: name }));
    yield put(list.actions.list({}));
  } catch (error) {
    yield* tellFailure(error, removeDeployment(payload));
  }
}

export function managerSaga(list: CrudSlice) {
  return function* (world: World): Saga {
    yield takeEvery(changeState, change, world, list);
    yield takeEvery(removeDeployment, remove, world, list);
    // A deployment that another page made.
    yield takeEvery(recordsChanged, function* ({ payload: { modules, by } }): Saga {
      if (by !== list.name && modules.includes(flowManager.name)) yield put(list.actions.list({}));
    });
  };
}
