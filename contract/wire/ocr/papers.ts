/** Loan papers that are read: their fields, and what the reading of one answers. */
import { type Label, label } from '../../domain/text';

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

/** `reading`: not done yet; `partial`: a needed field is missing; `failed`: nothing was recognised, the picture is kept;
 *  `manual`: papers of this type, or of this installation, are typed by hand. */
export const readingStatuses = ['reading', 'ok', 'partial', 'failed', 'manual'] as const;
export type ReadingStatus = (typeof readingStatuses)[number];

/** Below this confidence (0 to 1) a field is marked as doubtful, and its value is confirmed by a person. */
export const doubtfulBelow = 0.85;

/** A field as it was read. */
export interface ReadField {
  key: string;
  label: string;
  value: string;
  /** 0 to 1; 0 where nothing was read. */
  confidence: number;
  /** Left, top, width, height in the picture's pixels as it is shown; null where the place is unknown. */
  box: readonly [number, number, number, number] | null;
  /** Its own rule holds: a check digit, a real date. */
  valid: boolean;
  /** What is wrong, or ''. */
  message: string;
}

/** A rule of the paper as a whole, or between its fields. */
export interface PaperCheck {
  code: string;
  level: 'ok' | 'warn' | 'error';
  message: string;
  /** The fields that it is about. */
  keys: readonly string[];
}

/** The answer of `upload-images-with-ocr` and `reading`. */
export interface Reading {
  /** Of the record of loan information. */
  id: string;
  attachId: string;
  /** Signed address of the picture. */
  link: string;
  name: string;
  /** `pic_type`. */
  type: number;
  /** The engine, such as `local`; `manual` where none has read. */
  provider: string;
  status: ReadingStatus;
  /** Per cent while it is read; 100 afterwards. */
  progress: number;
  /** Size of the picture in pixels, to which the boxes belong; 0 of a PDF. */
  width: number;
  height: number;
  fields: ReadField[];
  checks: PaperCheck[];
  /** Values for the forms of customer and voucher: `realName`, `idType`, `idNo`, `bankCardCode`, `bankName`, `amount` … */
  prefill: Readonly<Record<string, string>>;
  /** Recognised text; '' without the right `loanInformation_text`. */
  rawText: string;
  /** An order that has the same picture. */
  duplicateOf: { orderId: string; contractCode: string } | null;
  requestId: string;
  /** Of the record: what `accept` is called with. */
  version: number;
  customerId: string | null;
  orderId: string | null;
  /** Values that a person has accepted, by the keys of the fields; null before that. */
  accepted: Readonly<Record<string, string>> | null;
}

/** Where accepted values go beside their record: into a new or known customer, or the file into an order. */
export const acceptTargets = ['none', 'customer', 'picture'] as const;
export type AcceptTarget = (typeof acceptTargets)[number];

/** The body of `accept`. Refused `invalid` with the problem on the field, keyed as the fields are. */
export interface Acceptance {
  id: string;
  version: number;
  /** Empty texts are left out. */
  values: Readonly<Record<string, string>>;
  customerId?: string;
  orderId?: string;
  apply: AcceptTarget;
  /** Keys of fields whose problem `unsure` the person has looked at: `cardNo`, `serialNo` … */
  confirmed?: readonly string[];
  /** Of a new customer, whose phone no paper tells. */
  tel?: string;
}

/** The answer of `accept`. */
export interface Accepted {
  id: string;
  version: number;
  /** The customer that was made or changed, and the picture that the order got; null without one. */
  customerId: string | null;
  pictureId: string | null;
  /** Values for the form of the order, as in a reading. */
  prefill: Readonly<Record<string, string>>;
}
