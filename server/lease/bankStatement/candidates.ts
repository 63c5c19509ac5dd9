/** What the lines of statements may pay: read in a number of statements that does not grow with the lines. */
import { sql } from 'kysely';
import { codesIn } from '../../../contract/domain/bank/contractCodes';
import {
  type BookedReceipt,
  type Match,
  matchAll,
  type OpenOrder,
  type StatementLine,
} from '../../../contract/domain/bank/match';
import { addDays } from '../../../contract/domain/calendar';
import type { RowKind } from '../../../contract/domain/leasing/rowKinds';
import { totalOf } from '../../../contract/domain/ledger/allocation';
import { directions as orderDirections } from '../../../contract/domain/lifecycle/direction';
import { active, matured, terminating } from '../../../contract/domain/lifecycle/orderStates';
import { cents } from '../../../contract/domain/money';
import { accountNumberIn } from '../../../contract/domain/reading/accounts';
import { type Order, order } from '../../../contract/modules/lease/order';
import { paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { directions, receipt, sources } from '../../../contract/modules/lease/receipt';
import { hidesAny, withinScope } from '../../engine/rights/scopes';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { knownAccounts } from '../ledger/bearer';
import { openOf } from '../ledger/open';
import { isReplacing } from '../restructure/replacing';

/** Most instalments of the orders that lines mean, and of those that only have the same amount. */
const mostRows = 20_000;
const mostOfAmount = 2000;
/** Days around a line in which an instalment of the same amount is offered. */
const aroundDays = 40;

/** Matches tell whose instalments are open, so they are made only by people who see those. */
export async function refuseBlind(cx: Context): Promise<void> {
  const hidden =
    (await hidesAny(cx, paymentPlan, 'amountPayable', 'paidAmount', 'paymentDate', 'rent', 'principal')) ||
    (await hidesAny(cx, order, 'contractCode', 'customerName', 'customerId')) ||
    (await hidesAny(cx, receipt, 'amount', 'partyName'));
  if (hidden) refuse('amountsHidden');
}

interface Row {
  planId: string;
  orderId: string;
  period: number;
  paymentDate: string;
  other: string;
  rent: string;
  principal: string;
  amountPayable: string;
  kind: RowKind;
  payStatus: number;
}
interface Held {
  orderId: string;
  contractCode: string | null;
  customerId: string;
  customerName: string;
  direction: number;
  restructuring: Order['restructuring'];
  /** Its number, customer or account is in a line: all of its instalments are looked at. */
  isMeant: boolean;
}

/** A name as customers may have been entered: banks write brackets in either width. */
function spellings(name: string): string[] {
  const narrow = name.trim().normalize('NFKC');
  return [name, name.trim(), narrow, narrow.replace(/\(/g, '（').replace(/\)/g, '）')].filter(Boolean);
}

const columns = sql`id as "planId", order_id as "orderId", current_periods as period, payment_date as "paymentDate",
  other, rent, principal, amount_payable as "amountPayable", kind, pay_status as "payStatus"`;

/** Unpaid instalments whose amount is that of a line, around the days of the lines. */
async function rowsOfAmounts(cx: Context, lines: readonly StatementLine[]): Promise<Row[]> {
  const { tenantId } = cx;
  const amounts = [...new Set(lines.map(({ amount }) => amount))];
  const days = lines.map(({ valueDate }) => valueDate).sort();
  const { rows } = await sql<Row>`
    select ${columns} from lease_payment_plan
    where tenant_id = ${tenantId} and ${await withinScope(cx, paymentPlan)} and is_deleted = 0 and pay_status = 0
      and is_frozen = 0 and payment_date between ${addDays(days[0]!, -aroundDays)} and ${addDays(days.at(-1)!, aroundDays)}
      and amount_payable - paid_amount = any(${amounts}::numeric[])
    order by payment_date, id limit ${mostOfAmount}`.execute(cx.trx);
  return rows;
}

/** Running orders that lines mean, and those of instalments that only have the same amount. */
async function ordersOf(
  cx: Context,
  lines: readonly StatementLine[],
  { customers, orderIds }: { customers: readonly string[]; orderIds: readonly string[] },
): Promise<Held[]> {
  const { tenantId } = cx;
  const codes = [...new Set(lines.flatMap(({ purpose }) => codesIn(purpose)))];
  const names = [...new Set(lines.flatMap(({ partyName }) => spellings(partyName)))];
  const { rows } = await sql<Held>`
    select * from (
      select id as "orderId", contract_code as "contractCode", customer_id as "customerId",
             customer_name as "customerName", direction,
             restructuring::text as restructuring,
             (upper(contract_code) = any(${codes}) or customer_name = any(${names})
               or customer_id = any(${customers}::bigint[])) as "isMeant"
      from lease_order
      where tenant_id = ${tenantId} and ${await withinScope(cx, order)} and is_deleted = 0
        and business_status in (${active}, ${matured}, ${terminating})) o
    where o."isMeant" or o."orderId" = any(${orderIds}::bigint[])`.execute(cx.trx);
  return rows;
}

/** Unpaid instalments of orders, the oldest first. */
async function rowsOfOrders(cx: Context, orderIds: readonly string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${columns} from lease_payment_plan
    where tenant_id = ${cx.tenantId} and ${await withinScope(cx, paymentPlan)} and is_deleted = 0 and pay_status = 0
      and is_frozen = 0 and order_id = any(${orderIds}::bigint[])
    order by payment_date, id limit ${mostRows}`.execute(cx.trx);
  return rows;
}

/** Receipts in force that no line of a statement stands for, around the days of the lines. */
async function bookedReceipts(cx: Context, lines: readonly StatementLine[]): Promise<BookedReceipt[]> {
  const { tenantId } = cx;
  const days = lines.map(({ valueDate }) => valueDate).sort();
  const amounts = [...new Set(lines.map(({ amount }) => amount))];
  const { rows } = await sql<BookedReceipt>`
    select r.id as "receiptId", r.receipt_no as "receiptNo", r.direction, r.value_date as "valueDate", r.amount,
           coalesce(r.party_name, '') as "partyName", coalesce(r.party_account, '') as "partyAccount",
           r.source = ${sources.opening} as "isOpening", r.source = ${sources.paymentFile} as "isFile",
           array(select distinct o.contract_code from lease_payment_txn t
                 join lease_order o on o.tenant_id = ${tenantId} and o.id = t.order_id
                 where t.tenant_id = ${tenantId} and t.receipt_id = r.id and o.contract_code is not null)
             as "contractCodes"
    from lease_receipt r
    where r.tenant_id = ${tenantId} and r.state = 1 and r.is_deleted = 0
      and r.value_date between ${addDays(days[0]!, -5)} and ${addDays(days.at(-1)!, 5)}
      and r.amount = any(${amounts}::numeric[])
      and r.id in (select id from lease_receipt where tenant_id = ${tenantId} and ${await withinScope(cx, receipt)})
      and not exists (select 1 from lease_bank_line l where l.tenant_id = ${tenantId} and l.receipt_id = r.id)
    order by r.value_date, r.id limit ${mostRows}`.execute(cx.trx);
  return rows;
}

/** Late charges count up to the last day of the lines: close enough to offer an answer, which is checked when it is booked. */
async function openOrders(cx: Context, lines: readonly StatementLine[]): Promise<OpenOrder[]> {
  const accounts = [...new Set(lines.flatMap(({ partyAccount }) => accountNumberIn(partyAccount) || []))];
  const known = await knownAccounts(cx, accounts);
  const alike = await rowsOfAmounts(cx, lines);
  const orderIds = [...new Set(alike.map(({ orderId }) => orderId))];
  const held = await ordersOf(cx, lines, { customers: [...known.keys()], orderIds });
  const meant = new Set(held.flatMap(({ orderId, isMeant }) => (isMeant ? [orderId] : [])));
  const rows = [...(await rowsOfOrders(cx, [...meant])), ...alike.filter(({ orderId }) => !meant.has(orderId))];
  const lastDay = lines
    .map(({ valueDate }) => valueDate)
    .sort()
    .at(-1)!;
  const open = await openOf(
    cx,
    rows.map(({ planId, ...row }) => ({ ...row, id: planId })),
    lastDay,
  );
  const orders = new Map(
    held.map(({ direction, contractCode, restructuring: _, ...one }) => [
      one.orderId,
      {
        ...one,
        contractCode: contractCode ?? '',
        direction: direction === orderDirections.collect ? directions.received : directions.paidOut,
        accounts: [...(known.get(one.customerId) ?? [])],
        rows: [] as OpenOrder['rows'][number][],
      },
    ]),
  );
  const restructuringOf = new Map(held.map((one) => [one.orderId, one]));
  for (const { planId, orderId, period, paymentDate } of rows) {
    const of = restructuringOf.get(orderId);
    if (of && isReplacing(of, { id: planId })) continue;
    const amount = totalOf(open.get(planId)!);
    if (cents(amount) > 0n) orders.get(orderId)?.rows.push({ planId, period, paymentDate, open: amount });
  }
  return [...orders.values()].filter((one) => one.rows.length > 0);
}

/** Which words of the lines are numbers of contracts, whatever their state and whose they are. */
async function contractsIn(cx: Context, lines: readonly StatementLine[]): Promise<ReadonlySet<string>> {
  const words = [...new Set(lines.flatMap(({ purpose }) => codesIn(purpose)))];
  if (words.length === 0) return new Set();
  const { rows } = await sql<{ code: string }>`
    select distinct upper(contract_code) as code from lease_order
    where tenant_id = ${cx.tenantId} and is_deleted = 0 and upper(contract_code) = any(${words})`.execute(cx.trx);
  return new Set(rows.map(({ code }) => code));
}

/** The answers for lines, in their order. */
export async function matchesOf(cx: Context, lines: readonly StatementLine[]): Promise<Match[]> {
  if (lines.length === 0) return [];
  const [orders, receipts] = [await openOrders(cx, lines), await bookedReceipts(cx, lines)];
  return matchAll(lines, orders, receipts, await contractsIn(cx, lines));
}
