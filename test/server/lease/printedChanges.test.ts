/** What a supplement or a termination agreement prints is what the order then owes, row by row, for random orders of every method. */
import { addDays, daysBetween } from '../../../contract/domain/calendar';
import { contractKinds } from '../../../contract/domain/contractKinds';
import { hasRentTable, methods } from '../../../contract/domain/leasing/methods/methods';
import type { PlanTerms } from '../../../contract/domain/leasing/terms';
import { formatMoney, sum } from '../../../contract/domain/money';
import { amountOfWords } from '../../../contract/domain/papers/amountWords';
import { amountInFull } from '../../../server/esign/wording/figures';
import { deedsAtOnce } from '../../support/approvals';
import { isDeep } from '../../support/depth';
import { amountsInFull, planAnnexOf } from '../../support/papers/planAnnex';
import {
  asPrinted,
  entriesOf,
  madeOn,
  type OwedRow,
  ordersOf,
  owedRows,
  printedFor,
  totalsOf,
} from '../../support/papers/printedOrders';
import { textOf } from '../../support/pdfText';
import { leaseOf, ok, type Server, startServer } from '../../support/server';
import { signAtCounter } from '../../support/signing';

let server: Server;
let lease: ReturnType<typeof leaseOf>;
beforeAll(async () => {
  server = await startServer();
  await deedsAtOnce(server);
  lease = leaseOf(server);
});
afterAll(() => server.close());

const count = isDeep ? 40 : 3;
const seed = 20_261_128;

/** An order of these terms that runs, its first instalments paid: none, one or two, as many as leave one open. */
async function running(terms: PlanTerms, number: number, direction: 1 | 2) {
  server.clock.set(`${madeOn} 10:00:00`);
  const { order, start, goods } = entriesOf(terms);
  const { id } = await lease.signed({ ...order, interestDate: start }, { ...goods, direction });
  server.clock.set(`${start} 11:00:00`);
  ok(await lease.move(id, 6, { reason: '补录' }));
  const plan = await owedRows(server, id);
  const periods = plan.filter(({ kind }) => kind === 1);
  const paid = periods.slice(0, Math.max(0, Math.min(number % 3, periods.length - 1)));
  const today = [addDays(start, 1), ...paid.map(({ date }) => date)].sort().at(-1)!;
  server.clock.set(`${today} 12:00:00`);
  const due = plan.filter((row) => paid.includes(row) || (row.kind !== 1 && row.date <= today));
  if (due.length > 0) {
    const query = { ids: due.map(({ id: planId }) => planId).join(), reason: '补录' };
    ok(await server.admin.post('/blade-paymentPlan/paymentPlan/updateBat', { query }));
  }
  return { id, today, rows: await owedRows(server, id) };
}

/** The unpaid instalments, moved by a month, as the rent table of a restructuring. */
function movedTable(rows: readonly OwedRow[]): string {
  const moved = rows.filter(({ kind }) => kind === 1);
  return JSON.stringify(
    moved.map(({ date, rent, principal }) => ({ paymentDate: addDays(date, 30), rent, principal })),
  );
}

/** What a restructuring may ask for, the first that the order takes at each place. */
function asksOf(rows: readonly OwedRow[], method: number, number: number): object[] {
  const rentTable = { extend: 0, rentTable: movedTable(rows) };
  const asks = [
    { extend: 12, yearRate: '5.1234' },
    { extend: 12, repayMethod: 3, frequency: 3, dueDay: 31 },
    { extend: 6 },
    { extend: 12, residualRate: '20', repayMethod: 4, frequency: 2 },
    { extend: 0, yearRate: '7' },
    { extend: 0 },
    { extend: 12, repayMethod: 2 },
    { extend: 0, repayMethod: 6, rentTable: rentTable.rentTable },
  ];
  const turned = [...asks.slice(number), ...asks.slice(0, number)];
  return hasRentTable(method) ? [rentTable, ...turned] : turned;
}

function readAmounts(file: Buffer): string[] {
  const amounts = amountsInFull(file);
  for (const { words, digits } of amounts) expect([digits, amountOfWords(words)]).toEqual([digits, digits]);
  return [...new Set(amounts.map(({ digits }) => digits))].sort();
}

describe.each(methods.map(({ number, title }) => [title[1], number] as const))(
  'an order repaid by %s',
  (_name, method) => {
    const cases = ordersOf(method, { seed, count }).map((terms, i) => [i + 1, terms] as const);
    it('goes on as agreed after a restructuring that changes nothing, and its supplement says so', async () => {
      const [terms] = ordersOf(method, { seed: seed + 1, count: 1 });
      const { id, today } = await running(terms!, 2, 1);
      const query = { id, fromDate: today, extend: 0 };
      const tried = ok(await server.admin.get(`${lease.paths.order}/restructure-preview`, query));
      const { version } = await lease.read(id);
      const body = { ...query, version: String(version), reason: '客户确认', rent: tried.after.rent };
      ok(await server.admin.post(`${lease.paths.order}/restructure`, { body }));
      const file = (await printedFor(server, id, contractKinds.supplement)).get(contractKinds.supplement)!;
      const said = textOf(file).replace(/\s/g, '');
      const { before, after, base, principal } = tried;
      expect(after).toEqual(before);
      expect(said).toContain(`剩余${after.count}期，到期日${after.maturity}，均不变。`);
      expect(said).toContain(`剩余租金${formatMoney(after.rent)}元不变。`);
      expect(said).not.toContain('变为');
      // The days of what is left, beside its principal.
      const days =
        base === terms!.interestDate && principal === terms!.totalAmount
          ? terms!.deadline
          : daysBetween(base, after.maturity);
      expect(said).toContain(`未付本金${amountInFull(principal)}，期限${days}日`);
      expect(planAnnexOf(file).totals).toMatchObject({
        principal: tried.after.principal,
        rent: tried.after.rent,
      });
    });

    it.each(cases)('owes after a restructuring what the supplement prints: order %d', async (number, terms) => {
      const { id, today, rows } = await running(terms, number, 1);
      const preview = async (ask: object) =>
        (await server.admin.get(`${lease.paths.order}/restructure-preview`, { id, fromDate: today, ...ask })).body;
      for (const ask of asksOf(rows, method, number)) {
        const tried = await preview(ask);
        if (!tried.success) continue;
        const { version } = await lease.read(id);
        const body = { id, version: String(version), reason: '客户申请展期', fromDate: today, ...ask };
        ok(
          await server.admin.post(`${lease.paths.order}/restructure`, {
            body: { ...body, rent: tried.data.after.rent },
          }),
        );
        const file = (await printedFor(server, id, contractKinds.supplement)).get(contractKinds.supplement)!;
        const [{ paper }] = (await server.sql(
          'select id::text as paper from lease_contract where order_id = $1 and type = 3 and status = 1',
          [id],
        )) as [{ paper: string }];
        await signAtCounter(server, paper);
        const [{ version: latest }] = (await server.sql(
          'select max(plan_version) as version from lease_payment_plan where order_id = $1',
          [id],
        )) as [{ version: number }];
        const made = (
          await server.sql('select id::text from lease_payment_plan where order_id = $1 and plan_version = $2', [
            id,
            latest,
          ])
        ).map((row) => row.id);
        const owed = (await owedRows(server, id)).filter((row) => made.includes(row.id));
        const annex = planAnnexOf(file);
        expect(annex.rows).toEqual(owed.map(asPrinted));
        const totals = totalsOf(owed);
        expect(annex.totals).toMatchObject(totals);
        const { principal, rent, amountPayable } = totals;
        expect([principal, rent, amountPayable]).toEqual(expect.arrayContaining(readAmounts(file)));
        return;
      }
      throw new Error('no restructuring was taken');
    });

    it.each(cases)(
      'owes after an early exit what the termination agreement prints: order %d',
      async (number, terms) => {
        const { id, today } = await running(terms, number, number % 2 === 0 ? 1 : 2);
        const asked = { id, exitDate: today, feeRate: '1.5' };
        const quote = await server.admin.get(`${lease.paths.order}/exit-quote`, asked);
        const { total } = ok(quote);
        const { version } = await lease.read(id);
        const body = { ...asked, version: String(version), amount: total, reason: '客户提前还款' };
        ok(await server.admin.post(`${lease.paths.order}/exit`, { body }));
        const file = (await printedFor(server, id, contractKinds.termination)).get(contractKinds.termination)!;
        const owed = await owedRows(server, id);
        expect(owed.map(({ amountPayable }) => amountPayable)).toEqual([total]);
        const annex = planAnnexOf(file);
        expect(annex.rows).toEqual(owed.map(asPrinted));
        expect(annex.totals).toMatchObject(totalsOf(owed));
        expect([terms.totalAmount, total]).toEqual(expect.arrayContaining(readAmounts(file)));
        expect(sum(owed.map(({ amountPayable }) => amountPayable))).toBe(total);
      },
    );
  },
);
