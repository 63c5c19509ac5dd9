import { receipt } from '../../contract/modules/lease/receipt';
import { defineServerModule } from '../engine/serverModule';
import { refuse } from '../kernel/errors';
import { ledgerCalls } from './ledger/calls';
import { reverseReceipt } from './ledger/reverse';
import { receiptPaperCall } from './outgoing/calls';

export default defineServerModule(receipt, {
  table: 'lease_receipt',
  list: 'lease_receipt_list',
  sums: ['amount', 'openAmount'],
  defaultSort: [
    ['value_date', 'desc'],
    ['id', 'desc'],
  ],

  approved: {
    async receiptReverse(cx, { id, reason }) {
      const [row] = await cx.rows(receipt).lock([id]);
      if (!row) return refuse('notYours');
      await reverseReceipt(cx, row, { reason, isApproved: true });
    },
  },

  actions: {
    reverse: {
      async run(cx, rows, { reason }) {
        for (const row of rows) await reverseReceipt(cx, row, { reason });
      },
    },
  },

  calls: [...ledgerCalls, receiptPaperCall],
});
