/** Business reports: the same for a day whatever is booked later, true to their lists, to each other, and to the ledger. */
import * as xlsx from '@e965/xlsx';
import { cents, sum, yuan } from '../../../contract/domain/money';
import { type BusinessList, businessLists, businessUrl } from '../../../contract/wire/reports/business';
import { remembering } from '../../../server/engine/lists/totals';
import { deedsAtOnce } from '../../support/approvals';
import { textOf } from '../../support/pdfText';
import {
  allReports,
  bookSome,
  businessReport,
  dice,
  type Lease,
  portfolioOf,
  reverseReceipt,
  tableIn,
  untrueFigures,
} from '../../support/reports/business';
import { type Client, ok, type Server, startServer } from '../../support/server';

const asOf = '2026-09-30';
const roll = dice(20260930);
let server: Server;
let clerk: Client;
let checker: Client;
let leases: Lease[];
/** What the reports said on the day itself, by direction. */
const then: Record<string, unknown> = {};
/** What was open on the day itself, read from the plan. */
const openThen: Record<string, { open: string; principal: string }> = {};

async function planOpen(direction: number) {
  const [row] = await server.sql(
    `select coalesce(sum(amount_payable - paid_amount), 0)::text as open,
            coalesce(sum(p.principal - coalesce(
              (select sum(t.principal) from lease_payment_txn t where t.tenant_id = p.tenant_id and t.plan_id = p.id), 0)), 0)::text as principal
     from lease_payment_plan p join lease_order o on o.tenant_id = p.tenant_id and o.id = p.order_id
     where pay_status = 0 and is_frozen = 0 and o.direction = $1`,
    [direction],
  );
  return row as { open: string; principal: string };
}
function goTo(day: string) {
  server.clock.set(`${day} 09:00:00`);
}

beforeAll(async () => {
  server = await startServer({ now: '2026-09-10 09:00:00' });
  await deedsAtOnce(server);
  const permissions = [
    'order',
    'paymentPlan',
    'customer',
    'product',
    'receipt',
    'receipt_book',
    'receipt_reverse',
    'purchase',
    'figures',
  ];
  for (const account of ['clerk', 'checker']) await server.addUser({ account, permissions });
  [clerk, checker] = [await server.as('clerk'), await server.as('checker')];
  leases = await portfolioOf(server);
  const receipts = await bookSome(clerk, leases, { roll, count: 14, valueDate: '2026-09-08' });
  ok(await reverseReceipt(checker, receipts[3]!));
  goTo(asOf);
  receipts.push(...(await bookSome(clerk, leases, { roll, count: 6, valueDate: '2026-09-29' })));
  for (const direction of ['1', '2']) {
    then[direction] = await allReports(clerk, { asOf, direction });
    openThen[direction] = await planOpen(Number(direction));
  }
  // What comes later: money of September that is entered in October, reversals, an exit that begins, one that is withdrawn.
  goTo('2026-10-12');
  await bookSome(clerk, leases, { roll, count: 8, valueDate: '2026-09-28' });
  for (const id of [receipts[0]!, receipts[7]!, receipts.at(-1)!]) ok(await reverseReceipt(checker, id));
  const exitOf = async ({ order: { id } }: Lease) => {
    const { version } = ok(await server.admin.get('/blade-order/order/detail', { id }));
    const quote = ok(await server.admin.get('/blade-order/order/exit-quote', { id, exitDate: '2026-10-12' }));
    const body = { id, version: String(version), exitDate: '2026-10-12', amount: quote.total, reason: '提前还款' };
    ok(await server.admin.post('/blade-order/order/exit', { body }));
  };
  await exitOf(leases[2]!);
  await exitOf(leases[6]!);
  goTo('2026-10-15');
  const { id } = leases[6]!.order;
  const { version } = ok(await server.admin.get('/blade-order/order/detail', { id }));
  ok(
    await server.admin.post('/blade-order/order/exit-withdraw', {
      body: { id, version: String(version), reason: '不办了' },
    }),
  );
}, 120_000);
afterAll(() => server.close());

describe.each(['1', '2'])('reports of direction %s', (direction) => {
  it('of a past day are what they were on that day', async () => {
    expect(await allReports(clerk, { asOf, direction })).toEqual(then[direction]);
    expect(await planOpen(Number(direction))).not.toEqual(openThen[direction]);
  });

  it.each([
    [asOf, () => Promise.resolve(openThen[direction]!)],
    ['2026-10-15', () => planOpen(Number(direction))],
  ])('of %s tie to each other and to the plan', async (day, plan) => {
    const made = async (name: string, more = {}) => businessReport(clerk, name, { asOf: day, direction, ...more });
    const ageing = await made('ageing');
    const { open, principal } = tableIn(ageing, 'ages').totals;
    expect({ open, principal }).toEqual(await plan());
    for (const table of ['customers', 'products']) {
      const { totals } = tableIn(ageing, table);
      expect([table, totals.open, sum([String(totals.notDue), String(totals.overdue)])]).toEqual([table, open, open]);
    }
    for (const table of ['products', 'customers']) {
      const { totals } = tableIn(await made('principal'), table);
      expect(totals).toMatchObject({ principal, open });
      expect(sum([String(totals.notDuePrincipal), String(totals.overduePrincipal)])).toBe(principal);
    }
    expect(tableIn(await made('maturities'), 'months').totals).toMatchObject({ principal, open });
    expect(tableIn(await made('yields'), 'products').totals.principal).toBe(principal);
    const flow = tableIn(await made('cashFlow', { period: '0', from: '2026-01-01', to: '2028-12-31' }), 'months');
    expect(flow.totals.open).toBe(open);
    // What is planned less what was booked is what is open, where no instalment was replaced by a settlement.
    if (day === asOf)
      expect(yuan(cents(String(flow.totals.amountPayable)) - cents(String(flow.totals.received)))).toBe(open);
    const due = tableIn(await made('due', { days: '365' }), 'days');
    const list = await businessReport(clerk, 'openList', { asOf: day, direction, dueFrom: day });
    expect(due.totals.open).toBe(tableIn(list, 'rows').totals.open);
  });
});

it.each([
  [asOf, '1'],
  ['2026-10-13', '2'],
])('figures of %s, direction %s, are what their lists add up to', async (day, direction) => {
  const found = [];
  let checked = 0;
  for (const name of ['ageing', 'cashFlow', 'principal', 'due', 'maturities', 'yields']) {
    const one = await untrueFigures(clerk, await businessReport(clerk, name, { asOf: day, direction }));
    found.push(...one.untrue);
    checked += one.checked;
  }
  expect(found).toEqual([]);
  expect(checked).toBeGreaterThan(100);
});

it('weighs the yield by principal', async () => {
  const result = await businessReport(clerk, 'yields', { asOf, direction: '2' });
  const { rows } = tableIn(
    await businessReport(clerk, 'orderList', { asOf, direction: '2', hasPrincipal: '1' }),
    'rows',
  );
  const weigh = (name: string) =>
    rows.reduce((all, row) => all + Number(row[name]) * Number(row.principal), 0) /
    rows.reduce((all, row) => all + Number(row.principal), 0);
  const [all] = tableIn(result, 'all').rows;
  expect(rows.length).toBeGreaterThan(2);
  expect(Number(all!.effectiveRate)).toBeCloseTo(weigh('effectiveRate'), 3);
  expect(Number(all!.yearRate)).toBeCloseTo(weigh('yearRate'), 3);
  // Fee and deposit make the annuity of 12 % dearer than it says.
  const annuity = tableIn(result, 'products').rows.find(({ productName }) => productName === '产品22');
  expect(Number(annuity!.effectiveRate)).toBeGreaterThan(12.5);
});

it.each(['0001-01-02', '1969-12-31', '1970-01-01', '1970-01-02'])('on %s nothing was open yet', async (day) => {
  const { tables } = await businessReport(clerk, 'ageing', { asOf: day });
  expect(tables.find(({ name }) => name === 'customers')?.rows).toEqual([]);
});

it('knows no day to come, and takes the usual direction and today where an address names none', async () => {
  const { body, status } = await clerk.get(businessUrl('report'), { report: 'ageing', asOf: '2026-10-16' });
  expect([status, body.reason]).toEqual([400, 'report.future']);
  expect((await clerk.get(businessUrl('report'), { report: 'nothing' })).status).toBe(400);
  expect((await businessReport(clerk, 'ageing')).params).toEqual({ asOf: '2026-10-15', direction: '1' });
});

it('answers lists by pages that have the same totals', async () => {
  const asked = { asOf, direction: '2' };
  const pages = await Promise.all(
    ['1', '2', '3', '99'].map((current) => businessReport(clerk, 'openList', { ...asked, current, size: '7' })),
  );
  const tables = pages.map((page) => tableIn(page, 'rows'));
  const whole = tableIn(await businessReport(clerk, 'openList', { ...asked, size: '500' }), 'rows');
  expect(tables.slice(0, 3).flatMap(({ rows }) => rows)).toEqual(whole.rows.slice(0, 21));
  expect(tables.map(({ total, totals }) => [total, totals.open])).toEqual(
    tables.map(() => [whole.rows.length, whole.totals.open]),
  );
  expect(tables[3]!.rows).toEqual([]);
});

it('answers the rows of a first page before totals that take long, where it is asked so', async () => {
  const asked = { asOf: '2026-10-14', direction: '2', size: '7' };
  const kept = { ...remembering };
  const lists = Object.keys(businessLists) as BusinessList[];
  const later = async (list: BusinessList, more = {}) =>
    (await businessReport(clerk, list, { ...asked, totals: 'later', ...more })).tables;
  try {
    Object.assign(remembering, { least: 0, leastOfLong: 0 });
    for (const list of lists) {
      const [first] = await later(list);
      const [whole] = (await businessReport(clerk, list, asked)).tables;
      expect({ list, rows: first!.rows }).toEqual({ list, rows: whole!.rows });
      expect(whole!.rows.length > 0).toBe(list !== 'investmentList');
      if (whole!.rows.length > 0)
        expect(first).toMatchObject({ isCounting: true, total: whole!.rows.length, totals: {} });
      expect(whole).not.toHaveProperty('isCounting');
      // What is remembered comes with the rows, and further pages need the number.
      expect(await later(list)).toEqual([whole]);
      expect((await later(list, { asOf: '2026-09-29', current: '2' }))[0]).not.toHaveProperty('isCounting');
    }
  } finally {
    Object.assign(remembering, kept);
  }
});

it('is saved as the page shows it', async () => {
  await server.addUser({
    account: 'saver',
    permissions: ['order', 'paymentPlan', 'receipt', 'figures', 'report_file'],
  });
  const saver = await server.as('saver');
  const asked = { report: 'ageing', asOf, direction: '2' };
  const shown = await businessReport(saver, 'ageing', { asOf, direction: '2' });
  const book = xlsx.read((await saver.get(businessUrl('file'), asked)).raw);
  const { rows, totals } = tableIn(shown, 'customers');
  const [, ...sheet] = xlsx.utils.sheet_to_json<unknown[]>(book.Sheets.按客户!, { header: 1 });
  const { columns } = tableIn(shown, 'customers');
  const figures = (row: Record<string, unknown>) => columns.slice(1).map((name) => Number(row[name]));
  expect(sheet.map(([name, ...cells]) => [name, ...cells])).toEqual([
    ...rows.map((row) => [row.customerName, ...figures(row)]),
    ['合计', ...figures(totals)],
  ]);
  const pdf = textOf((await saver.get(businessUrl('file'), { ...asked, format: 'pdf' })).raw);
  expect(pdf).toContain(`账龄${asOf}`);
  expect((await clerk.get(businessUrl('file'), asked)).status).toBe(403);
});
