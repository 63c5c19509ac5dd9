import { customer } from '../../contract/modules/lease/customer';
import { order } from '../../contract/modules/lease/order';
import { defineServerModule } from '../engine/serverModule';
import { refuse } from '../kernel/errors';

export default defineServerModule(customer, {
  table: 'lease_customer',
  unique: [['openId']],
  taken: { openId: 'customer.openIdTaken' },

  async removing(doomed, { rows }) {
    for (const { id } of doomed) if (await rows(order).has({ customerId: id })) refuse('customer.inUse');
  },
});
