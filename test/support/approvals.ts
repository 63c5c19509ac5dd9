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

/** Switches the rule of an act off, which takes two people, without them. */
export async function ruleOff(server: Pick<Server, 'sql'>, act: number): Promise<void> {
  await setRule(server, act, { isOn: 0, fromAmount: null });
}

/** Changes the rule of an act, which takes two people where it gets looser, without them. */
export async function setRule(
  server: Pick<Server, 'sql'>,
  act: number,
  { isOn, fromAmount, processKey }: { isOn?: 0 | 1; fromAmount?: string | null; processKey?: string },
): Promise<void> {
  await server.sql(
    `update approval_rule set is_on = coalesce($2, is_on), process_key = coalesce($3, process_key),
       from_amount = case when $4 then $5::numeric else from_amount end where act = $1`,
    [act, isOn ?? null, processKey ?? null, fromAmount !== undefined, fromAmount || null],
  );
}
