import { directions } from '../../../../contract/domain/lifecycle/direction';
import { label } from '../../../../contract/domain/text';
import { type PaymentPlan, paymentPlan, rowName } from '../../../../contract/modules/lease/paymentPlan';
import { actionLabel } from '../../../../contract/schema/module';
import { route } from '../../../store/navigation/route';
import { defineFeature } from '../../crud/feature';
import { CustomerLink } from '../customer/links';
import { payChip } from '../order/chips';
import { openOrder } from '../order/links';
import { isLate, mayBePaid } from './paymentsSlice';

/** Payments are made on the workbench, which shows the result of a batch before it is paid. */
function pay(rows: readonly { id: string }[]) {
  return route.actions.open({ feature: 'payments', search: `ids=${rows.map(({ id }) => id).join(',')}` });
}

export const feature = defineFeature(paymentPlan, () => ({
  columns: [
    'contractCode',
    'customerName',
    'currentPeriods',
    'paymentDate',
    'amountPayable',
    'payStatus',
    'monthlyRent',
    'productName',
    'direction',
    'totalAmount',
    'yearRate',
    'deadline',
    'bankCardCode',
    'bankName',
    'interestDate',
  ],
  widths: {
    contractCode: 160,
    customerName: 172,
    productName: 136,
    bankCardCode: 110,
    bankName: 140,
  },
  heads: {
    monthlyRent: label('月租(元)', 'Rent (CNY)'),
    amountPayable: label('应付金额(元)', 'Payable (CNY)'),
    bankCardCode: label('银行卡尾号', 'Card ending'),
  },
  strong: ['amountPayable'],
  first: {
    text: { zh: '付款计划在订单起租时自动生成。', en: 'The schedule is generated when the lease of an order starts.' },
    page: 'order',
  },
  cells: {
    currentPeriods: (row, { language }) => rowName(row, language),
    customerName: ({ customerId, customerName }) =>
      customerName && <CustomerLink id={customerId}>{customerName}</CustomerLink>,
    payStatus: payChip,
  },
  phone: {
    customerName: 'name',
    amountPayable: 'amount',
    contractCode: 'code',
    payStatus: 'state',
    currentPeriods: 'note',
    paymentDate: 'date',
  },
  search: [
    'customerName',
    'paymentDate',
    'payStatus',
    'overdue',
    'direction',
    'productName',
    'interestDate',
    'contractCode',
    'batchNo',
  ],
  form: [['bankCardCode'], ['bankName'], ['remark']],
  without: ['add', 'remove'],
  isLate,
  sort: { ascs: 'paymentDate' },
  isEditable: ({ payStatus }) => payStatus === 0,
  view: ({ orderId }) => openOrder(orderId ?? ''),
  rowActions: [
    ...[
      { key: 'pay', label: label('付款', 'Pay'), way: directions.payout },
      { key: 'collect', label: label('收款', 'Collect'), way: directions.collect },
    ].map(({ way, ...named }) => ({
      ...named,
      icon: 'payment' as const,
      permission: 'paymentPlan_pay',
      isShown: (row: PaymentPlan) => mayBePaid(row) && (row.direction ?? directions.payout) === way,
      act: (row: PaymentPlan) => pay([row]),
    })),
  ],
  tools: [
    {
      key: 'pay',
      label: label(...actionLabel(paymentPlan.actions.pay)),
      icon: 'payment',
      tone: 'primary',
      permission: 'paymentPlan_pay',
      isOff: (picked) =>
        picked.some(mayBePaid)
          ? undefined
          : label('所选期次都不能收付款', 'None of the selected instalments can be paid'),
      act: pay,
    },
  ],
}));
