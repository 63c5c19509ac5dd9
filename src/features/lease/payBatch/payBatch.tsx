import { payBatch } from '../../../../contract/modules/lease/payBatch';
import { route } from '../../../store/navigation/route';
import { defineFeature } from '../../crud/feature';
import { BatchPage } from './BatchPage';
import { batchSaga } from './batchSaga';
import { batchPages } from './batchSlice';

export const feature = defineFeature(
  payBatch,
  () => ({
    naming: 'batchNo',
    first: {
      text: {
        zh: '在收付工作台勾选到期的期次，点“生成代付文件”。',
        en: 'Choose due instalments in the payment workbench, then “Payment file”.',
      },
      page: 'payments',
    },
    widths: { batchNo: 170 },
    strong: ['totalAmount'],
    phone: { batchNo: 'name', totalAmount: 'amount', layout: 'code', state: 'state', createTime: 'date' },
    sort: { descs: 'batchNo' },
    view: ({ id }) => route.actions.open({ feature: payBatch.name, rest: `detail/${id}` }),
  }),
  (list) => ({
    needs: ['receipt'],
    slices: [batchPages],
    saga: batchSaga(list),
    pages: { 'detail/:id': () => <BatchPage slice={list} /> },
  }),
);
