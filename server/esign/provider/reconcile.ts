/** Looks after contracts at signing services: callbacks and tasks of the queue may be lost. */
import { dateTime } from '../../../contract/domain/calendar';
import type { TaskRun } from '../../engine/tasks';
import type { Context } from '../../kernel/context';
import type { TaskData } from '../../kernel/ports';
import { ServiceFault, type TaskDetail } from '../../kernel/signing';
import { askForWork } from '../../lease/contractWork';
import { askForEvent, eventStates } from './inbox';
import { applyMeaning } from './meaning';
import { changeTask, contractOf, referenceOf, tasksOf, waitingContracts } from './tasks';

/** A task is asked about when nothing was heard of it for so long. */
const silentMs = 10 * 60_000;
const mostAtOnce = 200;
/** Applied events are kept for so long. */
const keptDays = 180;

/** Asks again for what is due, and for events that were not applied. */
async function askAgain(cx: Context): Promise<{ contractId: string; id: string; taskId: string }[]> {
  const before = dateTime(cx.deps.now() - silentMs);
  const { due, unseen } = await waitingContracts(cx, { before, most: mostAtOnce });
  for (const contractId of due) await askForWork(cx, contractId, 'due');
  const events = await cx.trx
    .selectFrom('sign_event')
    .select('id')
    .where('tenant_id', '=', cx.tenantId)
    .where('state', '=', eventStates.waiting)
    .where('create_time', '<=', before)
    .orderBy('create_time')
    .limit(mostAtOnce)
    .execute();
  for (const { id } of events) await askForEvent(cx, id, 'again');
  await cx.trx
    .deleteFrom('sign_event')
    .where('tenant_id', '=', cx.tenantId)
    .where('state', '<>', eventStates.waiting)
    .where('create_time', '<', dateTime(cx.deps.now() - keptDays * 86_400_000))
    .execute();
  return unseen;
}

async function take(cx: Context, contractId: string, id: string, { state, reason }: TaskDetail): Promise<boolean> {
  const contract = await contractOf(cx, contractId);
  const task = (await tasksOf(cx, contractId)).find((one) => one.id === id);
  if (!contract || !task) return false;
  const { row, isRemoved } = contract;
  await changeTask(cx, task, { checked_time: cx.time });
  // One of an earlier sending, whose withdrawal the queue has lost.
  if (row.status !== 1 || task.reference !== referenceOf(cx, row)) await askForWork(cx, contractId, 'seen');
  return !isRemoved && applyMeaning(cx, row, task, { state, reason });
}

/** Answers how many contracts have changed. `fail` is told of tasks that could not be read; the others are. */
export async function reconcileTasks(
  { deps, work, signal }: Pick<TaskRun<TaskData>, 'deps' | 'work' | 'signal'>,
  fail: (error: unknown, place: string) => void,
): Promise<number> {
  const unseen = await work(askAgain);
  const { signing } = deps;
  if (!signing) return 0;
  let changed = 0;
  for (const { contractId, id, taskId } of unseen) {
    signal.throwIfAborted();
    try {
      const detail = await signing.detail(taskId);
      if (await work((cx) => take(cx, contractId, id, detail))) changed += 1;
    } catch (error) {
      if (!(error instanceof ServiceFault)) throw error;
      fail(error, contractId);
      if (error.kind === 'unavailable') break; // the next one would fail, too
      await work((cx) => changeTask(cx, { id }, { checked_time: cx.time })); // the others have their turn first
    }
  }
  return changed;
}
