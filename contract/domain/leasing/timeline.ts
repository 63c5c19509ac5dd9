/** The periods of a plan: how many there are, when each ends, and which part of a year each is. */
import { addDays, addMonths, daysBetween } from '../calendar';
import { type DayCount, dayCounts, type Frequency, frequencies, periodsAYear } from './codes';
import { type Fraction, fraction, plus, thirtyDaysToDue, yearFraction } from './dayCounts';
import { methodBy } from './methods/methods';
import { type FullTerms, isDeadline, isOfWholePeriods, NotTerms } from './terms';

/** Whether a term counts in months of thirty days. Whole years of 365 days count in years, also where thirty divides them. */
export function isInThirtyDayMonths(deadline: number): boolean {
  return deadline % 30 === 0 && deadline % 365 !== 0;
}

/** How many instalments a term has: one at maturity, else one for each thirty-day month, twelve for each 365-day year, or
 *  the nearest whole number of months, at least one. Throws NotTerms for a term that is no number of days. */
export function periodsOf(deadline: number, getType: 0 | 1): number {
  if (!isDeadline(deadline)) throw new NotTerms(['deadline']);
  if (getType === 1) return 1;
  if (isInThirtyDayMonths(deadline)) return deadline / 30;
  // 12 · deadline / 365 to the nearest whole number, in whole numbers
  return Math.max(1, Math.floor((24 * deadline + 365) / 730));
}

/** Days in a year of interest that AUTO takes: 360 for a term sold in months of thirty days, 365 for any other. */
export function automaticBasis(deadline: number): 360 | 365 {
  return isInThirtyDayMonths(deadline) ? 360 : 365;
}

/** Months in a period; a week is a part of one. */
export const monthsIn: Record<Exclude<Frequency, 1>, number> = { 2: 1, 3: 3, 4: 6 };

/** Periods of a term: whole weeks, or months by threes and sixes, to the nearest number and at least one. */
export function periodCount({
  deadline,
  repayMethod,
  frequency,
  rentTable,
}: Pick<FullTerms, 'deadline' | 'repayMethod' | 'frequency' | 'rentTable'>): number {
  const { periods } = methodBy(repayMethod);
  if (periods === 'once') return 1;
  if (periods === 'table') return rentTable?.length ?? 0;
  if (frequency === frequencies.weekly) return Math.max(1, Math.floor((2 * deadline + 7) / 14));
  const size = monthsIn[frequency];
  return Math.max(1, Math.floor((2 * periodsOf(deadline, 0) + size) / (2 * size)));
}

/** How far a number of months can be from as many twelfths of a year, in days. */
const MONTHS_VARY_BY = 2.5;
/** Whether a term is the days of its whole periods: thirty a month, twelfths of 365 days, or as the calendar has them. */
export function isWholeTerm(terms: FullTerms): boolean {
  const { deadline, repayMethod, frequency } = terms;
  if (!isOfWholePeriods(terms) || methodBy(repayMethod).periods === 'table') return true;
  if (frequency === frequencies.weekly) return deadline % 7 === 0;
  const months = periodCount(terms) * monthsIn[frequency];
  const isExact = deadline === 30 * months || 12 * deadline === 365 * months;
  return isExact || Math.abs(deadline - (365.25 * months) / 12) <= MONTHS_VARY_BY;
}

/** Thirty-day months fall behind the calendar by five days a year: up to this many, the same day of each month still
 *  leaves the last period half its length; longer terms fall due every thirty days. */
const CALENDAR_MONTHS_MOST = 36;

/** The due day in the month that a date lies in. */
function dueIn(date: string, dueDay: number): string {
  const first = `${date.slice(0, 7)}-01`;
  const length = daysBetween(first, addMonths(first, 1));
  return addDays(first, Math.min(dueDay, length) - 1);
}

/** The due day nearest to a date; of two that are equally near, the earlier one. */
function dueNear(date: string, dueDay: number): string {
  const around = [-1, 0, 1].map((months) => dueIn(addMonths(`${date.slice(0, 7)}-01`, months), dueDay));
  return around.reduce((best, one) =>
    Math.abs(daysBetween(date, one)) < Math.abs(daysBetween(date, best)) ? one : best,
  );
}

/** The last day of each period. */
function endsOf(terms: FullTerms, count: number): string[] {
  const { deadline, interestDate, frequency, dueDay, repayMethod, rentTable } = terms;
  if (methodBy(repayMethod).periods === 'table') return (rentTable ?? []).map(({ paymentDate }) => paymentDate);
  const isWeekly = frequency === frequencies.weekly;
  const months = isWeekly ? 0 : monthsIn[frequency];
  const isEveryThirtyDays =
    !isOfWholePeriods(terms) && isInThirtyDayMonths(deadline) && deadline > 30 * CALENDAR_MONTHS_MOST;
  const after = (periods: number): string => {
    if (isWeekly) return addDays(interestDate, 7 * periods);
    if (isEveryThirtyDays) return addDays(interestDate, 30 * months * periods);
    if (dueDay === null || dueDay === undefined) return addMonths(interestDate, months * periods);
    const first = dueNear(addMonths(interestDate, months), dueDay);
    return dueIn(addMonths(`${first.slice(0, 7)}-01`, months * (periods - 1)), dueDay);
  };
  return Array.from({ length: count }, (_, i) =>
    i === count - 1 && !isOfWholePeriods(terms) ? addDays(interestDate, deadline) : after(i + 1),
  );
}

export interface Timeline {
  start: string;
  /** First day of each period. */
  starts: string[];
  /** Last day of each period: the first day of the next one. */
  ends: string[];
  days: number[];
  /** Which part of a year each period is. */
  parts: Fraction[];
  /** All of them together. */
  whole: Fraction;
  /** The end of the lease. */
  maturity: string;
  /** How interest counts; 0 in equal periods. */
  dayCount: DayCount;
}

/** How the interest of a plan is counted: 0 means equal periods. */
export function dayCountOf({
  dayCount,
  repayMethod,
  deadline,
}: Pick<FullTerms, 'dayCount' | 'repayMethod' | 'deadline'>): DayCount {
  return dayCount === dayCounts.auto && methodBy(repayMethod).isBullet ? automaticBasis(deadline) : dayCount;
}

export function timelineOf(terms: FullTerms): Timeline {
  const { interestDate: start, frequency, dueDay } = terms;
  const ends = endsOf(terms, periodCount(terms));
  const starts = [start, ...ends.slice(0, -1)];
  const dayCount = dayCountOf(terms);
  const isBroken = (i: number) =>
    i === 0 && dueDay !== null && frequency !== frequencies.weekly && ends[0] !== addMonths(start, monthsIn[frequency]);
  const partOf = (i: number): Fraction => {
    if (dayCount !== dayCounts.auto) return yearFraction(starts[i]!, ends[i]!, dayCount);
    return isBroken(i)
      ? fraction(thirtyDaysToDue(start, ends[i]!, dueDay!), 360)
      : fraction(1, periodsAYear[frequency]);
  };
  const parts = ends.map((_, i) => partOf(i));
  const maturity = ends.at(-1) ?? start;
  return {
    start,
    starts,
    ends,
    days: ends.map((end, i) => daysBetween(starts[i]!, end)),
    parts,
    whole:
      dayCount === dayCounts.auto
        ? plus(parts[0] ?? fraction(0, 1), fraction(Math.max(0, ends.length - 1), periodsAYear[frequency]))
        : yearFraction(start, maturity, dayCount),
    maturity,
    dayCount,
  };
}

/** Whether the amounts of a plan follow from the day on which it starts, and not from its terms alone. */
export function followsStart(terms: FullTerms): boolean {
  if (methodBy(terms.repayMethod).periods === 'table') return false;
  const isWeekly = terms.frequency === frequencies.weekly;
  const dayCount = dayCountOf(terms);
  if (terms.dueDay !== null && !isWeekly) return true;
  if (dayCount === dayCounts.auto) return false;
  // So many days are the same part of a year of 360 or 365 days whenever they begin. Months are not.
  const isSoManyDays = isWeekly || !isOfWholePeriods(terms);
  return !isSoManyDays || dayCount === dayCounts.thirty360 || dayCount === dayCounts.actAct;
}
