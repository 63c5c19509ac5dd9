/**
 * Calendar dates as 'yyyy-MM-dd' strings, years 0001 to 9999, Gregorian throughout. Whole-number arithmetic only: no
 * time zone of the machine can leak in, and nothing here knows what day it is today.
 */

/** Not a calendar date (or month, or instant): `value` is what was given. */
export class NotDate extends RangeError {
  override name = 'NotDate';
  constructor(readonly value: unknown) {
    super(`not a calendar date: ${String(value).slice(0, 40)}`);
  }
}

const DAY_MS = 86_400_000;
const SHANGHAI_MINUTES = 480; // no daylight saving time, so one number says it all

function two(n: number) {
  return String(n).padStart(2, '0');
}
function isLeap(year: number) {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}
function monthLength(year: number, month: number) {
  return month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}

type Parts = { year: number; month: number; day: number };

function partsOf(value: unknown): Parts | null {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return null;
  const [year, month, day] = value.split('-').map(Number) as [number, number, number];
  const isReal = year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= monthLength(year, month);
  return isReal ? { year, month, day } : null;
}

function parse(date: string): Parts {
  const parts = partsOf(date);
  if (!parts) throw new NotDate(date);
  return parts;
}

/** Days since 0000-03-01. Counting years from March puts the leap day last, which makes month lengths regular. */
function dayNumber(date: string): number {
  const { year, month, day } = parse(date);
  const y = month <= 2 ? year - 1 : year;
  const m = (month + 9) % 12;
  const leapDays = Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400);
  return 365 * y + leapDays + Math.floor((153 * m + 2) / 5) + day - 1;
}

const FIRST = dayNumber('0001-01-01');
const LAST = dayNumber('9999-12-31');
const EPOCH = dayNumber('1970-01-01');
const DAYS_IN_400_YEARS = 146_097;

function dateOf(n: number): string {
  if (!(n >= FIRST && n <= LAST)) throw new NotDate(`day ${n}`);
  const era = Math.floor(n / DAYS_IN_400_YEARS);
  const dayOfEra = n % DAYS_IN_400_YEARS;
  const leapDays = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const m = Math.floor((5 * dayOfYear + 2) / 153);
  const month = m < 10 ? m + 3 : m - 9;
  const year = 400 * era + yearOfEra + (month <= 2 ? 1 : 0);
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(dayOfYear - Math.floor((153 * m + 2) / 5) + 1)}`;
}

export function isDate(value: unknown): value is string {
  return partsOf(value) !== null;
}

/** 'yyyy-MM-dd HH:mm:ss', a real date and a time before midnight. */
export function isDateTime(value: unknown): value is string {
  return (
    typeof value === 'string' && /^.{10} ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(value) && isDate(value.slice(0, 10))
  );
}

/** Throws NotDate when the result leaves the years 0001 to 9999, as do all functions below. */
export function addDays(date: string, days: number): string {
  return dateOf(dayNumber(date) + days);
}

/** The same day of a later (or earlier) month, or that month's last day where it is shorter. Count every step from
 *  the first date, not from the previous result, or 31 January drifts to the 28th for good. */
export function addMonths(date: string, months: number): string {
  const { year, month, day } = parse(date);
  const index = 12 * year + month - 1 + months;
  const inYear = Math.floor(index / 12);
  if (!(inYear >= 1 && inYear <= 9999)) throw new NotDate(`${date} ${months} months`);
  const inMonth = index - 12 * inYear + 1;
  return `${String(inYear).padStart(4, '0')}-${two(inMonth)}-${two(Math.min(day, monthLength(inYear, inMonth)))}`;
}

/** Nights from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from);
}

/**
 * Calendar days that a span of time touches, the first and the last included. A span that ends at midnight does not touch
 * the day that begins then.
 */
export function daysTouched(start: string, end: string): number {
  const [first, last] = [start.slice(0, 10), end.slice(0, 10)];
  return daysBetween(first, last) + (first < last && end.endsWith(' 00:00:00') ? 0 : 1);
}

/** 1 is Monday, 7 is Sunday. */
export function weekday(date: string): number {
  return ((dayNumber(date) + 2) % 7) + 1;
}

/** The weeks, Monday first, that cover a month 'yyyy-MM', with the neighbouring months' days that complete them.
 *  Seven dates a week, but for the last week of 9999-12, where the calendar ends. */
export function monthGrid(month: string): string[][] {
  const start = `${month}-01`;
  const { year, month: number } = parse(start);
  const first = dayNumber(start);
  const monday = first - (weekday(start) - 1);
  const weekCount = Math.ceil((first - monday + monthLength(year, number)) / 7);
  return Array.from({ length: weekCount }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => monday + 7 * week + day)
      .filter((n) => n <= LAST)
      .map(dateOf),
  );
}

/** Wall-clock time of an instant, as whole days since 1970 and milliseconds into that day. */
function wallClock(epochMs: number, offsetMinutes: number) {
  const local = epochMs + offsetMinutes * 60_000;
  const day = Math.floor(local / DAY_MS);
  return { day, ms: local - day * DAY_MS };
}

/** Whether an instant is within the years 0001 to 9999: that of a zone or of a number of milliseconds may not be. */
export function hasDate(epochMs: number, offsetMinutes: number = SHANGHAI_MINUTES): boolean {
  const day = EPOCH + wallClock(epochMs, offsetMinutes).day;
  return day >= FIRST && day <= LAST;
}

/** The calendar date of an instant, by default in Shanghai. */
export function businessDate(epochMs: number, offsetMinutes: number = SHANGHAI_MINUTES): string {
  return dateOf(EPOCH + wallClock(epochMs, offsetMinutes).day);
}

/** The date and time of an instant as 'yyyy-MM-dd HH:mm:ss', by default in Shanghai; parts of a second are cut off. */
export function dateTime(epochMs: number, offsetMinutes: number = SHANGHAI_MINUTES): string {
  const seconds = Math.floor(wallClock(epochMs, offsetMinutes).ms / 1000);
  const time = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((n) => two(Math.floor(n))).join(':');
  return `${businessDate(epochMs, offsetMinutes)} ${time}`;
}

/** The moment that `yyyy-MM-dd HH:mm:ss` names, in ms since 1970. */
export function instantOf(moment: string, offsetMinutes: number = SHANGHAI_MINUTES): number {
  return Date.parse(`${moment.replace(' ', 'T')}Z`) - offsetMinutes * 60_000;
}
