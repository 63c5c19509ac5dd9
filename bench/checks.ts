/**
 * `npm run bench:checks`: how long the nightly checks of the money take over 300,000 orders, by rule and in all, with the
 * processor time of program and database. `--orders 100000` asks for another number of them. It judges nothing: the made
 * orders have no contracts, and their states are drawn by chance.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { registry } from '../server/app';
import { asSystem } from '../server/engine/work';
import { allRules, withPatience } from '../server/job/handlers/checks';
import { processorTime } from './processor';
import { seedOrders } from './seedOrders';
import { openBench, tenantId } from './server';

const { values } = parseArgs({ options: { orders: { type: 'string', default: '300000' } } });
const orders = Number(values.orders);

async function bench(): Promise<void> {
  const undo: (() => void | Promise<void>)[] = [];
  try {
    const { deps, ownerPool, today } = await openBench(undo);
    const written = await seedOrders(ownerPool, today, { products: 200, customers: Math.floor(orders / 5), orders });
    const counts = Object.entries(written).map(([table, count]) => `${table} ${count.toLocaleString('en')}`);
    console.log(`${counts.join(' · ')} (${cpus().length} processors)\n`);
    const used = () => processorTime([process.pid]);
    const begun = { time: performance.now(), processor: used() };
    for (const { name, broken } of allRules) {
      const [from, processor] = [performance.now(), used()];
      const rows = await asSystem(deps, registry, { tenantId, actor: 'bench' }, (cx) =>
        withPatience(cx, broken(tenantId)),
      );
      const seconds = [performance.now() - from, used() - processor].map((ms) =>
        `${(ms / 1000).toFixed(2)} s`.padStart(9),
      );
      console.log(`${seconds.join(' ')}  ${name}${rows.length > 0 ? ', which some of the made orders break' : ''}`);
    }
    const all = [performance.now() - begun.time, used() - begun.processor];
    console.log(
      `${all.map((ms) => `${(ms / 1000).toFixed(2)} s`.padStart(9)).join(' ')}  all ${allRules.length} rules`,
    );
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

bench().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
