/** What people see of an instance as a whole. */
import { sql } from 'kysely';
import { type Label, textIn } from '../../contract/domain/text';
import type { InstanceDetail } from '../../contract/wire/flow';
import type { Context } from '../kernel/context';
import { openSteps } from './deciders';
import { instanceOf, isRunning, taskStatus } from './instances';
import { checkSeen, factsOf } from './reading';
import { processName } from './titles';

export async function instanceDetailOf(cx: Context, id: string): Promise<InstanceDetail> {
  const { trx, tenantId, principal } = cx;
  const instance = await instanceOf(cx, id);
  await checkSeen(cx, instance);
  const { definition, decisions, startUser } = instance;
  const { rows } = await sql<{
    endTime: string | null;
    reason: string | null;
    names: readonly Label[] | null;
    people: string | null;
  }>`
    select i.end_time as "endTime", i.reason,
           (select jsonb_agg(coalesce(t.title, jsonb_build_object('zh', t.name, 'en', t.name)) order by t.id) from flow_task t
            where t.tenant_id = ${tenantId} and t.instance_id = i.id and t.status = ${taskStatus.open}) as names,
           (select string_agg(u.real_name, ', ' order by t.id) from flow_task t
            join sys_user u on u.tenant_id = t.tenant_id and u.id = t.assignee
            where t.tenant_id = ${tenantId} and t.instance_id = i.id and t.status = ${taskStatus.open}) as people
    from flow_instance i where i.tenant_id = ${tenantId} and i.id = ${id}`.execute(trx);
  const row = rows[0]!;
  const steps = isRunning(instance) ? await openSteps(cx, id) : [];
  const isOwn = startUser === principal?.userId && isRunning(instance);
  return {
    processInstanceId: id,
    processDefinitionId: definition.id,
    processDefinitionName: processName(cx, definition),
    category: definition.category,
    businessTable: instance.businessTable,
    businessId: instance.businessId,
    startUserName: instance.startUserName,
    startTime: instance.startTime,
    endTime: row.endTime ?? '',
    state: instance.state,
    reason: row.reason ?? '',
    taskName: (row.names ?? []).map((one) => textIn(one, cx.language)).join(', '),
    assigneeName: row.people ?? '',
    stuckName: steps.flatMap(({ name, hasDecider }) => (hasDecider ? [] : [name])).join(', '),
    may: isOwn ? (decisions > 0 ? ['remind'] : ['withdraw', 'remind']) : [],
    ...(await factsOf(cx, instance)),
  };
}
