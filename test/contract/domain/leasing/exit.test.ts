import { type ExitRow, exitQuote } from '../../../../contract/domain/leasing/exit';
import { planOf } from '../../../../contract/domain/leasing/plan';
import type { PlanTerms } from '../../../../contract/domain/leasing/terms';
import { sum } from '../../../../contract/domain/money';

const lease: PlanTerms = {
  totalAmount: '10000.00',
  yearRate: '6',
  deadline: 365,
  interestDate: '2025-01-01',
  repayMethod: 1,
};
/** The plan of the terms, its first rows paid. */
function rowsOf(terms: PlanTerms, paid: number): ExitRow[] {
  return planOf(terms).rows.map((row, i) => ({
    ...row,
    open: i < paid ? nothing : { late: '0.00', other: row.other, rent: row.rent, principal: row.principal },
  }));
}
const nothing = { late: '0.00', other: '0.00', rent: '0.00', principal: '0.00' };

it('asks for the principal and the interest that was earned and not paid', () => {
  const ask = { terms: lease, rows: rowsOf(lease, 3), exitDate: '2025-04-10', isCollected: false };
  expect(exitQuote(ask)).toMatchObject({
    days: 99,
    earned: '162.74',
    rentPaid: '150.00',
    owing: '12.74',
    total: '10012.74',
    row: { rent: '12.74', principal: '10000.00', other: '0.00' },
  });
  expect(exitQuote({ ...ask, feeRate: '1' }).total).toBe('9912.74');
  expect(exitQuote({ ...ask, feeRate: '1', isCollected: true }).total).toBe('10112.74');
  expect(exitQuote({ ...ask, exitDate: '2025-04-02', exitRate: '3' })).toMatchObject({
    earned: '74.79',
    owing: '-75.21',
    total: '9924.79',
    row: { rent: '0.00', principal: '9924.79', other: '0.00' },
  });
});

describe('an annuity', () => {
  const terms: PlanTerms = { ...lease, totalAmount: '120000.00', yearRate: '12', deadline: 360, repayMethod: 3 };
  const plan = planOf(terms);

  it('is left by what it has not repaid, and the interest of the days since its last due date', () => {
    const [, , , fourth] = plan.rows;
    const quote = exitQuote({ terms, rows: rowsOf(terms, 3), exitDate: '2025-04-16', isCollected: true });
    expect(quote.principalLeft).toBe(plan.rows[2]!.balance);
    // fifteen of the thirty days of April
    expect(quote.owing).toBe((Number(fourth!.rent) / 2).toFixed(2));
    expect(quote.total).toBe(sum([quote.principalLeft, quote.owing]));
  });

  it('costs its principal at the beginning, and asks for what is overdue as well', () => {
    const ask = { terms, rows: rowsOf(terms, 0), isCollected: true };
    expect(exitQuote({ ...ask, exitDate: '2025-01-01' }).total).toBe('120000.00');
    const onThird = exitQuote({ ...ask, exitDate: plan.rows[2]!.paymentDate });
    expect(onThird.total).toBe(sum(['120000.00', ...plan.rows.slice(0, 3).map(({ rent }) => rent)]));
  });

  it('adds open charges and late charges, and no deposit', () => {
    const charged = { ...terms, depositRate: '10', feeRate: '1', purchasePrice: '100.00' };
    const rows = rowsOf(charged, 0).map((row) =>
      row.kind === 1 && row.currentPeriods === 1 ? { ...row, open: { ...row.open, late: '8.00' } } : row,
    );
    const quote = exitQuote({ terms: charged, rows, exitDate: '2025-01-01', feeRate: '2', isCollected: true });
    expect(quote).toMatchObject({ charges: '1300.00', fee: '2400.00', late: '8.00', total: '123708.00' });
    expect(sum(Object.values(quote.row))).toBe(quote.total);
  });
});

it('names what it cannot work with', () => {
  const ask = { terms: lease, rows: rowsOf(lease, 0), exitDate: '2025-04-10', isCollected: false };
  for (const exitDate of ['2024-12-31', '2026-01-01', 'soon'])
    expect(() => exitQuote({ ...ask, exitDate })).toThrow('exitDate');
  expect(() => exitQuote({ ...ask, feeRate: 'x' })).toThrow('feeRate');
  const overpaid = rowsOf(lease, 12);
  expect(() => exitQuote({ ...ask, rows: overpaid, exitRate: 0 })).toThrow('total');
});
