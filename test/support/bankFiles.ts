/** Statements and results as banks write them, made by tests. */
import { add, subtract } from '../../contract/domain/money';
import { writeXlsx } from '../../server/kernel/sheets/xlsxWriter';

/** A line of a statement: an amount below 0 went out. */
export interface Moved {
  day: string;
  amount: string;
  name?: string;
  account?: string;
  purpose?: string;
  serial?: string;
}
export interface Statement {
  account: string;
  opening: string;
  lines: readonly Moved[];
}

/** Each line with the balance after it. */
function running({ opening, lines }: Statement) {
  let balance = opening;
  return lines.map((line) => {
    balance = add(balance, line.amount);
    const isOut = line.amount.startsWith('-');
    const size = isOut ? subtract('0', line.amount) : line.amount;
    return { ...line, balance, debit: isOut ? size : '', credit: isOut ? '' : size };
  });
}
export function closingOf(statement: Statement): string {
  return running(statement).at(-1)?.balance ?? statement.opening;
}
function thousands(amount: string): string {
  const [whole = '', cents] = amount.split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${cents ? `.${cents}` : ''}`;
}
function csv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\r\n');
}

/** ICBC: a word above the table, times behind the days, thousands separators. */
export function icbcCsv(statement: Statement): Buffer {
  const head =
    '凭证号,本方账号,对方账号,交易时间,借/贷,借方发生额,贷方发生额,对方行号,摘要,用途,对方单位名称,余额,个性化信息'.split(
      ',',
    );
  const rows = running(statement).map(({ serial = '', day, name = '', account = '', purpose = '', ...line }) => [
    ...[serial, statement.account, account, `${day} 10:20:30`, line.debit ? '借' : '贷'],
    ...[thousands(line.debit), thousands(line.credit), '', '转账', purpose, name, thousands(line.balance), ''],
  ]);
  return Buffer.from(`\uFEFF[HISTORYDETAIL]\r\n${csv([head, ...rows])}`);
}

/** Bytes of GB 18030, which Node reads but does not write. */
const gbk = new Map<string, Buffer>();
function gbkOf(text: string): Buffer {
  if (gbk.size === 0) {
    const decoder = new TextDecoder('gb18030');
    for (let high = 0x81; high <= 0xfe; high++)
      for (let low = 0x40; low <= 0xfe; low++) {
        const bytes = Buffer.from([high, low]);
        const char = decoder.decode(bytes);
        if ([...char].length === 1 && !gbk.has(char)) gbk.set(char, bytes);
      }
  }
  return Buffer.concat(
    [...text].map((char) => (char.charCodeAt(0) < 128 ? Buffer.from(char) : (gbk.get(char) ?? Buffer.from('?')))),
  );
}

/** CCB: facts above the table, dates as 20260930, the newest line first, in GBK. */
export function ccbCsv(statement: Statement): Buffer {
  const head =
    '账号,账户名称,交易时间,借方发生额/元(支取),贷方发生额/元(收入),余额,币种,对方户名,对方账号,对方开户机构,记账日期,摘要,备注,账户明细编号-交易流水号'.split(
      ',',
    );
  const rows = running(statement).map(({ serial = '', day, name = '', account = '', purpose = '', ...line }) => [
    ...[statement.account, '示例租赁有限公司', `${day.replaceAll('-', '')} 10:20:30`, line.debit || '0.00'],
    ...[line.credit || '0.00', line.balance, '人民币元', name, account, '', day.replaceAll('-', ''), '转账', purpose],
    serial,
  ]);
  return gbkOf(csv([['建设银行账户明细'], ['起始日期：20261101'], head, ...rows.reverse()]));
}

function columnsOf(heads: readonly string[]) {
  return heads.map((head) => ({ head, kind: 'text' as const }));
}
async function bytesOf(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}
/** A workbook of texts; the first row is its heading. */
export function workbook([head = [], ...rows]: readonly (readonly string[])[]): Promise<Buffer> {
  return bytesOf(writeXlsx([{ name: 'Sheet1', columns: columnsOf(head), rows: [rows] }]));
}

/** CMB: a workbook with the account and both balances above the table. */
export function cmbXlsx(statement: Statement, closing = closingOf(statement)): Promise<Buffer> {
  const head = ['交易日', '借方金额', '贷方金额', '余额', '摘要', '流水号', '用途', '收(付)方名称', '收(付)方账号'];
  const rows = running(statement).map(({ serial = '', day, name = '', account = '', purpose = '', ...line }) => [
    ...[day, line.debit, line.credit, line.balance, '转账', serial, purpose, name, account],
  ]);
  return workbook([
    // The widest row comes first: a sheet has as many columns as its heading.
    ['账号', statement.account, '期初余额', statement.opening, '期末余额', closing, '', '', ''],
    head,
    ...rows,
    ['合计', '', '', '', '', '', '', '', ''],
  ]);
}

/** BOC: one signed column, payer and payee in columns of their own. */
export function bocCsv(statement: Statement): Buffer {
  const head = [
    ...['交易日期[ Transaction Date ]', '交易金额[ Trade Amount ]', '交易后余额[ After-transaction balance ]'],
    ...["付款人名称[ Payer's Name ]", '付款人账号[ Debit Account No. ]'],
    ...["收款人名称[ Payee's Name ]", "收款人账号[ Payee's Account Number ]"],
    ...['交易流水号[ Transaction reference number ]', '用途[ Purpose ]'],
  ];
  const own = ['示例租赁有限公司', statement.account];
  const rows = running(statement).map(({ serial = '', day, name = '', account = '', purpose = '', ...line }) => {
    const parties = line.debit ? [...own, name, account] : [name, account, ...own];
    return [day.replaceAll('-', '/'), line.amount, line.balance, ...parties, serial, purpose];
  });
  return Buffer.from(csv([[`查询账号[ Inquirer account number ]：${statement.account}`], head, ...rows]));
}

/** camt.053 (ISO 20022). */
export function camt({ account, opening, lines }: Statement, closing = closingOf({ account, opening, lines })): Buffer {
  const balance = (code: string, amount: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="CNY">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`;
  const entries = lines.map(({ day, amount, name = '', account: theirs = '', purpose = '', serial = '' }) => {
    const isOut = amount.startsWith('-');
    const party = isOut ? 'Cdtr' : 'Dbtr';
    return `<Ntry><Amt Ccy="CNY">${amount.replace('-', '')}</Amt><CdtDbtInd>${isOut ? 'DBIT' : 'CRDT'}</CdtDbtInd><ValDt><Dt>${day}</Dt></ValDt><AcctSvcrRef>${serial}</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><${party}><Nm>${name}</Nm></${party}><${party}Acct><Id><Othr><Id>${theirs}</Id></Othr></Id></${party}Acct></RltdPties><RmtInf><Ustrd>${purpose}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
  });
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>${account}</Id></Othr></Id><Svcr><FinInstnId><Nm>交通银行</Nm></FinInstnId></Svcr></Acct>${balance('OPBD', opening)}${balance('CLBD', closing)}${entries.join('')}</Stmt></BkToCstmrStmt></Document>`,
  );
}

/** ABC: what came in before what went out, times behind the days; the newer list has the time in a column of its own. */
export function abcCsv(statement: Statement, age: 'old' | 'new' = 'old'): Buffer {
  const isOld = age === 'old';
  const head = isOld
    ? ['交易时间', '收入金额', '支出金额', '账户余额', '交易行名', '对方省市', '对方账号', '对方户名', '交易用途']
    : '交易日期,交易时间戳,收入金额,支出金额,本次余额,手续费总额,交易方式,交易行名,交易类别,对方省市,对方账号,对方户名,交易说明,交易摘要,交易附言,交易日志号'.split(
        ',',
      );
  const rows = running(statement).map(({ serial = '', day, name = '', account = '', purpose = '', ...line }) => {
    const date = day.replaceAll('-', '');
    return isOld
      ? [`${date} 10:20:30`, line.credit, line.debit, line.balance, '上海分行', '上海', account, name, purpose]
      : [
          ...[date, '10:20:30', line.credit || '0.00', line.debit || '0.00', line.balance, '0.00', '网银', '上海分行'],
          ...['转账', '上海', account, name, '', purpose, '', serial],
        ];
  });
  const sum = rows.length;
  return Buffer.from(
    csv([
      ['账户明细查询'],
      ['账号', statement.account, '币种', '人民币'],
      head,
      ...rows,
      [`汇总收入金额`, String(sum), ''],
      ['汇总支出金额', '', String(sum)],
    ]),
  );
}

/** BOCOM: one column of amounts, and whether it is a debit or a credit in another. */
export function bocomCsv(statement: Statement): Buffer {
  const head = [
    '交易时间',
    '摘要',
    '凭证种类',
    '凭证号码',
    '企业业务编号',
    '发生额',
    '币种',
    '余额',
    '对方账号',
    '对方户名',
    '借贷标志',
  ];
  const rows = running(statement).map(({ serial = '', day, name = '', account = '', purpose = '', ...line }) => [
    ...[
      `${day} 10:20:30`,
      purpose,
      '',
      '',
      serial,
      thousands(line.debit || line.credit),
      '人民币',
      thousands(line.balance),
    ],
    ...[account, name, line.debit ? '借' : '贷'],
  ]);
  return Buffer.from(csv([['查询账号', statement.account], head, ...rows]));
}
