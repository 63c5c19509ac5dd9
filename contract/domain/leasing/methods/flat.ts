import { flatParts } from '../instalments';
import type { RepaymentMethod } from './method';
import { amortising } from './uses';

export const flat: RepaymentMethod<5> = {
  number: 5,
  title: ['等额租金（平息）', 'Flat rate'],
  uses: amortising,
  periods: 'whole',
  isBullet: false,
  rentOn: 'amount',
  isAhead: true,
  parts: flatParts,
  sentence: [
    '利息按全部本金和全部期限计算，合计 {totalRent} 元，与本金一起平均分摊，每期 {instalment} 元；归还本金不减少利息。',
    'Interest is calculated on the whole principal for the whole term, {totalRent} in all, and spread evenly with the principal: {instalment} each. Repaying principal does not lower it.',
  ],
  clause: ({ who, every, count, instalment }) =>
    `采用等额租金（平息）：租金按全部本金和全部期限计算，与本金平均分摊，由${who}${every}支付，共${count}期，每期应付${instalment}，归还本金不减少租金。`,
};
