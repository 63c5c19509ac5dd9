/** Events for open windows: they say that something has changed, and the windows ask for it. */
import type { PushEvent } from '../../../contract/wire/push';
import { type Audience, signal } from '../../kernel/bus';
import type { Trx } from '../../kernel/database';

/** Part of this time, in ms, passes before each of many windows asks. */
const spreadMs = 2_000;

/** Tell the windows of these people, with the commit of this transaction. */
export function push(trx: Trx, tenantId: string, to: Audience, event: PushEvent): Promise<void> {
  return signal(trx, { tenantId, to, event: to.audience === 'user' ? event : { ...event, spread: spreadMs } });
}

/** Sessions of this person ended or were locked: their connections are checked at once. */
export function sessionsChanged(trx: Trx, tenantId: string, userId: string): Promise<void> {
  return signal(trx, { tenantId, to: { audience: 'user', userId }, isSession: true });
}
