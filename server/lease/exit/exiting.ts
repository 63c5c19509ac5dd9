/** The moves of an early exit: into it, back from it, and its end. */
import { rowKinds } from '../../../contract/domain/leasing/rowKinds';
import { active, matured, terminated } from '../../../contract/domain/lifecycle/orderStates';
import { cents } from '../../../contract/domain/money';
import type { Order } from '../../../contract/modules/lease/order';
import { type PaymentPlan, paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { returnDeposit, takeDepositBack } from '../ledger/orderMoney';
import { refuseWaiting } from '../payBatch/waiting';
import { voidAnnulments } from '../terms/orderPapers';
import { pause, resume } from './pauses';
import { type ExitAsked, planRows, quoteFor } from './quoting';

/** The state of an order whose exit is withdrawn. */
export function runningState({ today }: Pick<Context, 'today'>, { maturity }: Pick<Order, 'maturity'>): number {
  return maturity !== null && today > maturity ? matured : active;
}

async function settlementOf(cx: Context, orderId: string): Promise<PaymentPlan | undefined> {
  const rows = await cx.rows(paymentPlan).find({ orderId, kind: rowKinds.settlement });
  return rows.find(({ payStatus }) => payStatus !== 2);
}
async function lockedUnpaid(cx: Context, orderId: string): Promise<PaymentPlan[]> {
  const unpaid = (await planRows(cx, orderId)).filter(({ payStatus }) => payStatus === 0);
  return cx.rows(paymentPlan).lockAll(unpaid.map(({ id }) => id));
}

/** Freezes what is unpaid and adds the one row that closes the order. Back from its end, the voided rows are frozen again. */
export async function beginExit(
  cx: Context,
  held: Order,
  { exit: asked, reason }: { exit?: ExitAsked | undefined; reason: string },
): Promise<Partial<Order>> {
  if (held.businessStatus === terminated) return reopenExit(cx, held, reason);
  if (!asked) return refuse('order.exitState');
  const quote = await quoteFor(cx, held, asked);
  const all = await cx.rows(paymentPlan).find({ orderId: held.id });
  const unpaid = await lockedUnpaid(cx, held.id);
  await refuseWaiting(
    cx,
    unpaid.map((row) => ({ row, held })),
  );
  await cx.rows(paymentPlan).updateAll(unpaid.map((row) => [row, { isFrozen: 1 as const }]));
  await pause(cx, unpaid);
  await cx.rows(paymentPlan).insert({
    ...quote.row,
    orderId: held.id,
    kind: rowKinds.settlement,
    planVersion: Math.max(...all.map(({ planVersion }) => planVersion ?? 1)) + 1,
    currentPeriods: 0,
    totalPeriods: 0,
    paymentDate: quote.exitDate,
    days: 0,
    monthlyRent: quote.row.rent,
    amountPayable: quote.total,
    balance: '0.00',
    bankCardCode: held.bankCardCode,
    bankName: held.bankName,
    // There is nothing to pay of a settlement of nothing.
    ...(cents(quote.total) === 0n ? { payStatus: 1 as const, paidTime: cx.time } : {}),
  });
  return { exitDate: quote.exitDate, exitUntil: asked.exitUntil, exitAmount: quote.total };
}

/** The payment of the settlement was taken back: what it had voided waits again. */
async function reopenExit(cx: Context, held: Order, reason: string): Promise<Partial<Order>> {
  if (!(await settlementOf(cx, held.id))) refuse('order.exitState');
  await takeDepositBack(cx, held, reason);
  // Those that an exit has voided stay frozen; others were replaced by a restructuring.
  const voided = await cx.rows(paymentPlan).find({ orderId: held.id, payStatus: 2, isFrozen: 1 });
  const rows = await cx.rows(paymentPlan).lockAll(voided.map(({ id }) => id));
  await cx.rows(paymentPlan).updateAll(rows.map((row) => [row, { payStatus: 0, isFrozen: 1 as const }]));
  return { settledTime: null };
}

/** The order goes on as if no exit had been asked for. Refused once something of the settlement is paid. */
export async function withdrawExit(cx: Context, held: Order, reason: string): Promise<Partial<Order>> {
  const settlement = await settlementOf(cx, held.id);
  if (settlement && cents(settlement.paidAmount ?? '0') > 0n) refuse('order.exitPaid');
  if (settlement) {
    const rows = await cx.rows(paymentPlan).lockAll([settlement.id]);
    await cx.rows(paymentPlan).updateAll(rows.map((row) => [row, { payStatus: 2 }]));
    await pause(cx, rows);
  }
  const frozen = await lockedUnpaid(cx, held.id);
  await cx.rows(paymentPlan).updateAll(frozen.map((row) => [row, { isFrozen: 0 as const }]));
  await resume(cx, frozen);
  await voidAnnulments(cx, held.id, reason);
  return { exitDate: null, exitUntil: null, exitAmount: null };
}

/** The settlement is paid: the instalments that it replaces are void. */
export async function endExit(cx: Context, held: Order): Promise<Partial<Order>> {
  const settlement = await settlementOf(cx, held.id);
  if (settlement?.payStatus !== 1) refuse('order.exitUnpaid');
  const frozen = await lockedUnpaid(cx, held.id);
  await cx.rows(paymentPlan).updateAll(frozen.map((row) => [row, { payStatus: 2 }]));
  await pause(cx, frozen);
  await returnDeposit(cx, held);
  return { settledTime: cx.time };
}
