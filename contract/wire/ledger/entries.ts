/** The ledger as calls answer it. */

/** An entry: what a part of a movement of money was booked to. Amounts are decimal yuan. */
export interface LedgerEntry {
  id: string;
  receiptId: string | null;
  receiptNo: string | null;
  planId: string | null;
  orderId: string | null;
  contractCode: string | null;
  currentPeriods: number | null;
  /** One of `entryKinds`, `accounts` and `directions`. */
  kind: number;
  account: number;
  direction: number;
  /** `yyyy-MM-dd` */
  valueDate: string;
  amount: string;
  late: string;
  other: string;
  rent: string;
  principal: string;
  batchNo: string | null;
  /** The entry that this one takes back. */
  reversesId: string | null;
  isReversed: boolean;
  reason: string;
  bookedBy: string | null;
  /** `yyyy-MM-dd HH:mm:ss` */
  createTime: string;
}
