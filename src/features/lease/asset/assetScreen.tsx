import type { Sign } from '../../../../contract/domain/lifecycle/orderStates';
import { label } from '../../../../contract/domain/text';
import { type Asset, asset } from '../../../../contract/modules/lease/asset';
import { crudSlice } from '../../../store/crud/crud';
import { signChip, textOf } from '../../crud/cells';
import { screenOf } from '../../crud/feature';
import type { Format, Screen } from '../../crud/screen';
import { CustomerLink } from '../customer/links';
import { OrderLink } from '../order/links';

const signs: Record<number, Sign> = {
  1: { tone: 'warning', glyph: 'clock' },
  2: { tone: 'success', glyph: 'play-circle' },
  3: { tone: 'danger', glyph: 'arrow-undo' },
  4: { tone: 'quiet', glyph: 'record-stop' },
};
/** Where an object is in its life. */
export function assetChip({ state }: Pick<Asset, 'state'>, format: Format) {
  return signChip(signs[state ?? 1] ?? signs[1]!, textOf(asset.fields.state, state, format) ?? '');
}

/** What the list and the form of lease objects say beyond their declaration. */
export const assetScreen: Partial<Screen<Asset>> = {
  naming: 'assetName',
  columns: [
    ...['assetName', 'kind', 'model', 'serialNo', 'contractCode', 'customerName', 'supplierId', 'purchasePrice'],
    ...['insuredUntil', 'registeredUntil', 'state'],
  ],
  widths: {
    assetName: 150,
    model: 120,
    serialNo: 180,
    contractCode: 170,
    customerName: 130,
    supplierId: 130,
  },
  search: [
    ...['assetName', 'serialNo', 'kind', 'contractCode', 'customerName', 'supplierId', 'state'],
    ...['insuredUntil', 'registeredUntil'],
  ],
  phone: {
    assetName: 'name',
    serialNo: 'code',
    state: 'state',
    purchasePrice: 'amount',
    model: 'note',
    insuredUntil: 'date',
  },
  cells: {
    state: assetChip,
    contractCode: ({ orderId, contractCode }) => <OrderLink id={orderId} code={contractCode} />,
    customerName: ({ customerId, customerName }) =>
      customerName && <CustomerLink id={customerId}>{customerName}</CustomerLink>,
  },
  form: [
    ['orderId'],
    ['assetName', 'kind'],
    ['model', 'serialNo'],
    ['supplierId', 'purchasePrice'],
    ['invoiceNo', 'invoiceDate'],
    ['location', 'state'],
    ['policyNo', 'insuredUntil'],
    ['registrationNo', 'registeredUntil'],
    ['remark'],
  ],
  helps: {
    serialNo: label(
      '车辆填 17 位车架号，系统核对校验位',
      'For vehicles the 17 characters of the VIN; its check digit is verified',
    ),
    insuredUntil: label('到期前 30 天提醒', 'Pointed out 30 days before'),
    registeredUntil: label('到期前 30 天提醒', 'Pointed out 30 days before'),
  },
  formSize: 1200,
};

/** Handles of the list’s state for other pages: the feature itself brings the state. */
export const assetList = crudSlice(asset);
export const assetForm = screenOf(asset, assetScreen as Partial<Screen>);
