/** The sheets of a portfolio’s workbook: their columns are fields, so that one judge serves forms and files. */
import { idTypeNames, idTypeTexts } from '../../domain/identity';
import { rowKindTexts } from '../../domain/leasing/rowKinds';
import { directionTexts } from '../../domain/lifecycle/direction';
import { type Label, label } from '../../domain/text';
import { customer } from '../../modules/lease/customer';
import { order } from '../../modules/lease/order';
import { termFields } from '../../modules/lease/termFields';
import { choice, date, type Fields, integer, money, rate, text } from '../../schema/fields';

export const sheetNames = ['customers', 'orders', 'instalments'] as const;
export type SheetName = (typeof sheetNames)[number];

const most = 1_000_000_000_000;
const amount = { min: 0, max: most } as const;
const { repayMethod, ...otherTerms } = Object.fromEntries(
  Object.entries(termFields).map(([name, { initial: _, ...field }]) => [name, field]),
) as unknown as typeof termFields;
const kinds = { 1: rowKindTexts[1], 2: rowKindTexts[2], 3: rowKindTexts[3], 4: rowKindTexts[4] } as const;

export const portfolioSheets = {
  customers: {
    ref: text('客户编号', 'Customer no.', { required: true }),
    realName: text('客户名称', 'Customer name', { required: true }),
    tel: text('联系电话', 'Phone', { required: true, maxLength: 20, unit: 'phone' }),
    idType: choice('证件类型', 'ID type', idTypeTexts, { alsoCalled: idTypeNames }),
    idNo: customer.fields.idNo,
    email: text('电子邮箱', 'E-mail', { maxLength: 128 }),
    remark: customer.fields.remark,
  },
  orders: {
    contractCode: text('合同编号', 'Contract no.', { required: true, maxLength: 40 }),
    ref: text('客户编号', 'Customer no.', { required: true }),
    product: text('产品名称或编号', 'Product name or code', { required: true }),
    direction: choice('资金方向', 'Direction', directionTexts),
    totalAmount: money('合同金额', 'Principal', { required: true, min: 0.01, max: most }),
    yearRate: rate('年化利率', 'Annual rate', { required: true }),
    deadline: integer('期限（天）', 'Term in days', { required: true, min: 1, max: 10_950 }),
    interestDate: date('起租日期', 'Lease start', { required: true }),
    repayMethod: { ...repayMethod, required: true as const },
    ...otherTerms,
    lateRate: rate('逾期费率（每日）', 'Daily late charge rate'),
    lateGraceDays: integer('逾期宽限天数', 'Grace period, days', { min: 0, max: 365 }),
    lateCapRate: rate('逾期费上限', 'Limit of the late charge', { max: 1000 }),
    bankCardCode: text('银行卡号', 'Account', { required: true, maxLength: 32, unit: 'card' }),
    bankName: text('开户银行', 'Bank', { required: true }),
    paperReference: text('纸质合同编号', 'No. of the paper contract', { required: true }),
    paidTo: date('已付至', 'Paid to'),
    closingPrincipal: money('期末本金余额', 'Principal outstanding', { required: true, ...amount }),
    closingOverdue: money('期末逾期金额', 'Overdue', { required: true, ...amount }),
    closingPrepaid: money('期末预收余额', 'Prepaid balance', amount),
    closingDeposit: money('期末保证金余额', 'Deposit held', amount),
    remark: order.fields.remark,
  },
  instalments: {
    contractCode: text('合同编号', 'Contract no.', { required: true, maxLength: 40 }),
    kind: choice('款项类型', 'Kind', kinds),
    period: integer('期次', 'Instalment', { required: true, min: 0, max: 10_950 }),
    paymentDate: date('应付日期', 'Due date', { required: true }),
    principal: money('本金', 'Principal', amount),
    rent: money('租金', 'Rent', amount),
    other: money('其他款项', 'Other', amount),
    paidAmount: money('已付金额', 'Paid', amount),
    paidDate: date('付款日期', 'Paid on'),
  },
} as const satisfies Record<SheetName, Fields>;

export const sheetTitles: Record<SheetName, Label> = {
  customers: label('客户', 'Customers'),
  orders: label('订单', 'Orders'),
  instalments: label('期次', 'Instalments'),
};

/** What a column is for, where its name does not say it all. */
export const columnNotes: Readonly<Record<string, Label>> = {
  ref: label('原系统中的编号，用于把订单对应到客户', 'As in the older system: it tells whose order it is'),
  idNo: label(
    '与已有客户证件号码相同且名称一致时，使用已有客户',
    'A customer with the same number and name who is there already is used',
  ),
  product: label('须是已有的产品；条款以本表为准', 'A product that is there; the terms are those of this sheet'),
  direction: label('不填时按产品', 'That of the product where it is empty'),
  interestDate: label('不晚于接管日', 'Not after the day of the takeover'),
  repayMethod: label('租金表：以“期次”中的行为准', 'Rent table: the rows of the sheet “Instalments” are the plan'),
  lateRate: label('不填时不计逾期费', 'None is charged where it is empty'),
  paidTo: label(
    '期次未填已付金额时，应付日期不晚于此日的期次视为已付清',
    'Where no paid amounts are given, rows due by this day count as paid',
  ),
  closingPrincipal: label('原系统接管日的余额', 'As the older system closes with on the day of the takeover'),
  closingOverdue: label('应付日期早于接管日的未付金额', 'What is unpaid and was due before the day of the takeover'),
  closingPrepaid: label('客户多付、尚未使用的金额', 'Paid too much and not used yet'),
  closingDeposit: label('尚未退还的保证金', 'Not given back yet'),
  kind: label('不填时为租金', 'An instalment where it is empty'),
  period: label('租金从 1 开始；其他款项填 0', 'From 1; 0 for fee, deposit and purchase price'),
  paidDate: label('不填时以接管日为准', 'The day of the takeover where it is empty'),
};

/** Limits of a workbook. */
export const mostOrders = 20_000;
export const mostCustomers = 20_000;
export const mostInstalments = 600_000;
export const mostPortfolioBytes = 64 * 1024 * 1024;
/** Faults that are kept, and notes; further ones are counted. */
export const mostFaults = 5_000;
/** Days after the takeover whose instalments are a closing figure. */
export const dueSoonDays = 30;
