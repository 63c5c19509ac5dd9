import { choicesSaga } from '../../sagas/crud/choices';
import { creationSaga } from '../../sagas/crud/creation';
import { choices } from '../../store/crud/choices';
import { creation } from '../../store/crud/creation';
import { tenantChoice } from '../../store/crud/tenantChoice';
import type { Feature } from './feature';

/** Dependencies of pages of people, departments and menus: the reference choices and the tenant they belong to. */
export const feature: Feature = {
  name: 'choices',
  slices: [choices, creation, tenantChoice],
  *saga(world) {
    yield* choicesSaga(world);
    yield* creationSaga();
  },
  pages: {},
};
