import { sql } from 'kysely';
import { addMonths, daysBetween } from '../../../contract/domain/calendar';
import { settled, terminated, voucherReview } from '../../../contract/domain/lifecycle/orderStates';
import { cents, roundedDivide, sum, yuan } from '../../../contract/domain/money';
import { fascContract, type Progress } from '../../../contract/modules/esign/fascContract';
import { order } from '../../../contract/modules/lease/order';
import { paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { picture, voucherPicType } from '../../../contract/modules/lease/picture';
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
  longSince,
  maturingMonths,
  mostProducts,
  type OrderFigures,
  onLeaseStates,
  type PlanFigures,
  type Total,
} from '../../../contract/wire/figures';
import { cardFigures, mayFigure } from '../../engine/cards';
import { rowsOf } from '../../engine/lists/totals';
import { hidesAny, withinScope } from '../../engine/rights/scopes';
import type { Call } from '../../kernel/call';
import type { Context } from '../../kernel/context';
import { progressIs } from '../contractProgress';
import { openColumn } from '../ledger/open';
import { directionsOf } from '../terms/directions';
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

/** Principal at the start of the month: today's, less additions, plus departures since. */
async function principalBefore(cx: Context, now: bigint): Promise<bigint> {
  const { trx, tenantId, today } = cx;
  const seen = await withinScope(cx, order);
  const live = sql.join([...onLeaseStates]);
  const month = `${today.slice(0, 7)}-01`;
  const rows = await rowsOf(
    cx,
    sql<{ came: string; left: string }>`
    select (select coalesce(sum(total_amount), 0) from lease_order
            where tenant_id = ${tenantId} and is_deleted = 0 and ${seen} and start_time >= ${month} and business_status in (${live})) as came,
           (select coalesce(sum(total_amount), 0) from lease_order
            where tenant_id = ${tenantId} and is_deleted = 0 and ${seen} and settled_time >= ${month}
              and business_status in (${settled}, ${terminated}) and start_time < ${month}) as left`.compile(trx),
  );
  return now - cents(rows[0]!.came) + cents(rows[0]!.left);
}

/** When the oldest voucher that waits for confirmation was uploaded. */
async function vouchersSince(cx: Context): Promise<string | null> {
  const { trx, tenantId } = cx;
  const { rows } = await sql<{ since: string | null }>`
    select min(coalesce(
      (select max(create_time) from lease_picture
       where tenant_id = ${tenantId} and order_id = o.id and pic_type = ${voucherPicType} and is_deleted = 0
         and ${await withinScope(cx, picture)}), o.update_time)) as since
    from (select * from lease_order where tenant_id = ${tenantId} and is_deleted = 0 and ${await withinScope(cx, order)}
          and business_status = ${voucherReview}) o`.execute(trx);
  return rows[0]?.since ?? null;
}

/** The figures of orders, each without the parts that group or count by a field that a data scope hides. */
async function orderFigures(cx: Context): Promise<OrderFigures> {
  const { trx, tenantId } = cx;
  const seen = await withinScope(cx, order);
  const live = sql.join([...onLeaseStates]);
  const states = await rowsOf(
    cx,
    sql<Total & { status: number }>`
    select business_status as status, count(*)::int as count, sum(total_amount) as amount
    from lease_order where tenant_id = ${tenantId} and is_deleted = 0 and ${seen} group by 1 order by 1`.compile(trx),
  );
  const hasProducts = !(await hidesAny(cx, order, 'productName'));
  const named = await rowsOf(
    cx,
    sql<Total & { name: string }>`
    select ${hasProducts ? sql`product_name` : sql`''`} as name, count(*)::int as count, sum(total_amount) as amount
    from lease_order where tenant_id = ${tenantId} and is_deleted = 0 and ${seen} and business_status in (${live})
    group by 1`.compile(trx),
  );
  const onLease = total(named);
  const held = cents(onLease.amount);
  const share = ({ amount }: Total) => percent(cents(amount), held, 1);
  const products = [...named].sort((a, b) => Number(cents(b.amount) - cents(a.amount)) || (a.name < b.name ? -1 : 1));
  const others = products.slice(mostProducts);
  const before = (await hidesAny(cx, order, 'startTime', 'settledTime')) ? null : await principalBefore(cx, held);
  return {
    onLease: {
      ...onLease,
      ...(before === null
        ? {}
        : { before: yuan(before), change: before > 0n ? percent(held - before, before, 2) : null }),
    },
    states: [...states],
    ...(hasProducts
      ? {
          products: products.slice(0, mostProducts).map((product) => ({ ...product, share: share(product) })),
          otherProducts:
            others.length > 0 ? { products: others.length, ...total(others), share: share(total(others)) } : null,
        }
      : {}),
    vouchers: {
      count: states.find(({ status }) => status === voucherReview)?.count ?? 0,
      since: (await hidesAny(cx, picture, 'orderId', 'picType', 'createTime')) ? null : await vouchersSince(cx),
    },
  };
}

async function planFigures(cx: Context): Promise<PlanFigures> {
  const { trx, tenantId, today } = cx;
  const seen = await withinScope(cx, paymentPlan);
  // Unpaid rows are few and have an index of their own; grouped by day they are few enough to be classified here.
  // Principal is paid last, so what is open of it is at most what is open of the instalment.
  const open = sql.raw(await openColumn(cx));
  const unpaid = await rowsOf(
    cx,
    sql<Sums<'day' | 'rent' | 'principal' | 'openPrincipal'>>`
    select payment_date as day, count(*)::int as count, sum(${open}) as amount, sum(rent) as rent,
           sum(principal) as principal, sum(least(principal, ${open})) as "openPrincipal"
    from lease_payment_plan where tenant_id = ${tenantId} and is_deleted = 0 and ${seen} and pay_status = 0 and is_frozen = 0
    group by payment_date order by payment_date`.compile(trx),
  );
  const thisMonth = today.slice(0, 7);
  const monthAt = (offset: number) => addMonths(`${thisMonth}-01`, offset).slice(0, 7);
  const paid = await rowsOf(
    cx,
    sql<{ month: string; rent: string; principal: string }>`
    select to_char(day, 'YYYY-MM') as month, sum(rent) as rent, sum(principal) as principal from (
      select payment_date as day, sum(rent) as rent, sum(principal) as principal
      from lease_payment_plan
      where tenant_id = ${tenantId} and is_deleted = 0 and ${seen} and pay_status = 1
        and payment_date >= ${daysOf(monthAt(-cashMonths.back))[0]} and payment_date <= ${daysOf(monthAt(cashMonths.ahead))[1]}
      group by payment_date) as days
    group by 1`.compile(trx),
  );

  const overdueDays = ({ day }: { day: string }) => daysBetween(day, today);
  const ahead = unpaid.filter((row) => row.day >= today);
  const overdue = unpaid.filter((row) => row.day < today);
  const inMonth = (month: string) => unpaid.filter(({ day }) => day.startsWith(month));
  const principalOf = (rows: typeof unpaid) => sum(rows.map(({ openPrincipal }) => openPrincipal));
  const now = total(ahead.filter(({ day }) => day === today));
  return {
    today: now,
    due: dueSpans.map((days) => {
      const rows = ahead.filter((row) => -overdueDays(row) <= days);
      return { days, ...total(rows), principal: principalOf(rows), today: now.count };
    }),
    overdue: { ...total(overdue), longestDays: overdue[0] ? overdueDays(overdue[0]) : 0 },
    directions: await directionsOf(cx),
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
      const hasOrders = await mayFigure(cx, order, 'businessStatus', 'totalAmount');
      const hasPlan = await mayFigure(
        cx,
        paymentPlan,
        ...(['payStatus', 'isFrozen', 'paymentDate', 'amountPayable', 'rent', 'principal'] as const),
      );
      const hasContracts = await mayFigure(
        cx,
        fascContract,
        ...(['status', 'signTaskStatus', 'progress', 'expireTime', 'createTime'] as const),
      );
      return {
        today: cx.today,
        asOf: cx.time,
        ...(hasOrders ? { orders: await orderFigures(cx) } : {}),
        ...(hasPlan ? { plan: await planFigures(cx) } : {}),
        ...(hasContracts ? { contracts: await contractFigures(cx) } : {}),
        cards: await cardFigures(cx),
      };
    },
  },
];
