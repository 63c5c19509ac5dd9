/** Which part of a year lies between two dates, exactly: numerator and denominator. */
import { daysBetween } from '../calendar';
import { RATE_WHOLE, roundedDivide } from '../money';
import { type DayCount, dayCounts } from './codes';
import type { Divide } from './rounding';

export interface Fraction {
  n: bigint;
  d: bigint;
}

export function fraction(n: number, d: number): Fraction {
  return { n: BigInt(n), d: BigInt(d) };
}
export function plus(a: Fraction, b: Fraction): Fraction {
  return a.d === b.d ? { n: a.n + b.n, d: a.d } : { n: a.n * b.d + b.n * a.d, d: a.d * b.d };
}

/** Cents earned on a principal in a part of a year. */
export function earnedIn(part: Fraction, principal: bigint, yearRate: bigint, divide: Divide = roundedDivide): bigint {
  return divide(principal * yearRate * part.n, RATE_WHOLE * part.d);
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

/** Days in a calendar of twelve months of thirty days. The last day of any month counts as its thirtieth, so that from
 *  one month's end to the next there are thirty days. */
function thirtyDayNumber(date: string): number {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const last = month === 2 ? (isLeap(year) ? 29 : 28) : 30;
  return 360 * year + 30 * (month - 1) + (day >= last ? 30 : day);
}

/** Days of 30/360 to a due day that a short month may cut: the 28th is the 28th of February, too. */
export function thirtyDaysToDue(from: string, to: string, dueDay: number): number {
  const [year, month] = to.split('-').map(Number) as [number, number];
  return 360 * year + 30 * (month - 1) + Math.min(dueDay, 30) - thirtyDayNumber(from);
}

/** Days of 30/360 between two dates. */
export function thirtyDaysBetween(from: string, to: string): number {
  return thirtyDayNumber(to) - thirtyDayNumber(from);
}

/** Actual/actual: each day is a 366th of a year in leap years, a 365th in others. */
function actualOfYears(from: string, to: string): Fraction {
  const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))];
  let [leapDays, plainDays] = [0, 0];
  for (let year = first; year <= last; year += 1) {
    const begin = year === first ? from : `${String(year).padStart(4, '0')}-01-01`;
    const end = year === last ? to : `${String(year + 1).padStart(4, '0')}-01-01`;
    if (isLeap(year)) leapDays += daysBetween(begin, end);
    else plainDays += daysBetween(begin, end);
  }
  return fraction(leapDays * 365 + plainDays * 366, 365 * 366);
}

/** The part of a year from one date to a later one. 0 (automatic) has no meaning of its own and is resolved before. */
export function yearFraction(from: string, to: string, dayCount: Exclude<DayCount, 0>): Fraction {
  if (dayCount === dayCounts.actAct) return actualOfYears(from, to);
  if (dayCount === dayCounts.thirty360) return fraction(thirtyDaysBetween(from, to), 360);
  return fraction(daysBetween(from, to), dayCount);
}
