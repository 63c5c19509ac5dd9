/** What people do with money beyond reversing it: booking, claiming, using and refunding it. */
import { rowKinds } from '../../../contract/domain/leasing/rowKinds';
import { parts, totalOf } from '../../../contract/domain/ledger/allocation';
import { inYuan } from '../../../contract/domain/ledger/inYuan';
import { cancelled } from '../../../contract/domain/lifecycle/orderStates';
import { cents, isMoney, subtract, sum, yuan } from '../../../contract/domain/money';
import { label } from '../../../contract/domain/text';
import { customer } from '../../../contract/modules/lease/customer';
import { order } from '../../../contract/modules/lease/order';
import { paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { directions, entryKinds, type Receipt, receipt, sources } from '../../../contract/modules/lease/receipt';
import type { Outcome } from '../../../contract/wire/ledger/booking';
import { hidesAny } from '../../engine/rights/scopes';
import type { ApprovedDeed } from '../../engine/serverModule';
import type { Context, Deed } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { nextNumber } from '../numbers';
import { settlePaid } from '../order/orderLifecycle';
import { refuseWaiting } from '../payBatch/waiting';
import { calledContract } from '../terms/calledOrder';
import { returnMoney } from '../terms/refund';
import { type AccountLine, type Booking, balanceOf, entriesOf, type Movement } from './accounts';
import { addEntries } from './adding';
import { type Aim, type Aimed, aimed, type Share } from './aims';
import { bookAll, judgeAll, judgeLine, refuseDay, unexplainedOf, writePaid } from './book';
import { aimChanges, customersOf, doneToday, dueSays, lockDay, movementChanges, withToday } from './deciding';
import { type Late, lateOf } from './late';
import { heldOf } from './orderMoney';
import { type OutOfTurn, outOfTurn, refuseUnexplained } from './outOfTurn';
import { refuseUnreceived } from './principal';
import { refuseChanged, trialOf } from './trial';
import { otherWay, type Way, wayOf } from './way';

/** Where money goes that no instalment needs. */
export type Rest = 'prepaid' | 'unclaimed';

export function outcomeOf({ lines, left, after }: Aimed, unexplained: readonly OutOfTurn[], row?: Receipt): Outcome {
  const figures = lines.map(({ row: { id }, amounts }) => [id, ...parts.map((part) => amounts[part])]);
  return {
    receiptId: row?.id ?? null,
    receiptNo: row?.receiptNo ?? null,
    trial: trialOf([...figures, left]),
    entries: lines.map(({ row: { id, currentPeriods, paymentDate }, held, amounts }) => ({
      ...amounts,
      planId: id,
      orderId: held.id,
      contractCode: held.contractCode ?? '',
      customerName: held.customerName ?? '',
      currentPeriods: currentPeriods ?? 0,
      paymentDate: paymentDate!,
      amount: totalOf(amounts),
      openAmount: totalOf(after.get(id)!),
    })),
    booked: sum(lines.map(({ amounts }) => totalOf(amounts))),
    rest: left,
    needsReason: unexplained.map(({ text }) => text),
  };
}

/** An amount that was sent: more than 0, at most two decimals. */
export function checkedAmount(amount: string): string {
  if (!isMoney(amount) || cents(amount) <= 0n) refuse('badParameter', { name: 'amount' });
  return yuan(cents(amount));
}

/** Bookings tell amounts of instalments, so they are made only by people who see those. */
export async function refuseBlind(cx: Context): Promise<void> {
  const hidden =
    (await hidesAny(cx, paymentPlan, 'amountPayable', 'rent', 'principal', 'paidAmount', 'paymentDate')) ||
    (await hidesAny(cx, order, 'contractCode', 'customerName')) ||
    (await hidesAny(cx, receipt, 'amount', 'openAmount'));
  if (hidden) refuse('amountsHidden');
}

export async function refuseUnknownCustomer(cx: Context, id: string | null): Promise<void> {
  if (id !== null && !(await cx.rows(customer).hold(id))) refuse('order.noCustomer');
}

export function restLines(rest: Rest, left: string, way: Way, customerId: string | null): AccountLine[] {
  if (cents(left) === 0n) return [];
  if (rest === 'unclaimed') return [{ account: 'unclaimed', amount: left }];
  return customerId === null ? refuse('receipt.noCustomer') : [{ account: 'prepaid', customerId, way, amount: left }];
}

/** Refuses to book what a person has not seen. */
export function refuseOther(confirmed: string | undefined, now: Outcome): void {
  refuseChanged(confirmed, now, now.booked);
}

/** What a movement is booked to: what it is aimed at, and where the rest goes. `trial`: what the person has confirmed. */
interface Booked {
  aim: Aim;
  rest: Rest;
  trial?: string | undefined;
}

/**
 * What an earlier day than today makes of late charges, where only the person who enters it says that the money came then.
 * `isOpen`: something is forgone, or may be when the rest is claimed.
 */
async function forgoneBy(
  cx: Context,
  { valueDate, direction }: Movement,
  { rest }: Booked,
  { lines, left }: Aimed,
): Promise<{ late: string; isOpen: boolean }> {
  if (valueDate! >= cx.today || direction !== directions.received) return { late: '0.00', isOpen: false };
  const rows = lines.map(({ row }) => row);
  const [then, now] = [await lateOf(cx, rows, valueDate!), await lateOf(cx, rows)];
  const openOf = (late: ReadonlyMap<string, Late>) => sum(rows.map(({ id }) => late.get(id)?.open ?? '0.00'));
  const late = subtract(openOf(now), openOf(then));
  return { late, isOpen: cents(late) > 0n || (rest === 'unclaimed' && cents(left) > 0n) };
}

/** A movement that no paper of a bank proves, as others decide on it. The receipt keeps the id that they have seen. */
async function bookingDeed(cx: Context, movement: Movement, how: Booked, found: Aimed): Promise<Deed> {
  const id = movement.id ?? cx.deps.newId();
  const client = movement.customerId ? await cx.rows(customer).get(movement.customerId) : undefined;
  const lines = found.lines.map((line) => ({ ...line, amount: totalOf(line.amounts) }));
  const whose = customersOf(movement, found.lines);
  const forgone = await forgoneBy(cx, movement, how, found);
  // Money that leaves and that no instalment needs is as good as a refund.
  const isLoose = movement.direction === directions.paidOut && cents(found.left) > 0n;
  return {
    act: 'receiptBook',
    module: receipt,
    row: { id },
    name: movement.partyName ?? movement.valueDate ?? id,
    input: { movement: { ...movement, id }, ...how },
    amount: movement.amount,
    counted: forgone.isOpen || isLoose ? null : await withToday(cx, movement.amount!, whose),
    whose,
    reason: movement.remark ?? '',
    changes: [
      ...movementChanges(movement, client?.realName),
      ...aimChanges(cx, lines, { left: found.left, isPrepaid: how.rest === 'prepaid' }),
      ...(cents(forgone.late) > 0n
        ? [
            {
              label: label('因日期提前而少收的逾期费', 'Late charge forgone by the earlier day'),
              before: null,
              after: inYuan(forgone.late),
              says: dueSays,
            },
          ]
        : []),
    ],
  };
}

/** The movement that others have agreed to book. */
export const approvedBooking: ApprovedDeed = async (cx, { input }) => {
  const { movement, ...how } = input as unknown as Booked & { movement: Movement };
  await bookMovement(cx, movement, { ...how, isTrial: false });
};

/** Books a movement, or only says what it would be booked to; a large one that is entered by hand waits for approval. */
export async function bookMovement(
  cx: Context,
  movement: Movement,
  { isTrial, explained = movement.remark ?? '', ...how }: Booked & { isTrial: boolean; explained?: string },
): Promise<Outcome> {
  const { aim, rest } = how;
  await refuseBlind(cx);
  const isByHand = movement.source === sources.byHand;
  if (isByHand && !isTrial) await lockDay(cx);
  await refuseUnknownCustomer(cx, movement.customerId ?? null);
  const [amount, way, valueDate] = [movement.amount!, movement.direction as Way, movement.valueDate!];
  await refuseDay(cx, valueDate);
  const found = await aimed(cx, { amount, way, valueDate }, aim);
  const others = restLines(rest, found.left, way, movement.customerId ?? null);
  const booking: Booking = { movement, instalments: found.lines, others };
  const unexplained = await unexplainedOf(cx, [booking]);
  const outcome = outcomeOf(found, unexplained);
  if (isTrial) {
    await judgeAll(cx, [booking]);
    return outcome;
  }
  refuseOther(how.trial, outcome);
  await refuseWaiting(cx, found.lines);
  const seen = { ...how, trial: outcome.trial };
  if (isByHand && (await cx.approvals.hold(await bookingDeed(cx, movement, seen, found)))) return outcome;
  const [row] = await bookAll(cx, [booking], movement.remark ?? '', explained);
  return outcomeOf(found, unexplained, row);
}

/** Writes entries that move money from one account to others, and what is paid of instalments afterwards. */
export async function transfer(
  cx: Context,
  booking: Booking,
  { transferNo, receiptId, reason }: { transferNo: string; receiptId: string | null; reason: string },
): Promise<void> {
  const instalments = booking.instalments ?? [];
  const entries = entriesOf(cx, booking, entryKinds.transfer);
  await addEntries(
    cx,
    entries.map((entry) => ({ ...entry, batch_no: transferNo, receipt_id: receiptId, reason })),
  );
  await writePaid(
    cx,
    instalments.map((line) => ({ ...line, valueDate: booking.movement.valueDate, batchNo: transferNo })),
    { action: 'pay', reason },
  );
  await settlePaid(
    cx,
    instalments.map(({ held }) => held.id),
  );
}

/** Pays instalments from what a customer prepaid. */
export async function applyPrepaid(
  cx: Context,
  {
    customerId,
    way,
    amount,
    aim,
    isTrial,
    trial,
    reason,
  }: {
    customerId: string;
    way: Way;
    amount?: string;
    aim: Aim;
    isTrial: boolean;
    trial?: string | undefined;
    reason: string;
  },
): Promise<Outcome & { transferNo: string | null }> {
  await refuseBlind(cx);
  await refuseUnknownCustomer(cx, customerId);
  const balance = await balanceOf(cx, { account: 'prepaid', customerId, way });
  const used = amount ?? balance;
  if (cents(used) <= 0n || cents(used) > cents(balance)) refuse('receipt.balance', { amount: balance });
  await refuseDay(cx, cx.today);
  const found = await aimed(cx, { amount: used, way, valueDate: cx.today }, { ...aim, customerId });
  const booked = subtract(used, found.left);
  if (cents(booked) === 0n) refuse('receipt.nothingOpen');
  const movement: Movement = { direction: way, valueDate: cx.today, amount: '0.00', source: sources.byHand };
  for (const line of found.lines) {
    judgeLine(movement, line);
    // What one customer prepaid is never another's.
    if (line.held.customerId !== customerId) refuse('notYours');
  }
  await refuseWaiting(cx, found.lines);
  await refuseUnreceived(cx, found.lines);
  const unexplained = await outOfTurn(cx, [{ lines: found.lines }]);
  const outcome = outcomeOf(found, unexplained);
  if (isTrial) return { ...outcome, transferNo: null };
  refuseOther(trial, outcome);
  refuseUnexplained(unexplained, reason);
  const from: AccountLine = { account: 'prepaid', customerId, way, amount: subtract('0', booked) };
  const transferNo = await nextNumber(cx, 'ZZ');
  await transfer(cx, { movement, instalments: found.lines, others: [from] }, { transferNo, receiptId: null, reason });
  return { ...outcome, transferNo };
}

/** Sets the deposit of an order off against what is due of it, or chosen instalments of it. */
export async function useDeposit(
  cx: Context,
  orderId: string,
  {
    amount,
    shares,
    isTrial,
    trial,
    reason,
  }: { amount?: string; shares: readonly Share[]; isTrial: boolean; trial?: string | undefined; reason: string },
): Promise<Outcome & { transferNo: string | null }> {
  await refuseBlind(cx);
  const [held] = await cx.rows(order).lock([orderId]);
  if (!held) return refuse('notYours');
  const { deposit } = await heldOf(cx, orderId);
  const used = amount ?? deposit;
  if (cents(used) <= 0n || cents(used) > cents(deposit)) refuse('receipt.balance', { amount: deposit });
  const way = wayOf(held);
  const found = await aimed(
    cx,
    { amount: used, way, valueDate: cx.today },
    { shares, orderIds: [orderId], customerId: null },
  );
  const booked = subtract(used, found.left);
  if (cents(booked) === 0n) refuse('receipt.nothingOpen');
  const movement: Movement = { direction: way, valueDate: cx.today, amount: '0.00', source: sources.byHand };
  for (const line of found.lines) {
    judgeLine(movement, line);
    // A deposit secures its own order, and is not paid from itself.
    const of = { contract: calledContract(line.held), period: line.row.currentPeriods ?? 0 };
    if (line.held.id !== orderId || line.row.kind === rowKinds.deposit) refuse('receipt.notPayable', of);
  }
  await refuseWaiting(cx, found.lines);
  await refuseUnreceived(cx, found.lines);
  const unexplained = await outOfTurn(cx, [{ lines: found.lines }]);
  const outcome = outcomeOf(found, unexplained);
  if (isTrial) return { ...outcome, transferNo: null };
  refuseOther(trial, outcome);
  refuseUnexplained(unexplained, reason);
  const customerId = held.customerId;
  const from: AccountLine = { account: 'deposit', customerId, orderId, way, amount: subtract('0', booked) };
  const transferNo = await nextNumber(cx, 'DK');
  await transfer(cx, { movement, instalments: found.lines, others: [from] }, { transferNo, receiptId: null, reason });
  return { ...outcome, transferNo };
}

/** A balance that is paid out, and the movement that does it. */
export interface Refund {
  customerId: string;
  /** The order whose money it is; without one it is what the customer prepaid. */
  orderId?: string;
  way: Way;
  amount: string;
  valueDate: string;
  bankName?: string;
  serialNo?: string;
  partyName?: string;
  partyAccount?: string;
}

/** Pays a balance back, or asks others to approve it: then the receipt is undefined. */
export async function refund(cx: Context, asked: Refund, reason: string): Promise<Receipt | undefined> {
  const { customerId, orderId, way, amount, ...how } = asked;
  const whose = (await cx.rows(customer).hold(customerId)) ?? refuse('order.noCustomer');
  const held = orderId === undefined ? undefined : ((await cx.rows(order).lock([orderId]))[0] ?? refuse('notYours'));
  if (held && held.customerId !== customerId) refuse('notYours');
  if (held && held.businessStatus !== cancelled) refuse('receipt.orderGoes', { contract: calledContract(held) });
  const line: AccountLine = held
    ? { account: 'order', customerId, orderId: held.id, way, amount: subtract('0', amount) }
    : { account: 'prepaid', customerId, way, amount: subtract('0', amount) };
  const booking: Booking = {
    movement: {
      partyName: whose.realName,
      ...how,
      direction: otherWay(way),
      amount,
      source: sources.byHand,
      customerId,
      remark: reason,
    },
    others: [line],
  };
  await judgeAll(cx, [booking]);
  const isHeld = await cx.approvals.hold({
    act: 'refund',
    module: held ? order : customer,
    row: held ?? whose,
    name: held?.contractCode ?? whose.realName ?? whose.id,
    // The name that others have seen: the customer may be called otherwise by then.
    input: { ...asked, partyName: booking.movement.partyName },
    amount,
    ofDay: await doneToday(cx, 'refund', { customers: [customerId] }),
    whose: [customerId],
    reason,
    changes: [
      { label: label('退款金额', 'Refund'), before: null, after: inYuan(amount), says: { receipt: ['amount'] } },
      ...movementChanges(booking.movement, whose.realName),
    ],
  });
  if (isHeld) return undefined;
  const [row] = await bookAll(cx, [booking], reason);
  return row;
}

/** The refund that others have approved: of a balance, or the open one of a cancelled order. */
export const approvedRefund: ApprovedDeed = (cx, { id, input, reason }) =>
  input.isOfOrder
    ? returnMoney(cx, id, reason, input.valueDate as string | undefined)
    : refund(cx, input as unknown as Refund, reason);
