/**
 * How money is booked to instalments: the oldest first, and within one the late charge before other charges, rent and
 * principal. The preview of the console and the booking of the server run this code. Amounts are decimal yuan.
 */
import { add, cents, lesser, subtract, sum, yuan } from '../money';

/** What an amount consists of, in the order in which it is paid. */
export const parts = ['late', 'other', 'rent', 'principal'] as const;
export type Part = (typeof parts)[number];
export type Amounts = Record<Part, string>;

export const nothing: Amounts = { late: '0.00', other: '0.00', rent: '0.00', principal: '0.00' };

export function totalOf(amounts: Amounts): string {
  return sum(parts.map((part) => amounts[part]));
}
/** What is paid of the instalment itself: a late charge stands beside it. */
export function paidOf(amounts: Amounts): string {
  return subtract(totalOf(amounts), amounts.late);
}
export function added(one: Amounts, other: Amounts): Amounts {
  return Object.fromEntries(parts.map((part) => [part, add(one[part], other[part])])) as Amounts;
}
export function negated(amounts: Amounts): Amounts {
  return Object.fromEntries(parts.map((part) => [part, subtract('0', amounts[part])])) as Amounts;
}
/** What is left of one after another was taken away. */
export function without(one: Amounts, other: Amounts): Amounts {
  return added(one, negated(other));
}

/** An instalment and what is open of it. */
export interface OpenRow {
  id: string;
  open: Amounts;
}
/** What an instalment gets. */
export interface Booking {
  id: string;
  amounts: Amounts;
}

/**
 * Books an amount, which is not negative, to instalments in the given order. `left` is what none of them needed; an
 * instalment that gets nothing is not among the bookings.
 */
export function allocate(amount: string, rows: readonly OpenRow[]): { bookings: Booking[]; left: string } {
  let left = cents(amount);
  const bookings: Booking[] = [];
  for (const { id, open } of rows) {
    const amounts = { ...nothing };
    for (const part of parts) {
      const taken = lesser(cents(open[part]), left);
      amounts[part] = yuan(taken);
      left -= taken;
    }
    if (cents(totalOf(amounts)) > 0n) bookings.push({ id, amounts });
  }
  return { bookings, left: yuan(left) };
}
