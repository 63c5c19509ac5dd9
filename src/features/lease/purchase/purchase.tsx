import { label } from '../../../../contract/domain/text';
import { payBatch } from '../../../../contract/modules/lease/payBatch';
import { purchase, purchaseStates } from '../../../../contract/modules/lease/purchase';
import { actionLabel } from '../../../../contract/schema/module';
import { defineFeature } from '../../crud/feature';
import { purchaseSaga } from './purchaseSaga';
import { purchaseScreen } from './purchaseScreen';
import { supplierFiles } from './purchaseSlice';

export const feature = defineFeature(
  purchase,
  () => ({
    ...purchaseScreen,
    first: {
      text: label(
        '采购付款在客户付款的订单页登记，也可以在这里新增。',
        'Supplier payments are entered on the page of an order that the customer pays, or here.',
      ),
    },
    tools: [
      {
        key: 'makeFile',
        label: label(...actionLabel(payBatch.actions.make)),
        icon: 'payment',
        tone: 'primary',
        permission: 'payBatch_make',
        isOff: (picked) =>
          picked.every(({ state }) => state === purchaseStates.due)
            ? undefined
            : label('所选付款中有不是待付款的', 'Some of the selected payments are not to be paid'),
        act: (picked) => supplierFiles.actions.make({ ids: picked.map(({ id }) => id) }),
      },
    ],
  }),
  (list) => ({ slices: [supplierFiles], saga: purchaseSaga(list) }),
);
