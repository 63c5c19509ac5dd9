/** Batches of payments: made of due instalments and supplier payments, sent, or cancelled. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { approvalActs } from '../../../contract/domain/approvals';
import { approvalStates } from '../../../contract/domain/approvalTitles';
import { totalOf } from '../../../contract/domain/ledger/allocation';
import { inYuan } from '../../../contract/domain/ledger/inYuan';
import { isPayable } from '../../../contract/domain/lifecycle/orderStates';
import { add, cents, sum } from '../../../contract/domain/money';
import { accountNumberIn } from '../../../contract/domain/reading/accounts';
import { joined, label, textIn } from '../../../contract/domain/text';
import { type Order, order } from '../../../contract/modules/lease/order';
import { batchStates, itemStates, type PayBatch, payBatch } from '../../../contract/modules/lease/payBatch';
import { largestBatch, type PaymentPlan, paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { directions } from '../../../contract/modules/lease/receipt';
import { maskCard } from '../../../contract/schema/mask';
import { hidesAny } from '../../engine/rights/scopes';
import type { Context, DeedChange } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { refuseBlind } from '../bankStatement/candidates';
import type { PlanLine } from '../ledger/accounts';
import { lockDay, pendingToday } from '../ledger/deciding';
import { openOf } from '../ledger/open';
import { listed, outOfTurn, refuseUnexplained } from '../ledger/outOfTurn';
import { refuseUnreceived } from '../ledger/principal';
import { wayOf } from '../ledger/way';
import { nextNumber } from '../numbers';
import {
  type PayableSupplier,
  payableSuppliers,
  refuseOtherSupplier,
  refuseWaitingSuppliers,
} from '../purchase/paying';
import { isHeldBack } from '../restructure/replacing';
import { calledContract } from '../terms/calledOrder';
import { refuseWaiting } from './waiting';

/** A payment as it is stored. */
export interface StoredItem {
  id: string;
  itemNo: number;
  reference: string;
  /** One of the two. */
  planId: string | null;
  purchaseId: string | null;
  orderId: string;
  payeeName: string;
  account: string;
  bankName: string;
  amount: string;
  state: number;
  receiptId: string | null;
  contractCode: string;
  currentPeriods: number | null;
  assetName: string | null;
}

/** Payments of a batch, locked. */
export async function lockItems({ trx, tenantId }: Context, batchId: string): Promise<StoredItem[]> {
  const { rows } = await sql<StoredItem>`
    select i.id, i.item_no as "itemNo", i.reference, i.plan_id as "planId", i.purchase_id as "purchaseId",
           i.order_id as "orderId",
           i.payee_name as "payeeName", i.account, i.bank_name as "bankName", i.amount, i.state,
           i.receipt_id as "receiptId", coalesce(o.contract_code, '') as "contractCode",
           p.current_periods as "currentPeriods", a.asset_name as "assetName"
    from lease_pay_item i
    join lease_order o on o.tenant_id = ${tenantId} and o.id = i.order_id
    left join lease_payment_plan p on p.tenant_id = ${tenantId} and p.id = i.plan_id
    left join lease_purchase b on b.tenant_id = ${tenantId} and b.id = i.purchase_id
    left join lease_asset a on a.tenant_id = ${tenantId} and a.id = b.asset_id
    where i.tenant_id = ${tenantId} and i.batch_id = ${batchId}
    order by i.item_no for no key update of i`.execute(trx);
  return rows;
}

/** What a batch pays, by ids. */
export interface PaidBy {
  planIds: readonly string[];
  purchaseIds: readonly string[];
}

interface PayableInstalment extends PlanLine {
  row: PaymentPlan & { bankCardCode: string; bankName: string };
  amount: string;
}

/** What is paid by one batch: instalments to customers, and purchases to suppliers. */
interface Payables {
  instalments: PayableInstalment[];
  suppliers: PayableSupplier[];
}

/** Instalments with their orders, locked, and what is open of each. Refuses what cannot be paid out by a bank. */
async function payableInstalments(cx: Context, ids: readonly string[]): Promise<PayableInstalment[]> {
  if (ids.length === 0) return [];
  const rows = (await cx.rows(paymentPlan).lock(ids)) as PaymentPlan[];
  const missing = ids.filter((id) => !rows.some((row) => row.id === id));
  if (missing.length > 0) refuse('plan.unknownRows', { ids: joined(missing.slice(0, 10), cx.language) });
  const orders = (await cx.rows(order).lock([...new Set(rows.map(({ orderId }) => orderId!))])) as Order[];
  const orderOf = new Map(orders.map((held) => [held.id, held]));
  await cx.approvals.refusePending(paymentPlan, ids);
  const open = await openOf(cx, rows);
  await refuseUnreceived(
    cx,
    rows.flatMap((row) => {
      const held = orderOf.get(row.orderId!);
      return held ? [{ row, held, amounts: open.get(row.id)! }] : [];
    }),
  );
  return rows.map((row) => {
    const held = orderOf.get(row.orderId!) ?? refuse('notYours');
    const of = { contract: calledContract(held), period: row.currentPeriods ?? 0 };
    const amount = totalOf(open.get(row.id)!);
    if (wayOf(held) !== directions.paidOut) refuse('batch.notPayout', of);
    const isOpen = row.payStatus === 0 && !isHeldBack(held, row) && isPayable(held.businessStatus ?? 0);
    if (!isOpen || cents(amount) <= 0n) refuse('batch.notOpen', of);
    if (!/^\d{8,32}$/.test(accountOf(row))) refuse('batch.noAccount', of);
    return { row, held, amounts: open.get(row.id)!, amount };
  });
}

function accountOf({ bankCardCode }: Pick<PaymentPlan, 'bankCardCode'>): string {
  return accountNumberIn(bankCardCode);
}

async function payables(cx: Context, { planIds, purchaseIds }: PaidBy): Promise<Payables> {
  const instalments = await payableInstalments(cx, [...new Set(planIds)]);
  return { instalments, suppliers: await payableSuppliers(cx, [...new Set(purchaseIds)]) };
}

/** What the bank is asked for, as it is stored. */
function asked({ instalments, suppliers }: Payables) {
  return [
    ...instalments.map(({ row, held, amount }) => ({
      ...{ plan_id: row.id, purchase_id: null, order_id: held.id, amount },
      ...{ payee_name: held.customerName!, account: accountOf(row), bank_name: row.bankName },
    })),
    ...suppliers.map(({ row, held, amount, payeeName, account, bankName }) => ({
      ...{ plan_id: null, purchase_id: row.id, order_id: held.id, amount },
      ...{ payee_name: payeeName, account, bank_name: bankName },
    })),
  ];
}

/**
 * A draft of instalments and supplier payments; it pays what is open of them today. Instalments out of turn need a reason.
 */
export async function makeBatch(
  cx: Context,
  of: PaidBy,
  { layout, reason }: { layout: number; reason: string },
): Promise<PayBatch> {
  const count = of.planIds.length + of.purchaseIds.length;
  if (count === 0) refuse('nothingChosen');
  if (count > largestBatch) refuse('tooMany', { limit: largestBatch });
  await refuseBlind(cx);
  if (await hidesAny(cx, paymentPlan, 'bankCardCode', 'bankName')) refuse('fieldsHidden');
  const payable = await payables(cx, of);
  await refuseWaiting(cx, payable.instalments);
  await refuseWaitingSuppliers(cx, payable.suppliers);
  refuseUnexplained(await outOfTurn(cx, [{ lines: payable.instalments }]), reason);
  const wanted = asked(payable);
  const batchNo = await nextNumber(cx, 'FF');
  const row = (await cx.rows(payBatch).insert(
    {
      batchNo,
      layout: layout as 1,
      itemCount: wanted.length,
      totalAmount: sum(wanted.map(({ amount }) => amount)),
      state: batchStates.draft,
    },
    { reason },
  )) as PayBatch;
  const items = wanted.map((one, at) => ({
    ...one,
    id: cx.deps.newId(),
    item_no: at + 1,
    reference: `${batchNo}${String(at + 1).padStart(4, '0')}`,
  }));
  await sql`
    insert into lease_pay_item (tenant_id, batch_id, id, item_no, reference, plan_id, purchase_id, order_id, payee_name,
      account, bank_name, amount)
    select ${cx.tenantId}, ${row.id}::bigint, v.*
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as v(id bigint, item_no int, reference text, plan_id bigint,
      purchase_id bigint, order_id bigint, payee_name text, account text, bank_name text, amount numeric)`.execute(
    cx.trx,
  );
  return row;
}

/** A digest as people compare it: the first digits of SHA-256, hexadecimal. */
export function shortDigest(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

/** What tells these payments from any others: to whom, where and how much, in their order. */
function digestOf(items: readonly StoredItem[]): string {
  const text = JSON.stringify(
    items.map(({ reference, account, payeeName, amount }) => [reference, account, payeeName, amount]),
  );
  return shortDigest(text);
}

/** Payees as those who decide read them. */
function payeesOf({ language }: Context, items: readonly StoredItem[]): string {
  const shown = ({ payeeName, account, amount }: StoredItem) =>
    `${payeeName} ${maskCard(account)} ${textIn(inYuan(amount), language)}`;
  if (items.length <= mostNamed) return items.map(shown).join('；');
  return [...items.slice(0, mostNamed - 1), items.at(-1)!].map(shown).join('；');
}
/** Payments that are named one by one; of more the first ones and the last. */
const mostNamed = 10;

/** Refuses a draft whose payments or accounts have changed since it was made. Answers its instalments. */
async function refuseChanged(cx: Context, batchId: string): Promise<PayableInstalment[]> {
  const items = await lockItems(cx, batchId);
  const { instalments, suppliers } = await payables(cx, {
    planIds: items.flatMap(({ planId }) => planId ?? []),
    purchaseIds: items.flatMap(({ purchaseId }) => purchaseId ?? []),
  });
  const bought = new Map(suppliers.map((one) => [one.row.id, one]));
  const now = new Map(instalments.map((one) => [one.row.id, one]));
  for (const { planId, purchaseId, ...then } of items) {
    const { amount, account } = then;
    if (purchaseId) refuseOtherSupplier(bought.get(purchaseId)!, then);
    if (!planId) continue;
    const { row, held, amount: open } = now.get(planId)!;
    const of = { contract: calledContract(held), period: row.currentPeriods ?? 0 };
    if (cents(open) !== cents(amount)) refuse('batch.notOpen', of);
    if (accountOf(row) !== account) refuse('batch.noAccount', of);
  }
  return instalments;
}

/**
 * What the person has sent today, or asked to: many small files are as much as a large one. One that was cancelled
 * afterwards counts, because a bank may have it. Decimal yuan.
 */
async function sentToday(cx: Context): Promise<string> {
  const { trx, tenantId, principal, today } = cx;
  await lockDay(cx);
  // Files of others count for the same accounts.
  await cx.exclusive('files of the day');
  const { rows } = await sql<{ sum: string }>`
    select ((select coalesce(sum(total_amount), 0) from lease_pay_batch
      where tenant_id = ${tenantId} and sent_time >= ${today}::date and id::text in (
        select entity_id::text from audit_log where tenant_id = ${tenantId} and entity = ${payBatch.name} and action = 'send'
          and user_id = ${principal?.userId ?? null} and create_time >= ${today}::date))
      + ${pendingToday(cx, ['payBatchSend'])})::text as sum`.execute(trx);
  return rows[0]!.sum;
}

/** What others have sent to the accounts of a file today, or asked to. Decimal yuan. */
async function sentToSame({ trx, tenantId, principal, today }: Context, batchId: string): Promise<string> {
  const me = principal?.userId ?? null;
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(i.amount), 0)::text as sum from lease_pay_item i
    join lease_pay_batch b on b.tenant_id = ${tenantId} and b.id = i.batch_id
    where i.tenant_id = ${tenantId} and i.batch_id <> ${batchId} and i.account in (
        select own.account from lease_pay_item own where own.tenant_id = ${tenantId} and own.batch_id = ${batchId})
      and (exists (
        select 1 from audit_log sent where sent.tenant_id = ${tenantId} and sent.entity_id = b.id
          and sent.entity = ${payBatch.name} and sent.action = 'send' and sent.user_id is distinct from ${me}::bigint
          and sent.create_time >= ${today}::date)
        or exists (
        select 1 from approval asked where asked.tenant_id = ${tenantId} and asked.entity_id = b.id::text
          and asked.act = ${approvalActs.payBatchSend.number} and asked.state = ${approvalStates.pending}
          and asked.maker_id <> ${me} and asked.is_deleted = 0))`.execute(trx);
  return rows[0]!.sum;
}

/** Whether a supplier is paid whom no bank has paid yet by that name at that account: one person has entered both. */
async function paysNewSupplier({ trx, tenantId }: Context, batchId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from lease_pay_item i
    where i.tenant_id = ${tenantId} and i.batch_id = ${batchId} and i.purchase_id is not null and not exists (
      select 1 from lease_pay_item paid where paid.tenant_id = ${tenantId} and paid.purchase_id is not null
        and paid.state = ${itemStates.paid} and paid.account = i.account and paid.payee_name = i.payee_name)
    limit 1`.execute(trx);
  return rows.length > 0;
}

/** How a payment that a bank was asked for before came to be due again, each the word of one person. */
const dueAgain = [
  [itemStates.released, label('曾提交后取消，银行可能已付', 'Sent before and cancelled, maybe paid')],
  [itemStates.failed, label('曾提交，回盘结果为失败', 'Sent before, and said to have failed')],
] as const;

/** The files that asked a bank for one of these payments before: it may have made it. */
async function askedBefore(
  { trx, tenantId }: Context,
  batchId: string,
  state: number,
): Promise<{ id: string; no: string }[]> {
  const past = (column: 'plan_id' | 'purchase_id') => sql`
    select past.batch_id from lease_pay_item i
    join lease_pay_item past on past.tenant_id = ${tenantId} and past.state = ${state}
      and ${sql.ref(`past.${column}`)} = ${sql.ref(`i.${column}`)} and past.batch_id <> i.batch_id
    where i.tenant_id = ${tenantId} and i.batch_id = ${batchId}`;
  const { rows } = await sql<{ id: string; no: string }>`
    select id, batch_no as no from lease_pay_batch
    where tenant_id = ${tenantId} and sent_time is not null and id in (${past('plan_id')} union ${past('purchase_id')})
    order by 2`.execute(trx);
  return rows;
}

/** A line for each way in which a payment of the batch came to be due again. */
async function dueAgainLines(cx: Context, batchId: string): Promise<DeedChange[]> {
  const lines: DeedChange[] = [];
  for (const [state, title] of dueAgain) {
    const files = (await askedBefore(cx, batchId, state)).slice(0, mostNamed);
    if (files.length === 0) continue;
    const after = joined(
      files.map(({ no }) => no),
      cx.language,
    );
    const names = { payBatch: files.map(({ id }) => id) };
    lines.push({ label: title, before: null, after, says: { payBatch: ['batchNo'] }, names });
  }
  return lines;
}

/** What lines about payments are made of. */
const payeeSays = {
  ...{ order: ['customerName'], paymentPlan: ['bankCardCode', 'amountPayable'] },
  ...{ supplier: ['supplierName', 'bankCardCode'], purchase: ['amount'] },
};
const turnSays = { paymentPlan: ['contractCode', 'currentPeriods', 'paymentDate'] };

/** Sends a locked draft: from now on it does not change. True when it waits for the approval of others. */
export async function sendBatch(cx: Context, row: PayBatch): Promise<boolean> {
  if (row.state !== batchStates.draft) refuse('batch.otherState');
  const early = await outOfTurn(cx, [{ lines: await refuseChanged(cx, row.id) }]);
  const items = await lockItems(cx, row.id);
  const digest = digestOf(items);
  const before = await dueAgainLines(cx, row.id);
  const isHeld = await cx.approvals.hold({
    act: 'payBatchSend',
    module: payBatch,
    row,
    name: row.batchNo ?? row.id,
    input: {},
    amount: row.totalAmount,
    ofDay: add(await sentToday(cx), await sentToSame(cx, row.id)),
    isAlways: before.length > 0 || (await paysNewSupplier(cx, row.id)),
    changes: [
      {
        label: payBatch.fields.state.label,
        before: null,
        after: label(`付款 ${row.itemCount} 笔`, `${row.itemCount} payments`),
      },
      { label: label('收款人', 'Payees'), before: null, after: payeesOf(cx, items), says: payeeSays },
      { label: payBatch.fields.digest.label, before: null, after: digest },
      ...before,
      ...(early.length > 0
        ? [{ label: label('提前或跳期', 'Out of turn'), before: null, after: listed(early), says: turnSays }]
        : []),
    ],
  });
  if (isHeld) return true;
  await cx.rows(payBatch).update(row, { state: batchStates.sent, sentTime: cx.time, digest }, { action: 'send' });
  return false;
}

/** Cancels a locked batch: payments without a result are due again. */
export async function cancelBatch(cx: Context, row: PayBatch, reason: string): Promise<void> {
  if (row.state !== batchStates.draft && row.state !== batchStates.sent) refuse('batch.otherState');
  await cx.approvals.refusePending(payBatch, [row.id]);
  await sql`
    update lease_pay_item set state = ${itemStates.released}
    where tenant_id = ${cx.tenantId} and batch_id = ${row.id} and state = ${itemStates.waiting}`.execute(cx.trx);
  await cx.rows(payBatch).update(row, { state: batchStates.cancelled, reason }, { action: 'cancel', reason });
}
