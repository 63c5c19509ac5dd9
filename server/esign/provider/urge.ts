import { fascContract, isWaiting, providers } from '../../../contract/modules/esign/fascContract';
import { defineCall } from '../../kernel/call';
import type { Context } from '../../kernel/context';
import { Refusal, refuse } from '../../kernel/errors';
import { done, id } from '../../kernel/schemas';
import { ServiceFault } from '../../kernel/signing';
import { type ContractRow, isExpired } from '../contracts';
import { changeTask, currentTask, type TaskRow } from './tasks';

/** The limits of FASC. */
const mostADay = 2;
const hours = 2;

async function urgeable(cx: Context, contractId: string): Promise<{ row: ContractRow; task: TaskRow }> {
  const [row] = (await cx.rows(fascContract).lock([contractId])) as ContractRow[];
  if (!row) return refuse('notYours');
  const task = row.provider === providers.local ? undefined : await currentTask(cx, row);
  if (!isWaiting(row) || isExpired(cx, row) || !task?.task_id) return refuse('contract.notUrgeable');
  return { row, task };
}

/** Counts a reminder before it is sent; answers how it is sent. */
async function count(cx: Context, contractId: string) {
  const { task } = await urgeable(cx, contractId);
  const service = cx.deps.signing ?? refuse('contract.noService');
  const { urged_time: last, urged_count: before } = task;
  const ofToday = last?.startsWith(cx.today) ? before : 0;
  const since =
    last === null ? Number.POSITIVE_INFINITY : cx.deps.now() - Date.parse(`${last.replace(' ', 'T')}+08:00`);
  if (ofToday >= mostADay || since < hours * 3_600_000) refuse('contract.urgeTooSoon', { limit: mostADay, hours });
  await changeTask(cx, task, { urged_time: cx.time, urged_count: ofToday + 1 });
  return {
    send: () => service.urge(task.task_id!),
    undo: (again: Context) => changeTask(again, task, { urged_time: last, urged_count: before }),
  };
}

/** Reminds the customer by the signing service. */
export const urgeCall = defineCall({
  method: 'POST',
  path: fascContract.url('urge'),
  title: ['催办客户签署', 'Remind the customer of a contract at a signing service'],
  query: { id: id() },
  answer: done,
  permission: 'order_contract',
  async prepare({ input }, entitled): Promise<Refusal | undefined> {
    try {
      const { send, undo } = await entitled((cx) => count(cx, input.id));
      try {
        await send();
      } catch (error) {
        if (!(error instanceof ServiceFault)) throw error;
        await entitled(undo);
        return new Refusal('contract.serviceFault', { text: error.message });
      }
      return undefined;
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  },
  async handle(cx, { input, prepared }) {
    if (prepared instanceof Refusal) throw prepared;
    const { row } = await urgeable(cx, input.id);
    await cx.rows(fascContract).update(row, {}, { action: 'urge' });
    return true;
  },
});
