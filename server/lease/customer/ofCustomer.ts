import { type RawBuilder, sql } from 'kysely';
import { order } from '../../../contract/modules/lease/order';
import { hidesAny } from '../../engine/rights/scopes';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { isStoredId } from '../../kernel/ids';

/** The filter `customerId` of lists whose rows belong to orders. Whose an order is may be hidden by a data scope. */
export async function ofCustomer(customerId: string, cx: Context): Promise<RawBuilder<boolean>> {
  if (!isStoredId(customerId) || (await hidesAny(cx, order, 'customerId')))
    refuse('badParameter', { name: 'customerId' });
  return sql<boolean>`order_id in (
    select id from lease_order where tenant_id = ${cx.tenantId} and customer_id = ${customerId})`;
}
