/** What the wording of a contract may have in it beside plain words: merge fields, and conditions of items and clauses. */
import { type ContractKind, contractKindBy, contractKinds, everyKind } from '../contractKinds';
import type { Text } from '../text';

const { service, lease, supplement, termination } = contractKinds;
const every = everyKind;
const planned = every.filter((kind) => contractKindBy(kind).amounts !== 'settlement');

export interface MergeField {
  title: Text;
  /** The contracts that have it. */
  types: readonly ContractKind[];
  /** Items that are made by rule: it stands alone in an item and takes its place. */
  isBlock?: true;
  /** Prints nothing where it does not apply; any other field without a value stops the contract. */
  mayBeEmpty?: true;
}

export const mergeFields = {
  customerName: { title: ['客户名称', 'Customer'], types: every },
  customerIdNo: { title: ['客户证件号码', 'Customer’s identity no.'], types: every },
  customerTel: { title: ['客户联系电话', 'Customer’s phone'], types: every },
  providerName: { title: ['公司名称', 'Company'], types: every },
  providerCreditCode: { title: ['公司统一社会信用代码', 'Company’s credit code'], types: every },
  providerAddress: { title: ['公司住所地', 'Company’s address'], types: every },
  providerTel: { title: ['公司联系电话', 'Company’s phone'], types: every },
  contractNumber: { title: ['合同编号', 'Contract no.'], types: every },
  orderCode: { title: ['订单合同号', 'Order contract no.'], types: every },
  madeDate: { title: ['制作日期', 'Date made'], types: every },
  productName: { title: ['产品名称', 'Product'], types: every },
  principal: { title: ['本金（大小写）', 'Principal in words and figures'], types: every },
  yearRate: { title: ['年化利率', 'Annual rate'], types: every },
  termDays: { title: ['期限天数', 'Term in days'], types: every },
  basisDays: { title: ['一年天数', 'Days of a year'], types: every },
  account: { title: ['结算账户（银行、账号、户名）', 'Account with bank and holder'], types: every },
  bankName: { title: ['开户行', 'Bank'], types: every },
  accountNo: { title: ['账号', 'Account no.'], types: every },
  payable: { title: ['应付合计（大小写）', 'Total payable in words and figures'], types: every },
  rent: { title: ['租金合计（大小写）', 'Total rent in words and figures'], types: every },
  rentFigure: { title: ['租金合计（数字）', 'Total rent in figures'], types: every },
  principalFigure: { title: ['本金合计（数字）', 'Total principal in figures'], types: every },
  planStart: { title: ['起租日的名称', 'Name of the first day'], types: [supplement] },
  startDate: { title: ['起租日', 'Lease start'], types: planned },
  maturity: { title: ['到期日', 'Maturity'], types: planned },
  instalmentCount: { title: ['期数', 'Number of instalments'], types: planned },
  interestRule: { title: ['计息方式', 'How interest is counted'], types: planned },
  repaymentRule: { title: ['计息与还款方式', 'Interest and repayment'], types: planned },
  undatedNote: {
    title: ['起租日未定的说明', 'Note while the start is not fixed'],
    types: planned,
    mayBeEmpty: true,
  },
  planRule: { title: ['金额计算说明', 'How amounts are counted'], types: every, mayBeEmpty: true },
  fee: { title: ['手续费', 'Fee'], types: [service, lease] },
  lessee: { title: ['承租方是甲方还是乙方', 'Which party the lessee is'], types: [lease] },
  lessor: { title: ['出租方是甲方还是乙方', 'Which party the lessor is'], types: [lease] },
  providerRole: { title: ['甲方的身份', 'Role of party A'], types: [lease] },
  customerRole: { title: ['乙方的身份', 'Role of party B'], types: [lease] },
  objectCount: { title: ['租赁物件数', 'Number of lease objects'], types: [lease] },
  termItems: { title: ['租赁期限条款', 'Items about the term'], types: [lease], isBlock: true },
  rentItems: { title: ['租金条款', 'Items about rent'], types: [lease], isBlock: true },
  paymentItems: { title: ['还款方式条款', 'Items about repayment'], types: [lease], isBlock: true },
  changeItems: {
    title: ['变更事项', 'Items about what changes'],
    types: [supplement],
    isBlock: true,
    mayBeEmpty: true,
  },
  otherAmounts: {
    title: ['其他款项', 'Other amounts'],
    types: [termination],
    mayBeEmpty: true,
  },
} as const satisfies Readonly<Record<string, MergeField>>;
export type MergeFieldName = keyof typeof mergeFields;

export function isMergeField(name: string): name is MergeFieldName {
  return Object.hasOwn(mergeFields, name);
}
export function mergeField(name: MergeFieldName): MergeField {
  return mergeFields[name];
}
/** The merge fields of contracts of a type, in the order of the list. */
export function mergeFieldsOf(type: ContractKind): MergeFieldName[] {
  return (Object.keys(mergeFields) as MergeFieldName[]).filter((name) => mergeField(name).types.includes(type));
}

export interface WordingCase {
  title: Text;
  types: readonly ContractKind[];
}
/** When an item or a clause is printed. Without one it always is. */
export const wordingCases = {
  payout: { title: ['公司付款', 'The company pays'], types: every },
  collect: { title: ['客户付款', 'The customer pays'], types: every },
  dated: { title: ['起租日已定', 'Start fixed'], types: planned },
  undated: { title: ['起租日未定', 'Start not fixed'], types: planned },
  fee: { title: ['有手续费', 'With a fee'], types: [service, lease] },
  noFee: { title: ['无手续费', 'Without a fee'], types: [service, lease] },
  objects: { title: ['有租赁物清单', 'With lease objects'], types: [lease] },
  noObjects: { title: ['无租赁物清单', 'Without lease objects'], types: [lease] },
  changed: { title: ['展期变更', 'Restructured'], types: [supplement] },
  unchanged: { title: ['不变更付款计划', 'Plan unchanged'], types: [supplement] },
  started: { title: ['已起租', 'Lease has begun'], types: [termination] },
  notStarted: { title: ['未起租', 'Lease has not begun'], types: [termination] },
  owing: { title: ['有应结款项', 'With money to settle'], types: [termination] },
  owingNothing: { title: ['无应结款项', 'Without money to settle'], types: [termination] },
} as const satisfies Readonly<Record<string, WordingCase>>;
export type WordingCaseName = keyof typeof wordingCases;

export function isWordingCase(name: unknown): name is WordingCaseName {
  return typeof name === 'string' && Object.hasOwn(wordingCases, name);
}
export function wordingCasesOf(type: ContractKind): WordingCaseName[] {
  return (Object.keys(wordingCases) as WordingCaseName[]).filter((name) =>
    (wordingCases[name] as WordingCase).types.includes(type),
  );
}
