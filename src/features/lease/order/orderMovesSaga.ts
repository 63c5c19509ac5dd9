import type { Action } from '@reduxjs/toolkit';
import { call, fork, put, takeLeading } from 'redux-saga/effects';
import { businessDate } from '../../../../contract/domain/calendar';
import { mandatoryKinds } from '../../../../contract/domain/contractKinds';
import { entryText } from '../../../../contract/domain/dictionaries';
import { planOf, wrongPlanTerms } from '../../../../contract/domain/leasing/plan';
import { planTermsOf } from '../../../../contract/domain/leasing/record';
import {
  active,
  awaitingContract,
  awaitingVoucher,
  cancelled,
  draft,
  findMove,
  lackedToSubmit,
  voucherReview,
} from '../../../../contract/domain/lifecycle/orderStates';
import { formatMoney } from '../../../../contract/domain/money';
import { mobileIn } from '../../../../contract/domain/reading/phones';
import { joined, textIn } from '../../../../contract/domain/text';
import {
  fascContract,
  type LinkWay,
  type LinkWayAnswer,
  linkWays,
} from '../../../../contract/modules/esign/fascContract';
import { type Order, order } from '../../../../contract/modules/lease/order';
import { isDocument, type Picture, picture, voucherPicType } from '../../../../contract/modules/lease/picture';
import { maskPhone } from '../../../../contract/schema/mask';
import { anyReason, confirmWaiting } from '../../../sagas/crud/foretell';
import { ask, confirm, read, type Saga } from '../../../sagas/effects';
import { isExpected, Refused, request, tellFailure } from '../../../sagas/request';
import { type Evidence, feedback } from '../../../store/feedback';
import { menu } from '../../../store/navigation/menu';
import { preferences } from '../../../store/preferences';
import { settings } from '../../../store/settings';
import type { World } from '../../../world/world';
import { refundSaga } from './deeds/refundSaga';
import { openVoucher, voucherSaga } from './deeds/voucherSaga';
import { type ContractRequest, orderMoves } from './orderMovesSlice';

const { actions: at } = orderMoves;

/** `order.ask.<name>`: the question before a state transition, with its consequences. */
function questionOf(from: number, to: number): string {
  return (
    {
      [awaitingVoucher]: from === draft ? 'submit' : 'reject',
      [voucherReview]: 'review',
      [active]: 'start',
      [cancelled]: 'cancel',
    }[to] ?? 'other'
  );
}

/** The order's figures, for the texts of a question. */
function figuresOf(held: Order) {
  const terms = planTermsOf(held);
  const plan = wrongPlanTerms(terms).length === 0 ? planOf(terms) : null;
  return {
    code: held.contractCode ?? '-',
    customer: held.customerName ?? '-',
    product: held.productName ?? '-',
    tel: held.tel ? maskPhone(held.tel) : '-',
    amount: formatMoney(held.totalAmount),
    start: held.interestDate ?? '-',
    maturity: plan?.maturity ?? '-',
    periods: plan?.periods ?? 0,
    rent: plan ? formatMoney(plan.totalRent) : '-',
  };
}

function detailOf(world: World, id: string): Saga<Order> {
  return request(world, { method: 'GET', url: order.url('detail'), query: { id } });
}

/** The vouchers of an order that are sent back, with the values to compare. */
function* voucherOf(world: World, held: Order): Saga<Evidence> {
  const facts: Evidence['facts'] = [
    { label: 'order.ask.facts.amount', value: formatMoney(held.totalAmount), large: true },
    { label: 'order.ask.facts.customer', value: held.customerName ?? '-' },
    { label: 'order.ask.facts.code', value: held.contractCode ?? '-' },
  ];
  // Without the menu of pictures the server refuses them.
  if (!(yield* read(menu.selectors.pathOf, picture.name)))
    return { papers: [], missing: 'order.ask.voucherHidden', facts };
  try {
    const query = { orderId: held.id, picType: voucherPicType, current: 1, size: 100 };
    const { records }: { records: Picture[] } = yield call(
      request,
      world,
      { method: 'GET', url: picture.url('list'), query },
      { quiet: true },
    );
    const papers = records
      .sort((a, b) => a.imageIndex - b.imageIndex)
      .map((one) => ({
        url: one.path,
        name: one.name ?? '',
        kind: isDocument(one) ? ('document' as const) : ('image' as const),
      }));
    return { papers, missing: 'order.ask.noVoucher', facts };
  } catch (error) {
    if (!isExpected(error)) throw error;
    return { papers: [], missing: 'order.ask.voucherLost', facts };
  }
}

function* today(world: World): Saga<string> {
  return businessDate(yield* ask(world, 'now'));
}

/** Whether the lease would begin with an instalment that is overdue: the server asks why. */
function isStartPast(held: Order, to: number, day: string): boolean {
  const terms = planTermsOf(held);
  if (to !== active || wrongPlanTerms(terms).length > 0) return false;
  return planOf(terms).rows[0]!.paymentDate < day;
}

/** Reads the order again, so that the question shows its current state and not that of an old list. */
function* move(world: World, { payload: { id, to } }: ReturnType<typeof at.move>): Saga {
  const held: Order = yield call(detailOf, world, id);
  const from = held.businessStatus ?? draft;
  const allowed = findMove(from, to);
  if (!allowed) {
    yield put(feedback.actions.notified({ tone: 'warning', say: 'order.movedOn' }));
    return yield put(at.moved({ id }));
  }
  const lacked = from === draft && to === awaitingVoucher ? lackedToSubmit(held) : [];
  if (lacked.length > 0) {
    const language = yield* read(preferences.selectors.language);
    const fields = joined(
      lacked.map((one) => textIn(order.fields[one].label, language)),
      language,
    );
    yield put(feedback.actions.notified({ tone: 'warning', say: 'orderPage.submitLacks', values: { fields } }));
    return;
  }
  if (from === voucherReview && to === awaitingContract) return yield call(openVoucher, world, held);
  const name = questionOf(from, to);
  const isJudged = from === voucherReview && to !== cancelled;
  const evidence: Evidence | undefined = isJudged ? yield* voucherOf(world, held) : undefined;
  const asksReason = allowed.needsReason || isStartPast(held, to, yield* today(world));
  const sent = (reason: string) => ({
    method: 'POST' as const,
    url: order.url('update-businessStatus'),
    query: { id, businessStatus: to, ...(reason ? { reason } : {}) },
  });
  const { isSure, reason } = yield* confirmWaiting(
    world,
    {
      title: `order.ask.${name}.title`,
      say: `order.ask.${name}.text`,
      confirm: `order.ask.${name}.sure`,
      values: figuresOf(held),
      ...(evidence ? { evidence } : {}),
      // 取消 beside 确认取消订单 would be ambiguous, so the button has another label.
      ...(to === cancelled ? { danger: true as const, refrain: 'ask.back' } : {}),
      ...(asksReason ? { asksReason: true as const } : {}),
    },
    sent(asksReason ? anyReason : ''),
  );
  if (!isSure) return;
  yield call(request, world, sent(reason), {
    key: yield* ask(world, 'newId'),
    done: { say: `order.ask.${name}.done` },
  });
  yield put(at.moved({ id }));
}

/** How the link gets to the customer, as the server tells: the tenant may have an SMS service of its own. */
function* linkWayOf(world: World, { id, tel }: Order): Saga<LinkWay> {
  try {
    const url = fascContract.url('link-way');
    const answer: Partial<LinkWayAnswer> | null = yield call(
      request,
      world,
      { method: 'GET', url, query: { orderId: id } },
      { quiet: true },
    );
    if (answer?.way && linkWays.includes(answer.way)) return answer.way;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.code !== 404) {
      yield put(feedback.actions.notified({ tone: 'error', text: error.message }));
      throw error;
    }
  }
  // Other servers of the family have no such call: what the deployment says holds for all tenants.
  const { smsGateway } = yield* read(settings.selectors.all);
  return !smsGateway ? 'noGateway' : mobileIn(tel) ? 'sms' : 'noMobile';
}

function* makeContract(world: World, { payload }: { payload: ContractRequest }): Saga {
  const { orderId, type, resend } = payload;
  const held: Order = yield call(detailOf, world, orderId);
  const language = yield* read(preferences.selectors.language);
  const why = yield* linkWayOf(world, held);
  const isSent = why === 'sms';
  const name = resend ? 'resend' : 'contract';
  const papers = type === undefined ? mandatoryKinds : [type];
  const { isSure } = yield* confirm({
    title: `order.ask.${name}.title`,
    say: `order.ask.${name}.${why}`,
    confirm: `order.ask.${name}.${isSent ? 'sure' : 'make'}`,
    values: {
      ...figuresOf(held),
      papers: joined(
        papers.map((one) => entryText('contract_type', one, language)),
        language,
      ),
    },
  });
  if (!isSure) return;
  yield call(
    request,
    world,
    {
      method: 'POST',
      url: fascContract.url('makeContract'),
      query: { orderId, ...(type === undefined ? {} : { type }), ...(resend ? { resend: true } : {}) },
    },
    { key: yield* ask(world, 'newId') },
  );
  yield put(at.contractMade({ orderId }));
  const said = isSent ? 'done' : why === 'service' || why === 'forward' ? 'atService' : 'made';
  yield put(feedback.actions.notified({ tone: 'success', say: `order.ask.${name}.${said}` }));
}

function* urge(world: World, { payload: { id, orderId } }: ReturnType<typeof at.urge>): Saga {
  yield call(
    request,
    world,
    { method: 'POST', url: fascContract.url('urge'), query: { id } },
    { key: yield* ask(world, 'newId') },
  );
  yield put(at.contractMade({ orderId }));
  yield put(feedback.actions.notified({ tone: 'success', say: 'orderPage.urged' }));
}

/** The action ends with or without success. */
function resting<A extends Action>(world: World, work: (world: World, action: A) => Saga) {
  return function* (action: A): Saga {
    try {
      yield call(work, world, action);
    } catch (error) {
      yield call(tellFailure, error, action);
    } finally {
      yield put(at.rested());
    }
  };
}

export function* orderMovesSaga(world: World): Saga {
  const carryOut = resting(
    world,
    function* (_, action: ReturnType<typeof at.move | typeof at.makeContract | typeof at.urge>): Saga {
      if (at.move.match(action)) yield call(move, world, action);
      else if (at.urge.match(action)) yield call(urge, world, action);
      else yield call(makeContract, world, action);
    },
  );
  yield fork(voucherSaga, world);
  yield fork(refundSaga, world);
  yield takeLeading([at.move, at.makeContract, at.urge], carryOut); // A second click is ignored, also on another order.
}
