/** Interest by the period or at maturity, and the principal at the end. */

import { type Timing, timings } from './codes';
import { earnedIn } from './dayCounts';
import type { Amounts, Parts } from './parts';
import { type Divide, spread, toUnit } from './rounding';
import type { FullTerms } from './terms';
import type { Timeline } from './timeline';

export interface Bullet {
  /** Whether each period's rent follows from its own days rather than being an equal part of the whole. */
  isByDays: boolean;
  timing: Timing;
  /** The principal that is paid at the end. */
  returned: bigint;
}

/** The rent of the whole term is one figure; how it is split never changes what is earned. */
export function bulletRent(time: Timeline, { principal, yearRate }: Pick<Amounts, 'principal' | 'yearRate'>): bigint {
  return earnedIn(time.whole, principal, yearRate);
}

/** Paid in advance, each rent falls due at the start of its period, and the principal in a row of its own. */
export function bullet(
  time: Timeline,
  { principal, yearRate, unit }: Pick<Amounts, 'principal' | 'yearRate' | 'unit'>,
  { isByDays, timing, returned }: Bullet,
): Parts {
  const whole = bulletRent(time, { principal, yearRate });
  const count = time.ends.length;
  const nominalRents = (divide: Divide): bigint[] =>
    time.parts.map((part) =>
      isByDays
        ? toUnit(earnedIn(part, principal, yearRate, divide), 1n, { unit, divide })
        : toUnit(whole, BigInt(count), { unit, divide }),
    );
  const { nominal, last } = spread(whole, nominalRents);
  const isAdvance = timing === timings.advance;
  const parts = time.ends.map((end, i) => {
    const isLast = i === count - 1;
    return {
      date: isAdvance ? time.starts[i]! : end,
      days: time.days[i]!,
      rent: isLast ? last : nominal[i]!,
      principal: isLast && !isAdvance ? returned : 0n,
      nominalRent: nominal[i]!,
    };
  });
  if (isAdvance) parts.push({ date: time.maturity, days: 0, rent: 0n, principal: returned, nominalRent: 0n });
  const evenRent = isByDays ? null : nominal[0]!;
  return { parts, capitalised: 0n, instalment: null, evenRent, residue: last - nominal[count - 1]!, unit };
}

export function bulletParts(time: Timeline, amounts: Amounts, { dueDay, timing }: FullTerms): Parts {
  return bullet(time, amounts, { isByDays: dueDay !== null, timing, returned: amounts.principal });
}
