import { all, call, put, race, take, takeEvery, takeLatest } from 'redux-saga/effects';
import type { Language } from '../../../../contract/domain/text';
import { customer } from '../../../../contract/modules/lease/customer';
import { loanInformation } from '../../../../contract/modules/lease/loanInformation';
import { order } from '../../../../contract/modules/lease/order';
import type { Reading } from '../../../../contract/wire/ocr/papers';
import { read, type Saga } from '../../../sagas/effects';
import { isExpected, Refused, request } from '../../../sagas/request';
import { dict, wordFor } from '../../../store/crud/dict';
import { features } from '../../../store/features';
import { type Place, route, tabs } from '../../../store/navigation/route';
import type { World } from '../../../world/world';
import { acceptSaga } from './acceptSaga';
import { type Desk, desks, isTouched } from './desksSlice';
import { readPage } from './links';
import { papers } from './papersSlice';
import { follow, troubleOf } from './readingSaga';

const { actions: at, selectors: see } = desks;
const [notYours, notFound] = [403, 404];
const below = 'detail/';

function* tell(reading: Parameters<typeof at.looked>[0]): Saga {
  yield put(at.looked(reading));
}

function* readRecord(world: World, id: string): Saga {
  const question = { method: 'GET', url: loanInformation.url('detail'), query: { id } } as const;
  yield put(at.recordRead(yield call(request, world, question, { quiet: true })));
}

/** The tab of one paper says what it is. */
function* nameTab(id: string, { type }: Reading): Saga {
  const path = (yield* read(see.of, id))?.path;
  const dicts = yield* read(dict.selectors.held);
  const word = (language: Language) => wordFor(dicts, 'pic_type', type, language);
  if (path?.endsWith(below + id)) yield put(tabs.actions.named({ path, label: { zh: word('zh'), en: word('en') } }));
}

/** Loads the desk; a reading that goes on is followed to its end. */
function* load(world: World, id: string): Saga {
  try {
    const reading: Reading | undefined = yield call(follow, world, id, tell);
    if (!reading) return;
    yield call(nameTab, id, reading);
    yield all([...(reading.accepted ? [call(readRecord, world, id)] : []), call(readAgainst, world, id)]);
  } catch (error) {
    if (!isExpected(error)) throw error;
    const isMissing = error instanceof Refused && (error.code === notFound || error.code === notYours);
    yield put(at.lost({ id, text: troubleOf(error), isMissing }));
  }
}

/** The record that the values are compared with; without it they are not compared. */
function* readAgainst(world: World, id: string): Saga {
  const desk: Desk | undefined = yield* read(see.of, id);
  if (!desk) return;
  const { aim, customerId, orderId, against } = desk;
  const find = (url: string, of: string): Saga =>
    request(world, { method: 'GET', url, query: { id: of } }, { quiet: true });
  try {
    if (aim === 'update' && customerId && !against.customer)
      yield put(at.against({ id, customer: yield call(find, customer.url('detail'), customerId) }));
    if (aim === 'picture' && orderId && !against.order)
      yield put(at.against({ id, order: yield call(find, order.url('detail'), orderId) }));
  } catch (error) {
    if (!isExpected(error)) throw error;
  }
}

/** A tab is marked while values on it differ from what was read, or files wait on it. */
function* mark(): Saga {
  const all = (yield* read(see.all)) as Record<string, Desk>;
  const { path: reading, list } = yield* read(papers.selectors.all);
  const touched = new Set(Object.values(all).flatMap((desk) => (isTouched(desk) ? [desk.path] : [])));
  if (list.some(({ state }) => state === 'chosen' || state === 'waiting' || state === 'sending')) touched.add(reading);
  for (const path of new Set([reading, ...Object.values(all).map((desk) => desk.path)])) {
    if (path === '' || touched.has(path) === (yield* read(tabs.selectors.isDirty, path))) continue;
    yield put(tabs.actions.marked({ path, isDirty: touched.has(path) }));
  }
}

function* show(action: { type: string; payload: unknown }): Saga {
  if (!features.actions.opened.match(action)) return;
  const { feature, rest, path }: Place = action.payload;
  if (feature !== loanInformation.name || rest === '') return;
  yield put(dict.actions.need(['pic_type']));
  if (rest === readPage || !rest.startsWith(below)) return;
  const id = rest.slice(below.length);
  yield put(at.open({ id, path }));
}

export function* deskSaga(world: World): Saga {
  yield takeLatest([route.actions.arrived.type, features.actions.opened.type], show);
  // Leaving the page ends the reading here; the server goes on with it.
  yield takeEvery([at.open.type, at.reload.type], function* ({ payload }: ReturnType<typeof at.reload>): Saga {
    yield race([call(load, world, payload.id), take(route.actions.arrived)]);
  } as never);
  yield takeEvery([at.aim.type, at.pickCustomer.type, at.pickOrder.type], function* ({
    payload,
  }: ReturnType<typeof at.aim>): Saga {
    yield call(readAgainst, world, payload.id);
  } as never);
  yield takeEvery(
    [
      at.type,
      at.accepted,
      at.looked,
      papers.actions.added,
      papers.actions.changed,
      papers.actions.drop,
      papers.actions.begin,
    ],
    mark,
  );
  yield call(acceptSaga, world);
}
