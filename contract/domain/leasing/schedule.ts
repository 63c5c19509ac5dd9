/**
 * A plan with its principal at the end and rent by the month or at maturity, and what follows from a plan: settlement,
 * late charge, overdue days. Every other way of repaying is in `leasing/plan.ts`, which agrees with this to the cent.
 *
 * Amounts are decimal strings in yuan, rates are percent, dates are 'yyyy-MM-dd'. Every rounding is half up to the cent.
 */
import { addDays, daysBetween, isDate } from '../calendar';
import { cents, formatRate, isMoney, isRate, RATE_WHOLE, rate, roundedDivide, sum, yuan } from '../money';
import { bullet } from './bullet';
import { AMOUNT_MAX, timings } from './codes';
import { earnedIn, fraction } from './dayCounts';
import { methodOfType } from './methods/methods';
import { type Divide, down } from './rounding';
import { completed, isDeadline, LAST_DATE, NotTerms } from './terms';
import { automaticBasis, periodsOf, timelineOf } from './timeline';

export { AMOUNT_MAX, DEADLINE_MAX_DAYS } from './codes';
export { NotTerms } from './terms';
export { periodsOf } from './timeline';

/** What an order agrees on. */
export interface Terms {
  /** Principal, more than 0 and at most AMOUNT_MAX. */
  totalAmount: string;
  yearRate: string | number;
  /** Term in days, from 1 to DEADLINE_MAX_DAYS. */
  deadline: number;
  /** 0 monthly, 1 at maturity. */
  getType: 0 | 1;
  /** The first day that earns interest. */
  interestDate: string;
  /** Days in a year of interest. AUTO (default) decides by the term, see `basisOf`. */
  dayCount?: 'AUTO' | 'ACT_365' | 'ACT_360';
  /** EQUAL (default): the same rent each period. ACTUAL_DAYS: rent by the days of each period. */
  split?: 'EQUAL' | 'ACTUAL_DAYS';
  /** Whether the last instalment carries the principal (default true). */
  returnPrincipal?: boolean;
}

export interface Instalment {
  /** 1 to totalPeriods. */
  currentPeriods: number;
  totalPeriods: number;
  paymentDate: string;
  /** Days this instalment's rent is for: from the previous paymentDate (or interestDate) to this one. */
  days: number;
  rent: string;
  principal: string;
  /** rent + principal. */
  amountPayable: string;
  /** The period's rent before the residue. Only the last row's rent differs from it. */
  monthlyRent: string;
}

export interface Schedule {
  basis: 360 | 365;
  periods: number;
  maturity: string;
  totalRent: string;
  /** Rent of each period under EQUAL, of the average period under ACTUAL_DAYS. */
  monthlyRent: string;
  /** All that is ever paid: totalRent, and the principal if it is returned. */
  totalPayable: string;
  /** The last row's rent minus its monthlyRent: the cents that rounding left over. May be negative. */
  residue: string;
  rows: Instalment[];
}

function isOneOf(value: unknown, ...choices: unknown[]) {
  return choices.includes(value);
}

/** Names of the terms that are missing or unusable; `schedule` accepts exactly the drafts for which this is empty. */
export function wrongTerms(draft: { readonly [name in keyof Terms]?: unknown }): (keyof Terms)[] {
  const { totalAmount, interestDate, deadline } = draft;
  const hasDeadline = isDeadline(deadline);
  const isGood: Record<keyof Terms, boolean> = {
    totalAmount: isMoney(totalAmount) && cents(totalAmount) > 0n && cents(totalAmount) <= cents(AMOUNT_MAX),
    yearRate: isRate(draft.yearRate),
    deadline: hasDeadline,
    getType: isOneOf(draft.getType, 0, 1),
    interestDate: isDate(interestDate) && (!hasDeadline || daysBetween(interestDate, LAST_DATE) >= deadline),
    dayCount: isOneOf(draft.dayCount, undefined, 'AUTO', 'ACT_365', 'ACT_360'),
    split: isOneOf(draft.split, undefined, 'EQUAL', 'ACTUAL_DAYS'),
    returnPrincipal: isOneOf(draft.returnPrincipal, undefined, true, false),
  };
  return (Object.keys(isGood) as (keyof Terms)[]).filter((name) => !isGood[name]);
}

function demand(terms: Terms): void {
  const fields = wrongTerms(terms);
  if (fields.length > 0) throw new NotTerms(fields);
}

/** Days in a year of interest. AUTO takes 360 for a term sold in months of thirty days, 365 for any other. */
export function basisOf(deadline: number, dayCount: Terms['dayCount'] = 'AUTO'): 360 | 365 {
  if (dayCount === 'AUTO') return automaticBasis(deadline);
  return dayCount === 'ACT_360' ? 360 : 365;
}

/** The whole plan. Throws NotTerms for terms that `wrongTerms` names. */
export function schedule(terms: Terms): Schedule {
  demand(terms);
  const { deadline, split = 'EQUAL', returnPrincipal = true } = terms;
  const principal = cents(terms.totalAmount);
  const basis = basisOf(deadline, terms.dayCount);
  const time = timelineOf(completed({ ...terms, repayMethod: methodOfType(terms.getType), dayCount: basis }));
  const returned = returnPrincipal ? principal : 0n;
  const { parts, residue } = bullet(
    time,
    { principal, yearRate: rate(terms.yearRate), unit: 1n },
    { isByDays: split === 'ACTUAL_DAYS', timing: timings.arrears, returned },
  );
  const periods = parts.length;
  const totalRent = parts.reduce((all, { rent }) => all + rent, 0n);
  return {
    basis,
    periods,
    maturity: time.maturity,
    totalRent: yuan(totalRent),
    monthlyRent: yuan(split === 'EQUAL' ? (parts[0]?.nominalRent ?? 0n) : roundedDivide(totalRent, BigInt(periods))),
    totalPayable: yuan(totalRent + returned),
    residue: yuan(residue),
    rows: parts.map((part, i) => ({
      currentPeriods: i + 1,
      totalPeriods: periods,
      paymentDate: part.date,
      days: part.days,
      rent: yuan(part.rent),
      principal: yuan(part.principal),
      amountPayable: yuan(part.rent + part.principal),
      monthlyRent: yuan(part.nominalRent),
    })),
  };
}

export interface EarlyExit {
  terms: Terms;
  /** From interestDate up to, but not including, maturity. The exit day itself earns nothing. */
  exitDate: string;
  /** Rent paid so far, all instalments together. */
  rentPaid: string;
  /** Yearly rate that holds on early exit; the order's own rate when absent. */
  exitRate?: string | number;
  /** Percent of the principal charged as a fee; none when absent. */
  feeRate?: string | number;
}

export interface Settlement {
  /** Days from interestDate to the exit. */
  days: number;
  basis: 360 | 365;
  earned: string;
  /** earned − rent already paid. Negative when more was paid than the exit rate grants: the principal makes up for it. */
  owing: string;
  fee: string;
  /** principal + owing − fee, never negative. */
  settlement: string;
}

/** What closes an order before maturity. Terms that return no principal settle the rent alone. Throws NotTerms naming
 *  `exitDate` outside the term, `settlement` when the customer would have to pay, and any unusable input. */
export function settlement({
  terms,
  exitDate,
  rentPaid,
  exitRate = terms.yearRate,
  feeRate = 0,
}: EarlyExit): Settlement {
  demand(terms);
  const days = isDate(exitDate) ? daysBetween(terms.interestDate, exitDate) : -1;
  const isGood = {
    exitDate: days >= 0 && days < terms.deadline,
    rentPaid: isMoney(rentPaid) && cents(rentPaid) >= 0n,
    exitRate: isRate(exitRate),
    feeRate: isRate(feeRate),
  };
  const fields = Object.entries(isGood).flatMap(([name, good]) => (good ? [] : [name]));
  if (fields.length > 0) throw new NotTerms(fields);

  const principal = cents(terms.totalAmount);
  const basis = basisOf(terms.deadline, terms.dayCount);
  const earned = earnedIn(fraction(days, basis), principal, rate(exitRate));
  const owing = earned - cents(rentPaid);
  const fee = roundedDivide(principal * rate(feeRate), RATE_WHOLE);
  const settled = (terms.returnPrincipal === false ? 0n : principal) + owing - fee;
  if (settled < 0n) throw new NotTerms(['settlement']);
  return { days, basis, earned: yuan(earned), owing: yuan(owing), fee: yuan(fee), settlement: yuan(settled) };
}

/** The charge on an unpaid amount: `dailyRate` percent for each day overdue. Stored beside the row, never added to
 *  it. */
export function lateCharge(unpaid: string, dailyRate: string | number, days: number): string {
  return yuan(roundedDivide(cents(unpaid) * rate(dailyRate) * BigInt(days), RATE_WHOLE));
}

/** Days an unpaid instalment is late on a business date: 0 up to the end of the grace days, afterwards counted from the
 *  payment date itself. */
export function overdueDays(paymentDate: string, onDate: string, graceDays = 0): number {
  const late = daysBetween(paymentDate, onDate);
  return late > graceDays ? late : 0;
}

export type OverdueBucket = '0' | '1-30' | '31-60' | '61-90' | '90+';

/** The ageing bucket of a number of overdue days; '90+' starts at 91. */
export function overdueBucket(days: number): OverdueBucket {
  if (days <= 0) return '0';
  if (days <= 30) return '1-30';
  if (days <= 60) return '31-60';
  return days <= 90 ? '61-90' : '90+';
}

/** How many shares an amount buys, or null unless it is a whole number of at least one. Never throws: a form calls it
 *  while the amount is still being typed. */
export function shares(totalAmount: unknown, amountPer: unknown): bigint | null {
  if (!isMoney(totalAmount) || !isMoney(amountPer)) return null;
  const [whole, each] = [cents(totalAmount), cents(amountPer)];
  return each > 0n && whole >= each && whole % each === 0n ? whole / each : null;
}

/** The numbers behind a plan, as strings, in the order they are worked out:
 *  totalRent = principal × rate % × days ÷ basis; monthlyRent = totalRent ÷ periods; lastRent = totalRent − the earlier
 *  rents, which is monthlyRent + residue under EQUAL; maturity = start + days. */
export interface Explanation {
  principal: string;
  rate: string;
  days: string;
  basis: string;
  totalRent: string;
  split: 'EQUAL' | 'ACTUAL_DAYS';
  periods: string;
  monthlyRent: string;
  /** How many rents precede the last one. */
  earlierPeriods: string;
  lastRent: string;
  residue: string;
  start: string;
  maturity: string;
}

export function explain(terms: Terms, plan: Schedule): Explanation {
  return {
    principal: yuan(cents(terms.totalAmount)),
    rate: formatRate(terms.yearRate),
    days: String(terms.deadline),
    basis: String(plan.basis),
    totalRent: plan.totalRent,
    split: terms.split ?? 'EQUAL',
    periods: String(plan.periods),
    monthlyRent: plan.monthlyRent,
    earlierPeriods: String(plan.periods - 1),
    lastRent: plan.rows.at(-1)?.rent ?? plan.totalRent,
    residue: plan.residue,
    start: terms.interestDate,
    maturity: plan.maturity,
  };
}

/** The rules that a plan breaks for its terms; empty when it is sound. Works from the rows and the terms rather than
 *  from a second run of `schedule`, so it also checks stored plans. Throws NotTerms for unusable terms. */
export function checkSchedule(plan: Schedule, terms: Terms): string[] {
  demand(terms);
  const { rows } = plan;
  const { interestDate, deadline, split = 'EQUAL', returnPrincipal = true } = terms;
  const figures = [
    ...[plan.totalRent, plan.monthlyRent, plan.totalPayable, plan.residue],
    ...rows.flatMap((row) => [row.rent, row.principal, row.amountPayable, row.monthlyRent]),
  ];
  if (!figures.every(isMoney)) return ['amounts.unreadable'];
  if (!rows.every(({ paymentDate }) => isDate(paymentDate))) return ['dates.unreadable'];

  const periods = periodsOf(deadline, terms.getType);
  const principal = cents(terms.totalAmount);
  const basis = basisOf(deadline, terms.dayCount);
  const totalRent = earnedIn(fraction(deadline, basis), principal, rate(terms.yearRate));
  const maturity = addDays(interestDate, deadline);
  const last = rows.at(-1);
  const before = (i: number) => rows[i - 1]?.paymentDate ?? interestDate;
  const isEqual = (a: string, b: string | bigint) => cents(a) === (typeof b === 'bigint' ? b : cents(b));
  const returned = returnPrincipal ? principal : 0n;
  const fair = (row: Instalment, divide: Divide) =>
    split === 'EQUAL'
      ? divide(totalRent, BigInt(periods))
      : earnedIn(fraction(row.days, basis), principal, rate(terms.yearRate), divide);

  const holds: Record<string, boolean> = {
    'basis.differs': plan.basis === basis,
    'periods.count': plan.periods === periods && rows.length === periods,
    'periods.gap': rows.every((row, i) => row.currentPeriods === i + 1 && row.totalPeriods === periods),
    'dates.order': rows.every((row, i) => daysBetween(before(i), row.paymentDate) > 0),
    'dates.maturity': plan.maturity === maturity && last?.paymentDate === maturity,
    'days.differ': rows.every((row, i) => row.days === daysBetween(before(i), row.paymentDate)),
    'days.sum': rows.reduce((all, row) => all + row.days, 0) === deadline,
    'amounts.negative': rows.every(
      (row) => cents(row.rent) >= 0n && cents(row.principal) >= 0n && cents(row.monthlyRent) >= 0n,
    ),
    'amounts.payable': rows.every((row) => isEqual(row.amountPayable, cents(row.rent) + cents(row.principal))),
    'rent.total': isEqual(plan.totalRent, totalRent),
    'rent.sum': isEqual(sum(rows.map((row) => row.rent)), totalRent),
    'rent.nominal': rows.every((row) => row === last || isEqual(row.rent, row.monthlyRent)),
    'rent.period': rows.every((row) =>
      [roundedDivide, down].some((divide) => isEqual(row.monthlyRent, fair(row, divide))),
    ),
    'rent.uneven': split !== 'EQUAL' || rows.every((row) => isEqual(row.monthlyRent, plan.monthlyRent)),
    'rent.residue': last !== undefined && isEqual(last.rent, cents(last.monthlyRent) + cents(plan.residue)),
    'principal.sum': isEqual(sum(rows.map((row) => row.principal)), returned),
    'principal.early': rows.every((row) => row === last || isEqual(row.principal, 0n)),
    'payable.total':
      isEqual(plan.totalPayable, totalRent + returned) &&
      isEqual(plan.totalPayable, sum(rows.map((row) => row.amountPayable))),
  };
  return Object.keys(holds).filter((name) => !holds[name]);
}
