/** Beginning an instance. */
import { sql } from 'kysely';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { checkMeant, withoutFixed } from './business';
import { type Definition, startable } from './definitions';
import { ownVariables } from './engine/plan';
import { Run } from './engine/run';
import type { Instance } from './instances';
import { running, writeStep } from './step';

export interface Starting {
  businessTable?: string;
  businessId?: string;
  variables?: Readonly<Record<string, unknown>>;
}

/**
 * Begins an instance in the name of the person of this work: the newest active definition of a key, or the one of an
 * id. Answers its id. For approvals of records: `businessTable` names a `Business`, whose `changed` hears of every step.
 */
export async function startInstance(
  cx: Context,
  which: { key: string } | { id: string } | Definition,
  { businessTable = '', businessId = '', variables = {} }: Starting = {},
): Promise<string> {
  const { principal, tenantId, deps } = cx;
  if (!principal) return refuse('signedOut');
  const definition = 'plan' in which ? which : await startable(cx, which);
  checkMeant(businessTable, definition);
  const start = definition.plan.nodes.find(({ initiator }) => initiator !== undefined);
  const instance: Instance = {
    id: deps.newId(),
    definition,
    state: 1,
    startUser: principal.userId,
    startUserName: principal.realName,
    startTime: cx.time,
    businessTable,
    businessId,
    variables: {
      ...variables,
      ...(start?.initiator && !ownVariables.includes(start.initiator)
        ? withoutFixed(businessTable, { [start.initiator]: principal.userId })
        : {}),
      applyUser: principal.userId,
      initiator: principal.userId,
      applyDept: principal.deptId ?? '',
    },
    engineState: null,
    engineVersion: 1,
    decisions: 0,
    remindedTime: null,
  };
  await sql`
    insert into flow_instance (id, tenant_id, definition_id, business_table, business_id, start_user, start_dept, start_time)
    values (${instance.id}, ${tenantId}, ${definition.id}, ${businessTable}, ${businessId}, ${principal.userId},
            ${principal.deptId}, ${cx.time})`.execute(cx.trx);
  const run = running(() => Run.begin(definition.plan, instance.variables));
  await writeStep(cx, instance, run, { before: [] });
  return instance.id;
}
