/** Tasks that no one may do: people are disabled, have left, or are kept from deciding. */
import { sql } from 'kysely';
import { type Label, label } from '../../contract/domain/text';
import type { Context } from '../kernel/context';
import { tell } from './notices';
import { handingRoles } from './people';

const mostTold = 200;

interface Stuck {
  name: string;
  title: Label | null;
  process: string;
  processTitle: Label | null;
  by: string | null;
  startUser: string;
  instanceId: string;
}

/**
 * Tells the starter and those who can hand tasks on, once a task; `among`: of these tasks alone. `unseen`: those of them
 * whose record is hidden from all whom they are for.
 */
export async function tellStuck(cx: Context, among?: readonly string[], unseen: readonly string[] = []): Promise<void> {
  if (among?.length === 0) return;
  const { trx, tenantId, time } = cx;
  const { rows } = await sql<Stuck>`
    with found as (
      update flow_task set stuck_time = ${time}
      where tenant_id = ${tenantId} and id in (
        select t.id from flow_task t
        where t.tenant_id = ${tenantId} and t.stuck_time is null
          and (t.id = any(${[...unseen]}::bigint[])
               or t.id in (select k.id from flow_stuck_task k where k.tenant_id = ${tenantId}))
          ${among ? sql`and t.id = any(${[...among]}::bigint[])` : sql``} order by t.id limit ${mostTold})
      returning id, instance_id, name, title)
    select f.name, f.title, d.name as process, d.title as "processTitle", u.real_name as by, i.start_user as "startUser",
           i.id as "instanceId"
    from found f
    join flow_instance i on i.tenant_id = ${tenantId} and i.id = f.instance_id
    join flow_definition d on d.tenant_id = i.tenant_id and d.id = i.definition_id
    left join sys_user u on u.tenant_id = i.tenant_id and u.id = i.start_user
    order by f.id`.execute(trx);
  if (rows.length === 0) return;
  const none = { assignee: null, users: [], roles: [], posts: [] };
  const roles = await handingRoles(cx);
  for (const { name, title, process, processTitle, by, startUser, instanceId } of rows) {
    const names = { process: processTitle ?? label(process, process), task: title ?? label(name, name) };
    const facts = { ...names, by: by ?? '' };
    await tell(cx, 'stuck', { ...none, assignee: startUser }, { ...facts, subjectId: instanceId });
    // The list of instances has no page for one of them.
    await tell(cx, 'stuckForAdmins', { ...none, roles, except: [startUser] }, { ...facts, subjectId: '' });
  }
}
