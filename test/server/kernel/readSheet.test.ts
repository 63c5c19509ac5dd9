/** Files that come in: those of other programs are read, hostile ones are refused at once. */
import * as xlsx from '@e965/xlsx';
import fc from 'fast-check';
import { writeCsv } from '../../../server/kernel/sheets/csvWriter';
import { BadFile, mostColumns, mostFileBytes, mostRowsIn } from '../../../server/kernel/sheets/limits';
import { type ReadRow, readSheet } from '../../../server/kernel/sheets/readSheet';
import type { CellKind, SheetColumn, SheetRow } from '../../../server/kernel/sheets/sheet';
import { writeXlsx } from '../../../server/kernel/sheets/xlsxWriter';
import { ZipWriter } from '../../../server/kernel/sheets/zipWriter';
import { readCamt } from '../../../server/lease/bankStatement/camt';

async function bytesOf(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}
function texts(rows: readonly ReadRow[]) {
  return rows.map(({ cells }) => cells.map((cell) => cell?.text ?? null));
}
async function zipOf(files: Record<string, string | Iterable<string>>): Promise<Buffer> {
  const zip = new ZipWriter();
  const parts: Buffer[] = [];
  for (const [name, text] of Object.entries(files))
    for await (const part of zip.file(name, typeof text === 'string' ? [text] : text)) parts.push(part);
  return Buffer.concat([...parts, zip.end()]);
}
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
/** The smallest workbook around a sheet. */
function bookOf(
  sheet: string | Iterable<string>,
  more: Record<string, string | Iterable<string>> = {},
): Promise<Buffer> {
  return zipOf({
    '_rels/.rels': `<Relationships><Relationship Id="1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': '<workbook><sheets><sheet name="s" r:id="2"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="2" Type="${relations}/worksheet" Target="/xl/s.xml"/><Relationship Id="3" Type="${relations}/sharedStrings" Target="t.xml"/></Relationships>`,
    'xl/s.xml': sheet,
    ...more,
  });
}
async function reasonOf(bytes: Buffer | Promise<Buffer>): Promise<string> {
  const from = performance.now();
  const error = await readSheet(await bytes).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(performance.now() - from).toBeLessThan(10_000);
  if (!(error instanceof BadFile)) throw new Error(`read, or failed otherwise: ${error}`);
  return error.reason;
}

describe('a workbook', () => {
  it('whose parts stand in no folder is read', async () => {
    const sheet = '<worksheet><sheetData><row><c t="str"><v>甲</v></c></row></sheetData></worksheet>';
    const bytes = await zipOf({
      '_rels/.rels': `<Relationships><Relationship Id="1" Type="${relations}/officeDocument" Target="workbook.xml"/></Relationships>`,
      'workbook.xml': '<workbook><sheets><sheet name="s" r:id="2"/></sheets></workbook>',
      '_rels/workbook.xml.rels': `<Relationships><Relationship Id="2" Type="${relations}/worksheet" Target="sheet1.xml"/></Relationships>`,
      'sheet1.xml': sheet,
    });
    expect(texts([(await readSheet(bytes)).head])).toEqual([['甲']]);
  });

  it('whose parts have names of other letters, or with backslashes, is read', async () => {
    const sheet = '<worksheet><sheetData><row><c t="s"><v>0</v></c></row></sheetData></worksheet>';
    const parts = {
      '_rels\\.rels': `<Relationships><Relationship Id="1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      'xl\\Workbook.xml': '<workbook><sheets><sheet name="s" r:id="2"/></sheets></workbook>',
      'xl\\_rels\\workbook.xml.rels': `<Relationships><Relationship Id="2" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="3" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
      'xl\\worksheets\\sheet1.xml': sheet,
      'xl/SharedStrings.xml': '<sst><si><t>甲</t></si></sst>',
    };
    expect(texts([(await readSheet(await zipOf(parts))).head])).toEqual([['甲']]);
  });

  const head = ['名称', '数', '日', '时', '率', '是'];
  it('without places of its cells keeps each in its column, empty ones too', async () => {
    const cells = '<c t="inlineStr"><is><t>甲</t></is></c><c t="inlineStr"><is><t/></is></c><c/><c><v>1</v></c>';
    const more = '<c r="F1"><v>2</v></c><c><v/></c><c><v>3</v></c>';
    const { head } = await readSheet(
      await bookOf(`<worksheet><sheetData><row>${cells}${more}</row></sheetData></worksheet>`),
    );
    expect(texts([head])).toEqual([['甲', null, null, '1', null, '2', null, '3']]);
  });

  it('of another program is read: shared texts, dates, percentages, numbers without noise', async () => {
    const sheet = xlsx.utils.aoa_to_sheet([
      head,
      ['李 雷', 0.1 + 0.2, 46_349, 46_349.5, 0.072, true],
      [],
      ['x', 12_345_678_901, null, null, 1],
    ]);
    Object.assign(sheet.C2!, { z: 'yyyy"年"m"月"d"日"' });
    Object.assign(sheet.D2!, { z: 'yyyy-mm-dd hh:mm' });
    Object.assign(sheet.E2!, { z: '0.00%' });
    Object.assign(sheet.E4!, { z: '0%' });
    const book = xlsx.utils.book_new(sheet, '表');
    for (const isShared of [true, false]) {
      const bytes: Buffer = xlsx.write(book, { type: 'buffer', bookSST: isShared, compression: isShared });
      const read = await readSheet(bytes);
      expect(texts([read.head])).toEqual([head]);
      expect(read.rows).toEqual([
        {
          number: 2,
          cells: [
            { text: '李 雷', kind: 'text' },
            { text: '0.3', kind: 'number' },
            { text: '2026-11-23', kind: 'date' },
            { text: '2026-11-23 12:00:00', kind: 'date' },
            { text: '7.2', kind: 'percent' },
            { text: '1', kind: 'flag' },
          ],
        },
        {
          number: 4,
          cells: [
            { text: 'x', kind: 'text' },
            { text: '12345678901', kind: 'number' },
            undefined,
            undefined,
            { text: '100', kind: 'percent' },
          ],
        },
      ]);
    }
  });

  it('of ours comes back with every text and every exact number', async () => {
    const kinds: CellKind[] = ['text', 'money', 'percent', 'date', 'dateTime'];
    const columns = kinds.map((kind): SheetColumn => ({ head: kind, kind }));
    const cents = fc.integer({ min: -(10 ** 13), max: 10 ** 13 });
    const row = fc.tuple(
      fc.string({ unit: 'binary', minLength: 1 }).filter((text) => text.trim() !== ''),
      cents.map((n) => (n / 100).toFixed(2)),
      fc.nat(10_000_000).map((n) => String(n / 10_000)),
      fc
        .date({ min: new Date('1900-03-01'), max: new Date('2999-12-31'), noInvalidDate: true })
        .map((at) => at.toISOString().slice(0, 10)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), async (rows) => {
        const cells = rows.map((one): SheetRow => [...one, `${one[3]} 01:02:03`]);
        const read = await readSheet(await bytesOf(writeXlsx([{ name: 's', columns, rows: [cells] }])));
        for (const [index, one] of cells.entries()) {
          const [text, money, rate, day, time] = texts(read.rows)[index]!;
          expect([text, Number(money).toFixed(2), Number(rate), day, time]).toEqual([
            one[0],
            one[1],
            Number(one[2]),
            one[3],
            one[4],
          ]);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('says where digits were lost', async () => {
    const book = await bookOf(
      '<worksheet><sheetData><row><c><v>1</v></c></row><row><c><v>1.23456789012346E+17</v></c></row></sheetData></worksheet>',
    );
    expect((await readSheet(book)).rows[0]!.cells).toEqual([{ text: '123456789012346000', kind: 'rounded' }]);
  });
});

describe('comma-separated values', () => {
  const rows = [
    ['名称', '电话'],
    ['a"b,c\r\nd', '=1'],
    ['', 'x'],
    ['123456789012345678', '007'],
  ];
  const columns = rows[0]!.map((head): SheetColumn => ({ head, kind: 'text' }));
  const shape = rows.map((row) => row.map((cell) => cell || null));

  it('of ours come back', async () => {
    const read = await readSheet(await bytesOf(writeCsv(columns, [rows.slice(1)])));
    expect(texts([read.head, ...read.rows])).toEqual(shape);
  });

  it.each([
    [
      'GB 18030, as Excel writes it in a Chinese Windows',
      Buffer.from('c3fbb3c62cb5e7bbb00d0ac0eec0d72c3133380d0a', 'hex'),
    ],
    ['UTF-16', Buffer.from('\uFEFF名称\t电话\r\n李雷\t138\r\n', 'utf16le')],
    ['UTF-8 without its mark, semicolons and no last line end', Buffer.from('名称;电话\n李雷;138')],
  ])('in %s', async (_name, bytes) => {
    const read = await readSheet(bytes);
    expect(texts([read.head, ...read.rows])).toEqual([
      ['名称', '电话'],
      ['李雷', '138'],
    ]);
  });
});

/** A compound document of these streams. */
function compound(streams: Record<string, Buffer>): Buffer {
  const file = xlsx.CFB.utils.cfb_new();
  for (const [name, content] of Object.entries(streams)) xlsx.CFB.utils.cfb_add(file, name, content);
  return Buffer.from(xlsx.CFB.write(file, { type: 'buffer' }) as Buffer);
}
/** The begin of a workbook whose next record says that it has a password. */
const withPassword = Buffer.concat([
  Buffer.from('0908100000060500bb0dcc0700000000060000002f000600000012345678', 'hex'),
  Buffer.alloc(5000),
]);
/** An archive that says of each file that it is encrypted. */
function flagged(bytes: Buffer): Buffer {
  for (let at = bytes.indexOf('PK\u0001\u0002'); at >= 0; at = bytes.indexOf('PK\u0001\u0002', at + 4))
    bytes[at + 8]! |= 1;
  return bytes;
}

describe('a hostile file', () => {
  const row = (cells: string) => `<worksheet><sheetData><row>${cells}</row></sheetData></worksheet>`;
  function* many(part: string, times: number, before = '', after = '') {
    yield before;
    for (let at = 0; at < times; at++) yield part;
    yield after;
  }

  it.each<[string, string, () => Buffer | Promise<Buffer>]>([
    ['nothing', 'empty', () => Buffer.alloc(0)],
    ['noise', 'unreadable', () => Buffer.from([0x50, 0x4b, 3, 4, ...Buffer.alloc(200, 0xff)])],
    ['an image', 'unreadable', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['an archive of something else', 'unreadable', () => zipOf({ 'a.txt': 'x' })],
    ['an archive whose files are encrypted', 'encrypted', async () => flagged(await bookOf(row('<c/>')))],
    [
      'an encrypted workbook',
      'encrypted',
      () => compound({ EncryptionInfo: Buffer.alloc(200), EncryptedPackage: Buffer.alloc(5000) }),
    ],
    ['an encrypted workbook of the older format', 'encrypted', () => compound({ Workbook: withPassword })],
    ['half an archive', 'unreadable', async () => (await bookOf(row('<c/>'))).subarray(0, 300)],
    ['a file beyond the limit', 'tooLarge', () => Buffer.alloc(mostFileBytes + 1, 0x41)],
    [
      'a billion laughs',
      'unreadable',
      () => bookOf(`<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>${row('<c t="str"><v>&b;</v></c>')}`),
    ],
    ['an external entity', 'unreadable', () => bookOf(`<!DOCTYPE l SYSTEM "file:///etc/passwd">${row('<c/>')}`)],
    [
      'a bomb',
      'tooMuch',
      () => bookOf(many(`<row><c t="str"><v>${'a'.repeat(30_000)}</v></c></row>`, 4000, '<worksheet><sheetData>')),
    ],
    [
      'shared texts without end',
      'tooMuch',
      () => bookOf(row('<c/>'), { 'xl/t.xml': many('<si><t/></si>'.repeat(1000), 500, '<sst>', '</sst>') }),
    ],
    ['a tag without end', 'unreadable', () => bookOf(many(' a="b"'.repeat(1000), 2000, '<worksheet'))],
    ['a tree without leaves', 'unreadable', () => bookOf(many('<a>'.repeat(1000), 5000, '<worksheet>'))],
    [
      'too many rows',
      'tooManyRows',
      () =>
        bookOf(
          many('<row><c><v>1</v></c></row>', mostRowsIn + 2, '<worksheet><sheetData>', '</sheetData></worksheet>'),
        ),
    ],
    ['a cell at the far end', 'tooManyColumns', () => bookOf(row('<c r="XFD1"><v>1</v></c>'))],
    ['a shared text that is not there', 'unreadable', () => bookOf(row('<c t="s"><v>7</v></c>'))],
    [
      'a shared text longer than a cell',
      'unreadable',
      () => bookOf(row('<c t="s"><v>0</v></c>'), { 'xl/t.xml': `<sst><si><t>${'x'.repeat(32_768)}</t></si></sst>` }),
    ],
    [
      'a shared text in too many cells',
      'tooMuch',
      () =>
        bookOf(
          many(
            `<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`,
            5,
            '<worksheet><sheetData>',
            '</sheetData></worksheet>',
          ),
          {
            'xl/t.xml': `<sst><si><t>${'x'.repeat(32_000)}</t></si></sst>`,
          },
        ),
    ],
    ['a number that is none', 'unreadable', () => bookOf(row('<c><v>1e999</v></c>'))],
    ['rows as text', 'tooManyRows', () => Buffer.from('x\n'.repeat(mostRowsIn + 2))],
    ['one line of columns', 'tooManyColumns', () => Buffer.from(`${'x,'.repeat(mostColumns + 1)}\n`)],
    ['an open quote', 'unreadable', () => Buffer.from('a\n"b')],
    ['nothing but line ends', 'tooManyRows', () => Buffer.alloc(mostFileBytes, '\n')],
    ['lines of empty cells', 'tooManyRows', () => Buffer.alloc(mostFileBytes, ',\n')],
    ['nothing but quotes', 'unreadable', () => Buffer.alloc(mostFileBytes, '"')],
    ['one long cell', 'unreadable', () => Buffer.alloc(mostFileBytes, 'x')],
    ['more cells than any list has', 'tooMuch', () => Buffer.from(`${'x,'.repeat(199)}x\n`.repeat(5100))],
  ])('%s is refused (%s)', async (_name, reason, made) => {
    expect(await reasonOf(made())).toBe(reason);
  });

  it.each<[string, () => Buffer, (bytes: Buffer) => Promise<unknown>]>([
    ['a text', () => Buffer.from(`${'x'.repeat(500)}\n`.repeat(19_000)), readSheet],
    [
      'a workbook that is not packed',
      () => {
        const book = xlsx.utils.book_new(xlsx.utils.aoa_to_sheet(Array(9000).fill(Array(20).fill('x'))));
        return xlsx.write(book, { type: 'buffer', bookType: 'xlsx', compression: false, bookSST: true }) as Buffer;
      },
      readSheet,
    ],
    [
      'a statement',
      () => Buffer.from(`<?xml version="1.0"?><Document>${'<a>x</a>'.repeat(1_000_000)}</Document>`),
      (bytes) => readCamt(bytes).catch(() => undefined),
    ],
  ])('of the largest size does not keep other work waiting: %s', async (_name, made, read) => {
    const bytes = made();
    let turns = 0;
    let isOver = false;
    const other = () => {
      turns++;
      if (!isOver) setImmediate(other);
    };
    setImmediate(other);
    await read(bytes);
    isOver = true;
    expect(turns).toBeGreaterThan(bytes.length / (128 * 1024));
  });

  it('with a wrong checksum, or sizes that lie, is refused', async () => {
    const whole = await bookOf(row('<c><v>1</v></c>'));
    for (const offset of [16, 20, 42]) {
      const broken = Buffer.from(whole);
      const last = broken.lastIndexOf(Buffer.from('504b0102', 'hex'));
      broken.writeUInt32LE(0x00ff_ffff, last + offset);
      expect([offset, await reasonOf(broken)]).toEqual([offset, 'unreadable']);
    }
  });

  it('of random bytes never ends in another error', async () => {
    const whole = await bookOf(row('<c><v>1</v></c>'));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 8 }), async (changes) => {
        const bytes = Buffer.from(whole);
        for (const [at, value] of changes) bytes[at] = value;
        await readSheet(bytes).catch((error: unknown) => {
          if (!(error instanceof BadFile)) throw error;
        });
      }),
      { numRuns: 200 },
    );
  });
});
