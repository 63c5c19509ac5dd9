import { bank } from '../bank';
import { collecting } from '../collecting';
import { customer } from '../customer';
import { dashboard } from '../dashboard';
import { deeds } from '../deeds';
import { money } from '../money';
import { order } from '../order';
import { papers } from '../papers';
import { payments } from '../payments';
import { portfolio } from '../portfolio';
import { receipts } from '../receipts';

/** What the pages of the leasing business say. */
export const texts = {
  ...order,
  ...deeds,
  ...money,
  ...customer,
  ...papers,
  ...payments,
  ...receipts,
  ...bank,
  ...portfolio,
  ...collecting,
  ...dashboard,
};
