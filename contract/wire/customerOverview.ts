/** The figures of one customer. What a person may not see is left out: a list, an amount, a field that it counts by. */
import { customer } from '../modules/lease/customer';

/** `amount`: decimal yuan; missing where a data scope hides it. */
export interface Sum {
  count: number;
  amount?: string;
}

/** The direction of the money; null, and without amounts, where a data scope hides it. */
interface Sided {
  direction: number | null;
}

export interface CustomerOverview {
  /** `yyyy-MM-dd` */
  today: string;
  orders?: {
    /** In each state, in the order of the states. */
    states: { status: number; count: number }[];
    /** The principal of orders that run, for each direction that they have. */
    onLease: (Sum & Sided)[];
  };
  /** For each direction that the instalments have. */
  plan?: (Sided & {
    unpaid: Sum;
    paid: Sum;
    /** Unpaid after their day; `days` of the oldest. */
    overdue: Sum & { days: number };
    /** The next day on which something is due, from today on. */
    next: (Sum & { date: string }) | null;
  })[];
  /** Rows of each list. */
  counts: { [list in CountedList]?: number };
}

/** Lists of the page, as far as the person may see them. */
export const countedLists = ['order', 'paymentPlan', 'fascContract', 'picture', 'messageLog', 'note'] as const;
export type CountedList = (typeof countedLists)[number];

export const overviewUrl = customer.url('overview');
