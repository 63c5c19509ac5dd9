/** Processes that every tenant starts with. */
import { sql } from 'kysely';
import { flowModes } from '../../../contract/modules/flow/flowManager';
import { categoryOf } from '../../../contract/wire/flow';
import type { Trx } from '../../kernel/database';
import { insertDefinition } from '../definitions';
import { readDiagram } from '../engine/read';
import { leaveDiagram } from './diagram';

const shipped = [{ key: 'leave', category: categoryOf(1), xml: leaveDiagram }] as const;

/** Gives the tenant of the transaction the shipped processes that it has never had: a deleted one does not come back. */
export async function keepFlows(trx: Trx, tenantId: string, newId: () => string, time: string): Promise<void> {
  for (const { key, category, xml } of shipped) {
    const { rows } = await sql`
      select 1 from flow_definition where tenant_id = ${tenantId} and key = ${key} limit 1`.execute(trx);
    if (rows.length > 0) continue;
    const { plan, faults } = readDiagram(xml, { has: () => false });
    if (!plan) throw new Error(`the shipped process ${key} cannot run: ${JSON.stringify(faults)}`);
    const by = { tenantId, id: newId(), time, userId: null };
    await insertDefinition(trx, by, { plan, xml, category, deploymentId: newId(), mode: flowModes.common });
  }
}
