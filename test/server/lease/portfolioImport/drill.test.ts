/**
 * The go-live drill: an older system’s portfolio comes in as a workbook, a month of the bank’s statement follows, and all
 * that people read afterwards ties. Everything is done by the calls that the console makes, as two people do it. `npm run drill`
 * runs it at full size and prints its figures.
 */
import { cents, sum } from '../../../../contract/domain/money';
import { businessReports } from '../../../../contract/wire/reports/business';
import { icbcCsv } from '../../../support/bankFiles';
import { decisionsOn } from '../../../support/decisions';
import { depth } from '../../../support/depth';
import {
  november,
  type OldSystem,
  oldFigures,
  oldProducts,
  oldSystem,
  portfolioBook,
  takeoverDate,
} from '../../../support/portfolio';
import { businessReport, tableIn, untrueFigures } from '../../../support/reports/business';
import { type Client, leaseOf, ok, type Server, startServer } from '../../../support/server';
import { addWorker, decidingRights, workPermissions } from '../../../support/workflow';

const counts = { customers: depth(50, 5_000), orders: depth(80, 8_000) };
const path = '/blade-portfolio/import';
let server: Server;
let clerk: Client;
/** Who decides on what the clerk asks for. */
let second: Client;
const { waitsFor } = decisionsOn(() => server);
let old: OldSystem;
let importId: string;
const told: [what: string, figure: string | number][] = [];

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const result = await work();
  told.push([what, `${((performance.now() - begun) / 1000).toFixed(1)} s`]);
  return result;
}
const read = async () => ok(await clerk.get(`${path}/detail`, { id: importId }));

beforeAll(async () => {
  server = await startServer({ now: '2026-11-02 09:00:00' });
  const lease = leaseOf(server);
  for (const product of oldProducts) await lease.product({ ...product, amountPer: '1.00' });
  clerk = server.admin;
  const seen = ['approval', 'companyAccount', 'portfolioImport', 'receipt', 'order', 'paymentPlan', 'customer'];
  second = await addWorker(server, 'second', { permissions: [...workPermissions, ...decidingRights, ...seen] });
  old = oldSystem(counts);
}, 120_000);
afterAll(async () => {
  if (told.length > 3)
    process.stdout.write(`${told.map(([what, figure]) => `${what.padEnd(44)} ${figure}`).join('\n')}\n`);
  await server.close();
});

it('checks the workbook, and every difference is decided', async () => {
  const book = await timed('workbook made', () => portfolioBook(old.sheets));
  told.push(['bytes of the workbook', book.length]);
  const sent = await timed('uploaded and read', () =>
    clerk.upload(`${path}/upload`, book, { name: '存量.xlsx', query: { takeoverDate } }),
  );
  importId = ok(sent).id;
  await timed('checked', () => server.drain());
  const row = await read();
  const faults = ok(await clerk.get(`${path}/faults`, { id: importId, size: 20 }));
  expect({ state: row.state, faults: faults.records.filter(({ level }: { level: number }) => level === 1) }).toEqual({
    state: 3,
    faults: [],
  });
  const changed = old.orders.filter(({ isChanged }) => isChanged);
  expect(row).toMatchObject({ orderCount: counts.orders, customerCount: counts.customers, faultCount: 0 });
  expect(row.differenceCount).toBe(changed.length);
  told.push(['instalments', row.rowCount], ['orders that differ', row.differenceCount]);
  // The same workbook again is the same import.
  expect(ok(await clerk.upload(`${path}/upload`, book, { name: '又.xlsx', query: { takeoverDate } }))).toEqual({
    id: importId,
    isKnownFile: true,
  });
  const undecided = await clerk.post(`${path}/post`, { body: { id: importId } });
  expect(undecided.body).toMatchObject({ success: false });
  const { kinds } = ok(await clerk.get(`${path}/differences`, { id: importId }));
  for (const { difference } of kinds)
    ok(await clerk.post(`${path}/decide`, { body: { id: importId, difference, decision: 1 } }));
  expect((await read()).undecidedCount).toBe(0);
}, 600_000);

it('ties to the closing figures of the older system, and is posted as a whole', async () => {
  const figures = ok(await clerk.get(`${path}/reconciliation`, { id: importId }));
  const expected = oldFigures(old.orders);
  for (const [name, value] of Object.entries(expected)) {
    const line = figures.lines.find((one: { name: string }) => one.name === name);
    expect({ name, ...line }).toMatchObject({ name, old: value, next: value, difference: '0.00' });
  }
  const asked = await clerk.post(`${path}/post`, { body: { id: importId, reason: '预收余额已与客户核对' } });
  await waitsFor(asked, 'portfolioPost', { asked: [clerk], decides: second });
  await timed('posted', () => server.drain());
  expect(await read()).toMatchObject({ state: 5, problem: null });
  for (const direction of [1, 2]) {
    const own = oldFigures(old.orders.filter((one) => one.direction === direction));
    const params = { asOf: takeoverDate, direction: String(direction) };
    const ageing = await timed(`ageing, direction ${direction}`, () => businessReport(clerk, 'ageing', params));
    expect(tableIn(ageing, 'ages').totals).toMatchObject({ open: own.open, principal: own.principal });
    expect(tableIn(ageing, 'products').totals).toMatchObject({ overdue: own.overdue, open: own.open });
    for (const report of ['principal', 'maturities', 'yields'] as const) {
      const made = await businessReport(clerk, report, params);
      expect([report, made.tables.at(-1)!.totals.principal]).toEqual([report, own.principal]);
    }
  }
}, 600_000);

it('matches a month of the bank by itself, and every report adds up afterwards', async () => {
  server.clock.set('2026-11-27 09:00:00');
  const lines = november(old);
  const file = icbcCsv({ account: '1001234567890123456', opening: '90000000000.00', lines });
  const account = { account: '1001234567890123456', accountName: '示例租赁有限公司', bankName: '工商银行' };
  const body = { ...account, openedFrom: takeoverDate, opening: '90000000000.00' };
  await waitsFor(await clerk.post('/blade-bank/account/submit', { body }), 'accountChange', {
    asked: [clerk],
    decides: second,
  });
  const statement = '/blade-bank/statement';
  const outcome = ok(
    await timed('statement imported and matched', () =>
      clerk.upload(`${statement}/upload`, file, { name: '十一月.csv' }),
    ),
  );
  const share = (100 * outcome.matched) / lines.length;
  told.push(['lines', lines.length], ['matched by themselves', `${share.toFixed(1)} %`]);
  told.push(['offered, unclaimed', `${outcome.offered}, ${outcome.unclaimed}`]);
  expect(share).toBeGreaterThanOrEqual(95);
  const { statementId } = outcome;
  const booked = ok(
    await timed('clear lines booked', () => clerk.post(`${statement}/confirm`, { body: { statementId, all: true } })),
  );
  expect(booked.booked).toBe(outcome.matched);
  for (const direction of ['1', '2']) {
    let checked = 0;
    await timed(`reports and their lists, direction ${direction}`, async () => {
      for (const report of Object.keys(businessReports)) {
        const made = await businessReport(clerk, report, { asOf: '2026-11-27', direction });
        const tables = made.tables.map((table) => ({ ...table, rows: table.rows.slice(0, 3) }));
        const found = await untrueFigures(clerk, { ...made, tables });
        expect(found.untrue).toEqual([]);
        checked += found.checked;
      }
    });
    expect(checked).toBeGreaterThan(50);
  }
  // What is open is what was open less what was booked.
  const open = await Promise.all(
    ['1', '2'].map(async (direction) => {
      const ageing = await businessReport(clerk, 'ageing', { asOf: '2026-11-27', direction });
      return String(tableIn(ageing, 'ages').totals.open);
    }),
  );
  expect(cents(sum(open))).toBe(cents(oldFigures(old.orders).open) - cents(booked.amount));
  const jobs = ok(await clerk.get('/blade-job/job-info/list', { size: 100 })).records;
  const { id } = jobs.find(({ processorInfo }: { processorInfo: string }) => processorInfo === 'invariant.check');
  const runId = ok(await clerk.post('/blade-job/job-info/run', { query: { id } }));
  await timed('nightly check of the books', () => server.drain());
  const { state, result, lines: said } = ok(await clerk.get('/blade-job/job-log/output', { id: runId }));
  expect([state, result, said]).toEqual([5, 'ok', expect.anything()]);
}, 900_000);
