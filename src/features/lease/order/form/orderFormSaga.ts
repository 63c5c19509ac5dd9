import type { Action } from '@reduxjs/toolkit';
import { call, put, race, take, takeEvery } from 'redux-saga/effects';
import { businessDate } from '../../../../../contract/domain/calendar';
import { awaitingVoucher, draft } from '../../../../../contract/domain/lifecycle/orderStates';
import { isId } from '../../../../../contract/domain/values';
import { customer } from '../../../../../contract/modules/lease/customer';
import { type Order, order } from '../../../../../contract/modules/lease/order';
import { product } from '../../../../../contract/modules/lease/product';
import type { Module, Row } from '../../../../../contract/schema/module';
import { ask, read, type Saga } from '../../../../sagas/effects';
import { isExpected, Refused, request, tellFailure } from '../../../../sagas/request';
import { openedIn } from '../../../../store/features';
import { feedback } from '../../../../store/feedback';
import { menu, permission } from '../../../../store/navigation/menu';
import { type Place, route, tabs } from '../../../../store/navigation/route';
import { Unreachable, type World } from '../../../../world/world';
import {
  type Body,
  bodyOf,
  type Choosable,
  fieldAtFault,
  isDirty,
  judgeOrder,
  type OrderProblems,
  orderForm,
} from './orderFormSlice';

const { actions: at, selectors: see } = orderForm;

const editing = 'edit/';
function isForm(rest: string): boolean {
  return rest === 'new' || (rest.startsWith(editing) && isId(rest.slice(editing.length)));
}

/** Prepares the form when its page is shown: unsaved input is kept, otherwise an edited order is reloaded. */
function* opened({ payload: place }: { payload: Place }): Saga {
  const { rest, path, search } = place;
  const form = yield* read(see.of, rest);
  if (rest === 'new' && !(yield* read(permission.selectors.may, order.permission('add')))) return;
  if (form && (rest === 'new' || isDirty(form) || form.busy)) return;
  yield put(at.load({ rest, path, search }));
}

/** An optional record; not requested without the menu for it. */
function* optional(world: World, module: Pick<Module, 'name' | 'url'>, id: string): Saga<Row | null> {
  if ((yield* read(menu.selectors.pathOf, module.name)) === '') return null;
  try {
    return yield call(request, world, { method: 'GET', url: module.url('detail'), query: { id } }, { quiet: true });
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

const notFound = 404;
const notYours = 403;

function* load(world: World, { payload: { rest, path, search = '' } }: ReturnType<typeof at.load>): Saga {
  const today = businessDate(yield* ask(world, 'now'));
  const key = yield* ask(world, 'newId');
  const isNew = rest === 'new';
  let held: Order | null = null;
  let chosen: Record<'customer' | 'product', Row | null> = { customer: null, product: null };
  try {
    const wanted = new URLSearchParams(search).get('customerId');
    if (isNew && wanted) chosen = { customer: yield call(optional, world, customer, wanted), product: null };
    if (!isNew) {
      const query = { id: rest.slice(editing.length) };
      // The page shows the error instead of the form.
      held = (yield call(request, world, { method: 'GET', url: order.url('detail'), query }, { quiet: true })) as Order;
      // Only a draft still follows its customer and product.
      if ((held.businessStatus ?? draft) === draft)
        chosen = {
          customer: yield call(optional, world, customer, held.customerId),
          product: yield call(optional, world, product, held.productId),
        };
    }
  } catch (error) {
    if (!isExpected(error)) throw error;
    const isRefused = error instanceof Refused;
    const isMissing = isRefused && (error.code === notFound || error.code === notYours);
    return yield put(at.lost({ rest, isMissing, text: isRefused ? error.message : '' }));
  }
  // The tab was closed meanwhile.
  if (!(yield* read(tabs.selectors.list)).some((tab) => tab.path === path)) return;
  yield put(at.begun({ rest, path, held, today, key, ...chosen }));
  const name = held && (held.contractCode ?? held.customerName);
  yield put(
    tabs.actions.named({
      path,
      label: name
        ? { zh: `编辑 ${name}`, en: `Edit ${name}` }
        : { zh: `新增${order.label.zh}`, en: `New ${order.label.en.toLowerCase()}` },
    }),
  );
}

/** A newer load of the same page cancels the running one, whose answer would overwrite newer input. */
function* loading(world: World, newest: ReturnType<typeof at.load>): Saga {
  const isNewer = (action: Action) => at.load.match(action) && action.payload.rest === newest.payload.rest;
  yield race({ loaded: call(load, world, newest), over: take(isNewer) });
}

const targets = { customerId: customer, productId: product } satisfies Record<Choosable, unknown>;

/** Loads the details of the chosen record that the form shows and calculates with. */
function* complete(world: World, { payload: { rest, name, id } }: ReturnType<typeof at.choose>): Saga {
  if (id === '') return;
  try {
    const row: Row | null = yield call(optional, world, targets[name], id);
    if (row) yield put(name === 'customerId' ? at.pickCustomer({ rest, row }) : at.pickProduct({ rest, row }));
  } catch (error) {
    yield* tellFailure(error);
    // Without its details the choice would be saved unseen, so it is cleared until the server answers again.
    yield put(at.choose({ rest, name, id: '', title: '' }));
  }
}
/** A newer choice of the same field, or a reload of the page, cancels the running request. */
function* completing(world: World, choice: ReturnType<typeof at.choose>): Saga {
  const { rest, name } = choice.payload;
  const isNewer = (action: Action) =>
    (at.choose.match(action) && action.payload.rest === rest && action.payload.name === name) ||
    (at.load.match(action) && action.payload.rest === rest);
  yield race({ completed: call(complete, world, choice), over: take(isNewer) });
}

/** Marks the tab as edited while closing it would lose input. */
function* mark({ payload: { rest } }: { payload: { rest: string } }): Saga {
  const form = yield* read(see.of, rest);
  if (form && isDirty(form) !== (yield* read(tabs.selectors.isDirty, form.path)))
    yield put(tabs.actions.marked({ path: form.path, isDirty: isDirty(form) }));
}

/** Whether the form that was sent is still there: its page may be closed, and another one opened, before the answer. */
function* isStill(rest: string, key: string): Saga<boolean> {
  return (yield* read(see.of, rest))?.key === key;
}

/**
 * Saves the form under its idempotency key; `say` is the message after it, '' for none. A request without an answer stays
 * pending until its outcome is known. Answers whether the form is still there.
 */
function* write(world: World, rest: string, body: Body, key: string, say: string): Saga<boolean> {
  let held: Order;
  try {
    const url = order.url(body.id ? 'update' : 'add');
    const manner = { key, ...(say ? { done: { say } } : {}) };
    held = (yield call(request, world, { method: 'POST', url, body }, manner)) as Order;
  } catch (error) {
    if (yield call(isStill, rest, key))
      yield put(error instanceof Unreachable ? at.doubted({ rest, body }) : at.cleared({ rest }));
    throw error;
  }
  const next = yield* ask(world, 'newId');
  const isThere: boolean = yield call(isStill, rest, key);
  yield put(isThere ? at.kept({ rest, held, body, key: next }) : at.saved({ id: held.id }));
  return isThere;
}

/** Saves the order: exactly one is stored, even when requests are repeated after network failures. Answers whether the
 *  form is still there. */
function* store(world: World, rest: string, say: string): Saga<boolean> {
  const asked = yield* read(see.of, rest);
  if (asked?.doubt) {
    try {
      if (!(yield call(write, world, rest, asked.doubt, asked.key, say))) return false;
    } catch (error) {
      // A refused repetition proves that the earlier request was not stored, so the current input is sent as a new
      // one.
      if (!(error instanceof Refused)) throw error;
    }
  }
  const form = yield* read(see.of, rest);
  if (form && (!form.held || isDirty(form))) return yield call(write, world, rest, bodyOf(form), form.key, say);
  if (say && !asked?.doubt) yield put(feedback.actions.notified({ tone: 'success', say }));
  return true;
}

function* save(world: World, { payload: { rest, isSubmit } }: ReturnType<typeof at.save>): Saga {
  const form = yield* read(see.of, rest);
  if (!form) return;
  const problems = judgeOrder(form, isSubmit);
  if (Object.keys(problems).length > 0) return yield put(at.misjudged({ rest, problems }));
  const say = isSubmit ? '' : form.held ? 'crud.updated' : 'order.draftSaved';
  if (!(yield call(store, world, rest, say))) return;
  const now = yield* read(see.of, rest);
  if (!now?.held) return;
  const { id } = now.held;
  // What was typed while it was saved stays, and nothing is submitted that differs from what the person sees.
  if (isDirty(now))
    return yield put(
      feedback.actions.notified({ tone: 'warning', say: isSubmit ? 'order.form.notSubmitted' : 'crud.savedInPart' }),
    );
  if (isSubmit) {
    const url = order.url('update-businessStatus');
    const query = { id, businessStatus: awaitingVoucher };
    const key = yield* ask(world, 'newId');
    yield call(request, world, { method: 'POST', url, query }, { key, done: { say: 'order.ask.submit.done' } });
    if (yield call(keepTyped, world, rest)) return;
  }
  yield put(at.saved({ id }));
  yield put(tabs.actions.closed(form.path));
  // The user stays on another tab that they have opened meanwhile.
  if ((yield* read(route.selectors.path)) === form.path)
    yield put(route.actions.open({ feature: order.name, rest: `detail/${id}` }));
}

/** Shows what another user has changed; without an answer, only that something was. */
function* compareNewer(world: World, rest: string): Saga {
  const held = (yield* read(see.of, rest))?.held;
  let newer: Order | null = null;
  try {
    const asked = { method: 'GET' as const, url: order.url('detail'), query: { id: held?.id ?? '' } };
    newer = (yield call(request, world, asked, { quiet: true })) as Order;
  } catch (error) {
    if (!isExpected(error)) throw error;
  }
  yield put(at.outdated({ rest, newer }));
}

/** What was typed while the order was submitted stays in the form of the order as it is now; answers whether there is any. */
function* keepTyped(world: World, rest: string): Saga<boolean> {
  const form = yield* read(see.of, rest);
  if (!form || !isDirty(form)) return false;
  yield call(compareNewer, world, rest);
  yield put(at.keepMine({ rest }));
  yield put(feedback.actions.notified({ tone: 'warning', say: 'crud.savedInPart' }));
  return true;
}

/** Shows an error at its field, above the form, or as a message. */
function* saving(world: World, underWay: Set<string>, action: ReturnType<typeof at.save>): Saga {
  const { rest } = action.payload;
  if (underWay.has(rest)) return; // A second click is ignored; saves of other pages run in parallel.
  underWay.add(rest);
  try {
    yield call(save, world, action);
  } catch (error) {
    if (error instanceof Unreachable) yield call(tellFailure, error, action);
    else if (error instanceof Refused) {
      const name = fieldAtFault[error.reason];
      if (name) yield put(at.refused({ rest, name, text: error.message }));
      if (error.reason === 'stale') yield call(compareNewer, world, rest);
      if (Object.keys(error.problems ?? {}).length > 0)
        yield put(at.misjudged({ rest, problems: error.problems as OrderProblems }));
    } else throw error;
  } finally {
    underWay.delete(rest);
    yield put(at.rested({ rest }));
    yield call(mark, { payload: { rest } });
  }
}

export function* orderFormSaga(world: World): Saga {
  yield takeEvery(openedIn(order.name, isForm), opened);
  yield takeEvery(at.load, loading, world);
  yield takeEvery(at.choose, completing, world);
  yield takeEvery([at.type, at.choose, at.pickCustomer, at.pickProduct, at.begun, at.keepMine], mark);
  yield takeEvery(at.save, saving, world, new Set<string>());
}
