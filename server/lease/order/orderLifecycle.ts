import { sql } from 'kysely';
import type { ApprovalActName } from '../../../contract/domain/approvals';
import { addDays } from '../../../contract/domain/calendar';
import { isAllSigned, mandatoryKinds, signatureFlags } from '../../../contract/domain/contractKinds';
import { entryLabel, entryText } from '../../../contract/domain/dictionaries';
import { planOf, wrongPlanTerms } from '../../../contract/domain/leasing/plan';
import { planTermsOf } from '../../../contract/domain/leasing/record';
import { rowKinds } from '../../../contract/domain/leasing/rowKinds';
import {
  active,
  awaitingContract,
  awaitingStart,
  awaitingVoucher,
  cancelled,
  draft,
  findMove,
  lackedToSubmit,
  matured,
  settled,
  signing,
  terminated,
  terminating,
  voucherReview,
} from '../../../contract/domain/lifecycle/orderStates';
import { cents } from '../../../contract/domain/money';
import { joined, textIn } from '../../../contract/domain/text';
import { isEmpty } from '../../../contract/domain/values';
import { fascContract } from '../../../contract/modules/esign/fascContract';
import { type Order, order } from '../../../contract/modules/lease/order';
import { paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { picture, voucherPicType } from '../../../contract/modules/lease/picture';
import type { Voucher } from '../../../contract/wire/lease/voucher';
import type { Context, Deed } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { objectsFor } from '../asset/objects';
import { voucherRejected } from '../customer/customerMessages';
import { beginExit, endExit, runningState, withdrawExit } from '../exit/exiting';
import type { ExitAsked } from '../exit/quoting';
import { bookStart, returnDeposit, returnDeposits, takeDepositBack } from '../ledger/orderMoney';
import { nextNumber } from '../numbers';
import { keepRate } from '../terms/effectiveRate';
import { cancelOrder, cancelTakesTwo } from '../terms/ending';
import { keepInvestmentRate } from '../terms/investment';
import { hasLivePaper, isAnnulling } from '../terms/orderPapers';
import {
  confirmedVoucher,
  refuseOwnOrder,
  refuseRejected,
  rejectedVoucher,
  voucherDeed,
  wholeVoucher,
} from '../voucher/confirming';
import { renewed, snapshot } from './agreed';
import { movedToday } from './movedToday';
import { checkTable, firstDay, scheduleOf } from './orderTerms';

export { scheduleOf } from './orderTerms';

/** Write the rows of an order's plan: once, in the transaction that starts it. */
async function generatePlan(cx: Context, held: Order): Promise<void> {
  const shared = { orderId: held.id, planVersion: 1, bankCardCode: held.bankCardCode, bankName: held.bankName };
  await cx.rows(paymentPlan).insertAll(scheduleOf(held).rows.map(({ residual: _, ...row }) => ({ ...row, ...shared })));
}

/** Instalments that still count; voided ones do not. */
async function liveRows(cx: Context, orderId: string) {
  return (await cx.rows(paymentPlan).find({ orderId })).filter((row) => row.payStatus !== 2);
}

/** Without a date of its own, rent starts at the later of the day after the voucher was confirmed and the day the last
 *  contract was signed, but not after the first row of a rent table. */
function startOf(held: Order, cx: Context): string {
  const { interestDate, voucherTime, signedTime } = held;
  const afterVoucher = addDays((voucherTime ?? cx.time).slice(0, 10), 1);
  const signedOn = (signedTime ?? cx.time).slice(0, 10);
  return interestDate ?? firstDay(held, [afterVoucher, signedOn].sort().at(-1)!);
}

/** Refuses terms under which an instalment would be of nothing. */
export function refuseTooSmall(held: Order, cx: Context): void {
  const terms = planTermsOf({ ...held, interestDate: held.interestDate ?? cx.today });
  if (wrongPlanTerms(terms).length > 0) return; // a draft may lack its rent table
  const { rows } = planOf(terms);
  if (Number(held.yearRate) > 0 && rows.some(({ amountPayable }) => Number(amountPayable) === 0))
    refuse('order.tooSmall');
}

/** Whether the first instalment would be overdue from the beginning. */
function isBornOverdue(cx: Context, starting: Order): boolean {
  return scheduleOf(starting).rows[0]!.paymentDate < cx.today;
}

/** Whether the order may move there, and what else changes. Guards hold for people and for the system alike. */
const enter: Record<number, (cx: Context, held: Order, asked: Asked) => Promise<Partial<Order>>> = {
  async [awaitingVoucher](cx, held) {
    if (held.businessStatus === voucherReview) return { pzsfqr: 0, ...(await rejectedVoucher(cx, held)) };
    const missing = lackedToSubmit(held);
    if (missing.length > 0)
      refuse('order.incomplete', {
        fields: joined(
          missing.map((name) => textIn(order.fields[name].label, cx.language)),
          cx.language,
        ),
      });
    const agreed = await snapshot(cx, held);
    checkTable(cx, { ...held, ...agreed }, false);
    return { ...agreed, contractCode: held.contractCode ?? (await nextNumber(cx, 'HT')) };
  },
  async [voucherReview](cx, held) {
    const hasVoucher = await cx.rows(picture).has({ orderId: held.id, picType: voucherPicType });
    if (!hasVoucher) refuse('order.noVoucher');
    await refuseRejected(cx, held);
    return {};
  },
  async [awaitingContract](cx, held, { reason, voucher }) {
    if (held.businessStatus === voucherReview) {
      const confirmed = await confirmedVoucher(cx, held, voucher, reason);
      refuseTooSmall({ ...held, ...confirmed }, cx);
      return { pzsfqr: 1, ...confirmed };
    }
    // Back from signing: a contract that is signed, or still can be, would bind an order that no longer waits for it.
    if (await hasLivePaper(cx, held.id)) refuse('order.badMove', words(cx, held.businessStatus, awaitingContract));
    return signatureFlags(0);
  },
  async [signing](cx, held) {
    if (held.pzsfqr !== 1) refuse('order.voucherNotConfirmed');
    await objectsFor(cx, held);
    return {};
  },
  async [awaitingStart](cx, held) {
    const contracts = await cx.rows(fascContract).find({ orderId: held.id, status: 2 });
    const isSigned = mandatoryKinds.every((kind) => contracts.some(({ type }) => type === kind));
    if (!isSigned) refuse('order.notSigned');
    return { signedTime: cx.time, interestDate: startOf({ ...held, signedTime: cx.time }, cx) };
  },
  async [active](cx, held, { by, reason }) {
    if (held.businessStatus === settled) {
      const isUnpaid = (await liveRows(cx, held.id)).some((row) => row.payStatus === 0);
      // Only a payment that was taken back makes a settled order run again.
      if (!isUnpaid) refuse('order.badMove', words(cx, settled, active));
      await takeDepositBack(cx, held, reason);
      return { settledTime: null };
    }
    if (held.businessStatus === terminating) return withdrawExit(cx, held, reason);
    if (await isAnnulling(cx, held.id)) refuse('order.annulling');
    if (held.pzsfqr !== 1 || !isAllSigned(held)) refuse('order.notSigned');
    if (isEmpty(held.bankCardCode) || isEmpty(held.bankName)) refuse('order.paymentMissing');
    const starting = { ...held, interestDate: startOf(held, cx) };
    if (by === 'person' && reason.trim() === '' && isBornOverdue(cx, starting)) refuse('order.startPast');
    await generatePlan(cx, starting);
    await keepRate(cx, starting);
    await bookStart(cx, starting);
    return { startTime: cx.time, interestDate: starting.interestDate, maturity: scheduleOf(starting).maturity };
  },
  async [matured](cx, held, { reason }) {
    if (held.businessStatus === terminating) return withdrawExit(cx, held, reason);
    const isPast = held.maturity !== null && cx.today > held.maturity;
    const isUnpaid = (await liveRows(cx, held.id)).some((row) => row.payStatus === 0);
    if (!isPast || !isUnpaid) refuse('order.badMove', words(cx, held.businessStatus, matured));
    await takeDepositBack(cx, held, reason);
    return { settledTime: null };
  },
  async [settled](cx, held) {
    const isPaid = (await liveRows(cx, held.id)).every((row) => row.payStatus === 1);
    if (!isPaid) refuse('order.badMove', words(cx, held.businessStatus, settled));
    await returnDeposit(cx, held);
    return { settledTime: cx.time };
  },
  [terminating]: beginExit,
  [terminated]: (cx, held) => endExit(cx, held),
  [cancelled]: (cx, held, { reason }) => cancelOrder(cx, held, reason),
};

function words(cx: Context, from: number | null, to: number) {
  return {
    from: entryText('order_business_status', from ?? draft, cx.language),
    to: entryText('order_business_status', to, cx.language),
  };
}

/** What a move is made with. `pictureIds`: the vouchers that the person looked at; `voucher`: what came in. */
interface Asked {
  by: 'person' | 'system';
  reason: string;
  pictureIds?: string[];
  voucher?: Partial<Voucher> | undefined;
  exit?: ExitAsked | undefined;
}

/** The move as others decide on it. */
function moveDeed(
  act: ApprovalActName,
  held: Order,
  to: number,
  { reason, pictureIds = [], voucher }: Asked,
): Omit<Deed, 'isAlways'> {
  const nameOf = (status: number | null) => entryLabel('order_business_status', status ?? draft);
  return {
    act,
    module: order,
    row: held,
    name: held.contractCode ?? held.customerName ?? held.id,
    input: { to, pictureIds, ...(voucher ? { voucher } : {}) },
    amount: held.totalAmount,
    reason,
    changes: [{ label: order.fields.businessStatus.label, before: nameOf(held.businessStatus), after: nameOf(to) }],
  };
}

/**
 * Move a locked order to another state. `by: 'person'` requires the permission of the move; moves of the system can be
 * made by hand only as an override with a reason, and their guards still hold. A person’s move that further people
 * have to decide on leaves the order as it is.
 */
export async function moveOrder(
  cx: Context,
  given: Order,
  to: number,
  { reason = '', ...how }: Omit<Asked, 'reason'> & { reason?: string },
): Promise<Order> {
  const { by } = how;
  const asked: Asked = { ...how, reason };
  const from = given.businessStatus ?? draft;
  if (from === to) return given; // repeating a move is no mistake
  const move = findMove(from, to) ?? refuse('order.badMove', words(cx, from, to));
  if (by === 'person') {
    if (move.byCall) refuse('order.badMove', words(cx, from, to));
    const permission = move.bySystem ? 'order_status_override' : (move.permission ?? 'order_status');
    if (!(await cx.may(permission)))
      move.bySystem ? refuse('order.badMove', words(cx, from, to)) : refuse('forbidden', { permission });
    if ((move.needsReason || move.bySystem) && reason.trim() === '') refuse('order.reasonNeeded');
  }
  const isOverride = by === 'person' && move.bySystem;
  const act = isOverride ? 'orderOverride' : move.approval;
  const held = by === 'person' && act === 'orderSubmit' ? await renewed(cx, given) : given;
  if (by === 'person' && !act) await cx.approvals.refusePending(order, [held.id]);
  if (by === 'person' && act) {
    const isAlways = to === cancelled && (await cancelTakesTwo(cx, held));
    // The usual values are those of the day on which others are asked.
    const came = act === 'orderVoucher' ? { voucher: wholeVoucher(cx, held, asked.voucher) } : {};
    const deed = moveDeed(act, held, to, { ...asked, ...came });
    const voucher = act === 'orderVoucher' ? await voucherDeed(cx, deed, held, asked.voucher) : undefined;
    const ofDay = voucher ? {} : { ofDay: await movedToday(cx, held, act) };
    if (await cx.approvals.hold(voucher ?? { ...deed, isAlways, ...ofDay })) return held;
    if (act === 'orderVoucher') await refuseOwnOrder(cx, held);
  }
  const effects = (await enter[to]?.(cx, held, asked)) ?? {};
  const moved = await cx
    .rows(order)
    .update(
      held,
      { ...effects, businessStatus: to, statusReason: reason.slice(0, 200) },
      { action: isOverride ? 'override' : 'move', reason },
    );
  // Its start, an exit and the end of one change its plan.
  if (cents(moved.invested ?? '0') > 0n) await keepInvestmentRate(cx, moved.id);
  if (from === voucherReview && to === awaitingVoucher) await voucherRejected(cx, moved, reason);
  return moved;
}

/** Those of these orders of which an instalment is open. An exit replaces the instalments that it has frozen. */
async function unpaidAmong({ trx, tenantId }: Context, orders: readonly Order[]): Promise<ReadonlySet<string>> {
  const rows = await trx
    .selectFrom('lease_payment_plan')
    .select(['order_id', sql<boolean>`bool_or(is_frozen = 0)`.as('is_due')])
    .where('tenant_id', '=', tenantId)
    .where(
      'order_id',
      'in',
      orders.map(({ id }) => id),
    )
    .where('pay_status', '=', 0)
    .where('is_deleted', '=', 0)
    .groupBy('order_id')
    .execute();
  const exiting = new Set(orders.flatMap((held) => (held.businessStatus === terminating ? [held.id] : [])));
  return new Set(rows.flatMap((row) => (row.is_due || !exiting.has(row.order_id) ? [row.order_id] : [])));
}

/**
 * Orders settle themselves with their last paid instalment, in a number of statements that grows only with the deposits
 * that are given back and the exits that end.
 */
export async function settlePaid(cx: Context, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return;
  const locked = (await cx.rows(order).lock([...new Set(orderIds)].sort())) as Order[];
  const unpaid = await unpaidAmong(cx, locked);
  const paid = locked.filter(({ id }) => !unpaid.has(id));
  for (const held of paid)
    if (held.businessStatus === terminating) await moveOrder(cx, held, terminated, { by: 'system' });
  const running = paid.filter(({ businessStatus }) => ![terminating, settled].includes(businessStatus ?? draft));
  for (const { businessStatus } of running)
    if (!findMove(businessStatus ?? draft, settled)) refuse('order.badMove', words(cx, businessStatus, settled));
  await returnDeposits(cx, running);
  await cx.rows(order).updateAll(
    running.map((held) => [held, { settledTime: cx.time, businessStatus: settled, statusReason: '' }] as const),
    { action: 'move', reason: '' },
  );
}

/** An order with a date-driven move, and its target. */
interface Due {
  id: string;
  from: number;
  to: number;
}

/** Orders with a date-driven move: those to be started, then those past their term. An order without an account waits
 *  for one. */
export async function dueOrders({ trx, tenantId, today }: Context): Promise<Due[]> {
  const inState = (from: number) =>
    trx
      .selectFrom('lease_order')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('is_deleted', '=', 0)
      .where('business_status', '=', from)
      .orderBy('id')
      .limit(200);
  const starting = await inState(awaitingStart)
    .where('interest_date', '<=', today)
    .where('bank_card_code', 'is not', null)
    .where('bank_name', 'is not', null)
    // One that others decide on stays what they look at.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('approval_record')
            .select('approval_record.act')
            .where('approval_record.tenant_id', '=', tenantId)
            .where('approval_record.entity', '=', order.name)
            .where('approval_record.entity_id', '=', sql<string>`lease_order.id::varchar`),
        ),
      ),
    )
    .execute();
  const ending = await inState(active).where('maturity', '<', today).where('restructuring', 'is', null).execute();
  const expired = await inState(terminating).where('exit_until', '<', today).execute();
  return [
    ...starting.map(({ id }) => ({ id, from: awaitingStart, to: active })),
    ...ending.map(({ id }) => ({ id, from: active, to: matured })),
    ...expired.map(({ id }) => ({ id, from: terminating, to: active })),
  ];
}

/** A quote that was not paid in time is withdrawn; one that is paid in part waits for people. */
async function expireExit(cx: Context, held: Order): Promise<boolean> {
  const rows = await liveRows(cx, held.id);
  if (rows.some(({ kind, paidAmount }) => kind === rowKinds.settlement && Number(paidAmount) > 0)) return false;
  await moveOrder(cx, held, runningState(cx, held), { by: 'system', reason: '结算报价已过期' });
  return true;
}

/** Make the date-driven move; false when the order has been moved meanwhile, or when people decide on its start. */
export async function advanceOrder(cx: Context, { id, from, to }: Due): Promise<boolean> {
  const [held] = await cx.rows(order).lock([id]);
  if (held?.businessStatus !== from) return false;
  if (from === terminating) return expireExit(cx, held);
  const start = { act: 'orderStart', module: order, row: held, amount: held.totalAmount } as const;
  const isForPeople = async () => cx.approvals.isForPeople({ ...start, ofDay: await movedToday(cx, held, start.act) });
  if (to === active && (await isForPeople())) return false;
  // People say why a lease begins with instalments that are overdue, and a lease that is being called off does not begin.
  if (to === active && (isBornOverdue(cx, { ...held, interestDate: startOf(held, cx) }) || (await isAnnulling(cx, id))))
    return false;
  await moveOrder(cx, held, to, { by: 'system' });
  return true;
}
