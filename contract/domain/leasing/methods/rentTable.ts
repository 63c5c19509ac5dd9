import { cents } from '../../money';
import type { RepaymentMethod } from './method';
import { charging } from './uses';

export const rentTable: RepaymentMethod<6> = {
  number: 6,
  title: ['租金表', 'Rent table'],
  uses: ['rentTable', ...charging],
  periods: 'table',
  isBullet: false,
  rentOn: 'table',
  isAhead: false,
  parts: (time, _amounts, terms) => ({
    parts: (terms.rentTable ?? []).map((row, i) => ({
      date: row.paymentDate,
      days: time.days[i]!,
      rent: cents(row.rent),
      principal: cents(row.principal),
      nominalRent: cents(row.rent),
    })),
    capitalised: 0n,
    instalment: null,
    evenRent: null,
    residue: 0n,
    unit: 1n,
  }),
  sentence: [
    '各期的日期、本金和租金按租金表约定，不由年利率计算。租金合计 {totalRent} 元。',
    'Dates, principal and rent are those of the rent table and do not follow from the annual rate. Rent is {totalRent} in all.',
  ],
  clause: ({ who, count }) => `由${who}按附件一列明的日期和金额支付，共${count}期。`,
};
