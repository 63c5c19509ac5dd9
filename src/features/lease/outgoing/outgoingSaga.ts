import { call, put, takeEvery, takeLatest } from 'redux-saga/effects';
import { addDays, addMonths, businessDate, isDate } from '../../../../contract/domain/calendar';
import { receive } from '../../../sagas/crud/receiving';
import { ask, read, type Saga } from '../../../sagas/effects';
import { isExpected, Refused, request, tellFailure } from '../../../sagas/request';
import { feedback } from '../../../store/feedback';
import type { World } from '../../../world/world';
import { outgoing, type PaperName, paperCalls } from './outgoingSlice';

const { actions: at, selectors: see } = outgoing;

/** Prints a paper and lets the browser save it. */
function* printed(world: World, paper: PaperName, query: Record<string, string>): Saga {
  const question = { method: 'GET' as const, url: paperCalls[paper], query: { ...query, framed: 1 } };
  const detail: string = yield call(receive, world, () => request(world, { ...question, isFile: true as const }));
  yield put(feedback.actions.notified({ tone: 'success', say: 'transfer.exported', detail }));
}

function* offer(world: World): Saga {
  const today = businessDate(yield* ask(world, 'now'));
  const month = `${today.slice(0, 7)}-01`;
  yield put(at.offered({ from: addMonths(month, -3), to: addDays(month, -1) }));
}

function* print(world: World, { payload: { paper, id } }: ReturnType<typeof at.print>): Saga {
  try {
    yield call(printed, world, paper, { id });
  } catch (error) {
    yield* tellFailure(error, at.print({ paper, id }));
  }
}

function* send(world: World): Saga {
  const { customer, form } = yield* read(see.all);
  if (!customer) return;
  if (!isDate(form.from) || !isDate(form.to)) return yield put(at.failed('*outgoing.noDays'));
  try {
    yield call(printed, world, 'statement', { id: customer.id, ...form });
    yield put(at.closed());
  } catch (error) {
    if (!isExpected(error)) throw error;
    yield put(at.failed(error instanceof Refused ? error.message : '*outgoing.lost'));
  }
}

export function* outgoingSaga(world: World): Saga {
  yield takeLatest(at.ask, offer, world);
  yield takeEvery(at.print, print, world);
  yield takeLatest(at.send, send, world);
}
