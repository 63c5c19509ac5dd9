import { bulletParts } from '../bullet';
import type { RepaymentMethod } from './method';
import { charging } from './uses';

export const interestFirst: RepaymentMethod<1> = {
  number: 1,
  title: ['先息后本', 'Interest first'],
  uses: ['frequency', 'timing', 'dueDay', 'dayCount', 'rounding', ...charging],
  periods: 'days',
  isBullet: true,
  rentOn: 'amount',
  isAhead: true,
  parts: bulletParts,
  sentence: [
    '每期支付利息，本金 {principal} 元在最后一期一次还清，利息合计 {totalRent} 元。',
    'Each period pays interest, {totalRent} in all; the principal of {principal} is repaid with the last instalment.',
  ],
  advanceSentence: [
    '期初付：每期利息在当期第一天支付，本金在 {maturity} 归还。',
    'Paid in advance: interest is due on the first day of its period, the principal on {maturity}.',
  ],
  clause: ({ who, every, count }) =>
    `采用先息后本：租金${every}支付，本金由${who}于到期日一次支付，付款计划共${count}期。`,
};
