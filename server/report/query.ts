/** One statement of each table of a report, and the rows that reports are made of. */
import { type RawBuilder, sql } from 'kysely';
import { fascContract } from '../../contract/modules/esign/fascContract';
import { order } from '../../contract/modules/lease/order';
import { paymentPlan } from '../../contract/modules/lease/paymentPlan';
import type { ReportSpec } from '../../contract/schema/report';
import { withinScope } from '../engine/rights/scopes';
import type { Context } from '../kernel/context';

/** Parameters that were validated by their declaration. */
export type Parameters = Readonly<Record<string, unknown>>;

/** Answers a select whose columns are called as the table's columns. Order, limit and totals are added to it. */
export type TableQuery = (cx: Context, parameters: Parameters) => Promise<RawBuilder<unknown>>;

/**
 * A long list: `rows` has its keys and the columns that it is ordered by, and those that it adds up where it has no `totals`;
 * `details` has the others of few rows, so that no page reads more than it shows. Their columns are called as the table's,
 * and those of `rows` stay.
 */
export interface PagedQuery {
  /** `first`: as many rows suffice, in the order of the table. */
  rows: (cx: Context, parameters: Parameters, first?: number) => Promise<RawBuilder<unknown>>;
  details: (cx: Context, parameters: Parameters, rows: RawBuilder<unknown>) => Promise<RawBuilder<unknown>>;
  /**
   * A row with a `#…` for each column that is added up, where adding up `rows` would take long; of a list that is shown by
   * pages also their number in `#total`.
   */
  totals?: TableQuery;
}

export interface ReportQuery {
  spec: ReportSpec;
  tables: Readonly<Record<string, TableQuery | PagedQuery>>;
  /**
   * What several tables are made of: relations that the tables' selects read by their names, each made once, in this order. One
   * may read those before it.
   */
  shared?: (cx: Context, parameters: Parameters) => Promise<Readonly<Record<string, RawBuilder<unknown>>>>;
}

/** The server half of a declared report: a query for each of its tables, and what they share. */
export function defineReportQuery<T extends string>(
  spec: ReportSpec<T>,
  tables: Readonly<Record<T, TableQuery | PagedQuery>>,
  shared?: ReportQuery['shared'],
): ReportQuery {
  return { spec, tables, ...(shared && { shared }) };
}

type Named = { name: string };
/** The rows of a table within the person's data scopes. */
async function within(cx: Context, module: Named, table: string): Promise<RawBuilder<unknown>> {
  const seen = await withinScope(cx, module);
  return sql`(select * from ${sql.table(table)} where tenant_id = ${cx.tenantId} and is_deleted = 0 and ${seen})`;
}
export function ordersSeen(cx: Context) {
  return within(cx, order, 'lease_order');
}
export function planSeen(cx: Context) {
  return within(cx, paymentPlan, 'lease_payment_plan');
}
export function contractsSeen(cx: Context) {
  return within(cx, fascContract, 'lease_contract');
}

/** Instalments `p` that the person sees, with their order `o`: the columns that their list joins. */
export async function planWithOrders(cx: Context): Promise<RawBuilder<unknown>> {
  return sql`${await planSeen(cx)} p join lease_order o on o.tenant_id = p.tenant_id and o.id = p.order_id`;
}

/**
 * Instalments `p` that are to be paid. An early exit freezes the open ones and puts a settlement in their place: with both,
 * the same principal would be counted twice.
 */
export const isOpen = sql<boolean>`(p.pay_status = 0 and p.is_frozen = 0)`;
/** Instalments `p` that count: paid ones and those to be paid. */
export const isCounted = sql<boolean>`(p.pay_status <> 2 and p.is_frozen = 0)`;

/** What is open of instalments `p`, and what of their principal. */
export const openAmount = sql<string>`(p.amount_payable - p.paid_amount)`;
export const openPrincipal = sql<string>`(p.principal - p.paid_principal)`;

/** Orders `o` of the direction that is asked for: no figure of a report adds up both. */
export function inDirection({ direction }: Parameters): RawBuilder<boolean> {
  return sql<boolean>`o.direction = ${direction}::int`;
}

/** `column = value` where the parameter has one. */
export function narrowed(column: string, value: unknown): RawBuilder<boolean> {
  return value ? sql<boolean>`${sql.ref(column)} = ${value}` : sql<boolean>`true`;
}
