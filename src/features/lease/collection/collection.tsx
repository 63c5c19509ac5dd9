import { collection } from '../../../../contract/modules/lease/collection';
import { defineFeature } from '../../crud/feature';
import { CustomerLink } from '../customer/links';
import { OrderLink } from '../order/links';
import { promiseChip } from './chips';

export const feature = defineFeature(collection, () => ({
  naming: 'createTime',
  columns: [
    ...[
      'createTime',
      'contractCode',
      'customerName',
      'kind',
      'content',
      'promiseDate',
      'promiseAmount',
      'promiseState',
    ],
    ...['assigneeId', 'writerName'],
  ],
  widths: {
    contractCode: 170,
    customerName: 130,
    assigneeId: 110,
    writerName: 110,
  },
  search: ['contractCode', 'customerName', 'kind', 'promiseState', 'promiseDate', 'assigneeId', 'writerName'],
  phone: {
    customerName: 'name',
    promiseAmount: 'amount',
    contractCode: 'code',
    kind: 'state',
    content: 'note',
    createTime: 'date',
  },
  sort: { descs: 'createTime' },
  cells: {
    contractCode: ({ orderId, contractCode }) => <OrderLink id={orderId ?? ''} code={contractCode} />,
    customerName: ({ customerId, customerName }) =>
      customerName && <CustomerLink id={customerId}>{customerName}</CustomerLink>,
    promiseState: ({ promiseState }, format) => promiseState && promiseChip(promiseState, format),
  },
}));
