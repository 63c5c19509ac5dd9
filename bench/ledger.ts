/**
 * `npm run bench:ledger`: how long 1,000 receipts take to be booked in one transaction, and to be reversed, on a database
 * with many orders. `--orders 10000` asks for fewer of them, `--receipts 200` for fewer receipts. It prints figures beside
 * the target and judges nothing: machines differ.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { totalOf } from '../contract/domain/ledger/allocation';
import { sum } from '../contract/domain/money';
import { type Order, order } from '../contract/modules/lease/order';
import { type PaymentPlan, paymentPlan } from '../contract/modules/lease/paymentPlan';
import { type Receipt, receipt, sources } from '../contract/modules/lease/receipt';
import { registry } from '../server/app';
import { asSystem } from '../server/engine/work';
import { bookAll } from '../server/lease/ledger/book';
import { openOf } from '../server/lease/ledger/open';
import { reverseReceipt } from '../server/lease/ledger/reverse';
import { wayOf } from '../server/lease/ledger/way';
import { processorTime } from './processor';
import { seedOrders } from './seedOrders';
import { openBench, tenantId } from './server';

const { values: options } = parseArgs({
  options: { orders: { type: 'string', default: '100000' }, receipts: { type: 'string', default: '1000' } },
});
const orders = Number(options.orders);
const receipts = Number(options.receipts);
const rounds = 3;
const targetMs = 2_000;

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const [begun, used] = [performance.now(), processorTime([process.pid])];
  const result = await work();
  const processor = processorTime([process.pid]) - used;
  console.log(`${name.padEnd(28)} ${Math.round(performance.now() - begun)} ms, processor ${processor} ms`);
  return result;
}

async function bench(): Promise<void> {
  const undo: (() => void | Promise<void>)[] = [];
  try {
    const { deps, ownerPool, today } = await openBench(undo);
    await seedOrders(ownerPool, today, { products: 200, customers: Math.max(1, Math.floor(orders / 5)), orders });
    console.log(`${orders.toLocaleString('en')} orders, ${receipts} receipts; ${cpus().length} processors`);
    console.log(`target for booking: ${targetMs} ms\n`);
    for (let round = 0; round < rounds; round++) {
      const made = await timed('booked', () =>
        asSystem(deps, registry, { tenantId, actor: 'bench' }, async (cx) => {
          const due = await cx.trx
            .selectFrom('lease_payment_plan as p')
            .innerJoin('lease_order as o', (on) =>
              on.onRef('o.tenant_id', '=', 'p.tenant_id').onRef('o.id', '=', 'p.order_id'),
            )
            .select('p.id')
            .where('p.tenant_id', '=', tenantId)
            .where('o.tenant_id', '=', tenantId)
            .where('p.pay_status', '=', 0)
            .where('o.business_status', '=', 6)
            .where('o.interest_date', '<=', today)
            .orderBy('p.payment_date')
            .limit(receipts)
            .execute();
          const rows = (await cx.rows(paymentPlan).lock(due.map(({ id }) => id))) as PaymentPlan[];
          const held = (await cx.rows(order).lock([...new Set(rows.map(({ orderId }) => orderId!))])) as Order[];
          const orderOf = new Map(held.map((one) => [one.id, one]));
          const open = await openOf(cx, rows);
          return bookAll(
            cx,
            rows.map((row) => {
              const [of, amounts] = [orderOf.get(row.orderId!)!, open.get(row.id)!];
              return {
                movement: {
                  direction: wayOf(of),
                  valueDate: today,
                  amount: sum([totalOf(amounts)]),
                  source: sources.statement,
                  customerId: of.customerId,
                },
                instalments: [{ row, held: of, amounts }],
              };
            }),
            'bench', // of few orders some are booked before their day
          );
        }),
      );
      await timed('reversed', () =>
        asSystem(deps, registry, { tenantId, actor: 'bench' }, async (cx) => {
          const held = (await cx.rows(receipt).lock(made.map(({ id }) => id))) as Receipt[];
          for (const row of held) await reverseReceipt(cx, row, { reason: 'bench', isApproved: true });
        }),
      );
    }
  } finally {
    for (const work of undo.reverse()) await work();
  }
}

void bench();
