import { choicesSaga } from '../../sagas/crud/choices';
import { choices } from '../../store/crud/choices';
import { tenantChoice } from '../../store/crud/tenantChoice';
import type { Feature } from './feature';

/** What pages of people, departments and menus lean on: what is chosen from as a whole, and the tenant it is of. */
export const feature: Feature = {
  name: 'choices',
  slices: [choices, tenantChoice],
  saga: choicesSaga,
  pages: {},
};
