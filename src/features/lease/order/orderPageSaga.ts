import { all, call, fork, put, race, take, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { businessDate, dateTime } from '../../../../contract/domain/calendar';
import { draft, nextRights } from '../../../../contract/domain/lifecycle/orderStates';
import { isId } from '../../../../contract/domain/values';
import {
  type FascContract,
  fascContract,
  isUnderWay,
  isWaiting,
  smsStates,
} from '../../../../contract/modules/esign/fascContract';
import { asset } from '../../../../contract/modules/lease/asset';
import { collection } from '../../../../contract/modules/lease/collection';
import { order } from '../../../../contract/modules/lease/order';
import { paymentPlan } from '../../../../contract/modules/lease/paymentPlan';
import { picture } from '../../../../contract/modules/lease/picture';
import { purchase } from '../../../../contract/modules/lease/purchase';
import type { Page } from '../../../../contract/schema/module';
import { largestPage } from '../../../../contract/schema/paging';
import { ask, confirm, read, type Saga } from '../../../sagas/effects';
import { isExpected, Refused, request, tellFailure } from '../../../sagas/request';
import { untilNextTry } from '../../../sagas/trying';
import type { CrudSlice } from '../../../store/crud/crud';
import { dict } from '../../../store/crud/dict';
import { features } from '../../../store/features';
import { feedback } from '../../../store/feedback';
import { menu, permission } from '../../../store/navigation/menu';
import { type Place, route, tabs } from '../../../store/navigation/route';
import { resumed } from '../../../store/windows';
import { type Call, type PickedFile, Unreachable, type World } from '../../../world/world';
import { assetList } from '../asset/assetScreen';
import { collectingSaga } from '../collection/collectingSaga';
import { collecting } from '../collection/collectingSlice';
import { deed } from '../deed/deedSlice';
import { purchaseList } from '../purchase/purchaseScreen';
import { counterSaga } from './counter/counterSaga';
import { orderMoves } from './orderMovesSlice';
import { menuOf, type OrderPageState, orderPages, type PartName, partNames } from './orderPageSlice';
import { pickPicture, sendPicture } from './pictures/pictureUploadSaga';

const { actions: at, selectors: see } = orderPages;

/** Dictionaries of the page. */
const dictionaries = ['order_business_status', 'contract_type', 'contract_status', 'pay_status', 'pic_type'];
function detailOf(url: string, id: string): Call {
  return { method: 'GET', url, query: { id } };
}

function* readRows(world: World, url: string, orderId: string): Saga<unknown[]> {
  const rows: unknown[] = [];
  for (let current = 1; ; current++) {
    const query = { orderId, current, size: largestPage };
    const { records, total }: Page = yield call(request, world, { method: 'GET', url, query }, { quiet: true });
    rows.push(...records);
    // Thirty years of months exceed the default page size.
    if (records.length === 0 || rows.length >= total) return rows;
  }
}

const readers: { [name in PartName]: (world: World, id: string) => Saga } = {
  order: (world, id) => request(world, detailOf(order.url('detail'), id), { quiet: true }),
  plan: (world, id) => readRows(world, paymentPlan.url('list'), id),
  contracts: (world, id) => readRows(world, fascContract.url('list'), id),
  pictures: (world, id) => readRows(world, picture.url('list'), id),
  assets: (world, id) => readRows(world, asset.url('list'), id),
  purchases: (world, id) => readRows(world, purchase.url('list'), id),
  collection: (world, id) => readRows(world, collection.url('list'), id),
  history: (world, id) => request(world, detailOf(order.url('history'), id), { quiet: true }),
};

const notFound = 404;
const notYours = 403;

/** Loads one part; its failure is shown in its card and leaves the other parts usable. */
function* readPart(world: World, id: string, path: string, name: PartName): Saga {
  try {
    const parts = { [name]: yield call(readers[name], world, id) } as OrderPageState['parts'];
    yield put(at.received({ id, parts }));
    if (parts.order) {
      const { contractCode, customerName } = parts.order;
      yield put(
        tabs.actions.named({
          path,
          label: {
            zh: contractCode ?? `草稿 ${customerName ?? ''}`.trim(),
            en: contractCode ?? `Draft ${customerName ?? ''}`.trim(),
          },
        }),
      );
    }
  } catch (error) {
    if (error instanceof Refused && name === 'order' && (error.code === notFound || error.code === notYours))
      yield put(at.missing({ id }));
    else if (error instanceof Refused) yield put(at.lost({ id, name, text: error.message }));
    else if (error instanceof Unreachable) yield put(at.lost({ id, name, text: '' }));
    else throw error;
  }
}

/** Id of the order at an address; '' without a valid one. */
function idIn({ feature, rest }: Pick<Place, 'feature' | 'rest'>): string {
  const id = rest.startsWith('detail/') ? rest.slice('detail/'.length) : '';
  return feature === order.name && isId(id) ? id : '';
}

/** Parts without a menu of this user are not requested, because the server would refuse them. */
function* readParts(world: World, id: string, path: string, wanted: readonly PartName[]): Saga {
  const only: PartName[] = [];
  for (const name of wanted) {
    const code = menuOf[name];
    if (code === undefined || (yield* read(menu.selectors.pathOf, code)) !== '') only.push(name);
  }
  const now = yield* ask(world, 'now');
  yield put(at.reading({ id, path, today: businessDate(now), now: dateTime(now), only }));
  yield all(only.map((name) => call(readPart, world, id, path, name)));
}

/** Parts without an answer are asked for again by themselves, for as long as the page is on screen. */
function* readWhole(world: World, id: string, path: string, wanted: readonly PartName[]): Saga {
  yield call(readParts, world, id, path, wanted);
  for (let failures = 0; ; failures++) {
    const left = yield* read(see.cutOff, id);
    if (left.length === 0) return;
    yield call(untilNextTry, world, failures);
    yield call(readParts, world, id, path, left);
  }
}

/** Names whom the next step waits for. Without an answer the page says that it is a colleague. */
function* readNext(world: World, id: string): Saga {
  const held = (yield* read(see.pageState, id))?.parts.order;
  const right = held && nextRights[held.businessStatus ?? draft];
  if (!right || (yield* read(permission.selectors.may, right))) return;
  try {
    const names: string = yield call(request, world, detailOf(order.url('next-people'), id), { quiet: true });
    yield put(at.nextKnown({ id, names }));
  } catch (error) {
    if (!isExpected(error)) throw error;
  }
}

/** ms between two checks whether the customer has signed. */
export const lookMs = 10_000;
/** The contract still waits for its signature or for the delivery of its message. */
function isPending(paper: FascContract) {
  return isWaiting(paper) || isUnderWay(paper) || paper.smsStatus === smsStates.sending;
}
/** Fields of a contract whose change affects the page. */
function stageOf({ id, status, signTaskStatus }: FascContract) {
  return [id, status, signTaskStatus];
}

/**
 * The customer signs on another device, so pending contracts are polled, and the page is reloaded when one has
 * changed. Ends with the page, or when no contract is pending.
 */
function* watchPapers(world: World, id: string): Saga {
  while ((yield* read(see.pageState, id))?.parts.contracts?.some(isPending)) {
    yield race([call(ask, world, 'sleep', lookMs), take(resumed)]);
    const before = (yield* read(see.pageState, id))?.parts.contracts ?? [];
    let contracts: FascContract[];
    try {
      contracts = (yield call(readRows, world, fascContract.url('list'), id)) as FascContract[];
    } catch (error) {
      if (!isExpected(error)) throw error;
      continue; // The next poll repeats a failed one.
    }
    if (JSON.stringify(before.map(stageOf)) !== JSON.stringify(contracts.map(stageOf))) yield put(at.reload({ id }));
    else if (JSON.stringify(before) !== JSON.stringify(contracts)) yield put(at.received({ id, parts: { contracts } }));
  }
}

/** Loads the page when it is shown or refreshed; leaving it cancels the requests. */
function* show(world: World, action: { type: string; payload: unknown }): Saga {
  if (features.actions.opened.match(action)) {
    const id = idIn(action.payload);
    if (!id) return;
    yield put(dict.actions.need(dictionaries));
    yield call(readWhole, world, id, action.payload.path, partNames);
    yield call(readNext, world, id);
    yield call(watchPapers, world, id);
  } else if (at.read.match(action)) {
    const { id, path, only } = action.payload;
    yield call(readWhole, world, id, path, only);
    yield call(readNext, world, id);
    yield call(watchPapers, world, id);
  }
}

/** An order in the background is reloaded when it is shown again. */
function* reload({ payload: { id, only } }: ReturnType<typeof at.reload>): Saga {
  const place = yield* read(route.selectors.place);
  if (!place || idIn(place) !== id) return;
  // The newest load cancels the running one, so it includes the parts that the other has not loaded yet.
  const left = yield* read(see.gaps, id);
  yield put(at.read({ id, path: place.path, only: only ? [...new Set([...only, ...left])] : partNames }));
}

/** A successful upload removes the messages of failed ones: see `about`. */
const aboutPictures = 'orderPictures';

function* tellUnfit(text: string): Saga {
  yield put(feedback.actions.notified({ tone: 'error', text, about: aboutPictures }));
}

function* upload(world: World, { payload }: ReturnType<typeof at.upload>): Saga {
  const { id, picType, imageIndex } = payload;
  const picked: PickedFile | null = yield call(pickPicture, world, picType, tellUnfit);
  // Two file dialogs can be open for one slot; the second file would replace the first.
  if (!picked || (yield* read(see.isUploading, payload))) return;
  yield put(at.uploading(payload));
  try {
    const { link } = yield call(sendPicture, world, picked.file, picType, { quiet: true });
    yield call(
      request,
      world,
      {
        method: 'POST',
        url: picture.url('add'),
        body: { orderId: id, path: link, name: picked.name, picType, imageIndex },
      },
      { key: yield* ask(world, 'newId'), quiet: true },
    );
    yield put(at.uploaded(payload));
    yield put(feedback.actions.notified({ tone: 'success', say: 'orderPage.uploaded', about: aboutPictures }));
    // A voucher changes the state of the order, so the order is reloaded too.
    yield put(at.reload({ id, only: ['order', 'pictures', 'history'] }));
  } catch (error) {
    if (error instanceof Refused) yield call(tellUnfit, error.message);
    else yield call(tellFailure, error, at.upload(payload));
  } finally {
    yield put(at.uploadEnded(payload));
  }
}

function* removePicture(world: World, { payload }: ReturnType<typeof at.removePicture>): Saga {
  const { id, pictureId } = payload;
  const { isSure } = yield* confirm({
    title: 'ask.title',
    say: 'orderPage.removeAsk',
    confirm: 'orderPage.removeSure',
    danger: true,
  });
  if (!isSure) return;
  try {
    yield call(request, world, { method: 'POST', url: picture.url('remove'), query: { ids: pictureId } });
    yield put(at.pictureRemoved(payload));
    yield put(feedback.actions.notified({ tone: 'success', say: 'crud.removed' }));
    yield put(at.reload({ id, only: ['pictures', 'history'] }));
  } catch (error) {
    yield call(tellFailure, error, at.removePicture(payload));
  }
}

function* changed({ payload }: ReturnType<typeof orderMoves.actions.moved | typeof orderMoves.actions.contractMade>) {
  yield put(at.reload({ id: 'id' in payload ? payload.id : payload.orderId }));
}

/** What was done with money or the plan changes the order that is shown, whichever it was done to; what is entered in a
 *  dialog above the page belongs to it, too. */
function* enteredBeside(only?: readonly PartName[]): Saga {
  const place = yield* read(route.selectors.place);
  const id = place ? idIn(place) : '';
  if (id) yield put(at.reload({ id, ...(only && { only }) }));
}

/** `list`: the slice of the list, whose actions may be done to the order that is shown. */
export function orderPageSaga(list: CrudSlice) {
  return function* (world: World): Saga {
    yield fork(counterSaga, world);
    yield fork(collectingSaga, world);
    // One load at a time: the newest wins, and a route change cancels it at once.
    yield takeLatest([route.actions.arrived.type, features.actions.opened.type, at.read.type], show, world);
    yield takeEvery(at.reload, reload);
    yield takeEvery(assetList.actions.saved, enteredBeside, ['assets', 'history']);
    yield takeEvery(purchaseList.actions.saved, enteredBeside, ['purchases', 'history']);
    yield takeEvery(collecting.actions.done, enteredBeside, ['collection', 'history']);
    yield takeEvery([orderMoves.actions.moved, orderMoves.actions.contractMade], changed);
    yield takeEvery(list.actions.acted, () => enteredBeside(['order', 'history']));
    yield takeEvery(deed.actions.done, () => enteredBeside());
    yield takeEvery(at.upload, upload, world); // An unanswered file dialog must not block other slots.
    yield takeLeading(at.removePicture, removePicture, world); // A second click is ignored.
  };
}
