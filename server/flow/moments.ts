/** Moments that the tasks of the queue wait for: timers of a run, and due dates of tasks. */
import { dateTime, instantOf } from '../../contract/domain/calendar';
import { sendTask } from '../engine/tasks';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { valueOfText } from './engine/expressions';
import type { Run, Wait } from './engine/run';
import { momentOf } from './engine/times';
import type { Instance } from './instances';

/** Names of the tasks of the queue; see `due.ts`. */
export const timerTask = 'flow.timer';
export const dueTask = 'flow.due';

/** The task of the queue that tells of a due date once it has passed. */
export async function sendDue(cx: Context, taskId: string, dueTime: string | null): Promise<void> {
  if (dueTime === null) return;
  await sendTask(cx, { name: dueTask }, { taskId }, { after: secondsUntil(cx, dueTime), key: `due ${taskId}` });
}

function secondsUntil({ deps }: Context, moment: string): number {
  return Math.max(0, Math.ceil((instantOf(moment) - deps.now()) / 1000));
}

/** A timer that has fired before in its instance waits this long at least: a circle of short ones keeps no server busy. */
const leastAgainMs = 60_000;

/** Those of these elements that the instance has left before. */
async function leftBefore({ trx, tenantId }: Context, instanceId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Set<string>();
  const rows = await trx
    .selectFrom('flow_activity')
    .select('element_id')
    .distinct()
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .where('element_id', 'in', [...ids])
    .where('end_time', 'is not', null)
    .execute();
  return new Set(rows.map((row) => row.element_id));
}

/** Timers that the run waits for become rows with a task of the queue; those that it no longer waits for go. */
export async function keepTimers(cx: Context, instance: Instance, run: Run, waits: readonly Wait[]): Promise<void> {
  const { trx, tenantId, deps } = cx;
  const isTimer = ({ node }: Wait) => node.timer !== undefined;
  const wanted = waits.filter(isTimer);
  if (!instance.definition.plan.nodes.some(({ timer }) => timer)) return;
  const held = await trx
    .selectFrom('flow_timer')
    .select(['id', 'execution_id'])
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instance.id)
    .execute();
  const open = new Set(wanted.map(({ executionId }) => executionId));
  const over = held.filter((one) => !open.has(one.execution_id)).map(({ id }) => id);
  if (over.length > 0)
    await trx.deleteFrom('flow_timer').where('tenant_id', '=', tenantId).where('id', 'in', over).execute();
  const known = new Set(held.map((one) => one.execution_id));
  const begun = wanted.filter((one) => !known.has(one.executionId));
  const ids = begun.map(({ node }) => node.id);
  const again = await leftBefore(cx, instance.id, ids);
  const soonest = dateTime(deps.now() + leastAgainMs);
  for (const { executionId, node } of begun) {
    const text = String(valueOfText(node.timer?.text ?? '', run.variables) ?? '');
    const meant = momentOf(text, deps.now()) ?? refuse('flow.badTimer', { name: node.name || node.id });
    const dueTime = again.has(node.id) && meant < soonest ? soonest : meant;
    const id = deps.newId();
    await trx
      .insertInto('flow_timer')
      .values({
        id,
        tenant_id: tenantId,
        instance_id: instance.id,
        execution_id: executionId,
        element_id: node.id,
        due_time: dueTime,
      })
      .execute();
    await sendTask(cx, { name: timerTask }, { timerId: id }, { after: secondsUntil(cx, dueTime), key: `timer ${id}` });
  }
}
