/** What a spreadsheet shows and what is read of it are the same, in each of its formats. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CFB, type ColInfo, utils, type WorkBook, write } from '@e965/xlsx';
import { writeCsv } from '../../../server/kernel/sheets/csvWriter';
import { readAllSheets, readSheet } from '../../../server/kernel/sheets/readSheet';
import { statementsIn } from '../../../server/lease/bankStatement/reading';
import { hiding } from '../../support/oldWorkbooks';

type Made = (book: WorkBook) => Buffer;
const formats: [string, Made][] = [
  ['xlsx', (book) => write(book, { type: 'buffer', bookType: 'xlsx', cellDates: false })],
  ['xls', (book) => write(book, { type: 'buffer', bookType: 'biff8' })],
];
const list = [
  ['姓名', '备注'],
  ['甲', '一'],
  ['乙', '二'],
];
function book(
  ...sheets: { name: string; rows: unknown[][]; state?: 0 | 1 | 2; hidden?: number[]; narrow?: ColInfo[] }[]
): WorkBook {
  const made = utils.book_new();
  for (const { name, rows, hidden, narrow } of sheets) {
    const sheet = utils.aoa_to_sheet(rows);
    if (hidden) sheet['!rows'] = rows.map((_, at) => ({ hidden: hidden.includes(at + 1) }));
    if (narrow) sheet['!cols'] = narrow;
    utils.book_append_sheet(made, sheet, name);
  }
  made.Workbook = { Sheets: sheets.map(({ name, state }) => ({ name, Hidden: state ?? 0 })) };
  return made;
}
async function texts(bytes: Buffer): Promise<string[][]> {
  const { head, rows } = await readSheet(bytes);
  return [head, ...rows].map(({ cells }) => cells.map((cell) => cell?.text ?? ''));
}

describe.each(formats)('a workbook of the format %s', (format, bytesOf) => {
  it.each([1, 2] as const)('is read from its first sheet that is shown (state %i)', async (state) => {
    const bytes = bytesOf(book({ name: '旧名单', rows: [['姓名'], ['丙']], state }, { name: '新名单', rows: list }));
    expect(await texts(bytes)).toEqual(list);
    expect(await readSheet(bytes)).toMatchObject({ name: '新名单', others: [{ name: '旧名单', why: 'hidden' }] });
  });
  it('passes over an empty first sheet and names the others', async () => {
    const bytes = bytesOf(
      book({ name: '封面', rows: [] }, { name: '名单', rows: list }, { name: '说明', rows: [['x']] }),
    );
    expect(await readSheet(bytes)).toMatchObject({
      name: '名单',
      others: [
        { name: '封面', why: 'empty' },
        { name: '说明', why: 'other' },
      ],
    });
  });
  it('leaves out rows that are hidden, and counts them', async () => {
    const made = bytesOf(book({ name: '名单', rows: [...list, ['丙', '三']], hidden: [3] }));
    const bytes = format === 'xls' ? hiding(made, [3]) : made;
    expect(await texts(bytes)).toEqual([list[0], list[1], ['丙', '三']]);
    expect((await readSheet(bytes)).hiddenRows).toEqual([3]);
    // A statement is read whole: its balances say whether it is.
    expect((await readAllSheets(bytes))[0]!.rows).toHaveLength(3);
  });
  it('reads columns that are hidden, and names them', async () => {
    const made = bytesOf(book({ name: '名单', rows: list, narrow: [{ wch: 9 }, { hidden: true }, { hidden: true }] }));
    const bytes = format === 'xls' ? hiding(made, [], [2, 3]) : made;
    expect(await texts(bytes)).toEqual(list);
    expect((await readSheet(bytes)).hiddenColumns).toEqual(['备注']);
    expect((await readSheet(bytesOf(book({ name: '名单', rows: list })))).hiddenColumns).toEqual([]);
  });
  it('says that it shows nothing', async () => {
    for (const one of [
      book({ name: '空', rows: [] }),
      book({ name: '隐', rows: list, state: 1 }, { name: '空', rows: [] }),
    ])
      await expect(readSheet(bytesOf(one))).rejects.toMatchObject({ reason: 'empty' });
  });
  it.each([
    [0x2a, '#N/A'],
    [0x17, '#REF!'],
    [0x07, '#DIV/0!'],
    [0x0f, '#VALUE!'],
    [0x1d, '#NAME?'],
  ])('tells the error %i from a text', async (code, shown) => {
    const one = book({ name: '名单', rows: list });
    one.Sheets.名单!.B2 = { t: 'e', v: code, w: shown };
    expect((await readSheet(bytesOf(one))).rows[0]!.cells[1]).toEqual({ text: shown, kind: 'error' });
  });
  it('keeps numbers, days, shares and truths as they are shown', async () => {
    const one = book({
      name: '名单',
      rows: [
        ['a', 'b', 'c', 'd'],
        [12.5, 46327, 0.072, true],
      ],
    });
    one.Sheets.名单!.B2!.z = 'yyyy-mm-dd';
    one.Sheets.名单!.C2!.z = '0.00%';
    expect((await readSheet(bytesOf(one))).rows[0]!.cells).toEqual([
      { text: '12.5', kind: 'number' },
      { text: '2026-11-01', kind: 'date' },
      { text: '7.2', kind: 'percent' },
      { text: '1', kind: 'flag' },
    ]);
  });
  it('keeps a length of time as the number that it is, and takes it for no day', async () => {
    for (const date1904 of [false, true]) {
      const one = book({
        name: '名单',
        rows: [
          ['a', 'b', 'c'],
          [62.5, 1500.25, 0.5],
        ],
      });
      one.Workbook!.WBProps = { date1904 };
      for (const [cell, format] of Object.entries({ A2: '[h]:mm:ss', B2: '[h]:mm', C2: 'h:mm' }))
        one.Sheets.名单![cell]!.z = format;
      expect((await readSheet(bytesOf(one))).rows[0]!.cells).toEqual([
        { text: '62.5', kind: 'number' },
        { text: '1500.25', kind: 'number' },
        { text: '0.5', kind: 'number' },
      ]);
    }
  });
  it('is refused where it is cut off or beyond the limits', async () => {
    const bytes = bytesOf(book({ name: '名单', rows: list }));
    await expect(readSheet(bytes.subarray(0, bytes.length >> 1))).rejects.toMatchObject({ reason: 'unreadable' });
    const wide = bytesOf(book({ name: '名单', rows: [Array.from({ length: 250 }, (_, at) => at)] }));
    await expect(readSheet(wide)).rejects.toMatchObject({ reason: 'tooManyColumns' });
  });
  it('is read as a statement of a bank', async () => {
    const rows = [
      ['账号', '1001234567890123456'],
      ['交易时间', '收入金额', '支出金额', '账户余额', '对方户名'],
      ['20261101 09:30:00', '100.00', '', '100.00', '甲'],
    ];
    const { statements } = await statementsIn(bytesOf(book({ name: '明细', rows })));
    expect(statements).toMatchObject([{ layout: 5, lines: [{ amount: '100.00', valueDate: '2026-11-01' }] }]);
  });
});

it('an old workbook whose second sheet is cut off is refused as unreadable', async () => {
  const whole = write(book({ name: '一', rows: list }, { name: '二', rows: list }), {
    type: 'buffer',
    bookType: 'biff8',
  });
  const file = CFB.read(whole, { type: 'buffer' });
  const entry = CFB.find(file, '/Workbook')!;
  const stream = Buffer.from(entry.content as Uint8Array);
  let ends = 0;
  let at = 0;
  // The globals and the first sheet end with a record of type 10 each.
  for (; ends < 2; at += 4 + stream.readUInt16LE(at + 2)) if (stream.readUInt16LE(at) === 10) ends++;
  Object.assign(entry, { content: stream.subarray(0, at), size: at });
  const bytes = CFB.write(file, { type: 'buffer' }) as Buffer;
  await expect(readSheet(bytes)).rejects.toMatchObject({ reason: 'unreadable' });
});

it('a formula without a stored result is no empty cell', async () => {
  const bytes = readFileSync(join(__dirname, '../../fixtures/sheets/formulaWithoutResult.xlsx'));
  const { rows } = await readSheet(bytes);
  expect(rows.flatMap(({ cells }) => cells).filter((cell) => cell?.kind === 'uncomputed')).toHaveLength(2);
});

describe('a file of text', () => {
  const text = '姓名,电话\r\n甲,13800138000\r\n';
  const wide = (mark: string, swap: boolean) => {
    const bytes = Buffer.from(mark + text, 'utf16le');
    return swap ? bytes.swap16() : bytes;
  };
  const plain = [
    ['姓名', '电话'],
    ['甲', '13800138000'],
  ];
  it.each<[string, Buffer]>([
    ['UTF-8', Buffer.from(text)],
    ['UTF-16 LE with its mark', wide('\ufeff', false)],
    ['UTF-16 BE with its mark', wide('\ufeff', true)],
    ['UTF-16 LE without a mark', wide('', false)],
    ['UTF-16 BE without a mark', wide('', true)],
    ['sep=;', Buffer.from(`sep=;\r\n${text.replaceAll(',', ';')}`)],
    ['"sep=|"', Buffer.from(`"sep=|"\n${text.replaceAll(',', '|')}`)],
    ['SEP=\\t', Buffer.from(`\ufeffSEP=\t\r\n${text.replaceAll(',', '\t')}`)],
    ['="…"', Buffer.from('姓名,电话\r\n甲,="13800138000"\r\n')],
    ['"=""…"""', Buffer.from('姓名,电话\r\n甲,"=""13800138000"""\r\n')],
    ['a tab behind it', Buffer.from('姓名,电话\r\n甲,"13800138000\t"\r\n')],
  ])('in %s', async (_how, bytes) => expect(await texts(bytes)).toEqual(plain));
  it('keeps a separator within a guarded text', async () => {
    expect(await texts(Buffer.from('a,b\n="1,5",="x""y"\n'))).toEqual([
      ['a', 'b'],
      ['1,5', 'x"y'],
    ]);
  });
  it.each(['#N/A', '#REF!', '#VALUE!', '#DIV/0!', '#NAME?', ' #NUM! ', '#NULL!'])(
    'tells the error %s',
    async (error) => {
      expect((await readSheet(Buffer.from(`a,b\n${error},x`))).rows[0]!.cells[0]!.kind).toBe('error');
    },
  );
});

it.each([
  ['a page of the web', '<html xmlns:x="urn:x"><body><table><tr><td>交易日期</td></tr></table></body></html>'],
  ['a page with its document type', '\ufeff\r\n<!DOCTYPE html><table><tr><td>交易日期</td></tr></table>'],
  ['a table alone', '<table border="1"><tr><td>交易日期</td></tr></table>'],
  [
    'XML of an old spreadsheet',
    '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
  ],
])('%s that is called a workbook is refused by its name, as a list and as a statement', async (_what, text) => {
  for (const read of [readSheet, statementsIn])
    await expect(read(Buffer.from(text))).rejects.toMatchObject({ reason: 'webPage' });
});
it('of digits that a spreadsheet has rounded tells so', async () => {
  const kinds = async (text: string) => (await readSheet(Buffer.from(`号码,名称\n${text},甲`))).rows[0]!.cells[0]!.kind;
  for (const text of ['6.22202E+18', '1.23457E+11', '-1E+15', '4.40524e+17']) expect(await kinds(text)).toBe('rounded');
  for (const text of ['1E5', '3E+02', 'E+18', '="6.22202E+18"', '"6.22202E+18\t"', 'A1.2E+18'])
    expect(await kinds(text)).toBe('text');
});

it.each([
  ...[
    '0012',
    '123456789012',
    '1E5',
    '1e-7',
    '3-4',
    '03/04',
    '2026-1-2',
    '1.10',
    '1,234',
    '8:30',
    '12:30:05',
    'MAR1',
    '1-Sep',
    'sept2',
    '3月4日',
  ],
  ...['2026年3月', 'TRUE', 'false', '50%', '=1+1', '+8613800138000', '-5', '@x', '＝1'],
])('the text %s goes out so that a spreadsheet keeps it, and comes in as it was', async (text) => {
  const parts: Buffer[] = [];
  for await (const part of writeCsv([{ head: '编号', kind: 'text' }], [[[text]]])) parts.push(part);
  const bytes = Buffer.concat(parts);
  // A tab behind it, or an apostrophe before it, makes it a text.
  expect(bytes.toString().split('\r\n')[1]).toMatch(/^"?'|\t"?$/);
  expect(await texts(bytes)).toEqual([['编号'], [text]]);
});

it.each([';', '\t', '|'])('keeps a line of many %j below one heading as one cell', async (separator) => {
  const held = ['甲', '乙', '丙', '丁', '戊', '己'].join(separator);
  for (const above of ['标签', '"标签"', '\n标签']) {
    const { head, rows } = await readSheet(Buffer.from(`${above}\n一\n${held}\n`));
    expect([head, ...rows].map(({ cells }) => cells.map((cell) => cell?.text))).toEqual([['标签'], ['一'], [held]]);
  }
});

it('finds the separator of a list below empty lines', async () => {
  const { head, rows } = await readSheet(Buffer.from('\r\n\r\n号码;名称\r\n1;甲\r\n'));
  expect([head, ...rows].map(({ cells }) => cells.map((cell) => cell?.text))).toEqual([
    ['号码', '名称'],
    ['1', '甲'],
  ]);
});
