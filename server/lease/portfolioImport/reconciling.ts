/** Closing figures of the older system beside those that this one will have, or has: in all and by product. */
import { sql } from 'kysely';
import { subtract, sum } from '../../../contract/domain/money';
import {
  type Closing,
  type ClosingName,
  closingNames,
  decisions,
  type Unproved,
} from '../../../contract/domain/portfolio/plans';
import type { Reconciliation, ReconciliationLine } from '../../../contract/wire/portfolio/answers';
import type { Context, DeedChange } from '../../kernel/context';

/** Which fields of orders, instalments and receipts the closing figures are made of. */
export const closingSays: Readonly<Record<ClosingName, NonNullable<DeedChange['says']>>> = {
  totalAmount: { order: ['totalAmount'] },
  principal: { paymentPlan: ['principal', 'paidAmount'] },
  open: { paymentPlan: ['amountPayable', 'paidAmount'] },
  overdue: { paymentPlan: ['amountPayable', 'paidAmount'] },
  dueSoon: { paymentPlan: ['amountPayable', 'paidAmount'] },
  paid: { paymentPlan: ['paidAmount'] },
  prepaid: { receipt: ['amount'] },
  deposit: { receipt: ['amount'] },
};

type Row = { productName: string; direction: number; orders: number; old: Closing; next: Closing; unproved: Unproved };

function sumsOf(column: ReturnType<typeof sql>, as: string) {
  const members = closingNames.map(
    (name) => sql`${sql.lit(name)}, coalesce(sum((${column} ->> ${sql.lit(name)})::numeric), 0)::numeric(18, 2)::text`,
  );
  return sql`jsonb_build_object(${sql.join(members)}) as ${sql.ref(as)}`;
}

function linesOf(old: Closing, next: Closing, unproved: Unproved): ReconciliationLine[] {
  return closingNames.map((name) => ({
    name,
    old: old[name],
    next: next[name],
    difference: subtract(next[name], old[name]),
    unproved: name === 'prepaid' || name === 'deposit' ? unproved[name] : '0.00',
  }));
}

/** The stated balances that no row bears out; of a workbook that was read before this was asked, all that it states. */
const unprovedSums = sql`jsonb_build_object(
  'prepaid', sum(coalesce(content -> 'unproved' ->> 'prepaid', content ->> 'closingPrepaid')::numeric)::numeric(18, 2)::text,
  'deposit', sum(coalesce(content -> 'unproved' ->> 'deposit', content ->> 'closingDeposit')::numeric)::numeric(18, 2)::text
) as unproved`;

/** Orders that are not decided count with the rebuilt plan. */
export async function reconciliationOf(cx: Context, importId: string): Promise<Reconciliation> {
  const { rows } = await sql<Row>`
    select product_name as "productName", direction, count(*)::int as orders, ${sumsOf(sql`stated`, 'old')},
           ${sumsOf(sql`(case when decision = ${decisions.keep} then kept else rebuilt end)`, 'next')}, ${unprovedSums}
    from lease_portfolio_order where tenant_id = ${cx.tenantId} and import_id = ${importId}
    group by product_id, product_name, direction order by product_name, direction`.execute(cx.trx);
  const total = (of: 'old' | 'next') =>
    Object.fromEntries(closingNames.map((name) => [name, sum(rows.map((row) => row[of][name]))])) as Closing;
  return {
    orders: rows.reduce((all, { orders }) => all + orders, 0),
    lines: linesOf(total('old'), total('next'), {
      prepaid: sum(rows.map(({ unproved }) => unproved.prepaid)),
      deposit: sum(rows.map(({ unproved }) => unproved.deposit)),
    }),
    products: rows.map(({ productName, direction, orders, old, next, unproved }) => ({
      ...{ productName, direction, orders },
      lines: linesOf(old, next, unproved),
    })),
  };
}
