/**
 * What closes an order before its maturity: the principal that is left, the interest up to the day that is not paid yet,
 * charges that are open, and a fee. The console's quote, the agreement's paper and the booked row run this code.
 *
 * Amounts are decimal strings in yuan, rates are percent, dates are 'yyyy-MM-dd'. Every rounding is half up to the cent.
 */
import { daysBetween, isDate } from '../calendar';
import { cents, isRate, lesser, RATE_WHOLE, rate, roundedDivide, sum, yuan } from '../money';
import { type RowKind, repayMethods, rowKinds } from './codes';
import type { PlanRow } from './plan';
import { basisOf } from './schedule';
import { isAhead, NotTerms, type PlanTerms } from './terms';

/** A row of the plan and what is open of it. A late charge stands beside the row. */
export interface ExitRow
  extends Pick<PlanRow, 'currentPeriods' | 'paymentDate' | 'days' | 'rent' | 'principal' | 'other'> {
  kind: RowKind;
  /** Whether its rent is for the days after its date; by default as the terms have it. */
  isAhead?: boolean;
  open: { late: string; other: string; rent: string; principal: string };
}
export interface ExitAsk {
  terms: PlanTerms;
  rows: readonly ExitRow[];
  /** After interestDate, or on it, and before the end of the plan. The day itself earns nothing. */
  exitDate: string;
  /** Yearly rate that holds on early exit, for the methods that repay no principal during the term; by default the order's. */
  exitRate?: string | number | null;
  /** Percent of the principal that is left. */
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

/** Interest of the methods whose principal stays whole to the end: on all of it, day by day. */
function earnedWhole(
  { totalAmount, yearRate, deadline, dayCount }: PlanTerms,
  days: number,
  exitRate: string | number,
) {
  const kind = dayCount === 360 ? 'ACT_360' : dayCount === 365 ? 'ACT_365' : 'AUTO';
  const basis = BigInt(basisOf(deadline, kind));
  return roundedDivide(cents(totalAmount) * rate(exitRate ?? yearRate) * BigInt(days), RATE_WHOLE * basis);
}

/** Interest of the other methods: whole for the periods that have ended, by days for the one that runs. */
function earnedByRows(rows: readonly ExitRow[], exitDate: string, isUsuallyAhead: boolean): bigint {
  return rows.reduce((earned, { paymentDate, days, rent, isAhead: isRowAhead = isUsuallyAhead }) => {
    const since = daysBetween(paymentDate, exitDate);
    if (days <= 0) return earned + (since >= 0 ? cents(rent) : 0n);
    const passed = isRowAhead ? since : days + since;
    if (passed >= days) return earned + cents(rent);
    return passed <= 0 ? earned : earned + roundedDivide(cents(rent) * BigInt(passed), BigInt(days));
  }, 0n);
}

function difference(rows: readonly ExitRow[], part: 'rent' | 'principal'): bigint {
  return rows.reduce((paid, row) => paid + cents(row[part]) - cents(row.open[part]), 0n);
}
function openSum(rows: readonly ExitRow[], part: keyof ExitRow['open']): bigint {
  return cents(sum(rows.map(({ open }) => open[part])));
}

/** Throws NotTerms naming `exitDate` outside the plan, `exitRate`, `feeRate`, or `total` when it would be negative. */
export function exitQuote({ terms, rows, exitDate, exitRate, feeRate, isCollected }: ExitAsk): ExitQuote {
  const instalments = rows.filter(({ kind }) => kind === rowKinds.instalment);
  const end =
    instalments
      .map(({ paymentDate }) => paymentDate)
      .sort()
      .at(-1) ?? '';
  const days = isDate(exitDate) ? daysBetween(terms.interestDate, exitDate) : -1;
  const isGood = {
    exitDate: days >= 0 && exitDate < end,
    exitRate: exitRate === undefined || exitRate === null || isRate(exitRate),
    feeRate: feeRate === undefined || feeRate === null || isRate(feeRate),
  };
  const wrong = Object.entries(isGood).flatMap(([name, good]) => (good ? [] : [name]));
  if (wrong.length > 0) throw new NotTerms(wrong);

  const isWhole = terms.repayMethod === repayMethods.interestFirst || terms.repayMethod === repayMethods.atMaturity;
  const earned = isWhole
    ? earnedWhole(terms, days, exitRate ?? terms.yearRate)
    : earnedByRows(instalments, exitDate, isAhead(terms));
  const rentPaid = difference(instalments, 'rent');
  const owing = earned - rentPaid;
  const principalLeft = openSum(instalments, 'principal');
  const fee = roundedDivide(principalLeft * rate(feeRate ?? 0), RATE_WHOLE);
  const charged = rows.filter(({ kind }) => kind === rowKinds.fee || kind === rowKinds.purchasePrice);
  const charges = openSum(charged, 'other');
  const late = openSum(rows, 'late');
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
