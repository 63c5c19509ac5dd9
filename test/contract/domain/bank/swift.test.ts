/** MT940: every statement of a file, its entries with their texts, reversals and the chain of its balances. */
import { statementsIn } from '../../../../server/lease/bankStatement/reading';

const account = '1001234567890123456';
interface Shape {
  opening?: string;
  closing?: string;
  entries?: string;
  of?: string;
}
function message({
  opening = ':60F:C261101CNY1000,00',
  closing = ':62F:C261102CNY1100,00',
  of = account,
  entries,
}: Shape = {}): string {
  const usual = ':61:2611021102C100,00NTRFNONREF//B1\r\n:86:租金';
  return `:20:ST1\r\n:25:${of}\r\n:28C:1/1\r\n${opening}\r\n${entries ?? usual}\r\n${closing}\r\n`;
}
async function read(...parts: readonly string[]) {
  return (await statementsIn(Buffer.from(parts.join('')))).statements;
}
async function moved(entries: string, closing = ':62F:C261102CNY1100,00') {
  const [one] = await read(message({ entries, closing }));
  return one!.lines.map(({ direction, amount }) => [direction, amount]);
}

it('reads every statement of a file, within its blocks or without them', async () => {
  const second = message({ opening: ':60F:C261103CNY5,', closing: ':62F:C261103CNY105,', of: '2001234567890123456' });
  for (const text of [
    [message(), second],
    [`{1:F01BKCHCNBJAXXX0000000000}{2:I940BKCHCNBJXXXXN}{4:\r\n${message()}-}`, `{1:F01X}{4:\n${second}-}\n`],
  ]) {
    const found = await read(...text);
    expect(found.map((one) => [one.account, one.opening, one.closing, one.lines.length])).toEqual([
      [account, '1000.00', '1100.00', 1],
      ['2001234567890123456', '5.00', '105.00', 1],
    ]);
    expect(found[0]).toMatchObject({
      layout: 10,
      lines: [{ valueDate: '2026-11-02', serialNo: 'B1', purpose: '租金' }],
    });
  }
});

it.each<[string, string, [number, string][], string]>([
  ['a credit', ':61:261102C100,00NTRFR1', [[1, '100.00']], ':62F:C261102CNY1100,00'],
  ['a debit', ':61:2611021102D100,NTRFR1', [[2, '100.00']], ':62F:C261102CNY900,'],
  ['a credit that is taken back', ':61:261102RC100,00NTRFR1', [[2, '100.00']], ':62F:C261102CNY900,00'],
  ['a debit that is taken back', ':61:261102RD100,00NTRFR1', [[1, '100.00']], ':62F:C261102CNY1100,00'],
  ['the third letter of the currency', ':61:2611021102CY100,5NTRFR1', [[1, '100.5']], ':62F:C261102CNY1100,50'],
  ['more decimals', ':61:261102C8,850NTRFR1', [[1, '8.85']], ':62F:C261102CNY1008,85'],
  ['a code that is shorter', ':61:2611021102C100,00NOV NONREF', [[1, '100.00']], ':62F:C261102CNY1100,00'],
  ['a blank before the code', ':61:2611021102C100,00 NTRFNONREF//B1', [[1, '100.00']], ':62F:C261102CNY1100,00'],
  ['a decimal point', ':61:261102C100.00NTRFR1', [[1, '100.00']], ':62F:C261102CNY000001100.00'],
  ['an overdrawn account', ':61:261102D1100,00NTRFR1', [[2, '1100.00']], ':62F:D261102CNY100,00'],
])('takes %s in its direction', async (_what, entry, lines, closing) => {
  expect((await moved(entry, closing)).map(([way, amount]) => [way, Number(amount)])).toEqual(
    lines.map(([way, amount]) => [way, Number(amount)]),
  );
});

it.each<[string, string, object]>([
  [
    'lines that are full',
    `:86:${'付'.repeat(57)}HT202611\r\n01000001 租金`,
    { purpose: expect.stringContaining('HT20261101000001 租金') },
  ],
  ['lines that are not', ':86:租金\r\n第三期', { purpose: '租金 第三期' }],
  [
    'parts with numbers',
    ':86:166?00转账?20租金?21第三期?31 6222 0212?32甲公司?33上海',
    { partyName: '甲公司上海', partyAccount: '62220212', purpose: '租金第三期' },
  ],
  [
    'words between slashes',
    ':86:/ACCT/62220212/NAME/甲公司/REMI/租金',
    { partyName: '甲公司', partyAccount: '62220212' },
  ],
  ['a line behind the entry', '', { purpose: '补充说明' }],
])('reads the text of an entry in %s', async (_what, about, said) => {
  const entry = about === '' ? ':61:261102C100,00NTRFR1//B1\r\n补充说明' : `:61:261102C100,00NTRFR1//B1\r\n${about}`;
  const [one] = await read(message({ entries: entry }));
  expect(one!.lines).toMatchObject([said]);
});

it('joins the pages of a statement, and refuses a page that does not follow', async () => {
  const first = message({ closing: ':62M:C261102CNY1100,00' });
  const next = (from: string) => message({ opening: `:60M:C261102CNY${from}`, closing: ':62F:C261102CNY1200,00' });
  const [one, ...none] = await read(first, next('1100,00'));
  expect([one!.opening, one!.closing, one!.lines.length, none.length]).toEqual(['1000.00', '1200.00', 2, 0]);
  await expect(read(first, next('1100,01'))).rejects.toMatchObject({ fault: 'unbalanced' });
  await expect(read(first)).rejects.toMatchObject({ fault: 'pageMissing', values: { account } });
  await expect(read(next('1100,00'))).rejects.toMatchObject({ fault: 'pageMissing', values: { account } });
  await expect(read(first, message())).rejects.toMatchObject({ fault: 'pageMissing', values: { account } });
});

it.each<[string, Shape, object]>([
  [
    'balances that do not lead to each other',
    { closing: ':62F:C261102CNY1100,1' },
    { fault: 'unbalanced', values: { reached: '1100.00', said: '1100.10' } },
  ],
  ['an account in another currency', { opening: ':60F:C261101USD1000,00' }, { fault: 'foreignAccount' }],
  ['a closing balance in another currency', { closing: ':62F:C261102EUR1100,00' }, { fault: 'foreignAccount' }],
  ['an entry that cannot be read', { entries: ':61:261302C100,00NTRFR1' }, { fault: 'badRow', values: { row: 1 } }],
  ['an amount with points', { entries: ':61:261102C1.100,00NTRFR1' }, { fault: 'badRow' }],
  ['no account', { of: '' }, { fault: 'noAccount' }],
  [
    'a report during the day',
    { opening: ':34F:CNY0,\r\n:13D:2611021200+0800', closing: ':90C:1CNY100,' },
    { fault: 'otherMessage', values: { name: 'MT942' } },
  ],
  [
    'a balance that cannot be read',
    { closing: ':62F:C2611021100,00' },
    { fault: 'badBalance', values: { text: 'C2611021100,00' } },
  ],
  ['a message without balances', { opening: '', closing: '' }, { fault: 'noBalance' }],
])('refuses %s', async (_what, shape, fault) => {
  await expect(read(message(shape))).rejects.toMatchObject(fault);
});

it('counts what is only expected, and what is 0', async () => {
  const [one] = await read(
    message({ entries: ':61:261102C100,00NTRFR1\r\n:61:261102EC5,00NTRFR2\r\n:61:261102C0,00NMSCR3' }),
  );
  expect(one).toMatchObject({ held: 3, passed: { pending: 1, noMoney: 1 } });
});
it.each([
  `BKCHCNBJ/${account}/CNY`,
  `CMBC/${account}`,
  `/${account}`,
  `${account}CNY`,
  `${account} CNY`,
  '1001 2345 6789 0123 456',
  '1001.2345.6789.0123.456CNY',
])('knows the account in %s', async (of) => {
  expect((await read(message({ of })))[0]!.account).toBe(account);
});
