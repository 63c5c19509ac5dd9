/** Which days an order may start on. */
import { addDays, isDate } from '../calendar';

/** Days before and after the last signature: a start that was agreed later has to lie between them. */
export const daysBeforeSigning = 31;
export const daysAfterSigning = 366;
/** Days around today for an order that is not signed. */
export const daysBack = 3 * 366;
export const daysAhead = 366;

/** First and last day on which a signed order may start. `signedTime`: of its last contract. */
export function startWindow(signedTime: string): { from: string; to: string } {
  const day = signedTime.slice(0, 10);
  return { from: addDays(day, -daysBeforeSigning), to: addDays(day, daysAfterSigning) };
}

/** Whether an order that is not signed may name the day. */
export function isStartDay(day: string, today: string): boolean {
  return isDate(day) && day >= addDays(today, -daysBack) && day <= addDays(today, daysAhead);
}
