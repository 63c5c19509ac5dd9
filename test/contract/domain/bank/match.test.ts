import fc from 'fast-check';
import { matchAll, type OpenOrder, type StatementLine } from '../../../../contract/domain/bank/match';
import { addMonths } from '../../../../contract/domain/calendar';
import { cents, sum } from '../../../../contract/domain/money';

const line = (more: Partial<StatementLine> = {}): StatementLine => ({
  direction: 1,
  valueDate: '2026-11-20',
  amount: '100.00',
  partyName: '',
  partyAccount: '',
  purpose: '',
  ...more,
});
function order(more: Partial<OpenOrder> & { opens?: readonly string[] } = {}): OpenOrder {
  const { opens = ['100.00', '100.00', '100.00'], ...rest } = more;
  const contractCode = rest.contractCode ?? 'HT20261101000001';
  return {
    orderId: contractCode,
    contractCode,
    customerId: rest.customerName ?? '甲',
    customerName: '甲',
    direction: 1,
    accounts: [],
    rows: opens.map((open, at) => ({
      planId: `${contractCode}/${at + 1}`,
      period: at + 1,
      paymentDate: addMonths('2026-09-15', at),
      open,
    })),
    ...rest,
  };
}
const first = (lines: StatementLine[], orders: OpenOrder[], receipts: Parameters<typeof matchAll>[2] = []) =>
  matchAll(lines, orders, receipts)[0]!;
const codes = (match: ReturnType<typeof first>) => match.proposals[0]?.reasons.map(({ code }) => code);

it('knows an order by its number, its customer’s account, or its customer’s name, and says so', () => {
  const held = order({ accounts: ['6222 0000 1111'] });
  const byCode = first([line({ purpose: '付租金ht20261101000001第一期' })], [held]);
  expect([byCode.verdict, codes(byCode)]).toEqual(['matched', ['contract', 'oneRow']]);
  const byAccount = first([line({ partyAccount: '622200001111', partyName: '甲的配偶' })], [held]);
  expect([byAccount.verdict, codes(byAccount)]).toEqual(['matched', ['account', 'otherName', 'oneRow']]);
  const byName = first([line({ partyName: ' 甲 ' })], [held]);
  expect([byName.verdict, codes(byName)]).toEqual(['matched', ['name', 'oneRow']]);
});

it('takes one instalment, some of the oldest, all that is due, or all of several orders', () => {
  const some = first([line({ amount: '200.00', partyName: '甲' })], [order()]);
  expect(some.proposals[0]!.shares.map(({ period }) => period)).toEqual([1, 2]);
  expect(codes(some)).toEqual(['name', 'someRows']);
  const due = first(
    [line({ amount: '300.00', partyName: '甲' })],
    [order({ opens: ['100.00', '100.00', '100.00', '9.00'] })],
  );
  expect(codes(due)).toEqual(['name', 'allDue']);
  const all = first(
    [line({ amount: '600.00', partyName: '甲' })],
    [order(), order({ contractCode: 'HT20261101000002' })],
  );
  expect([all.verdict, codes(all), all.proposals[0]!.shares.length]).toEqual(['matched', ['name', 'allOrders'], 6]);
});

it('offers what a person has to look at, and claims nothing else', () => {
  const other = order({ contractCode: 'HT20261101000002' });
  expect(first([line({ partyName: '甲' })], [order(), other]).proposals).toHaveLength(2);
  const stranger = first([line({ purpose: 'HT20261101000001', partyName: '乙' })], [order()]);
  expect([stranger.verdict, codes(stranger)]).toEqual(['offered', ['contract', 'otherName', 'oneRow']]);
  const part = first([line({ amount: '150.00', partyName: '甲' })], [order()]);
  expect([part.verdict, part.proposals[0]!.shares.map(({ amount }) => amount)]).toEqual([
    'offered',
    ['100.00', '50.00'],
  ]);
  const more = first([line({ amount: '350.00', partyName: '甲' })], [order()]);
  expect([more.verdict, more.proposals[0]!.rest]).toEqual(['offered', '50.00']);
  expect(codes(first([line()], [order()]))).toEqual(['oneRow', 'amountOnly']);
  expect(first([line({ direction: 2, partyName: '甲' })], [order()])).toEqual({ verdict: 'unclaimed', proposals: [] });
  expect(first([line({ amount: '77.00', partyName: '丙' })], [order()]).verdict).toBe('unclaimed');
});

it('finds a line among what is booked already, before it books it again', () => {
  const booked = {
    receiptId: '7',
    receiptNo: 'SK1',
    direction: 1 as const,
    valueDate: '2026-11-18',
    amount: '100.00',
    partyName: '甲',
    partyAccount: '',
  };
  const [one, two] = matchAll([line({ partyName: '甲' }), line({ partyName: '甲' })], [order()], [booked]);
  expect(one).toMatchObject({ verdict: 'matched', proposals: [{ receiptId: '7', shares: [] }] });
  expect(two).toMatchObject({ verdict: 'matched', proposals: [{ receiptId: null }] });
  expect(first([line({ partyName: '甲' })], [], [{ ...booked, valueDate: '2026-11-10' }]).verdict).toBe('unclaimed');
});

it('never gives an instalment to two clear lines, and always says where the whole amount goes', () => {
  const orders = fc.array(
    fc.record({
      name: fc.constantFrom('甲', '乙', '丙'),
      opens: fc.array(fc.constantFrom('100.00', '50.00', '0.01', '999.99'), { minLength: 1, maxLength: 5 }),
    }),
    { maxLength: 6 },
  );
  const lines = fc.array(
    fc.record({
      name: fc.constantFrom('甲', '乙', '丙', '丁', ''),
      amount: fc.constantFrom('100.00', '50.00', '150.00', '0.01', '1234.00'),
      code: fc.integer({ min: 0, max: 7 }),
    }),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(orders, lines, (held, moved) => {
      const open = held.map(({ name, opens }, at) =>
        order({ contractCode: `HT2026110100000${at}`, customerName: name, opens }),
      );
      const given = moved.map(({ name, amount, code }) =>
        line({ partyName: name, amount, purpose: code < 6 ? '' : `HT2026110100000${code - 6}` }),
      );
      const taken = new Set<string>();
      for (const [at, { verdict, proposals }] of matchAll(given, open, []).entries()) {
        expect(verdict === 'unclaimed').toBe(proposals.length === 0);
        for (const { shares, rest } of proposals)
          expect(cents(sum([...shares.map(({ amount }) => amount), rest]))).toBe(cents(given[at]!.amount));
        if (verdict !== 'matched') continue;
        expect(proposals).toHaveLength(1);
        for (const { planId } of proposals[0]!.shares) {
          expect(taken.has(planId)).toBe(false);
          taken.add(planId);
        }
      }
    }),
  );
});

describe('an answer that the text of the bank speaks against is never clear', () => {
  const paid = order({ opens: ['100.00', '100.00'] });
  const again = order({ contractCode: 'HT20261101000002', opens: ['100.00'] });
  const out = order({ contractCode: 'HT20261101000003', direction: 2, opens: ['500.00'] });

  it.each<[string, string, OpenOrder[]]>([
    ['the contract of another direction', 'HT20261101000003', [paid, out]],
    ['two contracts', 'HT20261101000001 HT20261101000002', [paid, again]],
    ['two contracts, the other one with a period', '付HT20261101000001-1、HT20261101000002-1', [paid, again]],
    ['a number with a digit more', 'HT202611010000010', [paid]],
    ['a number with a digit less', 'HT2026110100000', [paid]],
    ['a number with another digit', 'ht20261101000009 租金', [paid]],
    ['a number in full-width letters', 'ＨＴ２０２６１１０１０００００９', [paid]],
    ['a number of which nothing is open', 'HT20250101000007', [paid]],
    ['two numbers without a blank', 'HT20261101000001HT20261101000002', [paid, again]],
    ['a number with a blank inside', 'HT2026 1101000009', [paid]],
    ['a contract of another form', 'ZL-2024-018', [paid]],
  ])('%s', (_what, purpose, orders) => {
    const contracts = new Set(['ZL-2024-018']);
    const [found] = matchAll([line({ partyName: '甲', purpose })], orders, [], contracts);
    expect(found!.verdict).toBe('offered');
    expect(found!.proposals[0]!.reasons.map(({ code }) => code)).toContain('otherContract');
  });

  it.each([
    'HT20261101000001',
    'HT20261101000001-2',
    '租金，ht20261101000001，谢谢',
    '回单 20261126110503 租金',
    '转账1234567890',
  ])('but %s is', (purpose) => expect(first([line({ partyName: '甲', purpose })], [paid]).verdict).toBe('matched'));

  it('nor is a receipt of another contract', () => {
    const booked = {
      ...{ receiptId: '7', receiptNo: 'SK1', direction: 1 as const, valueDate: '2026-11-20', amount: '100.00' },
      ...{ partyName: '甲', partyAccount: '', contractCodes: ['HT20261101000001'] },
    };
    const verdict = (purpose: string) => first([line({ partyName: '甲', purpose })], [], [booked]).verdict;
    expect(['', 'HT20261101000001', 'HT20261101000002'].map(verdict)).toEqual(['matched', 'matched', 'offered']);
  });
});

it('a movement that the bank takes back is offered', () => {
  const back = first([line({ partyName: '甲', purpose: '红字冲销 退款' })], [order()]);
  expect([back.verdict, codes(back)]).toEqual(['offered', expect.arrayContaining(['takenBack'])]);
});

describe('an instalment out of turn is offered', () => {
  const due = (paymentDate: string, open = '100.00') => ({
    planId: paymentDate,
    period: Number(paymentDate.slice(5, 7)),
    paymentDate,
    open,
  });
  it.each<[string, string, ReturnType<typeof due>[], string]>([
    ['due in 80 days', '100.00', [due('2027-02-08')], 'early'],
    ['due in eight days', '100.00', [due('2026-11-28')], 'early'],
    ['behind an unpaid one', '70.00', [due('2026-10-15'), due('2026-11-15', '70.00')], 'skips'],
  ])('%s', (_what, amount, rows, code) => {
    const match = first([line({ partyName: '甲', amount })], [order({ rows })]);
    expect([match.verdict, codes(match)]).toEqual(['offered', expect.arrayContaining([code])]);
  });
  it('one that is due within a week is clear', () => {
    expect(first([line({ partyName: '甲' })], [order({ rows: [due('2026-11-27')] })]).verdict).toBe('matched');
  });
});
