/** What merge fields and conditions come to in a contract. */
import { contractKindBy } from '../../../contract/domain/contractKinds';
import { cents, formatMoney, yuan } from '../../../contract/domain/money';
import type { MergeFieldName, WordingCaseName } from '../../../contract/domain/wording/mergeFields';
import { basisWords, instalments, paymentClause, rentClause, termClause } from './clauses';
import type { ContractDoc } from './doc';
import { amountInFull, chineseDate, isZero, percent } from './figures';
import { methodWords, noteWords } from './repayment';

function isPayout({ cashDirection }: ContractDoc): boolean {
  return cashDirection !== 'COLLECT';
}
/** Lessee and lessor, as the party that each of them is. */
function sidesOf(doc: ContractDoc): [lessee: string, lessor: string] {
  return isPayout(doc) ? ['甲方', '乙方'] : ['乙方', '甲方'];
}
function figure(amount: string): string {
  return `¥${formatMoney(amount)}`;
}

/** Other contracts of the same order share the number without its two-digit type. */
function orderCode({ contractNumber }: ContractDoc): string {
  return contractNumber.replace(/-\d{2}$/, '');
}

function account({ bankName, bankCardMasked, customer }: ContractDoc): string | undefined {
  return bankName && bankCardMasked ? `${bankName}，账号${bankCardMasked}，户名${customer.name}` : undefined;
}

/** What a settlement asks for beside rent and principal. */
function otherAmounts({ totals: { other = '0' } }: ContractDoc): string {
  return isZero(other) ? '' : `，手续费、逾期费等其他款项${figure(other)}`;
}

function undatedNote({ interestDate }: ContractDoc): string {
  return interestDate === null
    ? '起租日尚未确定，付款日以距起租日的期间表示，某月无对应日的取该月最后一日；确定起租日后按此换算，金额不变。'
    : '';
}

function planRule(doc: ContractDoc): string {
  const { type, repayment, basis, isBeforeStart } = doc;
  const rounded = '四舍五入至分';
  if (contractKindBy(type).amounts === 'settlement') {
    if (isBeforeStart) return '';
    const other = otherAmounts(doc);
    return `租金以${basis}天为一年计算，${rounded}。${other && `应付金额包括${other.slice(1)}。`}`;
  }
  return repayment ? noteWords(repayment) : `租金以${basis}天为一年计算，${rounded}，尾差计入末期。`;
}

function repaymentRule(doc: ContractDoc): string {
  const { repayment, basis, getType } = doc;
  return repayment
    ? `${basisWords(doc)}，还款方式为${methodWords(repayment)}`
    : `计息基础${basis}天，租金${getType === 0 ? '按月' : '到期'}支付`;
}

function feeOf({ repayment }: ContractDoc): string | undefined {
  return repayment && !isZero(repayment.fee) ? figure(yuan(cents(repayment.fee))) : undefined;
}

/** The value of each merge field, a list for a block; undefined or empty: the contract has none. */
export const fieldValues: Readonly<
  Record<MergeFieldName, (doc: ContractDoc) => string | readonly string[] | undefined>
> = {
  customerName: ({ customer }) => customer.name,
  customerIdNo: ({ customer }) => customer.idNo,
  customerTel: ({ customer }) => customer.tel,
  providerName: ({ provider }) => provider.name,
  providerCreditCode: ({ provider }) => provider.idNo,
  providerAddress: ({ provider }) => provider.address,
  providerTel: ({ provider }) => provider.tel,
  contractNumber: ({ contractNumber }) => contractNumber,
  orderCode,
  madeDate: ({ madeAt }) => chineseDate(madeAt),
  productName: ({ productName }) => productName,
  principal: ({ totalAmount }) => amountInFull(totalAmount),
  yearRate: ({ yearRate }) => percent(yearRate),
  termDays: ({ deadline }) => String(deadline),
  basisDays: ({ basis }) => String(basis),
  account,
  bankName: ({ bankName }) => bankName,
  accountNo: ({ bankCardMasked }) => bankCardMasked,
  payable: ({ totals }) => amountInFull(totals.amountPayable),
  rent: ({ totals }) => amountInFull(totals.rent),
  rentFigure: ({ totals }) => figure(totals.rent),
  principalFigure: ({ totals }) => figure(totals.principal),
  planStart: ({ changes }) => (changes ? '变更后计租起始日' : '起租日'),
  startDate: ({ interestDate }) => (interestDate && chineseDate(interestDate)) || undefined,
  maturity: ({ maturity }) => (maturity && chineseDate(maturity)) || undefined,
  instalmentCount: (doc) => String(instalments(doc)),
  interestRule: basisWords,
  repaymentRule,
  undatedNote,
  planRule,
  fee: feeOf,
  lessee: (doc) => sidesOf(doc)[0],
  lessor: (doc) => sidesOf(doc)[1],
  providerRole: (doc) => (isPayout(doc) ? '承租方' : '出租方'),
  customerRole: (doc) => (isPayout(doc) ? '出租方' : '承租方'),
  objectCount: ({ objects }) => (objects ? String(objects.length) : undefined),
  termItems: termClause,
  rentItems: rentClause,
  paymentItems: (doc) => paymentClause(doc, ...sidesOf(doc)),
  changeItems: ({ changes }) => changes,
  otherAmounts,
};

function isDated({ interestDate, maturity }: ContractDoc): boolean {
  return interestDate !== null && maturity !== null;
}
function isOwing({ totals }: ContractDoc): boolean {
  return !isZero(totals.amountPayable);
}

/** Whether what a condition says holds for a contract. */
export const casesHold: Readonly<Record<WordingCaseName, (doc: ContractDoc) => boolean>> = {
  payout: isPayout,
  collect: (doc) => !isPayout(doc),
  dated: isDated,
  undated: (doc) => !isDated(doc),
  fee: (doc) => feeOf(doc) !== undefined,
  noFee: (doc) => feeOf(doc) === undefined,
  objects: ({ objects }) => objects !== undefined,
  noObjects: ({ objects }) => objects === undefined,
  changed: ({ changes }) => changes !== undefined,
  unchanged: ({ changes }) => changes === undefined,
  started: ({ isBeforeStart }) => !isBeforeStart,
  notStarted: ({ isBeforeStart }) => isBeforeStart === true,
  owing: isOwing,
  owingNothing: (doc) => !isOwing(doc),
};
