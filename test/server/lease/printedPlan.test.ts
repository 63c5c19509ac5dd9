/** What a contract prints is what the order then owes, row by row, for random orders of every method. */
import { addDays } from '../../../contract/domain/calendar';
import { contractKinds } from '../../../contract/domain/contractKinds';
import { methods } from '../../../contract/domain/leasing/methods/methods';
import { completed } from '../../../contract/domain/leasing/terms';
import { followsStart } from '../../../contract/domain/leasing/timeline';
import { amountOfWords } from '../../../contract/domain/papers/amountWords';
import { isDeep } from '../../support/depth';
import { type AnnexRow, amountsInFull, planAnnexOf } from '../../support/papers/planAnnex';
import {
  asPrinted,
  entriesOf,
  madeOn,
  ordersOf,
  owedRows,
  printedFor,
  totalsOf,
} from '../../support/papers/printedOrders';
import { leaseOf, ok, type Server, startServer } from '../../support/server';

let server: Server;
let lease: ReturnType<typeof leaseOf>;
beforeAll(async () => {
  server = await startServer();
  lease = leaseOf(server);
});
afterAll(() => server.close());

const makeCall = '/blade-fascContract/fascContract/makeContract';
const seed = 20_261_120;
const count = isDeep ? 40 : 3;

/** The plan that the server makes when the order starts. */
async function startedPlan(orderId: string, day: string) {
  await server.sql('update lease_order set business_status = 5, prqy = 1, qyqy = 1, signed_time = $2 where id = $1', [
    orderId,
    `${madeOn} 10:00:00`,
  ]);
  server.clock.set(`${day} 10:00:00`);
  ok(await lease.move(orderId, 6, { reason: '补录' }));
  return owedRows(server, orderId);
}

describe.each(methods.map(({ number, title }) => [title[1], number] as const))(
  'an order repaid by %s',
  (_name, method) => {
    const starts = ['agreed', 'open'] as const;
    const cases = ordersOf(method, { seed, count }).flatMap((terms, i) =>
      starts.map((start) => [i + 1, start, terms] as const),
    );
    it.each(cases)('owes what both contracts print: order %d, its start %s', async (_number, start, terms) => {
      const { totalAmount } = terms;
      const { order, start: interestDate, goods } = entriesOf(terms);
      const isAgreed = start === 'agreed';
      server.clock.set(`${madeOn} 10:00:00`);
      const { id } = await lease.confirmed({ ...order, ...(isAgreed ? { interestDate } : {}) }, goods);
      if (!isAgreed && followsStart(completed(terms))) {
        const { body } = await server.admin.post(makeCall, { query: { orderId: id } });
        expect(body).toMatchObject({ code: 400, reason: 'contract.startNeeded' });
        return;
      }
      const files = await printedFor(server, id);
      // Without a day of its own rent starts on the day after the voucher was confirmed.
      const plan = await startedPlan(id, isAgreed ? interestDate : addDays(madeOn, 1));
      const totals = totalsOf(plan);
      // Before the start is known, rules stand in the place of dates and of days that follow from them.
      const compared = (row: AnnexRow) => JSON.stringify(isAgreed ? row : { ...row, date: '', days: '' });
      const owed = plan.map(asPrinted);
      for (const file of files.values()) {
        const annex = planAnnexOf(file);
        expect(annex.rows.map(compared).sort()).toEqual(owed.map(compared).sort());
        expect(annex.totals).toMatchObject(totals);
        for (const { words, digits } of amountsInFull(file))
          expect([digits, amountOfWords(words)]).toEqual([digits, digits]);
      }
      const amounts = (file: Buffer) => [...new Set(amountsInFull(file).map(({ digits }) => digits))].sort();
      expect(amounts(files.get(contractKinds.service)!)).toEqual([totalAmount]);
      expect(amounts(files.get(contractKinds.lease)!)).toEqual(
        [...new Set([totalAmount, totals.rent, totals.amountPayable])].sort(),
      );
    });
  },
);
