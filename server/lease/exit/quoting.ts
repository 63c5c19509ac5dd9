/** What closes an order before its maturity, from its plan as it stands. */
import { sql } from 'kysely';
import { addDays } from '../../../contract/domain/calendar';
import { type ExitAsk, type ExitQuote, exitQuote } from '../../../contract/domain/leasing/exit';
import { planTermsOf } from '../../../contract/domain/leasing/record';
import { rowKinds } from '../../../contract/domain/leasing/rowKinds';
import { isAhead } from '../../../contract/domain/leasing/terms';
import { directions } from '../../../contract/domain/lifecycle/direction';
import { active, matured } from '../../../contract/domain/lifecycle/orderStates';
import type { Order } from '../../../contract/modules/lease/order';
import { type PaymentPlan, paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { keptRestructuring } from '../../../contract/wire/lease/restructure';
import { hidesAny, withinScope } from '../../engine/rights/scopes';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { openOf } from '../ledger/open';
import { inWords } from '../terms/inWords';

/** What a person asks for. Rates are percent; without one the order's rate holds, and no fee is charged. */
export interface ExitAsked {
  exitDate: string;
  /** Last day on which the quote can be paid. */
  exitUntil: string;
  exitRate?: string | undefined;
  feeRate?: string | undefined;
  /** The day on which it was asked for, up to which late charges count; today without one. */
  askedOn?: string | undefined;
  /** What the person has agreed to: refused when it is not what closes the order any more. */
  amount?: string | undefined;
}

/** Days that an exit may lie back, and that a quote may hold. */
export const exitLimits = { daysBack: 31, daysOpen: 31, usualDays: 7, lastDay: '9999-11-30' } as const;

/** Instalments and charges of the plan that counts; voided ones and settlements do not. */
export async function planRows(cx: Context, orderId: string): Promise<PaymentPlan[]> {
  const rows = await cx.rows(paymentPlan).find({ orderId });
  return rows.filter(({ payStatus, kind }) => payStatus !== 2 && kind !== rowKinds.settlement);
}

/** The same for a person whom figures of all of them are told; refused where a data scope hides one. */
export async function seenPlanRows(cx: Context, orderId: string): Promise<PaymentPlan[]> {
  const rows = await planRows(cx, orderId);
  const within = await withinScope(cx, paymentPlan);
  const { rows: hidden } = await sql`
    select 1 from lease_payment_plan
    where tenant_id = ${cx.tenantId} and id = any(${rows.map(({ id }) => id)}::bigint[]) and not (${within}) limit 1`.execute(
    cx.trx,
  );
  return hidden.length > 0 ? refuse('amountsHidden') : rows;
}

/** What the plan comes to tells amounts of instalments, and so does the refusal of a figure that it has no more. */
export async function refuseBlind(cx: Context): Promise<void> {
  if (await hidesAny(cx, paymentPlan, 'amountPayable', 'rent', 'principal')) refuse('amountsHidden');
}

/** What a quote refuses, by the term at fault. */
const exitRefusals = {
  exitDate: 'order.exitOutside',
  exitRate: 'order.exitNoRate',
  feeRate: 'order.exitFee',
  total: 'order.exitOverpaid',
} as const;

/** Refused for days that no exit can have, and for what no quote can be made of. */
export async function quoteFor(
  cx: Context,
  held: Order,
  { exitDate, exitUntil, exitRate, feeRate, askedOn }: ExitAsked,
): Promise<ExitQuote> {
  if (held.businessStatus !== active && held.businessStatus !== matured) refuse('order.exitState');
  if (held.restructuring) refuse('order.restructuring');
  const from = addDays(cx.today, -exitLimits.daysBack);
  if (exitDate < from) refuse('order.exitEarly', { date: from });
  const until = addDays(exitDate, exitLimits.daysOpen);
  if (exitUntil < cx.today || exitUntil < exitDate || exitUntil > until) refuse('order.exitUntil', { date: until });
  const rows = await seenPlanRows(cx, held.id);
  const open = await openOf(cx, rows, askedOn);
  const terms = planTermsOf(held);
  const ask: ExitAsk = {
    terms,
    isRestructured: Boolean(held.restructured),
    rows: rows.map((row) => ({
      kind: row.kind ?? rowKinds.instalment,
      // Rows that a new plan has kept are as they were.
      isAhead: isAhead(row.planVersion === 1 ? terms : (keptRestructuring(held.restructured)?.terms ?? terms)),
      currentPeriods: row.currentPeriods ?? 0,
      paymentDate: row.paymentDate!,
      days: row.days ?? 0,
      rent: row.rent ?? '0',
      principal: row.principal ?? '0',
      other: row.other ?? '0',
      open: open.get(row.id)!,
    })),
    exitDate,
    exitRate: exitRate ?? null,
    feeRate: feeRate ?? null,
    isCollected: held.direction === directions.collect,
  };
  return inWords(exitRefusals, () => exitQuote(ask));
}
