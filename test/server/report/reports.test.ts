/** Reports: their figures against a portfolio worked out by hand, whose rows and columns each person sees, their files. */
import * as xlsx from '@e965/xlsx';
import { sql } from 'kysely';
import pg from 'pg';
import { cents, yuan } from '../../../contract/domain/money';
import { order } from '../../../contract/modules/lease/order';
import { paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { report, reportKinds } from '../../../contract/modules/report/report';
import { type ReportResult, reports } from '../../../contract/wire/reports';
import { reading, reportLimits } from '../../../server/report/making';
import { textOf, textOfPages } from '../../support/pdfText';
import { type Client, leaseOf, ok, type Server, startServer } from '../../support/server';

const at = report.url('list').replace(/list$/, '');
let server: Server;
let lease: ReturnType<typeof leaseOf>;
const held: Record<
  string,
  { order: { id: string; contractCode: string; customerId: string }; rows: { id: string }[] }
> = {};
let ids: Record<keyof typeof reportKinds, string>;

async function preview(id: string, params: Record<string, string> = {}, client: Client = server.admin) {
  return ok(await client.get(`${at}preview`, { id, ...params })) as ReportResult;
}
function table(result: ReportResult, name: string) {
  return result.tables.find((one) => one.name === name)!;
}

/**
 * Seen from 2026-11-20. 稳租: 10,000 at 6 % for 360 days, monthly, 360 days a year: 600 of rent, twelve instalments of 50
 * and the principal with the last. 快租: 20,000 at 7.3 % for 100 days at maturity, 365 days a year: 400 of rent, one
 * instalment of 20,400.
 *
 * | order | customer | start | instalments |
 * | A | 李雷 | 2026-08-01 | 50 on 09-01, 10-01 (both paid on 11-20), 11-01, 12-01, … 07-01, 10,050 on 2027-07-27 |
 * | B | 李雷 | 2026-08-02 | 20,400 on 2026-11-10 |
 * | C | 韩梅梅 | 2026-05-01 | 50 on 06-01 … 2027-04-01, 10,050 on 2027-04-26 |
 */
beforeAll(async () => {
  server = await startServer();
  lease = leaseOf(server);
  const monthly = await lease.product({ productName: '稳租', deadline: 360, yearRate: '6', amountPer: '10000' });
  const whole = await lease.product({
    productName: '快租',
    deadline: 100,
    yearRate: '7.3',
    getType: 1,
    amountPer: '20000',
  });
  const lilei = await lease.customer({ realName: '李雷', tel: '13800138000' });
  const han = await lease.customer({ realName: '韩梅梅', tel: '13900139000', idNo: '440524188001010014' });
  const make = async (name: string, body: object, interestDate: string) => {
    const signed = await lease.signed({ ...body, interestDate });
    await server.sql('update lease_order set interest_date = $2 where id = $1', [signed.id, interestDate]);
    ok(await lease.move(signed.id, 6, { reason: '补录' }));
    held[name] = { order: await lease.read(signed.id), rows: await lease.plan(signed.id) };
  };
  await make('A', { productId: monthly.id, customerId: lilei.id }, '2026-08-01');
  await make('B', { productId: whole.id, customerId: lilei.id, totalAmount: '20000' }, '2026-08-02');
  await make('C', { productId: monthly.id, customerId: han.id }, '2026-05-01');
  const paid = held.A!.rows.slice(0, 2).map(({ id }) => id);
  ok(await server.admin.post(`${lease.paths.plan}/updateBat`, { query: { ids: paid.join(',') } }));
  const { records } = ok(await server.admin.get(`${at}list`, { size: 20 }));
  ids = Object.fromEntries(
    Object.entries(reportKinds).map(([name, kind]) => [
      name,
      records.find((one: { kind: number }) => one.kind === kind).id,
    ]),
  ) as typeof ids;
});
afterAll(() => server.close());

describe('the report files of a tenant', () => {
  it('are six at first, listed as the family lists them', async () => {
    const { records, total } = ok(await server.admin.get(`${at}list`));
    expect(total).toBe(reports.length);
    expect(new Set(records.map(({ kind }: { kind: number }) => kind)).size).toBe(6);
    for (const one of records)
      expect(one).toMatchObject({ id: expect.any(String), name: expect.any(String), createTime: expect.any(String) });
    const { client } = await server.foundTenant();
    expect(ok(await client.get(`${at}list`)).total).toBe(6);
  });

  it('can be removed and added again from their kind, with parameters of their own', async () => {
    const body = {
      name: '快租到期',
      kind: reportKinds.dueList,
      params: JSON.stringify({ period: '4', hasOverdue: '1' }),
    };
    const { id } = ok(await server.admin.post(`${at}submit`, { body }));
    expect((await preview(id)).params).toEqual({ direction: '1', period: '4', hasOverdue: '1' });
    expect((await server.admin.post(`${at}submit`, { body })).body.problems).toEqual({ name: 'taken' });
    for (const params of ['{"nothing":"1"}', '{"period":"99"}', '{"from":"2026-02-30"}']) {
      const before = await server.fingerprint();
      const refused = await server.admin.post(`${at}submit`, { body: { id, params } });
      expect([params, refused.status]).toEqual([params, 400]);
      expect(await server.fingerprint()).toBe(before);
    }
    ok(await server.admin.post(`${at}remove`, { query: { ids: id } }));
    expect((await server.admin.get(`${at}preview`, { id })).status).toBe(404);
    const again = ok(await server.admin.post(`${at}submit`, { body }));
    expect((await server.admin.get(`${at}preview`, { _u: 'blade-快租到期' })).body.data.id).toBe(again.id);
    ok(await server.admin.post(`${at}remove`, { query: { ids: again.id } }));
  });
});

describe('the figures', () => {
  it('of the portfolio: principal by product, and what is unpaid of each order', async () => {
    const result = await preview(ids.portfolio);
    expect(table(result, 'products')).toMatchObject({
      rows: [
        { productName: '快租', orders: 1, totalAmount: '20000.00', share: '50.00' },
        { productName: '稳租', orders: 2, totalAmount: '20000.00', share: '50.00' },
      ],
      total: 2,
      totals: { orders: 3, totalAmount: '40000.00' },
    });
    const rows = table(result, 'orders').rows.map(({ contractCode, unpaidRows, unpaid, unpaidPrincipal }) => [
      ...[contractCode, unpaidRows, unpaid, unpaidPrincipal],
    ]);
    expect(rows).toEqual([
      [held.B!.order.contractCode, 1, '20400.00', '20000.00'],
      [held.A!.order.contractCode, 10, '10500.00', '10000.00'],
      [held.C!.order.contractCode, 12, '10600.00', '10000.00'],
    ]);
    expect(table(result, 'orders').totals).toEqual({
      totalAmount: '40000.00',
      unpaidRows: 23,
      unpaid: '41500.00',
      unpaidPrincipal: '40000.00',
    });
    expect(table(await preview(ids.portfolio, { scope: '3' }), 'orders')).toMatchObject({ rows: [], total: 0 });
  });

  it('of the due list: the days and the instalments of the period', async () => {
    const custom = { period: '0', from: '2026-11-20', to: '2026-12-31' };
    const days = table(await preview(ids.dueList, custom), 'days');
    expect(days.rows).toEqual([
      {
        ...{ paymentDate: '2026-12-01', rows: 2, rent: '100.00', principal: '0.00' },
        ...{ amountPayable: '100.00', unpaid: '100.00' },
      },
    ]);
    const late = await preview(ids.dueList, { ...custom, hasOverdue: '1' });
    // A: 11-01; B: 11-10; C: 06-01 to 11-01, six of them.
    expect(table(late, 'rows').total).toBe(10);
    expect(table(late, 'rows').totals).toEqual({
      ...{ rent: '850.00', principal: '20000.00', amountPayable: '20850.00', unpaid: '20850.00' },
    });
    expect(table(late, 'days').totals.amountPayable).toBe('20850.00');
    expect(table(late, 'rows').rows[0]).toMatchObject({
      paymentDate: '2026-06-01',
      overdueDays: 172,
      customerName: '韩梅梅',
    });
  });

  it('of the ageing, which are those of the dashboard', async () => {
    const result = await preview(ids.ageing);
    // Days overdue on 11-20. A: 11-01 19. B: 10. C: 06-01 172, 07-01 142, 08-01 111, 09-01 80, 10-01 50, 11-01 19.
    expect(table(result, 'ages').rows).toEqual([
      { age: 0, rows: 15, amountPayable: '20750.00' },
      { age: 1, rows: 3, amountPayable: '20500.00' },
      { age: 2, rows: 1, amountPayable: '50.00' },
      { age: 3, rows: 1, amountPayable: '50.00' },
      { age: 4, rows: 3, amountPayable: '150.00' },
    ]);
    expect(table(result, 'ages').totals).toEqual({ rows: 23, amountPayable: '41500.00' });
    const { plan } = ok(await server.admin.get('/blade-desk/dashboard'));
    expect(plan.sides[0].ages.map(({ count, amount }: { count: number; amount: string }) => [count, amount])).toEqual(
      table(result, 'ages').rows.map(({ rows, amountPayable }) => [rows, amountPayable]),
    );
    expect(table(result, 'customers').rows.map(({ customerName, overdue }) => [customerName, overdue])).toEqual([
      ['李雷', '20450.00'],
      ['韩梅梅', '300.00'],
    ]);
  });

  it('of the cash flow: due, paid and received by month, as the dashboard and the list add them up', async () => {
    const months = table(await preview(ids.cashFlow), 'months');
    expect(months.total).toBe(12);
    const november = { month: '2026-11', rows: 3, rent: '500.00', principal: '20000.00', amountPayable: '20500.00' };
    expect(months.rows.find(({ month }) => month === '2026-11')).toEqual({
      ...november,
      paid: '0.00',
      unpaid: '20500.00',
      received: '100.00',
    });
    expect(months.rows.find(({ month }) => month === '2026-09')).toMatchObject({
      paid: '50.00',
      unpaid: '50.00',
      received: '0.00',
    });
    const { plan } = ok(await server.admin.get('/blade-desk/dashboard'));
    expect(months.rows.map(({ month, rent, principal }) => ({ month, rent, principal }))).toEqual(
      plan.sides[0].cash.slice(6, 18),
    );
    const listed = ok(
      await server.admin.get(`${lease.paths.plan}/page`, {
        paymentDate_datege: `${String(months.rows[0]!.month)}-01`,
        paymentDate_datele: '2027-04-30',
        payStatus_notequal: '2',
      }),
    );
    expect(months.totals.amountPayable).toBe(listed.sums.amountPayable);
  });

  it('of one direction of money alone, by default the only one that runs', async () => {
    const { order, rows } = held.A!;
    await server.sql('update lease_order set direction = 2 where id = $1', [order.id]);
    const unpaid = async (direction?: string) => {
      const { params, tables } = await preview(ids.ageing, direction ? { direction } : {});
      return [params.direction, tables.find(({ name }) => name === 'ages')!.totals];
    };
    const [{ of: owed, count }] = await server.sql(
      `select sum(amount_payable - paid_amount)::text as of, count(*)::int as count from lease_payment_plan
       where order_id = $1 and pay_status = 0`,
      [order.id],
    );
    expect(rows.length).toBeGreaterThan(count);
    const others = { rows: 23 - count, amountPayable: yuan(cents('41500.00') - cents(owed)) };
    expect(await unpaid()).toEqual(['1', others]); // both run
    expect(await unpaid('1')).toEqual(['1', others]);
    expect(await unpaid('2')).toEqual(['2', { rows: count, amountPayable: owed }]);
    for (const [id, params] of [
      [ids.cashFlow, {}],
      [ids.dueList, { hasOverdue: '1' }],
      [ids.portfolio, {}],
      [ids.customerStatement, { customerId: order.customerId }],
    ] as const) {
      const [first, second] = await Promise.all(
        ['1', '2'].map(async (direction) => (await preview(id, { ...params, direction })).tables[0]!.totals),
      );
      expect(first).not.toEqual(second);
    }
    await server.sql('update lease_order set direction = 2');
    expect(await unpaid()).toEqual(['2', { rows: 23, amountPayable: '41500.00' }]);
    await server.sql('update lease_order set direction = 1');
  });

  it('of the signing funnel, which are those of the dashboard', async () => {
    const result = await preview(ids.signingFunnel);
    expect(table(result, 'steps').rows.map(({ contracts }) => contracts)).toEqual([6, 6, 0, 0, 0, 0]);
    expect(table(result, 'steps').rows[1]!.share).toBe('100.00');
    expect(table(result, 'types').totals).toMatchObject({ sent: 6, signed: 6 });
    const { contracts } = ok(await server.admin.get('/blade-desk/dashboard'));
    expect(Object.values(contracts.funnel)).toEqual(table(result, 'steps').rows.map((row) => row.contracts));
  });

  it('of a customer’s statement, which needs the customer', async () => {
    expect((await server.admin.get(`${at}preview`, { id: ids.customerStatement })).body.problems).toEqual({
      customerId: 'required',
    });
    const { customerId } = held.A!.order;
    const result = await preview(ids.customerStatement, { customerId });
    expect(result.titles).toEqual({ customerId: '李雷' });
    expect(table(result, 'orders').rows.map(({ contractCode, paid, unpaid }) => [contractCode, paid, unpaid])).toEqual(
      expect.arrayContaining([
        [held.A!.order.contractCode, '100.00', '10500.00'],
        [held.B!.order.contractCode, '0.00', '20400.00'],
      ]),
    );
    expect(table(result, 'rows').totals).toMatchObject({
      amountPayable: '31000.00',
      paid: '100.00',
      unpaid: '30900.00',
    });
    const year = await preview(ids.customerStatement, { customerId, period: '7' });
    expect(table(year, 'rows').totals.amountPayable).toBe('20600.00'); // 09-01 to 12-01 of A, and B
    expect(year.span).toEqual({ from: '2026-01-01', to: '2026-12-31' });
  });

  it('count the settlement of an early exit, and not the instalments that it replaces', async () => {
    const { order, rows } = held.B!;
    const settlement = server.deps.newId();
    await server.sql('update lease_payment_plan set is_frozen = 1 where id = $1', [rows[0]!.id]);
    await server.sql('update lease_order set business_status = 9 where id = $1', [order.id]);
    await server.sql(
      `insert into lease_payment_plan select (jsonb_populate_record(p, jsonb_build_object('id', $2::bigint, 'plan_version', 2,
         'is_frozen', 0, 'rent', 300, 'amount_payable', 20300, 'payment_date', '2026-11-25'))).*
       from lease_payment_plan p where p.id = $1`,
      [rows[0]!.id, settlement],
    );
    try {
      const portfolio = table(await preview(ids.portfolio), 'orders');
      expect(portfolio.totals).toMatchObject({ unpaid: '41400.00', unpaidPrincipal: '40000.00', unpaidRows: 23 });
      const ageing = await preview(ids.ageing);
      expect(table(ageing, 'ages').totals).toEqual({ rows: 23, amountPayable: '41400.00' });
      expect(table(ageing, 'customers').totals).toMatchObject({ overdue: '350.00', amountPayable: '41400.00' });
      const due = await preview(ids.dueList, { period: '0', from: '2026-11-01', to: '2026-11-30' });
      expect(table(due, 'rows').totals).toMatchObject({ amountPayable: '20400.00', principal: '20000.00' });
      const months = table(await preview(ids.cashFlow), 'months');
      expect(months.rows.find(({ month }) => month === '2026-11')).toMatchObject({ rows: 3, unpaid: '20400.00' });
      const statement = await preview(ids.customerStatement, { customerId: order.customerId });
      expect(table(statement, 'rows').totals).toMatchObject({ unpaid: '30800.00' });
      const { plan } = ok(await server.admin.get('/blade-customer/customer/overview', { id: order.customerId }));
      expect(plan[0].unpaid).toEqual({ count: 11, amount: '30800.00' });
      expect(plan[0].overdue).toEqual({ count: 1, amount: '50.00', days: 19 });
    } finally {
      await server.sql('delete from lease_payment_plan where id = $1', [settlement]);
      await server.sql('update lease_payment_plan set is_frozen = 0 where id = $1', [rows[0]!.id]);
      await server.sql('update lease_order set business_status = 6 where id = $1', [order.id]);
    }
  });

  it('of a parameter that the report does not have, or that does not fit, are none', async () => {
    for (const params of [{ nothing: '1' }, { scope: '7' }, { productId: '12' }])
      expect([params, (await server.admin.get(`${at}preview`, { id: ids.portfolio, ...params })).status]).toEqual([
        params,
        400,
      ]);
    const turned = { id: ids.cashFlow, period: '0', from: '2026-05-01', to: '2026-04-01' };
    expect((await server.admin.get(`${at}preview`, turned)).body.problems).toEqual({ to: 'badFormat' });
    for (const [from, to] of [
      ['9999-12-01', '9999-12-31'],
      ['0001-01-01', '0001-01-31'],
    ])
      expect((await server.admin.get(`${at}preview`, { ...turned, from, to })).body).toMatchObject({ code: 400 });
  });
});

describe('what a person sees of it', () => {
  const pages = ['report', 'order', 'paymentPlan', 'fascContract', 'customer', 'product'];
  let made = 0;
  /** A person bound by data scopes: of which type, on which module, with which fields. */
  async function bound(scopes: { scopeClass: string; scopeType: number; scopeField?: string }[], permissions = pages) {
    const account = `s${++made}`;
    const { roleId, userId } = await server.addUser({ account, permissions });
    for (const scope of scopes) {
      const [menuId] = await server.menuIds(scope.scopeClass);
      const body = {
        menuId,
        scopeName: account,
        resourceCode: `${account}${scope.scopeClass}`,
        scopeField: '*',
        ...scope,
      };
      const { id } = ok(await server.admin.post('/blade-system/data-scope/submit', { body }));
      await server.sql('insert into sys_role_scope select $1, $2, 1, $3', ['000000', roleId, id]);
    }
    return { client: await server.as(account), userId };
  }

  it('is what its data scopes leave: of orders of their own, with the instalments and papers of these', async () => {
    const { client, userId } = await bound([{ scopeClass: 'order', scopeType: 2 }]);
    await server.sql('update lease_order set create_user = $2 where id = $1', [held.C!.order.id, userId]);
    const portfolio = await preview(ids.portfolio, {}, client);
    expect(table(portfolio, 'orders').rows.map((row) => row.contractCode)).toEqual([held.C!.order.contractCode]);
    expect(table(portfolio, 'orders').totals.unpaid).toBe('10600.00');
    expect(table(portfolio, 'products').totals).toEqual({ orders: 1, totalAmount: '10000.00' });
    expect(table(await preview(ids.ageing, {}, client), 'ages').totals).toEqual({
      rows: 12,
      amountPayable: '10600.00',
    });
    const months = table(await preview(ids.cashFlow, {}, client), 'months');
    expect(months.totals.received).toBe('0.00'); // the payments were of another order
    expect(table(await preview(ids.signingFunnel, {}, client), 'steps').rows[0]!.contracts).toBe(2);
    const other = { id: ids.customerStatement, customerId: held.A!.order.customerId };
    const statement = ok(await client.get(`${at}preview`, other));
    expect(table(statement, 'rows').total).toBe(0);
  });

  it('is without amounts that a data scope hides, in rows and totals, also in files', async () => {
    const scopeField = Object.keys(paymentPlan.fields)
      .filter((name) => name !== 'amountPayable' && name !== 'rent')
      .join(',');
    const { client } = await bound(
      [{ scopeClass: 'paymentPlan', scopeType: 1, scopeField }],
      [...pages, 'report_file'],
    );
    const due = await preview(ids.dueList, { hasOverdue: '1' }, client);
    expect(table(due, 'rows').columns).not.toContain('amountPayable');
    expect(table(due, 'rows').columns).toContain('principal');
    expect(Object.keys(table(due, 'rows').totals)).toEqual(['principal']);
    expect(table(await preview(ids.portfolio, {}, client), 'orders').columns).not.toContain('unpaid');
    expect(table(await preview(ids.cashFlow, {}, client), 'months').columns).toEqual(['month', 'rows', 'principal']);
    const { raw } = await client.get(`${at}file`, { id: ids.dueList, hasOverdue: '1' });
    expect(JSON.stringify(xlsx.read(raw).Sheets)).not.toMatch(/应付金额|20400/);
  });

  it('is nothing without the lists that it is made of, and a hidden field narrows nothing', async () => {
    const { client: bare } = await bound([], ['report']);
    for (const id of [ids.portfolio, ids.ageing, ids.signingFunnel])
      expect((await bare.get(`${at}preview`, { id })).body.reason).toBe('report.hidden');
    const { client: noPlan } = await bound([], ['report', 'order', 'product']);
    expect(table(await preview(ids.portfolio, {}, noPlan), 'orders').columns).not.toContain('unpaid');
    const scopeField = Object.keys(order.fields)
      .filter((name) => name !== 'productId')
      .join(',');
    const { client: blind } = await bound([{ scopeClass: 'order', scopeType: 1, scopeField }]);
    const [{ id: productId }] = await server.sql('select id from lease_product limit 1');
    expect((await blind.get(`${at}preview`, { id: ids.portfolio, productId })).body.reason).toBe('fieldsHidden');
    const { client: stranger } = await bound([], ['order']);
    expect((await stranger.get(`${at}preview`, { id: ids.portfolio })).status).toBe(403);
    expect((await noPlan.get(`${at}file`, { id: ids.portfolio })).status).toBe(403);
  });

  it('is of their own tenant', async () => {
    const { client } = await server.foundTenant();
    expect((await client.get(`${at}preview`, { id: ids.portfolio })).status).toBe(404);
    const { records } = ok(await client.get(`${at}list`));
    const own = await preview(
      records.find(({ kind }: { kind: number }) => kind === reportKinds.portfolio).id,
      {},
      client,
    );
    expect(own.tables.map(({ total }) => total)).toEqual([0, 0]);
  });
});

describe('a file', () => {
  it('is a workbook with a sheet for each table, opened by another reader', async () => {
    const { raw, headers } = await server.admin.get(`${at}file`, { id: ids.portfolio, format: 'xlsx' });
    expect(decodeURIComponent(String(headers['content-disposition']))).toContain('业务台账_2026-11-20.xlsx');
    const book = xlsx.read(raw);
    expect(book.SheetNames).toEqual(['按产品汇总', '订单明细', '说明']);
    const rows = xlsx.utils.sheet_to_json<string[]>(book.Sheets.订单明细!, { header: 1, raw: false, defval: '' });
    expect(rows[0]).toEqual([
      ...['合同编号', '客户名称', '产品名称', '业务状态', '起租日期', '到期日', '年化利率', '总金额(元)'],
      ...['未付期数', '未付金额(元)', '其中本金(元)'],
    ]);
    expect(rows[2]).toEqual([
      ...[held.A!.order.contractCode, '李雷', '稳租', '履约中', '2026-08-01', '2027-07-27', '6.00%', '10,000.00'],
      ...['10', '10,500.00', '10,000.00'],
    ]);
    expect(rows.at(-1)).toEqual(['合计', '', '', '', '', '', '', '40,000.00', '23', '41,500.00', '40,000.00']);
    const cells = book.Sheets.订单明细!;
    expect(cells.H2).toMatchObject({ t: 'n', v: 20000 });
    const about = xlsx.utils.sheet_to_json<string[]>(book.Sheets.说明!, { header: 1, raw: false });
    expect(about).toContainEqual(['业务范围', '在租']);
    const english = await server.admin.get(`${at}file`, { id: ids.portfolio }, { 'accept-language': 'en' });
    expect(xlsx.read(english.raw).SheetNames).toEqual(['By product', 'Orders', 'About']);
  });

  it('is a PDF whose text says the same, with masked card numbers', async () => {
    const { raw, headers } = await server.admin.get(`${at}file`, { id: ids.dueList, format: 'pdf', hasOverdue: '1' });
    expect(headers['content-type']).toBe('application/pdf');
    const text = textOf(raw);
    for (const part of [
      '到期应收（付）清单',
      '包含此前逾期:是',
      '李雷',
      '20,400.00',
      '****0128',
      '合计',
      '第1/2页',
      '2026-11-10',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('6222021234567890128');
    expect(textOfPages(raw)).toHaveLength(2);
  });

  it('is noted in the history, and refused beyond its rows', async () => {
    const [entry] = await server.sql(
      `select reason from audit_log where entity = 'report' and action = 'export' order by seq desc limit 1`,
    );
    expect(entry.reason).toMatch(/^pdf · /);
    await server.sql(
      `insert into lease_payment_plan select (jsonb_populate_record(p, jsonb_build_object('id', p.id::bigint + 5000000000 + n,
         'plan_version', 1 + n))).* from lease_payment_plan p, generate_series(1, 2001) n where p.id = $1`,
      [held.B!.rows[0]!.id],
    );
    const asked = { id: ids.dueList, format: 'pdf', hasOverdue: '1' };
    expect((await server.admin.get(`${at}file`, asked)).body).toMatchObject({ reason: 'report.tooManyRows' });
    const shown = table(await preview(ids.dueList, { hasOverdue: '1' }), 'rows');
    expect([shown.rows.length, shown.total, shown.totals.principal]).toEqual([500, 2011, '40040000.00']);
    await server.sql('delete from lease_payment_plan where plan_version > 1');
  });
});

describe('the statements of a report', () => {
  it('end after a time, in words', async () => {
    const usual = reportLimits.statementMs;
    reportLimits.statementMs = 200;
    const other = new pg.Client(server.connections.owner);
    await other.connect();
    try {
      await other.query('begin; lock table lease_order in access exclusive mode');
      const { status, body } = await server.admin.get(`${at}preview`, { id: ids.portfolio });
      expect([status, body.reason]).toEqual([400, 'report.tooSlow']);
    } finally {
      await other.end();
      reportLimits.statementMs = usual;
    }
  });

  it('write nothing, while the transaction around them may', async () => {
    const within = <T>(work: Parameters<typeof server.deps.db.withTenant<T>>[2]) =>
      server.deps.db.withTenant('000000', '2026-11-20', work);
    const change = sql`update report_file set name = name where tenant_id = '000000'`;
    await expect(within((trx) => reading({ trx }, () => change.execute(trx)))).rejects.toThrow(/read-only transaction/);
    const { numAffectedRows } = await within(async (trx) => {
      await reading({ trx }, async () => undefined);
      return change.execute(trx);
    });
    expect(Number(numAffectedRows)).toBeGreaterThan(5);
  });
});
