/** The versions that every tenant begins with: what contracts said before there were templates. */

import { sql } from 'kysely';
import { isContractKind } from '../../../contract/domain/contractKinds';
import { entryText } from '../../../contract/domain/dictionaries';
import { templateStates } from '../../../contract/modules/esign/contractTemplate';
import type { Trx } from '../../kernel/database';
import { shippedWording } from '../wording/shipped';

/** In force since before the first contract of any installation. */
const firstDay = '2000-01-01';

/** The name of a version, as lists and contracts show it. */
export function versionName(type: number, productName: string | null | undefined, versionNo: number): string {
  return `${[entryText('contract_type', type, 'zh'), productName].filter(Boolean).join(' · ')} V${versionNo}`;
}

/** Contracts that have no version yet, from before there were templates, get the first one. */
export async function linkFirstTemplates(trx: Trx, tenantId: string): Promise<void> {
  await sql`
    update lease_contract c set template_id = t.id
    from contract_template t
    where c.tenant_id = ${tenantId} and c.template_id is null
      and t.tenant_id = ${tenantId} and t.type = c.type and t.product_id is null and t.version_no = 1`.execute(trx);
}

/** Gives the tenant version 1 of each type of contract, unless it has had it. */
export async function keepContractTemplates(
  trx: Trx,
  tenantId: string,
  newId: () => string,
  time: string,
): Promise<void> {
  const held = await trx
    .selectFrom('contract_template')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .limit(1)
    .executeTakeFirst();
  if (held) return;
  const types = Object.keys(shippedWording).map(Number).filter(isContractKind);
  await trx
    .insertInto('contract_template')
    .values(
      types.map((type) => ({
        id: newId(),
        tenant_id: tenantId,
        type,
        version_no: 1,
        template_name: versionName(type, null, 1),
        effective_date: firstDay,
        wording: JSON.stringify(shippedWording[type]),
        state: templateStates.inForce,
        released_by: '系统',
        released_time: time,
        create_time: time,
        update_time: time,
      })),
    )
    .execute();
  await linkFirstTemplates(trx, tenantId);
}
