/** A portfolio of both directions and four ways of repaying, with receipts by chance; and the business reports of it. */
import { cents, yuan } from '../../../contract/domain/money';
import {
  askedWith,
  type BusinessReport,
  type BusinessResult,
  businessReports,
  businessSpec,
  businessUrl,
} from '../../../contract/wire/reports/business';
import { type Client, leaseOf, ok, type Server } from '../server';

type Params = Record<string, string>;
export type Totals = Record<string, string | number | null>;

export async function businessReport(client: Client, report: string, params: Params = {}): Promise<BusinessResult> {
  return ok(await client.get(businessUrl('report'), { report, ...params })) as BusinessResult;
}
export function tableIn(result: BusinessResult, name: string) {
  return result.tables.find((one) => one.name === name)!;
}
/** All of them, without what is said of their making. */
export async function allReports(client: Client, params: Params) {
  const names = Object.keys(businessReports) as BusinessReport[];
  const results = await Promise.all(names.map((name) => businessReport(client, name, params)));
  return Object.fromEntries(results.map(({ report, params: asked, tables }) => [report, { asked, tables }]));
}

/** Figures that are not what their list adds up to, of every row and of the totals. `checked`: how many were compared. */
export async function untrueFigures(client: Client, result: BusinessResult) {
  const spec = businessSpec(result.report)!;
  const asked = askedWith(result.params);
  const untrue: unknown[] = [];
  const lists = new Map<string, BusinessResult>();
  let checked = 0;
  for (const { name, columns, rows, totals } of result.tables)
    for (const row of [...rows, null])
      for (const column of row ? columns : Object.keys(totals)) {
        const opened = spec.tables[name]!.opens?.(column, row, asked);
        if (!opened || opened.adds === null) continue;
        const figure = (row ?? totals)[column];
        // Several figures open the same list.
        const key = JSON.stringify([opened.list, opened.params]);
        const list = lists.get(key) ?? (await businessReport(client, opened.list, { ...opened.params, size: '1' }));
        lists.set(key, list);
        const [table] = list.tables;
        const added =
          opened.adds.length === 0
            ? table!.total
            : yuan(opened.adds.reduce((sum, one) => sum + cents(String(table!.totals[one])), 0n));
        checked += 1;
        if (added !== figure) untrue.push({ report: result.report, name, column, figure, added, opened });
      }
  return { untrue, checked };
}

/** Numbers that look random and are the same in every run. */
export function dice(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export interface Lease {
  order: { id: string; version: number; contractCode: string; customerId: string };
  rows: { id: string; amountPayable: string; paymentDate: string }[];
  direction: 1 | 2;
}
const terms = [
  { repayMethod: 1, deadline: 180, yearRate: '7.2' },
  { repayMethod: 2, deadline: 120, yearRate: '5.5', getType: 1 },
  { repayMethod: 3, deadline: 360, yearRate: '12', feeRate: '1', depositRate: '5' },
  { repayMethod: 4, deadline: 180, yearRate: '9', lateRate: '0.05' },
];

/** Eight orders of two customers, started between May and August 2026. */
export async function portfolioOf(server: Server): Promise<Lease[]> {
  const lease = leaseOf(server);
  const customers = [
    await lease.customer({ realName: '李雷', tel: '13800138000' }),
    await lease.customer({ realName: '韩梅梅', tel: '13900139000', idNo: '440524188001010014' }),
  ];
  const made: Lease[] = [];
  for (const direction of [1, 2] as const)
    for (const [at, term] of terms.entries()) {
      const goods = await lease.product({ productName: `产品${direction}${at}`, direction, ...term });
      const body = { productId: goods.id, customerId: customers[at % 2]!.id, totalAmount: `${at + 2}0000` };
      const { order, rows } = await lease.started({ ...body, interestDate: `2026-0${5 + at}-1${at}` });
      made.push({ order, rows, direction });
    }
  return made;
}

/** Books money for orders by chance: parts, wholes, and too much. Answers the receipts. */
export async function bookSome(
  client: Client,
  leases: readonly Lease[],
  { roll, count, valueDate }: { roll: (below: number) => number; count: number; valueDate: string },
): Promise<string[]> {
  const receipts: string[] = [];
  for (let i = 0; i < count; i++) {
    const { order, direction } = leases[roll(leases.length)]!;
    const answer = await client.post('/blade-receipt/receipt/book', {
      body: {
        direction: direction === 2 ? 1 : 2,
        valueDate,
        amount: yuan(BigInt(1 + roll(400_000))),
        orderIds: order.id,
        customerId: order.customerId,
        rest: roll(2) === 0 ? 'prepaid' : 'unclaimed',
      },
    });
    receipts.push(ok(answer).receiptId);
  }
  return receipts;
}

export async function reverseReceipt(client: Client, id: string) {
  const { version } = ok(await client.get('/blade-receipt/receipt/detail', { id }));
  return client.post('/blade-receipt/receipt/reverse', {
    body: { ids: id, version: String(version), reason: '入账有误' },
  });
}
