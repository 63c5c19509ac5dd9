/** The posting of a checked portfolio: customers, orders, plans and what was paid, all in one transaction. */

import { sql } from 'kysely';
import { signatureFlags } from '../../../contract/domain/contractKinds';
import { usual } from '../../../contract/domain/leasing/codes';
import { getTypeOf, hasRentTable } from '../../../contract/domain/leasing/methods/methods';
import { rowKinds } from '../../../contract/domain/leasing/rowKinds';
import { type Amounts, nothing, totalOf } from '../../../contract/domain/ledger/allocation';
import { directions as orderDirections } from '../../../contract/domain/lifecycle/direction';
import { active, matured } from '../../../contract/domain/lifecycle/orderStates';
import { add, cents, subtract, sum } from '../../../contract/domain/money';
import {
  decisions,
  type OldRow,
  openingPayments,
  type PlannedRow,
  payable,
  totalPayable,
} from '../../../contract/domain/portfolio/plans';
import { type Customer, customer } from '../../../contract/modules/lease/customer';
import { type Order, order } from '../../../contract/modules/lease/order';
import { importStates, type PortfolioImport, portfolioImport } from '../../../contract/modules/lease/portfolioImport';
import { accounts, directions, entryKinds, sources } from '../../../contract/modules/lease/receipt';
import { identityHash } from '../../engine/columns';
import type { Change, Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { closedUntil } from '../ledger/accounts';
import { forgetDays } from '../ledger/dailySums';
import { writeSpans } from '../ledger/openByDay';
import { nextNumbers } from '../numbers';
import { takenCodes } from './checking';
import type { OrderContent, ReadCustomer } from './judging';
import { keptTerms, storedRows } from './plans';
import { refuseOtherCustomers, refuseOtherProducts } from './standing';

/** Rows that are read and written at a time. */
const customersAtOnce = 500;
const ordersAtOnce = 200;
/** The first batch; each is twice as large as the one before. */
const ordersAtFirst = 10;

interface Staged {
  id: string;
  contractCode: string;
  customerRef: string;
  productId: string;
  productName: string;
  direction: number;
  decision: number;
  content: OrderContent & { amountPer: string };
  oldRows: OldRow[];
  newRows: PlannedRow[];
}
type Whose = ReadonlyMap<string, { id: string; name: string }>;

/** Customers who are new, and the ids of all by the numbers of the sheet. */
async function addCustomers(cx: Context, importId: string, reason: string): Promise<Whose> {
  const { trx, tenantId } = cx;
  const whose = new Map<string, { id: string; name: string }>();
  for (let after = 0; ; ) {
    const { rows } = await sql<{ ref: string; row: number; customerId: string | null; content: string }>`
      select ref, row_no as row, customer_id as "customerId", content from lease_portfolio_customer
      where tenant_id = ${tenantId} and import_id = ${importId} and row_no > ${after}
      order by row_no limit ${customersAtOnce}`.execute(trx);
    if (rows.length === 0) return whose;
    after = rows.at(-1)!.row;
    const read = rows.map((row) => ({
      ...row,
      held: JSON.parse(cx.deps.secrets.unseal(row.content)) as ReadCustomer,
    }));
    await refuseOtherCustomers(cx, read);
    for (const { ref, customerId, held } of read)
      if (customerId) whose.set(ref, { id: customerId, name: held.realName });
    const fresh = read.filter(({ customerId }) => customerId === null);
    const hashes = fresh.flatMap(({ held }) => (held.idNo === null ? [] : [identityHash(cx, held.idNo)]));
    const { rows: known } = await sql<{ hash: string }>`
      select id_no_hash as hash from lease_customer
      where tenant_id = ${tenantId} and is_deleted = 0 and id_no_hash = any(${hashes}) limit 1`.execute(trx);
    // Called as the workbook calls it: the customer of that number may be one whom others do not see.
    const taken = fresh.find(({ held }) => held.idNo !== null && identityHash(cx, held.idNo) === known[0]?.hash);
    if (taken) refuse('portfolio.changed', { what: taken.held.realName });
    const added = await cx.rows(customer).insertAll(
      fresh.map(({ held: { ref: _, ...one } }) => one as Change<Customer>),
      { action: 'add', reason },
    );
    const ids = fresh.map(({ ref, held }, at) => {
      const { id } = added[at]!;
      whose.set(ref, { id, name: held.realName });
      return id;
    });
    await sql`
      update lease_portfolio_customer c set customer_id = v.id
      from unnest(${fresh.map(({ ref }) => ref)}::text[], ${ids}::bigint[]) as v(ref, id)
      where c.tenant_id = ${tenantId} and c.import_id = ${importId} and c.ref = v.ref`.execute(trx);
  }
}

/** The plan of an order as it was decided, and what was paid of it. */
function decided(one: Staged, takeoverDate: string) {
  const { content, oldRows, newRows, decision } = one;
  const terms = content.terms as Record<string, never> & { totalAmount: string; interestDate: string };
  const isKept = decision === decisions.keep;
  const plan = isKept ? oldRows : newRows;
  const payments = openingPayments(oldRows, plan, takeoverDate);
  const depositPaid = sum(
    payments.flatMap(({ shares }) =>
      shares.flatMap(({ at, amounts }) => (plan[at]!.kind === rowKinds.deposit ? [totalOf(amounts)] : [])),
    ),
  );
  const unplaced = subtract(content.closingDeposit, depositPaid);
  return { terms, isKept, plan, payments, depositRest: cents(unplaced) > 0n ? unplaced : '0.00' };
}
type Decided = ReturnType<typeof decided>;

function kindTotal(plan: readonly PlannedRow[], kind: number): string {
  return totalPayable(plan.filter((row) => row.kind === kind));
}

/** The order as it is stored. */
function orderRow(cx: Context, run: PortfolioImport, one: Staged, made: Decided, whose: Whose): Change<Order> {
  const { content } = one;
  const { terms, isKept, plan } = made;
  const { id: customerId, name } = whose.get(one.customerRef) ?? refuse('portfolio.unread');
  const last = [terms.interestDate, ...plan.map(({ paymentDate }) => paymentDate)].sort().at(-1)!;
  const maturity = isKept ? last : content.rebuiltPlan.maturity;
  const rentTable = isKept || hasRentTable((terms as Record<string, unknown>).repayMethod);
  const kept = isKept ? keptTerms(terms as never, plan) : undefined;
  const own = kept
    ? {
        ...usual,
        ...{ repayMethod: kept.repayMethod, getType: getTypeOf(kept.repayMethod) },
        purchasePrice: kept.purchasePrice ?? usual.purchasePrice,
        ...{ depositRate: kept.depositRate ?? '0', feeRate: kept.feeRate ?? '0' },
      }
    : {};
  return {
    id: cx.deps.newId(),
    ...(terms as Change<Order>),
    ...(own as Change<Order>),
    residual: isKept ? '0.00' : content.charges.residual,
    deposit: kindTotal(plan, rowKinds.deposit),
    fee: kindTotal(plan, rowKinds.fee),
    ...(content.late as Change<Order>),
    rentTable: rentTable
      ? JSON.stringify(
          plan
            .filter(({ kind }) => kind === rowKinds.instalment)
            .map(({ paymentDate, principal, rent }) => ({ paymentDate, principal, rent })),
        )
      : null,
    contractCode: one.contractCode,
    customerId,
    customerName: name,
    tel: content.tel,
    productId: one.productId,
    productName: one.productName,
    amountPer: content.amountPer,
    direction: one.direction as 1,
    bankCardCode: content.bankCardCode,
    bankName: content.bankName,
    remark: content.remark,
    maturity,
    businessStatus: cx.today > maturity ? matured : active,
    // Its contracts were signed on paper.
    ...{ pzsfqr: 1 as const, ...signatureFlags(1) },
    startTime: `${terms.interestDate} 00:00:00`,
    effectiveRate: isKept ? (content.keptPlan?.rate ?? null) : content.rebuiltPlan.rate,
    isRated: 1,
    takeoverId: run.id,
    takeoverDate: run.takeoverDate,
    paperReference: content.paperReference,
  };
}

/** Rows of the tables of instalments, receipts and entries, as the statements take them. */
interface Booked {
  plan: Record<string, unknown>[];
  receipts: (Record<string, unknown> & { id: string; receipt_no: string })[];
  entries: Record<string, unknown>[];
}

function bookOrder(cx: Context, run: PortfolioImport, held: Change<Order>, made: Decided, into: Booked): void {
  const { plan, payments, depositRest } = made;
  const content = held as { id: string; customerId: string; customerName: string; direction: number };
  const way = content.direction === orderDirections.collect ? directions.received : directions.paidOut;
  const rows = storedRows(plan, String(held.interestDate), String(held.totalAmount)).map((row) => ({
    ...row,
    id: cx.deps.newId(),
    paid: '0.00',
    paidOn: null as string | null,
    receiptAt: -1,
  }));
  const byDay = new Map<string, { entries: Record<string, unknown>[]; amount: string }>();
  const put = (valueDate: string, entry: Record<string, unknown> & { amount: string }) => {
    const day = byDay.get(valueDate) ?? { entries: [], amount: '0.00' };
    byDay.set(valueDate, day);
    day.entries.push(entry);
    day.amount = add(day.amount, entry.amount);
  };
  const account = (number: number, amount: string) => ({
    ...nothing,
    ...{ account: number, plan_id: null, order_id: content.id, customer_id: content.customerId, amount },
  });
  for (const { valueDate, shares, rest } of payments) {
    for (const { at, amounts } of shares) {
      const row = rows[at]!;
      row.paid = add(row.paid, totalOf(amounts));
      row.paidOn = row.paidOn !== null && row.paidOn > valueDate ? row.paidOn : valueDate;
      const entry = { account: accounts.instalment, plan_id: row.id, due_date: row.paymentDate, order_id: content.id };
      put(valueDate, { ...(amounts as Amounts), ...entry, customer_id: content.customerId, amount: totalOf(amounts) });
    }
    if (cents(rest) > 0n) put(valueDate, account(accounts.prepaid, rest));
  }
  const { closingPrepaid } = made as Decided & { closingPrepaid?: string };
  if (closingPrepaid && cents(closingPrepaid) > 0n) put(run.takeoverDate!, account(accounts.prepaid, closingPrepaid));
  if (cents(depositRest) > 0n) put(run.takeoverDate!, account(accounts.order, depositRest));
  for (const [valueDate, { entries, amount }] of byDay) {
    const id = cx.deps.newId();
    into.receipts.push({
      ...{ id, receipt_no: '', direction: way, value_date: valueDate, amount, customer_id: content.customerId },
      party_name: content.customerName,
    });
    for (const entry of entries)
      into.entries.push({ ...entry, id: cx.deps.newId(), receipt_id: id, direction: way, value_date: valueDate });
  }
  for (const row of rows) {
    const isPaid = row.paidOn !== null && cents(row.paid) === cents(row.amountPayable);
    into.plan.push({
      id: row.id,
      order_id: content.id,
      current_periods: row.period,
      total_periods: row.totalPeriods,
      payment_date: row.paymentDate,
      days: row.days,
      kind: row.kind,
      monthly_rent: row.rent,
      rent: row.rent,
      principal: row.principal,
      other: row.other,
      amount_payable: payable(row),
      balance: row.balance,
      bank_card_code: held.bankCardCode,
      bank_name: held.bankName,
      pay_status: isPaid ? 1 : 0,
      paid_amount: row.paid,
      paid_time: row.paidOn === null ? null : `${row.paidOn} 00:00:00`,
    });
  }
}

/** Writes them in four statements: their number does not grow with the rows. `time`: when they count as booked. */
async function writeBooked(cx: Context, run: PortfolioImport, { plan, receipts, entries }: Booked, time: string) {
  const { trx, tenantId } = cx;
  const by = cx.principal?.userId ?? null;
  const numbers = await nextNumbers(cx, 'QC', receipts.length);
  for (const [at, one] of receipts.entries()) one.receipt_no = numbers[at]!;
  await sql`
    insert into lease_payment_plan (tenant_id, plan_version, id, order_id, current_periods, total_periods, payment_date,
      days, kind, monthly_rent, rent, principal, other, amount_payable, balance, bank_card_code, bank_name, pay_status,
      paid_amount, paid_time, paid_by, create_user, create_dept, create_time, update_user, update_time)
    select ${tenantId}, 1, v.*, case when v.paid_time is null then null else ${by}::bigint end, ${by}::bigint,
      ${cx.principal?.deptId ?? null}::bigint, ${time}::timestamp, ${by}::bigint, ${cx.time}::timestamp
    from jsonb_to_recordset(${JSON.stringify(plan)}::jsonb) as v(id bigint, order_id bigint, current_periods int,
      total_periods int, payment_date date, days int, kind int, monthly_rent numeric, rent numeric, principal numeric,
      other numeric, amount_payable numeric, balance numeric, bank_card_code text, bank_name text, pay_status int,
      paid_amount numeric, paid_time timestamp)`.execute(trx);
  if (receipts.length === 0) return;
  await sql`
    insert into lease_receipt (tenant_id, source, batch_no, remark, id, receipt_no, direction, value_date, amount,
      customer_id, party_name, create_user, create_dept, create_time, update_user, update_time)
    select ${tenantId}, ${sources.opening}::int, ${run.id}, ${run.fileName}, v.*, ${by}::bigint,
      ${cx.principal?.deptId ?? null}::bigint, ${time}::timestamp, ${by}::bigint, ${cx.time}::timestamp
    from jsonb_to_recordset(${JSON.stringify(receipts)}::jsonb) as v(id bigint, receipt_no text, direction int,
      value_date date, amount numeric, customer_id bigint, party_name text)`.execute(trx);
  await sql`
    insert into lease_payment_txn (tenant_id, kind, batch_no, reason, planned_time, id, receipt_id, plan_id, due_date,
      order_id, account, customer_id, direction, value_date, amount, late, other, rent, principal, create_user,
      create_time)
    select ${tenantId}, ${entryKinds.payment}::int, ${run.id}, ${run.fileName},
      case when v.plan_id is null then null else ${time}::timestamp end, v.*, ${by}::bigint, ${time}::timestamp
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as v(id bigint, receipt_id bigint, plan_id bigint,
      due_date date, order_id bigint, account int, customer_id bigint, direction int, value_date date, amount numeric, late numeric,
      other numeric, rent numeric, principal numeric)`.execute(trx);
  await sql`
    update lease_payment_plan p set paid_principal = t.principal
    from (select plan_id, sum(principal) as principal
          from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as v(plan_id bigint, principal numeric)
          where plan_id is not null group by plan_id) t
    where p.tenant_id = ${tenantId} and p.id = t.plan_id`.execute(trx);
}

/**
 * What was written of a batch of orders against what was decided: a difference is a defect of this program. Asked by
 * batches: a join of all would depend on statistics that new rows do not have.
 */
async function refuseUnequal({ trx, tenantId }: Context, orderIds: readonly string[], staged: readonly Staged[]) {
  const { rows } = await sql<{ written: string; decided: string }>`
    select (select sum(amount_payable - paid_amount) from lease_payment_plan
            where tenant_id = ${tenantId} and order_id = any(${orderIds}::bigint[])) as written,
           (select sum((case when decision = ${decisions.keep} then kept else rebuilt end ->> 'open')::numeric)
            from lease_portfolio_order
            where tenant_id = ${tenantId} and id = any(${staged.map(({ id }) => id)}::bigint[])) as decided`.execute(
    trx,
  );
  const { written, decided: said } = rows[0]!;
  if (cents(written) !== cents(said))
    throw new Error(`a portfolio was not written as it was decided: ${written}, not ${said}`);
}

/** Posts the portfolio. `tell`: how far it is, in per cent. */
export async function postPortfolio(cx: Context, id: string, tell: (percent: number) => Promise<void>): Promise<void> {
  await cx.exclusive('portfolio.post');
  await cx.shared('ledger.close');
  const held = (await cx.rows(portfolioImport).find({ id }))[0] as PortfolioImport | undefined;
  if (held?.state !== importStates.posting) return;
  const closed = await closedUntil(cx);
  if (closed !== null && held.takeoverDate! <= closed) refuse('portfolio.closed', { date: closed });
  const reason = held.fileName ?? '';
  await refuseOtherProducts(cx, id);
  const whose = await addCustomers(cx, id, reason);
  const time = held.takeoverDate! < cx.today ? `${held.takeoverDate} 23:59:59` : cx.time;
  await forgetDays(cx, time.slice(0, 10));
  let after = '0';
  let atOnce = ordersAtFirst;
  for (let done = 0; ; ) {
    const { rows } = await sql<Staged>`
      select id, contract_code as "contractCode", customer_ref as "customerRef", product_id as "productId",
             product_name as "productName", direction, decision, content, old_rows as "oldRows", new_rows as "newRows"
      from lease_portfolio_order
      where tenant_id = ${cx.tenantId} and import_id = ${id} and id > ${after}
      order by id limit ${atOnce}`.execute(cx.trx);
    if (rows.length === 0) break;
    atOnce = Math.min(ordersAtOnce, 2 * atOnce);
    // Keys are checked by plans that the connection keeps: those made for empty tables read the whole of a grown one.
    await sql`discard plans`.execute(cx.trx);
    after = rows.at(-1)!.id;
    const [taken] = await takenCodes(
      cx,
      rows.map(({ contractCode }) => contractCode),
    );
    if (taken) refuse('portfolio.changed', { what: taken });
    const booked: Booked = { plan: [], receipts: [], entries: [] };
    const orders = rows.map((one) => {
      const made = { ...decided(one, held.takeoverDate!), closingPrepaid: one.content.closingPrepaid };
      const row = orderRow(cx, held, one, made, whose);
      bookOrder(cx, held, row, made, booked);
      return row;
    });
    await cx.rows(order).insertAll(orders, { action: 'add', reason });
    await writeBooked(cx, held, booked, time);
    const orderIds = orders.map((one) => one.id!);
    await writeSpans(cx.trx, cx.tenantId, orderIds);
    await refuseUnequal(cx, orderIds, rows);
    done += rows.length;
    await tell(Math.min(99, Math.floor((100 * done) / Math.max(1, held.orderCount ?? 1))));
  }
  const [locked] = (await cx.rows(portfolioImport).lock([id])) as PortfolioImport[];
  await cx
    .rows(portfolioImport)
    .update(
      locked ?? refuse('notYours'),
      { state: importStates.posted, progress: 100, postedName: cx.actor, postedTime: cx.time, problem: null },
      { action: 'book', reason: held.reason ?? '' },
    );
}
