/** What the company has put into a lease that its customer pays, what came back, and what it earns on that. */
import { cents, yuan } from '../money';
import { rowKinds } from './rowKinds';
import { type Flow, yearlyYield } from './yield';

/** A row of a plan, as far as it says what comes back and when. Amounts are decimal yuan. */
export interface ReturningRow {
  kind: number | null;
  paymentDate: string | null;
  amountPayable: string | null;
  paidAmount: string | null;
  /** 2 is void. */
  payStatus: number | null;
  /** 1 where another row takes its place. */
  isFrozen: number | null;
}

/** A payment to a supplier on its value date. Decimal yuan. */
export interface SupplierPayment {
  date: string;
  amount: string;
}

/** What a row brings, in cents: one that another row takes the place of counts as far as it was paid. */
function broughtBy({ payStatus, isFrozen, amountPayable, paidAmount }: ReturningRow): bigint {
  return cents((payStatus === 2 || isFrozen === 1 ? paidAmount : amountPayable) ?? '0');
}
function sumOf(rows: readonly ReturningRow[], of: (row: ReturningRow) => bigint): bigint {
  return rows.reduce((all, row) => all + of(row), 0n);
}

/**
 * Percent a year with four decimals at which the payments to suppliers are worth what the plan brings; the deposit comes
 * in by its row and goes back at maturity. Null while nothing is paid or there is no plan.
 */
export function investmentRate(
  payments: readonly SupplierPayment[],
  rows: readonly ReturningRow[],
  maturity: string | null,
): string | null {
  const invested = payments.reduce((all, { amount }) => all + cents(amount), 0n);
  if (invested <= 0n || rows.length === 0) return null;
  const deposits = rows.filter(({ kind }) => kind === rowKinds.deposit);
  const flows: Flow[] = [
    ...payments.map(({ date, amount }) => ({ date, amount: -cents(amount) })),
    ...rows.map((row) => ({ date: row.paymentDate!, amount: broughtBy(row) })),
    ...(maturity ? [{ date: maturity, amount: -sumOf(deposits, broughtBy) }] : []),
  ];
  return yearlyYield(flows.sort((a, b) => (a.date < b.date ? -1 : 1)));
}

/** Decimal yuan. A deposit is neither returned nor earned: it is held, and goes back. */
export interface LeaseReturn {
  /** What was received of rent, principal and charges; late charges are beside it. */
  returned: string;
  /** What the plan brings less what was invested. */
  margin: string;
}

export function leaseReturn(invested: string, rows: readonly ReturningRow[]): LeaseReturn {
  const kept = rows.filter(({ kind }) => kind !== rowKinds.deposit);
  return {
    returned: yuan(sumOf(kept, ({ paidAmount }) => cents(paidAmount ?? '0'))),
    margin: yuan(sumOf(kept, broughtBy) - cents(invested)),
  };
}
