import { periodsAYear } from '../codes';
import { amortised, inShares } from '../instalments';
import type { RepaymentMethod } from './method';
import { amortising } from './uses';

export const steppedPrincipal: RepaymentMethod<7> = {
  number: 7,
  title: ['阶梯本金', 'Stepped principal'],
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
      inShares((slot) => 1 + Math.floor(slot / periodsAYear[terms.frequency])),
    ),
  sentence: [
    '归还的本金按年递增：第 1 年每期归还一份（首次 {firstPrincipal} 元），第 2 年每期两份，依此类推，另付剩余本金的当期利息。利息合计 {totalRent} 元。',
    'Principal repaid rises by the year: one share with each instalment of the first year (first {firstPrincipal}), two in the second, and so on, with the period’s interest on what is still owed. Interest is {totalRent} in all.',
  ],
  clause: ({ who, every, count }) =>
    `采用阶梯本金：由${who}${every}支付，共${count}期，首年每期支付一份本金，此后每满一年每期增加一份，并支付剩余本金的当期租金。`,
};
