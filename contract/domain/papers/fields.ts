/** Loan papers that are read, and their fields. */
import { type Label, label } from '../text';

/** Papers by their key in the business dictionary `pic_type`; only these are read, others are kept as they are. */
export const paperTypes = {
  idPortrait: 1,
  idEmblem: 2,
  bankCard: 3,
  licence: 4,
  slip: 5,
  paperContract: 7,
  invoice: 8,
} as const;
export type PaperType = (typeof paperTypes)[keyof typeof paperTypes];

/** `text` as printed; `date` as `yyyy-MM-dd`, or 长期 where a validity may have no end; `money` as `1234.56`; `identity`,
 *  `card` and `credit` without spaces and in upper case. */
export type PaperFieldKind = 'text' | 'date' | 'money' | 'identity' | 'card' | 'credit';
export interface PaperField {
  label: Label;
  kind: PaperFieldKind;
  /** A paper without it is read in part only. */
  isNeeded: boolean;
}
function field(zh: string, en: string, kind: PaperFieldKind = 'text', how?: 'optional'): PaperField {
  return { label: label(zh, en), kind, isNeeded: how !== 'optional' };
}

/** What is read from each paper, in the order of the form. */
export const paperFields: Readonly<Record<PaperType, Readonly<Record<string, PaperField>>>> = {
  [paperTypes.idPortrait]: {
    name: field('姓名', 'Name'),
    sex: field('性别', 'Sex'),
    nation: field('民族', 'Ethnic group'),
    birth: field('出生', 'Born on', 'date'),
    address: field('住址', 'Address'),
    idNo: field('公民身份号码', 'ID number', 'identity'),
  },
  [paperTypes.idEmblem]: {
    authority: field('签发机关', 'Issued by'),
    validFrom: field('有效期开始', 'Valid from', 'date'),
    validTo: field('有效期截止', 'Valid until', 'date'),
  },
  [paperTypes.bankCard]: {
    cardNo: field('卡号', 'Card number', 'card'),
    bankName: field('发卡行', 'Bank'),
    cardType: field('卡种', 'Kind of card', 'text', 'optional'),
    validDate: field('有效期', 'Valid until', 'text', 'optional'),
  },
  [paperTypes.licence]: {
    creditCode: field('统一社会信用代码', 'Credit code', 'credit'),
    name: field('名称', 'Name'),
    type: field('类型', 'Kind'),
    legalPerson: field('法定代表人', 'Legal representative'),
    capital: field('注册资本', 'Registered capital', 'text', 'optional'),
    establishDate: field('成立日期', 'Founded on', 'date'),
    businessTerm: field('营业期限', 'Business term', 'text', 'optional'),
    address: field('住所', 'Address'),
    scope: field('经营范围', 'Business scope', 'text', 'optional'),
  },
  [paperTypes.slip]: {
    payerName: field('付款人户名', 'Payer'),
    payerAccount: field('付款人账号', 'Payer’s account', 'card'),
    payerBank: field('付款人开户行', 'Payer’s bank', 'text', 'optional'),
    payeeName: field('收款人户名', 'Payee'),
    payeeAccount: field('收款人账号', 'Payee’s account', 'card'),
    payeeBank: field('收款人开户行', 'Payee’s bank', 'text', 'optional'),
    amount: field('金额', 'Amount', 'money'),
    amountWords: field('金额大写', 'Amount in words'),
    payDate: field('交易日期', 'Paid on', 'date'),
    serialNo: field('流水号', 'Serial number'),
    receiptNo: field('回单编号', 'Receipt number', 'text', 'optional'),
    summary: field('摘要', 'Summary', 'text', 'optional'),
    use: field('用途', 'Purpose', 'text', 'optional'),
  },
  [paperTypes.paperContract]: {
    contractNumber: field('合同编号', 'Contract number'),
  },
  [paperTypes.invoice]: {
    invoiceCode: field('发票代码', 'Invoice code', 'text', 'optional'),
    invoiceNo: field('发票号码', 'Invoice number'),
    invoiceDate: field('开票日期', 'Issued on', 'date'),
    buyerName: field('购买方名称', 'Buyer'),
    buyerTaxNo: field('购买方纳税人识别号', 'Buyer’s tax number', 'credit'),
    sellerName: field('销售方名称', 'Seller'),
    sellerTaxNo: field('销售方纳税人识别号', 'Seller’s tax number', 'credit'),
    amount: field('金额', 'Amount', 'money'),
    tax: field('税额', 'Tax', 'money', 'optional'),
    total: field('价税合计', 'Total', 'money'),
  },
};

/** Names of the fields of this kind, of all papers. */
export function paperFieldsOf(kind: PaperFieldKind): string[] {
  return Object.values(paperFields).flatMap((fields) =>
    Object.entries(fields).flatMap(([name, field]) => (field.kind === kind ? [name] : [])),
  );
}
