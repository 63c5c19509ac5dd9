import { createAction } from '@reduxjs/toolkit';
import { call, takeEvery } from 'redux-saga/effects';
import { flowModel } from '../../../../contract/modules/flow/flowModel';
import { ask, type Saga } from '../../../sagas/effects';
import { request, tellFailure } from '../../../sagas/request';
import type { World } from '../../../world/world';
import { headIn } from './designSaga';

/** Save the newest diagram of a model as a file. */
export const download = createAction<string>('flowModel/download');

function* save(world: World, { payload: id }: ReturnType<typeof download>): Saga {
  try {
    const question = { method: 'GET', url: flowModel.url('detail'), query: { id } } as const;
    const { modelKey, xml } = headIn(yield call(request, world, question));
    yield* ask(world, 'download', `${modelKey}.bpmn`, xml);
  } catch (error) {
    yield* tellFailure(error, download(id));
  }
}

export function* downloadSaga(world: World): Saga {
  yield takeEvery(download, save, world);
}
