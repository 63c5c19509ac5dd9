import { type RawBuilder, sql } from 'kysely';
import { ages } from '../../../contract/wire/figures';
import { ageing } from '../../../contract/wire/reports/ageing';
import type { Context } from '../../kernel/context';
import {
  defineReportQuery,
  inDirection,
  isOpen,
  narrowed,
  openAmount,
  type Parameters,
  planWithOrders,
} from '../query';

/** The number of the step in `ages` that a row belongs to. */
function ageOf(today: string): RawBuilder<number> {
  const steps = ages.flatMap((age, step) =>
    'to' in age ? [sql`when ${today}::date - p.payment_date <= ${age.to}::int then ${step}::int`] : [],
  );
  return sql<number>`case ${sql.join(steps, sql` `)} else ${ages.length - 1}::int end`;
}

async function unpaid(cx: Context, asked: Parameters) {
  const { productId, customerId } = asked;
  return sql`(
    select o.customer_id, o.customer_name, ${openAmount} as amount, ${ageOf(cx.today)} as age
    from ${await planWithOrders(cx)}
    where ${isOpen} and ${narrowed('o.product_id', productId)} and ${narrowed('o.customer_id', customerId)}
      and ${inDirection(asked)})`;
}

function sumOf(condition: RawBuilder<unknown>) {
  return sql`coalesce(sum(u.amount) filter (where ${condition}), 0.00)`;
}

export default defineReportQuery(ageing, {
  ages: async (cx, asked) => sql`
    select a.age, count(u.age)::int as rows, coalesce(sum(u.amount), 0.00) as "amountPayable"
    from (select unnest(${ages.map((_, step) => step)}::int[]) as age) a
    left join ${await unpaid(cx, asked)} u on u.age = a.age group by a.age`,
  customers: async (cx, asked) => sql`
    select max(u.customer_name) as "customerName",
           ${sql.join(ages.map(({ key }, step) => sql`${sumOf(sql`u.age = ${step}::int`)} as ${sql.ref(key)}`))},
           ${sumOf(sql`u.age > 0`)} as overdue, sum(u.amount) as "amountPayable"
    from ${await unpaid(cx, asked)} u group by u.customer_id`,
});
