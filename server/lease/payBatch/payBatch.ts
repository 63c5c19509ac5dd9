import { type PayBatch, payBatch } from '../../../contract/modules/lease/payBatch';
import { defineServerModule } from '../../engine/serverModule';
import { refuse } from '../../kernel/errors';
import { payBatchCalls } from './calls';
import { cancelBatch, sendBatch } from './making';

export default defineServerModule(payBatch, {
  table: 'lease_pay_batch',
  list: 'lease_pay_batch_list',
  sums: ['totalAmount'],
  says: { totalAmount: { paymentPlan: ['amountPayable'], purchase: ['amount'] } },
  madeOf: [
    { module: 'paymentPlan', column: 'plan_id', through: { table: 'lease_pay_item', row: 'batch_id' } },
    { module: 'purchase', column: 'purchase_id', through: { table: 'lease_pay_item', row: 'batch_id' } },
  ],
  defaultSort: [['id', 'desc']],

  approved: {
    async payBatchSend(cx, { id }) {
      const [row] = (await cx.rows(payBatch).lock([id])) as PayBatch[];
      if (!row) return refuse('notYours');
      await sendBatch(cx, row);
    },
  },

  actions: {
    send: {
      async run(cx, rows) {
        for (const row of rows) await sendBatch(cx, row);
      },
    },
    cancel: {
      async run(cx, rows, { reason }) {
        for (const row of rows) await cancelBatch(cx, row, reason);
      },
    },
  },

  calls: payBatchCalls,
});
