import { rowKinds } from '../../../contract/domain/leasing/codes';
import { paidOf, totalOf } from '../../../contract/domain/ledger/allocation';
import { isPayable } from '../../../contract/domain/lifecycle/orderStates';
import { cents, sum } from '../../../contract/domain/money';
import { joined, label, textIn } from '../../../contract/domain/text';
import { type Order, order } from '../../../contract/modules/lease/order';
import { largestBatch, type PaymentPlan, paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { sources } from '../../../contract/modules/lease/receipt';
import { hiddenFields } from '../../engine/rights/scopes';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { paymentsConfirmed } from '../customer/customerMessages';
import { bookAll, wayOf, writePaid } from '../ledger/book';
import { lockDay, withToday } from '../ledger/deciding';
import { openOf } from '../ledger/open';
import { instalmentName, listed, outOfTurn } from '../ledger/outOfTurn';
import { beyondReceived } from '../ledger/principal';
import { nextNumber } from '../numbers';
import { settlePaid } from '../order/orderLifecycle';
import { filesOf } from '../payBatch/waiting';
import { isReplacing } from '../restructure/replacing';

/** A batch, tried or confirmed. Amounts are decimal yuan; those hidden from the person on a row are missing. */
export interface Batch {
  batchNo: string | null;
  /** It waits for the approval of others, and nothing is paid yet. */
  isHeld?: true;
  count: number;
  totalAmount?: string;
  rent?: string;
  principal?: string;
  banks?: { bankName: string; count: number; totalAmount?: string }[];
  overdue?: number;
  /** Rows that stop the batch, and why. Empty once confirmed. */
  offenders: { id: string; text: string }[];
  /** Rows that are paid out of order or long before they are due: they need a reason. */
  needsReason: { id: string; text: string }[];
  /** Orders whose last instalment is in the batch. */
  settles: { orderId: string; contractCode: string; customerName: string }[];
}

const unreceivedText = ['归还的本金超过收到的本金', 'would pay back more principal than came in'] as const;

/** Lock the rows of a batch and collect objections to paying them. Nothing is written. */
async function judgeBatch(
  cx: Context,
  ids: string[],
): Promise<{ rows: PaymentPlan[]; batch: Batch; orders: ReadonlyMap<string, Order> }> {
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

  const offenders: Batch['offenders'] = [];
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
  const open = await openOf(cx, rows);
  const payable = rows.flatMap((row) =>
    row.payStatus === 0 ? [{ row, held: orders.get(row.orderId!)!, amounts: open.get(row.id)! }] : [],
  );
  const needsReason = (await outOfTurn(cx, [{ lines: payable }])).map(({ row: { id }, text }) => ({ id, text }));
  const unreceived = new Set((await beyondReceived(cx, payable)).map(({ held }) => held.id));
  for (const { id, orderId } of rows.filter((row) => unreceived.has(row.orderId!))) {
    const name = instalmentName(cx, shows('contractCode') ? orders.get(orderId!)!.contractCode : null, null);
    offenders.push({ id, text: name + textIn(unreceivedText, cx.language) });
  }
  // Where a scope hides what is paid, the sums are those of whole instalments: what is open would disclose it.
  const total = (of: PaymentPlan[], name: 'amountPayable' | 'rent' | 'principal') =>
    sum(
      of.map((row) => {
        const amounts = open.get(row.id);
        if (!amounts || !shows('paidAmount')) return row[name] ?? '0';
        return name === 'amountPayable' ? paidOf(amounts) : amounts[name];
      }),
    );
  const bankNames = [...new Set(rows.map((row) => row.bankName))];
  const batch: Batch = {
    batchNo: null,
    count: rows.length,
    // A sum is hidden where its rows' amounts are.
    ...(shows('amountPayable') ? { totalAmount: total(rows, 'amountPayable') } : {}),
    ...(shows('rent') ? { rent: total(rows, 'rent') } : {}),
    ...(shows('principal') ? { principal: total(rows, 'principal') } : {}),
    ...(shows('bankName')
      ? {
          banks: bankNames.map((bankName) => {
            const own = rows.filter((row) => row.bankName === bankName);
            const sums = shows('amountPayable') ? { totalAmount: total(own, 'amountPayable') } : {};
            return { bankName, count: own.length, ...sums };
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
  return { rows, batch, orders };
}

/** The result that a batch would have. The same code as the confirmation, without its writes. */
export async function tryPayments(cx: Context, ids: string[]): Promise<Batch> {
  return (await judgeBatch(cx, ids)).batch;
}

/** Whether the batch waits for the decision of others; it is kept under its first row. */
async function heldBatch(
  cx: Context,
  rows: readonly PaymentPlan[],
  orders: ReadonlyMap<string, Order>,
  reason: string,
): Promise<boolean> {
  const first = rows[0]!;
  const open = await openOf(cx, rows);
  const total = sum(rows.map((row) => totalOf(open.get(row.id)!)));
  return cx.approvals.hold({
    act: 'paymentConfirm',
    module: paymentPlan,
    row: first,
    name: instalmentName(cx, orders.get(first.orderId!)!.contractCode, first.currentPeriods).trim(),
    also: rows.slice(1).map(({ id }) => id),
    input: { ids: rows.map(({ id }) => id) },
    amount: total,
    counted: await withToday(cx, total),
    reason,
    changes: [
      {
        label: paymentPlan.fields.payStatus.label,
        before: null,
        after: label(`确认 ${rows.length} 期付款`, `Confirm ${rows.length} payments`),
      },
    ],
  });
}

/** Books what is open of each row as a movement of today, and answers it; a row of which nothing is open is only marked. */
async function bookOpen(
  cx: Context,
  rows: readonly PaymentPlan[],
  orders: ReadonlyMap<string, Order>,
  { batchNo, reason }: { batchNo: string; reason: string },
): Promise<ReadonlyMap<string, string>> {
  const open = await openOf(cx, rows);
  const lines = rows.map((row) => ({ row, held: orders.get(row.orderId!)!, amounts: open.get(row.id)! }));
  const isOpen = ({ amounts }: (typeof lines)[number]) => cents(totalOf(amounts)) > 0n;
  const empty = lines.filter((line) => !isOpen(line));
  await writePaid(
    cx,
    empty.map((line) => ({ ...line, valueDate: cx.today, batchNo })),
    { action: 'pay', reason },
  );
  await bookAll(
    cx,
    lines.filter(isOpen).map(({ row, held, amounts }) => ({
      movement: {
        direction: wayOf(held),
        valueDate: cx.today,
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
  return new Map(lines.map(({ row, amounts }) => [row.id, totalOf(amounts)]));
}

/**
 * Confirm instalments as paid: all of them or none. Rows are locked in id order, each gets one payment entry, and an
 * order whose last row is among them settles itself in the same transaction.
 */
export async function confirmPayments(cx: Context, ids: string[], reason: string): Promise<Batch> {
  await lockDay(cx);
  const { rows, batch, orders } = await judgeBatch(cx, ids);
  if (batch.offenders.length > 0) refuse('plan.offenders', { rows: listed(batch.offenders) });
  if (batch.needsReason.length > 0 && reason.trim() === '')
    refuse('plan.reasonNeeded', { rows: listed(batch.needsReason) });
  if (await heldBatch(cx, rows, orders, reason)) return { ...batch, isHeld: true };
  const batchNo = await nextNumber(cx, 'PC');
  const paid = await bookOpen(cx, rows, orders, { batchNo, reason });
  await paymentsConfirmed(cx, batchNo, rows, orders, paid);
  return { ...batch, batchNo };
}
