/** Statements of four banks and camt.053, as files: read, and refused by the line that is wrong. */

import { statementsIn } from '../../../../server/lease/bankStatement/reading';
import {
  bocCsv,
  camt,
  ccbCsv,
  closingOf,
  cmbXlsx,
  icbcCsv,
  type Statement,
  workbook,
} from '../../../support/bankFiles';

async function statementIn(bytes: Buffer) {
  const { statements } = await statementsIn(bytes);
  expect(statements).toHaveLength(1);
  return statements[0]!;
}

const statement: Statement = {
  account: '1001234567890123456',
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
    { day: '2026-11-18', amount: '0.01', name: '丙', purpose: '结息', serial: 'A3' },
  ],
};
const files: [string, number, () => Buffer | Promise<Buffer>][] = [
  ['工商银行', 1, () => icbcCsv(statement)],
  ['建设银行', 2, () => ccbCsv(statement)],
  ['招商银行', 3, () => cmbXlsx(statement)],
  ['中国银行', 4, () => bocCsv(statement)],
  ['交通银行', 9, () => camt(statement)],
];

it.each(files)('reads a statement of %s', async (_bank, layout, make) => {
  const read = await statementIn(await make());
  expect(read).toMatchObject({ layout, account: statement.account, opening: '1000.00' });
  expect(read.closing).toBe(closingOf(statement));
  expect(
    read.lines.map(({ direction, valueDate, amount, partyName, serialNo }) => [
      ...[direction, valueDate, amount, partyName, serialNo],
    ]),
  ).toEqual([
    [1, '2026-11-17', '12345.60', '甲公司', 'A1'],
    [2, '2026-11-18', '345.60', '乙', 'A2'],
    [1, '2026-11-18', '0.01', '丙', 'A3'],
  ]);
  expect(read.lines[0]).toMatchObject({ partyAccount: '6222021234567890128' });
  expect(read.lines[0]!.purpose).toContain('租金');
});

it('reads a day whose time stands in a column of its own, and sides with their letters', async () => {
  const rows = [
    '账号,6222600000000000001',
    '序号,交易日期,交易时间,交易类型,借贷,交易金额,余额,对方账号,对方户名,摘要',
    '1,2026-11-02,00:00:00,存款利息,贷 Cr,1.25,101.25,1001,甲,结息',
    '2,2026-11-03,13:15:12,转账,借 Dr,1.00,100.25,1002,乙,租金',
  ];
  const { lines } = await statementIn(Buffer.from(rows.join('\r\n')));
  expect(lines.map(({ valueDate, direction, amount }) => [valueDate, direction, amount])).toEqual([
    ['2026-11-02', 1, '1.25'],
    ['2026-11-03', 2, '1.00'],
  ]);
  // A time that cannot be read is not passed over for the day of another column.
  const wrong = rows
    .join('\r\n')
    .replace('交易日期,交易时间', '交易时间,记账日期')
    .replace('2026-11-03,13:15:12', '2026-13-03,2026-11-03');
  await expect(statementIn(Buffer.from(wrong.replace('00:00:00', '2026-11-02')))).rejects.toMatchObject({
    fault: 'badRow',
    values: { row: 4 },
  });
});

it('refuses what is no statement, and names the line that is wrong', async () => {
  const text = icbcCsv(statement).toString();
  const fault = (from: string, to: string) => statementIn(Buffer.from(text.replace(from, to)));
  await expect(statementIn(Buffer.from('姓名,电话\r\n甲,138'))).rejects.toMatchObject({ fault: 'unknownLayout' });
  await expect(fault('2026-11-18 10', '2026-13-18 10')).rejects.toMatchObject({ fault: 'badRow', values: { row: 4 } });
  await expect(fault('"345.60"', '"3x5"')).rejects.toMatchObject({ fault: 'badRow', values: { row: 4 } });
  await expect(fault('"13,000.00"', '"13,000.01"')).rejects.toMatchObject({
    fault: 'unbalanced',
    values: { row: 4, reached: '13000.00', said: '13000.01' },
  });
  await expect(statementIn(icbcCsv({ ...statement, account: '******' }))).rejects.toMatchObject({ fault: 'noAccount' });
  await expect(statementIn(await cmbXlsx(statement, '1.00'))).rejects.toMatchObject({ fault: 'unbalanced' });
  await expect(statementIn(camt(statement, '1.00'))).rejects.toMatchObject({ fault: 'unbalanced' });
  await expect(statementIn(Buffer.from(String(camt(statement)).replaceAll('CNY', 'USD')))).rejects.toMatchObject({
    fault: 'foreignAccount',
  });
  await expect(statementIn(Buffer.from(String(camt(statement)).slice(0, 900)))).rejects.toMatchObject({
    fault: 'unreadableXml',
  });
  const headOnly = ['交易日', '借方金额', '贷方金额', '余额', '收(付)方名称'];
  await expect(statementIn(await workbook([headOnly]))).rejects.toMatchObject({ fault: 'noLines' });
  await expect(statementIn(await workbook([headOnly, ['20261120', '', '1.00', '1.00', '甲']]))).rejects.toMatchObject({
    fault: 'noAccount',
  });
});
