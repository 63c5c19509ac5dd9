/** What the calls of the payment workbench answer. Amounts are decimal yuan; those that data scopes hide are missing. */
import type { Amounts } from '../../domain/ledger/allocation';
import type { Direction } from '../../domain/lifecycle/direction';
import { paymentPlan } from '../../modules/lease/paymentPlan';
import { viewList } from '../../schema/module';

/** What is due and paid on a day (`yyyy-MM-dd`), of one direction. */
export interface DayFigures {
  date: string;
  direction: Direction;
  due: number;
  dueAmount?: string;
  paid: number;
  paidAmount?: string;
}
/** What is due, overdue and paid this month, of one direction. */
export interface PaymentSide {
  direction: Direction;
  todayCount: number;
  todayAmount?: string;
  overdueCount: number;
  overdueAmount?: string;
  weekCount: number;
  weekAmount?: string;
  paidCount: number;
  paidAmount?: string;
}
export interface BankShare {
  bankName: string;
  count: number;
  totalAmount?: string;
}
/** A finding about one instalment. */
export interface BatchRemark {
  id: string;
  text: string;
}
/** What is booked to an instalment. `amount`: all parts together, the late charge too. */
export interface BatchLine extends Amounts {
  id: string;
  amount: string;
}
/** A batch, tried or confirmed. */
export interface PaymentBatch {
  /** null until it is confirmed. */
  batchNo: string | null;
  /** It waits for the approval of others, and nothing is paid yet. */
  isHeld?: true;
  direction: Direction;
  count: number;
  /** The late charges and other charges are in it. */
  totalAmount?: string;
  rent?: string;
  principal?: string;
  late?: string;
  other?: string;
  /** What each instalment gets. */
  lines?: BatchLine[];
  /** Stands for these figures: sent along, they are what is booked, or it is refused. */
  trial?: string;
  banks?: BankShare[];
  overdue?: number;
  /** Rows that stop the batch, and why. Empty once confirmed. */
  offenders: BatchRemark[];
  /** Rows that are paid out of order or long before they are due: they need a reason. */
  needsReason: BatchRemark[];
  /** Orders whose last instalment is in the batch. */
  settles: { orderId: string; contractCode: string; customerName: string }[];
}

/** The list of a view, of one direction. */
export function sideList(view: string, direction: Direction, today: string) {
  const { feature, search } = viewList(paymentPlan, view, today);
  return { feature, search: `${search}&direction=${direction}` };
}
