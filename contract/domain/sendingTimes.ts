/** When a report is sent: every day, every week or every month at a time of day in Shanghai. */
import { addDays, addMonths, weekday } from './calendar';

export const frequencies = { never: 0, daily: 1, weekly: 2, monthly: 3 } as const;
export type Frequency = (typeof frequencies)[keyof typeof frequencies];

export interface SendingTimes {
  frequency: number;
  /** `HH:mm` */
  sendTime: string;
  /** 1 Monday to 7 Sunday; of a weekly one. */
  weekDay: number;
  /** 1 to 31, of a monthly one. A month that is shorter has its last day instead, so 31 is always the last day. */
  monthDay: number;
}

export function isTimeOfDay(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/** The day of a month, or its last one. `first` is the month's first day. */
function dayIn(first: string, day: number): string {
  const last = addDays(addMonths(first, 1), -1);
  const wanted = addDays(first, day - 1);
  if (wanted > last) return last;
  return wanted;
}

/** The days on which it is sent, from the given one on: enough of them to find the next. */
function daysFrom({ frequency, weekDay, monthDay }: SendingTimes, today: string): string[] {
  if (frequency === frequencies.daily) return [today, addDays(today, 1)];
  if (frequency === frequencies.weekly) {
    const next = addDays(today, (weekDay - weekday(today) + 7) % 7);
    return [next, addDays(next, 7)];
  }
  const month = `${today.slice(0, 7)}-01`;
  return [0, 1].map((ahead) => dayIn(addMonths(month, ahead), monthDay));
}

/**
 * The next moment at which it is sent, later than `after`; null where it is never sent. Times that have passed meanwhile
 * are left out, so that a server which was down sends one report and not one for each missed time. Moments are
 * `yyyy-MM-dd HH:mm:ss`.
 */
export function nextSending(times: SendingTimes, after: string): string | null {
  if (times.frequency === frequencies.never) return null;
  const moments = daysFrom(times, after.slice(0, 10)).map((day) => `${day} ${times.sendTime}:00`);
  return moments.find((moment) => moment > after) ?? null;
}
