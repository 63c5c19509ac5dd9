/** The one reader of days and moments: of what people type and paste, of cells, of statements, papers and calls. */
import { dateTime, hasDate, isDate, isDateTime } from '../calendar';
import { plainCharacters } from './characters';

/** Letters that a moment may have: a longer text is none, and is not read. */
const longest = 60;
const dayShapes = [
  /^(\d{4}) ?([-/.]) ?(\d{1,2}) ?\2 ?(\d{1,2})(?!\d)/,
  /^(\d{4})() ?年 ?(\d{1,2}) ?月 ?(\d{1,2})(?: ?日|(?!\d))/,
  // Digits alone are a day, or a day and a time.
  /^(\d{4})()(\d{2})(\d{2})(?=$|[ T]|\d{4}(?:\d{2})?$)/,
];
const [before, after] = [/^ ?([上下]午|[ap]\.?m\.?) ?(?=\d)/i, / ?([ap]\.?m\.?)$/i];
const clock =
  /^(?: ?T ?| ?)(\d{1,2}) ?[:时点] ?(\d{2})(?: ?[:分] ?(\d{2})(?:[.,]\d{1,9})? ?秒?| ?分)? ?(Z|[-+]\d\d(?::?\d\d)?)?$/;
/** As databases of banks write it: `2026-09-30-10.20.30.123456`. */
const clockOfPoints = /^[- ](\d{1,2})\.(\d{2})\.(\d{2})(?:\.\d{1,9})?$/;
/** A day of XML may have the zone that it is a day of. */
const dayEnd = /^(?:Z|[-+]\d\d:\d\d)?$/;
const clockOfDigits = /^[T ]?(\d{2})(\d{2})(\d{2})?(Z|[-+]\d\d(?::?\d\d)?)?$/;

interface ReadMoment {
  day: string;
  /** `HH:mm:ss`; '' where only a day is written. */
  time: string;
}

function two(digits: string): string {
  return digits.padStart(2, '0');
}

/** Takes 上午, 下午, AM or PM off a time of twelve hours: what is left, and whether the time is of the second half of the day. */
function halfOf(rest: string): { clock: string; isLate?: boolean } {
  const word = before.exec(rest) ?? after.exec(rest);
  return word
    ? { clock: rest.replace(word[0], word.index === 0 ? ' ' : ''), isLate: /下|p/i.test(word[1]!) }
    : { clock: rest };
}

/** An hour as the day of 24 counts it, where its half is told; one that the half contradicts is none. */
function hourOf(hours: string, isLate: boolean | undefined): string {
  const hour = Number(hours);
  if (isLate === undefined) return two(hours);
  if (isLate) return two(String(hour < 12 ? hour + 12 : hour));
  return hour > 12 ? '' : two(String(hour % 12));
}

/** A time with a zone, by the calendar of the business. */
function inBusinessTime(day: string, time: string, zone: string): ReadMoment | undefined {
  const instant = Date.parse(
    `${day}T${time}${zone.replace(/(\d\d):?(\d\d)?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`)}`,
  );
  if (!hasDate(instant)) return undefined;
  const [own = '', ownTime = ''] = dateTime(instant).split(' ');
  return { day: own, time: ownTime };
}

function read(text: string): ReadMoment | undefined {
  if (text.length > longest) return undefined;
  const plain = plainCharacters(text)
    .replace(/\s+/g, ' ')
    .replace(/(?<=\d)。(?=\d)/g, '.');
  for (const shape of dayShapes) {
    const found = shape.exec(plain);
    if (!found) continue;
    const [whole, year = '', , month = '', date = ''] = found;
    const day = `${year}-${two(month)}-${two(date)}`;
    if (!isDate(day)) return undefined;
    const rest = plain.slice(whole.length);
    if (dayEnd.test(rest)) return { day, time: '' };
    const half = halfOf(rest);
    // A time of digits belongs to a day of digits.
    const [, hours, minutes = '', seconds = '00', zone] =
      (/^\d{8}$/.test(whole) ? clockOfDigits.exec(rest) : clockOfPoints.exec(rest)) ?? clock.exec(half.clock) ?? [];
    if (hours === undefined) return undefined;
    const time = `${hourOf(hours, half.isLate)}:${minutes}:${seconds}`;
    if (!isDateTime(`${day} ${time}`)) return undefined;
    return zone ? inBusinessTime(day, time, zone) : { day, time };
  }
  return undefined;
}

/**
 * `2026-9-30`, `2026/9/30`, `2026.9.30`, `2026年9月30日`, `20260930` and each of them at midnight, as spreadsheets write a
 * day, as `yyyy-MM-dd`; undefined for what is no day.
 */
export function dayIn(text: string): string | undefined {
  const found = read(text);
  return found && ['', '00:00:00'].includes(found.time) ? found.day : undefined;
}

/** The day of a day or a moment: banks write the time of a movement behind its day. */
export function dayOfMoment(text: string): string | undefined {
  return read(text)?.day;
}

/** A day that is written without a time; undefined for a moment, also for midnight. */
export function dayAlone(text: string): string | undefined {
  const found = read(text);
  return found?.time === '' ? found.day : undefined;
}

/** `2026/9/30 9:30`, `2026-09-30T01:30:00Z`, `20260930093000` as `yyyy-MM-dd HH:mm:ss`; undefined without a time. */
export function momentIn(text: string): string | undefined {
  const found = read(text);
  return found?.time ? `${found.day} ${found.time}` : undefined;
}

/** A day in its one form; what is none stays as it is, for those who judge it. */
export function storedDay(text: string): string {
  return dayIn(text) ?? text.trim();
}

/** A moment in its one form, that of a day being its beginning; what is none stays as it is. */
export function storedMoment(text: string): string {
  const found = read(text);
  return found ? `${found.day} ${found.time || '00:00:00'}` : text.trim();
}
