import { sql } from 'kysely';
import type { ApprovalActName } from '../../contract/domain/approvals';
import { addDays } from '../../contract/domain/calendar';
import { entryLabel, entryText, mandatoryContracts } from '../../contract/domain/dictionaries';
import {
  active,
  awaitingContract,
  awaitingStart,
  awaitingVoucher,
  cancelled,
  draft,
  findMove,
  matured,
  settled,
  signing,
  voucherReview,
} from '../../contract/domain/orderStates';
import { basisOf, schedule, shares } from '../../contract/domain/schedule';
import { joined, textIn } from '../../contract/domain/text';
import { isEmpty } from '../../contract/domain/values';
import { customer } from '../../contract/modules/lease/customer';
import { fascContract, isLive } from '../../contract/modules/lease/fascContract';
import { type Order, order } from '../../contract/modules/lease/order';
import { paymentPlan } from '../../contract/modules/lease/paymentPlan';
import { picture, voucherPicType } from '../../contract/modules/lease/picture';
import { type Product, product } from '../../contract/modules/lease/product';
import type { Context, Deed } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { releaseContract } from './contractWork';
import { voucherRejected } from './customerMessages';
import { nextNumber } from './numbers';

/** The product's and customer's data that the order stores, as of today. */
export async function snapshot(
  cx: Context,
  { customerId, productId, totalAmount }: Pick<Order, 'customerId' | 'productId' | 'totalAmount'>,
) {
  // Held, so that neither is removed, nor the product withdrawn, between this read and the order's own write.
  const client = (await cx.rows(customer).hold(customerId)) ?? refuse('order.noCustomer');
  const goods: Product = (await cx.rows(product).hold(productId)) ?? refuse('order.noProduct');
  if (goods.status !== 1) refuse('product.notOnSale');
  if (shares(totalAmount, goods.amountPer) === null) refuse('order.notWholeShares', { amountPer: goods.amountPer });
  return {
    customerName: client.realName,
    productName: goods.productName,
    deadline: goods.deadline,
    yearRate: goods.yearRate,
    getType: goods.getType,
    amountPer: goods.amountPer,
    lateRate: goods.lateRate ?? '0',
    lateGraceDays: goods.lateGraceDays ?? 0,
    lateCapRate: goods.lateCapRate || null,
    dayCount: basisOf(goods.deadline, goods.dayCount ? (`ACT_${goods.dayCount}` as const) : 'AUTO'),
  };
}

/** The schedule of an order's own figures. */
export function scheduleOf(held: Order) {
  return schedule({
    totalAmount: held.totalAmount,
    yearRate: held.yearRate ?? '0',
    deadline: held.deadline ?? 1,
    getType: held.getType ?? 0,
    interestDate: held.interestDate ?? '',
    dayCount: held.dayCount === 360 ? 'ACT_360' : 'ACT_365',
  });
}

/** Write the instalments of an order: once, in the transaction that starts it. */
async function generatePlan(cx: Context, held: Order): Promise<void> {
  const shared = { orderId: held.id, planVersion: 1, bankCardCode: held.bankCardCode, bankName: held.bankName };
  for (const instalment of scheduleOf(held).rows) await cx.rows(paymentPlan).insert({ ...instalment, ...shared });
}

/** Instalments that still count; voided ones do not. */
async function liveRows(cx: Context, orderId: string) {
  return (await cx.rows(paymentPlan).find({ orderId })).filter((row) => row.payStatus !== 2);
}

/** Without a date of its own, rent starts at the later of the day after the voucher was confirmed and the day the last
 *  contract was signed. */
function startOf({ interestDate, voucherTime, signedTime }: Order, cx: Context): string {
  const afterVoucher = addDays((voucherTime ?? cx.time).slice(0, 10), 1);
  const signedOn = (signedTime ?? cx.time).slice(0, 10);
  return interestDate ?? [afterVoucher, signedOn].sort().at(-1)!;
}

/** Whether a contract of the order is signed or can still be signed. */
export async function hasLivePaper(cx: Context, orderId: string): Promise<boolean> {
  return (await cx.rows(fascContract).find({ orderId })).some(isLive);
}

/** Whether the order may move there, and what else changes. Guards hold for people and for the system alike. */
const enter: Record<number, (cx: Context, held: Order) => Promise<Partial<Order>>> = {
  async [awaitingVoucher](cx, held) {
    if (held.businessStatus === voucherReview) return { pzsfqr: 0 };
    const missing = (['tel', 'bankCardCode', 'bankName'] as const).filter((name) => isEmpty(held[name]));
    if (missing.length > 0)
      refuse('order.incomplete', {
        fields: joined(
          missing.map((name) => textIn(order.fields[name].label, cx.language)),
          cx.language,
        ),
      });
    return { ...(await snapshot(cx, held)), contractCode: held.contractCode ?? (await nextNumber(cx, 'HT')) };
  },
  async [voucherReview](cx, held) {
    const hasVoucher = await cx.rows(picture).has({ orderId: held.id, picType: voucherPicType });
    return hasVoucher ? {} : refuse('order.noVoucher');
  },
  async [awaitingContract](cx, held) {
    if (held.businessStatus === voucherReview) return { pzsfqr: 1, voucherTime: cx.time };
    // Back from signing: a contract that is signed, or still can be, would bind an order that no longer waits for it.
    if (await hasLivePaper(cx, held.id)) refuse('order.badMove', words(cx, held.businessStatus, awaitingContract));
    return { prqy: 0, qyqy: 0 };
  },
  async [signing](_cx, held) {
    return held.pzsfqr === 1 ? {} : refuse('order.voucherNotConfirmed');
  },
  async [awaitingStart](cx, held) {
    const contracts = await cx.rows(fascContract).find({ orderId: held.id, status: 2 });
    const isSigned = Object.keys(mandatoryContracts).every((type) =>
      contracts.some((one) => one.type === Number(type)),
    );
    if (!isSigned) refuse('order.notSigned');
    return { signedTime: cx.time, interestDate: startOf({ ...held, signedTime: cx.time }, cx) };
  },
  async [active](cx, held) {
    if (held.businessStatus === settled) {
      // Only where a payment was taken back.
      const isUnpaid = (await liveRows(cx, held.id)).some((row) => row.payStatus === 0);
      return isUnpaid ? { settledTime: null } : refuse('order.badMove', words(cx, settled, active));
    }
    if (held.pzsfqr !== 1 || held.prqy !== 1 || held.qyqy !== 1) refuse('order.notSigned');
    if (isEmpty(held.bankCardCode) || isEmpty(held.bankName)) refuse('order.paymentMissing');
    const starting = { ...held, interestDate: startOf(held, cx) };
    await generatePlan(cx, starting);
    return { startTime: cx.time, interestDate: starting.interestDate, maturity: scheduleOf(starting).maturity };
  },
  async [matured](cx, held) {
    const isPast = held.maturity !== null && cx.today > held.maturity;
    const isUnpaid = (await liveRows(cx, held.id)).some((row) => row.payStatus === 0);
    return isPast && isUnpaid
      ? { settledTime: null }
      : refuse('order.badMove', words(cx, held.businessStatus, matured));
  },
  async [settled](cx, held) {
    const isPaid = (await liveRows(cx, held.id)).every((row) => row.payStatus === 1);
    return isPaid ? { settledTime: cx.time } : refuse('order.badMove', words(cx, held.businessStatus, settled));
  },
  async [cancelled](cx, held) {
    const contracts = await cx.rows(fascContract).find({ orderId: held.id });
    if (contracts.some((one) => one.status === 2)) refuse('order.contractComplete');
    const waiting = await cx.rows(fascContract).lock(contracts.filter((one) => one.status === 1).map(({ id }) => id));
    for (const one of waiting) {
      await cx.rows(fascContract).update(one, { status: 0, signTaskStatus: 'canceled' }, { action: 'cancel' });
      await releaseContract(cx, one);
    }
    return {};
  },
};

function words(cx: Context, from: number | null, to: number) {
  return {
    from: entryText('order_business_status', from ?? draft, cx.language),
    to: entryText('order_business_status', to, cx.language),
  };
}

/** The move as others decide on it. `pictureIds`: the vouchers that the person looked at. */
function moveDeed(
  act: ApprovalActName,
  held: Order,
  to: number,
  { reason, pictureIds = [] }: { reason: string; pictureIds?: string[] },
): Deed {
  const nameOf = (status: number | null) => entryLabel('order_business_status', status ?? draft);
  return {
    act,
    module: order,
    row: held,
    name: held.contractCode ?? held.customerName ?? held.id,
    input: { to, pictureIds },
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
  held: Order,
  to: number,
  { by, reason = '', ...also }: { by: 'person' | 'system'; reason?: string; pictureIds?: string[] },
): Promise<Order> {
  const from = held.businessStatus ?? draft;
  if (from === to) return held; // repeating a move is no mistake
  const move = findMove(from, to) ?? refuse('order.badMove', words(cx, from, to));
  if (by === 'person') {
    const permission = move.bySystem ? 'order_status_override' : (move.permission ?? 'order_status');
    if (!(await cx.may(permission)))
      move.bySystem ? refuse('order.badMove', words(cx, from, to)) : refuse('forbidden', { permission });
    if ((move.needsReason || move.bySystem) && reason.trim() === '') refuse('order.reasonNeeded');
  }
  const isOverride = by === 'person' && move.bySystem;
  const act = isOverride ? 'orderOverride' : move.approval;
  if (by === 'person' && !act) await cx.approvals.refusePending(order, [held.id]);
  if (by === 'person' && act && (await cx.approvals.hold(moveDeed(act, held, to, { reason, ...also })))) return held;
  const effects = (await enter[to]?.(cx, held)) ?? {};
  const moved = await cx
    .rows(order)
    .update(
      held,
      { ...effects, businessStatus: to, statusReason: reason.slice(0, 200) },
      { action: isOverride ? 'override' : 'move', reason },
    );
  if (from === voucherReview && to === awaitingVoucher) await voucherRejected(cx, moved, reason);
  return moved;
}

/** An order settles itself with its last paid instalment. */
export async function settleIfPaid(cx: Context, orderId: string): Promise<boolean> {
  const [held] = await cx.rows(order).lock([orderId]);
  if (!held || (await liveRows(cx, orderId)).some((row) => row.payStatus === 0)) return false;
  await moveOrder(cx, held, settled, { by: 'system' });
  return true;
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
  const ending = await inState(active).where('maturity', '<', today).execute();
  return [
    ...starting.map(({ id }) => ({ id, from: awaitingStart, to: active })),
    ...ending.map(({ id }) => ({ id, from: active, to: matured })),
  ];
}

/** Make the date-driven move; false when the order has been moved meanwhile, or when people decide on its start. */
export async function advanceOrder(cx: Context, { id, from, to }: Due): Promise<boolean> {
  const [held] = await cx.rows(order).lock([id]);
  if (held?.businessStatus !== from) return false;
  const start = { act: 'orderStart', module: order, row: held, amount: held.totalAmount } as const;
  if (to === active && (await cx.approvals.isForPeople(start))) return false;
  await moveOrder(cx, held, to, { by: 'system' });
  return true;
}
