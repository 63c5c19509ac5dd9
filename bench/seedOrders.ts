import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Tables } from '../server/kernel/tables';
import { addUpDays } from '../server/lease/ledger/dailySums';
import { writeSpans } from '../server/lease/ledger/openByDay';

/** How many rows the lists are measured over. */
export interface Volume {
  products: number;
  customers: number;
  orders: number;
}

/** Orders out of a hundred that are in each state, from 待完善 (0) to 已取消 (11): mostly running or done. */
const mix = [3, 2, 2, 2, 3, 3, 45, 4, 28, 1, 2, 5];
const states = mix.flatMap((share, state) => Array<number>(share).fill(state));

/**
 * A portfolio made inside the database, over the last four years up to `today` (`yyyy-MM-dd`): every value is derived
 * from the row's number alone, so two runs measure the same rows. Running and finished orders have a plan of twelve
 * instalments each, paid up to today. Ids grow with time, as the program's do. Answers the number of rows per table.
 *
 * `owner` must be the superuser: foreign key checks are switched off, because all rows are made to match.
 */
export async function seedOrders(
  owner: pg.Pool,
  today: string,
  { products, customers, orders }: Volume,
): Promise<Record<string, number>> {
  const client = await owner.connect();
  const written: Record<string, number> = {};
  const fill = async (table: string, text: string, values: unknown[]) => {
    written[table] = (await client.query(text, values)).rowCount ?? 0;
  };
  try {
    await client.query(`begin; set local session_replication_role = replica; set local synchronous_commit = off`);
    await fill(
      'lease_product',
      `insert into lease_product (id, tenant_id, product_name, product_code, deadline, amount_per, get_type, year_rate,
                                  periods, create_time, update_time)
       select n, '000000', '测试产品 ' || n, 'B' || n, 360, 10000, 0, 7.2, 12, $1::date - 1500, $1::date - 1500
       from generate_series(1, $2::int) n`,
      [today, products],
    );
    await fill(
      'lease_customer',
      `insert into lease_customer (id, tenant_id, real_name, tel, open_id, id_type, kyc_status, create_time, update_time)
       select 1000000 + n, '000000', substr('岚屿砚拾云沐青栖远鹿临若听半星松晴望朴棠', 1 + n % 20, 1)
                || substr('澈白川穗栎柠磬禾黛笙溪木澜夏芜间野舒石梨', 1 + (n / 20) % 20, 1) || n,
              '1540' || lpad(n::text, 7, '0'), 'bench' || n, 1, n % 2, t, t
       from (select n, $1::timestamp - interval '1460 days' * ($2 - n) / $2 as t from generate_series(1, $2::int) n) s`,
      [today, customers],
    );
    // starts 8 days after the order; an order that has started and run its 360 days is settled
    await fill(
      'lease_order',
      `insert into lease_order (id, tenant_id, customer_id, product_id, contract_code, customer_name, tel, product_name,
                                deadline, total_amount, amount_per, year_rate, get_type, day_count, interest_date,
                                maturity, bank_card_code, bank_name, business_status, pzsfqr, prqy, qyqy, create_time,
                                update_time, version)
       select 10000000 + n, '000000', c.id, 1 + n % $3::int, 'HT' || to_char(t, 'YYYYMMDD') || lpad(n::text, 6, '0'),
              c.real_name, c.tel, '测试产品 ' || (1 + n % $3::int), 360, 10000 * (1 + n % 50), 10000, 7.2, 0, 360,
              case when state >= 5 and state < 11 then t::date + 8 end,
              case when state >= 6 and state < 11 then t::date + 368 end,
              '6299000' || lpad(n::text, 12, '0'), '青屿农商银行', state,
              (state between 3 and 10)::int, (state between 5 and 10)::int, (state between 5 and 10)::int, t, t, 1
       from (select n, $1::timestamp - interval '1460 days' * ($2 - n) / $2 as t, $4::int[] as states,
                    ($4::int[])[1 + (n * 7919::bigint) % array_length($4::int[], 1)] as state
             from generate_series(1, $2::int) n) s
       join lease_customer c on c.id = 1000000 + 1 + (n * 31::bigint) % $5::int
       order by n`,
      [today, orders, products, states, customers],
    );
    await fill(
      'lease_payment_plan',
      `insert into lease_payment_plan (id, tenant_id, order_id, current_periods, total_periods, payment_date, days,
                                       monthly_rent, rent, principal, amount_payable, bank_card_code, bank_name,
                                       pay_status, paid_amount, paid_principal, paid_time, batch_no, create_time, update_time)
       select 100000000 + row_number() over (order by o.id, k), '000000', o.id, k, 12, due, 30, rent, rent, back, rent + back,
              o.bank_card_code, o.bank_name, is_paid::int, case when is_paid then rent + back else 0 end,
              case when is_paid then back else 0 end,
              case when is_paid then least(due, $1::date - 1) + interval '15 hours' end,
              case when is_paid then 'PC' || to_char(due, 'YYYYMMDD') || '000001' end, o.create_time, o.create_time
       from (select *, round(total_amount * 0.006, 2) as rent from lease_order where business_status between 6 and 10) o
       cross join generate_series(1, 12) k
       cross join lateral (select o.interest_date + 30 * k as due, case when k = 12 then o.total_amount else 0 end as back) d
       cross join lateral (select due < $1::date or o.business_status = 8 as is_paid) p
       order by o.id, k`,
      [today],
    );
    // Each payment is a receipt with the number of its instalment.
    await fill(
      'lease_receipt',
      `insert into lease_receipt (id, tenant_id, receipt_no, direction, value_date, amount, bank_name, party_name,
                                  party_account, customer_id, source, batch_no, create_time, update_time)
       select p.id, p.tenant_id, 'FK' || p.id, 2, p.paid_time::date, p.paid_amount, p.bank_name, o.customer_name,
              p.bank_card_code, o.customer_id, 2, p.batch_no, p.paid_time, p.paid_time
       from lease_payment_plan p join lease_order o on o.tenant_id = p.tenant_id and o.id = p.order_id
       where p.pay_status = 1 and p.paid_amount > 0`,
      [],
    );
    await fill(
      'lease_payment_txn',
      `insert into lease_payment_txn (id, tenant_id, receipt_id, plan_id, due_date, planned_time, order_id, customer_id, kind,
                                      direction, amount, rent, principal, batch_no, value_date, create_time)
       select p.id, p.tenant_id, p.id, p.id, p.payment_date, p.create_time, p.order_id, o.customer_id, 1, 2, p.paid_amount, p.rent, p.principal,
              p.batch_no, p.paid_time::date, p.paid_time
       from lease_payment_plan p join lease_order o on o.tenant_id = p.tenant_id and o.id = p.order_id
       where p.pay_status = 1 and p.paid_amount > 0`,
      [],
    );
    await client.query('commit');
    // as autovacuum leaves it: visible to index-only scans, and with statistics
    await client.query(
      'vacuum (analyze) lease_product, lease_customer, lease_order, lease_payment_plan, lease_receipt, lease_payment_txn',
    );
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: owner }) });
  await db.transaction().execute((trx) => writeSpans(trx, '000000'));
  const asked = { tenantId: '000000', today, time: `${today} 12:00:00` };
  while (await db.transaction().execute((trx) => addUpDays({ ...asked, trx })));
  await owner.query('vacuum (analyze) lease_order_open, lease_daily_sum');
  return written;
}
