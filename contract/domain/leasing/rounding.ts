/** How an amount that cannot be split evenly is split: rows of rounded amounts, and what is left in the last one. */
import { roundedDivide } from '../money';

/** Divides amounts that are never negative; the rounding is what differs. */
export type Divide = (n: bigint, d: bigint) => bigint;
export const down: Divide = (n, d) => n / d;

export function total(amounts: readonly bigint[]): bigint {
  return amounts.reduce((all, amount) => all + amount, 0n);
}

/** n / d as a multiple of a unit, all in cents. */
export function toUnit(n: bigint, d: bigint, unit: bigint, divide: Divide = roundedDivide): bigint {
  return divide(n, d * unit) * unit;
}

export interface Spread {
  /** The amount of each row before the residue. */
  nominal: bigint[];
  /** The last row's amount: what the earlier ones leave of the whole. Never negative. */
  last: bigint;
}

/** Split a whole by nominal amounts. Where rounding up would leave a negative last row, they are rounded down. */
export function spread(whole: bigint, nominalAmounts: (divide: Divide) => bigint[]): Spread {
  const leftBy = (nominal: bigint[]): bigint => whole - total(nominal.slice(0, -1));
  let nominal = nominalAmounts(roundedDivide);
  if (leftBy(nominal) < 0n) nominal = nominalAmounts(down);
  return { nominal, last: leftBy(nominal) };
}
