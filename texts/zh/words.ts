import { texts as desk } from './areas/desk';
import { texts as develop } from './areas/develop';
import { texts as esign } from './areas/esign';
import { texts as flow } from './areas/flow';
import { texts as job } from './areas/job';
import { texts as lease } from './areas/lease';
import { texts as log } from './areas/log';
import { texts as report } from './areas/report';
import { texts as resource } from './areas/resource';
import { texts as sign } from './areas/sign';
import { texts as system } from './areas/system';
import { texts as work } from './areas/work';
import { frame } from './frame';
import { pages } from './pages';

/** The console's own words, of all areas. Names of fields, states and refusals come from the contract and the server. */
export const words = {
  ...frame,
  ...pages,
  ...desk,
  ...develop,
  ...esign,
  ...flow,
  ...job,
  ...lease,
  ...log,
  ...report,
  ...resource,
  ...sign,
  ...system,
  ...work,
};
