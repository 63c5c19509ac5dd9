import { directions as orderDirections } from '../../../contract/domain/lifecycle/direction';
import type { Order } from '../../../contract/modules/lease/order';
import { directions } from '../../../contract/modules/lease/receipt';

/** Which way money flows: one of `directions`. */
export type Way = (typeof directions)[keyof typeof directions];

/** Which way the money of an order's instalments flows. */
export function wayOf({ direction }: Pick<Order, 'direction'>): Way {
  return direction === orderDirections.collect ? directions.received : directions.paidOut;
}

export function otherWay(way: Way): Way {
  return way === directions.received ? directions.paidOut : directions.received;
}
