/** What tasks of the queue do at their moment, and what is looked after here in case one of them was lost. */
import { queueDueReminders } from '../../desk/note';
import { sweepTransfers } from '../../desk/transfer/task';
import { indexRecords } from '../../engine/search/terms';
import { indexIdentities } from '../../esign/identityIndex';
import { reconcileTasks } from '../../esign/provider/reconcile';
import { lookAfterLasting } from '../../esign/signing/lasting';
import { keepFlows } from '../../flow/due';
import { addUpDays, forgetDays } from '../../lease/ledger/dailySums';
import { bookStarts } from '../../lease/ledger/orderMoney';
import { keepRates } from '../../lease/terms/effectiveRate';
import { sendDue } from '../../messages/delivery';
import { sendDueReports } from '../../report/sending';
import { defineJobHandler, type JobHandler, type JobRun } from '../handler';

function once(key: JobHandler['key'], part: Parameters<JobRun['work']>[0]): JobHandler {
  return defineJobHandler({
    key,
    async run({ work }) {
      await work(part);
      return undefined;
    },
  });
}

export const deliver = once('message.deliver', sendDue);
export const sendReports = once('report.send', sendDueReports);
export const remindNotes = once('note.remind', queueDueReminders);
export const lateTimers = once('flow.late', keepFlows);
export const sweepExports = once('transfer.sweep', sweepTransfers);
export const indexNumbers = once('identity.index', indexIdentities);

export const indexSearch = defineJobHandler({
  key: 'search.index',
  async run({ work, signal }) {
    while (await work(indexRecords)) signal.throwIfAborted();
    return undefined;
  },
});

export const keepYields = defineJobHandler({
  key: 'yield.keep',
  async run({ work, signal }) {
    while (await work(keepRates)) signal.throwIfAborted();
    while (await work(bookStarts)) signal.throwIfAborted();
    return undefined;
  },
});

export const addUpLedger = defineJobHandler({
  key: 'ledger.sum',
  async run({ work, signal, params }) {
    if (params.again === true) await work((cx) => forgetDays(cx, '1970-01-01'));
    while (await work(addUpDays)) signal.throwIfAborted();
    return undefined;
  },
});

export const reconcileSigning = defineJobHandler({
  key: 'esign.reconcile',
  async run({ deps, work, signal, fail, log }) {
    await work(lookAfterLasting);
    const changed = await reconcileTasks({ deps, work, signal }, fail);
    if (changed > 0) log.info(`${changed} 份合同 · contracts: ${changed}`);
    return String(changed);
  },
});
