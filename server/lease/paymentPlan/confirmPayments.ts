import { rowKinds } from '../../../contract/domain/leasing/rowKinds';
import { type Amounts, added, nothing, parts, totalOf } from '../../../contract/domain/ledger/allocation';
import { inYuan } from '../../../contract/domain/ledger/inYuan';
import { type Direction, directions } from '../../../contract/domain/lifecycle/direction';
import { isPayable } from '../../../contract/domain/lifecycle/orderStates';
import { cents, sum } from '../../../contract/domain/money';
import { joined, label, textIn } from '../../../contract/domain/text';
import { type Order, order } from '../../../contract/modules/lease/order';
import { largestBatch, type PaymentPlan, paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { sources } from '../../../contract/modules/lease/receipt';
import type { BatchLine, PaymentBatch } from '../../../contract/wire/lease/payments';
import { hiddenFields } from '../../engine/rights/scopes';
import type { Context, Deed } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { paymentsConfirmed } from '../customer/customerMessages';
import { bookAll, wayOf, writePaid } from '../ledger/book';
import { dueSays, lockDay, withToday } from '../ledger/deciding';
import { openOf } from '../ledger/open';
import { instalmentName, listed, outOfTurn } from '../ledger/outOfTurn';
import { beyondReceived } from '../ledger/principal';
import { refuseChanged, trialOf } from '../ledger/trial';
import { nextNumber } from '../numbers';
import { settlePaid } from '../order/orderLifecycle';
import { filesOf } from '../payBatch/waiting';
import { isReplacing } from '../restructure/replacing';

const unreceivedText = ['归还的本金超过收到的本金', 'would pay back more principal than came in'] as const;

interface Judged {
  rows: PaymentPlan[];
  batch: PaymentBatch;
  orders: ReadonlyMap<string, Order>;
  open: ReadonlyMap<string, Amounts>;
  /** Names what would be booked, also where the person sees no amounts. */
  trial: string;
}

/** Lock the rows of a batch and collect objections to paying them on a day. Nothing is written. */
async function judgeBatch(cx: Context, ids: string[], day: string): Promise<Judged> {
  if (ids.length > largestBatch) refuse('tooMany', { limit: largestBatch });
  const rows = (await cx.rows(paymentPlan).lock(ids)) as PaymentPlan[];
  const missing = ids.filter((id) => !rows.some((row) => row.id === id));
  if (missing.length > 0) refuse('plan.unknownRows', { ids: joined(missing.slice(0, 10), cx.language) });
  const hidden = await hiddenFields(cx, paymentPlan);
  const shows = (...names: (keyof PaymentPlan)[]) => !names.some((name) => hidden.has(name));
  const orders = new Map(
    (await cx.rows(order).lock([...new Set(rows.map((row) => row.orderId!))])).map((held) => [held.id, held]),
  );
  const siblings = await cx.trx
    .selectFrom('lease_payment_plan')
    .select(['id', 'order_id', 'current_periods', 'kind'])
    .where('tenant_id', '=', cx.tenantId)
    .where('order_id', 'in', [...orders.keys(), '0'])
    .where('pay_status', '=', 0)
    .where('is_deleted', '=', 0)
    .execute();

  const files = await filesOf(cx, ids);

  const offenders: PaymentBatch['offenders'] = [];
  const picked = new Set(ids);
  for (const row of rows) {
    const held = orders.get(row.orderId!)!;
    const name = instalmentName(
      cx,
      shows('contractCode') ? held.contractCode : null,
      shows('currentPeriods') && row.kind === rowKinds.instalment ? row.currentPeriods : null,
    );
    const against = (...why: [zh: string, en: string]) =>
      offenders.push({ id: row.id, text: name + textIn(why, cx.language) });
    if (row.payStatus === 1) against('已付款', 'is already paid');
    else if (row.payStatus === 2) against('已作废', 'is void');
    else if (row.isFrozen === 1) against('已冻结', 'is frozen');
    else if (isReplacing(held, row))
      against('已列入待签署的展期变更', 'is to be replaced by a restructuring that waits for its signature');
    else if (!isPayable(held.businessStatus ?? 0))
      against('所属订单当前状态不能付款', 'belongs to an order that cannot be paid in its current status');
    // A bank that was asked to pay it may do so at any moment.
    else if (files.has(row.id)) against('已在代付文件中，等待银行结果', 'is in a payment file and waits for the bank');
  }
  const ways = new Set([...orders.values()].map(({ direction }) => direction));
  if (ways.size > 1) refuse('plan.bothDirections');
  const open = await openOf(cx, rows, day);
  const payable = rows.flatMap((row) =>
    row.payStatus === 0 ? [{ row, held: orders.get(row.orderId!)!, amounts: open.get(row.id)! }] : [],
  );
  const needsReason = (await outOfTurn(cx, [{ lines: payable }])).map(({ row: { id }, text }) => ({ id, text }));
  const unreceived = new Set((await beyondReceived(cx, payable)).map(({ held }) => held.id));
  for (const { id, orderId } of rows.filter((row) => unreceived.has(row.orderId!))) {
    const name = instalmentName(cx, shows('contractCode') ? orders.get(orderId!)!.contractCode : null, null);
    offenders.push({ id, text: name + textIn(unreceivedText, cx.language) });
  }
  const lines = rows.map(({ id }): BatchLine => {
    const amounts = open.get(id) ?? nothing;
    return { ...amounts, id, amount: totalOf(amounts) };
  });
  const total = lines.reduce<Amounts>(added, nothing);
  const trial = trialOf(lines.map(({ id, ...amounts }) => [id, ...parts.map((part) => amounts[part])]));
  const amountOf = (of: readonly PaymentPlan[]) => sum(of.map(({ id }) => totalOf(open.get(id) ?? nothing)));
  // What is open discloses what is payable and paid, and a late charge the day: a sum is hidden where one of them is.
  const seesTotal = shows('amountPayable', 'paidAmount', 'paymentDate');
  const bankNames = [...new Set(rows.map(({ bankName }) => bankName))];
  const batch: PaymentBatch = {
    batchNo: null,
    direction: ([...ways][0] ?? directions.payout) as Direction,
    count: rows.length,
    ...(seesTotal ? { totalAmount: totalOf(total), late: total.late } : {}),
    ...(seesTotal && shows('other') ? { other: total.other } : {}),
    ...(shows('rent', 'paidAmount') ? { rent: total.rent } : {}),
    ...(shows('principal', 'paidAmount') ? { principal: total.principal } : {}),
    ...(seesTotal && shows('rent', 'principal', 'other') ? { lines, trial } : {}),
    ...(shows('bankName')
      ? {
          banks: bankNames.map((bankName) => {
            const own = rows.filter((row) => row.bankName === bankName);
            return { bankName, count: own.length, ...(seesTotal ? { totalAmount: amountOf(own) } : {}) };
          }),
        }
      : {}),
    ...(shows('payStatus', 'paymentDate')
      ? { overdue: rows.filter((row) => row.payStatus === 0 && row.paymentDate! < cx.today).length }
      : {}),
    offenders,
    needsReason,
    settles: [...orders.values()]
      .filter(({ id }) => siblings.filter((other) => other.order_id === id).every((other) => picked.has(other.id)))
      .map(({ id, contractCode, customerName }) => ({
        orderId: id,
        contractCode: (shows('contractCode') && contractCode) || '',
        customerName: (shows('customerName') && customerName) || '',
      })),
  };
  return { rows, batch, orders, open, trial };
}

/** The result that a batch would have. The same code as the confirmation, without its writes. */
export async function tryPayments(cx: Context, ids: string[]): Promise<PaymentBatch> {
  return (await judgeBatch(cx, ids, cx.today)).batch;
}

/** What is confirmed: the day that the money moved, and the trial of it that a person has seen. */
interface Confirmed {
  day: string;
  trial?: string | undefined;
}

/** Whether the batch waits for the decision of others; it is kept under its first row. */
async function heldBatch(
  cx: Context,
  { rows, orders, open, trial }: Judged,
  { day, reason }: { day: string; reason: string },
): Promise<boolean> {
  const first = rows[0]!;
  const amounts = rows.map(({ id }) => open.get(id)!);
  const total = sum(amounts.map(totalOf));
  const late = sum(amounts.map((one) => one.late));
  const whose = [...new Set([...orders.values()].map(({ customerId }) => customerId))];
  const row = (zh: string, en: string, after: Deed['changes'][number]['after']) => ({
    label: label(zh, en),
    before: null,
    after,
    says: dueSays,
  });
  return cx.approvals.hold({
    act: 'paymentConfirm',
    module: paymentPlan,
    row: first,
    name: instalmentName(cx, orders.get(first.orderId!)!.contractCode, first.currentPeriods).trim(),
    also: rows.slice(1).map(({ id }) => id),
    input: { ids: rows.map(({ id }) => id), day, trial },
    amount: total,
    counted: await withToday(cx, total, whose),
    whose,
    reason,
    changes: [
      {
        label: paymentPlan.fields.payStatus.label,
        before: null,
        after: label(`确认 ${rows.length} 期付款`, `Confirm ${rows.length} payments`),
      },
      row('入账日期', 'Booked for', day),
      row('合计', 'Total', inYuan(total)),
      ...(cents(late) > 0n ? [row('其中逾期费', 'Late charges in it', inYuan(late))] : []),
    ],
  });
}

/** Books what is open of each row as a movement of the day; a row of which nothing is open is only marked. */
async function bookOpen(
  cx: Context,
  { rows, orders, open }: Judged,
  { batchNo, reason, day }: { batchNo: string; reason: string; day: string },
): Promise<void> {
  const lines = rows.map((row) => ({ row, held: orders.get(row.orderId!)!, amounts: open.get(row.id)! }));
  const isOpen = ({ amounts }: (typeof lines)[number]) => cents(totalOf(amounts)) > 0n;
  const empty = lines.filter((line) => !isOpen(line));
  await writePaid(
    cx,
    empty.map((line) => ({ ...line, valueDate: day, batchNo })),
    { action: 'pay', reason },
  );
  await bookAll(
    cx,
    lines.filter(isOpen).map(({ row, held, amounts }) => ({
      movement: {
        direction: wayOf(held),
        valueDate: day,
        amount: totalOf(amounts),
        source: sources.instalment,
        bankName: row.bankName,
        partyName: held.customerName,
        partyAccount: row.bankCardCode,
        customerId: held.customerId,
        batchNo,
      },
      instalments: [{ row, held, amounts }],
    })),
    reason,
  );
  await settlePaid(
    cx,
    empty.map(({ held }) => held.id),
  );
}

/**
 * Confirm instalments as paid: all of them or none. Rows are locked in id order, each gets one payment entry, and an
 * order whose last row is among them settles itself in the same transaction. What others have agreed to later is booked
 * for the day on which it was asked for.
 */
export async function confirmPayments(
  cx: Context,
  ids: string[],
  reason: string,
  { day: keptDay, trial }: Partial<Confirmed> = {},
): Promise<PaymentBatch> {
  const day = keptDay ?? cx.today;
  await lockDay(cx);
  const judged = await judgeBatch(cx, ids, day);
  const { rows, batch, orders, open } = judged;
  const amounts = rows.map(({ id }) => open.get(id) ?? nothing);
  if (batch.offenders.length > 0) refuse('plan.offenders', { rows: listed(batch.offenders) });
  // Who sees no amounts was shown no trial: a refusal would tell what is hidden. What others agreed to is always compared.
  if (batch.trial || keptDay) refuseChanged(trial, { ...batch, trial: judged.trial }, sum(amounts.map(totalOf)));
  if (batch.needsReason.length > 0 && reason.trim() === '')
    refuse('plan.reasonNeeded', { rows: listed(batch.needsReason) });
  if (await heldBatch(cx, judged, { day, reason })) return { ...batch, isHeld: true };
  cx.approvals.allAsked();
  const batchNo = await nextNumber(cx, 'PC');
  await bookOpen(cx, judged, { batchNo, reason, day });
  await paymentsConfirmed(cx, batchNo, rows, orders, new Map(rows.map(({ id }) => [id, totalOf(open.get(id)!)])));
  return { ...batch, batchNo };
}
