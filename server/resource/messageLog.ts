import { type RawBuilder, sql } from 'kysely';
import { messageFaults, messageStates } from '../../contract/domain/messages';
import { textIn } from '../../contract/domain/text';
import { fascContract } from '../../contract/modules/esign/fascContract';
import { customer } from '../../contract/modules/lease/customer';
import { order } from '../../contract/modules/lease/order';
import { report } from '../../contract/modules/report/report';
import { messageLog } from '../../contract/modules/resource/messageLog';
import { hidesAny, scopeOf } from '../engine/rights/scopes';
import { defineServerModule } from '../engine/serverModule';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { isStoredId } from '../kernel/ids';
import { askFor } from '../messages/outbox';

const subjects = [customer, order, fascContract, report] as const;

/** A message tells about its record: it is hidden where a data scope hides that. A message about none is seen. */
async function aboutSeen(cx: Context): Promise<RawBuilder<boolean>> {
  const parts: RawBuilder<boolean>[] = [];
  for (const { name } of subjects) {
    const served = cx.tableOf(name);
    const scope = served && (await scopeOf(cx, served));
    if (scope)
      parts.push(sql`not exists (select 1 from ${sql.table(served.table)}
        where tenant_id = ${cx.tenantId} and id = message.about_id and (${scope}) is not true)`);
  }
  return parts.length > 0 ? sql<boolean>`(${sql.join(parts, sql` and `)})` : sql<boolean>`true`;
}

export default defineServerModule(messageLog, {
  table: 'message',
  where: aboutSeen,
  filters: {
    /**
     * What a message is about: the customer, one of their orders, or a paper of one. Whose an order is may be hidden by
     * a data scope.
     */
    async customerId(customerId, cx) {
      const { tenantId } = cx;
      if (!isStoredId(customerId) || (await hidesAny(cx, order, 'customerId')))
        refuse('badParameter', { name: 'customerId' });
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
