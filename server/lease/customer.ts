import { customer } from '../../contract/modules/lease/customer';
import { defineServerModule } from '../engine/serverModule';
import { customerCalls } from './customerOverview';
import { approvedRefund } from './ledger/moves';

export default defineServerModule(customer, {
  table: 'lease_customer',
  unique: [['openId']],
  taken: { openId: 'customer.openIdTaken' },
  inUse: { order: 'customer.inUse' },
  approved: { refund: approvedRefund },
  calls: customerCalls,
});
