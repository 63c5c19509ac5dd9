/** Calls of the ledger beyond the list of receipts. */

import Type, { type Static } from 'typebox';
import { isTerminal } from '../../../contract/domain/lifecycle/orderStates';
import { accountNumberIn } from '../../../contract/domain/reading/accounts';
import { order } from '../../../contract/modules/lease/order';
import { paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { directions, receipt, sources } from '../../../contract/modules/lease/receipt';
import { hidesAny } from '../../engine/rights/scopes';
import { type Call, defineCall } from '../../kernel/call';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { isStoredId } from '../../kernel/ids';
import {
  amount,
  confirmedTrial,
  day,
  flag,
  id,
  idList,
  line,
  list,
  moment,
  money,
  nullable,
  oneOf,
  optional,
  shape,
  text,
  whole,
  words,
} from '../../kernel/schemas';
import { balanceOf, closeBooks, closedUntil } from './accounts';
import type { Aim, Share } from './aims';
import { claimReceipt } from './claiming';
import { balancesFor, entriesFor } from './entries';
import { applyPrepaid, bookMovement, checkedAmount, refund, useDeposit } from './moves';
import { heldOf } from './orderMoney';
import { reverseTransfer } from './reverse';
import { outcome, split, takenBack } from './schemas';
import type { Way } from './way';

const entry = shape({
  ...split,
  id: id(),
  receiptId: nullable(id()),
  receiptNo: nullable(text()),
  planId: nullable(id()),
  orderId: nullable(id()),
  contractCode: nullable(text()),
  currentPeriods: nullable(whole()),
  kind: whole(),
  account: whole(),
  direction: whole(),
  valueDate: day(),
  amount: amount(),
  batchNo: nullable(text()),
  reversesId: nullable(id()),
  isReversed: Type.Boolean(),
  reason: text(),
  bookedBy: nullable(text()),
  createTime: moment(),
});

const way = oneOf(directions.received, directions.paidOut);
const bank = {
  bankName: optional(line(64)),
  serialNo: optional(line(64, '银行流水号', 'Reference of the bank')),
  partyName: optional(line(64)),
  partyAccount: optional(line(40)),
};
const aims = {
  customerId: optional(id()),
  orderIds: idList(500),
  rest: optional(oneOf('prepaid', 'unclaimed')),
  dryRun: flag('只试算，不写入', 'Say what it would be booked to, and write nothing'),
  trial: confirmedTrial(),
};
/** Chosen instalments: `lines` of the body. */
const lines = {
  describes: {
    body: Type.Object({ lines: Type.Optional(Type.Array(Type.Object({ planId: id(), amount: amount() }))) }),
  },
};
const mostLines = 500;

function sharesOf({ lines: sent }: Record<string, unknown>): Share[] {
  if (sent === undefined || sent === null) return [];
  if (!Array.isArray(sent)) return refuse('badParameter', { name: 'lines' });
  if (sent.length > mostLines) refuse('tooMany', { limit: mostLines });
  return sent.map((one: unknown) => {
    const { planId, amount: share } = (one ?? {}) as Record<string, unknown>;
    if (typeof planId !== 'string' || !isStoredId(planId)) return refuse('badParameter', { name: 'lines' });
    return { planId, amount: checkedAmount(String(share)) };
  });
}
function aimOf(
  { customerId = null, orderIds }: { customerId?: string | null; orderIds: string[] },
  body: Record<string, unknown>,
): Aim {
  return { customerId, orderIds, shares: sharesOf(body) };
}
function reasonOf(reason: string | undefined): string {
  const said = (reason ?? '').trim().slice(0, 500);
  return said === '' ? refuse('order.reasonNeeded') : said;
}
type Sent = Static<Type.TObject<typeof bank>>;
/** Without the texts that are empty. */
function filled(sent: Sent): Sent {
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value?.trim())) as Sent;
}
async function unclaimedOf(cx: Context, receiptId: string) {
  const [row] = await cx.rows(receipt).lock([receiptId]);
  return row ?? refuse('notYours');
}

const writing: Call[] = [
  defineCall({
    method: 'POST',
    path: receipt.url('book'),
    foretells: true,
    title: ['登记收付款', 'Book a movement of money, or say what it would be booked to'],
    body: {
      direction: way,
      valueDate: day(),
      amount: money(),
      ...bank,
      remark: optional(words(500)),
      ...aims,
    },
    ...lines,
    answer: shape(outcome),
    permission: 'receipt_book',
    handle: (cx, { input, body }) => {
      const { dryRun, trial, rest = 'unclaimed', orderIds, customerId, remark, direction, valueDate, ...how } = input;
      const { bankName, serialNo, partyName, partyAccount } = how;
      return bookMovement(
        cx,
        {
          ...filled({
            bankName,
            serialNo,
            partyName,
            partyAccount: partyAccount && accountNumberIn(partyAccount),
          } as Sent),
          direction,
          valueDate,
          amount: checkedAmount(input.amount),
          source: sources.byHand,
          customerId: customerId ?? null,
          remark: remark ?? null,
        },
        { aim: aimOf({ customerId, orderIds }, body), rest, trial, isTrial: dryRun },
      );
    },
  }),
  defineCall({
    method: 'POST',
    path: receipt.url('claim'),
    foretells: true,
    title: ['认领', 'Book what is unclaimed of a receipt'],
    body: { id: id(), amount: optional(money()), reason: optional(words()), ...aims },
    ...lines,
    answer: shape(outcome),
    permission: 'receipt_claim',
    async handle(cx, { input, body }) {
      const { id: receiptId, amount: part, reason = '', rest = 'unclaimed', dryRun, trial, ...of } = input;
      const row = await unclaimedOf(cx, receiptId);
      return claimReceipt(cx, row, {
        ...(part ? { amount: checkedAmount(part) } : {}),
        aim: aimOf({ ...of, customerId: of.customerId ?? row.customerId }, body),
        rest,
        trial,
        isTrial: dryRun,
        reason: reason.slice(0, 500),
      });
    },
  }),
  defineCall({
    method: 'POST',
    path: receipt.url('use-balance'),
    title: ['使用预收预付余额', 'Pay instalments from what a customer prepaid'],
    body: {
      direction: way,
      amount: optional(money()),
      reason: optional(words()),
      ...aims,
      customerId: id(),
    },
    ...lines,
    answer: shape({ ...outcome, transferNo: nullable(text()) }),
    permission: 'receipt_book',
    handle: (cx, { input: { customerId, direction, amount: part, reason = '', dryRun, trial, orderIds }, body }) =>
      applyPrepaid(cx, {
        trial,
        customerId,
        way: direction,
        ...(part ? { amount: checkedAmount(part) } : {}),
        aim: aimOf({ customerId, orderIds }, body),
        isTrial: dryRun,
        reason: reason.slice(0, 500),
      }),
  }),
  defineCall({
    method: 'POST',
    path: receipt.url('use-deposit'),
    title: ['保证金抵付', 'Pay what is due of an order from its deposit'],
    body: {
      orderId: id(),
      amount: optional(money()),
      dryRun: aims.dryRun,
      trial: aims.trial,
      reason: words(),
    },
    ...lines,
    answer: shape({ ...outcome, transferNo: nullable(text()) }),
    permission: 'receipt_book',
    handle: (cx, { input: { orderId, amount: part, reason, dryRun, trial }, body }) =>
      useDeposit(cx, orderId, {
        trial,
        ...(part ? { amount: checkedAmount(part) } : {}),
        shares: sharesOf(body),
        isTrial: dryRun,
        reason: reasonOf(reason),
      }),
  }),
  defineCall({
    method: 'POST',
    path: receipt.url('reverse-use'),
    title: ['撤销余额使用', 'Take the use of a balance back'],
    body: {
      transferNo: line(32),
      reason: optional(words(undefined, '办理时必填', 'Needed unless it is only tried')),
      dryRun: flag('只试算，不写入', 'Say what it would open again, and write nothing'),
      trial: aims.trial,
    },
    answer: shape(takenBack),
    permission: 'receipt_reverse',
    handle: (cx, { input: { transferNo, reason, dryRun, trial } }) =>
      reverseTransfer(cx, transferNo, { reason: dryRun ? '' : reasonOf(reason), isTrial: dryRun, trial }),
  }),
  defineCall({
    method: 'POST',
    path: receipt.url('refund'),
    foretells: true,
    title: ['退款', 'Pay a balance back'],
    body: {
      customerId: id(),
      orderId: optional(id('待退款订单', 'The order whose money it is; without one, what the customer prepaid')),
      direction: way,
      amount: money(),
      valueDate: day(),
      ...bank,
      reason: words(),
    },
    answer: shape({ receiptId: nullable(id()), receiptNo: nullable(text()) }),
    permission: 'receipt_refund',
    async handle(cx, { input: { direction, reason, amount: part, ...asked } }) {
      const { customerId, orderId, valueDate, ...how } = asked;
      const row = await refund(
        cx,
        {
          ...filled(how),
          customerId,
          ...(orderId ? { orderId } : {}),
          valueDate,
          way: direction as Way,
          amount: checkedAmount(part),
        },
        reasonOf(reason),
      );
      return { receiptId: row?.id ?? null, receiptNo: row?.receiptNo ?? null };
    },
  }),
  defineCall({
    method: 'POST',
    path: receipt.url('close'),
    foretells: true,
    title: ['关账', 'Close the books up to a day, or open them again'],
    body: { closedUntil: optional(day()), reason: words() },
    answer: Type.Literal(true),
    permission: 'receipt_close',
    async handle(cx, { input: { closedUntil: until = null, reason } }) {
      await closeBooks(cx, until, reasonOf(reason));
      return true;
    },
  }),
];

const reading: Call[] = [
  defineCall({
    method: 'GET',
    path: receipt.url('entries'),
    title: ['分录', 'Entries of a receipt, an instalment, an order or a customer'],
    query: { receiptId: optional(id()), orderId: optional(id()), planId: optional(id()), customerId: optional(id()) },
    answer: list(entry),
    permission: [receipt.permission('list'), paymentPlan.permission('list')],
    handle: (cx, { input }) => entriesFor(cx, input),
  }),
  defineCall({
    method: 'GET',
    path: receipt.url('balances'),
    title: ['客户余额', 'What a customer prepaid, and was paid in advance'],
    query: { customerId: id() },
    answer: shape({ prepaid: amount(), advanced: amount() }),
    permission: receipt.permission('list'),
    handle: (cx, { input: { customerId } }) => balancesFor(cx, customerId),
  }),
  defineCall({
    method: 'GET',
    path: receipt.url('order-balance'),
    title: [
      '订单款项余额',
      'The money of an order before its start, the principal owed back since, and the deposit held',
    ],
    query: { orderId: id() },
    answer: shape({ amount: amount(), principal: amount(), deposit: amount() }),
    permission: receipt.permission('list'),
    async handle(cx, { input: { orderId } }) {
      const held = (await cx.rows(order).get(orderId)) ?? refuse('notFound');
      if (await hidesAny(cx, receipt, 'amount')) refuse('amountsHidden');
      const remitted = await balanceOf(cx, { account: 'order', orderId, way: directions.received });
      const { principal, deposit } = await heldOf(cx, orderId);
      // An order that has ended owes nothing back.
      return { amount: remitted, principal: isTerminal(held.businessStatus ?? 0) ? '0.00' : principal, deposit };
    },
  }),
  {
    method: 'GET',
    path: receipt.url('books'),
    title: ['关账日期', 'How far the books are closed'],
    answer: shape({ closedUntil: nullable(day()) }),
    permission: receipt.permission('list'),
    handle: async (cx) => ({ closedUntil: await closedUntil(cx) }),
  },
];

export const ledgerCalls: Call[] = [...writing, ...reading];
