/**
 * `npm run bench:lists`: how long the server takes to answer a page of a list over a hundred thousand orders and their
 * instalments, count and sums of the whole filtered set included, and to find records above all pages. The first answer
 * stands beside the others, and the processor time of server and database for one. `--orders
 * 1000000` asks for another number of them, `--only search` for a part of the questions, by the beginning of
 * their names as a regular expression. Measured at the server itself, without a network. It
 * prints figures beside the target and judges nothing: machines differ.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { addDays, addMonths } from '../contract/domain/calendar';
import { totalsLater } from '../contract/schema/paging';
import { businessNames, businessUrl, isBusinessList } from '../contract/wire/reports/business';
import { buildApp, registry } from '../server/app';
import { md5 } from '../server/auth/password/oneTimePassword';
import { indexRecords } from '../server/engine/search/terms';
import { asSystem } from '../server/engine/work';
import { processorTime } from './processor';
import { seedOrders } from './seedOrders';
import { openBench, password, tenantId } from './server';

const { values: options } = parseArgs({
  options: { orders: { type: 'string', default: '100000' }, only: { type: 'string', default: '' } },
});
const orders = Number(options.orders);
const volume = { products: 200, customers: Math.max(1, Math.floor(orders / 5)), orders };
const warmUps = 5;
const runs = 30;
const targetMs = 50;
const reportTargetMs = 300;

type Query = Record<string, string | number>;
interface Question {
  name: string;
  path: string;
  query?: Query;
  /** Of a search above all pages. */
  text?: string;
}

const order = '/blade-order/order/page';
const plan = '/blade-paymentPlan/paymentPlan/page';

function questions(today: string, orders: number): Question[] {
  const month = { paymentDate_ge: `${today.slice(0, 7)}-01`, paymentDate_lt: addMonths(`${today.slice(0, 7)}-01`, 1) };
  return [
    { name: 'orders, first page of 10, rows first', path: order, query: { size: 10, ...totalsLater } },
    { name: 'orders, first page of 10', path: order, query: { size: 10 } },
    { name: 'orders, first page of 200', path: order, query: { size: 200 } },
    { name: 'orders, middle page', path: order, query: { size: 10, current: Math.floor(orders / 20) } },
    { name: 'orders, last page', path: order, query: { size: 10, current: orders / 10 } },
    { name: 'orders, last page of 200', path: order, query: { size: 200, current: orders / 200 } },
    { name: 'orders, customer contains 1234', path: order, query: { size: 10, customerName: '1234' } },
    { name: 'orders, customer contains 岚', path: order, query: { size: 10, customerName: '岚' } },
    { name: 'orders, customer unknown', path: order, query: { size: 10, customerName: '查无此人' } },
    { name: 'orders, contract contains 2024', path: order, query: { size: 10, contractCode: '2024' } },
    { name: 'orders, awaiting voucher', path: order, query: { size: 10, businessStatus: 1 } },
    { name: 'orders, active', path: order, query: { size: 10, businessStatus: 6 } },
    { name: 'orders, active, page 4000', path: order, query: { size: 10, businessStatus: 6, current: 4000 } },
    {
      name: 'orders, rent start in 30 days',
      path: order,
      query: { size: 10, interestDate_ge: addDays(today, -30), interestDate_le: today },
    },
    {
      name: 'orders, created within a year',
      path: order,
      query: { size: 10, createTime_ge: addDays(today, -365), createTime_le: today },
    },
    { name: 'orders, dearest first', path: order, query: { size: 10, descs: 'totalAmount' } },
    { name: 'plan, first page of 10, rows first', path: plan, query: { size: 10, ...totalsLater } },
    { name: 'plan, first page of 10', path: plan, query: { size: 10 } },
    { name: 'plan, unpaid', path: plan, query: { size: 10, payStatus: 0 } },
    { name: 'plan, unpaid and due by today', path: plan, query: { size: 200, payStatus: 0, paymentDate_le: today } },
    { name: 'plan, this month', path: plan, query: { size: 200, ...month } },
    { name: 'plan, this month, one customer', path: plan, query: { size: 10, ...month, customerName: '岚澈' } },
    { name: 'plan, of one order', path: plan, query: { size: 200, orderId: String(10_000_000 + orders / 2 + 3) } },
    { name: 'products, first page', path: '/blade-product/product/page', query: { size: 10 } },
    // Seen from today, and from a day after which a quarter of all payments came.
    ...[0, 31, 365].flatMap((days) =>
      businessNames.map((report) => ({
        name: `report ${report}, ${days} days ago`,
        path: businessUrl('report'),
        query: {
          ...{ report, asOf: addDays(today, -days), direction: 1 },
          // as the console asks
          ...(isBusinessList(report) && totalsLater),
        },
      })),
    ),
    ...['HT2024', '2024', String(orders).padStart(6, '0'), '岚澈7', '澈', 'lc', '1540', '0012', '查无此人'].map(
      (text) => ({
        name: `search ${text}`,
        path: '/blade-desk/search',
        text,
      }),
    ),
  ];
}

function quantile(sorted: number[], share: number) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}
/** Chinese characters take two columns of a terminal. */
function wide(text: string) {
  return [...text].reduce((width, c) => width + (c.charCodeAt(0) > 0x2e80 ? 2 : 1), 0);
}
function left(text: string, width: number) {
  return text + ' '.repeat(Math.max(0, width - wide(text)));
}

async function bench(): Promise<void> {
  const undo: (() => void | Promise<void>)[] = [];
  try {
    const { deps, ownerPool, today } = await openBench(undo);

    const seedingAt = performance.now();
    const written = await seedOrders(ownerPool, today, volume);
    const seconds = ((performance.now() - seedingAt) / 1000).toFixed(1);
    const counts = Object.entries(written).map(([table, count]) => `${table} ${count.toLocaleString('en')}`);
    console.log(`${counts.join(' · ')} (seeded in ${seconds} s; ${cpus().length} processors)\n`);

    const asked = questions(today, volume.orders).filter(({ name }) => new RegExp(`^(?:${options.only})`).test(name));
    // Lists and reports need no index of the search.
    const needsSearch = asked.some(({ text }) => text !== undefined);
    const indexingAt = performance.now();
    let batches = 1;
    const index = () => asSystem(deps, registry, { tenantId, actor: 'bench' }, indexRecords);
    while (needsSearch && (await index())) batches++;
    const indexed = ((performance.now() - indexingAt) / 1000).toFixed(1);
    await ownerPool.query('vacuum analyze search_term');
    const size = `select count(*) as terms, pg_size_pretty(pg_total_relation_size('search_term')) as room from search_term`;
    const { rows: held } = await ownerPool.query(size);
    console.log(`${held[0].terms} search terms, ${held[0].room} (made in ${indexed} s, ${batches} batches)\n`);

    const app = await buildApp(deps);
    undo.push(() => app.close());
    const signIn = await app.inject({
      method: 'POST',
      url: '/api/blade-auth/oauth/token',
      headers: { authorization: `Basic ${Buffer.from('saber:saber_secret').toString('base64')}` },
      query: { grant_type: 'password', username: 'admin', password: md5(password) },
    });
    const headers = { 'blade-auth': `bearer ${signIn.json().access_token}` };

    const width = Math.max(...asked.map(({ name }) => wide(name))) + 2;
    console.log(
      `${left('', width)}${['first', 'median', 'p95', 'processor', 'target', 'page', 'total'].map((head) => head.padStart(10)).join('')}`,
    );
    for (const { name, path, query = {}, text } of asked) {
      const times: number[] = [];
      let first = 0;
      let processor = 0;
      let page = { records: [] as unknown[], total: 0 };
      for (let run = -warmUps; run < runs; run++) {
        if (run === 0) processor = processorTime([process.pid]);
        const from = performance.now();
        const answer = await app.inject({
          url: `/api${path}`,
          query: query as Record<string, string>,
          headers,
          ...(text === undefined ? {} : { method: 'POST', payload: { text } }),
        });
        const took = performance.now() - from;
        if (answer.statusCode !== 200) throw new Error(`${name}: ${answer.statusCode} ${answer.body}`);
        const { data } = answer.json();
        const found: unknown[] =
          text === undefined ? [] : data.flatMap(({ records }: { records: unknown[] }) => records);
        const [table] = data.tables ?? [];
        if (table) data.records = table.rows;
        if (table) data.total = table.total;
        page = text === undefined ? data : { records: found, total: found.length };
        if (run === -warmUps) first = took;
        if (run >= 0) times.push(took);
      }
      processor = (processorTime([process.pid]) - processor) / runs;
      times.sort((a, b) => a - b);
      const ms = (value: number) => `${value.toFixed(1)} ms`.padStart(10);
      const figures = [
        ms(first),
        ms(quantile(times, 0.5)),
        ms(quantile(times, 0.95)),
        ms(processor),
        ms(name.startsWith('report') ? reportTargetMs : targetMs),
      ];
      const rows = [page.records.length, page.total].map((n) => n.toLocaleString('en').padStart(10));
      console.log(left(name, width) + [...figures, ...rows].join(''));
    }
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

bench().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
