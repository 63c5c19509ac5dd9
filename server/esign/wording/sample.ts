/** A contract with invented parties, to look at a wording with. */

import { addMonths } from '../../../contract/domain/calendar';
import { type ContractKind, contractKindBy } from '../../../contract/domain/contractKinds';
import { repayMethods } from '../../../contract/domain/leasing/methods/methods';
import { planOf } from '../../../contract/domain/leasing/plan';
import { sum } from '../../../contract/domain/money';
import type { ContractDoc, ContractParty, PlanLine } from './doc';
import { repaymentOf } from './repayment';

const termDays = 360;
const paid = '100000.00';

/** `time`: yyyy-MM-dd HH:mm:ss. Names and numbers are invented; the company's are those of the tenant. */
export function sampleDoc(type: ContractKind, provider: ContractParty, time: string): ContractDoc {
  const interestDate = time.slice(0, 10);
  const terms = {
    totalAmount: paid,
    yearRate: '7.2',
    deadline: termDays,
    interestDate,
    repayMethod: repayMethods.annuity.number,
    feeRate: '1',
  };
  const plan = planOf(terms);
  const repayment = repaymentOf(terms, plan);
  const total = (name: 'rent' | 'principal' | 'amountPayable') => sum(plan.rows.map((row) => row[name]));
  const settlement: PlanLine = {
    currentPeriods: 1,
    paymentDate: addMonths(interestDate, 1),
    days: 30,
    rent: '600.00',
    principal: paid,
    other: '100.00',
    amountPayable: '100700.00',
  };
  const { rent, principal, other = '0.00', amountPayable } = settlement;
  const kind = contractKindBy(type);
  const isSettling = kind.amounts === 'settlement';
  return {
    title: kind.title[0],
    contractNumber: `HT00000000000000-0${type}`,
    type,
    provider,
    customer: { name: '张三', idNo: '110101********0011', tel: '138****0000', address: '示例市示例路1号' },
    productName: '示例产品',
    totalAmount: paid,
    yearRate: terms.yearRate,
    deadline: termDays,
    getType: 0,
    basis: plan.basis,
    ...(repayment ? { repayment } : {}),
    interestDate,
    maturity: plan.maturity,
    bankName: '示例银行',
    bankCardMasked: '**** 0000',
    plan: isSettling ? [settlement] : plan.rows,
    totals: isSettling
      ? { rent, principal, other, amountPayable }
      : { rent: total('rent'), principal: total('principal'), amountPayable: total('amountPayable') },
    madeAt: time,
  };
}
