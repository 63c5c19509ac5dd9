/**
 * The money of an order on accounts of its own: what its customer remitted before the start, the principal that is owed
 * back by the plan afterwards, and the deposit that is held until the end.
 */
import { sql } from 'kysely';
import { rowKinds } from '../../../contract/domain/leasing/rowKinds';
import { directions as orderDirections } from '../../../contract/domain/lifecycle/direction';
import { isTerminal } from '../../../contract/domain/lifecycle/orderStates';
import { cents, lesser, subtract, yuan } from '../../../contract/domain/money';
import { type Order, order } from '../../../contract/modules/lease/order';
import { accounts, directions, entryKinds, sources, transferNames } from '../../../contract/modules/lease/receipt';
import { outwardOf } from '../../engine/columns';
import type { Context } from '../../kernel/context';
import { nextNumber } from '../numbers';
import { type AccountLine, balanceOf, entriesOf, refuseOverdrawn } from './accounts';
import { addEntries } from './adding';
import { addCounters, inForce, withdrawn } from './counter';
import { wayOf } from './way';

/** Orders that one run looks after. */
const mostOrders = 500;

async function move(cx: Context, name: string, others: readonly AccountLine[], reason: string): Promise<void> {
  const transferNo = await nextNumber(cx, name);
  const movement = {
    direction: directions.received,
    valueDate: cx.today,
    amount: '0.00',
    source: sources.byHand,
    batchNo: transferNo,
  };
  const entries = entriesOf(cx, { movement, others }, entryKinds.transfer);
  await addEntries(
    cx,
    entries.map((entry) => ({ ...entry, receipt_id: null, reason })),
  );
}

/**
 * Books what the customer remitted as what it is from the start on: where the company pays, the principal that its plan
 * gives back, and beyond that, or where the customer pays, money that the customer has with the company.
 */
export async function bookStart(cx: Context, held: Order): Promise<void> {
  const { id: orderId, customerId, totalAmount, direction } = held;
  const remitted = await balanceOf(cx, { account: 'order', orderId, way: directions.received });
  await cx.trx
    .updateTable('lease_order')
    .set({ is_opened: 1 })
    .where('tenant_id', '=', cx.tenantId)
    .where('id', '=', orderId)
    .execute();
  if (cents(remitted) <= 0n) return;
  const isLent = direction !== orderDirections.collect;
  const principal = isLent ? yuan(lesser(cents(remitted), cents(totalAmount))) : '0.00';
  const rest = subtract(remitted, principal);
  const lines: AccountLine[] = [
    { account: 'order', customerId, orderId, amount: subtract('0', remitted) },
    { account: 'principal', customerId, orderId, amount: principal },
    { account: 'prepaid', customerId, orderId, amount: rest },
  ];
  await move(
    cx,
    transferNames.start,
    lines.filter(({ amount }) => cents(amount) !== 0n),
    held.contractCode ?? '',
  );
}

/** What is held of an order: its deposit, and the principal that is owed back by its plan. Decimal yuan. */
export async function heldOf({ trx, tenantId }: Context, orderId: string) {
  const { rows } = await sql<{ deposit: string; principal: string }>`
    select coalesce(sum(case when t.account = ${accounts.deposit} then t.amount
             when t.account = ${accounts.instalment} and p.kind = ${rowKinds.deposit} then t.other end), 0.00)::text as deposit,
           (coalesce(sum(t.amount) filter (where t.account = ${accounts.principal}), 0.00)
             - coalesce(sum(t.principal) filter (where t.account = ${accounts.instalment}
                 and t.direction = ${directions.paidOut}), 0.00))::text as principal
    from lease_payment_txn t
    left join lease_payment_plan p on p.tenant_id = ${tenantId} and p.id = t.plan_id
    where t.tenant_id = ${tenantId} and t.order_id = ${orderId}`.execute(trx);
  const { deposit, principal } = rows[0]!;
  return { deposit, principal: cents(principal) > 0n ? principal : '0.00' };
}

/** The deposits that are held of these orders, by their ids; orders without one are missing. */
async function depositsOf({ trx, tenantId }: Context, orderIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ orderId: string; deposit: string }>`
    select t.order_id as "orderId", sum(case when t.account = ${accounts.deposit} then t.amount else t.other end)::text as deposit
    from lease_payment_txn t
    left join lease_payment_plan p on p.tenant_id = ${tenantId} and p.id = t.plan_id
    where t.tenant_id = ${tenantId} and t.order_id = any(${[...orderIds]}::bigint[])
      and (t.account = ${accounts.deposit} or (t.account = ${accounts.instalment} and p.kind = ${rowKinds.deposit}))
    group by t.order_id`.execute(trx);
  return new Map(rows.map(({ orderId, deposit }) => [orderId, deposit]));
}

/** At the end of orders their deposits become the customers' again. */
export async function returnDeposits(cx: Context, ended: readonly Order[]): Promise<void> {
  if (ended.length === 0) return;
  const deposits = await depositsOf(
    cx,
    ended.map(({ id }) => id),
  );
  for (const held of ended) await giveBack(cx, held, deposits.get(held.id) ?? '0.00');
}

export function returnDeposit(cx: Context, held: Order): Promise<void> {
  return returnDeposits(cx, [held]);
}

async function giveBack(cx: Context, held: Order, deposit: string): Promise<void> {
  const { id: orderId, customerId } = held;
  if (cents(deposit) <= 0n) return;
  const way = wayOf(held);
  await move(
    cx,
    transferNames.depositBack,
    [
      { account: 'deposit', customerId, orderId, way, amount: subtract('0', deposit) },
      { account: 'prepaid', customerId, orderId, way, amount: deposit },
    ],
    held.contractCode ?? '',
  );
}

/** The numbers of the returns of an order's deposit that are in force. */
async function depositReturns({ trx, tenantId }: Context, orderId: string): Promise<string[]> {
  const { rows } = await sql<{ no: string }>`
    select distinct t.batch_no as no from lease_payment_txn t
    where t.tenant_id = ${tenantId} and t.order_id = ${orderId} and t.account = ${accounts.deposit}
      and t.kind = ${entryKinds.transfer} and t.batch_no like ${`${transferNames.depositBack}%`}
      and not exists (select 1 from lease_payment_txn b where b.tenant_id = ${tenantId} and b.reverses_id = t.id)`.execute(
    trx,
  );
  return rows.map(({ no }) => no);
}

/** An order runs again: its deposit is held again. Refused where what was given back is used. */
export async function takeDepositBack(cx: Context, held: Order, reason: string): Promise<void> {
  for (const transferNo of await depositReturns(cx, held.id)) {
    const entries = await inForce(cx, { transferNo });
    await refuseOverdrawn(cx, entries.flatMap(withdrawn), 'receipt.depositUsed');
    await addCounters(cx, entries, reason);
  }
}

/** Books the money of orders that were started before it was booked; false when none is left. */
export async function bookStarts(cx: Context): Promise<boolean> {
  const rows = await cx.trx
    .selectFrom('lease_order')
    .selectAll()
    .where('tenant_id', '=', cx.tenantId)
    .where('is_opened', '=', 0)
    .where('is_deleted', '=', 0)
    .where('start_time', 'is not', null)
    .orderBy('id')
    .limit(mostOrders)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const held of rows.map(outwardOf<Order>(cx, cx.tableOf(order.name)!))) {
    await bookStart(cx, held);
    if (isTerminal(held.businessStatus ?? 0)) await returnDeposit(cx, held);
  }
  return rows.length === mostOrders;
}
