import { crud } from './crud';
import { customer } from './customer';
import { dashboard } from './dashboard';
import { desk } from './desk';
import { develop } from './develop';
import { flow } from './flow';
import { job } from './job';
import { order } from './order';
import { payments } from './payments';
import { print } from './print';
import { report } from './report';
import { resource } from './resource';
import { system } from './system';
import { transfer } from './transfer';
import { work } from './work';

/** What all other pages say: it loads with the first of them. */
export const pages = {
  ...desk,
  ...crud,
  ...order,
  ...customer,
  ...payments,
  ...dashboard,
  ...system,
  ...resource,
  ...report,
  ...job,
  ...flow,
  ...develop,
  ...transfer,
  ...print,
  ...work,
};
