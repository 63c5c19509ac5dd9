/** The nightly checks find what breaks a rule: one fault of each kind is planted into the demo portfolio, and taken out again. */
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import pg from 'pg';
import { allRules } from '../../../server/job/handlers/checks';
import { addUpDays } from '../../../server/lease/ledger/dailySums';
import { icbcCsv } from '../../support/bankFiles';
import { registerAccount } from '../../support/companyAccounts';
import { ok, platform, type Server, startServer } from '../../support/server';

let server: Server;
let owner: pg.Client;
beforeAll(async () => {
  server = await startServer({ hasDemo: true });
  const today = server.clock.text().slice(0, 10);
  await registerAccount(server, { account: '6222020000000000001' });
  for (const [opening, amount] of [
    ['0.00', '-3.00'],
    ['-3.00', '5.00'],
  ] as const) {
    const lines = [{ day: today, amount, name: '无名', serial: `P${opening}` }];
    const file = icbcCsv({ account: '6222020000000000001', opening, lines });
    ok(await server.admin.upload('/blade-bank/statement/upload', file, { name: `${opening}.csv` }));
  }
  const asked = { tenantId: platform, today, time: server.clock.text() };
  while (await server.deps.db.withTenant(platform, today, (trx) => addUpDays({ ...asked, trx })));
  owner = new pg.Client(server.connections.owner);
  await owner.connect();
  await owner.query(`select set_config('app.tenant', $1, false)`, [platform]);
}, 240_000);
afterAll(async () => {
  await owner.end();
  await server.close();
});

/** An instalment of a running order whose plan was made by the rules that are checked. */
const instalment = `(select p.id from lease_payment_plan p join lease_order o on o.id = p.order_id
  where o.tenant_id = '${platform}' and o.business_status = 6 and o.repay_method in (1, 2) and o.due_day is null
    and o.restructured is null and p.kind = 1 and p.pay_status = 0 and p.paid_amount = 0 and p.is_frozen = 0
    and p.is_deleted = 0 and p.rent > 1 order by p.order_id, p.current_periods limit 1)`;
const running = `(select order_id from lease_payment_plan where id = ${instalment})`;
/** An entry made after another one, with a new id and these values. */
function entry(values: string, like = 'true'): string {
  return `insert into lease_payment_txn select (jsonb_populate_record(t, jsonb_build_object('id', 1) || ${values})).*
    from lease_payment_txn t where ${like} and t.tenant_id = '${platform}' order by t.id limit 1 returning id`;
}
const one = (table: string, set: string, where: string) =>
  `update ${table} set ${set} where id = (select id from ${table} where tenant_id = '${platform}' and ${where} order by id limit 1) returning id`;

/** What breaks each rule, by the words that its name begins with. */
const faults: Readonly<Record<string, string>> = {
  租金之和等于合同租金: one(
    'lease_payment_plan',
    'rent = rent + 0.01, amount_payable = amount_payable + 0.01',
    `id = ${instalment}`,
  ),
  本金之和等于出资额或为零: one(
    'lease_payment_plan',
    'principal = principal + 0.01, rent = rent - 0.01',
    `id = ${instalment}`,
  ),
  金额不为负: one('lease_payment_plan', 'other = other + 0.01', `id = ${instalment}`),
  已付金额与付款状态一致: one('lease_payment_plan', 'pay_status = 1', `id = ${instalment}`),
  分录之和等于已付金额: one('lease_payment_plan', 'paid_amount = paid_amount + 0.01', `id = ${instalment}`),
  订单未付合计等于各期未付之和: `update lease_order_open set amount = amount + 0.01
    where tenant_id = '${platform}' and to_day is null and order_id = ${running} returning order_id`,
  每日汇总等于计划与分录之和: `update lease_daily_sum c set open = open + 0.01 where (tenant_id, day, direction, month) in (
    select tenant_id, day, direction, month from lease_daily_sum where tenant_id = '${platform}'
    order by day desc, direction, month limit 1) returning day`,
  采购付款分录之和等于已付金额: one('lease_purchase', 'paid_amount = paid_amount - 0.01', 'paid_amount > 0'),
  采购付款分录之和等于订单已投放金额: one('lease_order', 'invested = invested + 0.01', 'invested > 0'),
  分录本金之和等于已付本金: one('lease_payment_plan', 'paid_principal = paid_principal + 0.01', `id = ${instalment}`),
  每笔收付款全额入账: one('lease_receipt', 'amount = amount + 0.01', 'state = 1'),
  待认领金额与分录一致: one('lease_receipt', 'open_amount = open_amount + 0.01', 'state = 1'),
  转账分录合计为零: entry(`'{"kind": 5, "amount": 0.01, "batch_no": "QZ1", "receipt_id": null, "plan_id": null}'`),
  余额不为负: entry(`'{"account": 2, "amount": -999999999.99, "plan_id": null}'`, 't.customer_id is not null'),
  起租后订单款项已转出: `with opened as (update lease_order set is_opened = 1 where id = ${running})
    ${entry(`jsonb_build_object('account', 4, 'amount', 0.01, 'plan_id', null, 'order_id', ${running})`)}`,
  归还的本金不超过收到的本金: entry(
    `jsonb_build_object('account', 5, 'amount', 999999999.99, 'plan_id', null, 'order_id', ${running})`,
  ),
  保证金不为负: entry(`jsonb_build_object('account', 6, 'amount', -0.01, 'plan_id', null, 'order_id', ${running})`),
  银行流水余额连续: one('lease_bank_statement', 'closing = closing + 0.01', 'true'),
  付款只到代付文件的收款账号: `with item as (
      insert into lease_pay_item (tenant_id, batch_id, id, item_no, reference, plan_id, order_id, payee_name, account, bank_name, amount)
      select '${platform}', 1, 1, 1, 'FF202611270000010001', p.id, p.order_id, '甲', '6222020000000000019', '工商银行', 3
      from lease_payment_plan p where p.id = ${instalment} returning id)
    update lease_bank_line set purpose = 'FF202611270000010001', party_account = '6222020000000000027'
    where direction = 2 and tenant_id = '${platform}' and exists (select 1 from item) returning id`,
  期次连续: one('lease_payment_plan', 'current_periods = 99', `id = ${instalment}`),
  付款日逐期递增: one(
    'lease_payment_plan',
    'payment_date = payment_date - 4000',
    `order_id = ${running} and current_periods > 1 and pay_status = 0`,
  ),
  结清与付清一致: one('lease_order', 'business_status = 8', `id = ${running}`),
  计租订单的三项标志齐全: one('lease_order', 'pzsfqr = 0', `id = ${running}`),
  每种合同最多一份有效: `insert into lease_contract select (jsonb_populate_record(c, '{"id": 1}')).* from lease_contract c
    where c.tenant_id = '${platform}' and c.is_deleted = 0 and c.status in (1, 2) order by c.id limit 1 returning id`,
  // Two contracts are signed, and one of them is not what the start needs.
  签署标志与已签合同一致: one('lease_contract', 'type = 3', `order_id = ${running} and type = 2 and is_deleted = 0`),
  有合同在签的订单处于签约中: one(
    'lease_contract',
    `status = 1, sign_task_status = 'sign_progress'`,
    `order_id = ${running} and is_deleted = 0`,
  ),
};

/** Writes SQL and sends none. */
const writer = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

async function isBroken({ broken }: (typeof allRules)[number]): Promise<boolean> {
  const { sql, parameters } = broken(platform).compile(writer);
  const { rowCount } = await owner.query(sql, [...parameters]);
  return rowCount !== null && rowCount > 0;
}

it.each(allRules.map((rule) => [rule.name, rule] as const))('%s', async (name, rule) => {
  expect(await isBroken(rule)).toBe(false);
  const fault = Object.keys(faults).find((words) => name.startsWith(words));
  expect([name, fault]).toEqual([name, expect.any(String)]);
  await owner.query('begin');
  try {
    // What the database itself would refuse is planted all the same: the check does not lean on it.
    await owner.query(`do $$ declare c record; begin
      for c in select conrelid::regclass as of, conname as name from pg_constraint
        where contype in ('c', 'f') and conrelid::regclass::text ~ '^lease_(payment|receipt|pay_item|bank|contract$|order$)'
      loop execute format('alter table %s drop constraint if exists %I cascade', c.of, c.name); end loop;
      for c in select indexrelid::regclass::text as name from pg_index where indisunique and not indisprimary
        and indrelid::regclass::text = 'lease_contract' loop execute format('drop index %s', c.name); end loop;
    end $$`);
    expect([name, (await owner.query(faults[fault!]!)).rowCount]).toEqual([name, expect.any(Number)]);
    expect(await isBroken(rule)).toBe(true);
  } finally {
    await owner.query('rollback');
  }
});
