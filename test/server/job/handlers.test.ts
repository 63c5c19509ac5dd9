/** What the handlers do, as runs of jobs: their checks find what is wrong, and their sweeps leave what is needed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { registry, tasks } from '../../../server/app';
import { runnerOf } from '../../../server/engine/tasks';
import type { JobRun } from '../../../server/job/handler';
import { startDue } from '../../../server/job/handlers/orders';
import { ConnectionLost, ConnectionsTaken } from '../../../server/kernel/database';
import { openQueue } from '../../../server/platform/queue';
import { leaseOf, ok, type Server, startServer } from '../../support/server';

type Row = Record<string, any>;
let server: Server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** Runs a shipped job of the platform's tenant once; answers what became of it. */
async function run(key: string, more: Partial<Server['deps']> = {}): Promise<Row> {
  const [job] = await server.sql(
    `select id from job_info where tenant_id = '000000' and processor_info = $1 and is_built_in = 1`,
    [key],
  );
  const id: string = ok(await server.admin.post('/blade-job/job-info/run', { query: { id: job.id } }));
  const queue = openQueue(server.connections.app);
  await queue.drain(tasks, runnerOf({ ...server.deps, ...more, queue }, registry));
  await queue.close();
  const { lines, ...outcome } = ok(await server.admin.get('/blade-job/job-log/output', { id }));
  return { ...outcome, id, said: lines.map(({ words }: Row) => words) };
}

describe('the checks', () => {
  it('hold for an order that runs, name what breaks a rule, and change nothing', async () => {
    const { order, rows } = await leaseOf(server).started();
    expect(await run('invariant.check')).toMatchObject({ state: 5, result: 'ok' });
    const breaks: [string, string, string][] = [
      [
        'update lease_payment_plan set rent = rent + 0.01, amount_payable = amount_payable + 0.01 where id = $1',
        '租金之和',
        order.contractCode,
      ],
      [`update lease_payment_plan set payment_date = payment_date + 400 where id = $1`, '付款日逐期递增', ''],
      ['update lease_payment_plan set current_periods = 99 where id = $1', '期次连续', order.contractCode],
    ];
    for (const [text, rule, named] of breaks) {
      const [before] = await server.sql('select * from lease_payment_plan where id = $1', [rows[0].id]);
      await server.sql(text, [rows[0].id]);
      const { state, cause, said } = await run('invariant.check');
      expect([state, cause]).toEqual([4, expect.stringMatching(/^发现 \d+ 处不符，详见运行日志$/)]);
      const at = said.findIndex((words: string) => words.includes(rule));
      expect([rule, at >= 0, said[at + 1]]).toEqual([rule, true, expect.stringContaining(named)]);
      await server.sql(
        `update lease_payment_plan set rent = $2, amount_payable = $3, pay_status = $4, payment_date = $5, current_periods = $6
         where id = $1`,
        [
          rows[0].id,
          before.rent,
          before.amount_payable,
          before.pay_status,
          before.payment_date,
          before.current_periods,
        ],
      );
    }
    expect(await run('invariant.check')).toMatchObject({ state: 5 });
  });

  it('compare orders with their contracts', async () => {
    const { order } = await leaseOf(server).started();
    expect(await run('contract.reconcile')).toMatchObject({ state: 5 });
    await server.sql('update lease_contract set status = 0 where order_id = $1', [order.id]);
    const { state, said } = await run('contract.reconcile');
    expect([state, said.some((words: string) => words.includes(order.contractCode))]).toEqual([4, true]);
    await server.sql('update lease_contract set status = 2 where order_id = $1', [order.id]);
  });

  it('verify the audit trail', async () => {
    expect(await run('audit.verifyChain')).toMatchObject({ state: 5 });
    await server.sql(`update audit_log set reason = 'changed' where seq = 2 and tenant_id = '000000'`);
    expect(await run('audit.verifyChain')).toMatchObject({ state: 4, cause: '审计记录校验未通过：changed, 2' });
    await server.sql(`update audit_log set reason = '' where seq = 2 and tenant_id = '000000'`);
  });
});

it('the digest tells each person what they may see, and others nothing', async () => {
  const { userId: reader } = await server.addUser({ account: 'reader', permissions: ['paymentPlan'] });
  const { userId: other } = await server.addUser({ account: 'other', permissions: ['customer'] });
  server.clock.set('2027-03-01 10:00:00');
  const { total } = ok(await (await server.as('reader')).get('/blade-paymentPlan/paymentPlan/page', { overdue: 1 }));
  expect(total).toBeGreaterThan(0);
  expect(await run('plan.overdueDigest')).toMatchObject({ state: 5 });
  const told = async (userId: string) =>
    server.sql('select title, content from inbox where user_id = $1 order by id', [userId]);
  const [first] = await told(reader);
  expect(first).toMatchObject({ title: `逾期款项 ${total} 笔`, content: expect.stringMatching(/合计 [\d.]+ 元。$/) });
  expect(await told(other)).toEqual([]);
  // What customers owe is not added to what the company owes.
  await server.sql(`update lease_order set direction = 2 where id = (
    select order_id from lease_payment_plan where pay_status = 0 and payment_date < '2027-03-01' order by id limit 1)`);
  const { sides } = ok(await (await server.as('reader')).get('/blade-paymentPlan/paymentPlan/page', { overdue: 1 }));
  expect(await run('plan.overdueDigest')).toMatchObject({ state: 5 });
  const [, second] = await told(reader);
  const [pays, collects] = sides.map(({ sums }: { sums: { amountPayable: string } }) => sums.amountPayable);
  expect(second.content).toMatch(`，应付 ${pays} 元、应收 ${collects} 元。`);
});

it('runs are deleted with their output when they are old, those that go on are not', async () => {
  const { id } = await run('search.index');
  const { id: open } = await run('search.index');
  await server.sql('update job_run set state = 3 where id = $1', [open]);
  await server.sql(
    `insert into job_run_line (id, tenant_id, run_id, seq, level, said_at, words)
    values (1, '000000', $1, 1, 2, 0, 'old'), (2, '000000', $2, 1, 2, 0, 'old')`,
    [id, open],
  );
  server.clock.advance(29 * 86_400_000);
  await run('log.cleanup');
  expect(await server.sql('select 1 from job_run where id = $1', [id])).toHaveLength(1);
  server.clock.advance(2 * 86_400_000);
  await run('log.cleanup');
  const left = await server.sql('select id from job_run where id = any($1)', [[id, open]]);
  expect(left.map((row) => row.id)).toEqual([open]);
  expect(await server.sql('select run_id from job_run_line where id in (1, 2)')).toEqual([{ run_id: open }]);
});

it('a backup needs a folder, and says where it is', async () => {
  expect(await run('backup.make')).toMatchObject({ state: 4, cause: expect.stringContaining('BACKUP_DIR') });
  const backUp = async (keep: number) => ({ path: `/backups/${keep}.tar.gz`, missing: '' });
  expect(await run('backup.make', { backUp })).toMatchObject({ state: 5, result: '/backups/7.tar.gz' });
});

it.each([
  ['the database is away', new ConnectionLost('away'), 1, []],
  ['all connections are taken', new ConnectionsTaken('full'), 1, []],
  ['one order is held by others', Object.assign(new Error('locked'), { code: '55P03' }), 3, ['1', '2', '3']],
])('the start of orders, while %s, waits or goes on with the next one', async (_, error, tries, failed) => {
  const orders = ['1', '2', '3'].map((id) => ({ id, to: 6 }));
  let tried = -1;
  const failures: string[] = [];
  const work = async () => {
    tried += 1;
    if (tried === 0) return orders;
    throw error;
  };
  const asked = {
    ...{ work, log: { info: () => undefined }, signal: new AbortController().signal },
    fail: (_error: unknown, place: string) => void failures.push(place),
  };
  await startDue.run(asked as unknown as JobRun).catch((thrown) => expect(thrown).toBe(error));
  expect([tried, failures]).toEqual([tries, failed]);
});

it('keeps stored expressions with both days at the moments that they meant', async () => {
  const file = join(__dirname, '../../../server/migrations/0068_days_of_cron.sql');
  const [block] = /do \$\$[\s\S]+?end \$\$;/.exec(readFileSync(file, 'utf8'))!;
  const jobs = await server.sql('select id, time_expression from job_info where time_expression_type = 2 order by id');
  const stored = [
    '0 0 2 * * *',
    '0 30 1 1 * *',
    ' 0 0  9 * * MON-FRI',
    '0 0 2 ? * ?',
    '0 0 2 13 * FRI',
    '0 0 2 ? * 2 2027',
  ];
  const set = (id: string, text: unknown) =>
    server.sql('update job_info set time_expression = $2 where id = $1', [id, text]);
  for (const [at, text] of stored.entries()) await set(jobs[at]!.id, text);
  await server.sql(block);
  const now = await server.sql('select time_expression from job_info where time_expression_type = 2 order by id');
  expect(now.slice(0, stored.length).map((row: Row) => row.time_expression)).toEqual([
    '0 0 2 * * ?',
    '0 30 1 1 * ?',
    '0 0 9 ? * MON-FRI',
    '0 0 2 * * ?',
    '0 0 2 13 * FRI', // days that no expression of Quartz says
    '0 0 2 ? * 2 2027',
  ]);
  for (const { id, time_expression } of jobs) await set(id, time_expression);
});
