/** Dates as the numbers of a workbook: days since the end of 1899, the time of day as a fraction. */
import { addDays, daysBetween, isDate, isDateTime } from '../../../contract/domain/calendar';

/** Day 0; right from 1 March 1900 on: the format counts a 29 February 1900 that did not exist. */
const start = '1899-12-30';
const firstRight = '1900-03-01';
const daySeconds = 86_400;
const lastDay = 2_958_465;

/** A date or a time as a number; undefined for what the format cannot hold. */
export function serialOf(text: string): string | undefined {
  const day = text.slice(0, 10);
  if ((!isDate(text) && !isDateTime(text)) || day < firstRight) return undefined;
  const days = daysBetween(start, day);
  const [hours = 0, minutes = 0, seconds = 0] = text.slice(11).split(':').map(Number);
  const inDay = hours * 3600 + minutes * 60 + seconds;
  return inDay === 0 ? String(days) : String(days + inDay / daySeconds);
}

/** The date, or the time where the number has one, to the second; undefined for a number out of range. */
export function dateOfSerial(serial: number): string | undefined {
  if (!(serial >= 61 && serial < lastDay + 1)) return undefined;
  const seconds = Math.round(serial * daySeconds);
  if (seconds >= (lastDay + 1) * daySeconds) return undefined; // rounded into the day after the last
  const day = addDays(start, Math.floor(seconds / daySeconds));
  const rest = seconds % daySeconds;
  if (rest === 0) return day;
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0');
  return `${day} ${two(rest / 3600)}:${two((rest / 60) % 60)}:${two(rest % 60)}`;
}
