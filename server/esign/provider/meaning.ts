/** What a signing service tells of a task, by a callback or when it is asked, and what that does to the contract. */
import { dateTime } from '../../../contract/domain/calendar';
import { fascContract } from '../../../contract/modules/esign/fascContract';
import type { Context } from '../../kernel/context';
import type { EventMeaning, TaskState } from '../../kernel/signing';
import { askForWork } from '../../lease/contractWork';
import type { ContractRow } from '../contracts';
import { contractRejected, contractRevoked } from '../outcome';
import { taskOpened } from './steps';
import { changeTask, enterState, referenceOf, type TaskRow, taskStates } from './tasks';

const ended: Partial<Record<TaskState, { status: string; action: 'reject' | 'taskEnded' }>> = {
  rejected: { status: 'rejected', action: 'reject' },
  canceled: { status: 'canceled', action: 'taskEnded' },
  expired: { status: 'expired', action: 'taskEnded' },
};

/** The task is that of the sending which the contract waits for. */
function isAwaited(cx: Context, row: ContractRow, { reference }: TaskRow): boolean {
  return row.status === 1 && reference === referenceOf(cx, row);
}

async function end(cx: Context, row: ContractRow, task: TaskRow, state: TaskState, reason: string): Promise<void> {
  await changeTask(cx, task, { state: taskStates.over, due_time: null, checked_time: cx.time });
  const outcome = ended[state] ?? ended.canceled!;
  if (!isAwaited(cx, row, task)) return;
  const said = reason.slice(0, 200) || null;
  const over = (await cx
    .rows(fascContract)
    .update(
      row,
      { signTaskStatus: outcome.status, reason: said },
      { action: outcome.action, ...(said ? { reason: said } : {}) },
    )) as ContractRow;
  await contractRejected(cx, over);
}

async function signed(cx: Context, row: ContractRow, task: TaskRow): Promise<void> {
  await enterState(cx, task, taskStates.signed, { checked_time: cx.time });
  // The contract is complete once its file is here.
  if (isAwaited(cx, row, task))
    await cx
      .rows(fascContract)
      .update(
        row,
        { signTaskStatus: 'sign_completed', signTaskId: task.task_id, reason: null },
        { action: 'taskSigned' },
      );
  await askForWork(cx, row.id, 'signed');
}

/**
 * Applies what is told of a locked contract and its task; answers whether it changed anything. What comes late or twice
 * changes nothing: a task that is signed or over never goes back, and can only be annulled.
 */
export async function applyMeaning(
  cx: Context,
  row: ContractRow,
  task: TaskRow,
  { state, isRead, reason, expires }: EventMeaning,
): Promise<boolean> {
  const isUnsettled = ([taskStates.making, taskStates.open, taskStates.failed] as number[]).includes(task.state);
  if (state === 'revoked') {
    if (task.state === taskStates.over) return false;
    if (isUnsettled || task.state === taskStates.signed) await end(cx, row, task, state, reason);
    else {
      await changeTask(cx, task, { state: taskStates.over, due_time: null });
      if (row.status === 2 && row.signTaskId === task.task_id) await contractRevoked(cx, row);
    }
    return true;
  }
  if (!isUnsettled) return false;
  if (state === 'signed') await signed(cx, row, task);
  else if (state && ended[state]) await end(cx, row, task, state, reason);
  else if (task.state !== taskStates.open) {
    // The answer to the creation was lost, and the task exists.
    await taskOpened(cx, row, task, task.task_id!);
    return true;
  } else {
    await changeTask(cx, task, { checked_time: cx.time });
    if (!isAwaited(cx, row, task)) return false;
    const change = {
      ...(isRead && !row.readTime ? { readTime: cx.time } : {}),
      ...(expires ? { expireTime: dateTime(expires) } : {}),
      ...(!state && !isRead && reason ? { reason: reason.slice(0, 200) } : {}),
    };
    if (Object.keys(change).length === 0) return false;
    await cx.rows(fascContract).update(row, change, isRead ? { action: 'read' } : {});
  }
  return true;
}
