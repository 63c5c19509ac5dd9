/** Spans of days that follow today, so that a report which is sent every month covers another month each time. */
import { addDays, addMonths } from './calendar';

export const periods = {
  thisMonth: 1,
  lastMonth: 2,
  nextMonth: 3,
  next7: 4,
  next30: 5,
  last30: 6,
  thisYear: 7,
  lastYear: 8,
  /** Six months before the current one to five after it. */
  around: 9,
  everything: 10,
  custom: 0,
} as const;
export type Period = (typeof periods)[keyof typeof periods];

export const periodTexts = {
  [periods.thisMonth]: ['本月', 'This month'],
  [periods.lastMonth]: ['上月', 'Last month'],
  [periods.nextMonth]: ['下月', 'Next month'],
  [periods.next7]: ['今起 7 天', 'Today and the next 7 days'],
  [periods.next30]: ['今起 30 天', 'Today and the next 30 days'],
  [periods.last30]: ['近 30 天', 'Last 30 days'],
  [periods.thisYear]: ['本年', 'This year'],
  [periods.lastYear]: ['上年', 'Last year'],
  [periods.around]: ['前 6 个月至后 5 个月', '6 months back to 5 months ahead'],
  [periods.everything]: ['全部', 'All'],
  [periods.custom]: ['自定义', 'Custom'],
} as const satisfies Record<Period, readonly [zh: string, en: string]>;

/** These periods, with their texts. */
export function choicesOf<const P extends keyof typeof periodTexts>(
  offeredOnes: readonly P[],
): Pick<typeof periodTexts, P> {
  return Object.fromEntries(offeredOnes.map((one) => [one, periodTexts[one]])) as Pick<typeof periodTexts, P>;
}

/** First and last day, both included. */
export type Span = readonly [from: string, to: string];

function lastDayBefore(first: string): string {
  return addDays(first, -1);
}
function months(first: string, count: number): Span {
  return [first, lastDayBefore(addMonths(first, count))];
}

/** The days of a period, seen from `today`; those of a custom one are given. Dates are `yyyy-MM-dd`. */
export function spanOf(period: Period, today: string, custom: Span): Span {
  const month = `${today.slice(0, 7)}-01`;
  const year = `${today.slice(0, 4)}-01-01`;
  switch (period) {
    case periods.thisMonth:
      return months(month, 1);
    case periods.lastMonth:
      return months(addMonths(month, -1), 1);
    case periods.nextMonth:
      return months(addMonths(month, 1), 1);
    case periods.next7:
      return [today, addDays(today, 7)];
    case periods.next30:
      return [today, addDays(today, 30)];
    case periods.last30:
      return [addDays(today, -29), today];
    case periods.thisYear:
      return months(year, 12);
    case periods.lastYear:
      return months(addMonths(year, -12), 12);
    case periods.around:
      return months(addMonths(month, -6), 12);
    case periods.everything:
      return ['1900-01-01', '9999-12-31'];
    default:
      return custom;
  }
}
