/** An identity is verified by a person who looked at a paper, and not by the one who entered it. */
import { documentNumberIn } from '../../../contract/domain/reading/documents';
import type { Customer } from '../../../contract/modules/lease/customer';
import { customer } from '../../../contract/modules/lease/customer';
import { asksIdentity } from '../../../contract/modules/system/param';
import { together } from '../../engine/lists/together';
import { paramOf } from '../../engine/params';
import type { Change, Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';

export const unverified = {
  kycStatus: 0,
  verifiedPaper: null,
  verifiedWay: null,
  verifiedUntil: null,
  verifiedBy: null,
  verifiedTime: null,
} as const satisfies Change<Customer>;

/** What a save says about the identity: who entered it, and that it is to be verified anew where it changed. */
export function enteredIdentity(
  cx: Context,
  next: Customer,
  before: Customer | undefined,
): Change<Customer> | undefined {
  const isSame = (name: 'realName' | 'idType' | 'idNo') => (next[name] || null) === (before?.[name] || null);
  if (before && isSame('realName') && isSame('idType') && isSame('idNo')) return undefined;
  return { ...unverified, identityBy: cx.principal?.userId ?? null };
}

export async function verifyIdentity(
  cx: Context,
  [row]: Customer[],
  { input }: { input: Record<string, unknown> },
): Promise<void> {
  const held = row!;
  const self = cx.principal?.userId ?? null;
  await cx.approvals.refuseOwn([held.createUser, held.identityBy], 'customer.samePerson');
  if (!held.idNo) refuse('customer.noNumber');
  if (documentNumberIn(String(input.paperNo ?? '')) !== documentNumberIn(held.idNo)) refuse('customer.numberDiffers');
  if (input.validUntil && String(input.validUntil) < cx.today) refuse('customer.paperExpired');
  const change = {
    kycStatus: 1,
    verifiedPaper: input.paper,
    verifiedWay: input.way,
    verifiedUntil: input.validUntil || null,
    verifiedBy: self,
    verifiedTime: cx.time,
  } as Change<Customer>;
  await cx.rows(customer).update(held, change, { action: 'verify', reason: String(input.note ?? '') });
}

async function lackingOf(cx: Context, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (!asksIdentity(await paramOf(cx.trx, 'contract.requireIdentity'))) return new Set();
  const found = await cx.trx
    .selectFrom('lease_customer')
    .select(['id', 'kyc_status as kycStatus', 'verified_until as verifiedUntil'])
    .where('tenant_id', '=', cx.tenantId)
    .where('id', 'in', ids)
    .execute();
  return new Set(found.flatMap((one) => (isIdentified(one, cx.today) ? [] : [one.id])));
}

const lackingTogether = together(lackingOf);

/**
 * Whether the customer has to be verified before contracts are issued: unless a parameter says otherwise, contracts are
 * issued to verified customers alone.
 */
export async function lacksIdentity(cx: Context, customerId: string): Promise<boolean> {
  return (await lackingTogether(cx, customerId)).has(customerId);
}

/** Whether a verified identity holds today: its paper has not run out. */
export function isIdentified(
  held: { kycStatus: number | null; verifiedUntil: string | null } | undefined,
  today: string,
): boolean {
  return held?.kycStatus === 1 && (!held.verifiedUntil || held.verifiedUntil >= today);
}
