/**
 * What closes an order before its maturity: the principal that is left, the interest up to the day that is not paid yet,
 * charges that are open, and a fee. The console's quote, the agreement's paper and the booked row run this code.
 *
 * Amounts are decimal strings in yuan, rates are percent, dates are 'yyyy-MM-dd'. Every rounding is half up to the cent.
 */
import { daysBetween, isDate } from '../calendar';
import { cents, isRate, lesser, RATE_WHOLE, rate, roundedDivide, sum, yuan } from '../money';
import { type Accrual, type AccrualRow, accruedUpTo, hasExitRate } from './accrual';
import type { PlanRow } from './plan';
import { type RowKind, rowKindBy } from './rowKinds';
import { NotTerms } from './terms';

/** The highest fee of an exit, percent of the principal that is left. */
export const mostFeeRate = 100;

/** A row of the plan and what is open of it. A late charge stands beside the row. */
export interface ExitRow extends AccrualRow, Pick<PlanRow, 'currentPeriods' | 'principal' | 'other'> {
  kind: RowKind;
  open: { late: string; other: string; rent: string; principal: string };
}
export interface ExitAsk extends Pick<Accrual, 'terms' | 'isRestructured'> {
  rows: readonly ExitRow[];
  /** After interestDate, or on it, and before the end of the plan. The day itself earns nothing. */
  exitDate: string;
  /** Yearly rate that holds on early exit, of methods that `hasExitRate` names alone; by default the order's. */
  exitRate?: string | number | null;
  /** Percent of the principal that is left, at most `mostFeeRate`. */
  feeRate?: string | number | null;
  /** Whether the customer pays: the fee is added then, and taken off where the company pays. */
  isCollected: boolean;
}
export interface ExitQuote {
  exitDate: string;
  /** Days from interestDate to the exit. */
  days: number;
  /** Interest up to the exit. */
  earned: string;
  rentPaid: string;
  /** earned − rentPaid. Negative where more was paid than the exit rate grants: the principal makes up for it. */
  owing: string;
  /** Principal that is not repaid yet. */
  principalLeft: string;
  fee: string;
  late: string;
  /** Charges that are open: handling fee and purchase price. A deposit that was not paid is not asked for any more. */
  charges: string;
  /** What closes the order, never negative. */
  total: string;
  /** The row that is paid: its three parts add up to the total. */
  row: { rent: string; principal: string; other: string };
}

function difference(rows: readonly ExitRow[], part: 'rent' | 'principal'): bigint {
  return rows.reduce((paid, row) => paid + cents(row[part]) - cents(row.open[part]), 0n);
}
function openSum(rows: readonly ExitRow[], part: keyof ExitRow['open']): bigint {
  return cents(sum(rows.map(({ open }) => open[part])));
}

function isGiven(value: string | number | null | undefined): value is string | number {
  return value !== undefined && value !== null;
}

/**
 * Throws NotTerms naming `exitDate` outside the plan, `exitRate` also where the method has none, `feeRate` also where it is
 * too high, or `total` when it would be negative.
 */
export function exitQuote({ rows, exitDate, exitRate, feeRate, isCollected, ...of }: ExitAsk): ExitQuote {
  const { terms, isRestructured = false } = of;
  const instalments = rows.filter(({ kind }) => rowKindBy(kind).askedAtExit === 'earned');
  const end =
    instalments
      .map(({ paymentDate }) => paymentDate)
      .sort()
      .at(-1) ?? '';
  const days = isDate(exitDate) ? daysBetween(terms.interestDate, exitDate) : -1;
  const isGood = {
    exitDate: days >= 0 && exitDate < end,
    exitRate: !isGiven(exitRate) || (isRate(exitRate) && hasExitRate(terms) && !isRestructured),
    feeRate: !isGiven(feeRate) || (isRate(feeRate) && rate(feeRate) <= rate(mostFeeRate)),
  };
  const wrong = Object.entries(isGood).flatMap(([name, good]) => (good ? [] : [name]));
  if (wrong.length > 0) throw new NotTerms(wrong);

  const { earned, uncapitalised } = accruedUpTo({
    ...of,
    rows: instalments,
    day: exitDate,
    yearRate: exitRate ?? null,
  });
  const rentPaid = difference(instalments, 'rent');
  const owing = earned - rentPaid;
  const principalLeft = openSum(instalments, 'principal') - uncapitalised;
  const fee = roundedDivide(principalLeft * rate(feeRate ?? 0), RATE_WHOLE);
  const charged = rows.filter(({ kind }) => rowKindBy(kind).askedAtExit === 'whole');
  const charges = openSum(charged, 'other');
  // Of what it asks for: a deposit that was not paid is none of that.
  const late = openSum([...instalments, ...charged], 'late');
  const ours = isCollected ? fee + charges + late : -fee;
  const total = principalLeft + owing + ours;
  if (total < 0n) throw new NotTerms(['total']);

  const other = ours > 0n ? lesser(ours, total) : 0n;
  const rent = owing > 0n ? lesser(owing, total - other) : 0n;
  return {
    exitDate,
    days,
    earned: yuan(earned),
    rentPaid: yuan(rentPaid),
    owing: yuan(owing),
    principalLeft: yuan(principalLeft),
    fee: yuan(fee),
    late: yuan(isCollected ? late : 0n),
    charges: yuan(isCollected ? charges : 0n),
    total: yuan(total),
    row: { rent: yuan(rent), principal: yuan(total - rent - other), other: yuan(other) },
  };
}
