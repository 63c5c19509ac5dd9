/** How an amount that cannot be split evenly is split: rows of rounded amounts, and what is left in the last one. */
import { roundedDivide } from '../money';
import { roundings, unitOf } from './codes';

/** Divides amounts that are never negative; the rounding is what differs. */
export type Divide = (n: bigint, d: bigint) => bigint;
export const down: Divide = (n, d) => n / d;
const up: Divide = (n, d) => (n + d - 1n) / d;

export function total(amounts: readonly bigint[]): bigint {
  return amounts.reduce((all, amount) => all + amount, 0n);
}

/** n / d as a multiple of a unit, all in cents. */
export function toUnit(n: bigint, d: bigint, { unit, divide }: RoundingWay): bigint {
  return divide(n, d * unit) * unit;
}

/** To multiples of a unit, in cents. */
export interface RoundingWay {
  unit: bigint;
  divide: Divide;
}
/** Instalments by a way of rounding, in cents. */
interface Rounded {
  last: bigint;
  /** What the last one would be without the residue. */
  nominalLast: bigint;
  /** What the last one differs from that by. */
  residue: bigint;
  /** Whether they have repaid everything before the last one. */
  isEarly: boolean;
}

/** The last instalment is much larger than the others where it is more than a unit and a tenth above them. */
function isMuchLarger({ nominalLast, residue }: Rounded, unit: bigint): boolean {
  return residue > unit && residue * 10n > nominalLast;
}

/**
 * Instalments by the first way of rounding that neither repays too early nor makes the last one much larger than the
 * others: to the unit, up, down, then to smaller units. To the cent, the last one has whatever cents are left.
 */
export function roundedEvenly<R extends Rounded>(asked: bigint, make: (way: RoundingWay) => R): R & RoundingWay {
  const units = Object.values(unitOf).filter((unit) => unit <= asked && unit > unitOf[roundings.cent]);
  for (const unit of units.sort((a, b) => Number(b - a)))
    for (const divide of [roundedDivide, up, down]) {
      const made = make({ unit, divide });
      if (!made.isEarly && made.last > 0n && !isMuchLarger(made, unit)) return { ...made, unit, divide };
    }
  const unit = unitOf[roundings.cent];
  const made = make({ unit, divide: roundedDivide });
  return made.isEarly
    ? { ...make({ unit, divide: down }), unit, divide: down }
    : { ...made, unit, divide: roundedDivide };
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
