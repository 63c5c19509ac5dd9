import { dateTime, dict, integer, ref, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';

/** An evidence picture of an order, by type and slot. A second picture for a slot replaces the first; the first stays
 *  in the history. */
export const picture = defineModule({
  name: 'picture',
  title: ['影像资料', 'Order document'],
  path: '/blade-picture/picture',
  belongsTo: 'orderId',
  // A picture comes with its file, which no sheet can hold.
  without: ['import'],
  menu: { under: 'lease', icon: 'image', title: ['影像资料', 'Order documents'] },
  fields: {
    orderId: ref('order')('订单', 'Order', {
      required: true,
      search: 'equal',
      inTable: false,
      shownAs: 'contractCode',
    }),
    contractCode: text('订单合同号', 'Order contract no.', { search: 'like', derived: true, inForm: false }),
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
    picType: dict('pic_type')('图片类型', 'Type', { required: true, search: 'equal' }),
    imageIndex: integer('序号', 'Position', { required: true, initial: 0, min: 0, max: 99 }),
    path: text('图片', 'Image', { required: true, maxLength: 500, inFile: false }),
    name: text('文件名', 'File name', { maxLength: 255 }),
    createTime: dateTime('上传时间', 'Uploaded at'),
  },
  sortable: ['imageIndex'],
});
export type Picture = RecordOf<typeof picture>;

/** Cannot be drawn as an image. */
export function isDocument({ name }: Pick<Picture, 'name'>): boolean {
  return /\.pdf$/i.test(name ?? '');
}

/** Upload limits of evidence pictures, checked by content on the server and used as a hint by the picker. */
export const pictureLimits = {
  types: ['image/jpeg', 'image/png', 'image/bmp', 'image/webp'],
  /** Types of picture that may also arrive as a PDF: vouchers, scanned contracts and invoices. */
  pdfFor: [5, 7, 8],
  bytes: 10 * 1024 * 1024,
  minSide: 15,
  maxSide: 8192,
} as const;
/** `pic_type` of the customer's transfer slip: its upload moves an order that waits for it. */
export const voucherPicType = 5;
