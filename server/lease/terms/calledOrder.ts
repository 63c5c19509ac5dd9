/** How sentences call an order that a rule has looked at, which the person who reads them may not see. */

import { label } from '../../../contract/domain/text';
import { type Order, order } from '../../../contract/modules/lease/order';
import { Told } from '../../kernel/errors';

type Named = Pick<Order, 'id' | 'contractCode' | 'customerName'>;

/** With the word before it: `合同 HT1`. */
export function calledOrder({ id, contractCode, customerName }: Named): Told {
  return new Told({
    module: order,
    ids: [id],
    values: { contractCode, customerName, id },
    says: (name) => label(`合同 ${name}`, `contract ${name}`),
    unseen: label('您无权查看的合同', 'a contract that you can’t see'),
  });
}

/** At most three orders. */
export function calledOrders(orders: readonly Order[]): Told[] {
  return orders.slice(0, 3).map(calledOrder);
}

/** One of its values. */
export function toldOf(
  { id }: Pick<Order, 'id'>,
  values: Partial<Pick<Order, 'id' | 'contractCode' | 'totalAmount' | 'refundDue'>>,
): Told {
  return new Told({ module: order, ids: [id], values });
}

/** The number alone, for a sentence that says what it is. */
export function calledContract({ contractCode, ...held }: Pick<Order, 'id' | 'contractCode'>): Told {
  return toldOf(held, { contractCode });
}
