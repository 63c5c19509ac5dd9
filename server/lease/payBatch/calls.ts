/** Calls of payment files beyond their list. */
import { sql } from 'kysely';
import Type from 'typebox';
import { type PayLine, payLayoutOf, payLayouts } from '../../../contract/domain/bank/payFiles';
import { mostFileBytesImported } from '../../../contract/domain/files/lists';
import { batchStates, type PayBatch, payBatch } from '../../../contract/modules/lease/payBatch';
import { largestBatch, paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { receipt } from '../../../contract/modules/lease/receipt';
import { supplier } from '../../../contract/modules/lease/supplier';
import { maskCard } from '../../../contract/schema/mask';
import { type PayItem, results } from '../../../contract/wire/bank/lines';
import { writeAudit } from '../../engine/audit/entries';
import { titled } from '../../engine/references';
import { hiddenFields, hidesAny } from '../../engine/rights/scopes';
import { type Call, defineCall } from '../../kernel/call';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import {
  amount,
  confirmedTrial,
  flag,
  id,
  idList,
  list,
  nullable,
  oneOf,
  optional,
  shape,
  text,
  whole,
  words,
} from '../../kernel/schemas';
import { writeCsv } from '../../kernel/sheets/csvWriter';
import { readSheet } from '../../kernel/sheets/readSheet';
import { contentTypes, type SheetColumn, type SheetFormat, sheetFormats } from '../../kernel/sheets/sheet';
import { writeXlsx } from '../../kernel/sheets/xlsxWriter';
import { refuseBlind } from '../bankStatement/candidates';
import { type Prepared, prepared, receiveBankFile, textRows } from '../bankStatement/reading';
import { makeBatch, shortDigest } from './making';
import { answerBatch, type ResultRow, readResults } from './results';

const item = shape({
  id: id(),
  itemNo: whole(),
  reference: text(),
  planId: nullable(id()),
  purchaseId: nullable(id()),
  orderId: id(),
  contractCode: text(),
  currentPeriods: nullable(whole()),
  assetName: nullable(text()),
  invoiceNo: nullable(text()),
  payeeName: text(),
  account: text(),
  bankName: text(),
  amount: amount(),
  state: whole(),
  bankReason: text(),
  receiptId: nullable(id()),
  receiptNo: nullable(text()),
});

const answered = shape({
  id: id(),
  itemNo: whole(),
  contractCode: text(),
  currentPeriods: nullable(whole()),
  assetName: nullable(text()),
  payeeName: text(),
  amount: amount(),
  result: oneOf(...results),
  reason: text(),
  booked: amount(),
  rest: amount(),
});

/** Payments of a batch with their full account numbers. */
async function itemsOf(cx: Context, batchId: string): Promise<PayItem[]> {
  const { trx, tenantId } = cx;
  const { rows } = await sql<PayItem>`
    select i.id, i.item_no as "itemNo", i.reference, i.plan_id as "planId", i.purchase_id as "purchaseId",
           i.order_id as "orderId", coalesce(o.contract_code, '') as "contractCode",
           p.current_periods as "currentPeriods", a.asset_name as "assetName", b.invoice_no as "invoiceNo",
           i.payee_name as "payeeName", i.account, i.bank_name as "bankName", i.amount, i.state,
           coalesce(i.bank_reason, '') as "bankReason", r.id as "receiptId", r.title as "receiptNo"
    from lease_pay_item i
    join lease_order o on o.tenant_id = ${tenantId} and o.id = i.order_id
    left join lease_payment_plan p on p.tenant_id = ${tenantId} and p.id = i.plan_id
    left join lease_purchase b on b.tenant_id = ${tenantId} and b.id = i.purchase_id
    left join lease_asset a on a.tenant_id = ${tenantId} and a.id = b.asset_id
    left join ${await titled(cx, receipt)} r on r.id = i.receipt_id
    where i.tenant_id = ${tenantId} and i.batch_id = ${batchId} order by i.item_no`.execute(trx);
  return rows;
}

/** Of what record a payment has copied its account. */
function payeeOf({ purchaseId }: Pick<PayItem, 'purchaseId'>) {
  return purchaseId ? supplier : paymentPlan;
}

/** The file and its answer tell whole accounts: refused where one that they hold is hidden. */
async function refuseHiddenPayees(cx: Context, items: readonly PayItem[]): Promise<void> {
  for (const module of new Set(items.map(payeeOf)))
    if (await hidesAny(cx, module, 'bankCardCode', 'bankName')) refuse('fieldsHidden');
}

/** Payments as a person reads them: without the accounts that are hidden where they were copied from. */
async function shownItems(cx: Context, items: readonly PayItem[]): Promise<PayItem[]> {
  const [ofPlans, ofSuppliers] = [await hiddenFields(cx, paymentPlan), await hiddenFields(cx, supplier)];
  return items.map((one) => {
    const hidden = one.purchaseId ? ofSuppliers : ofPlans;
    const account = hidden.has('bankCardCode') ? '' : maskCard(one.account);
    return { ...one, account, bankName: hidden.has('bankName') ? '' : one.bankName };
  });
}

async function batchOf(cx: Context, batchId: string): Promise<PayBatch> {
  await refuseBlind(cx);
  return ((await cx.rows(payBatch).get(batchId)) as PayBatch | undefined) ?? refuse('notFound');
}

function payLine(one: PayItem): PayLine {
  // A supplier knows its own invoice, a customer the instalment.
  return { ...one, purpose: `${one.contractCode}-${one.purchaseId ? one.invoiceNo : one.currentPeriods}` };
}

interface Made {
  name: string;
  format: SheetFormat;
  bytes: Buffer;
}

/** The file, and in the history the digest of its very bytes: a file that was changed since is not this one. */
async function fileOf(cx: Context, batchId: string, format: SheetFormat): Promise<Made> {
  const batch = await batchOf(cx, batchId);
  if (batch.state !== batchStates.sent && batch.state !== batchStates.answered) refuse('batch.otherState');
  const layout = payLayoutOf(batch.layout ?? 0) ?? refuse('batch.otherState');
  const items = await itemsOf(cx, batchId);
  await refuseHiddenPayees(cx, items);
  const lines = items.map(payLine);
  const columns = layout.heads.map(
    (head, at): SheetColumn => ({ head, kind: at === layout.amountAt ? 'money' : 'text' }),
  );
  const rows = layout.rows(lines, cx.today);
  const parts =
    format === 'csv' ? writeCsv(columns, [rows], 'plain') : writeXlsx([{ name: 'Sheet1', columns, rows: [rows] }]);
  const made: Buffer[] = [];
  for await (const part of parts) made.push(part);
  const bytes = Buffer.concat(made);
  const reason = [format, layout.bankName, batch.itemCount, batch.totalAmount, `SHA-256 ${shortDigest(bytes)}`].join(
    ' · ',
  );
  writeAudit(cx, payBatch, batch, [], { action: 'reveal', reason });
  return { name: `${batch.batchNo}.${format}`, format, bytes };
}

export const payBatchCalls: Call[] = [
  defineCall({
    method: 'POST',
    path: payBatch.url('make'),
    title: ['生成代付文件', 'A draft of due instalments and supplier payments for the file of a bank'],
    body: {
      ids: { ...idList(largestBatch), description: '期次 (instalments)' },
      purchaseIds: { ...idList(largestBatch), description: '采购付款 (supplier payments)' },
      layout: oneOf(...Object.values(payLayouts).map(({ number }) => number)),
      reason: optional(words(undefined, '提前或跳期付款时必填', 'Needed for instalments out of turn')),
    },
    answer: shape({ id: id(), batchNo: text(), itemCount: whole(), totalAmount: amount() }),
    permission: 'payBatch_make',
    async handle(cx, { input: { ids: planIds, purchaseIds, layout, reason = '' } }) {
      const how = { layout, reason: reason.slice(0, 500) };
      const { id: batchId, batchNo, itemCount, totalAmount } = await makeBatch(cx, { planIds, purchaseIds }, how);
      return { id: batchId, batchNo, itemCount, totalAmount };
    },
  }),
  defineCall({
    method: 'GET',
    path: payBatch.url('items'),
    title: ['付款明细', 'Payments of a batch, account numbers masked'],
    query: { id: id() },
    answer: list(item),
    permission: payBatch.permission('list'),
    async handle(cx, { input }) {
      await batchOf(cx, input.id);
      return shownItems(cx, await itemsOf(cx, input.id));
    },
  }),
  defineCall({
    method: 'GET',
    path: payBatch.url('file'),
    title: [
      '导出代付文件',
      'The file for the bank, with full account numbers; each download is written into the history',
    ],
    query: { id: id(), format: Type.Unsafe<SheetFormat>({ ...oneOf(...sheetFormats), default: 'xlsx' }) },
    answer: 'file',
    permission: 'payBatch_file',
    handle: (cx, { input }) => fileOf(cx, input.id, input.format),
    send(answer) {
      const { name, format, bytes } = answer as Made;
      return {
        name,
        contentType: contentTypes[format],
        parts: (async function* () {
          yield bytes;
        })(),
      };
    },
  }),
  defineCall({
    method: 'POST',
    path: payBatch.url('answer'),
    title: ['导入回盘结果', 'What the bank answers for the payments of a batch'],
    query: {
      id: id(),
      dryRun: flag('只试算，不写入', 'Say what it would do, and write nothing'),
      trial: confirmedTrial(),
    },
    answer: shape({
      isKnownFile: Type.Boolean(),
      paid: whole(),
      failed: whole(),
      known: whole(),
      unanswered: whole(),
      paidAmount: amount(),
      failedAmount: amount(),
      knownAmount: amount(),
      unansweredAmount: amount(),
      booked: amount(),
      rest: amount(),
      payments: list(answered),
      trial: text(),
    }),
    permission: 'payBatch_answer',
    bodyLimit: mostFileBytesImported + 64 * 1024,
    receive: receiveBankFile,
    prepare: ({ held }) =>
      prepared(async () => {
        const { head, rows } = await readSheet(held!.bytes);
        return readResults(textRows([head, ...rows]));
      }),
    async handle(cx, { input, held, prepared: read }) {
      await refuseBlind(cx);
      const { content, refusal } = read as Prepared<ResultRow[]>;
      if (!content) throw refusal;
      const [batch] = (await cx.rows(payBatch).lock([input.id])) as PayBatch[];
      if (!batch) return refuse('notYours');
      await refuseHiddenPayees(cx, await itemsOf(cx, batch.id));
      const file = { name: held!.originalName, sha256: held!.sha256 };
      return answerBatch(cx, batch, file, content, { isTrial: input.dryRun, trial: input.trial });
    },
  }),
];
