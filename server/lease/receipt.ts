import { type RawBuilder, sql } from 'kysely';
import { customer } from '../../contract/modules/lease/customer';
import { order } from '../../contract/modules/lease/order';
import { directions, receipt, receiptStates } from '../../contract/modules/lease/receipt';
import { narrowsRows, withinScope } from '../engine/rights/scopes';
import { type ApprovedDeed, defineServerModule } from '../engine/serverModule';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { shape } from '../kernel/schemas';
import { closeBooks } from './ledger/accounts';
import { ledgerCalls } from './ledger/calls';
import { approvedClaim } from './ledger/claiming';
import { approvedBooking } from './ledger/moves';
import { reverseReceipt, tryReversal } from './ledger/reverse';
import { takenBack } from './ledger/schemas';
import { receiptPaperCall } from './outgoing/calls';

/**
 * Receipts that a person bound by a data scope of orders or customers sees: those booked to an order that is seen, and, of
 * those that no order is booked to, the ones of a customer that is seen and, with the right to claim, the ones of no
 * customer yet.
 */
async function ofSeenOrders(cx: Context): Promise<RawBuilder<boolean> | undefined> {
  if (!(await narrowsRows(cx, order)) && !(await narrowsRows(cx, customer))) return undefined;
  const orders = await withinScope(cx, order);
  const { tenantId } = cx;
  const booked = sql`select receipt_id from lease_payment_txn
    where tenant_id = ${tenantId} and receipt_id is not null and order_id is not null`;
  const free = (await cx.may('receipt_claim')) ? sql`customer_id is null` : sql`false`;
  return sql<boolean>`(
    id in (${booked} and order_id in (select id from lease_order where tenant_id = ${tenantId} and ${orders}))
    or id not in (${booked}) and (${free} or customer_id in (
      select id from lease_customer where tenant_id = ${tenantId} and ${await withinScope(cx, customer)})))`;
}

const approvedReversal: ApprovedDeed = async (cx, { id, input, reason }) => {
  const [row] = await cx.rows(receipt).lock([id]);
  if (!row) return refuse('notYours');
  // A reversal that was asked for before trials were kept has none.
  await reverseReceipt(cx, row, { reason, trial: input.trial as string | undefined, isApproved: true });
};

/** What was reversed did not move. */
const bookedAmount = {
  name: 'amount',
  of: `case when state = ${receiptStates.booked} then amount else 0 end`,
  discloses: ['amount', 'state'],
};

export default defineServerModule(receipt, {
  table: 'lease_receipt',
  list: 'lease_receipt_list',
  says: {
    // The bank writes the account that orders and suppliers are paid by.
    partyAccount: {
      order: ['bankCardCode', 'refundCardCode'],
      paymentPlan: ['bankCardCode'],
      supplier: ['bankCardCode'],
    },
    bankName: { order: ['bankName', 'refundBankName'], paymentPlan: ['bankName'], supplier: ['bankName'] },
  },
  sums: ['openAmount', bookedAmount],
  directions: async () => Object.values(directions),
  narrows: ofSeenOrders,
  entries: ['lease_receipt', 'lease_payment_txn'],
  defaultSort: [
    ['value_date', 'desc'],
    ['id', 'desc'],
  ],

  approved: {
    receiptReverse: approvedReversal,
    openingReverse: approvedReversal,
    claimOther: approvedClaim,
    receiptBook: approvedBooking,
    booksReopen: (cx, { input, reason }) => closeBooks(cx, input.until as string | null, reason),
  },

  actions: {
    reverse: {
      answer: shape(takenBack),
      trial: tryReversal,
      async run(cx, [row], { reason, trial, answer }) {
        answer(await reverseReceipt(cx, row!, { reason, trial }));
      },
    },
  },

  calls: [...ledgerCalls, receiptPaperCall],
});
