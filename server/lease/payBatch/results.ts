/** What a bank answers for the payments of a batch: paid ones are booked, failed ones are due again. */
import { sql } from 'kysely';
import { plainHeading } from '../../../contract/domain/bank/layouts';
import { isPaidBy, isSamePayee, payLayoutOf, resultHeads } from '../../../contract/domain/bank/payFiles';
import { amountIn, type FileRow } from '../../../contract/domain/bank/statement';
import { allocate, totalOf } from '../../../contract/domain/ledger/allocation';
import { isPayable } from '../../../contract/domain/lifecycle/orderStates';
import { cents, sum } from '../../../contract/domain/money';
import { dayOfMoment } from '../../../contract/domain/reading/days';
import { type Order, order } from '../../../contract/modules/lease/order';
import { batchStates, itemStates, type PayBatch, payBatch } from '../../../contract/modules/lease/payBatch';
import { type PaymentPlan, paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { directions, receiptStates, sources } from '../../../contract/modules/lease/receipt';
import { maskCard } from '../../../contract/schema/mask';
import type { AnsweredPayment, PaymentResult, ResultOutcome } from '../../../contract/wire/bank/lines';
import { writeAudit } from '../../engine/audit/entries';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { isNumberOf } from '../bankStatement/ownAccount';
import { paymentsConfirmed } from '../customer/customerMessages';
import type { AccountLine, Booking, Movement, PlanLine } from '../ledger/accounts';
import { bookAll, judgeAll } from '../ledger/book';
import { calledReceipt } from '../ledger/calledReceipt';
import { openOf } from '../ledger/open';
import { refuseChanged, trialOf } from '../ledger/trial';
import { supplierLines } from '../purchase/paying';
import { isHeldBack } from '../restructure/replacing';
import { lockItems, type StoredItem } from './making';

/** A row of a result. */
export interface ResultRow {
  number: number;
  reference: string;
  /** Whom the bank has paid, as it writes them; digits of the account may be masked. */
  account: string;
  payee: string;
  isPaid: boolean;
  reason: string;
  /** '' where the bank repeats no amount. */
  amount: string;
  serialNo: string;
  valueDate: string;
}

type Head = keyof typeof resultHeads;

/** What a bank says and cannot be read is not taken for what it leaves out. */
function unread(row: number, text: string): never {
  return refuse('bank.badRow', { row, text: text.slice(0, 100) });
}

/** The results in the rows of a file. Refuses a file without references and states, and a row that is not understood. */
export function readResults(rows: readonly FileRow[]): ResultRow[] {
  const isIn = (cells: readonly string[], head: Head) =>
    cells.findIndex((cell) => (resultHeads[head] as readonly string[]).includes(plainHeading(cell)));
  const at = rows.findIndex(({ cells }) => isIn(cells, 'reference') >= 0 && isIn(cells, 'status') >= 0);
  const heads = rows[at]?.cells ?? refuse('batch.noResult');
  const places = Object.fromEntries(
    (Object.keys(resultHeads) as Head[]).map((head) => [head, isIn(heads, head)]),
  ) as Record<Head, number>;
  // An answer that does not say who was paid proves nothing.
  if (places.account < 0 || places.payee < 0) refuse('batch.noPayee');
  return rows.slice(at + 1).flatMap(({ number, cells }) => {
    const text = (head: Head) => (places[head] < 0 ? '' : (cells[places[head]] ?? '').trim());
    const [reference, status] = [text('reference'), text('status')];
    // A row of totals has no reference.
    if (reference === '' || plainHeading(reference).startsWith('合计')) return [];
    const isPaid = isPaidBy(status) ?? refuse('batch.badStatus', { row: number, text: status });
    return [
      {
        number,
        reference,
        account: text('account'),
        payee: text('payee'),
        isPaid,
        reason: text('reason').slice(0, 200),
        amount: text('amount') === '' ? '' : (amountIn(text('amount')) ?? unread(number, text('amount'))),
        serialNo: text('serial').slice(0, 64),
        valueDate: text('date') === '' ? '' : (dayOfMoment(text('date')) ?? unread(number, text('date'))),
      },
    ];
  });
}

interface Answered {
  item: StoredItem;
  result: ResultRow;
}

/** Visible digits from which a masked account tells itself from others. */
const leastDigits = 4;

function isAccountOf(written: string, account: string): boolean {
  return written.replace(/\D/g, '').length >= leastDigits && isNumberOf(written, account);
}

/** The payments that the rows are about. Refuses a row of another batch, or of another amount, account or payee. */
function answeredOf(items: readonly StoredItem[], results: readonly ResultRow[]): Answered[] {
  const byReference = new Map(items.map((item) => [item.reference, item]));
  const seen = new Set<string>();
  return results.flatMap((result) => {
    const { number, reference, amount } = result;
    const item = byReference.get(reference) ?? refuse('batch.unknownReference', { row: number, reference });
    const { account, payee } = result;
    if (!isAccountOf(account, item.account))
      refuse('batch.otherAccount', { row: number, account: maskCard(account), said: maskCard(item.account) });
    if (!isSamePayee(payee, item.payeeName)) refuse('batch.otherPayee', { row: number, payee, said: item.payeeName });
    if (amount !== '' && cents(amount) !== cents(item.amount))
      refuse('batch.otherAmount', { row: number, amount, said: item.amount });
    if (seen.has(reference)) return [];
    seen.add(reference);
    return [{ item, result }];
  });
}

/** What the bank has paid, as it is booked, in its order; instalments and orders are locked. */
interface Paying {
  bookings: Booking[];
  rows: PaymentPlan[];
  orderOf: ReadonlyMap<string, Order>;
}

/** The movement of money that a payment was. */
function movementOf(batch: PayBatch, { item, result }: Answered): Movement {
  return {
    direction: directions.paidOut,
    valueDate: result.valueDate,
    amount: item.amount,
    source: sources.paymentFile,
    bankName: payLayoutOf(batch.layout ?? 0)?.bankName ?? '',
    ...(result.serialNo ? { serialNo: result.serialNo } : {}),
    partyName: item.payeeName,
    partyAccount: item.account,
    batchNo: batch.batchNo,
  };
}

/** What paid payments are booked to. */
async function payingOf(cx: Context, batch: PayBatch, answered: readonly Answered[]): Promise<Paying> {
  const paid = answered.map(({ item, result }) => ({
    item,
    result: { ...result, valueDate: result.valueDate || cx.today },
  }));
  const customers = await customersPaid(cx, batch, paid);
  const bought = paid.filter(({ item }) => item.purchaseId !== null);
  const lines = await supplierLines(
    cx,
    bought.map(({ item: { purchaseId, amount } }) => ({ purchaseId: purchaseId!, amount })),
  );
  const bookings = new Map<string, Booking>([
    ...customers.bookings,
    ...bought.map((one, at) => [one.item.id, { movement: movementOf(batch, one), others: lines[at]! }] as const),
  ]);
  return { ...customers, bookings: paid.map(({ item }) => bookings.get(item.id)!) };
}

/**
 * What is paid to customers, by the ids of the payments. What an instalment does not need any more is what the customer was
 * paid in advance.
 */
async function customersPaid(cx: Context, batch: PayBatch, all: readonly Answered[]) {
  const paid = all.flatMap((one) => (one.item.planId === null ? [] : [{ ...one, planId: one.item.planId }]));
  const rows = (await cx.rows(paymentPlan).lock(paid.map(({ planId }) => planId))) as PaymentPlan[];
  const held = (await cx.rows(order).lock([...new Set(rows.map(({ orderId }) => orderId!))])) as Order[];
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const orderOf = new Map(held.map((one) => [one.id, one]));
  const open = await openOf(cx, rows);
  const bookings = paid.map(({ planId, ...one }): readonly [id: string, Booking] => {
    const { item } = one;
    const row = rowOf.get(planId) ?? refuse('notYours');
    const own = orderOf.get(item.orderId) ?? refuse('notYours');
    const isOpen = row.payStatus === 0 && !isHeldBack(own, row) && isPayable(own.businessStatus ?? 0);
    const { bookings: taken, left } = allocate(item.amount, isOpen ? [{ id: row.id, open: open.get(row.id)! }] : []);
    const instalments: PlanLine[] = taken.map(({ amounts }) => ({ row, held: own, amounts }));
    const customerId = own.customerId!;
    const others: AccountLine[] =
      cents(left) > 0n ? [{ account: 'prepaid', customerId, way: directions.paidOut, amount: left }] : [];
    return [item.id, { movement: { ...movementOf(batch, one), customerId }, instalments, others }];
  });
  return { bookings, rows, orderOf };
}

/** Books what the bank has paid, and tells the customers. */
async function bookPaid(
  cx: Context,
  batch: PayBatch,
  paid: readonly Answered[],
  { bookings, rows, orderOf }: Paying,
): Promise<string[]> {
  if (paid.length === 0) return [];
  const receipts = await bookAll(cx, bookings, batch.batchNo ?? '');
  const amounts = new Map(paid.flatMap(({ item: { planId, amount } }) => (planId ? [[planId, amount]] : [])));
  await paymentsConfirmed(cx, batch.batchNo ?? '', rows, orderOf, amounts);
  return receipts.map(({ id }) => id);
}

/** What a result says of the payments of a batch. */
interface Judged {
  isKnownFile: boolean;
  items: readonly StoredItem[];
  answered: readonly Answered[];
  paid: readonly Answered[];
  failed: readonly Answered[];
  bookings: readonly Booking[];
}

function resultOf({ paid, failed, answered }: Judged, { id, state }: StoredItem): PaymentResult {
  const says = (of: readonly Answered[]) => of.some(({ item }) => item.id === id);
  if (says(paid)) return 'paid';
  if (says(failed)) return 'failed';
  return says(answered) || state !== itemStates.waiting ? 'known' : 'unanswered';
}

/** The figures of a result, payment by payment and in all. */
function outcomeOf(judged: Judged): ResultOutcome {
  const { isKnownFile, items, answered, paid, failed, bookings } = judged;
  const bookingOf = new Map(paid.map(({ item }, at) => [item.id, bookings[at]!]));
  const reasonOf = new Map(failed.map(({ item, result }) => [item.id, result.reason]));
  const payments = items.map((item): AnsweredPayment => {
    const { instalments = [], others = [] } = bookingOf.get(item.id) ?? {};
    const { id, itemNo, contractCode, currentPeriods, assetName, payeeName, amount } = item;
    const bought = others.filter(({ account }) => account === 'purchase');
    const beside = others.filter(({ account }) => account !== 'purchase');
    return {
      ...{ id, itemNo, contractCode, currentPeriods, assetName, payeeName, amount },
      result: resultOf(judged, item),
      reason: reasonOf.get(id) ?? '',
      booked: sum([...instalments.map(({ amounts }) => totalOf(amounts)), ...bought.map((line) => line.amount)]),
      rest: sum(beside.map((line) => line.amount)),
    };
  });
  const amountOf = (wanted: PaymentResult) =>
    sum(payments.flatMap(({ result, amount }) => (result === wanted ? [amount] : [])));
  const days = bookings.map(({ movement }) => movement.valueDate);
  return {
    isKnownFile,
    paid: paid.length,
    failed: failed.length,
    known: answered.length - paid.length - failed.length,
    unanswered: payments.filter(({ result }) => result === 'unanswered').length,
    paidAmount: amountOf('paid'),
    failedAmount: amountOf('failed'),
    knownAmount: amountOf('known'),
    unansweredAmount: amountOf('unanswered'),
    booked: sum(payments.map(({ booked }) => booked)),
    rest: sum(payments.map(({ rest }) => rest)),
    payments,
    trial: trialOf([
      isKnownFile,
      payments.map(({ id, result, reason, booked, rest }) => [id, result, reason, booked, rest]),
      days,
    ]),
  };
}

/** Refuses a failure of what is booked as paid: money that came back is a receipt that is reversed first. */
async function refuseReturned(cx: Context, answered: readonly Answered[]): Promise<void> {
  const returned = answered.filter(({ item, result }) => item.state === itemStates.paid && !result.isPaid);
  if (returned.length === 0) return;
  const booked = await cx.trx
    .selectFrom('lease_receipt')
    .select(['id', 'receipt_no'])
    .where('tenant_id', '=', cx.tenantId)
    .where('state', '=', receiptStates.booked)
    .where(
      'id',
      'in',
      returned.flatMap(({ item }) => item.receiptId ?? []),
    )
    .execute();
  const numbers = new Map(booked.map(({ id, receipt_no }) => [id, receipt_no]));
  for (const { item, result } of returned) {
    const receiptNo = item.receiptId && numbers.get(item.receiptId);
    if (!receiptNo) continue;
    const said = calledReceipt({ id: item.receiptId!, receiptNo });
    refuse('batch.returned', { row: result.number, reference: item.reference, receipt: said });
  }
}

/** Whether a result says something new of a payment. A bank may pay what it had refused, or what was called off too late. */
function isNews({ item, result }: Answered): boolean {
  if (item.state === itemStates.waiting) return true;
  return result.isPaid ? item.state !== itemStates.paid : item.state === itemStates.released;
}

/**
 * Takes the answer of the bank into a locked batch that was sent, also one that was cancelled since, or only says what it
 * would do. The same file, and the same result, change nothing. `trial`: what the person has confirmed.
 */
export async function answerBatch(
  cx: Context,
  batch: PayBatch,
  file: { name: string; sha256: string },
  results: readonly ResultRow[],
  { isTrial, trial }: { isTrial: boolean; trial?: string | undefined },
): Promise<ResultOutcome> {
  const { trx, tenantId } = cx;
  const known = await sql`
    select 1 from lease_pay_result
    where tenant_id = ${tenantId} and batch_id = ${batch.id} and sha256 = ${file.sha256}`.execute(trx);
  const nothingNew = { paid: [], failed: [], bookings: [] };
  const items = await lockItems(cx, batch.id);
  if (known.rows.length > 0) {
    const outcome = outcomeOf({ ...nothingNew, isKnownFile: true, items, answered: [] });
    return { ...outcome, known: results.length };
  }
  if (batch.state === batchStates.draft || !batch.sentTime) refuse('batch.otherState');
  const answered = answeredOf(items, results);
  await refuseReturned(cx, answered);
  const fresh = answered.filter(isNews);
  const paid = fresh.filter(({ result }) => result.isPaid);
  const failed = fresh.filter(({ result }) => !result.isPaid);
  const paying = await payingOf(cx, batch, paid);
  const outcome = outcomeOf({ isKnownFile: false, items, answered, paid, failed, bookings: paying.bookings });
  if (isTrial) {
    await judgeAll(cx, paying.bookings);
    return outcome;
  }
  refuseChanged(trial, outcome, outcome.paidAmount);
  const receiptIds = await bookPaid(cx, batch, paid, paying);
  const done = [
    ...paid.map(({ item }, at) => ({ id: item.id, state: itemStates.paid, receipt_id: receiptIds[at]!, why: '' })),
    ...failed.map(({ item, result }) => ({
      id: item.id,
      state: itemStates.failed,
      receipt_id: null,
      why: result.reason,
    })),
  ];
  await sql`
    update lease_pay_item i set state = v.state, receipt_id = v.receipt_id, bank_reason = nullif(v.why, '')
    from jsonb_to_recordset(${JSON.stringify(done)}::jsonb) as v(id bigint, state int, receipt_id bigint, why text)
    where i.tenant_id = ${tenantId} and i.id = v.id`.execute(trx);
  await sql`
    insert into lease_pay_result (tenant_id, batch_id, sha256, file_name, create_time)
    values (${tenantId}, ${batch.id}, ${file.sha256}, ${file.name.slice(0, 200)}, ${cx.time})`.execute(trx);
  const isWhole = items.every(
    ({ id, state }) => state !== itemStates.waiting || fresh.some(({ item }) => item.id === id),
  );
  const late = paid.filter(({ item }) => item.state === itemStates.failed).length;
  if (fresh.length > 0)
    await cx.rows(payBatch).update(batch, {
      paidCount: (batch.paidCount ?? 0) + paid.length,
      failedCount: (batch.failedCount ?? 0) + failed.length - late,
      ...(isWhole && batch.state === batchStates.sent ? { state: batchStates.answered, answeredTime: cx.time } : {}),
    });
  const reason = `${file.name} · ${paid.length} / ${failed.length}`.slice(0, 500);
  writeAudit(cx, payBatch, batch, [], { action: 'book', reason });
  return outcome;
}
