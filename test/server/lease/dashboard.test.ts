/** Every figure of the dashboard beside the list that its click opens: over the demo portfolio, they must agree. */

import { directions } from '../../../contract/domain/lifecycle/direction';
import { add, cents, sum, yuan } from '../../../contract/domain/money';
import { allModules, moduleNamed } from '../../../contract/modules';
import { progresses } from '../../../contract/modules/esign/fascContract';
import type { Page } from '../../../contract/schema/module';
import {
  ages,
  cardList,
  type Dashboard,
  daysOf,
  dueSpans,
  funnelFrom,
  funnelSteps,
  type ListQuery,
  listOf,
  longSince,
  maturingMonths,
  type OrderSide,
  type Total,
} from '../../../contract/wire/figures';
import { comparedWithLists, openList } from '../../support/figures';
import { type Client, leaseOf, ok, type Server, startServer } from '../../support/server';

const { payout, collect } = directions;
let server: Server;
async function figures(client: Client = server.admin): Promise<Dashboard> {
  return ok(await client.get('/blade-desk/dashboard'));
}

function open(query: ListQuery): Promise<Page> {
  return openList(server.admin, query);
}
async function listed(query: ListQuery): Promise<Total> {
  const page = await open(query);
  const name = query.feature === 'order' ? 'totalAmount' : 'openAmount';
  return { count: page.total, amount: sumOf(page, name) };
}
/** As the list adds it up, or from its records where it adds up other fields. */
function sumOf({ sums, records, total }: Page, name: string) {
  if (sums?.[name]) return yuan(cents(sums[name]));
  expect(records).toHaveLength(total);
  return yuan(records.reduce((sum, row) => sum + cents(String(row[name])), 0n));
}
async function counted(query: ListQuery) {
  return (await open(query)).total;
}
function figureOf({ count, amount }: Total): Total {
  return { count, amount };
}

describe.each([
  ['a working day', '2026-11-20 10:00:00'],
  ['the last day of a month, just before midnight', '2027-01-31 23:59:30'],
  ['the first minutes of a year', '2027-01-01 00:00:30'],
  ['a leap day', '2028-02-29 09:30:00'],
])('the dashboard of the demo portfolio on %s', (_name, now) => {
  let shown: Required<Dashboard>;
  const today = now.slice(0, 10);
  beforeAll(async () => {
    server = await startServer({ now, hasDemo: true });
    // The demo has no paper that was annulled, and none that waits for long.
    await server.sql(
      `update lease_contract set status = 0, sign_task_status = 'canceled' where id =
      (select id from lease_contract where status = 1 and sign_task_status = 'sign_progress' and expire_time > $1 order by id desc limit 1)`,
      [now],
    );
    await server.sql(
      `update lease_contract set create_time = $1::timestamp - interval '5 days' where id =
       (select id from lease_contract where status = 1 and sign_task_status = 'sign_progress' and expire_time > $1 order by id limit 1)`,
      [now],
    );
    shown = (await figures()) as Required<Dashboard>;
  });
  afterAll(() => server.close());

  it('says when it was added up', () => {
    expect(shown).toMatchObject({ today, asOf: now });
  });

  it('counts the orders that their lists show', async () => {
    const { sides, vouchers } = shown.orders;
    expect(sides.map(({ direction }) => direction)).toEqual([payout, collect]);
    for (const { direction, onLease, states, products = [], otherProducts } of sides) {
      expect(figureOf(onLease)).toEqual(await listed(listOf.onLease(direction)));
      for (const one of states) expect(figureOf(one)).toEqual(await listed(listOf.state(direction, one.status)));
      for (const one of products) expect(figureOf(one)).toEqual(await listed(listOf.product(direction, one.name)));
      const others = otherProducts ? [otherProducts] : [];
      expect(sum([...products, ...others].map(({ amount }) => amount))).toBe(onLease.amount);
      const shares = [...products, ...others].map(({ share }) => Number(share));
      expect(Math.abs(shares.reduce((a, b) => a + b) - 100)).toBeLessThanOrEqual(0.05 * shares.length + 1e-9);
      expect(shares.slice(0, products.length)).toEqual(shares.slice(0, products.length).sort((a, b) => b - a));
    }
    const [{ states, otherProducts }] = sides as [OrderSide];
    expect(states.map(({ status }) => status)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(otherProducts).toBeTruthy(); // the demo sells more products than the card has room for
    expect(vouchers.count).toBe(await counted(listOf.vouchers()));
    const [oldest] = await server.sql(
      `select min(p.create_time)::text as since from lease_picture p join lease_order o on o.id = p.order_id
       where o.business_status = 2 and p.pic_type = 5`,
    );
    expect(vouchers.since).toBe(oldest.since);
  });

  it('counts on the home page, and in each view of each list, the rows that are shown', async () => {
    // Frozen by early exits, some are unpaid and not to be paid.
    const [{ frozen }] = await server.sql(
      'select count(*)::int as frozen from lease_payment_plan where is_frozen = 1 and pay_status = 0',
    );
    expect(frozen).toBeGreaterThan(0);
    const { shown: figures, listed: lists } = await comparedWithLists(server.admin, today);
    expect(Object.keys(figures)).toEqual(
      expect.arrayContaining(['order', 'paymentPlan', 'state 6', 'refunds', 'overdue 1']),
    );
    expect(figures).toEqual(lists);
  });

  it('compares the principal on lease with what it was when the month began', async () => {
    for (const { direction, onLease } of shown.orders.sides) {
      const { amount, before = '', change } = onLease;
      // from the history of each order: its state at that moment
      const [then] = await server.sql(
        `select coalesce(sum(o.total_amount), 0.00) as amount from lease_order o where o.direction = $2 and (
           select (c ->> 'after')::int from audit_log a, jsonb_array_elements(a.changes) c
           where a.entity = 'order' and a.entity_id = o.id and c ->> 'field' = 'businessStatus' and a.create_time < $1
           order by a.id desc limit 1) in (6, 7, 9)`,
        [`${today.slice(0, 7)}-01`, direction],
      );
      expect([direction, before]).toEqual([direction, then.amount]);
      if (Number(before) === 0) continue;
      const expected = ((Number(amount) - Number(before)) / Number(before)) * 100;
      expect(Number(change)).toBeCloseTo(expected, 2);
    }
    expect(cents(shown.orders.sides[0]?.onLease.before ?? '0')).toBeGreaterThan(0n);
  });

  it('counts the instalments that their lists show', async () => {
    for (const plan of shown.plan.sides) {
      const { direction } = plan;
      expect(plan.due.map(({ days }) => days)).toEqual([...dueSpans]);
      for (const one of plan.due) {
        const page = await open(listOf.due(direction, today, one.days));
        expect(one).toMatchObject({
          count: page.total,
          amount: sumOf(page, 'openAmount'),
          principal: sumOf(page, 'openPrincipal'),
        });
        expect(one.today).toBe(plan.today.count);
      }
      expect(plan.today).toEqual(await listed(listOf.due(direction, today, 0)));
      expect(figureOf(plan.overdue)).toEqual(await listed(listOf.overdue(direction, today)));
      const late = (await open(listOf.overdue(direction, today))).records.map(({ overdueDays }) => Number(overdueDays));
      expect(plan.overdue.longestDays).toBe(Math.max(0, ...late));
      for (const one of plan.ages) expect(figureOf(one)).toEqual(await listed(listOf.age(direction, today, one.key)));
      expect(plan.ages.map(({ key }) => key)).toEqual(ages.map(({ key }) => key));
      const [notDue, ...overdue] = plan.ages;
      expect(sum(overdue.map(({ amount }) => amount))).toBe(plan.overdue.amount);
      const all = await listed({ feature: 'paymentPlan', search: `payStatus=0&isFrozen=0&direction=${direction}` });
      expect(add(notDue!.amount, plan.overdue.amount)).toBe(all.amount);
      // The settlement of an early exit counts once, without the instalments that it replaces.
      const [{ replaced }] = await server.sql(
        `select coalesce(sum(p.amount_payable), 0) as replaced
         from lease_payment_plan p join lease_order o on o.id = p.order_id
         where o.business_status = 9 and p.pay_status = 0 and p.plan_version = 1 and o.direction = $1`,
        [direction],
      );
      const unpaid = await listed({ feature: 'paymentPlan', search: `payStatus=0&direction=${direction}` });
      expect(add(all.amount, replaced)).toBe(unpaid.amount);
    }
    expect(shown.plan.sides.map(({ direction }) => direction)).toEqual([payout, collect]);
    expect(shown.plan.sides.reduce((count, plan) => count + plan.today.count, 0)).toBeGreaterThan(0);
  });

  it('counts the cash of two years, paid or not, as their lists show it', async () => {
    for (const { direction, cash } of shown.plan.sides) {
      expect(cash).toHaveLength(24);
      expect(cash[12]!.month).toBe(today.slice(0, 7));
      for (const { month, rent, principal } of cash) {
        const page = await open(listOf.cash(direction, month));
        expect([month, rent, principal]).toEqual([month, sumOf(page, 'rent'), sumOf(page, 'principal')]);
      }
    }
    expect(shown.plan.sides[0]?.cash.slice(6, 18).every(({ rent }) => cents(rent) > 0n)).toBe(true);
  });

  it('counts the principal that is paid back in the next twelve months', async () => {
    for (const { direction, maturing } of shown.plan.sides) {
      expect(maturing).toHaveLength(maturingMonths);
      expect(maturing[0]!.month).toBe(today.slice(0, 7));
      for (const { month, count, principal } of maturing) {
        const page = await open(listOf.maturing(direction, month));
        expect({ count, principal }).toEqual({ count: page.total, principal: sumOf(page, 'openPrincipal') });
      }
      expect(cents(sum(maturing.map(({ principal }) => principal)))).toBeGreaterThan(0n);
    }
  });

  it('adds up no list over both directions', async () => {
    const page = await open({ feature: 'paymentPlan', search: 'payStatus=0&isFrozen=0' });
    expect(page.sums).toBeUndefined();
    expect(page.sides?.map(({ direction, count, sums }) => [direction, count, sums.openAmount])).toEqual(
      shown.plan.sides.map(({ direction, ages: each }) => [
        direction,
        each.reduce((count, one) => count + one.count, 0),
        sum(each.map(({ amount }) => amount)),
      ]),
    );
    const { sums, sides } = await open(listOf.overdue(payout, today));
    expect([typeof sums?.openAmount, sides]).toEqual(['string', undefined]);
    const orders = await open({ feature: 'order', search: 'archived=all' });
    expect([orders.sums, orders.sides?.map(({ count }) => count).reduce((a, b) => a + b)]).toEqual([
      undefined,
      orders.total,
    ]);
  });

  it('sorts every contract under the one status that its row shows', async () => {
    let total = 0;
    for (const progress of Object.values(progresses)) {
      const page = await open({ feature: 'fascContract', search: `progress=${progress}` });
      expect(page.records.filter((row) => row.progress !== progress)).toEqual([]);
      total += page.total;
    }
    expect(total).toBe((await open({ feature: 'fascContract', search: '' })).total);
  });

  it('counts on the cards of modules what their lists show', async () => {
    const declared = allModules.flatMap((module) => Object.keys(module.cards ?? {}).map((name) => [module.name, name]));
    expect(shown.cards.map(({ module, name }) => [module, name])).toEqual(declared);
    for (const { module: of, name, count, amount } of shown.cards) {
      const module = moduleNamed(of)!;
      const card = module.cards![name]!;
      const page = await open(cardList(module, card, today));
      expect([of, name, count]).toEqual([of, name, page.total]);
      if (card.sum) expect([of, name, amount]).toEqual([of, name, sumOf(page, card.sum)]);
    }
    expect(shown.cards.find(({ name }) => name === 'expired')?.count).toBeGreaterThan(0);
  });

  it('counts the contracts that their lists show', async () => {
    const { waiting, funnel } = shown.contracts;
    expect(waiting).toEqual({
      count: await counted(listOf.waiting()),
      long: await counted(listOf.waitingLong(today)),
    });
    expect(waiting.long).toBeGreaterThan(0);
    for (const step of funnelSteps) {
      expect([step, funnel[step]]).toEqual([step, await counted(listOf.funnel(today, step))]);
      expect([step, funnel[step] > 0]).toEqual([step, true]);
    }
    const { sent, ...ends } = funnel;
    expect(Object.values(ends).reduce((a, b) => a + b)).toBe(sent);
  });
});

describe('the dashboard', () => {
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());

  it('of an empty installation shows nothing but zeros', async () => {
    const { orders, plan, contracts } = (await figures()) as Required<Dashboard>;
    expect(orders).toEqual({
      sides: [
        {
          direction: payout,
          onLease: { count: 0, amount: '0.00', before: '0.00', change: null },
          states: [],
          products: [],
          otherProducts: null,
        },
      ],
      vouchers: { count: 0, since: null },
    });
    expect(plan.sides.map(({ direction, overdue }) => ({ direction, ...overdue }))).toEqual([
      { direction: payout, count: 0, amount: '0.00', longestDays: 0 },
    ]);
    expect(contracts).toEqual({
      waiting: { count: 0, long: 0 },
      funnel: { sent: 0, signed: 0, waiting: 0, refused: 0, expired: 0, annulled: 0 },
    });
  });

  it('shows each person the parts they may list, and a stranger nothing', async () => {
    const parts = { order: 'orders', paymentPlan: 'plan', fascContract: 'contracts' } as const;
    for (const [permission, part] of Object.entries(parts)) {
      await server.addUser({ account: permission, permissions: [permission] });
      const seen = await figures(await server.as(permission));
      expect(Object.keys(seen).sort()).toEqual(['asOf', 'cards', part, 'today'].sort());
      expect(seen.cards.map(({ module }) => module).filter((module) => module !== permission)).toEqual([]);
    }
    await server.addUser({ account: 'nobody' });
    const nothing = await figures(await server.as('nobody'));
    expect(Object.keys(nothing)).toEqual(['today', 'asOf', 'cards']);
    expect(nothing.cards).toEqual([]);
    expect((await server.anybody.get('/blade-desk/dashboard')).status).toBe(401);
  });

  it('moves with the business, and adds up products beyond the fifth', async () => {
    const lease = leaseOf(server);
    for (let i = 1; i <= 10; i++) await lease.started({ totalAmount: `${i}0000` }, { productName: `产品${i}` });
    const { orders, plan } = (await figures()) as Required<Dashboard>;
    const [{ onLease, products, otherProducts }] = orders.sides as [OrderSide];
    expect(onLease).toEqual({ count: 10, amount: '550000.00', before: '0.00', change: null });
    expect(products?.map(({ name }) => name)).toEqual([10, 9, 8, 7, 6].map((i) => `产品${i}`));
    expect(products?.[0]?.share).toBe('18.2');
    expect(otherProducts).toEqual({ products: 5, count: 5, amount: '150000.00', share: '27.3' });
    // every product's list, found by its whole name: 产品1 is not 产品10
    expect(await listed(listOf.product(payout, '产品1'))).toEqual({ count: 1, amount: '10000.00' });
    const maturing = plan.sides.flatMap((side) => side.maturing);
    expect(sum(maturing.map(({ principal }) => principal))).toBe('0.00'); // a year ahead lies in the thirteenth month
    server.clock.set('2026-12-20 10:00:00');
    const later = (await figures()) as Required<Dashboard>;
    expect(later.orders.sides[0]?.onLease).toMatchObject({ before: '550000.00', change: '0.00' });
  });

  it('of one tenant knows nothing of another', async () => {
    await server.addTenant('100001');
    const menus = ['order', 'paymentPlan', 'fascContract'];
    await server.addUser({ account: 'zhao', permissions: menus, tenantId: '100001' });
    const { orders, plan } = (await figures(await server.as('zhao', '100001'))) as Required<Dashboard>;
    expect([orders.sides[0]!.onLease.count, plan.sides[0]!.due[1]!.count]).toEqual([0, 0]);
  });
});

describe('the days a figure looks at', () => {
  it('are whole, and say what they are called', () => {
    expect(longSince('2026-11-20')).toBe('2026-11-16'); // made on the 17th, it is three days old, not more
    expect(funnelFrom('2026-11-20')).toBe('2026-10-22'); // thirty days with today
    expect(daysOf('2028-02')).toEqual(['2028-02-01', '2028-02-29']);
    expect(listOf.age(payout, '2026-11-20', 'upTo30').search).toBe(
      'payStatus=0&isFrozen=0&direction=1&paymentDate.from=2026-10-21&paymentDate.to=2026-11-19',
    );
    expect(listOf.age(collect, '2026-11-20', 'over90').search).toBe(
      'payStatus=0&isFrozen=0&direction=2&paymentDate.to=2026-08-21',
    );
  });
});
