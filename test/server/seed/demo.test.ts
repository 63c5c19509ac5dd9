import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { planOf } from '../../../contract/domain/leasing/plan';
import { planTermsOf } from '../../../contract/domain/leasing/record';
import { type Instalment, schedule } from '../../../contract/domain/leasing/schedule';
import { findMove, settled, terminated, terminating } from '../../../contract/domain/lifecycle/orderStates';
import { paperTypes } from '../../../contract/domain/papers/fields';
import { type Order, order } from '../../../contract/modules/lease/order';
import { type PaymentPlan, paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { registry } from '../../../server/app';
import { md5 } from '../../../server/auth/password/oneTimePassword';
import { asSystem } from '../../../server/engine/work';
import { handlers } from '../../../server/job/handlers';
import { snowflake } from '../../../server/kernel/ids';
import { fillDemo } from '../../../server/seed/demo/demo';
import type { Visitor } from '../../../server/seed/demo/people';
import { drawSample } from '../../../server/seed/demo/samplePictures';
import { signedAtOnce } from '../../../server/seed/demo/write';
import { isDeep } from '../../support/depth';
import { demoNode } from '../../support/portfolioKept';
import { ok, password, platform, type Server, startServer } from '../../support/server';

function isLuhn(digits: string): boolean {
  return (
    [...digits].reverse().reduce((total, c, i) => {
      const n = Number(c) * (i % 2 === 0 ? 1 : 2);
      return total + (n > 9 ? n - 9 : n);
    }, 0) %
      10 ===
    0
  );
}

function find<R>(server: Server, module: typeof order | typeof paymentPlan): Promise<R[]> {
  return asSystem(server.deps, registry, { tenantId: platform, actor: '' }, (cx) =>
    cx.rows(module as typeof order).find({}),
  ) as Promise<R[]>;
}

const days: [string, string][] = [
  ['a working day', '2026-11-20 10:00:00'],
  ['minutes after midnight on a leap day', '2028-02-29 00:20:00'],
];
describe.each([
  ...days,
  ...(isDeep ? [['a Sunday that ends a long month', '2027-01-31 23:50:00']] : []),
] as typeof days)('the demo portfolio, made on %s', (_name, now) => {
  let server: Server;
  const today = now.slice(0, 10);
  const told: string[] = [];
  let invited: Visitor[];
  beforeAll(async () => {
    server = await startServer({ now });
    invited = (await fillDemo(server.deps, (text) => told.push(text)))!.people;
  });
  afterAll(() => server.close());
  /** How many rows break a rule, by the rule's name. */
  const broken = async (rules: Record<string, string>): Promise<Record<string, number>> => {
    const found: Record<string, number> = {};
    for (const [name, text] of Object.entries(rules)) {
      const rows = await server.sql(text);
      if (rows.length > 0) found[name] = rows.length;
    }
    return found;
  };

  it('keeps the rules that the jobs check', async () => {
    for (const key of ['invariant.check', 'contract.reconcile']) {
      const said: string[] = [];
      const log = { debug: () => {}, info: () => {}, warn: () => {}, error: (text: string) => said.push(text) };
      const run = handlers.get(key)!.run({
        ...{ deps: server.deps, tenantId: platform, params: {}, log, attempt: 1 },
        work: (part) => asSystem(server.deps, registry, { tenantId: platform, actor: '' }, part),
        workAs: async () => undefined,
        fail: () => {},
        progress: () => {},
        signal: new AbortController().signal,
        map: async () => [],
      });
      await run.catch(() => {});
      expect(said).toEqual([]);
      expect(await run).toBe('ok');
    }
  });

  it('has orders in every state, customers, products and a line at each end', async () => {
    const states = await server.sql<{ state: number }>(
      'select business_status as state, count(*) from lease_order group by 1 order by 1',
    );
    expect(states.map(({ state }) => state)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    const [counts] = await server.sql(
      `select (select count(*) from lease_order) as orders, (select count(*) from lease_customer) as customers,
              (select count(*) from lease_product) as products, (select count(*) from lease_product where status = 0) as withdrawn`,
    );
    expect(counts).toEqual({ orders: '187', customers: '60', products: '9', withdrawn: '1' });
    expect(told).toHaveLength(2);
    const [company] = await server.sql(`select tenant_name from tenant where tenant_id = '000000'`);
    expect(company.tenant_name).toBe('青屿融租（演示）有限公司');
  });

  it('keeps the plans that the schedule gives', async () => {
    const orders = (await find<Order>(server, order)).filter(({ maturity }) => maturity !== null);
    const rows = await find<PaymentPlan>(server, paymentPlan);
    expect(orders).toHaveLength(133);
    const figures: (keyof Instalment)[] = [
      'currentPeriods',
      'totalPeriods',
      'paymentDate',
      'days',
      'rent',
      'principal',
      'amountPayable',
      'monthlyRent',
    ];
    expect([...new Set(orders.map(({ direction, repayMethod }) => `${direction} ${repayMethod}`))].sort()).toEqual(
      ['1 1', '1 2', '2 3', '2 4', '2 5'], // both directions, five methods
    );
    for (const held of orders) {
      const { id, totalAmount, yearRate, deadline, getType, interestDate, dayCount, maturity, repayMethod } = held;
      const plan =
        repayMethod! > 2
          ? planOf(planTermsOf(held))
          : schedule({
              totalAmount,
              yearRate: yearRate!,
              deadline: deadline!,
              getType: getType!,
              interestDate: interestDate!,
              dayCount: dayCount === 360 ? 'ACT_360' : 'ACT_365',
            });
      expect(maturity).toBe(plan.maturity);
      const own = rows.filter((row) => row.orderId === id && row.planVersion === 1);
      expect(
        own.map((row) => Object.fromEntries(figures.map((name) => [name, row[name as keyof PaymentPlan]]))),
      ).toEqual(plan.rows.map((row) => Object.fromEntries(figures.map((name) => [name, row[name]]))));
    }
  });

  it('breaks no rule of the business', async () => {
    const live = 'select * from lease_payment_plan p where p.order_id = o.id and p.pay_status <> 2';
    expect(
      await broken({
        'a plan before the start': `select from lease_payment_plan p join lease_order o on o.id = p.order_id where o.business_status not between 6 and 10`,
        'paid without exactly one entry of its amount': `select from lease_payment_plan p where paid_amount > 0
           and (select array_agg(amount) from lease_payment_txn t where t.plan_id = p.id) is distinct from array[paid_amount]`,
        'an entry for an unpaid row': `select from lease_payment_txn t join lease_payment_plan p on p.id = t.plan_id
           where p.paid_amount = 0 or t.order_id <> p.order_id or t.batch_no <> p.batch_no or t.amount <> p.paid_amount`,
        'paid amount and state disagree': `select from lease_payment_plan where (pay_status = 1) <> (paid_amount = amount_payable)
           or (paid_amount > 0) <> (paid_time is not null)`,
        'a receipt that its entries do not add up to': `select from lease_receipt r where r.amount - r.open_amount
           <> (select sum(amount) from lease_payment_txn t where t.receipt_id = r.id)`,
        'money that flows the other way': `select from lease_payment_txn t join lease_order o on o.id = t.order_id
           where t.account <> 7 and (t.direction = 1) <> (o.direction = 2)`,
        'a supplier of an order that the customer does not pay': `select from lease_purchase p
           join lease_order o on o.id = p.order_id where o.direction <> 2`,
        'paid out of turn': `select from lease_payment_plan p join lease_payment_plan q using (order_id, plan_version)
           where q.current_periods > p.current_periods and q.pay_status = 1 and (p.pay_status <> 1 or p.paid_time > q.paid_time)`,
        'paid too early': `select from lease_payment_plan where paid_time < payment_date - 7`,
        'settled is not all paid': `select from lease_order o where business_status between 6 and 10
           and (business_status in (${settled}, ${terminated})) <> (not exists (${live} and p.pay_status <> 1))`,
        'flags missing': `select from lease_order where business_status between 5 and 10 and (pzsfqr, prqy, qyqy) <> (1, 1, 1)`,
        'a flag without its paper': `select from lease_order o where prqy <> (select count(*) from lease_contract c where c.order_id = o.id and type = 1 and status = 2)
           or qyqy <> (select count(*) from lease_contract c where c.order_id = o.id and type = 2 and status = 2)`,
        'papers of an order that is not signing': `select from lease_contract c join lease_order o on o.id = c.order_id
           where (o.business_status < 4 or o.business_status > 10) or (o.business_status > 4 and c.status <> 2)`,
        'no voucher': `select from lease_order o where business_status between 2 and 10
           and not exists (select from lease_picture p where p.order_id = o.id and pic_type = 5)`,
        'an ended order without its time': `select from lease_order where business_status in (${settled}, ${terminated}) and settled_time is null`,
        'a paper that was signed at no time': `select from lease_contract where (status = 2) <> (finish_time is not null)`,
        'a signature of which nothing is known': `select from lease_contract where (status = 2) <> (sign_way is not null)
           or (status = 2) <> (jsonb_array_length(evidence) >= 9)`,
        'a code out of turn': `select from lease_contract where sign_way = 1 and (not (sms_time >= sent_time and code_time > sms_time
           and code_taken_time >= code_time and identified_time >= code_taken_time and read_time >= identified_time
           and finish_time >= read_time) is not false)`,
        'a witness who is nobody': `select from lease_contract c where sign_way = 2 and not exists (select from sys_user u
           where u.id = (c.witness ->> 'userId')::bigint and u.account = c.witness ->> 'account' and u.code = c.witness ->> 'code'
             and u.real_name = c.witness_name and u.tenant_id = c.tenant_id)`,
        'a witness who made the order': `select from lease_contract c join lease_order o on o.id = c.order_id
           where o.create_user = (c.witness ->> 'userId')::bigint or (c.witness ->> 'isAuthor')::boolean`,
        'a counter that is closed': `select from lease_contract where sign_way = 2 and (extract(isodow from finish_time) > 5
           or finish_time::time not between '09:00' and '18:00' or counter_until <= finish_time or counter_until > '${now}')`,
        'a paper without a message': `select from lease_contract where sms_status is null or sms_phone !~ '^154\\*+' or phone_by is null`,
        'news of tomorrow': `select from inbox where create_time > '${now}'`,
        'news of no order': `select from inbox i where subject = 'order' and not exists (select from lease_order o where o.id = subject_id::bigint)`,
        'a running order past its end': `select from lease_order where business_status = 6 and maturity < '${today}'`,
        'a matured order before its end': `select from lease_order where business_status = 7 and maturity >= '${today}'`,
        'a start that has passed': `select from lease_order where business_status = 5 and interest_date <= '${today}'`,
        'frozen though not leaving': `select from lease_payment_plan p join lease_order o on o.id = p.order_id
           where is_frozen = 1 and business_status <> ${terminating}`,
        'out of order': `select from lease_order where voucher_time < create_time or signed_time < voucher_time
           or start_time < signed_time or settled_time < start_time or interest_date < signed_time::date`,
        'another customer or product': `select from lease_order o join lease_customer c on c.id = o.customer_id
           join lease_product p on p.id = o.product_id where o.customer_name <> c.real_name or o.create_time < c.create_time
           or (o.product_name, o.deadline, o.year_rate, o.get_type, o.amount_per, o.direction, o.repay_method)
              <> (p.product_name, p.deadline, p.year_rate, p.get_type, p.amount_per, p.direction, p.repay_method)
           or mod(o.total_amount, o.amount_per) <> 0 or (p.status = 0 and o.create_time > p.update_time)`,
        'a number that will be given again': `select from (select contract_code as code from lease_order where contract_code is not null
           union select batch_no from lease_payment_txn) n
           left join day_sequence s on s.name = left(code, 2) and s.day = substr(code, 3, 8)::date and s.last >= right(code, 6)::int
           where s.name is null`,
        ...Object.fromEntries(
          ['product', 'customer', 'order', 'contract', 'picture', 'payment_plan'].map((table) => [
            `the future in ${table}`,
            `select from lease_${table} where tenant_id <> '000000' or version < 1
               or greatest(create_time, update_time) > '${now}'`,
          ]),
        ),
      }),
    ).toEqual({});
  });

  it('records how each order came to its state', async () => {
    const entries = await server.sql<{ entity_id: string; changes: { field: string; before: any; after: any }[] }>(
      `select entity_id, changes from audit_log where entity = 'order' order by id`,
    );
    const orders = await server.sql<{ id: string; business_status: number }>(
      'select id, business_status from lease_order',
    );
    for (const { id, business_status } of orders) {
      const states = entries
        .filter((entry) => entry.entity_id === id)
        .flatMap(({ changes }) => changes.filter(({ field }) => field === 'businessStatus'));
      expect(states[0]).toMatchObject({ before: null, after: 0 });
      for (const { before, after } of states.slice(1))
        expect(
          [
            [6, terminating],
            [terminating, terminated],
          ].some(([a, b]) => a === before && b === after) || findMove(before, after),
        ).toBeTruthy();
      expect(states.slice(1).map(({ before }) => before)).toEqual(states.slice(0, -1).map(({ after }) => after));
      expect(states.at(-1)!.after).toBe(business_status);
    }
    const backwards = await server.sql(
      'select from (select create_time < lag(create_time) over (order by id) as is_back from audit_log) e where is_back',
    );
    expect(backwards).toEqual([]);
    const pays = await server.sql(`select about_id from audit_log where action = 'pay'`);
    expect(pays.length).toBeGreaterThan(300);
    expect(pays.every(({ about_id }) => orders.some(({ id }) => id === about_id))).toBe(true);
  });

  it('has contracts signed by a code and before a witness, each with its evidence', async () => {
    const papers = await server.sql<{ way: number; labels: string[]; actions: string[] }>(
      `select sign_way as way, (select array_agg(e ->> 'label') from jsonb_array_elements(evidence) e) as labels,
              (select array_agg(a.action order by a.seq) from audit_log a where a.entity_id = c.id) as actions
       from lease_contract c where status = 2`,
    );
    for (const { way, labels, actions } of papers) {
      const story = way === 1 ? ['code', 'identify'] : ['counter', 'counterBegin'];
      expect(actions).toEqual(['make', 'send', 'smsSent', ...story, 'read', 'sign']);
      expect(labels).toEqual(
        expect.arrayContaining([
          '核验方式',
          way === 1 ? '核验手机号' : '见证人',
          '网络地址',
          '同意条款摘要',
          '签署时间',
        ]),
      );
    }
    const ways = papers.map(({ way }) => way);
    for (const way of [1, 2]) expect(ways.filter((one) => one === way).length).toBeGreaterThan(ways.length / 10);
    // A digest exists for each file, and matches it.
    const digests = await server.sql(
      `select c.pdf_sha256, f.sha256, (select e ->> 'value' from jsonb_array_elements(evidence) e where e ->> 'label' = '签署前文件摘要') as before,
              (select e ->> 'value' from jsonb_array_elements(evidence) e where e ->> 'label' = '签署后文件摘要') as after
       from lease_contract c left join attach f on f.id = c.signed_pdf_id where c.status = 2`,
    );
    for (const { pdf_sha256, sha256, before, after } of digests) expect([before, after]).toEqual([pdf_sha256, sha256]);
    expect(digests.filter(({ after }) => after !== null)).toHaveLength(signedAtOnce);
    const [failed] = await server.sql(`select count(*)::int as count from audit_log where action = 'smsFailed'`);
    expect(failed!.count).toBe(1);
  });

  it('has customers who paid in part, and one who paid too much', async () => {
    const [found] = await server.sql(
      `select (select count(*) from lease_payment_plan where pay_status = 0 and paid_amount > 0)::int as partly,
              (select count(*) from lease_payment_txn where account = 2 and amount = 500)::int as prepaid,
              (select count(*) from lease_payment_plan p join lease_order o on o.id = p.order_id
               where o.direction = 2 and pay_status = 0 and payment_date < $1::date)::int as late`,
      [today],
    );
    expect(found).toEqual({ partly: 3, prepaid: 2, late: expect.any(Number) });
    expect(found!.late).toBeGreaterThanOrEqual(6);
  });

  it('shows something due today, in the coming week, and overdue', async () => {
    const [due] = await server.sql(
      `select count(*) filter (where payment_date = $1::date)::int as today,
              count(*) filter (where payment_date > $1::date and payment_date <= $1::date + 7)::int as week,
              count(*) filter (where payment_date < $1::date)::int as overdue
       from lease_payment_plan where pay_status = 0`,
      [today],
    );
    expect(due!.today).toBeGreaterThanOrEqual(3);
    expect(due!.week).toBeGreaterThanOrEqual(6);
    expect(due!.overdue).toBeGreaterThanOrEqual(8);
    expect(due!.overdue).toBeLessThanOrEqual(30);
  });

  it('has something in each tab of the bell, one of them longer than a page', async () => {
    const tabs = await server.sql('select kind, count(*)::int as count from inbox group by 1 order by 1');
    expect(tabs.map(({ kind }) => kind)).toEqual(['mail', 'message', 'notice']);
    expect(tabs[1]!.count).toBeGreaterThan(10);
    const [voucher] = await server.sql(`select count(*)::int as count from inbox where title like '%打款凭证待确认'`);
    expect(voucher!.count).toBe(6);
  });

  it('has a voucher of its own for each order, so that none counts as used twice', async () => {
    const shared = await server.sql(`select a.sha256 from lease_picture p join attach a on a.id = p.attach_id
      where p.pic_type = 5 and p.is_deleted = 0 group by a.sha256 having count(distinct p.order_id) > 1`);
    expect(shared).toEqual([]);
  });

  it('shows the number on the paper of each customer whose contract waits, so that a witness can read it', async () => {
    const waiting = await server.sql<Record<'id_type' | 'id_no' | 'papers', string>>(
      `select k.id_type, k.id_no, array_agg(a.sha256) as papers
       from lease_contract c join lease_order o on o.id = c.order_id join lease_customer k on k.id = o.customer_id
       left join lease_picture p on p.order_id = o.id left join attach a on a.id = p.attach_id
       where c.status = 1 group by c.id, k.id_type, k.id_no`,
    );
    expect(waiting.length).toBeGreaterThan(4);
    for (const { id_type, id_no, papers } of waiting) {
      const { idPortrait, licence } = paperTypes;
      const { bytes } = drawSample(Number(id_type) === 2 ? licence : idPortrait, server.deps.secrets.unseal(id_no));
      expect(papers).toContain(createHash('sha256').update(bytes).digest('hex'));
    }
  });

  it('lets in a clerk, paperwork, finance and a manager by one-time passwords, and nobody else', async () => {
    expect(invited.map(({ account, office: [, english] }) => [account, english])).toEqual([
      ['lin.yumo', 'clerk'],
      ['shen.zhiyao', 'contracts'],
      ['gu.xizhou', 'finance'],
      ['xu.qingyue', 'manager'],
    ]);
    expect(new Set(invited.map(({ word }) => word)).size).toBe(4);
    for (const { account, word } of invited) {
      const pair = { grant_type: 'password', username: account, password: md5(word) };
      const signedIn = await server.token(pair, { 'tenant-id': platform });
      expect([account, signedIn.status, signedIn.body.must_change_password]).toEqual([account, 200, true]);
    }
    const others = await server.sql<{ account: string }>(
      `select account from sys_user where tenant_id = '000000' and account <> 'admin'
         and password_expires_at is null order by account`,
    );
    expect(others).toHaveLength(5);
  });

  it('names no real person', async () => {
    const clients = await server.sql<Record<string, string>>('select tel, id_type, id_no from lease_customer');
    for (const { tel, id_type, id_no } of clients) {
      expect(tel).toMatch(/^1540\d{7}$/);
      expect(server.deps.secrets.unseal(id_no!)).toMatch(
        Number(id_type) === 2 ? /^91990000\w{10}$/ : /^990000\d{11}[\dX]$/,
      );
    }
    const cards = await server.sql('select bank_card_code as card from lease_order where bank_card_code is not null');
    expect(cards.every(({ card }) => /^\d{19}$/.test(card!) && !isLuhn(card!))).toBe(true);
  });

  it('separates the confirmation of payments from changing their accounts, which another role corrects', async () => {
    const holders = async (code: string): Promise<string[]> => {
      const rows = await server.sql(
        `select r.role_name as name from sys_role r join sys_role_menu g on g.role_id = r.id
         join sys_menu m on m.id = g.menu_id where r.tenant_id = $1 and not r.is_admin and m.code = $2`,
        [platform, code],
      );
      return rows.map(({ name }) => name);
    };
    expect(await holders('paymentPlan_pay')).toEqual(['财务专员']);
    expect(await holders('paymentPlan_edit')).toEqual(['业务主管']);
    for (const code of ['order_edit', 'order_start', 'order_voucher'])
      expect(await holders(code)).not.toContain('财务专员');
  });

  it('leaves the calendar nothing to do', async () => {
    expect(await server.advance()).toEqual({ started: 0, matured: 0 });
  });
});

describe('filling in the demo', () => {
  const tables = [
    ...['product', 'customer', 'order', 'contract', 'payment_plan', 'receipt', 'payment_txn', 'picture'].map(
      (name) => `lease_${name}`,
    ),
    'audit_log',
    'attach',
  ];
  /** Values that are random in each run: encrypted numbers, and what is signed with new keys. */
  const drawn: Record<string, string> = {
    lease_customer: `- 'id_no' - 'id_no_hash'`,
    lease_contract: `- 'pdf_sha256'`,
    attach: `- case when content_type = 'application/pdf' then array['sha256', 'size'] else array[]::text[] end`,
  };
  const dump = async ({ sql }: Server) =>
    Object.fromEntries(
      await Promise.all(
        tables.map(async (table) => [
          table,
          (
            await sql(`select regexp_replace((to_jsonb(t) ${drawn[table] ?? ''})::text,
              '"value": "\\w{64}"', '"value": ""', 'g')::jsonb as row from ${table} t order by id`)
          ).map(({ row }) => row),
        ]),
      ),
    );

  /** The first row that differs: comparing thousands of rows in words takes minutes. */
  const difference = (one: Awaited<ReturnType<typeof dump>>, other: typeof one) =>
    tables
      .flatMap((table) =>
        Array.from({ length: Math.max(one[table]!.length, other[table]!.length) }, (_, at) => ({
          table,
          rows: [one[table]![at], other[table]![at]],
        })),
      )
      .find(({ rows: [mine, theirs] }) => !isDeepStrictEqual(mine, theirs));
  /** As a server that is the first on its database: those of one process have numbers of their own. */
  const alike = ({ deps }: Server) => ({ ...deps, newId: snowflake(deps.now, demoNode) });

  it('gives the same rows at the same moment, and once only', async () => {
    const one = await startServer({ hasDemo: true });
    const other = await startServer();
    try {
      await fillDemo(alike(other), () => undefined);
      const first = await dump(one);
      expect(first.lease_order).toHaveLength(187);
      expect(difference(await dump(other), first)).toBeUndefined();
      const said: string[] = [];
      expect(await fillDemo(one.deps, (text) => said.push(text))).toBeUndefined();
      expect(said).toEqual([]);
      expect(difference(await dump(one), first)).toBeUndefined();
    } finally {
      await one.close();
      await other.close();
    }
  });

  it('leaves a tenant alone that has a product, even a removed one', async () => {
    const server = await startServer();
    try {
      await server.sql(
        `insert into lease_product (id, tenant_id, product_name, product_code, deadline, amount_per, get_type, year_rate,
                                    periods, create_time, update_time, is_deleted)
         values (1, '000000', 'x', 'x', 30, 1, 1, 1, 1, now(), now(), 1)`,
      );
      await fillDemo(server.deps, () => undefined);
      expect(await server.sql('select count(*) from lease_order')).toEqual([{ count: '0' }]);
    } finally {
      await server.close();
    }
  });

  it('is shown by the server: lists, history, printed contracts and pictures', async () => {
    const server = await startServer();
    try {
      await fillDemo(server.deps, () => undefined);
      const ask = async (path: string, query = {}) => ok(await server.admin.get(path, query));
      const open = (address: string) => {
        const { pathname, search } = new URL(address, 'http://localhost');
        return server.anybody.send({ url: pathname + search });
      };

      const orders = await ask('/blade-order/order/page', { size: 200 });
      expect(orders.total).toBe(187);
      const created = orders.records.map(({ createTime }: Order) => createTime);
      expect(created).toEqual([...created].sort().reverse());
      const { id } = orders.records.find(({ businessStatus }: Order) => businessStatus === settled);
      const history = await ask('/blade-order/order/history', { id });
      expect(history.map(({ action }: { action: string }) => action)).toEqual(
        expect.arrayContaining(['add', 'move', 'make', 'send', 'sign', 'signed', 'pay']),
      );

      const contracts = '/blade-fascContract/fascContract/list';
      const waiting = await ask(contracts, { status: 1, size: 50 });
      const complete = await ask(contracts, { status: 2, size: 4, descs: 'finishTime' });
      expect(waiting.total).toBe(11);
      for (const { previewUrl } of [...waiting.records, ...complete.records]) {
        const { headers, raw } = await open(previewUrl);
        expect(headers['content-type']).toBe('application/pdf');
        expect(raw.subarray(0, 5).toString()).toBe('%PDF-');
      }
      // Without a gateway every waiting contract is signed at the counter: no link is disclosed.
      expect(waiting.records.every(({ loanUrl }: { loanUrl: string | null }) => loanUrl === null)).toBe(true);
      const paper = waiting.records.find(
        ({ signTaskStatus }: Record<string, string>) => signTaskStatus === 'sign_progress',
      );
      const [client] = await server.sql(
        `select c.id_no from lease_customer c join lease_order o on o.customer_id = c.id where o.id = $1`,
        [paper.orderId],
      );
      const { ticket } = ok(
        await server.admin.post('/blade-fascContract/fascContract/counter', {
          body: { id: paper.id, idNo: server.deps.secrets.unseal(client.id_no), password: md5(password) },
        }),
      );
      const page = await server.anybody.get('/lease-sign/summary', {}, { 'sign-ticket': ticket });
      expect(ok(page)).toMatchObject({ isSigned: false, way: 'counter' });

      for (const picType of [1, 2, 3, 4, 5, 6]) {
        const [{ path }] = (await ask('/blade-picture/picture/list', { picType, size: 1 })).records;
        const { headers, raw } = await open(path);
        expect(headers['content-type']).toBe('image/png');
        expect([raw.readUInt32BE(16), raw.readUInt32BE(20)]).toEqual([480, 300]);
      }
    } finally {
      await server.close();
    }
  });
});
