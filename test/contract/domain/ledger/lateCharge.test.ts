import fc from 'fast-check';
import { addDays } from '../../../../contract/domain/calendar';
import { lateCharge } from '../../../../contract/domain/leasing/schedule';
import { lateChargeOn } from '../../../../contract/domain/ledger/lateCharge';
import { cents, yuan } from '../../../../contract/domain/money';

const row = { paymentDate: '2026-01-01', amountPayable: '10050.00' };
const terms = { dailyRate: '0.05' };
const on = (day: number) => addDays(row.paymentDate, day);

it('charges the daily rate from the payment date on, rounded once', () => {
  expect(lateChargeOn(row, [], terms, on(15))).toBe('75.38');
  expect(lateChargeOn(row, [], terms, on(0))).toBe('0.00');
  expect(lateChargeOn(row, [], { dailyRate: 0 }, on(15))).toBe('0.00');
});

it('charges nothing within the days of grace, and all days after them', () => {
  expect(lateChargeOn(row, [], { ...terms, graceDays: 3 }, on(3))).toBe('0.00');
  expect(lateChargeOn(row, [], { ...terms, graceDays: 3 }, on(4))).toBe('20.10');
  const inTime = [{ valueDate: on(3), amount: '10050.00' }];
  expect(lateChargeOn(row, inTime, { ...terms, graceDays: 3 }, on(90))).toBe('0.00');
});

it('is lower after a part was paid, and ends with the last payment', () => {
  const half = { valueDate: on(10), amount: '5025.00' };
  expect(lateChargeOn(row, [half], terms, on(20))).toBe('75.38');
  const rest = { valueDate: on(20), amount: '5025.00' };
  expect(lateChargeOn(row, [half, rest], terms, on(400))).toBe('75.38');
});

it('is as if a payment that was taken back had never been made', () => {
  const paid = { valueDate: on(5), amount: '10050.00' };
  const back = { valueDate: on(5), amount: '-10050.00' };
  expect(lateChargeOn(row, [paid, back], terms, on(15))).toBe('75.38');
});

it('never exceeds its limit', () => {
  expect(lateChargeOn(row, [], { ...terms, capRate: '10' }, on(1000))).toBe('1005.00');
});

it('agrees with the charge on one amount, and never falls with time or rises with a payment', () => {
  const amount = fc.bigInt({ min: 1n, max: 10_000_000n }).map(yuan);
  const day = fc.integer({ min: 0, max: 400 });
  fc.assert(
    fc.property(amount, day, day, day, (amountPayable, paidOn, first, second) => {
      const of = { ...row, amountPayable };
      expect(lateChargeOn(of, [], terms, on(first))).toBe(lateCharge(amountPayable, '0.05', first));
      const [before, after] = [first, second].sort((a, b) => a - b) as [number, number];
      const part = [{ valueDate: on(paidOn), amount: yuan(cents(amountPayable) / 2n) }];
      const charge = (at: number) => cents(lateChargeOn(of, part, terms, on(at)));
      expect(charge(before) <= charge(after)).toBe(true);
      expect(charge(after) <= cents(lateChargeOn(of, [], terms, on(after)))).toBe(true);
    }),
  );
});
