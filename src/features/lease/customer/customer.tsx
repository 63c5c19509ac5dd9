import { customer } from '../../../../contract/modules/lease/customer';
import { defineFeature } from '../../crud/feature';
import { CustomerPage } from './CustomerPage';
import { customerPageSaga } from './customerPageSaga';
import { customerPages } from './customerPageSlice';
import { customerScreen } from './customerScreen';

export const feature = defineFeature(
  customer,
  () => customerScreen,
  (slice) => ({
    slices: [customerPages],
    saga: customerPageSaga,
    pages: { 'detail/:id': () => CustomerPage({ slice }) },
  }),
);
