/** Payments of the demo portfolio: receipts with their entries, as the program books them. */
import { type Amounts, nothing, totalOf } from '../../../contract/domain/ledger/allocation';
import { add, cents } from '../../../contract/domain/money';
import { accounts, directions, entryKinds, receipt, sources } from '../../../contract/modules/lease/receipt';
import type { Book, Draft } from './book';

export interface Payment {
  row: Draft;
  held: Draft;
  at: string;
  batchNo: string;
  by: string;
  amounts: Amounts;
  /** What the customer paid beyond it, for later. Decimal yuan. */
  more?: string;
}

/** What a row asks for, without late charges. */
export function owedOf({ other, rent, principal }: Draft): Amounts {
  return { ...nothing, other: String(other ?? '0.00'), rent: String(rent), principal: String(principal) };
}

/** Pays an instalment, to its customer or by them. */
export function payInstalment(book: Book, { row, held, at, batchNo, by, amounts, more = '0.00' }: Payment): void {
  const valueDate = at.slice(0, 10);
  const isReceived = held.direction === 2;
  const direction = isReceived ? directions.received : directions.paidOut;
  const shared = { valueDate, customerId: held.customerId, batchNo, direction };
  const booked = book.add(
    receipt,
    'lease_receipt',
    {
      ...shared,
      amount: add(totalOf(amounts), more),
      receiptNo: book.number(isReceived ? 'SK' : 'FK', valueDate),
      source: sources.instalment,
      bankName: row.bankName,
      partyName: held.customerName,
      partyAccount: row.bankCardCode,
    },
    { at, by, action: 'book' },
  );
  const entry = (values: Record<string, unknown>) =>
    book.put('lease_payment_txn', {
      ...shared,
      kind: entryKinds.payment,
      receiptId: booked.id,
      createTime: at,
      ...values,
    });
  entry({
    ...amounts,
    account: accounts.instalment,
    amount: totalOf(amounts),
    planId: row.id,
    dueDate: row.paymentDate,
    plannedTime: row.createTime,
    orderId: held.id,
  });
  if (cents(more) > 0n) entry({ ...nothing, account: accounts.prepaid, amount: more });
}
