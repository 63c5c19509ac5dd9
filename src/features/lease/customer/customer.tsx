import { customer } from '../../../../contract/modules/lease/customer';
import { defineFeature } from '../../crud/feature';
import { CustomerPage } from './CustomerPage';
import { customerPageSaga } from './customerPageSaga';
import { customerPages } from './customerPageSlice';
import { customerScreen } from './customerScreen';
import { identitySaga } from './identitySaga';
import { identityReading } from './identitySlice';

export const feature = defineFeature(
  customer,
  () => customerScreen,
  (slice, inPlace) => ({
    needs: ['receipt'],
    slices: [customerPages, identityReading],
    *saga(world) {
      yield* customerPageSaga(world);
      yield* identitySaga(slice, inPlace)(world);
    },
    pages: { 'detail/:id': () => CustomerPage({ slice }) },
  }),
);
