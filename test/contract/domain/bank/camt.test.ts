/** Statements in camt.053, as banks of several countries write them: read to the last entry, or refused by what is wrong. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countOf } from '../../../../contract/domain/bank/statement';
import { statementsIn } from '../../../../server/lease/bankStatement/reading';

function fixture(name: string): Buffer {
  return readFileSync(join(__dirname, '../../../fixtures/camt', `${name}.xml`));
}
async function linesOf(bytes: Buffer) {
  const { statements } = await statementsIn(bytes);
  return statements.map(({ lines }) =>
    lines.map(({ direction, amount, partyName, purpose }) => [direction, amount, partyName, purpose]),
  );
}

const day = '2026-11-20';
interface Made {
  entries: string;
  opening?: string;
  closing: string;
  account?: string;
  version?: string;
  extra?: string;
}
function balance(code: string, amount: string, currency = 'CNY') {
  return `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
}
function stmt({ entries, opening = '0.00', closing, account = '622200001000001', extra = '' }: Made) {
  return `<Stmt><Id>1</Id><Acct><Id><Othr><Id>${account}</Id></Othr></Id>${extra}</Acct>${balance('OPBD', opening)}${balance('CLBD', closing)}${entries}</Stmt>`;
}
function file(statements: readonly Made[], encoding = 'UTF-8') {
  const version = statements[0]?.version ?? '02';
  return `<?xml version="1.0" encoding="${encoding}"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr>${statements.map(stmt).join('')}</BkToCstmrStmt></Document>`;
}
function camtOf(...statements: Made[]): Buffer {
  return Buffer.from(file(statements));
}
function entry(amount: string, inner = '', { sign = 'CRDT', currency = 'CNY', status = '<Sts>BOOK</Sts>' } = {}) {
  const dates = inner.includes('<ValDt>') ? '' : `<BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt>`;
  return `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>${status}${dates}${inner}</Ntry>`;
}
function detail(amount: string, name: string, more = '') {
  return `<TxDtls>${amount}<RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr></RltdPties>${more}</TxDtls>`;
}

it('reads every statement of a file', async () => {
  expect(await linesOf(fixture('twoStatements'))).toEqual([
    [[1, '10.00', '甲公司', '租金']],
    [[1, '20.00', '甲公司', '租金']],
  ]);
  const quiet = { entries: '', opening: '5.00', closing: '5.00', account: '622200001000002' };
  const read = await statementsIn(camtOf({ entries: entry('1.00'), closing: '1.00' }, quiet));
  expect(read.statements.map(({ lines }) => lines.length)).toEqual([1, 0]);
  await expect(
    statementsIn(camtOf({ entries: entry('1.00'), closing: '1.00' }, { ...quiet, closing: '9.00' })),
  ).rejects.toMatchObject({
    fault: 'notMoved',
    values: { account: '622200001000002', opening: '5.00', closing: '9.00' },
  });
});

it.each(['reversal', 'reversalTurned'])('takes the direction of %s from where the balance leads', async (name) => {
  const [lines] = await linesOf(fixture(name));
  expect(lines!.map(([direction, amount, , purpose]) => [direction, amount, purpose])).toEqual([
    [2, '200.00', '租金'],
    [1, '200.00', '红字冲销 退票'],
  ]);
});

it('names the one who is not us where a reversal names both', async () => {
  const own = '<DbtrAcct><Id><Othr><Id>622200001000001</Id></Othr></Id></DbtrAcct>';
  const both = `<NtryDtls><TxDtls><RltdPties><Dbtr><Nm>本公司</Nm></Dbtr>${own}<Cdtr><Nm>甲公司</Nm></Cdtr></RltdPties></TxDtls></NtryDtls>`;
  const entries = entry('2.00', `<RvslInd>true</RvslInd>${both}`);
  expect(await linesOf(camtOf({ entries, closing: '2.00' }))).toEqual([[[1, '2.00', '甲公司', '红字冲销']]]);
});

describe('a batch', () => {
  it('is a line for each of its details', async () => {
    expect(await linesOf(fixture('batchOfTwo'))).toEqual([
      [
        [1, '329.56', '甲', 'HT-A'],
        [1, '100.00', '乙', 'HT-B'],
      ],
    ]);
  });

  it('of the eighth version has amounts and directions of its own', async () => {
    const of = (amount: string, sign: string) => `<Amt Ccy="CNY">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>`;
    const details = `<NtryDtls>${detail(of('50.00', 'CRDT'), '甲')}</NtryDtls><NtryDtls>${detail(of('8.00', 'DBIT'), '乙')}</NtryDtls>`;
    const entries = entry('42.00', details, { status: '<Sts><Cd>BOOK</Cd></Sts>' });
    const [lines] = await linesOf(camtOf({ entries, closing: '42.00', version: '08' }));
    expect(lines!.map(([direction, amount]) => [direction, amount])).toEqual([
      [1, '50.00'],
      [2, '8.00'],
    ]);
  });

  it.each([
    ['are less than it', '<Amt Ccy="CNY">30.00</Amt>', '2 笔明细合计 60.00，相差 10.00'],
    ['have no amounts', '', '含 2 笔明细'],
    ['are in another currency', '<Amt Ccy="USD">35.00</Amt>', '含 2 笔明细'],
  ])('whose details %s stays one line and says so', async (_, amount, said) => {
    const entries = entry('70.00', `<NtryDtls>${detail(amount, '甲')}${detail(amount, '乙')}</NtryDtls>`);
    const [[line]] = (await linesOf(camtOf({ entries, closing: '70.00' }))) as [[unknown[]]];
    expect(line!.slice(0, 3)).toEqual([1, '70.00', '甲']);
    expect(line![3]).toContain(said);
  });
});

it('says what the bank has kept of a payment', async () => {
  const charges = '<Chrgs><Rcrd><Amt Ccy="CNY">5.00</Amt></Rcrd></Chrgs>';
  const amount = '<AmtDtls><InstdAmt><Amt Ccy="CNY">1000.00</Amt></InstdAmt></AmtDtls>';
  const entries = entry('995.00', `<NtryDtls>${detail(amount, '甲', charges)}</NtryDtls>`);
  expect(await linesOf(camtOf({ entries, closing: '995.00' }))).toEqual([[[1, '995.00', '甲', '手续费 5.00']]]);
});

it.each(['<Sts>PDNG</Sts>', '<Sts><Cd>PDNG</Cd></Sts>', '<Sts>FUTR</Sts>', '<Sts>INFO</Sts>'])(
  'leaves out %s, which has not moved yet, and counts it',
  async (status) => {
    const read = await statementsIn(
      camtOf({ entries: entry('7.00') + entry('9.00', '', { status }), closing: '7.00' }),
    );
    expect(read.statements[0]!.lines).toHaveLength(1);
    expect(countOf(read)).toEqual({ statements: 1, held: 2, read: 1, passed: { pending: 1 }, otherSheets: [] });
  },
);

it('refuses a state that it does not know, by its entry', async () => {
  const entries = entry('7.00') + entry('9.00', '', { status: '<Sts>OTHR</Sts>' });
  await expect(statementsIn(camtOf({ entries, closing: '16.00' }))).rejects.toMatchObject({
    fault: 'badRow',
    values: { row: 2, text: 'OTHR' },
  });
});

it('counts an entry of 0.00 beside the lines', async () => {
  const read = await statementsIn(fixture('zeroEntry'));
  expect(read.statements[0]!.lines).toHaveLength(1);
  expect(countOf(read)).toMatchObject({ held: 2, read: 1, passed: { noMoney: 1 } });
});

it('asks the currency of the account, of balances and entries alone', async () => {
  expect((await linesOf(fixture('foreignInstructed')))[0]![0]!.slice(0, 2)).toEqual([1, '710.00']);
  const dollars = { entries: entry('1.00', '', { currency: 'USD' }), closing: '1.00' };
  await expect(statementsIn(camtOf(dollars))).rejects.toMatchObject({ fault: 'otherCurrency', values: { row: 1 } });
  await expect(
    statementsIn(camtOf({ entries: entry('1.00'), closing: '1.00', extra: '<Ccy>USD</Ccy>' })),
  ).rejects.toMatchObject({ fault: 'foreignAccount', values: { currency: 'USD' } });
});

it.each([
  ['<ValDt><Dt>2026-11-20</Dt></ValDt>', '2026-11-20'],
  ['<ValDt><Dt>2026-11-20+08:00</Dt></ValDt>', '2026-11-20'],
  ['<ValDt><DtTm>2026-11-20T23:30:00</DtTm></ValDt>', '2026-11-20'],
  ['<ValDt><DtTm>2026-11-19T23:30:00Z</DtTm></ValDt>', '2026-11-20'],
  ['<ValDt><DtTm>2026-11-20T23:30:00+08:00</DtTm></ValDt>', '2026-11-20'],
  ['<ValDt><DtTm>2026-11-20T02:30:00.123+09:00</DtTm></ValDt>', '2026-11-20'],
  ['<ValDt><DtTm>2026-11-19T18:30:00-05:00</DtTm></ValDt>', '2026-11-20'],
])('%s is of the business day %s', async (dates, expected) => {
  const { statements } = await statementsIn(camtOf({ entries: entry('1.00', dates), closing: '1.00' }));
  expect(statements[0]!.lines[0]!.valueDate).toBe(expected);
});

it.each([
  ['leadingZeros', '10.00'],
  ['wholeAmounts', '10.00'],
  ['byteOrderMark', '10.00'],
  ['characterData', '10.00'],
  ['commentFirst', '10.00'],
  ['prefixedNames', '10.00'],
  ['overdrawn', '10.00'],
  ['plain', '200.00'],
])('reads %s', async (name, amount) => {
  expect((await linesOf(fixture(name)))[0]![0]!.slice(0, 2)).toEqual([1, amount]);
});

it('keeps two entries that are alike', async () => {
  expect((await linesOf(fixture('twins')))[0]).toHaveLength(2);
});

it.each([
  ['0.5', '0.50'],
  ['+10', '10.00'],
  ['10.00000', '10.00'],
  ['.5', '0.50'],
])('reads the decimal %s', async (amount, expected) => {
  expect((await linesOf(camtOf({ entries: entry(amount), closing: expected })))[0]![0]![1]).toBe(expected);
});

it.each(['1,000.00', '10.001', '-5', '1e3', ''])('refuses the amount %p by its entry', async (amount) => {
  await expect(statementsIn(camtOf({ entries: entry(amount), closing: '1.00' }))).rejects.toMatchObject({
    fault: 'badRow',
    values: { row: 1 },
  });
});

it.each([
  ['camt.052', 'BkToCstmrAcctRpt', 'Rpt'],
  ['camt.054', 'BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
  ['pain.001', 'CstmrCdtTrfInitn', 'PmtInf'],
  ['pain.002', 'CstmrPmtStsRpt', 'OrgnlPmtInfAndSts'],
])('names a %s, which is no statement', async (name, message, part) => {
  const made = file([{ entries: entry('1.00'), closing: '1.00' }])
    .replaceAll('BkToCstmrStmt', message)
    .replaceAll('Stmt>', `${part}>`);
  for (const text of [made, `<Envelope>${made.replace(/^<.xml.*?>/, '')}</Envelope>`])
    await expect(statementsIn(Buffer.from(text))).rejects.toMatchObject({ fault: 'otherMessage', values: { name } });
});

describe('an encoding', () => {
  const of = (encoding: string) =>
    file([{ entries: entry('1.00', '<AddtlNtryInf>租金</AddtlNtryInf>'), closing: '1.00' }], encoding);
  const gbk = (text: string) => {
    const coded: Record<string, number[]> = { 租: [0xd7, 0xe2], 金: [0xbd, 0xf0] };
    return Buffer.concat([...text].map((letter) => Buffer.from(coded[letter] ?? [letter.charCodeAt(0)])));
  };
  const wide = (text: string) => Buffer.from(text, 'utf16le');

  it.each([
    ['UTF-8 with a mark', () => Buffer.from(`\uFEFF${of('UTF-8')}`)],
    ['UTF-16 with a mark', () => wide(`\uFEFF${of('UTF-16')}`)],
    ['UTF-16 without a mark', () => wide(of('UTF-16'))],
    ['UTF-16 of the other order', () => wide(`\uFEFF${of('UTF-16')}`).swap16()],
    ['GB18030', () => gbk(of('GB18030'))],
    ['GBK', () => gbk(of('gbk'))],
    ['GB 2312 by its longer name', () => gbk(of('GB_2312-80'))],
  ])('%s is read', async (_, make) => {
    expect(await linesOf(make())).toEqual([[[1, '1.00', '', '租金']]]);
  });

  it.each(['ASCII', 'ISO-8859-15', 'windows-1252'])('%s of other countries is read', async (name) => {
    expect(await linesOf(Buffer.from(of(name).replace('租金', 'Miete')))).toEqual([[[1, '1.00', '', 'Miete']]]);
  });

  it.each([
    ['bytes that are in another', () => gbk(of('UTF-8'))],
    ['a name that is unknown', () => Buffer.from(of('EBCDIC-37'))],
    ['a document type', () => fixture('documentType')],
    ['a file that is cut off', () => Buffer.from(of('UTF-8')).subarray(0, -40)],
  ])('%s is named as the cause', async (_, make) => {
    await expect(statementsIn(make())).rejects.toMatchObject({ fault: 'unreadableXml' });
  });
});
