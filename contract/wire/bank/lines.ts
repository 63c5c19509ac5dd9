/** What the calls of bank files answer. Amounts are decimal yuan, days `yyyy-MM-dd`. */
import type { Proposal } from '../../domain/bank/match';
import type { FileCount } from '../../domain/bank/statement';

export interface BankLine {
  id: string;
  /** Row of the file. */
  lineNo: number;
  direction: number;
  valueDate: string;
  amount: string;
  partyName: string;
  /** Masked. */
  partyAccount: string;
  purpose: string;
  serialNo: string;
  /** One of `lineStates`. */
  state: number;
  /** One of `verdicts`. */
  verdict: number;
  proposals: Proposal[];
  receiptId: string | null;
  receiptNo: string | null;
  /** Why it is ignored. */
  reason: string;
  doneBy: string;
}
/** How many lines of a statement are in each group of the page. */
export const lineGroups = ['matched', 'offered', 'unclaimed', 'done', 'all'] as const;
export type LineGroup = (typeof lineGroups)[number];
export type LineCounts = Record<LineGroup, number>;

export interface LinesPage {
  records: BankLine[];
  total: number;
  counts: LineCounts;
}
/** What an import did. `statementId`: the first that it brought or found; null where every line was there already. */
export interface ImportOutcome {
  statementId: string | null;
  /** The file itself was there already. */
  isKnownFile: boolean;
  added: number;
  /** Lines of payments that went to another account than their payment file says. */
  stray: number;
  /** Lines that came in with another file. */
  known: number;
  matched: number;
  offered: number;
  unclaimed: number;
  /** Statements of the file that brought new lines. */
  statements: number;
  /** What the file holds, and how much of it was read. */
  file: FileCount;
}
/** What a confirmation did, or would do. */
export interface ConfirmOutcome {
  /** Receipts that were booked, and lines that were found among the receipts. */
  booked: number;
  linked: number;
  amount: string;
  /** What of it goes to late charges, to instalments without them, and to what customers prepaid. */
  late: string;
  instalments: string;
  rest: string;
  batchNo: string | null;
  /** Stands for these figures: sent along, they are what is booked, or it is refused. */
  trial: string;
}
export interface PayItem {
  id: string;
  itemNo: number;
  reference: string;
  /** An instalment or a supplier payment. */
  planId: string | null;
  purchaseId: string | null;
  orderId: string;
  contractCode: string;
  /** Of an instalment. */
  currentPeriods: number | null;
  /** Of a supplier payment. */
  assetName: string | null;
  invoiceNo: string | null;
  payeeName: string;
  /** Masked: the full number is in the file alone. */
  account: string;
  bankName: string;
  amount: string;
  /** One of `itemStates`. */
  state: number;
  bankReason: string;
  receiptId: string | null;
  receiptNo: string | null;
}
/** What a bank says of a payment: what was known before, and of what it says nothing, changes nothing. */
export const results = ['paid', 'failed', 'known', 'unanswered'] as const;
export type PaymentResult = (typeof results)[number];
/** A payment of a batch, with what its result does. */
export interface AnsweredPayment {
  id: string;
  itemNo: number;
  contractCode: string;
  /** Of an instalment, or the object of a supplier payment. */
  currentPeriods: number | null;
  assetName: string | null;
  payeeName: string;
  amount: string;
  result: PaymentResult;
  /** Why the bank has refused it. */
  reason: string;
  /** What is booked to instalment or purchase, and what these did not need: paid in advance, or unclaimed. */
  booked: string;
  rest: string;
}
/** What a result did, or would do. */
export interface ResultOutcome {
  /** The same file was read before: nothing has changed. */
  isKnownFile: boolean;
  paid: number;
  failed: number;
  /** Payments whose result was known. */
  known: number;
  /** Payments that still wait, because the file says nothing of them. */
  unanswered: number;
  paidAmount: string;
  failedAmount: string;
  knownAmount: string;
  unansweredAmount: string;
  booked: string;
  rest: string;
  payments: AnsweredPayment[];
  /** Stands for these figures: sent along, they are what is done, or it is refused. */
  trial: string;
}
