import { label } from '../../contract/kit';
import { paymentPlan } from '../../contract/modules/paymentPlan';
import { isLate, mayBePaid } from '../store/payments';
import { route } from '../store/route';
import { payChip } from './cells';
import { defineFeature } from './feature';
import { openOrder } from './links';

/** Paying is the workbench's business: it shows what a batch would do before it does it. */
const pay = (rows: readonly { id: string }[]) =>
  route.actions.open({ feature: 'payments', search: `ids=${rows.map(({ id }) => id).join(',')}` });

export const feature = defineFeature(paymentPlan, () => ({
  columns: [
    'contractCode',
    'customerName',
    'productName',
    'currentPeriods',
    'paymentDate',
    'monthlyRent',
    'amountPayable',
    'payStatus',
    'totalAmount',
    'yearRate',
    'deadline',
    'bankCardCode',
    'bankName',
    'interestDate',
  ],
  // Beside the pinned edges, the first eight columns end exactly where a screen of 1440 does.
  widths: {
    contractCode: 160,
    customerName: 172,
    productName: 136,
    currentPeriods: 84,
    paymentDate: 106,
    monthlyRent: 122,
    amountPayable: 132,
    payStatus: 114,
    totalAmount: 130,
    yearRate: 92,
    deadline: 92,
    bankCardCode: 110,
    bankName: 140,
    interestDate: 110,
  },
  heads: {
    monthlyRent: label('月租(元)', 'Rent (CNY)'),
    amountPayable: label('应付金额(元)', 'Payable (CNY)'),
    bankCardCode: label('银行卡尾号', 'Card'),
  },
  strong: ['amountPayable'],
  cells: {
    currentPeriods: ({ currentPeriods, totalPeriods }) => `${currentPeriods}/${totalPeriods}`,
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
  search: ['customerName', 'paymentDate', 'payStatus', 'interestDate', 'contractCode', 'batchNo'],
  form: [['bankCardCode'], ['bankName'], ['remark']],
  without: ['add', 'remove'],
  isLate,
  isEditable: ({ payStatus }) => payStatus === 0,
  view: ({ orderId }) => openOrder(orderId ?? ''),
  rowActions: [
    {
      key: 'pay',
      label: label('付款', 'Pay'),
      icon: 'payment',
      permission: 'paymentPlan_pay',
      isShown: mayBePaid,
      act: (row) => pay([row]),
    },
  ],
  tools: [
    {
      key: 'pay',
      label: label(...paymentPlan.actions!.pay!),
      icon: 'payment',
      tone: 'primary',
      permission: 'paymentPlan_pay',
      isOff: (picked) => {
        if (picked.length === 0) return label('请选择至少一条数据', 'Please choose at least one row');
        return picked.some(mayBePaid) ? undefined : label('所选期次都不能付款', 'None of these can be paid');
      },
      act: pay,
    },
  ],
}));
