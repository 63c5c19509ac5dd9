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

/** An address that was typed, as a refusal says it back: without a person, a password and what is asked of it. */
export function shownAddress(typed: string): string {
  return typed.replace(/\/\/[^/@]*@/g, '//').replace(/[?#].*/s, '');
}

/** What another system says, without what it was told in confidence: refusals often repeat the number or the key they are about. */
export function withoutTold(said: string, told: readonly (readonly [secret: string, shown: string])[]): string {
  return told.reduce(
    (left, [secret, shown]) =>
      secret === ''
        ? left
        : left.replace(new RegExp(secret.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'giu'), () => shown),
    said,
  );
}
