/** What a lease earns on what its suppliers were paid, against figures that were computed by hand. */
import { investmentRate, leaseReturn, type ReturningRow } from '../../../../contract/domain/leasing/investment';
import { rowKinds } from '../../../../contract/domain/leasing/rowKinds';

function row(paymentDate: string, amountPayable: string, more: Partial<ReturningRow> = {}): ReturningRow {
  const plain = { kind: rowKinds.instalment, paidAmount: '0.00', payStatus: 0, isFrozen: 0 };
  return { ...plain, paymentDate, amountPayable, ...more };
}
const paid = (date: string, amount: string) => ({ date, amount });

describe('the rate', () => {
  it('is that of one payment and one return', () => {
    expect(investmentRate([paid('2025-01-01', '10000.00')], [row('2026-01-01', '11000.00')], '2026-01-01')).toBe(
      '10.0000',
    );
  });

  it('counts each payment from its own day, in whatever order they come', () => {
    // 5,000 × 1.1² + 5,000 × 1.1
    const payments = [paid('2026-01-01', '5000.00'), paid('2025-01-01', '5000.00')];
    expect(investmentRate(payments, [row('2027-01-01', '11550.00')], '2027-01-01')).toBe('10.0000');
  });

  it('takes a fee as it comes, and a deposit as money that goes back', () => {
    // 500 on the first day: 9,500 become 10,450.
    const fee = row('2025-01-01', '500.00', { kind: rowKinds.fee });
    expect(investmentRate([paid('2025-01-01', '10000.00')], [fee, row('2026-01-01', '10450.00')], '2026-01-01')).toBe(
      '10.0000',
    );
    // 1,000 is held for a year: 9,000 become 10,900 less 1,000.
    const deposit = row('2025-01-01', '1000.00', { kind: rowKinds.deposit });
    expect(
      investmentRate([paid('2025-01-01', '10000.00')], [deposit, row('2026-01-01', '10900.00')], '2026-01-01'),
    ).toBe('10.0000');
  });

  it('leaves out rows that another one replaces, and is unknown without payment or plan', () => {
    const rows = [
      row('2026-01-01', '11000.00'),
      row('2026-01-01', '99.00', { payStatus: 2 }),
      row('2026-01-01', '99.00', { isFrozen: 1 }),
    ];
    expect(investmentRate([paid('2025-01-01', '10000.00')], rows, '2026-01-01')).toBe('10.0000');
    expect(investmentRate([], rows, '2026-01-01')).toBeNull();
    expect(investmentRate([paid('2025-01-01', '10000.00')], [], null)).toBeNull();
    // A reversal on another day leaves nothing invested.
    const back = [paid('2025-01-01', '10000.00'), paid('2025-02-01', '-10000.00')];
    expect(investmentRate(back, rows, '2026-01-01')).toBeNull();
  });
});

it('the margin is what the plan brings less what was invested; a deposit is neither return nor margin', () => {
  const rows = [
    row('2025-01-01', '1000.00', { kind: rowKinds.deposit, paidAmount: '1000.00' }),
    row('2025-01-01', '200.00', { kind: rowKinds.fee, paidAmount: '200.00' }),
    row('2025-07-01', '6000.00', { paidAmount: '2500.00' }),
    row('2026-01-01', '6000.00'),
    row('2026-01-01', '777.00', { payStatus: 2, paidAmount: '0.00' }),
  ];
  expect(leaseReturn('10000.00', rows)).toEqual({ returned: '2700.00', margin: '2200.00' });
});
