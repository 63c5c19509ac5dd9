/**
 * What the first page asks of modules, and where it leads. Written out, since the page does not need the declarations of
 * these modules; a test compares it with them.
 */
import { addDays } from '../../../../contract/domain/calendar';
import type { Call } from '../../../world/world';

const shownRows = 6;

export const orderCalls = {
  states: { method: 'GET', url: '/blade-order/order/summary' },
  newest: { method: 'GET', url: '/blade-order/order/page', query: { current: 1, size: shownRows } },
} as const satisfies Record<string, Call>;

const plan = '/blade-paymentPlan/paymentPlan';
export const planCalls = {
  due: { method: 'GET' as const, url: `${plan}/overview` },
  /** The instalments of the view `week`, those that are due first. */
  soon: (today: string) => ({
    method: 'GET' as const,
    url: `${plan}/page`,
    query: {
      ...{ payStatus: '0', isFrozen: '0' },
      paymentDate_dategt: `${addDays(today, -1)} 23:59:59`,
      paymentDate_datelt: `${addDays(today, 8)} 00:00:00`,
      ...{ ascs: 'paymentDate', current: 1, size: shownRows },
    },
  }),
};

export const addOrder = 'order_add';
/** The condition of orders that still owe their customer a refund. */
export const openRefunds = 'refundStatus=1';
/** A view of a list, as its address names it. */
export function viewOf(view: 'today' | 'overdue' | 'week'): string {
  return `view=${view}`;
}
