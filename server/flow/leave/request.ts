/** Leave requests: the record that the shipped process is about. */
import { sql } from 'kysely';
import { daysTouched, isDateTime } from '../../../contract/domain/calendar';
import type { Label } from '../../../contract/domain/text';
import type { LeaveDetail } from '../../../contract/wire/flow';
import { categoryOf, leaveStates } from '../../../contract/wire/flow';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { defineBusiness, type Progress } from '../business';
import { startable } from '../definitions';
import { instanceOf } from '../instances';
import { checkPeople } from '../people';
import { checkSeen } from '../reading';
import { startInstance } from '../starting';
import { nameIn, processName } from '../titles';

export const leaveTable = 'blade_process_leave';
/** The first entry of the dictionary `flow`: its route is the page of leave requests. */
export const leaveCategory = categoryOf(1);

interface Times {
  startTime: string;
  endTime: string;
}
function checkTimes({ startTime, endTime }: Times): void {
  if (!isDateTime(startTime)) refuse('badParameter', { name: 'startTime' });
  if (!isDateTime(endTime)) refuse('badParameter', { name: 'endTime' });
  if (endTime <= startTime) refuse('leave.badTimes');
}

/** The state of a request after a step of its process. */
function stateAfter({ ending, open, startUser, pass, decidedBy }: Progress): number {
  const { pending, approved, returned, withdrawn, terminated } = leaveStates;
  if (ending === 'approved') return approved;
  if (ending === 'withdrawn') return withdrawn;
  // The applicant gives up a request that came back.
  if (ending === 'rejected') return decidedBy === startUser ? withdrawn : terminated;
  if (ending === 'terminated') return terminated;
  return pass === false && open.some(({ assignee }) => assignee === startUser) ? returned : pending;
}

defineBusiness({
  table: leaveTable,
  category: leaveCategory,
  derived(_cx, values) {
    const { startTime, endTime } = values as Partial<Times>;
    if (typeof startTime !== 'string' || typeof endTime !== 'string') return {};
    checkTimes({ startTime, endTime });
    return { days: daysTouched(startTime, endTime) };
  },
  async changed(cx, progress) {
    const { startTime, endTime, reason } = progress.variables as Partial<Times & { reason: string }>;
    await sql`
      update desk_leave set status = ${stateAfter(progress)}, instance_id = ${progress.instanceId},
        start_time = coalesce(${startTime ?? null}, start_time), end_time = coalesce(${endTime ?? null}, end_time),
        reason = coalesce(${reason?.slice(0, 500) ?? null}, reason), update_user = ${cx.principal?.userId ?? null},
        update_time = ${cx.time}, version = version + 1
      where tenant_id = ${cx.tenantId} and id = ${progress.businessId}`.execute(cx.trx);
  },
});

export interface Asking extends Times {
  processDefinitionId: string;
  taskUser: string;
  reason: string;
}

export async function askForLeave(cx: Context, asked: Asking): Promise<{ id: string; processInstanceId: string }> {
  const { processDefinitionId, taskUser, startTime, endTime } = asked;
  const reason = asked.reason.trim();
  if (reason === '') refuse('missingParameter', { name: 'reason' });
  checkTimes({ startTime, endTime });
  await checkPeople(cx, [taskUser]);
  const definition = await startable(cx, { id: processDefinitionId });
  const { userId, deptId } = cx.principal ?? refuse('signedOut');
  const id = cx.deps.newId();
  const { time, tenantId } = cx;
  await sql`
    insert into desk_leave (id, tenant_id, definition_id, apply_user, apply_time, task_user, start_time, end_time, reason,
                            create_user, create_dept, create_time, update_user, update_time)
    values (${id}, ${tenantId}, ${definition.id}, ${userId}, ${time}, ${taskUser}, ${startTime}, ${endTime}, ${reason},
            ${userId}, ${deptId}, ${time}, ${userId}, ${time})`.execute(cx.trx);
  const variables = { taskUser, startTime, endTime, reason, days: daysTouched(startTime, endTime) };
  const processInstanceId = await startInstance(cx, definition, {
    businessTable: leaveTable,
    businessId: id,
    variables,
  });
  return { id, processInstanceId };
}

type Row = Omit<LeaveDetail, 'days' | 'flow'>;

export async function leaveDetailOf(cx: Context, id: string): Promise<LeaveDetail> {
  const { trx, tenantId } = cx;
  const { rows } = await sql<Row>`
    select l.id, l.definition_id as "processDefinitionId", l.instance_id as "processInstanceId", l.task_user as "taskUser",
           coalesce(t.real_name, '') as "taskUserName", l.start_time as "startTime", l.end_time as "endTime", l.reason,
           l.apply_user as "applyUser", coalesce(a.real_name, '') as "applyUserName", l.apply_time as "applyTime", l.status,
           coalesce(i.reason, '') as "statusReason"
    from desk_leave l
    left join flow_instance i on i.tenant_id = l.tenant_id and i.id = l.instance_id
    left join sys_user t on t.tenant_id = l.tenant_id and t.id = l.task_user
    left join sys_user a on a.tenant_id = l.tenant_id and a.id = l.apply_user
    where l.tenant_id = ${tenantId} and l.id = ${id} and l.is_deleted = 0`.execute(trx);
  const row = rows[0] ?? refuse('notFound');
  const instance = await instanceOf(cx, row.processInstanceId);
  await checkSeen(cx, instance);
  const { rows: tasks } = await sql<{
    taskId: string;
    taskName: string;
    title: Label | null;
    assignee: string | null;
    assigneeName: string | null;
  }>`
    select t.id as "taskId", t.name as "taskName", t.title, coalesce(t.done_user, t.assignee) as assignee, u.real_name as "assigneeName"
    from flow_task t left join sys_user u on u.tenant_id = t.tenant_id and u.id = coalesce(t.done_user, t.assignee)
    where t.tenant_id = ${tenantId} and t.instance_id = ${instance.id} and t.kind = 1
    order by t.status = 1 desc, t.id desc limit 1`.execute(trx);
  const [task] = tasks;
  return {
    ...row,
    days: daysTouched(row.startTime, row.endTime),
    flow: {
      taskId: task?.taskId ?? '',
      taskName: task ? nameIn(task.taskName, task.title, cx.language) : '',
      assignee: task?.assignee ?? '',
      assigneeName: task?.assigneeName ?? '',
      processInstanceId: instance.id,
      processDefinitionId: instance.definition.id,
      processDefinitionName: processName(cx, instance.definition),
      processIsFinished: instance.state === 1 ? 'unfinished' : 'finished',
    },
  };
}
