/** Orders whose plans are long: what a workbook of them costs the others of its server. */
import { mostInstalments } from '../../../../contract/wire/portfolio/sheets';
import { openRests } from '../../../../server/kernel/workQueue';
import { judgeInTurns } from '../../../../server/lease/portfolioImport/checking';
import type { Ground } from '../../../../server/lease/portfolioImport/judging';
import { type PackedOrder, readPortfolio } from '../../../../server/lease/portfolioImport/reading';
import { oldSystem, portfolioBook, takeoverDate } from '../../../support/portfolio';

/** Every week of thirty years, the first of them at interest upon interest. */
const longTerms = {
  ...{ repayMethod: '3', deadline: '10950', frequency: '1', yearRate: '24', gracePeriods: '5', graceKind: '2' },
  ...{ product: 'OLD-ANN', interestDate: '2026-01-05', totalAmount: '1000000.00', timing: null, depositRate: null },
};
const product = { id: '1', name: '等额本息三年', code: 'OLD-ANN', direction: 2, amountPer: '1.00' };

let orders: PackedOrder[];
let ground: Ground;
beforeAll(async () => {
  const { sheets, customers } = oldSystem({ customers: 12, orders: 12 }, 3);
  for (const order of sheets.orders) Object.assign(order, longTerms);
  sheets.instalments = [];
  orders = (await readPortfolio(await portfolioBook(sheets), 'zh')).orders;
  ground = {
    takeoverDate,
    customers: new Map(customers.map(({ ref, name, tel }) => [ref, { name, tel }])),
    productsByName: new Map(),
    productsByCode: new Map([[product.code, product]]),
    taken: new Set(),
    firstRow: new Map(),
  };
}, 60_000);

/** The most processor time between two turns of the others, as a share of all. */
async function longestShare(work: () => Promise<unknown>): Promise<number> {
  let [longest, all] = [0, 0];
  let before = process.cpuUsage();
  const look = () => {
    const { user, system } = process.cpuUsage(before);
    longest = Math.max(longest, user + system);
    all += user + system;
    before = process.cpuUsage();
  };
  const looking = setInterval(look, 1);
  await work();
  clearInterval(looking);
  look();
  return longest / all;
}

it('others have their turn after each long order', async () => {
  const judge = () => judgeInTurns(orders, ground, { instalments: mostInstalments }, openRests());
  const { staged } = await judge();
  expect(staged.map(({ newRows }) => newRows.length)).toEqual(orders.map(() => 1559));
  expect(await longestShare(judge)).toBeLessThan(0.5);
});

it('an import comes to no more instalments than its sheet may hold', async () => {
  const room = { instalments: 5 * 1559 };
  const { staged, faults } = await judgeInTurns(orders, ground, room, openRests());
  expect(staged).toHaveLength(5);
  const tooMany = faults.filter(({ code }) => code === 'tooMany');
  expect(tooMany.map(({ row }) => row)).toEqual(orders.slice(5).map(({ row }) => row));
});
