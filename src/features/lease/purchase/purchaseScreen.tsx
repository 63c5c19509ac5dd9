import type { Sign } from '../../../../contract/domain/lifecycle/orderStates';
import { label } from '../../../../contract/domain/text';
import { type Purchase, purchase, purchaseStates } from '../../../../contract/modules/lease/purchase';
import { crudSlice } from '../../../store/crud/crud';
import { signChip, textOf } from '../../crud/cells';
import { screenOf } from '../../crud/feature';
import type { Format, Screen } from '../../crud/screen';
import { CustomerLink } from '../customer/links';
import { OrderLink } from '../order/links';

const signs: Record<number, Sign> = {
  [purchaseStates.due]: { tone: 'warning', glyph: 'clock' },
  [purchaseStates.inFile]: { tone: 'brand', glyph: 'hourglass' },
  [purchaseStates.paid]: { tone: 'success', glyph: 'checkmark-circle' },
  [purchaseStates.cancelled]: { tone: 'quiet', glyph: 'prohibited' },
};
/** What has become of a supplier payment. */
export function purchaseChip({ state }: Pick<Purchase, 'state'>, format: Format) {
  const sign = signs[state ?? purchaseStates.due] ?? signs[purchaseStates.due]!;
  return signChip(sign, textOf(purchase.fields.state, state, format) ?? '');
}

function isDue({ state }: Pick<Purchase, 'state'>): boolean {
  return state === purchaseStates.due;
}

/** What the list and the form of supplier payments say beyond their declaration. */
export const purchaseScreen: Partial<Screen<Purchase>> = {
  naming: 'contractCode',
  columns: [
    ...['contractCode', 'supplierName', 'assetId', 'amount', 'state', 'plannedDate', 'invoiceNo', 'customerName'],
    ...['paidAmount'],
  ],
  widths: { contractCode: 170, customerName: 140, assetId: 150, supplierName: 170, invoiceNo: 130 },
  strong: ['amount'],
  search: ['contractCode', 'customerName', 'supplierName', 'invoiceNo', 'plannedDate', 'state'],
  phone: {
    supplierName: 'name',
    amount: 'amount',
    contractCode: 'code',
    state: 'state',
    assetId: 'note',
    plannedDate: 'date',
  },
  cells: {
    state: purchaseChip,
    contractCode: ({ orderId, contractCode }) => <OrderLink id={orderId ?? ''} code={contractCode} />,
    customerName: ({ customerId, customerName }) =>
      customerName && <CustomerLink id={customerId}>{customerName}</CustomerLink>,
  },
  form: [['assetId'], ['amount', 'plannedDate'], ['invoiceNo', 'invoiceAmount'], ['invoiceDate'], ['remark']],
  helps: {
    assetId: label('客户付款订单的租赁物', 'An object of an order that the customer pays'),
    amount: label('可分次付款，合计不超过租赁物的购置价款', 'May be a part; all parts together are at most its price'),
    invoiceNo: label('不填时取租赁物的发票号码', 'Left empty, it is that of the object'),
    invoiceAmount: label(
      '整张发票的金额；这张发票已登记过的，可以不填',
      'Of the whole invoice; not needed where the invoice was entered before',
    ),
  },
  isEditable: isDue,
  isRemovable: isDue,
};

/** Handles of the list’s state for other pages: the feature itself brings the state. */
export const purchaseList = crudSlice(purchase);
export const purchaseForm = screenOf(purchase, purchaseScreen as Partial<Screen>);
