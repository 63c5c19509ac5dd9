import { messageFaults, messageStates } from '../../contract/domain/messages';
import { textIn } from '../../contract/domain/text';
import { messageLog } from '../../contract/modules/resource/messageLog';
import { defineServerModule } from '../engine/serverModule';
import { refuse } from '../kernel/errors';
import { askFor } from '../messages/outbox';

export default defineServerModule(messageLog, {
  table: 'message',
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
