import { sql } from 'kysely';
import { addDays, addMonths, daysBetween } from '../../../contract/domain/calendar';
import { type Direction, directions } from '../../../contract/domain/lifecycle/direction';
import { settled, terminated, voucherReview } from '../../../contract/domain/lifecycle/orderStates';
import { cents, roundedDivide, sum, yuan } from '../../../contract/domain/money';
import { fascContract, type Progress } from '../../../contract/modules/esign/fascContract';
import { order } from '../../../contract/modules/lease/order';
import { paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { picture, voucherPicType } from '../../../contract/modules/lease/picture';
import { purchase } from '../../../contract/modules/lease/purchase';
import {
  type Age,
  ages,
  type ContractFigures,
  cashMonths,
  type Dashboard,
  daysOf,
  dueSpans,
  type FunnelStep,
  funnelFrom,
  type InvestmentFigures,
  longSince,
  maturingMonths,
  mostProducts,
  type OrderFigures,
  type OrderSide,
  onLeaseStates,
  type PlanFigures,
  type PlanSide,
  type Total,
} from '../../../contract/wire/figures';
import { cardFigures, mayFigure } from '../../engine/cards';
import { rowsOf } from '../../engine/lists/totals';
import { hidesAny, withinScope } from '../../engine/rights/scopes';
import type { Call } from '../../kernel/call';
import type { Context } from '../../kernel/context';
import { progressIs } from '../contractProgress';
import { openColumn } from '../ledger/open';
import { investedOrders } from '../purchase/invested';
import { dashboardAnswer } from './figuresSchema';

function total(rows: readonly Total[]): Total {
  return {
    count: rows.reduce((count, row) => count + row.count, 0),
    amount: sum(rows.map(({ amount }) => amount)),
  };
}

/** `part` of `whole` in percent, with so many decimals; both in cents. */
function percent(part: bigint, whole: bigint, places: 1 | 2): string {
  const scale = places === 1 ? 1000n : 10_000n;
  const rounded = whole === 0n ? 0n : roundedDivide(part * scale, whole);
  const digits = String(rounded < 0n ? -rounded : rounded).padStart(places + 1, '0');
  return `${rounded < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** Rows of a table added up by some column, from an index. */
type Sums<K extends string> = Total & Record<K, string>;
type Sided<T> = T & { direction: Direction };

/** The rows of one direction. */
function ofSide<T>(rows: readonly Sided<T>[], direction: Direction): T[] {
  return rows.flatMap(({ direction: of, ...row }) => (of === direction ? [row as T] : []));
}

/** The month `yyyy-MM` so many months from today's. */
function monthsFrom(today: string) {
  return (offset: number) => addMonths(`${today.slice(0, 7)}-01`, offset).slice(0, 7);
}

/** What came to the principal on lease since the month began, less what left it, by direction. */
async function principalAdded(cx: Context): Promise<ReadonlyMap<Direction, bigint>> {
  const { trx, tenantId, today } = cx;
  const seen = await withinScope(cx, order);
  const live = sql.join([...onLeaseStates]);
  const month = `${today.slice(0, 7)}-01`;
  const rows = await rowsOf(
    cx,
    sql<{ direction: Direction; amount: string }>`
    select direction, sum(amount) as amount from (
      select direction, total_amount as amount from lease_order
      where tenant_id = ${tenantId} and is_deleted = 0 and ${seen} and start_time >= ${month} and business_status in (${live})
      union all
      select direction, -total_amount from lease_order
      where tenant_id = ${tenantId} and is_deleted = 0 and ${seen} and settled_time >= ${month}
        and business_status in (${settled}, ${terminated}) and start_time < ${month}) moved
    group by direction`.compile(trx),
  );
  return new Map(rows.map(({ direction, amount }) => [direction, cents(amount)]));
}

/** When the oldest voucher that waits for confirmation was uploaded. */
async function vouchersSince(cx: Context): Promise<string | null> {
  const { trx, tenantId } = cx;
  const [row] = await rowsOf(
    cx,
    sql<{ since: string | null }>`
    select min(coalesce(
      (select max(create_time) from lease_picture
       where tenant_id = ${tenantId} and order_id = o.id and pic_type = ${voucherPicType} and is_deleted = 0
         and ${await withinScope(cx, picture)}), o.update_time)) as since
    from (select * from lease_order where tenant_id = ${tenantId} and is_deleted = 0 and ${await withinScope(cx, order)}
          and business_status = ${voucherReview}) o`.compile(trx),
  );
  return row?.since ?? null;
}

/** The directions that rows have, in their order; payout where there are no rows. */
function directionsIn(rows: readonly { direction: Direction }[]): Direction[] {
  const found = [...new Set(rows.map(({ direction }) => direction))].sort();
  return found.length > 0 ? found : [directions.payout];
}

type State = OrderSide['states'][number];
type Product = Total & { name: string };
interface OrderRows {
  states: readonly State[];
  products: readonly Product[];
  hasProducts: boolean;
  /** Undefined where a data scope hides when orders start or settle. */
  added: bigint | undefined;
}

function orderSide(direction: Direction, { states, products, hasProducts, added }: OrderRows): OrderSide {
  const onLease = total(products);
  const now = cents(onLease.amount);
  const share = ({ amount }: Total) => percent(cents(amount), now, 1);
  const sorted = [...products].sort((a, b) => Number(cents(b.amount) - cents(a.amount)) || (a.name < b.name ? -1 : 1));
  const others = sorted.slice(mostProducts);
  const before = added === undefined ? undefined : now - added;
  return {
    direction,
    onLease: {
      ...onLease,
      ...(before === undefined
        ? {}
        : { before: yuan(before), change: before > 0n ? percent(now - before, before, 2) : null }),
    },
    states: [...states],
    ...(hasProducts
      ? {
          products: sorted.slice(0, mostProducts).map((product) => ({ ...product, share: share(product) })),
          otherProducts:
            others.length > 0 ? { products: others.length, ...total(others), share: share(total(others)) } : null,
        }
      : {}),
  };
}

/** The figures of orders, each without the parts that group or count by a field that a data scope hides. */
async function orderFigures(cx: Context): Promise<OrderFigures> {
  const { trx, tenantId } = cx;
  const seen = await withinScope(cx, order);
  const live = sql.join([...onLeaseStates]);
  const states = await rowsOf(
    cx,
    sql<Sided<State>>`
    select direction, business_status as status, count(*)::int as count, sum(total_amount) as amount
    from lease_order where tenant_id = ${tenantId} and is_deleted = 0 and ${seen} group by 1, 2 order by 1, 2`.compile(
      trx,
    ),
  );
  const hasProducts = !(await hidesAny(cx, order, 'productName'));
  const named = await rowsOf(
    cx,
    sql<Sided<Product>>`
    select direction, ${hasProducts ? sql`product_name` : sql`''`} as name, count(*)::int as count, sum(total_amount) as amount
    from lease_order where tenant_id = ${tenantId} and is_deleted = 0 and ${seen} and business_status in (${live})
    group by 1, 2`.compile(trx),
  );
  const added = (await hidesAny(cx, order, 'startTime', 'settledTime')) ? undefined : await principalAdded(cx);
  return {
    sides: directionsIn(states).map((direction) =>
      orderSide(direction, {
        states: ofSide(states, direction),
        products: ofSide(named, direction),
        hasProducts,
        added: added && (added.get(direction) ?? 0n),
      }),
    ),
    vouchers: {
      count: states.reduce((count, row) => count + (row.status === voucherReview ? row.count : 0), 0),
      since: (await hidesAny(cx, picture, 'orderId', 'picType', 'createTime')) ? null : await vouchersSince(cx),
    },
  };
}

type UnpaidDay = Sums<'day' | 'rent' | 'principal' | 'openPrincipal'>;
interface PaidMonth {
  month: string;
  rent: string;
  principal: string;
}

function planSide(
  direction: Direction,
  today: string,
  { unpaid, paid }: { unpaid: readonly UnpaidDay[]; paid: readonly PaidMonth[] },
): PlanSide {
  const monthAt = monthsFrom(today);
  const daysOver = new Map(unpaid.map(({ day }) => [day, daysBetween(day, today)]));
  const overdueDays = ({ day }: { day: string }) => daysOver.get(day)!;
  const ahead = unpaid.filter((row) => row.day >= today);
  const overdue = unpaid.filter((row) => row.day < today);
  const ofMonths = new Map<string, UnpaidDay[]>(unpaid.map(({ day }) => [day.slice(0, 7), []]));
  for (const row of unpaid) ofMonths.get(row.day.slice(0, 7))!.push(row);
  const inMonth = (month: string) => ofMonths.get(month) ?? [];
  const principalOf = (rows: readonly UnpaidDay[]) => sum(rows.map(({ openPrincipal }) => openPrincipal));
  const now = total(ahead.filter(({ day }) => day === today));
  return {
    direction,
    today: now,
    due: dueSpans.map((days) => {
      const rows = ahead.filter((row) => -overdueDays(row) <= days);
      return { days, ...total(rows), principal: principalOf(rows), today: now.count };
    }),
    overdue: { ...total(overdue), longestDays: overdue[0] ? overdueDays(overdue[0]) : 0 },
    cash: Array.from({ length: cashMonths.back + 1 + cashMonths.ahead }, (_, i) => {
      const month = monthAt(i - cashMonths.back);
      const rows = [...inMonth(month), ...paid.filter((row) => row.month === month)];
      return { month, rent: sum(rows.map(({ rent }) => rent)), principal: sum(rows.map((row) => row.principal)) };
    }),
    ages: ages.map(({ key, ...age }: { key: Age; from?: number; to?: number }) => {
      const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = age;
      return { key, ...total(unpaid.filter((row) => overdueDays(row) >= from && overdueDays(row) <= to)) };
    }),
    maturing: Array.from({ length: maturingMonths }, (_, i) => {
      const rows = inMonth(monthAt(i));
      return { month: monthAt(i), count: total(rows).count, principal: principalOf(rows) };
    }),
  };
}

async function planFigures(cx: Context): Promise<PlanFigures> {
  const { trx, tenantId, today } = cx;
  const seen = await withinScope(cx, paymentPlan);
  // Unpaid rows are few and have an index of their own; grouped by day they are few enough to be classified here.
  const open = sql.raw(await openColumn(cx));
  const orders = sql`(select id as of_order, direction from lease_order where tenant_id = ${tenantId}) o`;
  const unpaid = await rowsOf(
    cx,
    sql<Sided<UnpaidDay>>`
    select direction, payment_date as day, count(*)::int as count, sum(${open}) as amount, sum(rent) as rent,
           sum(principal) as principal, sum(principal - paid_principal) as "openPrincipal"
    from lease_payment_plan join ${orders} on of_order = order_id
    where tenant_id = ${tenantId} and is_deleted = 0 and ${seen} and pay_status = 0 and is_frozen = 0
    group by 1, payment_date order by payment_date`.compile(trx),
  );
  const monthAt = monthsFrom(today);
  const paid = await rowsOf(
    cx,
    sql<Sided<PaidMonth>>`
    select direction, to_char(day, 'YYYY-MM') as month, sum(rent) as rent, sum(principal) as principal from (
      select direction, payment_date as day, sum(rent) as rent, sum(principal) as principal
      from lease_payment_plan join ${orders} on of_order = order_id
      where tenant_id = ${tenantId} and is_deleted = 0 and ${seen} and pay_status = 1
        and payment_date >= ${daysOf(monthAt(-cashMonths.back))[0]} and payment_date <= ${daysOf(monthAt(cashMonths.ahead))[1]}
      group by 1, payment_date) as days
    group by 1, 2`.compile(trx),
  );
  return {
    sides: directionsIn([...unpaid, ...paid]).map((direction) =>
      planSide(direction, today, { unpaid: ofSide(unpaid, direction), paid: ofSide(paid, direction) }),
    ),
  };
}

async function investmentFigures(cx: Context): Promise<InvestmentFigures | undefined> {
  const invested = await investedOrders(cx, addDays(cx.today, 1), sql`o.direction = ${directions.collect}::int`);
  const [row] = await rowsOf(
    cx,
    sql<InvestmentFigures>`
    select count(*)::int as orders, coalesce(sum(g.invested), 0.00) as invested, coalesce(sum(g.returned), 0.00) as returned,
           coalesce(sum(g.margin), 0.00) as margin from ${invested}`.compile(cx.trx),
  );
  return row && row.orders > 0 ? row : undefined;
}

async function contractFigures(cx: Context): Promise<ContractFigures> {
  const { trx, tenantId, today } = cx;
  const seen = await withinScope(cx, fascContract);
  const isLong = sql`create_time::date <= ${longSince(today)}`;
  const is = (progress: Progress) => progressIs(cx, progress);
  const open = await sql<{ waiting: number; long: number }>`
    select count(*) filter (where ${is('waiting')})::int as waiting,
           count(*) filter (where ${is('waiting')} and ${isLong})::int as long
    from lease_contract where tenant_id = ${tenantId} and is_deleted = 0 and ${seen} and status = 1`.execute(trx);
  const funnel = await sql<Record<FunnelStep, number>>`
    select count(*) filter (where sign_task_status <> 'reserved')::int as sent,
           count(*) filter (where status = 2)::int as signed,
           count(*) filter (where ${is('waiting')})::int as waiting,
           count(*) filter (where ${is('rejected')})::int as refused,
           count(*) filter (where ${is('expired')})::int as expired,
           count(*) filter (where status = 0 and sign_task_status <> 'reserved')::int as annulled
    from lease_contract
    where tenant_id = ${tenantId} and is_deleted = 0 and ${seen} and create_time >= ${funnelFrom(today)}`.execute(trx);
  const { waiting, long } = open.rows[0]!;
  return { waiting: { count: waiting, long }, funnel: funnel.rows[0]! };
}

export const dashboardCalls: Call[] = [
  {
    method: 'GET',
    path: '/blade-desk/dashboard',
    isDear: true,
    title: ['工作台指标', 'The figures of the desk'],
    answer: dashboardAnswer,
    permission: 'signedIn',
    /** The figures of the parts that the person may list, as far as no data scope hides what they are made of. Each equals the total of its list in `contract/wire/figures`. */
    async handle(cx): Promise<Dashboard> {
      const hasOrders = await mayFigure(cx, order, 'businessStatus', 'totalAmount', 'direction');
      const hasPlan = await mayFigure(
        cx,
        paymentPlan,
        ...(['payStatus', 'isFrozen', 'paymentDate', 'amountPayable', 'rent', 'principal', 'direction'] as const),
      );
      const hasContracts = await mayFigure(
        cx,
        fascContract,
        ...(['status', 'signTaskStatus', 'progress', 'expireTime', 'createTime'] as const),
      );
      const seesInvestment =
        hasPlan &&
        (await mayFigure(cx, order, 'direction', 'invested')) &&
        (await mayFigure(cx, purchase, 'orderId', 'paidAmount')) &&
        (await mayFigure(cx, paymentPlan, 'paidAmount', 'kind'));
      const investment = seesInvestment ? await investmentFigures(cx) : undefined;
      return {
        today: cx.today,
        asOf: cx.time,
        ...(hasOrders ? { orders: await orderFigures(cx) } : {}),
        ...(hasPlan ? { plan: await planFigures(cx) } : {}),
        ...(hasContracts ? { contracts: await contractFigures(cx) } : {}),
        ...(investment ? { investment } : {}),
        cards: await cardFigures(cx),
      };
    },
  },
];
