import type { Effect } from 'redux-saga/effects';
import { confirm } from './effects';
import { Refused } from './request';

/**
 * Sends what may need a reason, which only the server can tell: when it asks for one the person gives it, and it is sent
 * again. Undefined where the person has thought better of it.
 */
export function* explained<A>(
  send: (reason: string) => Generator<Effect, A, any>,
  goesOn = 'bank.confirmOne',
): Generator<Effect, A | undefined, any> {
  try {
    return yield* send('');
  } catch (error) {
    if (!(error instanceof Refused) || error.reason !== 'plan.reasonNeeded') throw error;
    const { isSure, reason } = yield* confirm({
      title: 'bank.reasonTitle',
      say: 'bank.reasonText',
      detail: error.message,
      confirm: goesOn,
      asksReason: true,
    });
    return isSure ? yield* send(reason) : undefined;
  }
}
