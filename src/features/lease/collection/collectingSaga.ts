import { call, put, takeLatest, takeLeading } from 'redux-saga/effects';
import { collectionKinds } from '../../../../contract/modules/lease/collection';
import { assignUrl, collectorsUrl, recordUrl } from '../../../../contract/wire/lease/collecting';
import { ask, read, type Saga } from '../../../sagas/effects';
import { isExpected, Refused, request } from '../../../sagas/request';
import type { Call, World } from '../../../world/world';
import { type CollectingState, collecting } from './collectingSlice';

const { actions: at, selectors: see } = collecting;

function* openRecord(world: World, { payload: about }: ReturnType<typeof at.record>): Saga {
  yield put(at.recordOpened({ about, key: yield* ask(world, 'newId') }));
}

function* openAssign(world: World, { payload: about }: ReturnType<typeof at.assign>): Saga {
  const key = yield* ask(world, 'newId');
  yield put(at.assignOpened({ about, key }));
  try {
    yield put(at.peopleReceived(yield call(request, world, { method: 'GET', url: collectorsUrl }, { quiet: true })));
  } catch (error) {
    if (!isExpected(error)) throw error;
    yield put(at.denied({ error: error instanceof Refused ? error.message : '*request.unreachable', key }));
  }
}

function callOf({ recording, assigning, draft, assigneeId }: CollectingState): Call {
  if (assigning) {
    const body = { orderIds: assigning.orderIds.join(','), ...(assigneeId ? { assigneeId } : {}) };
    return { method: 'POST', url: assignUrl, body };
  }
  const { promiseDate, promiseAmount, ...said } = draft;
  const isPromise = Number(draft.kind) === collectionKinds.promise;
  const body = { orderId: recording!.orderIds[0], ...said, ...(isPromise ? { promiseDate, promiseAmount } : {}) };
  return { method: 'POST', url: recordUrl, body };
}

function* send(world: World): Saga {
  const state = yield* read(see.all);
  const { recording, assigning, key, isBusy } = state;
  const about = assigning ?? recording;
  if (!isBusy || !about) return;
  const done = { say: assigning ? 'collecting.assigned' : 'collecting.recorded' };
  try {
    yield call(request, world, callOf(state), { quiet: true, key, done });
    yield put(at.done({ orderIds: about.orderIds }));
  } catch (error) {
    if (!isExpected(error)) throw error;
    const isRefused = error instanceof Refused;
    // A refused attempt wrote nothing: the next one is another. One without an answer may have written.
    yield put(
      at.denied({
        error: isRefused ? error.message : '*request.unreachable',
        ...(isRefused ? { problems: error.problems } : {}),
        key: isRefused ? yield* ask(world, 'newId') : key,
      }),
    );
  }
}

export function* collectingSaga(world: World): Saga {
  yield takeLatest(at.record, openRecord, world);
  yield takeLatest(at.assign, openAssign, world);
  yield takeLeading(at.send, send, world); // A second click is ignored.
}
