/** What the calls of a portfolio’s import answer. Amounts are decimal yuan. */
import type { ClosingName } from '../../domain/portfolio/plans';

export interface UploadOutcome {
  id: string;
  /** The same file was uploaded before: nothing has changed. */
  isKnownFile: boolean;
}

/** A fault or a note in words. `level`: 1 a fault, 2 a note; `row`: 0 where it is of the whole sheet. */
export interface ShownFault {
  seq: number;
  level: number;
  sheet: string;
  row: number;
  column: string;
  text: string;
}
export interface FaultsPage {
  records: ShownFault[];
  total: number;
}

/** An order whose two plans differ. */
export interface DifferingOrder {
  id: string;
  row: number;
  contractCode: string;
  customerName: string;
  productName: string;
  direction: number;
  difference: number;
  oldCount: number;
  newCount: number;
  oldTotal: string;
  newTotal: string;
  mayKeep: boolean;
  decision: number | null;
  decidedBy: string | null;
}
export const orderGroups = ['undecided', 'decided', 'all'] as const;
export type OrderGroup = (typeof orderGroups)[number];
export interface OrdersPage {
  records: DifferingOrder[];
  total: number;
  /** How many differ in which way, and how many of them are undecided. */
  kinds: { difference: number; count: number; undecided: number }[];
}

/** Two rows that stand for each other; one of them may be missing. */
export interface ComparedRow {
  kind: number;
  old: ComparedSide | null;
  next: ComparedSide | null;
}
export interface ComparedSide {
  period: number;
  paymentDate: string;
  principal: string;
  rent: string;
  other: string;
  /** What was paid of it; '' for a rebuilt one. */
  paid: string;
}

export interface ReconciliationLine {
  name: ClosingName;
  old: string;
  next: string;
  difference: string;
  /** How much of it the workbook states and no row bears out. */
  unproved: string;
}
export interface Reconciliation {
  orders: number;
  lines: ReconciliationLine[];
  products: { productName: string; direction: number; orders: number; lines: ReconciliationLine[] }[];
}
