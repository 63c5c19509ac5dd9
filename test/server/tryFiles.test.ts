/** `npm run try-files`: each file goes through the reader of its kind, and nothing but the files is needed. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as xlsx from '@e965/xlsx';
import { printed, tryFile } from '../../scripts/tryFiles';
import { icbcCsv, workbook } from '../support/bankFiles';
import { oldSystem, portfolioBook, portfolioBookWith } from '../support/portfolio';

const root = join(__dirname, '../..');
const fixtures = join(__dirname, '../fixtures');
const fixture = (name: string) => readFileSync(join(fixtures, name));
async function tried(name: string, bytes: Buffer | Promise<Buffer>, language = 'en'): Promise<string[]> {
  return printed(name, await tryFile(name, await bytes, language), language).split('\n');
}
const statement = {
  account: '4000020009000000001',
  opening: '100.00',
  lines: [{ day: '2026-11-02', amount: '50.00' }],
};
const results = (status: string) =>
  workbook([
    ['业务参考号', '处理状态', '收款账号', '收款人名称', '付款金额'],
    ['P1', status, '6222021234567890123', '李雷', '100.00'],
  ]);
/** The suppliers of which one is not in the sheet that is shown. */
function suppliers(heads: readonly string[]): Buffer {
  const book = xlsx.utils.book_new();
  const add = (name: string, rows: unknown[][]) =>
    xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet(rows), name);
  add('新名单', [[...heads], ['甲公司', 'S1', null, '备注']]);
  add('旧名单', [[...heads], ['乙公司', 'S2']]);
  book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }] };
  return xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
}

describe('a file is tried as', () => {
  it('a statement of a bank', async () => {
    expect(await tried('icbc.csv', icbcCsv(statement))).toEqual([
      'icbc.csv: Bank statement',
      '  read: Statements: 1',
      '  read: Lines: 1 of 1',
    ]);
    expect(await tried('zero.xml', fixture('camt/zeroEntry.xml'))).toContain(
      '  left out: Lines – without an amount: 1',
    );
    // Whatever its name and encoding, MT940 is one.
    const swift =
      ':20:1\r\n:25:1001\r\n:28C:1/1\r\n:60F:C261101CNY1,00\r\n:61:2611021102C2,00NTRFNONREF\r\n:86:caf\u00e9\r\n:62F:C261102CNY3,00\r\n-';
    expect((await tried('bank.940', Buffer.from(swift, 'latin1')))[0]).toBe('bank.940: Bank statement');
    expect((await tried('broken.xml', fixture('camt/documentType.xml'), 'zh'))[1]).toMatch(
      /^ {2}不能导入 \[bank\.unreadableXml\]: 该 XML 文件不完整/,
    );
  });

  it('the result of a payment file', async () => {
    expect(await tried('result.xlsx', results('成功'))).toEqual([
      'result.xlsx: Result of a payment file',
      '  read: Payments: 1, of which paid: 1',
    ]);
    expect((await tried('result.xlsx', results('?')))[1]).toMatch(/^ {2}refused \[batch\.badStatus\]: .*\?/);
  });

  it('a portfolio', async () => {
    const { sheets } = oldSystem({ customers: 2, orders: 3 });
    const { length } = sheets.instalments;
    expect(await tried('old.xlsx', portfolioBook(sheets))).toEqual([
      'old.xlsx: Portfolio',
      `  read: Customers: 2, orders: 3, instalments: ${length}`,
    ]);
    expect((await tried('old.xlsx', portfolioBook({ ...sheets, orders: [] })))[1]).toMatch(/\[portfolio\.empty\]/);
    const told = await tried(
      'old.xlsx',
      portfolioBookWith(sheets, ({ Sheets, Workbook }) => {
        Workbook!.Sheets![0]!.Hidden = 1;
        Sheets.客户!['!ref'] = 'A1:Z9';
        Sheets.客户!.Z1 = { t: 's', v: '担保人' };
      }),
    );
    expect(told.slice(2)).toEqual([
      '  read: Customers – The sheet is hidden. Its rows are imported all the same.',
      '  left out: Customers – Columns that cannot be imported and were not read: 担保人',
    ]);
  });

  it('a list, with what of it is left out', async () => {
    expect(await tried('list.xlsx', suppliers(['供应商名称', '统一社会信用代码']))).toEqual([
      'list.xlsx: List',
      '  read: Sheet that was read: 新名单',
      '  read: Rows: 1',
      '  read: The headings are those of “Supplier”',
      '  read: Columns: 2',
      '  left out: Hidden sheets that were not read: 旧名单',
      '  left out: Cells without a heading that were not read (1): D2',
    ]);
    expect((await tried('list.xlsx', suppliers(['供应商名称', '天气']))).at(-1)).toMatch(
      /^ {2}refused \[transfer\.unknownColumns\]: .*天气/,
    );
    expect(await tried('beyond.csv', Buffer.from('供应商名称,统一社会信用代码\n甲公司,S1,x\n'))).toContain(
      '  left out: Cells without a heading that were not read (1): C2',
    );
    expect(await tried('own.csv', Buffer.from('天气,风\n晴,3\n'))).toContain(
      '  read: No list that can be imported has these headings',
    );
    // A cell that no bank writes does not make a statement of a list.
    expect((await tried('formula.xlsx', fixture('sheets/formulaWithoutResult.xlsx')))[0]).toBe('formula.xlsx: List');
    expect((await tried('broken.xlsx', Buffer.from('PK\u0003\u0004broken')))[1]).toMatch(/\[transfer\.unreadable\]/);
  });

  it('a diagram', async () => {
    expect(await tried('a.bpmn', fixture('bpmn/camunda-modeler.bpmn'))).toContain('  read: Nodes: 10, flows: 9');
    const faults = (await tried('b.bpmn', fixture('bpmn/camunda-modeler-services.bpmn'))).slice(1);
    expect(faults.length).toBeGreaterThan(3);
    expect(faults.every((line) => line.startsWith('  refused [flow.notDeployable]: '))).toBe(true);
  });

  it('a picture, or what is kept as it is', async () => {
    const picture = fixture('papers/bankCard1.clean.png');
    expect(await tried('a.png', picture)).toEqual(['a.png: Picture', '  read: image/png, 920 × 580 pixels']);
    expect((await tried('a.png', picture.subarray(0, 200)))[1]).toMatch(/\[picture\.corrupt\]/);
    expect((await tried('a.pdf', Buffer.from(`%PDF-1.7\n${' '.repeat(60)}`)))[0]).toBe('a.pdf: Attachment');
  });
});

/** In one line: its kind, what was read and left out, and of what is refused the code and the place. */
async function verdictOf(path: string): Promise<string> {
  const { kind, read, left, refused } = await tryFile(path, fixture(path), 'en');
  const told = [
    read.filter((text) => !/^(?:The headings|Columns:)/.test(text)),
    left,
    refused.map(
      ({ code, text }) =>
        `${code}: ${text
          .split(/[,:;] /)
          .slice(0, 2)
          .join(', ')
          .slice(0, 60)}`,
    ),
  ].map((texts) => texts.join('; '));
  return [kind, ...told].filter(Boolean).join(' | ');
}

it('files on which readers fail elsewhere get the verdicts that are listed, each of them', async () => {
  const folders = ['camt', 'files/csv', 'files/img', 'files/xlsx'];
  const paths = folders.flatMap((folder) => readdirSync(join(fixtures, folder)).map((name) => `${folder}/${name}`));
  const verdicts = await Promise.all(
    paths.map(async (path) => [path.replace('files/', ''), await verdictOf(path)] as const),
  );
  expect(Object.fromEntries(verdicts)).toEqual(JSON.parse(fixture('verdicts.json').toString()));
});

it('the command reports a folder, ends with 1 for what is refused, and leaves the folder as it is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leasedesk-try-'));
  try {
    cpSync(join(fixtures, 'camt'), join(folder, 'camt'), { recursive: true });
    writeFileSync(join(folder, 'icbc.csv'), icbcCsv(statement));
    const args = ['--require', './scripts/languages.cjs', 'scripts/tryFiles.ts', folder, '--language', 'zh'];
    const { code, output } = await new Promise<{ code: unknown; output: string }>((done) => {
      const env = { PATH: process.env.PATH };
      execFile('node_modules/.bin/tsx', args, { cwd: root, env }, (error, stdout, stderr) =>
        done({ code: error?.code ?? 0, output: stdout + stderr }),
      );
    });
    expect(output).toContain('icbc.csv: 银行流水\n  已读取: 对账单 1 份\n  已读取: 明细 1 行，共 1 行\n');
    expect(output).toMatch(/文件 17 个，不能导入 1 个\n$/);
    expect(code).toBe(1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
