/** Confirming and rejecting a voucher: what came in is stored with the order. */
import { isDate } from '../../../contract/domain/calendar';
import { AMOUNT_MAX } from '../../../contract/domain/leasing/codes';
import { inYuan } from '../../../contract/domain/ledger/inYuan';
import { directions } from '../../../contract/domain/lifecycle/direction';
import { cents, isMoney, subtract, sum, yuan } from '../../../contract/domain/money';
import { joined, type Label, label, textIn } from '../../../contract/domain/text';
import type { Order } from '../../../contract/modules/lease/order';
import { order } from '../../../contract/modules/lease/order';
import { type Voucher, type VoucherView, voucherLimits } from '../../../contract/wire/lease/voucher';
import { hidesAny } from '../../engine/rights/scopes';
import type { Context, Deed } from '../../kernel/context';
import { refuse, Told } from '../../kernel/errors';
import { withToday } from '../ledger/deciding';
import { firstDay, lowered, scheduleOf } from '../order/orderTerms';
import { toldOf } from '../terms/calledOrder';
import { digestsOf, otherUses, readSlip, reviewedSlips } from './slips';

const alsoUsedLabel = label('凭证也用于', 'Voucher also used for');
const elsewhere = label('（无权查看）', '(not visible to you)');

/**
 * What the customer remits before the start: the principal that the company pays back, or, where the customer pays, what the
 * plan asks for on its first day. '' where it asks for nothing then.
 */
function expectedOf(cx: Context, held: Order): string {
  if (held.direction !== directions.collect) return held.totalAmount;
  const interestDate = held.interestDate ?? firstDay(held, cx.today);
  const due = scheduleOf({ ...held, interestDate }).rows.filter(({ paymentDate }) => paymentDate <= interestDate);
  return due.length === 0 ? '' : sum(due.map(({ amountPayable }) => amountPayable));
}

/** The usual values: what is expected, today. Clients of the family send nothing, and mean the order's amount. */
function usual(cx: Context, held: Order): Voucher {
  return {
    amount: expectedOf(cx, held) || held.totalAmount,
    date: cx.today,
    payer: held.customerName ?? '',
    serial: '',
  };
}

/** What a person says of a transfer, with the usual values of the day for what they do not say. */
export function wholeVoucher(cx: Context, held: Order, given: Partial<Voucher> | undefined): Voucher {
  return { ...usual(cx, held), ...given };
}

type MadeOrder = Order & { createUser?: string | null };
/** Another person than the one who made the order confirms its voucher. */
export async function refuseOwnOrder(cx: Context, held: MadeOrder): Promise<void> {
  await cx.approvals.refuseOwn([held.createUser], 'order.voucherOwn');
}

/** What the dialog shows before a voucher is confirmed. */
export async function voucherView(cx: Context, held: Order): Promise<VoucherView> {
  const slips = await reviewedSlips(cx, held.id);
  const read = await readSlip(cx, held.id);
  const expected = expectedOf(cx, held);
  const payer = (await hidesAny(cx, order, 'customerName')) ? { payer: '' } : {};
  const proposed = { ...usual(cx, held), ...payer, ...(isMoney(read?.amount) ? read : { ...read, amount: expected }) };
  const isHidden = await hidesAny(cx, order, 'totalAmount');
  return {
    ...(isHidden || !expected ? {} : { expected }),
    version: held.version!,
    slips: slips.map(({ id, name, path }) => ({
      id,
      name: name ?? '',
      link: cx.deps.files.link(cx.tenantId, cx.deps.files.idOf(path) ?? '0', cx.deps.now()),
    })),
    proposed: isHidden && !read?.amount ? { ...proposed, amount: '' } : proposed,
    isRead: read !== undefined,
    usedBy: await otherUses(cx, held, proposed.serial),
    isOwn: await cx.approvals.needsOtherThan([(held as MadeOrder).createUser]),
    lowersOrder: held.direction !== directions.collect,
  };
}

/**
 * A transfer below the amount of an order whose principal it is, as others decide on it; undefined where it is no less.
 * The order becomes one of that amount, so that no more principal is paid back than came in.
 */
function shortVoucher(
  held: Order,
  given: Partial<Voucher> | undefined,
): Pick<Deed, 'act' | 'amount' | 'changes'> | undefined {
  const { amount } = given ?? {};
  if (held.direction === directions.collect || !isMoney(amount) || cents(amount) >= cents(held.totalAmount)) return;
  return {
    act: 'voucherBelow',
    amount: subtract(held.totalAmount, amount),
    changes: [{ label: order.fields.totalAmount.label, before: inYuan(held.totalAmount), after: inYuan(amount) }],
  };
}

function besideOrder(came: Label, ordered: Label): Label {
  return label(`${came.zh}（订单 ${ordered.zh}）`, `${came.en} (order ${ordered.en})`);
}

/**
 * A confirmation as others decide on it: what came in, where that is more than the order, counts with all that the person
 * has booked today. A slip that another order has as well takes a second person whatever the amount. One below the amount of
 * the order is decided on by those who decide on less, unless the order is one that the rule of vouchers gives to others.
 */
export async function voucherDeed(
  cx: Context,
  move: Deed,
  held: Order,
  given: Partial<Voucher> | undefined,
): Promise<Deed> {
  const { amount, date, payer, serial } = wholeVoucher(cx, held, given);
  const isMore = isMoney(amount) && cents(amount) > cents(held.totalAmount);
  const most = isMore ? yuan(cents(amount)) : held.totalAmount;
  const used = await otherUses(cx, held, serial.trim());
  const orders = used.map(({ name }) => name ?? textIn(elsewhere, cx.language));
  const { voucherAmount, voucherDate, voucherPayer, voucherSerial } = order.fields;
  const shown: [Label, Label | string][] = [
    [
      voucherAmount.label,
      isMore ? besideOrder(inYuan(most), inYuan(held.totalAmount)) : isMoney(amount) ? inYuan(amount) : amount,
    ],
    [voucherDate.label, date],
    [voucherPayer.label, payer],
    [voucherSerial.label, serial],
  ];
  const alsoUsed = joined(orders, cx.language);
  const below = shortVoucher(held, given);
  const counted = await withToday(cx, most, [held.customerId]);
  const isLess = below && !(await cx.approvals.isForPeople({ ...move, amount: counted }));
  return {
    ...move,
    names: { [order.name]: used.flatMap(({ orderId, name }) => (orderId && name ? [orderId] : [])) },
    amount: most,
    counted,
    whose: [held.customerId],
    isAlways: below !== undefined || used.length > 0,
    ...(isLess ? { act: below.act, amount: below.amount, counted: below.amount } : {}),
    changes: [
      ...move.changes,
      ...(below?.changes ?? []),
      ...shown.flatMap(([title, after]) => (after ? [{ label: title, before: null, after }] : [])),
      ...(alsoUsed ? [{ label: alsoUsedLabel, before: null, after: alsoUsed, says: { order: ['contractCode'] } }] : []),
    ],
  };
}

/** The columns that a confirmation sets. Refused where something differs and no reason is given. */
export async function confirmedVoucher(
  cx: Context,
  held: Order,
  given: Partial<Voucher> | undefined,
  reason: string,
): Promise<Partial<Order>> {
  const { amount, date, payer, serial } = wholeVoucher(cx, held, given);
  if (!isMoney(amount) || cents(amount) <= 0n || cents(amount) > cents(AMOUNT_MAX))
    refuse('badParameter', { name: 'amount' });
  if (!isDate(date)) refuse('badParameter', { name: 'date' });
  if (date > cx.today) refuse('receipt.future');
  if (payer.length > voucherLimits.payer) refuse('badParameter', { name: 'payer' });
  if (serial.length > voucherLimits.serial) refuse('badParameter', { name: 'serial' });
  // Two confirmations of one slip would not see each other.
  await cx.exclusive('vouchers');
  const hasReason = reason.trim() !== '';
  const expected = expectedOf(cx, held);
  if (expected && cents(amount) !== cents(expected) && !hasReason)
    refuse('order.voucherAmount', { amount: yuan(cents(amount)), expected: toldOf(held, { totalAmount: expected }) });
  const used = await otherUses(cx, held, serial.trim());
  if (used.length > 0 && !hasReason)
    refuse('order.voucherUsed', {
      orders: used.map(
        ({ orderId, name }) =>
          new Told({
            module: order,
            ids: [orderId ?? '0'],
            values: { contractCode: name, id: orderId },
            unseen: elsewhere,
          }),
      ),
    });
  const agreed = shortVoucher(held, { amount }) ? lowered(cx, held, amount) : {};
  return {
    ...agreed,
    voucherAmount: yuan(cents(amount)),
    voucherDate: date,
    voucherPayer: payer.trim() || null,
    voucherSerial: serial.trim() || null,
    voucherUserName: cx.actor,
    voucherReason: reason.trim().slice(0, voucherLimits.reason) || null,
    voucherTime: cx.time,
  };
}

/** The digests of the slips that are sent back, so that they are not sent forward again. */
export async function rejectedVoucher(cx: Context, held: Order): Promise<Record<string, unknown>> {
  return { rejectedSlips: JSON.stringify(await digestsOf(cx, held.id)) };
}

/** Refuses slips of which all have been sent back before. */
export async function refuseRejected(cx: Context, held: Order): Promise<void> {
  const { rejectedSlips = [] } = held as Order & { rejectedSlips?: readonly string[] };
  if (rejectedSlips.length === 0) return;
  const now = await digestsOf(cx, held.id);
  if (now.every((digest) => rejectedSlips.includes(digest))) refuse('order.slipRejected');
}
