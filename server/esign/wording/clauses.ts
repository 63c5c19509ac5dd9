/** What follows from a contract's terms: its clauses about term, rent and payment, and the rows of its annex. */
import { contractKindBy } from '../../../contract/domain/contractKinds';
import type { ContractDoc, PlanLine } from './doc';
import { amountInFull, chineseDate, isZero, percent } from './figures';
import {
  counting,
  dueRule,
  isCharge,
  isInPeriods,
  methodWords,
  paymentItems,
  rentItems,
  shortCounting,
  termSentence,
} from './repayment';

/** A settlement always has dates; the other contracts only once the start is fixed. */
function isDated(doc: ContractDoc): boolean {
  return contractKindBy(doc.type).amounts === 'settlement' || doc.interestDate !== null;
}

/** The due date of a line; before the start is fixed, the rule for the date. */
export function dueDate(doc: ContractDoc, line: PlanLine): string {
  if (isDated(doc)) return line.paymentDate;
  if (doc.repayment) return dueRule(doc.repayment, line, instalments(doc), doc.deadline);
  return line.currentPeriods === doc.plan.length ? `起租满${doc.deadline}日` : `起租满${line.currentPeriods}个月`;
}

/** How many rows of the plan are instalments. */
export function instalments({ plan }: Pick<ContractDoc, 'plan'>): number {
  return plan.filter((line) => !isCharge(line)).length;
}

/** Rent days of a line; unknown before the start is fixed, since months differ in length, unless there is one line. */
export function rentDays(doc: ContractDoc, line: PlanLine): string {
  return (!isDated(doc) && doc.plan.length > 1) || isCharge(line) ? '—' : String(line.days);
}

/** How interest is counted, in the words of a clause. */
export function basisWords({ repayment, basis }: Pick<ContractDoc, 'repayment' | 'basis'>): string {
  return repayment ? `计息方式为${counting(repayment)}` : `计息基础为${basis}天`;
}

export function rentClause(doc: ContractDoc): string[] {
  if (doc.isRest)
    return [
      `租金折算年化利率为${percent(doc.yearRate)}，租金的计算方法按原合同约定，不作变更。尚余各期租金列于附件一，合计${amountInFull(doc.totals.rent)}。`,
    ];
  if (doc.repayment)
    return rentItems({ ...doc.repayment, totalRent: doc.totals.rent }, percent(doc.yearRate), amountInFull);
  return [
    `租金折算年化利率为${percent(doc.yearRate)}，租赁期限内不作调整。`,
    `租金总额＝租赁本金×年化利率×${doc.deadline}÷${doc.basis}，即以${doc.basis}天为一年计算，四舍五入至分，合计${amountInFull(doc.totals.rent)}。租金的支付方式不影响租金总额。`,
  ];
}

export function paymentClause(doc: ContractDoc, lessee: string, lessor: string): string[] {
  const count = doc.plan.length;
  if (doc.isRest) return [`尚余${instalments(doc)}期，付款方式按原合同约定，不作变更，各期付款日与金额列于附件一。`];
  if (doc.repayment) return paymentItems(doc.repayment, lessee, instalments(doc));
  return [
    doc.getType === 0 && count > 1
      ? `租金按月支付，共${count}期，各期租金相等，因取整产生的尾差计入末期。`
      : '租金于到期日一次支付。',
    isZero(doc.totals.principal)
      ? '租赁本金的处理由双方另行书面约定，不列入付款计划。'
      : `租赁本金由${lessee}于到期日随末期租金一并支付给${lessor}。`,
  ];
}

export function termClause(doc: ContractDoc): string[] {
  const { interestDate, maturity, deadline, repayment } = doc;
  if (doc.isRest && interestDate && maturity)
    return [
      `租赁期限不作变更：尚余${instalments(doc)}期，自${chineseDate(interestDate)}起，到期日为${chineseDate(maturity)}。`,
    ];
  const dated =
    interestDate && maturity ? `起租日为${chineseDate(interestDate)}，到期日为${chineseDate(maturity)}` : null;
  const inPeriods = repayment && termSentence(repayment, dated);
  if (inPeriods) return [inPeriods, '起租日当日计算租金，到期日当日不计算租金。'];
  return [
    dated
      ? `租赁期限为${deadline}日，${dated}。`
      : `租赁期限为${deadline}日。起租日在应签文件全部签署完成后由双方确定，以甲方系统记载并通知乙方的日期为准；到期日为起租日后第${deadline}日。`,
    `起租日当日计算租金，到期日当日不计算租金，计租天数共${deadline}日。`,
  ];
}

/** The three figures about terms at the head of a contract. */
export function basisLine({ repayment, basis }: ContractDoc): string {
  return repayment ? shortCounting(repayment) : `${basis}天为一年`;
}
export function termLine(doc: ContractDoc): string {
  const { repayment, deadline } = doc;
  if (doc.isRest) return `尚余${instalments(doc)}期`;
  return repayment && isInPeriods(repayment) ? `${repayment.termPeriods}期` : `${deadline}日`;
}
export function methodLine(doc: ContractDoc): string {
  if (doc.repayment) return `${methodWords(doc.repayment)}（共${instalments(doc)}期）`;
  return doc.getType === 0 ? `按月（共${doc.plan.length}期）` : '到期一次';
}
