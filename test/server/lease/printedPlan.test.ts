/** What a contract prints is what the order then owes, row by row, for random orders of every method. */
import fc from 'fast-check';
import { addDays } from '../../../contract/domain/calendar';
import { contractKinds } from '../../../contract/domain/contractKinds';
import { hasRentTable, methodBy, methods } from '../../../contract/domain/leasing/methods/methods';
import { planOf, wrongPlanTerms } from '../../../contract/domain/leasing/plan';
import { rowKindBy } from '../../../contract/domain/leasing/rowKinds';
import { completed, type PlanTerms } from '../../../contract/domain/leasing/terms';
import { followsStart, isWholeTerm } from '../../../contract/domain/leasing/timeline';
import { cents, sum, yuan } from '../../../contract/domain/money';
import { amountOfWords } from '../../../contract/domain/papers/amountWords';
import { isDeep } from '../../support/depth';
import { anyTerms } from '../../support/leaseTerms';
import { type AnnexRow, amountsInFull, planAnnexOf } from '../../support/papers/planAnnex';
import { leaseOf, ok, type Server, startServer } from '../../support/server';

let server: Server;
let lease: ReturnType<typeof leaseOf>;
beforeAll(async () => {
  server = await startServer();
  lease = leaseOf(server);
});
afterAll(() => server.close());

const makeCall = '/blade-fascContract/fascContract/makeContract';
const madeOn = '2026-11-20';
const seed = 20_261_120;
const count = isDeep ? 40 : 3;

/** Terms that the rules of products and orders take: some interest, and nothing that is paid with nothing. */
function isTaken(terms: PlanTerms): boolean {
  if (!isWholeTerm(completed(terms)) || wrongPlanTerms(terms).length > 0) return false;
  if (Number(terms.yearRate) < 0.1 || cents(terms.totalAmount) < 100_000n) return false;
  return planOf(terms).rows.every(({ amountPayable }) => cents(amountPayable) > 0n);
}
const byTable: fc.Arbitrary<PlanTerms> = fc
  .record({
    parts: fc.array(
      fc.record({ principal: fc.bigInt({ min: 0n, max: 10n ** 9n }), rent: fc.bigInt({ min: 1n, max: 10n ** 7n }) }),
      { minLength: 1, maxLength: 40 },
    ),
    gap: fc.integer({ min: 1, max: 60 }),
    days: fc.integer({ min: 0, max: 200 }),
  })
  .map(({ parts, gap, days }) => {
    const interestDate = addDays(madeOn, days);
    const rentTable = parts.map(({ principal, rent }, i) => ({
      paymentDate: addDays(interestDate, (i + 1) * gap),
      principal: yuan(principal + (i === 0 ? 100_000n : 0n)),
      rent: yuan(rent),
    }));
    const totalAmount = sum(rentTable.map(({ principal }) => principal));
    return { repayMethod: 6, totalAmount, deadline: 365, yearRate: '6', interestDate, rentTable } as PlanTerms;
  });
function termsOf(method: number): PlanTerms[] {
  const any = hasRentTable(method)
    ? byTable
    : anyTerms
        .map((terms) => ({ ...terms, interestDate: addDays(madeOn, Number(terms.interestDate.slice(-2)) * 7) }))
        .filter((terms) => terms.repayMethod === method)
        .filter(isTaken);
  return fc.sample(any, { seed: seed + method, numRuns: count });
}

/** The files of both contracts, as they are sent. */
async function printed(orderId: string): Promise<Record<'service' | 'lease', Buffer>> {
  ok(await server.admin.post(makeCall, { query: { orderId } }));
  await server.drain();
  const papers = ok(await server.admin.get('/blade-fascContract/fascContract/list', { orderId })).records;
  const fileOf = async (wanted: number) => {
    const { previewUrl } = papers.find(({ type }: { type: number }) => type === wanted);
    return (await server.app.inject({ url: previewUrl })).rawPayload;
  };
  return { service: await fileOf(contractKinds.service), lease: await fileOf(contractKinds.lease) };
}

/** The plan that the server makes when the order starts. */
async function startedPlan(orderId: string, day: string) {
  await server.sql('update lease_order set business_status = 5, prqy = 1, qyqy = 1, signed_time = $2 where id = $1', [
    orderId,
    `${madeOn} 10:00:00`,
  ]);
  server.clock.set(`${day} 10:00:00`);
  ok(await lease.move(orderId, 6, { reason: '补录' }));
  return server.sql(
    `select kind, current_periods as period, payment_date::text as date, days,
            rent::text, principal::text, amount_payable::text as "amountPayable"
     from lease_payment_plan where order_id = $1`,
    [orderId],
  );
}

describe.each(methods.map(({ number, title }) => [title[1], number] as const))(
  'an order repaid by %s',
  (_name, method) => {
    const starts = ['agreed', 'open'] as const;
    const cases = termsOf(method).flatMap((terms, i) => starts.map((start) => [i + 1, start, terms] as const));
    it.each(cases)('owes what both contracts print: order %d, its start %s', async (_number, start, terms) => {
      const { interestDate, totalAmount, rentTable, repayMethod, deadline, ...goods } = terms;
      const isAgreed = start === 'agreed';
      server.clock.set(`${madeOn} 10:00:00`);
      const { id } = await lease.confirmed(
        { totalAmount, ...(isAgreed ? { interestDate } : {}), ...(rentTable ? { rentTable } : {}) },
        { ...goods, repayMethod, deadline, amountPer: '0.01', getType: methodBy(method).periods === 'once' ? 1 : 0 },
      );
      if (!isAgreed && followsStart(completed(terms))) {
        const { body } = await server.admin.post(makeCall, { query: { orderId: id } });
        expect(body).toMatchObject({ code: 400, reason: 'contract.startNeeded' });
        return;
      }
      const files = await printed(id);
      // Without a day of its own rent starts on the day after the voucher was confirmed.
      const plan = await startedPlan(id, isAgreed ? interestDate : addDays(madeOn, 1));
      const isPeriod = (kind: number) => rowKindBy(kind).due === 'period';
      const periods = plan.filter(({ kind }) => isPeriod(kind)).length;
      const total = (name: string) => sum(plan.map((row) => row[name]));
      const totals = { rent: total('rent'), principal: total('principal'), amountPayable: total('amountPayable') };
      // Before the start is known, rules stand in the place of dates and of days that follow from them.
      const compared = (row: AnnexRow) => JSON.stringify(isAgreed ? row : { ...row, date: '', days: '' });
      const owed = plan.map(({ kind, period, date, days, rent, principal, amountPayable }) => ({
        name: isPeriod(kind) ? `${period}/${periods}` : rowKindBy(kind).title[0],
        ...{ date, days: isPeriod(kind) ? String(days) : '—', rent, principal, amountPayable },
      }));
      for (const file of Object.values(files)) {
        const annex = planAnnexOf(file);
        expect(annex.rows.map(compared).sort()).toEqual(owed.map(compared).sort());
        expect(annex.totals).toMatchObject(totals);
        for (const { words, digits } of amountsInFull(file))
          expect([digits, amountOfWords(words)]).toEqual([digits, digits]);
      }
      const amounts = (file: Buffer) => [...new Set(amountsInFull(file).map(({ digits }) => digits))].sort();
      expect(amounts(files.service)).toEqual([totalAmount]);
      expect(amounts(files.lease)).toEqual([...new Set([totalAmount, totals.rent, totals.amountPayable])].sort());
    });
  },
);
