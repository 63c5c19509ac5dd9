/** Rules of approvals in tests that are about something else. */
import type { Server } from './server';

/** Switches off the rules that every tenant begins with, as a tenant may: what is asked for is done at once. */
export async function deedsAtOnce(server: Pick<Server, 'sql'>): Promise<void> {
  await server.sql('update approval_rule set is_on = 0 where is_on = 1');
}

/** Leaves one person in the tenant, as if the others had been stopped long ago. */
export async function aloneSince(server: Pick<Server, 'sql'>, account = 'admin', tenantId = '000000'): Promise<void> {
  await server.sql(
    `update sys_user set status = 2, update_time = '2020-01-01' where tenant_id = $1 and account <> $2`,
    [tenantId, account],
  );
}

/** Opens closed books again, which takes two people, without them. */
export async function openBooks(server: Pick<Server, 'sql'>): Promise<void> {
  await server.sql('update lease_ledger set closed_until = null');
}

/** Switches the rule of an act off, which takes two people where money can leave by it, without them. */
export async function ruleOff(server: Pick<Server, 'sql'>, act: number): Promise<void> {
  await server.sql('update approval_rule set is_on = 0, from_amount = null where act = $1', [act]);
}
