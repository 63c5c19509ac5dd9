/** Up to which amount people may do a deed, or decide on it: by the most that one of their roles allows. */
import { sql } from 'kysely';
import { type ApprovalAct, type ApprovalActName, approvalActs } from '../../contract/domain/approvals';
import { cents } from '../../contract/domain/money';
import { holdingRoles } from '../engine/rights/heldMenus';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';

const columns = { waiverLimit: 'waiver_limit', ignoreLimit: 'ignore_limit' } as const;

/** The limit of the person's roles that hold the permission, in yuan; undefined where one of them has none. */
async function limitFor(cx: Context, act: ApprovalActName, permission: string): Promise<string | undefined> {
  const { limit }: ApprovalAct = approvalActs[act];
  const { principal, trx, tenantId } = cx;
  if (!limit || !principal || principal.isSuper) return undefined;
  const { rows } = await sql<{ most: string | null; isFree: boolean | null }>`
    select max(${sql.ref(columns[limit])})::text as most, bool_or(${sql.ref(columns[limit])} is null) as "isFree"
    from sys_role r where r.tenant_id = ${tenantId} and r.id = any(${[...principal.roleIds]}::bigint[]) and r.is_deleted = 0
      and r.id = any(${holdingRoles(tenantId, [permission])})`.execute(trx);
  const { most, isFree } = rows[0]!;
  return isFree ? undefined : (most ?? undefined);
}

/** Whether an amount is within what the person may do, or decide on, by that permission. Decimal yuan. */
export async function isWithinLimit(
  cx: Context,
  act: ApprovalActName,
  { permission, amount }: { permission: string; amount: string | null },
): Promise<boolean> {
  const most = amount === null ? undefined : await limitFor(cx, act, permission);
  return most === undefined || cents(amount!) <= cents(most);
}

/** Refuses a deed of an amount beyond what the person may do. */
export async function refuseBeyondLimit(cx: Context, act: ApprovalActName, amount: string | null): Promise<void> {
  const { permission } = approvalActs[act];
  if (await isWithinLimit(cx, act, { permission, amount })) return;
  refuse('approval.beyondLimit', { amount: amount!, limit: (await limitFor(cx, act, permission))! });
}
