import { signedParts } from '../../../../../src/features/lease/paymentPlan/words';

it('puts the signs between figures at the ends of lines, each summand a part of its own', () => {
  const shares = ['Rent CNY 1,389.96', 'Principal CNY 169,024.73', 'Late charges CNY 5,013.14'];
  expect(signedParts([['3 payments'], shares, ['2 banks']])).toEqual([
    '3 payments ·',
    'Rent CNY 1,389.96 +',
    'Principal CNY 169,024.73 +',
    'Late charges CNY 5,013.14 ·',
    '2 banks',
  ]);
  expect(signedParts([['3 payments'], [], ['2 banks']])).toEqual(['3 payments ·', '2 banks']);
});
