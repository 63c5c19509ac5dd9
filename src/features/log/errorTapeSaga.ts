import { call, put, takeLeading } from 'redux-saga/effects';
import { logError } from '../../../contract/modules/log/logError';
import { ask, type Saga } from '../../sagas/effects';
import { request, tellFailure } from '../../sagas/request';
import { feedback } from '../../store/feedback';
import type { World } from '../../world/world';
import { errorTape } from './errorTapeSlice';

function* download(world: World, { payload: id }: ReturnType<typeof errorTape.actions.download>): Saga {
  try {
    const packed: string = yield call(request, world, { method: 'GET', url: logError.url('tape'), query: { id } });
    const tape = yield* ask(world, 'unpack', packed);
    if (tape === null) return yield put(feedback.actions.notified({ tone: 'error', say: 'errorLog.badTape' }));
    yield* ask(world, 'download', `tape-${id}.json`, tape);
  } catch (error) {
    yield call(tellFailure, error, errorTape.actions.download(id));
  } finally {
    yield put(errorTape.actions.ended());
  }
}

export function* errorTapeSaga(world: World): Saga {
  yield takeLeading(errorTape.actions.download, download, world);
}
