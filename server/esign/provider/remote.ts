import { fascContract, providers } from '../../../contract/modules/esign/fascContract';
import { askingOf } from '../../kernel/paper/thread';
import { askForWork } from '../../lease/contractWork';
import type { ContractRow } from '../contracts';
import { keepPaper } from '../paper/paperFiles';
import { printPlain } from '../paper/printing';
import type { Provider } from './provider';
import { currentTask, insertTask, retryTask } from './tasks';

/** Signing at a service: the contract is stored and waits for its task, which a task of the queue creates. */
export const remote: Provider = {
  isOpenAtOnce: false,
  async begin(cx, row, doc) {
    return { sealed: await keepPaper(cx, row, await printPlain(doc, askingOf(cx))), taskId: null, state: 'reserved' };
  },
  async sent(cx, row, { phone }) {
    await insertTask(cx, row, { provider: providers.fasc, sendsLink: phone !== undefined });
    await askForWork(cx, row.id, `sent ${row.retryFlag ?? 0}`);
  },
  async retry(cx, row) {
    const task = await currentTask(cx, row);
    if (!task) return row;
    await retryTask(cx, task);
    await askForWork(cx, row.id, `retry ${cx.time}`);
    return (await cx
      .rows(fascContract)
      .update(row, { signTaskStatus: 'reserved', reason: null }, { action: 'taskRetried' })) as ContractRow;
  },
};
