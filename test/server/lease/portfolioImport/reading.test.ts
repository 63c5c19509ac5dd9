/** What the workbook of a portfolio hides, what of it is left out, and by which reason it is refused. */
import * as xlsx from '@e965/xlsx';
import { mostOrders, mostPortfolioBytes } from '../../../../contract/wire/portfolio/sheets';
import { shownFault } from '../../../../server/lease/portfolioImport/faults';
import { judgeCustomer, judgeOrder, valuesOf } from '../../../../server/lease/portfolioImport/judging';
import { preparedPortfolio } from '../../../../server/lease/portfolioImport/reading';
import { portfolioTemplate } from '../../../../server/lease/portfolioImport/template';
import { oldSystem, portfolioBook, portfolioBookWith } from '../../../support/portfolio';

const { sheets } = oldSystem({ customers: 3, orders: 3 });
async function noted(bytes: Buffer): Promise<string[]> {
  const { content } = await preparedPortfolio(bytes, 'zh');
  return content!.notes.map((note) => {
    const { sheet, row, text } = shownFault({ ...note, seq: 0, level: 2, words: note.values ?? {} }, 'zh');
    return [sheet, row, text].join(' ');
  });
}
async function refused(bytes: Buffer) {
  const { refusal } = await preparedPortfolio(bytes, 'zh');
  return { code: refusal!.code, ...refusal!.detail };
}

describe('a workbook of a portfolio', () => {
  it('says nothing where it shows all that is read', async () => {
    expect(await noted(await portfolioBook(sheets))).toEqual([]);
  });

  it('says what it hides and what of it is left out', async () => {
    const bytes = await portfolioBookWith(sheets, (book) => {
      const { 客户: customers, 期次: instalments } = book.Sheets;
      instalments!['!rows'] = Array.from({ length: 20 }, (_, at) => ({ hidden: at >= 5 && at < 18 }));
      instalments!['!cols'] = [{ wch: 9 }, { hidden: true }];
      Object.assign(customers!, { '!ref': 'A1:Z9', Y1: { t: 's', v: '担保人' }, Z3: { t: 's', v: '张三' } });
      const more = (name: string) => xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet([['a']]), name);
      for (const name of [portfolioTemplate('zh').at(-1)!.name, '旧订单', '说明', 'Customers']) more(name);
      book.Workbook!.Sheets = book.SheetNames.map((name) => ({
        name,
        Hidden: name === '订单' ? 1 : name === '旧订单' ? 2 : 0,
      }));
    });
    expect(await noted(bytes)).toEqual([
      '客户 0 未读取 1 个没有列标题的单元格：Z3',
      '客户 0 不能导入、未读取的列：担保人',
      '订单 0 工作表已隐藏，其中的数据仍会导入',
      '期次 0 含 13 个隐藏的行，仍会导入：6、7、8、9、10、11、12、13、14、15、…',
      '期次 0 含隐藏的列，仍会导入：款项类型',
      '整个文件 0 未读取隐藏的工作表：旧订单',
      '整个文件 0 未读取的其他工作表：说明、Customers',
    ]);
  });

  it('is refused where a column that is read appears twice, and by both of its names', async () => {
    const bytes = await portfolioBookWith(sheets, ({ Sheets: { 客户: customers } }) => {
      const twice = { Y1: { t: 's', v: '联系电话' }, Z1: { t: 's', v: 'Remark' }, X1: { t: 's', v: '担保人' } };
      Object.assign(customers!, { '!ref': 'A1:Z9', ...twice, W1: { t: 's', v: '担保人' } });
    });
    expect(await refused(bytes)).toEqual({ code: 'portfolio.columnTwice', sheet: '客户', columns: '联系电话、备注' });
  });

  it('is refused by its own limits and formats', async () => {
    const book = xlsx.read(await portfolioBook(sheets));
    expect(await refused(xlsx.write(book, { type: 'buffer', bookType: 'biff8' }))).toEqual({
      code: 'portfolio.noWorkbook',
    });
    expect(await refused(Buffer.alloc(mostPortfolioBytes + 1))).toMatchObject({ code: 'transfer.tooLarge', size: 64 });
    const file = xlsx.CFB.utils.cfb_new();
    xlsx.CFB.utils.cfb_add(file, 'EncryptedPackage', Buffer.alloc(5000));
    expect(await refused(Buffer.from(xlsx.CFB.write(file, { type: 'buffer' }) as Buffer))).toMatchObject({
      code: 'transfer.encrypted',
    });
    const many = { ...sheets, orders: Array.from({ length: mostOrders + 1 }, () => sheets.orders[0]!) };
    expect(await refused(await portfolioBook(many))).toMatchObject({
      code: 'portfolio.tooManyOrders',
      limit: mostOrders,
    });
  }, 60_000);
});

it('says of each cell that holds no value why it holds none', async () => {
  const bytes = await portfolioBookWith(sheets, (book) => {
    const orders = book.Sheets.订单!;
    const place = (heading: string) => {
      const { e } = xlsx.utils.decode_range(orders['!ref']!);
      const heads = Array.from({ length: e.c + 1 }, (_, c) => String(orders[xlsx.utils.encode_cell({ r: 0, c })]?.v));
      return xlsx.utils.encode_cell({ r: 1, c: heads.findIndex((one) => one.startsWith(heading)) });
    };
    orders[place('合同金额')] = { t: 'e', v: 0x17, w: '#REF!' };
    orders[place('期末本金余额')] = { t: 'n', f: 'SUM(A1:A2)' };
    orders[place('资金方向')] = { t: 's', v: '出借' };
  });
  const { content } = await preparedPortfolio(bytes, 'zh');
  const { faults } = valuesOf('orders', content!.orders[0]!);
  const texts = faults.map((one) => shownFault({ ...one, seq: 0, level: 1, words: one.values ?? {} }, 'zh').text);
  expect(texts).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^“出借”不是资金方向的可选项，可填：/),
      '单元格是错误值 #REF!',
      '公式没有计算结果，请用表格软件打开并保存文件后重新导入',
    ]),
  );
});

describe('one cause has one fault', () => {
  const ground = {
    ...{ takeoverDate: '2026-10-31', customers: new Map(), productsByName: new Map(), productsByCode: new Map() },
    ...{ taken: new Set<string>(), firstRow: new Map<string, number>() },
  };
  const found = async (sheet: 'customers' | 'orders', cells: Record<string, string>) => {
    const { content } = await preparedPortfolio(
      await portfolioBook({ ...sheets, [sheet]: [{ ...sheets[sheet][0]!, ...cells }] }),
      'zh',
    );
    const { faults } =
      sheet === 'customers'
        ? judgeCustomer(content!.customers[0]!, '2026-11-29')
        : judgeOrder({ ...content!.orders[0]!, rows: [] }, ground);
    return faults.flatMap(({ field, code }) => (field in cells ? [`${field} ${code}`] : []));
  };
  it.each([
    ['a phone', 'customers', { tel: '12' }, ['tel problem']],
    ['the number of an unknown document', 'customers', { idType: '驾驶证', idNo: 'AB12' }, ['idType notOffered']],
    ['a number that is too long', 'customers', { idNo: '1'.repeat(30) }, ['idNo problem']],
    ['a start that is no day', 'orders', { interestDate: '昨天' }, ['interestDate problem']],
    ['a start after the takeover', 'orders', { interestDate: '2026-11-01' }, ['interestDate startsLate']],
    ['a customer no. that is too long', 'orders', { ref: 'C'.repeat(100) }, ['ref problem']],
  ] as const)('of %s', async (_what, sheet, cells, faults) => {
    expect(await found(sheet, cells)).toEqual(faults);
  });
  it('of another name of a document there is none', async () => {
    expect(await found('customers', { idType: '身份证' })).toEqual([]);
  });
});
