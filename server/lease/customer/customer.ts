import { customer } from '../../../contract/modules/lease/customer';
import { defineServerModule } from '../../engine/serverModule';
import { approvedRefund } from '../ledger/moves';
import { statementCall } from '../outgoing/calls';
import { keepParty, refuseUnprintable } from '../terms/party';
import { customerCalls } from './customerOverview';
import { enteredIdentity, unverified, verifyIdentity } from './identity';

export default defineServerModule(customer, {
  table: 'lease_customer',
  unique: [['openId']],
  taken: { openId: 'customer.openIdTaken' },
  inUse: { order: 'customer.inUse' },
  savesAlone: true,

  async saving(next, cx, before) {
    if (next.realName !== before?.realName) await refuseUnprintable(next.realName);
    if (before) await keepParty(cx, next, before);
    return enteredIdentity(cx, next, before);
  },
  actions: { verify: { run: verifyIdentity }, unverify: { run: async () => unverified } },
  approved: { refund: approvedRefund },
  calls: [...customerCalls, statementCall],
});
