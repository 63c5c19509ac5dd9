import { choicesSaga } from '../sagas/choices';
import { choices } from '../store/choices';
import { tenantChoice } from '../store/tenantChoice';
import type { Feature } from './feature';

/** What pages of people, departments and menus lean on: what is chosen from as a whole, and the tenant it is of. */
export const feature: Feature = {
  name: 'choices',
  slices: [choices, tenantChoice],
  saga: choicesSaga,
  pages: {},
};
