import { call, put, takeLatest, takeLeading } from 'redux-saga/effects';
import { contractTemplate } from '../../../../contract/modules/esign/contractTemplate';
import { receive } from '../../../sagas/crud/receiving';
import { read, type Saga } from '../../../sagas/effects';
import { isExpected, Refused, request } from '../../../sagas/request';
import { feedback } from '../../../store/feedback';
import type { World } from '../../../world/world';
import { templateDesk, type Version } from './templateSlice';

const { actions: at, selectors: see } = templateDesk;

/** Prints a specimen and lets the browser save it. */
function* print(world: World): Saga {
  const asked = yield* read(see.preview);
  if (!asked) return;
  const { id, orderId } = asked;
  const query = { id, framed: 1, ...(orderId ? { orderId } : {}) };
  const question = { method: 'GET', url: contractTemplate.url('preview'), query, isFile: true } as const;
  try {
    const detail: string = yield call(receive, world, () => request(world, question, { quiet: true }));
    yield put(feedback.actions.notified({ tone: 'success', say: 'transfer.exported', detail }));
    yield put(at.printed());
  } catch (error) {
    if (!isExpected(error)) throw error;
    yield put(at.failed(error instanceof Refused ? error.message : '*template.lost'));
  }
}

function* compare(world: World, { payload: { type } }: ReturnType<typeof at.compare>): Saga {
  try {
    const query = { type, size: 100, descs: 'id' };
    const question = { method: 'GET', url: contractTemplate.url('list'), query } as const;
    const { records }: { records: Version[] } = yield call(request, world, question, { quiet: true });
    yield put(at.loaded(records));
  } catch (error) {
    if (!isExpected(error)) throw error;
    yield put(at.lost(error instanceof Refused ? error.message : ''));
  }
}

export function* templateSaga(world: World): Saga {
  yield takeLeading(at.print, print, world);
  yield takeLatest(at.compare, compare, world);
}
