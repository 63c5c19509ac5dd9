import { all, call, put, takeEvery, takeLatest } from 'redux-saga/effects';
import { isId } from '../../../../contract/domain/values';
import { customer } from '../../../../contract/modules/lease/customer';
import { order } from '../../../../contract/modules/lease/order';
import { paymentPlan, unpaid } from '../../../../contract/modules/lease/paymentPlan';
import { overviewUrl } from '../../../../contract/wire/customerOverview';
import { read, type Saga } from '../../../sagas/effects';
import { isExpected, Refused, request } from '../../../sagas/request';
import { untilNextTry } from '../../../sagas/trying';
import { recordsChanged } from '../../../store/crud/changes';
import { dict } from '../../../store/crud/dict';
import { features } from '../../../store/features';
import { menu } from '../../../store/navigation/menu';
import { type Place, route, tabs } from '../../../store/navigation/route';
import type { World } from '../../../world/world';
import { customerPages, listSize, modulesOf, type PartName } from './customerPageSlice';

const { actions: at, selectors: see } = customerPages;

const dictionaries = ['order_business_status', 'contract_type', 'contract_status', 'pay_status', 'pic_type'];
const [notYours, notFound] = [403, 404];

const urls: { [name in PartName]: string } = { customer: customer.url('detail'), overview: overviewUrl };

/** Id of the customer at an address; '' without a valid one. */
function idIn({ feature, rest }: Pick<Place, 'feature' | 'rest'>): string {
  const id = rest.startsWith('detail/') ? rest.slice('detail/'.length) : '';
  return feature === customer.name && isId(id) ? id : '';
}
function wordsOf(error: unknown): string {
  if (!isExpected(error)) throw error;
  return error instanceof Refused ? error.message : '';
}

function* readPart(world: World, id: string, path: string, name: PartName): Saga {
  try {
    const question = { method: 'GET' as const, url: urls[name], query: { id } };
    const part = yield call(request, world, question, { quiet: true });
    yield put(at.received({ id, parts: { [name]: part } }));
    const called = name === 'customer' ? part.realName : undefined;
    if (called) yield put(tabs.actions.named({ path, label: { zh: called, en: called } }));
  } catch (error) {
    if (error instanceof Refused && (error.code === notFound || error.code === notYours)) yield put(at.missing({ id }));
    else yield put(at.lost({ id, name, text: wordsOf(error) }));
  }
}

function* readHistory(world: World, id: string): Saga {
  try {
    const question = { method: 'GET' as const, url: customer.url('history'), query: { id } };
    yield put(at.historyRead({ id, entries: yield call(request, world, question, { quiet: true }) }));
  } catch (error) {
    yield put(at.historyLost({ id, text: wordsOf(error) }));
  }
}

/** Lists without a menu of this person are not requested, because the server would refuse them. */
function* readTab(world: World, id: string): Saga {
  const state = yield* read(see.pageState, id);
  if (!state || state.isMissing) return;
  if (state.tab === 'history') return yield call(readHistory, world, id);
  for (const module of modulesOf(state.tab))
    if ((yield* read(menu.selectors.pathOf, module.name)) !== '') yield put(at.list({ id, module: module.name }));
}

function* list(world: World, { payload: { id, module: name } }: ReturnType<typeof at.list>): Saga {
  const state = yield* read(see.pageState, id);
  const module = state && modulesOf(state.tab).find((one) => one.name === name);
  if (!state || !module) return;
  const { current } = yield* read(see.list, id, name);
  const isDue = name === paymentPlan.name && state.planShown === 'unpaid';
  const query = {
    customerId: id,
    current,
    size: listSize,
    ...(isDue ? unpaid : {}),
    ...(module.name === order.name ? { archived: 'all' } : {}),
  };
  try {
    const question = { method: 'GET' as const, url: module.url('list'), query };
    const page = yield call(request, world, question, { quiet: true });
    yield put(at.listed({ id, module: name, page: { records: page.records, total: page.total } }));
  } catch (error) {
    yield put(at.listLost({ id, module: name, text: wordsOf(error) }));
  }
}

/** What had no answer is asked for again by itself, until the page is left. */
function* readAll(world: World, id: string, path: string): Saga {
  for (let failures = 0; ; failures++) {
    yield put(at.reading({ id, path }));
    yield all([
      call(readPart, world, id, path, 'customer'),
      call(readPart, world, id, path, 'overview'),
      call(readTab, world, id),
    ]);
    const state = yield* read(see.pageState, id);
    if (!state || !Object.values(state.lost).includes('')) return;
    yield call(untilNextTry, world, failures);
  }
}

/** Leaving the page cancels what is still loading. */
function* show(world: World, action: { type: string; payload: unknown }): Saga {
  if (!features.actions.opened.match(action)) return;
  const id = idIn(action.payload);
  if (!id) return;
  yield put(dict.actions.need(dictionaries));
  yield call(readAll, world, id, action.payload.path);
}

/** The customer on screen was edited here, or something of theirs elsewhere. */
function* reload(world: World): Saga {
  const place = yield* read(route.selectors.place);
  const id = place ? idIn(place) : '';
  if (place && id) yield call(readAll, world, id, place.path);
}

export function* customerPageSaga(world: World): Saga {
  yield takeLatest(
    [route.actions.arrived, features.actions.opened, recordsChanged, at.reload],
    function* (action): Saga {
      if (recordsChanged.match(action) || at.reload.match(action)) yield call(reload, world);
      else yield call(show, world, action);
    },
  );
  yield takeEvery([at.show.type, at.showPlan.type], function* ({ payload }: { type: string; payload: { id: string } }) {
    yield call(readTab, world, payload.id);
  } as never);
  yield takeEvery(at.list, list, world);
}
