/** What the check of a portfolio’s workbook finds. Notes stand in the way of nothing. */
import type { Label, Text } from '../../domain/text';
import { cellProblems, fileNotes } from '../transfer';
import type { SheetName } from './sheets';

export const faultTexts = {
  problem: ['内容有误', 'Not valid'],
  notOffered: cellProblems.notOffered,
  error: cellProblems.error,
  uncomputed: cellProblems.uncomputed,
  rounded: ['数字过长，已被表格软件改写，请改为文本', 'A number too long for a spreadsheet. Enter it as text.'],
  masked: ['含有 * 号，请填写完整号码', 'It has asterisks. Enter the whole number.'],
  refTwice: ['客户编号与第 {row} 行重复', 'The same customer no. as in row {row}'],
  idTwice: ['证件号码与第 {row} 行重复', 'The same ID number as in row {row}'],
  idTaken: [
    '证件号码属于已有客户“{name}”，名称不一致',
    'The ID number is that of the customer “{name}”, whose name differs',
  ],
  unprintable: ['名称中有无法打印的字：{characters}', 'The name has characters that cannot be printed: {characters}'],
  customerUsed: ['使用已有客户“{name}”', 'The customer “{name}” who is there already is used'],
  telTaken: ['联系电话与已有客户“{name}”相同', 'The phone number is that of the customer “{name}”, too'],
  noOrder: ['没有对应的订单', 'No order belongs to it'],
  codeTwice: ['合同编号与第 {row} 行重复', 'The same contract no. as in row {row}'],
  codeTaken: ['合同编号已存在', 'An order with this contract no. is there already'],
  noCustomer: ['“客户”表中没有编号 {ref}', 'The sheet “Customers” has no {ref}'],
  noProduct: ['没有这个产品', 'There is no such product'],
  manyProducts: ['有多个产品叫这个名称，请填产品编号', 'Several products have this name. Enter the code.'],
  otherDirection: ['与产品的资金方向不同', 'The direction of the product is another one'],
  badAccount: ['不是有效的账号', 'Not the number of an account'],
  badPhone: ['不是有效的电话', 'Not a phone number'],
  badTerms: ['条款不完整或互相矛盾，无法生成付款计划：{fields}', 'No plan can be made of the terms: {fields}'],
  startsLate: ['起租日期晚于接管日', 'The lease starts after the day of the takeover'],
  noTable: ['租金表的订单须在“期次”表中有行', 'An order with a rent table needs rows in the sheet “Instalments”'],
  badTable: ['期次无法作为租金表：{fault}', 'The instalments cannot be a rent table: {fault}'],
  notCompared: ['“期次”表中没有该订单，无法逐行比对', 'The sheet “Instalments” has no rows of it: nothing is compared'],
  tooMany: [
    '各订单的期次合计超过 {limit} 期，请分成几个工作簿导入',
    'The orders come to more than {limit} instalments. Import them as several workbooks.',
  ],
  periodTwice: ['期次与第 {row} 行重复', 'The same instalment as in row {row}'],
  paidTooMuch: ['已付金额大于应付金额', 'More is paid than was due'],
  paidLate: ['付款日期晚于接管日', 'Paid after the day of the takeover'],
  paidTo: [
    '“已付至”之前的第 {period} 期没有付清',
    'Instalment {period} is due by the day in “Paid to”, and is not paid',
  ],
  paidOff: ['该订单已全部付清，不是存量订单', 'Nothing of the order is open: it is not running'],
  depositShort: [
    '保证金余额少于“期次”中已付的保证金',
    'The deposit held is less than what the instalments say was paid',
  ],
  hiddenSheet: ['工作表已隐藏，其中的数据仍会导入', 'The sheet is hidden. Its rows are imported all the same.'],
  hiddenRows: [
    '含 {count} 个隐藏的行，仍会导入：{rows}',
    'Hidden rows that are imported all the same ({count}): {rows}',
  ],
  hiddenColumns: ['含隐藏的列，仍会导入：{names}', 'Hidden columns that are imported all the same: {names}'],
  beyond: fileNotes.beyond,
  columns: fileNotes.columns,
  hiddenOthers: fileNotes.hidden,
  others: fileNotes.other,
} as const satisfies Record<string, Text | Label>;
export type FaultCode = keyof typeof faultTexts;

/** Notes that say what of the workbook is not read. */
export const leftOutCodes: ReadonlySet<FaultCode> = new Set(['beyond', 'columns', 'hiddenOthers', 'others']);
export const noteCodes: ReadonlySet<FaultCode> = new Set([
  ...([
    'customerUsed',
    'telTaken',
    'otherDirection',
    'notCompared',
    'hiddenSheet',
    'hiddenRows',
    'hiddenColumns',
  ] as const),
  ...leftOutCodes,
]);

/**
 * A fault of a row. `row`: as the spreadsheet counts them, 0 for the sheet as a whole; `sheet`: '' for the workbook as a
 * whole; `field`: its column, '' for the row as a whole.
 */
export interface Fault {
  sheet: SheetName | '';
  row: number;
  field: string;
  code: FaultCode;
  /** A list is named as far as there is room. */
  values?: Readonly<Record<string, string | number | readonly string[]>>;
}
