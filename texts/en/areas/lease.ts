import { bank } from '../bank';
import { customer } from '../customer';
import { dashboard } from '../dashboard';
import { deeds } from '../deeds';
import { order } from '../order';
import { papers } from '../papers';
import { payments } from '../payments';
import { receipts } from '../receipts';

/** What the pages of the leasing business say. */
export const texts = { ...order, ...deeds, ...customer, ...papers, ...payments, ...receipts, ...bank, ...dashboard };
