/** Rows of a bank's list that are no lines, and lines that look unusual: none of them ends the reading without a word. */
import { countOf } from '../../../../contract/domain/bank/statement';
import { writeXlsx } from '../../../../server/kernel/sheets/xlsxWriter';
import { statementsIn } from '../../../../server/lease/bankStatement/reading';

const head = ['交易日', '借方金额', '贷方金额', '余额', '收(付)方名称', '摘要'];
const above = ['账号', '1001234567890123456', '', '', '', ''];
type Row = readonly string[];
function csv(rows: readonly Row[]): Buffer {
  return Buffer.from([above, head, ...rows].map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\r\n'));
}
function row(day: string, debit: string, credit: string, balance: string, name = '甲', purpose = '租金'): Row {
  return [day, debit, credit, balance, name, purpose];
}
async function book(sheets: Readonly<Record<string, readonly Row[]>>): Promise<Buffer> {
  const parts: Buffer[] = [];
  const made = Object.entries(sheets).map(([name, [first = [], ...rows]]) => ({
    name,
    columns: first.map((cell) => ({ head: cell, kind: 'text' as const })),
    rows: [rows],
  }));
  for await (const part of writeXlsx(made)) parts.push(part);
  return Buffer.concat(parts);
}
async function read(bytes: Buffer) {
  const file = await statementsIn(bytes);
  const moved = file.statements.map(({ lines }) => lines.map(({ direction, amount }) => [direction, amount]));
  return { moved, count: countOf(file) };
}

it('reads on behind totals of a page, repeated headings and notes, and counts them', async () => {
  const rows = [
    row('20261101', '', '100.00', '100.00'),
    ['本页合计', '', '100.00', '', '', ''],
    ['承前页', '', '', '100.00', '', ''],
    head,
    row('20261102', '40.00', '', '60.00'),
    ['合计', '40.00', '100.00', '', '', ''],
    ['说明：本清单仅供核对', '', '', '', '', ''],
    row('20261103', '', '5.00', '65.00'),
    ['打印时间：2026-11-20', '', '', '', '', ''],
  ];
  const { moved, count } = await read(csv(rows));
  expect(moved).toEqual([
    [
      [1, '100.00'],
      [2, '40.00'],
      [1, '5.00'],
    ],
  ]);
  expect(count).toEqual({
    statements: 1,
    held: 9,
    read: 3,
    passed: { total: 3, heading: 1, note: 2 },
    otherSheets: [],
  });
});

it('a line whose first cell is a word of totals is a line where it has a day', async () => {
  const titled = [
    ['收(付)方名称', '交易日', '借方金额', '贷方金额', '余额'],
    ['总计科技有限公司', '20261101', '', '7.00', '7.00'],
    ['备注贸易有限公司', '20261102', '', '1.00', '8.00'],
    ['合计', '20261102', '', '8.00', ''],
  ];
  const text = [above, ...titled].map((cells) => cells.join(',')).join('\n');
  expect((await read(Buffer.from(text))).moved).toEqual([
    [
      [1, '7.00'],
      [1, '1.00'],
    ],
  ]);
});

it('a row with an amount and no readable day is refused, not left out', async () => {
  for (const day of ['', '2026-13-01', '昨天'])
    await expect(
      statementsIn(csv([row('20261101', '', '1.00', '1.00'), row(day, '', '2.00', '3.00')])),
    ).rejects.toMatchObject({ fault: 'badRow', values: { row: 4 } });
});

it('counts a line without an amount beside the others', async () => {
  const rows = [
    row('20261101', '', '1.00', '1.00'),
    row('20261101', '0.00', '0.00', '1.00', '', '通知'),
    row('20261102', '', '', '1.00', '', '期初'),
  ];
  const { moved, count } = await read(csv(rows));
  expect(moved).toEqual([[[1, '1.00']]]);
  expect(count).toMatchObject({ held: 3, read: 1, passed: { noMoney: 2 } });
});

it.each(['-50.00', '(50.00)', '50.00-', '（50.00）', '−50.00', '￥-50.00'])(
  'a red entry written %s takes money back on its own side',
  async (red) => {
    const rows = [row('20261101', '50.00', '', '50.00'), row('20261102', red, '', '100.00')];
    expect((await read(csv(rows))).moved).toEqual([
      [
        [2, '50.00'],
        [1, '50.00'],
      ],
    ]);
  },
);

it.each(['7,2', '1,0000', '1 000'])('an amount written %s is refused by its row', async (amount) => {
  await expect(statementsIn(csv([row('20261101', '', amount, '1.00')]))).rejects.toMatchObject({
    fault: 'badRow',
    values: { row: 3, text: amount },
  });
});

describe('a workbook', () => {
  const first = [above, head, row('20261101', '', '100.00', '100.00')];
  const second = [above, head, row('20261102', '30.00', '', '70.00'), row('20261103', '', '1.00', '71.00')];

  it('is read to its last sheet', async () => {
    const { moved, count } = await read(await book({ 十一月上: first, 十一月下: second }));
    expect(moved).toEqual([
      [[1, '100.00']],
      [
        [2, '30.00'],
        [1, '1.00'],
      ],
    ]);
    expect(count).toMatchObject({ statements: 2, held: 3, read: 3 });
  });

  it('names the sheets that are no statements', async () => {
    const notes = [['说明'], ['请妥善保管']];
    const { count } = await read(await book({ 封面: notes, 明细: first }));
    expect(count).toMatchObject({ statements: 1, otherSheets: ['封面'] });
    await expect(statementsIn(await book({ 封面: notes, 目录: notes }))).rejects.toMatchObject({
      fault: 'unknownLayout',
    });
  });

  it('is refused by the row that is wrong on any sheet', async () => {
    const wrong = [above, head, row('20261102', '', '3x', '1.00')];
    await expect(statementsIn(await book({ 一: first, 二: wrong }))).rejects.toMatchObject({
      fault: 'badRow',
      values: { text: '3x' },
    });
  });
});
