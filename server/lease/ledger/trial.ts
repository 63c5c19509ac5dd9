/** Binds what is done to the figures that a person has seen in a trial. */
import { createHash } from 'node:crypto';
import { ChangedTrial } from '../../kernel/errors';

/** A short name of figures: equal ones have the same. */
export function trialOf(figures: unknown): string {
  return createHash('sha256').update(JSON.stringify(figures)).digest('base64url').slice(0, 16);
}

/**
 * Refuses with the new figures where what would be done now is not what the person has confirmed. `amount` says them in
 * short, decimal yuan. Nothing is compared for a caller who names no trial.
 */
export function refuseChanged(
  confirmed: string | undefined,
  now: { trial?: string | undefined },
  amount: string,
): void {
  if (confirmed && confirmed !== now.trial) throw new ChangedTrial(now, { amount });
}
