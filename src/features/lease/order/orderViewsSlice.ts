import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import {
  active,
  awaitingContract,
  awaitingStart,
  matured,
  signing,
  voucherReview,
} from '../../../../contract/domain/lifecycle/orderStates';
import type { Query } from '../../../../contract/schema/module';

/** Number of orders in a state, and their principal in yuan. */
export interface StateCount {
  businessStatus: number;
  count: number;
  totalAmount: string;
  /** Of these, how many still owe their customer a refund. */
  refunds?: number;
}
/** A view of the list: orders whose state lies from `from` to `to`. */
export interface OrderView {
  key: string;
  from: number;
  to: number;
}

/** States that wait for a person, in order, with the permission to act. */
const actedOn: readonly (readonly [status: number, permission: string])[] = [
  [voucherReview, 'order_voucher'],
  [awaitingContract, 'order_contract'],
];

/**
 * The range of states that wait for a user with these permissions; null without any. The states are adjacent, so a
 * range suffices.
 */
export function mineView(codes: Record<string, true>): OrderView | null {
  const mine = actedOn.filter(([, permission]) => codes[permission]).map(([status]) => status);
  return mine.length > 0 ? { key: 'mine', from: Math.min(...mine), to: Math.max(...mine) } : null;
}
export const stateViews: readonly OrderView[] = [voucherReview, signing, awaitingStart, active, matured].map(
  (status) => ({ key: String(status), from: status, to: status }),
);

export function filtersOfView({ from, to }: OrderView): Record<string, string> {
  return from === to
    ? { businessStatus: String(from) }
    : { businessStatus_ge: String(from), businessStatus_le: String(to) };
}

/** The active view: 'all' without filters, '' with conditions of no view. */
export function currentView({ filters }: Pick<Query, 'filters'>, views: readonly OrderView[]): string {
  const same = (other: Record<string, unknown>) =>
    Object.keys(other).length === Object.keys(filters).length &&
    Object.entries(other).every(([name, value]) => filters[name] === value);
  if (same({})) return 'all';
  return views.find((view) => same(filtersOfView(view)))?.key ?? '';
}

/** The saved views above the order list. */
export const orderViews = createSlice({
  name: 'orderViews',
  /** null until the counts are loaded. */
  initialState: { counts: null as StateCount[] | null },
  reducers: {
    counted(s, { payload }: PayloadAction<StateCount[]>) {
      s.counts = payload;
    },
  },
  selectors: { counts: (s) => s.counts },
});

export function countOf(counts: readonly StateCount[], { from, to }: OrderView): number {
  return counts.reduce(
    (sum, one) => (one.businessStatus >= from && one.businessStatus <= to ? sum + one.count : sum),
    0,
  );
}
