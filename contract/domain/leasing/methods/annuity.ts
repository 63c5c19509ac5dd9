import { amortised, levelInstalment } from '../instalments';
import { toUnit } from '../rounding';
import type { RepaymentMethod } from './method';
import { amortising } from './uses';

export const annuity: RepaymentMethod<3> = {
  number: 3,
  title: ['等额本息', 'Annuity'],
  uses: amortising,
  periods: 'whole',
  isBullet: false,
  rentOn: 'balance',
  isAhead: false,
  hasInterestRows: true,
  parts: (time, amounts, terms) =>
    amortised(time, amounts, terms, (slots, owing) => {
      const [n, d] = levelInstalment(slots, owing);
      return { isLevel: true, instalmentFor: (way) => () => toUnit(n, d, way) };
    }),
  sentence: [
    '每期还款 {instalment} 元，金额相等：先付剩余本金的当期利息，其余归还本金，所以利息逐期减少、本金逐期增加。利息合计 {totalRent} 元。',
    'Each instalment is {instalment}: it pays the period’s interest on the principal still owed, the rest repays principal, so interest falls and principal rises. Interest is {totalRent} in all.',
  ],
  clause: ({ who, every, count, instalment }) =>
    `采用等额本息：由${who}${every}支付，共${count}期，每期应付${instalment}，先计剩余本金的当期租金，其余为本金。`,
};
