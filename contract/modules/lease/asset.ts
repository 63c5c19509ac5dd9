import { judgeVin } from '../../domain/papers/vin';
import { isEmpty } from '../../domain/values';
import { choice, date, dateTime, dict, longText, money, ref, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';
import type { Problems } from '../../schema/validate';

/** `kind` of a lease object. The serial number of a vehicle is its VIN. */
export const assetKinds = { equipment: 1, vehicle: 2, machinery: 3, other: 4 } as const;
/** Days before its end at which an insurance policy or a registration is pointed out. */
export const expiryDays = 30;

const expired = { search: 'range' } as const;

/** A thing that is leased: part of an order. What contracts print of it is fixed from the first contract that is out. */
export const asset = defineModule({
  name: 'asset',
  title: ['租赁物', 'Lease object'],
  path: '/blade-asset/asset',
  belongsTo: 'orderId',
  chosen: { by: 'search', title: 'assetName', note: 'serialNo', offers: ['purchased'] },
  found: { by: ['serialNo', 'assetName'] },
  menu: { under: 'lease', icon: 'box', title: ['租赁物', 'Lease objects'] },
  fields: {
    orderId: ref('order')('所属订单', 'Order', {
      required: true,
      search: 'equal',
      inTable: false,
      shownAs: 'contractCode',
    }),
    contractCode: text('合同编号', 'Contract no.', { search: 'like', derived: true, inForm: false }),
    customerName: text('客户名称', 'Customer', { search: 'like', derived: true, inForm: false }),
    /** Whose order it belongs to. */
    customerId: text('客户编号', 'Customer ID', {
      derived: true,
      inTable: false,
      inForm: false,
      inFile: false,
      search: 'equal',
      maxLength: 20,
    }),
    assetName: text('租赁物名称', 'Object', { required: true, search: 'like' }),
    kind: choice(
      '类别',
      'Kind',
      {
        [assetKinds.equipment]: ['生产设备', 'Equipment'],
        [assetKinds.vehicle]: ['车辆', 'Vehicle'],
        [assetKinds.machinery]: ['工程机械', 'Construction machinery'],
        [assetKinds.other]: ['其他', 'Other'],
      },
      { required: true, search: 'equal' },
    ),
    model: text('品牌型号', 'Make and model', { search: 'like' }),
    serialNo: text('序列号/车架号', 'Serial no. or VIN', { required: true, search: 'like' }),
    supplierId: ref('supplier')('供应商', 'Supplier', { search: 'equal', offer: 'inUse', creates: true }),
    purchasePrice: money('购置价款', 'Purchase price', { min: 0.01, max: 100_000_000_000 }),
    invoiceNo: text('发票号码', 'Invoice no.', { search: 'like', inTable: false }),
    invoiceDate: date('开票日期', 'Invoice date', { inTable: false }),
    location: text('使用地点', 'Location', { maxLength: 200, inTable: false }),
    policyNo: text('保险单号', 'Insurance policy', { inTable: false }),
    insuredUntil: date('保险到期日', 'Insured until', expired),
    registrationNo: text('中登网登记编号', 'Registration no. (CCRC)', { search: 'like', inTable: false }),
    registeredUntil: date('登记到期日', 'Registered until', expired),
    state: choice(
      '状态',
      'Status',
      {
        1: ['待交付', 'Awaiting delivery'],
        2: ['使用中', 'In use'],
        3: ['已收回', 'Repossessed'],
        4: ['已处置', 'Disposed of'],
      },
      { initial: 1, search: 'equal' },
    ),
    businessStatus: dict('order_business_status')('订单状态', 'Order status', {
      derived: true,
      inTable: false,
      inForm: false,
    }),
    remark: longText('备注', 'Remark', { inTable: false }),
    createTime: dateTime('创建时间', 'Created at', { inTable: false }),
  },
  judging({ kind, serialNo }): Problems {
    const problem = Number(kind) === assetKinds.vehicle && !isEmpty(serialNo) ? judgeVin(String(serialNo)) : undefined;
    return problem ? { serialNo: problem } : {};
  },
  sortable: ['assetName', 'insuredUntil', 'registeredUntil'],
});
export type Asset = RecordOf<typeof asset>;

/** Fields of an object that contracts print. */
export const printedFields = [
  'orderId',
  'assetName',
  'kind',
  'model',
  'serialNo',
  'supplierId',
  'purchasePrice',
] as const satisfies readonly (keyof Asset)[];
