/** Columns and facts that stand in the statements of every bank: read wherever they are, and never passed over in silence. */
import { statementsIn } from '../../../../server/lease/bankStatement/reading';

const own = '1001234567890123456';
const lists: Record<string, { head: string[]; row: string[] }> = {
  工商银行: {
    head: ['交易时间', '借方发生额', '贷方发生额', '余额', '对方单位名称', '本方账号'],
    row: ['2026-11-01', '', '100.00', '1100.00', '甲公司', own],
  },
  '工商银行 2': {
    head: ['交易时间', '转出金额', '转入金额', '余额', '对方单位', '本方账号'],
    row: ['2026-11-01', '', '100.00', '1100.00', '甲公司', own],
  },
  建设银行: {
    head: ['交易时间', '借方发生额/元(支取)', '贷方发生额/元(收入)', '余额', '对方户名', '账号'],
    row: ['20261101 15:24:03', '', '100.00', '1100.00', '甲公司', own],
  },
  招商银行: {
    head: ['交易日', '借方金额', '贷方金额', '余额', '收(付)方名称', '账号'],
    row: ['20261101', '', '100.00', '1100.00', '甲公司', own],
  },
  中国银行: {
    head: [
      ...['交易日期[ Transaction Date ]', '交易金额[ Trade Amount ]', '交易后余额[ After-transaction balance ]'],
      ...["付款人名称[ Payer's Name ]", "收款人名称[ Payee's Name ]", '账号'],
    ],
    row: ['20261101', '100.00', '1100.00', '甲公司', '本公司', own],
  },
  农业银行: {
    head: ['交易时间', '支出金额', '收入金额', '账户余额', '对方户名', '账号'],
    row: ['2026-11-01', '', '100.00', '1100.00', '甲公司', own],
  },
  交通银行: {
    head: ['交易时间', '借贷标志', '发生额', '余额', '对方户名', '账号'],
    row: ['2026-11-01', '贷', '100.00', '1100.00', '甲公司', own],
  },
};
const banks = Object.keys(lists);

function file(rows: readonly (readonly string[])[], separator = ','): Buffer {
  return Buffer.from(rows.map((row) => row.join(separator)).join('\r\n'));
}
async function read(rows: readonly (readonly string[])[], separator?: string) {
  const { statements } = await statementsIn(file(rows, separator));
  return statements;
}
function withColumn(bank: string, name: string, value: string) {
  const { head, row } = lists[bank]!;
  return [
    [...head, name],
    [...row, value],
  ];
}
/** The same list, whose account stands above it alone. */
function under(bank: string, ...above: readonly (readonly string[])[]) {
  const { head, row } = lists[bank]!;
  return [...above, head.slice(0, -1), row.slice(0, -1)];
}

it.each(banks)('reads all that %s says about a line', async (bank) => {
  for (const name of ['摘要', '用途', '附言', '备注', '交易附言', '交易附言[ Remark ]', '备注[ Remarks ]', '扩展摘要'])
    expect(await read(withColumn(bank, name, '租金 HT20261101000001'))).toMatchObject([
      { account: own, lines: [{ amount: '100.00', direction: 1, purpose: '租金 HT20261101000001' }] },
    ]);
});

it.each(banks)('refuses a list of %s that is not in yuan', async (bank) => {
  for (const name of ['币种', '币别', '交易货币'])
    await expect(read(withColumn(bank, name, '美元'))).rejects.toMatchObject({ fault: 'otherCurrency' });
  for (const said of ['人民币', 'CNY-人民币', 'CNY', '人民币元', 'RMB', '001', ''])
    expect(await read(withColumn(bank, '币种', said))).toHaveLength(1);
  const { head, row } = lists[bank]!;
  for (const above of [['币种', '美元'], ['币种：美元'], ['币种', '', 'USD'], ['账号：622200 币种：港币']])
    await expect(read([above, head, row])).rejects.toMatchObject({ fault: 'foreignAccount', values: { account: own } });
  for (const above of [['币种', '人民币'], ['币种：人民币 单位：元'], ['币种', '', '账号', own], ['币种：全部币种']])
    expect(await read([above, head, row])).toHaveLength(1);
});

it.each([
  [['账户号', '', own, '账户名称', '', '本公司']],
  [['账　　号', own]],
  [[`银行账号：${own}`, '账号名称：本公司']],
  [[`户名：本公司 账号：${own} 币种：人民币`]],
  [[`账  号: ${own}  户  名: 本公司`]],
  [['账号', '', '', own]],
])('finds the account in %j', async (above) => {
  for (const bank of ['招商银行', '农业银行', '交通银行'])
    expect(await read(under(bank, above))).toMatchObject([{ account: own }]);
});

it.each(['\t', ';', '|'])('reads a list that %j separates, under a title without it', async (separator) => {
  const { head, row } = lists.农业银行!;
  for (const above of [[], [['活期账户交易明细']], [['活期账户交易明细'], [`账号：${own}`], ['']]])
    expect(await read([...above, head, row], separator)).toMatchObject([
      { account: own, lines: [{ amount: '100.00' }] },
    ]);
});

it.each([
  ['农业银行', ['2026-11-01', '-100.00', '', '1100.00', '甲公司', own], 1],
  ['农业银行', ['2026-11-01', '', '-100.00', '900.00', '甲公司', own], 2],
  ['工商银行', ['2026-11-01', '-100.00', '', '1100.00', '甲公司', own], 1],
  ['交通银行', ['2026-11-01', '借', '-100.00', '1100.00', '甲公司', own], 1],
])('says of an amount below zero in a list of %s that the bank takes a movement back', async (bank, row, direction) => {
  const { head } = lists[bank]!;
  const [statement] = await read([
    [...head, '摘要'],
    [...row, '退款'],
  ]);
  expect(statement!.lines).toMatchObject([{ direction, amount: '100.00', purpose: '红字冲销 退款' }]);
});

it('takes an amount below zero for no reversal where the column holds both directions', async () => {
  const { head } = lists.中国银行!;
  const [statement] = await read([head, ['20261101', '-100.00', '900.00', '本公司', '甲公司', own]]);
  expect(statement!.lines).toMatchObject([{ direction: 2, amount: '100.00', purpose: '' }]);
});
