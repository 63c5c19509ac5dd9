/** Plans of which every instalment pays rent and repays a part of the principal. */
import { greater, RATE_WHOLE, roundedDivide } from '../money';
import { graceKinds, timings } from './codes';
import { earnedIn, type Fraction, fraction } from './dayCounts';
import type { Amounts, Part, Parts } from './parts';
import { type RoundingWay, roundedEvenly, spread, total, toUnit } from './rounding';
import type { FullTerms } from './terms';
import type { Timeline } from './timeline';

/** Places of the fixed-point numbers that discount factors are: exact enough for a cent of the largest amount. */
const ONE = 10n ** 40n;

/** One row before its amounts: when it is paid, and over which part of a year interest has run up to it. */
export interface Slot {
  date: string;
  days: number;
  part: Fraction;
}

/** Paid in advance, the first instalment carries no interest and each later one that of the period before. */
export function slotsOf(time: Timeline, { timing }: Pick<FullTerms, 'timing'>): Slot[] {
  if (timing === timings.arrears)
    return time.ends.map((date, i) => ({ date, days: time.days[i]!, part: time.parts[i]! }));
  return time.starts.map((date, i) =>
    i === 0 ? { date, days: 0, part: fraction(0, 1) } : { date, days: time.days[i - 1]!, part: time.parts[i - 1]! },
  );
}

function clamp(amount: bigint, least: bigint, most: bigint): bigint {
  return amount < least ? least : amount > most ? most : amount;
}

export interface Debt {
  balance: bigint;
  residual: bigint;
  yearRate: bigint;
}

/** The instalment of a slot, numbered from 0, whose interest is known, before the residual. */
export type InstalmentFor = (interest: bigint, slot: number) => bigint;

/** How a debt is paid down by slots. */
export interface Repayment {
  /** Whether all instalments are alike. */
  isLevel: boolean;
  instalmentFor(way: RoundingWay): InstalmentFor;
}

/** Instalments that repay the principal in whole-numbered shares: `shareOf` is that of a slot, numbered from 0. */
export function inShares(shareOf: (slot: number) => number) {
  return (slots: readonly Slot[], { balance, residual }: Debt): Repayment => {
    const shares = slots.map((_, i) => BigInt(shareOf(i)));
    const all = total(shares);
    return {
      isLevel: false,
      instalmentFor: (way) => (interest, i) => toUnit((balance - residual) * shares[i]! + interest * all, all, way),
    };
  };
}

interface Repaid {
  parts: Part[];
  last: bigint;
  /** The last instalment before the residue, and what it differs from that by. */
  nominalLast: bigint;
  residue: bigint;
  /** Whether rounding up has repaid the principal before its last instalment. */
  isEarly: boolean;
}

/** Pay down a balance: interest of each slot first, the rest is principal. The residual stays until the last one. */
function repay(
  slots: readonly Slot[],
  { balance: owed, residual, yearRate }: Debt,
  instalmentFor: InstalmentFor,
): Repaid {
  let balance = owed;
  let isEarly = false;
  let nominalLast = 0n;
  const parts = slots.map(({ date, days, part }, i): Part => {
    const rent = earnedIn(part, balance, yearRate);
    const instalment = instalmentFor(rent, i);
    const isLast = i === slots.length - 1;
    if (isLast) nominalLast = greater(instalment, rent) + residual;
    if (!isLast && instalment - rent > balance - residual) isEarly = true;
    const principal = isLast ? balance : clamp(instalment - rent, 0n, balance - residual);
    balance -= principal;
    return { date, days, rent, principal, nominalRent: rent };
  });
  const { rent, principal } = parts.at(-1)!;
  const last = rent + principal;
  return { parts, last, nominalLast, residue: last - nominalLast, isEarly };
}

/** The grace: rows of interest alone, or none and the interest added to what is owed. */
export function graceOf(
  slots: readonly Slot[],
  { principal, yearRate }: Pick<Amounts, 'principal' | 'yearRate'>,
  isCapitalised: boolean,
) {
  let balance = principal;
  const parts: Part[] = [];
  for (const { date, days, part } of slots) {
    const rent = earnedIn(part, balance, yearRate);
    if (isCapitalised) balance += rent;
    else if (rent > 0n) parts.push({ date, days, rent, principal: 0n, nominalRent: rent });
  }
  return { parts, balance };
}

/**
 * Numerator and denominator of the instalment that pays a balance down to the residual with the last of the slots. Those
 * of `interestOnly` pay their interest, which is more than the instalment, and repay nothing.
 */
function annuity(
  slots: readonly Slot[],
  { balance, residual, yearRate }: Debt,
  interestOnly: ReadonlySet<number>,
): [bigint, bigint] {
  let factor = ONE;
  let sum = 0n;
  for (const [i, { part }] of slots.entries()) {
    if (interestOnly.has(i)) continue;
    const whole = RATE_WHOLE * part.d;
    factor = roundedDivide(factor * whole, whole + yearRate * part.n);
    sum += factor;
  }
  return [balance * ONE - residual * factor, sum];
}

/** The level instalment under which every row pays at least its interest: rows that pay more leave less for the others. */
export function levelInstalment(slots: readonly Slot[], debt: Debt): [bigint, bigint] {
  const interestOnly = new Set<number>();
  for (;;) {
    const [n, d] = annuity(slots, debt, interestOnly);
    let balance = debt.balance;
    const before = interestOnly.size;
    for (const [i, { part }] of slots.slice(0, -1).entries()) {
      const interest = earnedIn(part, balance, debt.yearRate);
      const principal = roundedDivide(n, d) - interest;
      if (principal < 0n) interestOnly.add(i);
      else balance -= principal;
    }
    if (interestOnly.size === before) return [n, d];
  }
}

/** Rows that pay the interest of what is left and repay a part of it. */
export function amortised(
  time: Timeline,
  amounts: Amounts,
  terms: FullTerms,
  repaymentOf: (slots: readonly Slot[], owing: Debt) => Repayment,
): Parts {
  const { residual, yearRate, principal } = amounts;
  const slots = slotsOf(time, terms);
  const paying = slots.slice(terms.gracePeriods);
  const grace = graceOf(slots.slice(0, terms.gracePeriods), amounts, terms.graceKind === graceKinds.nothingDue);
  const owing: Debt = { balance: grace.balance, residual, yearRate };
  const { isLevel, instalmentFor } = repaymentOf(paying, owing);
  const { parts, residue, ...way } = roundedEvenly(amounts.unit, (by) => repay(paying, owing, instalmentFor(by)));
  return {
    parts: [...grace.parts, ...parts],
    capitalised: grace.balance - principal,
    instalment: isLevel ? instalmentFor(way)(0n, 0) : null,
    evenRent: null,
    residue,
    unit: way.unit,
  };
}

/** Interest on the whole principal for the whole term, spread over the instalments like the principal. */
export function flatParts(time: Timeline, amounts: Amounts, terms: FullTerms): Parts {
  const { principal, yearRate, residual } = amounts;
  const { gracePeriods, graceKind } = terms;
  const isAdvance = terms.timing === timings.advance;
  const isSilent = graceKind === graceKinds.nothingDue;
  const dates = isAdvance ? time.starts : time.ends;
  const first = isSilent ? gracePeriods : 0;
  const count = dates.length - first;
  const whole = earnedIn(time.whole, principal, yearRate);
  const rents = spread(whole, (divide) => dates.slice(first).map(() => divide(whole, BigInt(count))));
  const paying = BigInt(dates.length - gracePeriods);
  const made = roundedEvenly(amounts.unit, (way) => {
    const instalment = toUnit(whole * paying + (principal - residual) * BigInt(count), BigInt(count) * paying, way);
    let balance = principal;
    let isEarly = false;
    const parts = dates.slice(first).map((date, i): Part => {
      const nominalRent = rents.nominal[i]!;
      const isLast = i === count - 1;
      const isGrace = i + first < gracePeriods;
      const wanted = isGrace ? 0n : instalment - nominalRent;
      if (!isLast && wanted > balance - residual) isEarly = true;
      const repaid = isLast ? balance : clamp(wanted, 0n, balance - residual);
      balance -= repaid;
      return {
        date,
        days: time.days[i + first]!,
        rent: isLast ? rents.last : nominalRent,
        principal: repaid,
        nominalRent,
      };
    });
    const last = rents.last + parts.at(-1)!.principal;
    const nominalLast = instalment + residual;
    return { parts, instalment, isEarly, last, nominalLast, residue: last - nominalLast };
  });
  return {
    parts: made.parts,
    capitalised: 0n,
    instalment: made.instalment,
    evenRent: rents.nominal[0] ?? 0n,
    residue: made.residue,
    unit: made.unit,
  };
}
