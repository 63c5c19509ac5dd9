import { absentPrincipal } from '../auth/session';
import type { Context } from '../kernel/context';

/**
 * The same transaction as another person of the tenant would see it, with all roles and departments on their record;
 * undefined for one who may not sign in. It is for reading: `rows` and `may` of the answer still have the rights of the
 * first person.
 */
export async function seenBy(cx: Context, userId: string): Promise<Context | undefined> {
  const principal = await absentPrincipal(cx.deps, cx.trx, { tenantId: cx.tenantId, userId });
  return principal && { ...cx, actor: principal.realName, principal };
}
