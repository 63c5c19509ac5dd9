/** Files of lists, opened by a reader of another make. */
import * as xlsx from '@e965/xlsx';
import fc from 'fast-check';
import { writeCsv } from '../../../server/kernel/sheets/csvWriter';
import { readSheet } from '../../../server/kernel/sheets/readSheet';
import type { CellKind, SheetColumn, SheetRow } from '../../../server/kernel/sheets/sheet';
import { dateOfSerial, serialOf } from '../../../server/kernel/sheets/xlsxDates';
import { columnIndex, columnLetters, textOfXml, xmlText } from '../../../server/kernel/sheets/xlsxText';
import { mostRows, writeXlsx } from '../../../server/kernel/sheets/xlsxWriter';
import { depth } from '../../support/depth';

async function bytesOf(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}
function columns(...kinds: CellKind[]): SheetColumn[] {
  return kinds.map((kind, index) => ({ head: `列${index + 1}`, kind }));
}
async function written(kinds: CellKind[], ...batches: SheetRow[][]): Promise<xlsx.WorkBook> {
  const book = await bytesOf(writeXlsx([{ name: '订单管理', columns: columns(...kinds), rows: batches }]));
  return xlsx.read(book, { cellNF: true, cellFormula: true, cellText: true });
}
function sheetOf(book: xlsx.WorkBook): xlsx.WorkSheet {
  return book.Sheets[book.SheetNames[0]!]!;
}

const anyText = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 });

describe('a workbook', () => {
  it('holds numbers, dates and texts as what they are', async () => {
    const book = await written(
      ['text', 'integer', 'money', 'percent', 'date', 'dateTime'],
      [
        ['123456789012345678', '-7', '1234567.89', '7.2', '2026-02-28', '2026-02-28 23:59:59'],
        ['007', '0', '0.10', '0.0001', '1999-12-31', '2000-01-01 00:00:01'],
      ],
    );
    const sheet = sheetOf(book);
    const cells = (row: number) => ['A', 'B', 'C', 'D', 'E', 'F'].map((at) => sheet[`${at}${row}`]);
    expect(book.SheetNames).toEqual(['订单管理']);
    expect(cells(1).map(({ v }) => v)).toEqual(['列1', '列2', '列3', '列4', '列5', '列6']);
    expect(cells(2).map(({ t }) => t)).toEqual(['s', 'n', 'n', 'n', 'n', 'n']);
    expect(cells(2).map(({ w }) => w)).toEqual([
      '123456789012345678',
      '-7',
      '1,234,567.89',
      '7.20%',
      '2026-02-28',
      '2026-02-28 23:59:59',
    ]);
    expect(cells(3).map(({ w }) => w)).toEqual(['007', '0', '0.10', '0.0001%', '1999-12-31', '2000-01-01 00:00:01']);
    expect([sheet.C2.v, sheet.D2.v, sheet.D3.v]).toEqual([1234567.89, 0.072, 0.000001]);
  });

  it('keeps a text of any characters, over several batches', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyText, { minLength: 1, maxLength: 6 }), anyText, async (texts, more) => {
        const sheet = sheetOf(
          await written(
            ['text', 'text'],
            texts.map((text) => [text, null]),
            [[null, more]],
          ),
        );
        // this reader takes a carriage return before a line feed away
        const asRead = (text: string) => text.replaceAll('\r\n', '\n');
        for (const [index, text] of texts.entries()) expect(sheet[`A${index + 2}`].v).toBe(asRead(text));
        expect(sheet[`B${texts.length + 2}`].v).toBe(asRead(more));
      }),
      { numRuns: 60 },
    );
  });

  it('has no formula, whatever a text begins with', async () => {
    const bad = ['=HYPERLINK("http://x","y")', '+1', '-1+2', '@SUM(A1)', '\t=1', '\r=1'];
    const sheet = sheetOf(
      await written(
        ['text'],
        bad.map((text) => [text]),
      ),
    );
    for (const [index, text] of bad.entries()) {
      const { t, v, f } = sheet[`A${index + 2}`];
      expect([t, v, f]).toEqual(['s', text, undefined]);
    }
  });

  it('writes as text what is no number of its column, and numbers beyond what a spreadsheet holds', async () => {
    const sheet = sheetOf(
      await written(
        ['money', 'date'],
        [
          ['1234567890123456.78', '0001-01-01'],
          ['?', 'x'],
        ],
      ),
    );
    expect([sheet.A2.v, sheet.B2.v, sheet.A3.v, sheet.B3.v]).toEqual(['1234567890123456.78', '0001-01-01', '?', 'x']);
    expect([sheet.A2.t, sheet.B2.t]).toEqual(['s', 's']);
  });

  it('goes on in another sheet when one is full', async () => {
    const limit = depth(1000, mostRows);
    expect(mostRows).toBe(2 ** 20); // what spreadsheet programs open
    const batch = Array.from({ length: Math.ceil(limit / 20) }, (_, at): SheetRow => [String(at)]);
    function* batches() {
      for (let rows = 0; rows < limit; rows += batch.length) yield batch;
      yield [['last']] as SheetRow[];
    }
    const parts = writeXlsx([{ name: 'n', columns: columns('integer'), rows: batches() }], limit);
    const book = xlsx.read(await bytesOf(parts), { sheetRows: limit === mostRows ? 3 : 0 });
    expect(book.SheetNames).toEqual(['n', 'n 2']);
    if (limit < mostRows) expect(xlsx.utils.sheet_to_json(book.Sheets.n!)).toHaveLength(limit - 1);
    const second = book.Sheets['n 2']!;
    expect([second.A1!.v, second.A2!.v]).toEqual(['列1', (limit - 1) % batch.length]);
  }, 60_000);
});

describe('values as a workbook writes them', () => {
  it('come back', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const xml = xmlText(text).replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"');
        expect(textOfXml(xml.replaceAll('&amp;', '&'))).toBe(text);
      }),
    );
    fc.assert(fc.property(fc.nat(16_383), (index) => columnIndex(`${columnLetters(index)}7`) === index));
    const times = fc.date({
      min: new Date('1900-03-01T00:00:01Z'),
      max: new Date('9999-12-31T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(times, (at) => {
        const text = at.toISOString().slice(0, 19).replace('T', ' ');
        const day = text.endsWith('00:00:00') ? text.slice(0, 10) : text;
        expect(dateOfSerial(Number(serialOf(text)))).toBe(day);
      }),
    );
  });

  it('a number that is rounded into the day after the last is none', () => {
    expect([2_958_465, 2_958_465.99, 2_958_465.9999999].map(dateOfSerial)).toEqual([
      '9999-12-31',
      '9999-12-31 23:45:36',
      undefined,
    ]);
  });
});

describe('comma-separated values', () => {
  const read = async (kinds: CellKind[], rows: SheetRow[]) =>
    (await bytesOf(writeCsv(columns(...kinds), [rows]))).toString('utf8');

  it('are quoted, neutralised and kept from being rounded', async () => {
    const text = await read(
      ['text', 'money', 'percent'],
      [
        ['a"b,c\r\nd', '-5.00', '7.2'],
        ['=1+1', '0.00', '0'],
        ['@x', null, null],
        ['-', null, null],
        ['\tx', null, null],
        ['123456789012345678', null, null],
        ['007', null, null],
      ],
    );
    expect(text).toBe(
      '\uFEFF列1,列2,列3\r\n' +
        '"a""b,c\r\nd",-5.00,7.2%\r\n' +
        "'=1+1,0.00,0%\r\n" +
        "'@x,,\r\n" +
        "'-,,\r\n" +
        '"\'\tx",,\r\n' +
        '"123456789012345678\t",,\r\n' +
        '"007\t",,\r\n',
    );
  });

  it.each([',', ';', '\t'])('are no formula for a program that splits at %j', async (FS) => {
    const bare = ['=1+1', '+1', '-1', '@a', '＝1+1', '＋1', '－1', '＠a'];
    const texts = bare.flatMap((one) =>
      ['', ';', 'a;', 'a\t', 'a\n', 'a\r\n', ';"', ';""', '\t', ','].map((before) => before + one),
    );
    const csv = await read(
      ['text', 'text'],
      texts.map((text) => ['x', text]),
    );
    const book = xlsx.read(csv.slice(1), { FS, raw: true, type: 'string' });
    const cells = xlsx.utils.sheet_to_json<string[]>(sheetOf(book), { header: 1 }).flat();
    expect(cells.length).toBeGreaterThan(texts.length);
    expect(cells.filter((cell) => /^"*[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
  });

  it('are read again as they were', async () => {
    const texts = ['a;=1', ';"=1', '＝1', '\t=1', 'a\n-5', '=a;=b', 'a;b', 'x'];
    const csv = await bytesOf(writeCsv(columns('text', 'text'), [texts.map((text) => [text, '-'])]));
    const { rows } = await readSheet(csv);
    expect(rows.map(({ cells }) => cells.map((cell) => cell?.text))).toEqual(texts.map((text) => [text, '-']));
  });

  it('are opened by another reader with every text', async () => {
    const texts = ['中文', 'a"b', 'x,y', 'zwei\r\nZeilen', "o'clock"];
    const csv = await read(
      ['text'],
      texts.map((text) => [text]),
    );
    const book = xlsx.read(Buffer.from(csv), { raw: true });
    const rows = xlsx.utils.sheet_to_json<string[]>(sheetOf(book), { header: 1 });
    expect(rows).toEqual([['列1'], ...texts.map((text) => [text])]);
  });
});
