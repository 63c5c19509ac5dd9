import { choicesSaga } from '../../sagas/crud/choices';
import { choices } from '../../store/crud/choices';
import { tenantChoice } from '../../store/crud/tenantChoice';
import type { Feature } from './feature';

/** Dependencies of pages of people, departments and menus: the reference choices and the tenant they belong to. */
export const feature: Feature = {
  name: 'choices',
  slices: [choices, tenantChoice],
  saga: choicesSaga,
  pages: {},
};
