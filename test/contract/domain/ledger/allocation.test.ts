import fc from 'fast-check';
import { type Amounts, allocate, nothing, paidOf, parts, totalOf } from '../../../../contract/domain/ledger/allocation';
import { cents, yuan } from '../../../../contract/domain/money';

function open(late: string, other: string, rent: string, principal: string): Amounts {
  return { late, other, rent, principal };
}

it('pays the late charge before other charges, rent and principal, and the oldest instalment first', () => {
  const rows = [
    { id: 'a', open: open('5.00', '10.00', '50.00', '0.00') },
    { id: 'b', open: open('0.00', '0.00', '50.00', '100.00') },
  ];
  expect(allocate('60.00', rows)).toEqual({
    bookings: [{ id: 'a', amounts: open('5.00', '10.00', '45.00', '0.00') }],
    left: '0.00',
  });
  expect(allocate('120.00', rows)).toEqual({
    bookings: [
      { id: 'a', amounts: open('5.00', '10.00', '50.00', '0.00') },
      { id: 'b', amounts: open('0.00', '0.00', '50.00', '5.00') },
    ],
    left: '0.00',
  });
  expect(allocate('300.00', rows).left).toBe('85.00');
});

it('books nothing to an instalment of which nothing is open', () => {
  expect(allocate('10.00', [{ id: 'a', open: nothing }])).toEqual({ bookings: [], left: '10.00' });
});

it('never books more than is open, and loses no cent', () => {
  const amount = fc.bigInt({ min: 0n, max: 1_000_000n }).map(yuan);
  const row = fc.record({
    id: fc.uuid(),
    open: fc.record({ late: amount, other: amount, rent: amount, principal: amount }),
  });
  fc.assert(
    fc.property(amount, fc.array(row, { maxLength: 8 }), (given, rows) => {
      const { bookings, left } = allocate(given, rows);
      const booked = bookings.reduce((sum, { amounts }) => sum + cents(totalOf(amounts)), 0n);
      expect(yuan(booked + cents(left))).toBe(given);
      for (const { id, amounts } of bookings) {
        const of = rows.find((one) => one.id === id)!.open;
        for (const part of parts) expect(cents(amounts[part]) <= cents(of[part])).toBe(true);
      }
      if (cents(left) > 0n)
        expect(bookings.map(({ amounts }) => totalOf(amounts))).toEqual(
          rows.map(({ open: whole }) => totalOf(whole)).filter((whole) => cents(whole) > 0n),
        );
    }),
  );
});

it('keeps the late charge beside what is paid of the instalment', () => {
  expect(paidOf(open('5.00', '1.00', '2.00', '3.00'))).toBe('6.00');
});
