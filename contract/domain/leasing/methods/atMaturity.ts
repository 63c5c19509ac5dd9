import { bulletParts } from '../bullet';
import type { RepaymentMethod } from './method';
import { charging } from './uses';

export const atMaturity: RepaymentMethod<2> = {
  number: 2,
  title: ['到期还本付息', 'All at maturity'],
  uses: ['dayCount', ...charging],
  periods: 'once',
  isBullet: true,
  rentOn: 'amount',
  isAhead: false,
  parts: bulletParts,
  sentence: [
    '本金 {principal} 元和利息 {totalRent} 元在到期日一次付清。',
    'The principal of {principal} and interest of {totalRent} are paid together at maturity.',
  ],
  clause: ({ who }) => `租金和本金由${who}于到期日一次支付。`,
};
