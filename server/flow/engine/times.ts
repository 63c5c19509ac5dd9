/** Moments of timers and due dates: ISO 8601 durations and moments, in business time. */
import { dateTime, instantOf, isDateTime } from '../../../contract/domain/calendar';
import { storedMoment } from '../../../contract/domain/reading/days';
import type { TimerSpec } from './plan';

const duration =
  /^P(?:(\d{1,3})Y)?(?:(\d{1,4})M)?(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?$/;

/** Ten years: later moments are a mistake. */
const mostMs = 3_660 * 86_400_000;

function afterDuration(text: string, now: number): number | undefined {
  const match = duration.exec(text);
  if (!match || /^PT?$|T$/.test(text)) return undefined;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  const date = new Date(now);
  date.setUTCMonth(date.getUTCMonth() + 12 * years + months);
  return date.getTime() + (((7 * weeks + days) * 24 + hours) * 60 + minutes) * 60_000 + seconds * 1000;
}

/** A day is its beginning. */
function atMoment(text: string): number | undefined {
  const written = storedMoment(text);
  return isDateTime(written) ? instantOf(written) : undefined;
}

/** The moment that a text names, `yyyy-MM-dd HH:mm:ss`; undefined where it names none, or one years away. */
export function momentOf(text: string, now: number): string | undefined {
  const trimmed = text.trim();
  const ms = trimmed.startsWith('P') ? afterDuration(trimmed, now) : atMoment(trimmed);
  if (ms === undefined || Math.abs(ms - now) > mostMs) return undefined;
  return dateTime(ms);
}

/** Whether the text of a diagram is a duration or a moment. */
export function isTimerText({ text }: TimerSpec): boolean {
  const trimmed = text.trim();
  return (trimmed.startsWith('P') ? afterDuration(trimmed, 0) : atMoment(trimmed)) !== undefined;
}
