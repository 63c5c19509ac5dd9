/** Signals between the servers of one database. They carry no content of records. */
import { sql } from 'kysely';
import type { PushEvent } from '../../contract/wire/push';
import type { Trx } from './database';

/**
 * The recipients of a message. `admin`: the tenant's administrators; `all`: all its people; `user`: one person;
 * `chosen`: the people of these departments, of these roles, and these people.
 */
export type Audience =
  | { audience: 'all' | 'admin' }
  | { audience: 'user'; userId: string }
  | { audience: 'chosen'; deptIds: readonly string[]; roleIds: readonly string[]; userIds: readonly string[] };

/** Something changed for these people of a tenant; or the sessions of one of them did. */
export type Signal = { tenantId: string; to: Audience } & ({ event: PushEvent } | { isSession: true });

/** What arrives from all servers of the database, this one included. */
export interface Bus {
  /** Whether signals arrive now; while they do not, the receiver looks for itself. */
  isHearing(): boolean;
  /** The receiver of signals; one at a time. */
  listen(hear: (signal: Signal) => void): void;
  close(): Promise<void>;
}

export const busChannel = 'leasedesk_push';
/** PostgreSQL takes payloads of less than 8,000 bytes. */
const mostBytes = 7_900;

/** Sends a signal with the commit of this transaction. One to more recipients than fit goes to the whole tenant, whose
 *  windows then ask in vain. */
export async function signal(trx: Trx, what: Signal): Promise<void> {
  const payload = JSON.stringify(what);
  const fit = Buffer.byteLength(payload) <= mostBytes ? payload : JSON.stringify({ ...what, to: { audience: 'all' } });
  await sql`select pg_notify(${busChannel}, ${fit})`.execute(trx);
}
