/** Moments of timers and due dates: ISO 8601 durations and moments, in business time. */
import { addMonths, dateTime, instantOf, isDateTime } from '../../../contract/domain/calendar';
import { storedMoment } from '../../../contract/domain/reading/days';

/** The smallest part may have a fraction, as the standard allows; that of a month or a year has no length. */
const duration =
  /^P(?:(\d{1,3})Y)?(?:(\d{1,4})M)?(?:(\d{1,4}(?:[.,]\d{1,6}(?=W$))?)W)?(?:(\d{1,5}(?:[.,]\d{1,6}(?=D$))?)D)?(?:T(?:(\d{1,6}(?:[.,]\d{1,6}(?=H$))?)H)?(?:(\d{1,7}(?:[.,]\d{1,6}(?=M$))?)M)?(?:(\d{1,9}(?:[.,]\d{1,9})?)S)?)?$/;

/** Ten years: later moments are a mistake. */
const mostMs = 3_660 * 86_400_000;

function afterDuration(text: string, now: number): number | undefined {
  const match = duration.exec(text);
  if (!match || /^PT?$|T$/.test(text)) return undefined;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((part) => Number((part ?? '0').replace(',', '.')));
  // Moments have whole seconds, and none comes before its time.
  const passed = Math.ceil((((7 * weeks + days) * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
  if (years + months === 0) return now + passed;
  const [day = '', time = ''] = dateTime(now).split(' ');
  return instantOf(`${addMonths(day, 12 * years + months)} ${time}`) + passed;
}

/** A day is its beginning. */
function atMoment(text: string): number | undefined {
  const written = storedMoment(text);
  return isDateTime(written) ? instantOf(written) : undefined;
}

function instantIn(text: string, now: number): number | undefined {
  return text.startsWith('P') ? afterDuration(text, now) : atMoment(text);
}

/** The moment that a text names, `yyyy-MM-dd HH:mm:ss`; undefined where it names none, or one years away. */
export function momentOf(text: string, now: number): string | undefined {
  const ms = instantIn(text.trim(), now);
  return ms === undefined || Math.abs(ms - now) > mostMs ? undefined : dateTime(ms);
}

/** Why a text of a diagram is no moment and no duration; undefined where it is one. */
export function timerFault(text: string): 'timerCycle' | 'timerTooLong' | 'badTimer' | undefined {
  const trimmed = text.trim();
  if (/^R\d*\//.test(trimmed)) return 'timerCycle';
  const ms = instantIn(trimmed, 0);
  if (ms === undefined) return 'badTimer';
  return trimmed.startsWith('P') && ms > mostMs ? 'timerTooLong' : undefined;
}
