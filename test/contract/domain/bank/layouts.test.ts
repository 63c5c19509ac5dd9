/** Lists as the online banks of ABC and BOCOM give them out, and what stands around the lines of any bank. */
import { statementsIn } from '../../../../server/lease/bankStatement/reading';
import { abcCsv, bocomCsv, type Statement } from '../../../support/bankFiles';

const own = '1001234567890123456';
type Row = readonly string[];
function csv(...rows: readonly Row[]): Buffer {
  return Buffer.from(rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\r\n'));
}
const cmb = ['交易日', '借方金额', '贷方金额', '余额', '收(付)方名称', '摘要'];
const lines = [
  ['20261101', '', '100.00', '100.00', '甲', '租金'],
  ['20261102', '40.00', '', '60.00', '乙', '退款'],
];
async function moved(bytes: Buffer) {
  const { statements } = await statementsIn(bytes);
  return statements.map(({ account, lines: read }) => ({
    account,
    moved: read.map((one) => [one.direction, one.amount]),
  }));
}
const whole = [
  {
    account: own,
    moved: [
      [1, '100.00'],
      [2, '40.00'],
    ],
  },
];

const statement: Statement = {
  account: own,
  opening: '1000.00',
  lines: [
    {
      day: '2026-11-17',
      amount: '12345.60',
      name: '甲公司',
      account: '6222021234567890128',
      purpose: '租金',
      serial: 'A1',
    },
    { day: '2026-11-18', amount: '-345.60', name: '乙', account: '6222021234567890129', purpose: '退款', serial: 'A2' },
  ],
};
it.each([
  ['农业银行', 5, abcCsv(statement)],
  ['农业银行', 5, abcCsv(statement, 'new')],
  ['交通银行', 6, bocomCsv(statement)],
])('reads a list of %s', async (_bank, layout, bytes) => {
  const { statements } = await statementsIn(bytes);
  expect(statements).toMatchObject([{ layout, account: own, opening: '1000.00', closing: '13000.00' }]);
  expect(statements[0]!.lines).toMatchObject([
    {
      direction: 1,
      valueDate: '2026-11-17',
      amount: '12345.60',
      partyName: '甲公司',
      partyAccount: '6222021234567890128',
    },
    { direction: 2, valueDate: '2026-11-18', amount: '345.60', partyName: '乙' },
  ]);
  expect(statements[0]!.lines[0]!.purpose).toContain('租金');
});
it('refuses a line whose side the bank does not say', async () => {
  const text = bocomCsv(statement).toString().replace('"贷"', '""');
  await expect(statementsIn(Buffer.from(text))).rejects.toMatchObject({ fault: 'badRow' });
});

describe('a list of lines with', () => {
  it.each([
    ['本页合计', '40.00', '100.00'],
    ['小计', '40.00', '100.00'],
    ['共 2 笔', '40.00', '100.00'],
    ['共2笔', '', '100.00'],
    ['收入合计', '', '100.00'],
    ['支出总额', '40.00', ''],
    ['交易笔数', '1', '1'],
    ['汇总', '40.00', '100.00'],
    ['汇总收入金额', '100.00', ''],
    ['总收入笔数：1', '', '1'],
    ['借方笔数', '1', ''],
    ['本次查询合计', '40.00', '100.00'],
    ['此对账单仅供参考', '', ''],
    ['-----', '-----', '-----'],
    ['=====', '', ''],
    ['打印日期：20261103', '', ''],
    ['*** 以下空白 ***', '', ''],
  ])('%s between and behind them', async (begin, debit, credit) => {
    const row = [begin, debit, credit, '', '', ''];
    expect(await moved(csv(['账号', own], cmb, lines[0]!, row, lines[1]!, row))).toEqual(whole);
  });
  it.each([
    '[1001234567890123456]',
    '【1001234567890123456】',
    '1001 2345 6789 0123 456',
    '1001-2345-6789-0123-456',
    '１００１２３４５６７８９０１２３４５６',
  ])('the account written %s', async (written) => {
    expect(await moved(csv(['账号', written], cmb, ...lines))).toEqual(whole);
    expect(await moved(csv([`账号：${written}`], cmb, ...lines))).toEqual(whole);
  });
  it.each(['20261101093000', '2026-11-01 09:30:00', '2026/11/1 9:30', '2026年11月01日', '2026-11-01T09:30:00'])(
    'the day written %s',
    async (day) => expect(await moved(csv(['账号', own], cmb, [day, ...lines[0]!.slice(1)], lines[1]!))).toEqual(whole),
  );
  it.each(['100.000', '100.0', '100', '+100.00', '100.00元', '１００．００', '¥100.00'])(
    'the amount written %s',
    async (amount) =>
      expect(await moved(csv(['账号', own], cmb, ['20261101', '', amount, '100.00', '甲', ''], lines[1]!))).toEqual(
        whole,
      ),
  );
});
