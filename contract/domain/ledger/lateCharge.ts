/** The charge on an instalment that is paid late. It stands beside the instalment and is never part of its amount. */
import { daysBetween } from '../calendar';
import { cents, lesser, RATE_WHOLE, rate, roundedDivide, yuan } from '../money';

export interface LateTerms {
  /** Percent of the unpaid amount for each day; 0 charges nothing. */
  dailyRate: string | number;
  /** Days after the payment date without a charge; later ones are charged from the payment date on. */
  graceDays?: number;
  /** Percent of the instalment that the charge never exceeds; without one it has no limit. */
  capRate?: string | number | null;
}
export interface LateRow {
  /** `yyyy-MM-dd` */
  paymentDate: string;
  /** Decimal yuan, without charges. */
  amountPayable: string;
}
/** A payment, or a reversal with a negative amount, of the instalment itself. Decimal yuan. */
export interface Part {
  valueDate: string;
  amount: string;
}

/**
 * What an instalment is charged up to a business date, in decimal yuan: the daily rate on what was unpaid, day by day,
 * rounded once, half up to the cent. Works from the payments by their value dates, so that a payment that is booked
 * later, or taken back, changes the charge as if it had been known on its day.
 */
export function lateChargeOn(
  { paymentDate, amountPayable }: LateRow,
  payments: readonly Part[],
  { dailyRate, graceDays = 0, capRate = null }: LateTerms,
  onDate: string,
): string {
  const whole = cents(amountPayable);
  const daily = rate(dailyRate);
  if (daily === 0n || whole <= 0n) return yuan(0n);
  const changes = payments
    .map(({ valueDate, amount }) => ({ day: Math.max(0, daysBetween(paymentDate, valueDate)), amount: cents(amount) }))
    .filter(({ day }) => day <= daysBetween(paymentDate, onDate))
    .sort((a, b) => a.day - b.day);
  const end = daysBetween(paymentDate, onDate);
  let [unpaid, from, centDays, lateUntil] = [whole, 0, 0n, 0];
  const pass = (day: number) => {
    if (unpaid > 0n && day > from) {
      centDays += unpaid * BigInt(day - from);
      lateUntil = day;
    }
    from = day;
  };
  for (const { day, amount } of changes) {
    pass(day);
    unpaid -= amount;
  }
  pass(end);
  if (lateUntil <= graceDays) return yuan(0n);
  const charge = roundedDivide(centDays * daily, RATE_WHOLE);
  const cap = capRate === null ? charge : roundedDivide(whole * rate(capRate), RATE_WHOLE);
  return yuan(lesser(charge, cap));
}
