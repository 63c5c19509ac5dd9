import { crud } from './crud';
import { desk } from './desk';
import first from './first.json';
import { home } from './home';
import { order } from './order';
import { payments } from './payments';
import { shell } from './shell';
import { system } from './system';

/** The console's own words. Names of fields, states and refusals come from the contract and the server. */
export const words = { ...first, ...shell, ...desk, ...crud, ...order, ...payments, ...home, ...system };
