/** What a termination agreement settles: the money that came in before the lease began, or an early exit as of today. */

import { sum } from '../../../contract/domain/money';
import { awaitingStart } from '../../../contract/domain/orderStates';
import { settlement } from '../../../contract/domain/schedule';
import type { Order } from '../../../contract/modules/lease/order';
import { paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import type { Context } from '../../kernel/context';
import type { ContractDoc, PlanLine } from '../templates';

type Settled = Pick<ContractDoc, 'plan' | 'totals' | 'isBeforeStart'>;

function settled(line: Omit<PlanLine, 'currentPeriods'>): Pick<ContractDoc, 'plan' | 'totals'> {
  const { rent, principal, amountPayable } = line;
  return { plan: [{ currentPeriods: 1, ...line }], totals: { rent, principal, amountPayable } };
}

/** The lines of the agreement. Before the start nothing is owed but what came in. */
export async function settledLines(
  cx: Context,
  held: Order,
  terms: Parameters<typeof settlement>[0]['terms'],
): Promise<Settled> {
  if ((held.businessStatus ?? 0) <= awaitingStart) {
    const paid = held.pzsfqr === 1 ? (held.voucherAmount ?? held.totalAmount) : '0.00';
    const line = { paymentDate: cx.today, days: 0, rent: '0.00', principal: paid, amountPayable: paid };
    return { ...settled(line), isBeforeStart: true };
  }
  const rows = await cx.rows(paymentPlan).find({ orderId: held.id });
  const paid = rows.filter(({ payStatus }) => payStatus === 1);
  const rentPaid = sum(paid.map(({ rent }) => rent ?? '0'));
  const isRunning = held.maturity !== null && cx.today < held.maturity && cx.today >= terms.interestDate;
  if (isRunning && paid.every(({ principal }) => Number(principal) === 0)) {
    const quote = settlement({ terms, exitDate: cx.today, rentPaid });
    const rent = Number(quote.owing) > 0 ? quote.owing : '0.00';
    const principal = Number(quote.owing) > 0 ? terms.totalAmount : quote.settlement;
    return settled({ paymentDate: cx.today, days: quote.days, rent, principal, amountPayable: quote.settlement });
  }
  // Past its term everything that is unpaid is due, and nothing is earned beyond it.
  const open = rows.filter(({ payStatus }) => payStatus === 0);
  const of = (name: 'rent' | 'principal' | 'amountPayable') => sum(open.map((row) => row[name] ?? '0'));
  return settled({
    paymentDate: cx.today,
    days: 0,
    rent: of('rent'),
    principal: of('principal'),
    amountPayable: of('amountPayable'),
  });
}
