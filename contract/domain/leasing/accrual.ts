/**
 * What an order has earned up to a day: interest of the days that have passed, by the product's day count, and interest
 * that a grace has added to the principal. Amounts are cents, dates are 'yyyy-MM-dd'. Every rounding is half up.
 */
import { addDays, daysBetween } from '../calendar';
import { cents, rate, roundedDivide } from '../money';
import { type DayCount, dayCounts, graceKinds } from './codes';
import { earnedIn, type Fraction, fraction, yearFraction } from './dayCounts';
import { graceOf, type Slot, slotsOf } from './instalments';
import { methodBy } from './methods/methods';
import { completed, type FullTerms, isAhead, type PlanTerms } from './terms';
import { dayCountOf, type Timeline, timelineOf } from './timeline';

/** An instalment of the plan as it stands, paid or not. */
export interface AccrualRow {
  paymentDate: string;
  days: number;
  rent: string;
  /** Whether its rent is for the days after its date; by default as the terms have it. */
  isAhead?: boolean;
}
export interface Accrual {
  terms: PlanTerms;
  rows: readonly AccrualRow[];
  /** The day up to which is counted; the day itself earns nothing. */
  day: string;
  /** A new plan has taken the place of a part: its rows say what is owed, not the terms that the order began with. */
  isRestructured?: boolean;
  /** Another yearly rate for all the days, of methods whose principal stays whole; see `hasExitRate`. */
  yearRate?: string | number | null;
}
export interface Accrued {
  /** Interest that is earned, paid or not, without what has become principal. */
  earned: bigint;
  /** What rows repay as principal and is not lent yet: interest that the rest of a grace will add. */
  uncapitalised: bigint;
}

/** Whether the principal stays whole to the end, so that a rate of the exit can count for all its days. */
export function hasExitRate({ repayMethod }: Pick<PlanTerms, 'repayMethod'>): boolean {
  return methodBy(repayMethod).isBullet;
}

/** Which part of a stretch of time has passed on a day within it. Equal periods count their actual days. */
function passedOf(from: string, to: string, day: string, dayCount: DayCount): Fraction {
  if (dayCount === dayCounts.auto) return fraction(daysBetween(from, day), daysBetween(from, to));
  const [part, whole] = [yearFraction(from, day, dayCount), yearFraction(from, to, dayCount)];
  return { n: part.n * whole.d, d: part.d * whole.n };
}
function shareOf(amount: bigint, { n, d }: Fraction): bigint {
  return d === 0n ? amount : roundedDivide(amount * n, d);
}

/** Whole for the periods that have ended, and a part for the one that runs. */
function earnedByRows(rows: readonly AccrualRow[], day: string, isUsuallyAhead: boolean, dayCount: DayCount): bigint {
  return rows.reduce((earned, { paymentDate, days, rent, isAhead: isRowAhead = isUsuallyAhead }) => {
    const from = days <= 0 || isRowAhead ? paymentDate : addDays(paymentDate, -days);
    const to = isRowAhead ? addDays(paymentDate, Math.max(0, days)) : paymentDate;
    if (day >= to) return earned + cents(rent);
    return day <= from ? earned : earned + shareOf(cents(rent), passedOf(from, to, day, dayCount));
  }, 0n);
}

/** A grace in which nothing falls due: each of its periods adds its interest to the principal when it ends. */
function inGrace(slots: readonly Slot[], terms: FullTerms, day: string, dayCount: DayCount): Accrued {
  const amounts = { principal: cents(terms.totalAmount), yearRate: rate(terms.yearRate) };
  const ended = slots.filter(({ date }) => date <= day);
  const { balance } = graceOf(ended, amounts, true);
  const uncapitalised = graceOf(slots, amounts, true).balance - balance;
  const running = slots[ended.length];
  if (!running) return { earned: 0n, uncapitalised };
  const from = addDays(running.date, -running.days);
  const passed = day <= from ? fraction(0, 1) : passedOf(from, running.date, day, dayCount);
  const part = { n: running.part.n * passed.n, d: running.part.d * passed.d };
  return { earned: earnedIn(part, balance, amounts.yearRate), uncapitalised };
}

/** A flat rent whose first periods ask for none: it is earned by all of them alike, and paid by the others. */
function earnedFlat({ starts, ends }: Timeline, rows: readonly AccrualRow[], day: string): bigint {
  const whole = rows.reduce((all, { rent }) => all + cents(rent), 0n);
  const count = ends.length;
  const ended = ends.filter((end) => end <= day).length;
  if (ended === count) return whole;
  const passed = fraction(Math.max(0, daysBetween(starts[ended]!, day)), daysBetween(starts[ended]!, ends[ended]!));
  return roundedDivide(whole * (BigInt(ended) * passed.d + passed.n), BigInt(count) * passed.d);
}

/** The one source of what an early exit asks for. */
export function accruedUpTo({ terms: given, rows, day, isRestructured = false, yearRate }: Accrual): Accrued {
  const terms = completed(given);
  const dayCount = dayCountOf(terms);
  if (hasExitRate(terms) && !isRestructured) {
    const part = yearFraction(terms.interestDate, day, dayCount as Exclude<DayCount, 0>);
    return { earned: earnedIn(part, cents(terms.totalAmount), rate(yearRate ?? terms.yearRate)), uncapitalised: 0n };
  }
  const earned = earnedByRows(rows, day, isAhead(terms), isRestructured ? dayCounts.auto : dayCount);
  if (terms.gracePeriods === 0 || terms.graceKind !== graceKinds.nothingDue) return { earned, uncapitalised: 0n };
  const time = timelineOf(terms);
  if (methodBy(terms.repayMethod).rentOn === 'amount')
    return { earned: isRestructured ? earned : earnedFlat(time, rows, day), uncapitalised: 0n };
  const grace = inGrace(slotsOf(time, terms).slice(0, terms.gracePeriods), terms, day, dayCount);
  return { earned: earned + grace.earned, uncapitalised: grace.uncapitalised };
}
