import type { TFunction } from 'i18next';
import type { Order } from '../../../../contract/modules/lease/order';
import type { PaymentPlan } from '../../../../contract/modules/lease/paymentPlan';
import type { HistoryEntry } from '../../../store/crud/history';
import type { Format } from '../../crud/screen';
import type { OrderPageState } from './orderPageSlice';

/** The context of every card of the page: order, other parts, format and texts. */
export interface View {
  pageState: OrderPageState;
  held: Order;
  format: Format;
  t: TFunction;
}

/** Instalments that count: neither voided nor frozen, since a settlement replaces frozen ones. */
export function isLive({ payStatus, isFrozen }: Pick<PaymentPlan, 'payStatus' | 'isFrozen'>): boolean {
  return payStatus !== 2 && isFrozen !== 1;
}
export function isOverdue(row: PaymentPlan): boolean {
  return row.payStatus === 0 && isLive(row) && (row.overdueDays ?? 0) > 0;
}
/** `05-09 09:12`, beside a full date. */
export function shortTime(time: string | null | undefined): string {
  return time?.slice(5, 16) ?? '';
}

function after({ changes }: HistoryEntry, field: string): unknown {
  return changes.find((change) => change.field === field)?.after;
}
/** The newest entry with which the order entered a state. */
export function entryInto(history: readonly HistoryEntry[], status: number): HistoryEntry | undefined {
  return history.find((entry) => entry.entity === 'order' && after(entry, 'businessStatus') === status);
}
