/** Plans of an older system as this one holds them. */
import { daysBetween } from '../../../contract/domain/calendar';
import { repayMethods } from '../../../contract/domain/leasing/methods/methods';
import { type Plan, planOf } from '../../../contract/domain/leasing/plan';
import { rowKinds } from '../../../contract/domain/leasing/rowKinds';
import { NotTerms, type PlanTerms, type RentRow } from '../../../contract/domain/leasing/terms';
import { cents, yuan } from '../../../contract/domain/money';
import { inOrder, type PlannedRow, payable, totalPayable } from '../../../contract/domain/portfolio/plans';

/** The instalments of a plan as a rent table. */
export function rentTableOf(rows: readonly PlannedRow[]): RentRow[] {
  return rows
    .filter(({ kind }) => kind === rowKinds.instalment)
    .map(({ paymentDate, principal, rent }) => ({ paymentDate, principal, rent }));
}

/** The rows of a rebuilt plan. */
export function planned({ rows }: Plan): PlannedRow[] {
  return inOrder(
    rows.map(({ kind, currentPeriods, paymentDate, principal, rent, other }) => ({
      kind,
      period: currentPeriods,
      paymentDate,
      principal,
      rent,
      other,
    })),
  );
}

/** The terms under which the rows of the older system are a rent table. */
export function keptTerms(terms: PlanTerms, rows: readonly PlannedRow[]): PlanTerms {
  const { totalAmount, yearRate, deadline, interestDate } = terms;
  const of = (kind: number) => rows.filter((row) => row.kind === kind);
  const purchasePrice = totalPayable(of(rowKinds.purchasePrice));
  return {
    ...{ totalAmount, yearRate, deadline, interestDate, purchasePrice },
    repayMethod: repayMethods.rentTable.number,
    depositRate: of(rowKinds.deposit).length > 0 ? (terms.depositRate ?? '0') : '0',
    feeRate: of(rowKinds.fee).length > 0 ? (terms.feeRate ?? '0') : '0',
    rentTable: rentTableOf(rows),
  };
}

/** The end of a plan and its effective rate; null where the terms make none. */
export function yieldOf(terms: PlanTerms): { maturity: string; rate: string | null } | null {
  try {
    const { maturity, yearlyYield } = planOf(terms);
    return { maturity, rate: yearlyYield };
  } catch (error) {
    if (error instanceof NotTerms) return null;
    throw error;
  }
}

/** The last day of the rows, and not before a day. */
export function lastDay(rows: readonly PlannedRow[], from: string): string {
  return [from, ...rows.map(({ paymentDate }) => paymentDate)].sort().at(-1)!;
}

/** A row of a plan as the table of instalments holds it. */
export interface StoredRow extends PlannedRow {
  totalPeriods: number;
  days: number;
  amountPayable: string;
  balance: string;
}

/** Rows in order, with what follows from the rows before them. */
export function storedRows(rows: readonly PlannedRow[], interestDate: string, totalAmount: string): StoredRow[] {
  const totalPeriods = rows.filter(({ kind }) => kind === rowKinds.instalment).length;
  // A grace with nothing due has added its interest to the principal.
  const repaid = rows.reduce((all, { principal }) => all + cents(principal), 0n);
  const agreed = cents(totalAmount);
  let left = agreed;
  if (repaid > agreed) left = repaid;
  let before = interestDate;
  return rows.map((row) => {
    left -= cents(row.principal);
    const isInstalment = row.kind === rowKinds.instalment;
    const days = isInstalment && row.paymentDate > before ? daysBetween(before, row.paymentDate) : 0;
    if (days > 0) before = row.paymentDate;
    return {
      ...row,
      totalPeriods,
      days,
      amountPayable: payable(row),
      balance: yuan(left > 0n ? left : 0n),
    };
  });
}
