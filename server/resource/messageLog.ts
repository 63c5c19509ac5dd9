import { sql } from 'kysely';
import { messageFaults, messageStates } from '../../contract/domain/messages';
import { textIn } from '../../contract/domain/text';
import { messageLog } from '../../contract/modules/resource/messageLog';
import { defineServerModule } from '../engine/serverModule';
import { refuse } from '../kernel/errors';
import { isStoredId } from '../kernel/ids';
import { askFor } from '../messages/outbox';

export default defineServerModule(messageLog, {
  table: 'message',
  filters: {
    /** What a message is about: the customer, one of their orders, or a paper of one. */
    customerId(customerId, { tenantId }) {
      if (!isStoredId(customerId)) refuse('badParameter', { name: 'customerId' });
      const orders = sql`select id from lease_order where tenant_id = ${tenantId} and customer_id = ${customerId}`;
      return sql<boolean>`about_id in (select ${customerId}::bigint union all ${orders} union all
        select id from lease_contract where tenant_id = ${tenantId} and order_id in (${orders}))`;
    },
  },
  defaultSort: [
    ['create_time', 'desc'],
    ['id', 'desc'],
  ],

  showing: (row, { language }) => ({
    ...row,
    fault:
      row.fault && Object.hasOwn(messageFaults, row.fault) ? textIn(messageFaults[row.fault]!, language) : row.fault,
  }),

  actions: {
    resend: {
      async run(cx, rows) {
        const kept = await cx.trx
          .selectFrom('message')
          .select('id')
          .where('tenant_id', '=', cx.tenantId)
          .where(
            'id',
            'in',
            rows.map(({ id }) => id),
          )
          .where('payload', 'is not', null)
          .execute();
        if (kept.length !== rows.length) refuse('message.gone');
        for (const row of rows) await askFor(cx, row.id, `by hand ${row.version}`);
        return { state: messageStates.waiting, dueTime: cx.time, attempts: 0, fault: null };
      },
    },
    cancel: {
      async run() {
        return { state: messageStates.cancelled };
      },
    },
  },
});
