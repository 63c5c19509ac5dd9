/** What the server answers when something that was booked is taken back, or would be. Amounts are decimal yuan. */
import type { Amounts } from '../../domain/ledger/allocation';

/** An instalment that is open again, with the parts of it that were paid. */
export interface ReopenedRow extends Amounts {
  planId: string;
  orderId: string;
  contractCode: string;
  customerName: string;
  currentPeriods: number;
  /** `yyyy-MM-dd` */
  paymentDate: string;
  /** All parts together. */
  amount: string;
}
/** A balance that is less than before, or more where the amount is below nothing. */
export interface TakenFrom {
  /** One of `accounts`. */
  account: number;
  amount: string;
}
export interface TakenBack {
  rows: ReopenedRow[];
  /** What is open again of all instalments, with its parts. */
  reopened: string;
  late: string;
  other: string;
  rent: string;
  principal: string;
  others: TakenFrom[];
  /** Contracts of orders that run again. */
  running: string[];
  /** Stands for these figures: sent along, they are what is taken back, or it is refused. */
  trial: string;
}
/** What undoing lines of a bank comes to. */
export interface UndoneLines extends TakenBack {
  /** Receipts that are reversed, what they come to, and lines that only wait again. */
  receipts: number;
  amount: string;
  waiting: number;
}
