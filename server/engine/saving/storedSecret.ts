/** Secrets of other systems that are stored and never shown. */
import type { RefusalCode } from '../../../contract/wire/refusals';
import { Refusal } from '../../kernel/errors';

/** Where a secret is sent, and as whom: values of fields by name. */
type Destination = Readonly<Record<string, unknown>>;

/** A stored secret goes to the place and the user that it was entered for; for others it is asked for again. */
export function refuseMovedSecret<N extends string>(
  secret: string,
  reason: RefusalCode,
  goesTo: readonly N[],
  before: Destination & Readonly<Partial<Record<N, unknown>>>,
  next: typeof before,
): void {
  const isMoved = goesTo.some((name) => (before[name] ?? '') !== (next[name] ?? ''));
  if (isMoved) throw new Refusal(reason, {}, { [secret]: 'required' });
}
