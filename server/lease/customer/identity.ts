/** An identity is verified by a person who looked at a paper, and not by the one who entered it. */
import type { Customer } from '../../../contract/modules/lease/customer';
import { customer } from '../../../contract/modules/lease/customer';
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

function plainNumber(value: unknown): string {
  return String(value ?? '')
    .replace(/\s/g, '')
    .toUpperCase();
}

export async function verifyIdentity(
  cx: Context,
  [row]: Customer[],
  { input }: { input: Record<string, unknown> },
): Promise<void> {
  const held = row!;
  const self = cx.principal?.userId ?? null;
  const isOwn = self !== null && [held.createUser, held.identityBy].includes(self);
  if (isOwn && (await cx.approvals.needsOther())) refuse('customer.samePerson');
  if (!held.idNo) refuse('customer.noNumber');
  if (plainNumber(input.paperNo) !== plainNumber(held.idNo)) refuse('customer.numberDiffers');
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

/** Whether a verified identity holds today: its paper has not run out. */
export function isIdentified(held: Customer | undefined, today: string): boolean {
  return held?.kycStatus === 1 && (!held.verifiedUntil || held.verifiedUntil >= today);
}
