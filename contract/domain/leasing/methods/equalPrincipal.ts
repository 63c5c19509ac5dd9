import { amortised, inShares } from '../instalments';
import type { RepaymentMethod } from './method';
import { amortising } from './uses';

export const equalPrincipal: RepaymentMethod<4> = {
  number: 4,
  title: ['等额本金', 'Equal principal'],
  uses: amortising,
  periods: 'whole',
  isBullet: false,
  rentOn: 'balance',
  isAhead: false,
  parts: (time, amounts, terms) =>
    amortised(
      time,
      amounts,
      terms,
      inShares(() => 1),
    ),
  sentence: [
    '每期归还相同的本金（首次 {firstPrincipal} 元），另付剩余本金的当期利息，所以每期还款额逐期减少。利息合计 {totalRent} 元。',
    'Each instalment repays the same principal (first {firstPrincipal}) and pays the period’s interest on what is still owed, so instalments fall. Interest is {totalRent} in all.',
  ],
  clause: ({ who, every, count }) =>
    `采用等额本金：由${who}${every}支付，共${count}期，每期支付相同的本金，并支付剩余本金的当期租金。`,
};
