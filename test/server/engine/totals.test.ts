/** Totals of lists are remembered, and right after every write, whichever of two servers it came through. */
import { businessDate } from '../../../contract/domain/calendar';
import { remembering } from '../../../server/engine/lists/totals';
import { depth } from '../../support/depth';
import { boundPerson } from '../../support/scopes';
import { type Client, clientOf, leaseOf, ok, platform, type Server, startServer } from '../../support/server';

// Small lists are cheap, and counted each time otherwise.
Object.assign(remembering, { least: 0 });

let server: Server;
let second: Awaited<ReturnType<Server['beside']>>;
let servers: Client[];
let bound: Client & { userId: string };

beforeAll(async () => {
  server = await startServer();
  second = await server.beside();
  servers = [server.admin, clientOf(second.app, server.admin.headers)];
  bound = await boundPerson(
    server,
    ['order', 'order_add', 'customer', 'customer_add', 'product', 'product_add', 'paymentPlan'],
    [{ scopeClass: 'order', scopeType: 2 }],
  );
});
afterAll(async () => {
  await second.close();
  await server.close();
});

/** A generator of numbers below one, the same in every run. */
function numbers(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

interface Case {
  path: 'order' | 'plan';
  query: Record<string, string | number>;
  where: string;
}
const cases: Case[] = [
  { path: 'order', query: {}, where: 'true' },
  { path: 'order', query: { businessStatus: 6 }, where: 'o.business_status = 6' },
  { path: 'order', query: { customerName: '雷' }, where: `o.customer_name like '%雷%'` },
  { path: 'order', query: { totalAmount_ge: '30000' }, where: 'o.total_amount >= 30000' },
  { path: 'plan', query: {}, where: 'true' },
  { path: 'plan', query: { payStatus: 0 }, where: 'p.pay_status = 0' },
  { path: 'plan', query: { customerName: '雷' }, where: `o.customer_name like '%雷%'` },
];
const tables = {
  order: { from: 'lease_order o', alias: 'o', sums: 'sum(o.total_amount) as "totalAmount"' },
  plan: {
    from: 'lease_payment_plan p join lease_order o on o.tenant_id = p.tenant_id and o.id = p.order_id',
    alias: 'p',
    sums: 'sum(p.amount_payable) as "amountPayable", sum(p.rent) as rent',
  },
} as const;

/** What a list answers, and what counting says: equal unless a total is stale. */
async function answered(client: Client, { path, query, where }: Case, userId?: string) {
  const { from, alias, sums } = tables[path];
  const own = userId ? `and o.create_user = ${userId}` : '';
  const [row] = await server.sql(`
    select count(*)::int as total, ${sums} from ${from}
    where ${alias}.tenant_id = '${platform}' and ${alias}.is_deleted = 0 and ${where} ${own}`);
  const { total, ...added } = row;
  const page = ok(await client.get(`${leaseOf(server).paths[path]}/page`, query));
  const named = Object.keys(added).map((name) => [name, Number(page.sums[name])]);
  const counted = Object.entries(added).map(([name, value]) => [name, Number(value ?? 0)]);
  return [
    { total: page.total, ...Object.fromEntries(named) },
    { total, ...Object.fromEntries(counted) },
  ];
}

/** The figures of home, of the calendar and above the lists: what is remembered is what reading everything anew says. */
async function checkFigures() {
  const { paths } = leaseOf(server);
  const month = businessDate(server.deps.now()).slice(0, 7);
  const asked: [string, Record<string, string | number>][] = [
    ['/blade-desk/dashboard', {}],
    [`${paths.plan}/overview`, {}],
    [`${paths.plan}/calendar`, { month }],
    [`${paths.order}/summary`, {}],
  ];
  for (const headers of [server.admin.headers, bound.headers])
    for (const [path, query] of asked) {
      const told: unknown[] = [];
      for (const ms of [remembering.ms, -1]) {
        const { ms: kept } = remembering;
        remembering.ms = ms;
        for (const app of [server.app, second.app]) {
          const { asOf, ...figures } = ok(await clientOf(app, headers).get(path, query));
          told.push(figures);
        }
        remembering.ms = kept;
      }
      const [first, ...others] = told;
      for (const other of others) expect({ path, figures: other }).toEqual({ path, figures: first });
    }
}

async function checkAll() {
  await checkFigures();
  for (const one of cases)
    for (const client of servers) {
      const [page, counted] = await answered(client, one);
      expect({ ...one, ...page }).toEqual({ ...one, ...counted });
    }
  const ofPlan: Case = { ...cases[4]!, where: `o.create_user = ${bound.userId}` };
  for (const one of [cases[0]!, ofPlan])
    for (const client of [bound, clientOf(second.app, bound.headers)]) {
      const [page, counted] = await answered(client, one, bound.userId);
      expect({ ...one, ...page }).toEqual({ ...one, ...counted });
    }
}

it('answers what counting says after each of many writes by two servers', async () => {
  const random = numbers(20261120);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const open: string[] = [];
  const running: string[] = [];
  const steps = {
    async make(client: Client) {
      const person = random() < 0.3 ? bound : client;
      const realName = pick(['李雷', '韩梅梅']);
      const { id: customerId } = await leaseOf(server, client).customer({
        realName,
        idNo: '',
        idType: 2,
        tel: '13800138000',
      });
      const { id: productId } = await leaseOf(server, client).product();
      const body = { customerId, productId, totalAmount: pick(['10000', '30000', '50000']) };
      open.push((await leaseOf(server, person).order(body)).id);
    },
    async change(client: Client) {
      if (open.length === 0) return;
      const row = await leaseOf(server, client).read(pick(open));
      const totalAmount = pick(['20000', '40000']);
      ok(await client.post('/blade-order/order/submit', { body: { ...row, totalAmount } }));
    },
    async remove(client: Client) {
      const id = open.pop();
      if (id) ok(await client.post('/blade-order/order/remove', { query: { ids: id } }));
    },
    async start(client: Client) {
      if (running.length > depth(2, 8)) return;
      const { order } = await leaseOf(server, client).started();
      running.push(order.id);
    },
    async refuse(client: Client) {
      const { status } = await client.post('/blade-order/order/submit', { body: { totalAmount: '-1' } });
      expect(status).not.toBe(200);
    },
    async pay(client: Client) {
      if (running.length === 0) return;
      const rows = await leaseOf(server, client).plan(pick(running));
      const due = rows.find((row: { payStatus: number }) => row.payStatus === 0);
      if (due)
        ok(
          await client.post('/blade-paymentPlan/paymentPlan/updateBat', { query: { ids: due.id, reason: '提前付款' } }),
        );
    },
  };
  const names = Object.keys(steps) as (keyof typeof steps)[];
  for (const name of ['start', 'make', 'make', 'pay'] as const) await steps[name](pick(servers));
  await checkAll();
  for (let step = 0; step < depth(10, 150); step++) {
    const name = pick(names);
    // Lists are asked for while the write runs, too: what they remember then must not be stale afterwards.
    const reading = Promise.all(servers.map((client) => answered(client, pick(cases))));
    reading.catch(() => undefined); // it is awaited below
    await steps[name](pick(servers));
    await reading;
    Object.assign(remembering, { leastOfBlocks: step % 3 === 0 ? Number.POSITIVE_INFINITY : 0 });
    await checkAll();
  }
}, 300_000);

it('counts again after a change alone', async () => {
  Object.assign(remembering, { leastOfBlocks: Number.POSITIVE_INFINITY });
  const lease = leaseOf(server);
  const orders = async (client: Client) =>
    ok(await client.get(`${lease.paths.order}/page`, { totalAmount_gt: '1' })).total;
  const ids = [(await lease.order()).id, (await lease.order()).id];
  const before = await orders(servers[1]!);
  // Past the program nothing marks a change: the total must come from memory.
  const past = (deleted: number) =>
    server.sql('update lease_order set is_deleted = $1 where id = any($2)', [deleted, ids]);
  await past(1);
  expect(await orders(servers[1]!)).toBe(before);
  await lease.order();
  expect(await orders(servers[1]!)).toBe(before - 1);
  await past(0);
});

it('answers the first page before the total where counting takes long, and with it once it is remembered', async () => {
  const { paths } = leaseOf(server);
  const { leastOfLong } = remembering;
  const asked = { customerName: '雷', totalAmount_gt: '2' };
  const [first, later] = [
    { ...asked, size: 1 },
    { ...asked, size: 1, totals: 'later' },
  ];
  const page = async (query: object, client = server.admin) =>
    ok(await client.get(`${paths.order}/page`, { ...query }));
  try {
    remembering.leastOfLong = 0;
    const before = await page(later);
    expect(before).toMatchObject({ isCounting: true, total: 1, current: 1 });
    expect(before).not.toHaveProperty('sums');
    // Who does not ask for it waits, as clients of the family do; so does who asks for another page.
    expect(await page({ ...later, current: 2 }, servers[1])).not.toHaveProperty('isCounting');
    const whole = await page(first);
    expect(whole.records).toEqual(before.records);
    expect(whole.total).toBeGreaterThan(1);
    expect(await page(later)).toEqual(whole);
    await leaseOf(server).order();
    expect(await page(later)).not.toHaveProperty('isCounting');
    remembering.leastOfLong = Number.POSITIVE_INFINITY;
    expect(await page({ ...later, totalAmount_gt: '3' })).not.toHaveProperty('isCounting');
  } finally {
    remembering.leastOfLong = leastOfLong;
  }
});

it('reads pages from both ends, each row once', async () => {
  const lease = leaseOf(server);
  for (const query of [{}, { ascs: 'totalAmount' }, { descs: 'customerName,totalAmount' }]) {
    const { total } = ok(await server.admin.get(`${lease.paths.order}/page`, query));
    const whole = ok(await server.admin.get(`${lease.paths.order}/page`, { ...query, size: 200 })).records;
    const found: { id: string }[] = [];
    for (let current = 1; current <= Math.ceil(total / 3) + 1; current++)
      found.push(...ok(await server.admin.get(`${lease.paths.order}/page`, { ...query, size: 3, current })).records);
    expect(found.map(({ id }) => id)).toEqual(whole.map(({ id }: { id: string }) => id));
  }
});

it('leaves no mark of what was undone', async () => {
  const marks = async () => (await server.sql('select count(*)::int as count from list_change'))[0].count;
  const before = await marks();
  const refused = await server.admin.post('/blade-order/order/submit', { body: { totalAmount: '1' } });
  expect(refused.status).not.toBe(200);
  expect(await marks()).toBe(before);
});
