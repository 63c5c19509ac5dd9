/** Moments of processes, as tasks of the queue: timers that fire, and tasks whose due date passes. */
import { sql } from 'kysely';
import { sourceLanguage } from '../../contract/domain/languages';
import { absentPrincipal } from '../auth/session';
import { defineTask, sendTask } from '../engine/tasks';
import type { Context } from '../kernel/context';
import type { Trx } from '../kernel/database';
import type { TaskData } from '../kernel/ports';
import { tellOf } from './handing';
import { isRunning, lockInstance, openTasks, taskOf } from './instances';
import { dueTask, timerTask } from './moments';
import { recovered, running, writeStep } from './step';
import { tellStuck } from './stuck';

interface TimerData extends TaskData {
  timerId: string;
}
interface DueData extends TaskData {
  taskId: string;
}

async function starterOf(deps: Context['deps'], trx: Trx, { tenantId, timerId }: TimerData) {
  const { rows } = await sql<{ userId: string }>`
    select i.start_user as "userId" from flow_timer t
    join flow_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id
    where t.tenant_id = ${tenantId} and t.id = ${timerId}`.execute(trx);
  const principal = rows[0] && (await absentPrincipal(deps, trx, { tenantId, userId: rows[0].userId }));
  return principal && { principal, language: sourceLanguage };
}

/** A timer fires once: the row goes with the step that it causes. */
async function fire(cx: Context, timerId: string): Promise<void> {
  const timer = () =>
    cx.trx
      .selectFrom('flow_timer')
      .select(['instance_id', 'execution_id', 'due_time'])
      .where('tenant_id', '=', cx.tenantId)
      .where('id', '=', timerId)
      .executeTakeFirst();
  const before = await timer();
  if (!before) return;
  const instance = await lockInstance(cx, before.instance_id);
  const held = await timer();
  if (!held || !isRunning(instance) || held.due_time > cx.time) return;
  const run = recovered(instance);
  running(() => run.fire(held.execution_id));
  await writeStep(cx, instance, run);
}

/** Tells those whose task is overdue, once. */
async function tellOverdue(cx: Context, taskId: string): Promise<void> {
  const before = await taskOf(cx, taskId);
  if (!before) return;
  const instance = await lockInstance(cx, before.instanceId);
  const task = (await openTasks(cx, instance.id)).find(({ id }) => id === taskId);
  if (!task || task.dueTime === null || task.dueTime > cx.time) return;
  const { rows } = await sql`
    update flow_task set overdue_time = ${cx.time}
    where tenant_id = ${cx.tenantId} and id = ${taskId} and overdue_time is null returning id`.execute(cx.trx);
  if (rows.length > 0) await tellOf(cx, instance, task, 'overdue');
}

export const flowTasks = [
  defineTask<TimerData>({
    name: timerTask,
    async run({ deps, work, workAs, data }) {
      // Actions behind the timer have the rights of the starter; without one, those that need rights are refused.
      const starter = (trx: Trx) => starterOf(deps, trx, data);
      const isDone = await workAs(starter, async (cx) => {
        await fire(cx, data.timerId);
        return true;
      });
      if (!isDone) await work((cx) => fire(cx, data.timerId));
    },
  }),
  defineTask<DueData>({
    name: dueTask,
    run: ({ work, data }) => work((cx) => tellOverdue(cx, data.taskId)),
  }),
];

/** Tells of tasks whose people have left since, and asks again for moments that are late. */
export async function keepFlows(cx: Context): Promise<void> {
  await tellStuck(cx);
  await sendDueFlows(cx);
}

const mostDue = 200;
/** Asks again for moments that have passed: after a restore, or where a task failed for good. */
async function sendDueFlows(cx: Context): Promise<void> {
  const { trx, tenantId, time } = cx;
  const timers = await trx
    .selectFrom('flow_timer')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('due_time', '<=', time)
    .orderBy('due_time')
    .limit(mostDue)
    .execute();
  for (const { id } of timers) await sendTask(cx, { name: timerTask }, { timerId: id }, { key: `timer ${id} again` });
  const tasks = await trx
    .selectFrom('flow_task')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 1)
    .where('due_time', '<=', time)
    .where('overdue_time', 'is', null)
    .orderBy('due_time')
    .limit(mostDue)
    .execute();
  for (const { id } of tasks) await sendTask(cx, { name: dueTask }, { taskId: id }, { key: `due ${id} again` });
}
