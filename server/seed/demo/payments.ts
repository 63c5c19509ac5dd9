/** Payments of the demo portfolio: each is a receipt with one entry, as the program books them. */
import { directions, entryKinds, receipt, sources } from '../../../contract/modules/lease/receipt';
import type { Book, Draft } from './book';

/** Pays an instalment out to its customer. */
export function payOut(
  book: Book,
  { row, held, at, batchNo, by }: { row: Draft; held: Draft; at: string; batchNo: string; by: string },
): void {
  const valueDate = at.slice(0, 10);
  const amount = String(row.amountPayable);
  const shared = { amount, valueDate, customerId: held.customerId, batchNo };
  const booked = book.add(
    receipt,
    'lease_receipt',
    {
      ...shared,
      receiptNo: book.number('FK', valueDate),
      direction: directions.paidOut,
      source: sources.instalment,
      bankName: row.bankName,
      partyName: held.customerName,
      partyAccount: row.bankCardCode,
    },
    { at, by, action: 'book' },
  );
  book.put('lease_payment_txn', {
    ...shared,
    kind: entryKinds.payment,
    direction: directions.paidOut,
    receiptId: booked.id,
    planId: row.id,
    orderId: held.id,
    rent: row.rent,
    principal: row.principal,
    createTime: at,
  });
}
