import { customer } from '../../contract/modules/customer';
import { order } from '../../contract/modules/order';
import { refuse } from '../errors';
import { serve } from '../serve';

export default serve(customer, {
  table: 'lease_customer',
  unique: [['openId']],
  taken: { openId: 'customer.openIdTaken' },

  async removing(doomed, { rows }) {
    for (const { id } of doomed) if (await rows(order).has({ customerId: id })) refuse('customer.inUse');
  },
});
