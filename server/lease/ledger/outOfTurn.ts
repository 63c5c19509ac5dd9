/** What needs a reason whenever it is booked, by whatever call: instalments out of turn, and another's money. */
import { daysBetween } from '../../../contract/domain/calendar';
import { rowKinds } from '../../../contract/domain/leasing/rowKinds';
import { paidOf } from '../../../contract/domain/ledger/allocation';
import { earlyPaymentDays } from '../../../contract/domain/ledger/early';
import { add, cents } from '../../../contract/domain/money';
import { filledIn, textIn } from '../../../contract/domain/text';
import { order } from '../../../contract/modules/lease/order';
import { type PaymentPlan, paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { hiddenFields } from '../../engine/rights/scopes';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import type { Movement, PlanLine } from './accounts';

/** An instalment, and why paying it needs a reason. */
export interface OutOfTurn {
  row: PaymentPlan;
  text: string;
}
/** Lines that are booked together; `customerId`: whose money it is, where that is known. */
type Lines = Pick<Movement, 'customerId'> & { lines: readonly PlanLine[] };

const reasonTexts = {
  skips: ['的前序期次尚未付款', 'follows an unpaid instalment'],
  early: ['距应付日还有 {early} 天', 'is due in {early} days'],
  soon: ['尚未临近应付日', 'is not due soon'],
  foreign: ['不是该客户的订单', 'belongs to another customer'],
} as const;

/** The beginning of each sentence: the instalment it is about, without what a data scope hides. */
export function instalmentName({ language }: Context, code: string | null, period: number | null): string {
  const text: [zh: string, en: string] =
    code === null
      ? period === null
        ? ['本期', 'This instalment ']
        : ['第{period}期', 'Instalment {period} ']
      : period === null
        ? ['合同{code}的一期', 'An instalment of contract {code} ']
        : ['合同{code}第{period}期', 'Contract {code}, instalment {period} '];
  return filledIn(textIn(text, language), { code, period });
}

/** The open instalments of these orders. */
async function openRows({ trx, tenantId }: Context, orderIds: readonly string[]) {
  return trx
    .selectFrom('lease_payment_plan')
    .select(['id', 'order_id', 'current_periods'])
    .where('tenant_id', '=', tenantId)
    .where('order_id', 'in', [...orderIds, '0'])
    .where('kind', '=', rowKinds.instalment) // a charge has no place among the periods
    .where('pay_status', '=', 0)
    .where('is_frozen', '=', 0)
    .where('is_deleted', '=', 0)
    .execute();
}

/**
 * Instalments that are paid before an earlier one of their order, long before they are due, or with the money of another
 * customer. What earlier lines pay whole counts as paid.
 */
export async function outOfTurn(cx: Context, together: readonly Lines[]): Promise<OutOfTurn[]> {
  const all = together.flatMap(({ lines }) => lines);
  if (all.length === 0) return [];
  const open = await openRows(cx, [...new Set(all.map(({ held }) => held.id))]);
  const hidden = await hiddenFields(cx, paymentPlan);
  const hidesCode = (await hiddenFields(cx, order)).has('contractCode') || hidden.has('contractCode');
  const paid = new Map<string, string>();
  for (const { row, amounts } of all) paid.set(row.id, add(paid.get(row.id) ?? row.paidAmount ?? '0', paidOf(amounts)));
  const isWhole = (row: PaymentPlan) => cents(paid.get(row.id)!) >= cents(row.amountPayable ?? '0');
  const whole = new Set(all.flatMap(({ row }) => (isWhole(row) ? [row.id] : [])));
  const first = new Map<string, number>();
  for (const { id, order_id, current_periods } of open) {
    if (whole.has(id)) continue;
    first.set(order_id, Math.min(first.get(order_id) ?? current_periods, current_periods));
  }
  return together.flatMap(({ customerId, lines }) =>
    lines.flatMap(({ row, held }) => {
      const isInstalment = row.kind === rowKinds.instalment;
      const period = isInstalment && !hidden.has('currentPeriods') ? row.currentPeriods : null;
      const name = instalmentName(cx, hidesCode ? null : held.contractCode, period);
      const because = (why: keyof typeof reasonTexts, values = {}) => ({
        row,
        text: name + filledIn(textIn(reasonTexts[why], cx.language), values),
      });
      const early = daysBetween(cx.today, row.paymentDate!);
      return [
        ...((first.get(held.id) ?? row.currentPeriods!) < row.currentPeriods! ? [because('skips')] : []),
        ...(early > earlyPaymentDays
          ? [hidden.has('paymentDate') ? because('soon') : because('early', { early })]
          : []),
        ...(customerId && customerId !== held.customerId ? [because('foreign')] : []),
      ];
    }),
  );
}

/** The first of them as one text. */
export function listed(found: readonly { text: string }[]): string {
  return found
    .slice(0, 10)
    .map(({ text }) => text)
    .join('；');
}

/** Refuses them without a reason. */
export function refuseUnexplained(found: readonly OutOfTurn[], reason: string): void {
  if (found.length > 0 && reason.trim() === '') refuse('plan.reasonNeeded', { rows: listed(found) });
}
