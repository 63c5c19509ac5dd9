import { type RawBuilder, sql } from 'kysely';
import { messageFaults, messageKinds, messageStates } from '../../contract/domain/messages';
import { textIn } from '../../contract/domain/text';
import { fascContract } from '../../contract/modules/esign/fascContract';
import { customer } from '../../contract/modules/lease/customer';
import { order } from '../../contract/modules/lease/order';
import { paymentPlan } from '../../contract/modules/lease/paymentPlan';
import { report } from '../../contract/modules/report/report';
import { messageLog } from '../../contract/modules/resource/messageLog';
import { hidesAny, scopeOf } from '../engine/rights/scopes';
import { defineServerModule } from '../engine/serverModule';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { isStoredId } from '../kernel/ids';
import { askFor } from '../messages/outbox';

/** Kinds whose words add up instalments of all orders of the customer that they are about. */
const ofAllOrders = [messageKinds.dueSoon, messageKinds.overdue, messageKinds.receipt];

/** Customers with an instalment that a data scope hides; undefined where none does. */
async function partlySeen(cx: Context): Promise<RawBuilder<unknown> | undefined> {
  const seen = await scopeOf(cx, cx.tableOf(paymentPlan.name)!);
  return (
    seen &&
    sql`(select customer_id from lease_order where tenant_id = ${cx.tenantId} and customer_id is not null and id in (
      select order_id from lease_payment_plan where tenant_id = ${cx.tenantId} and (${seen}) is not true))`
  );
}

const subjects = [customer, order, fascContract, report] as const;

/**
 * A message tells about its record: it is hidden where a data scope hides that, or one of the instalments that it adds up.
 * A message about none is seen.
 */
async function aboutSeen(cx: Context): Promise<RawBuilder<boolean>> {
  const parts: RawBuilder<boolean>[] = [];
  for (const { name } of subjects) {
    const served = cx.tableOf(name);
    const scope = served && (await scopeOf(cx, served));
    if (scope)
      parts.push(sql`not exists (select 1 from ${sql.table(served.table)}
        where tenant_id = ${cx.tenantId} and id = message.about_id and (${scope}) is not true)`);
  }
  const partly = await partlySeen(cx);
  if (partly) parts.push(sql`(kind <> all(${ofAllOrders}::int[]) or about_id is null or about_id not in ${partly})`);
  return parts.length > 0 ? sql<boolean>`(${sql.join(parts, sql` and `)})` : sql<boolean>`true`;
}

export default defineServerModule(messageLog, {
  table: 'message',
  where: aboutSeen,
  says: {
    words: {
      [customer.name]: ['realName'],
      [order.name]: ['contractCode', 'customerName'],
      [paymentPlan.name]: ['amountPayable', 'paymentDate'],
      [fascContract.name]: ['contractNumber'],
    },
  },
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
