/** Statements of banks as finance staff work them off: imported, matched, booked in one batch, undone. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sum } from '../../../../contract/domain/money';
import { registry } from '../../../../server/app';
import { asSystem } from '../../../../server/engine/work';
import { matchesOf } from '../../../../server/lease/bankStatement/candidates';
import { writeSpans } from '../../../../server/lease/ledger/openByDay';
import { deedsAtOnce } from '../../../support/approvals';
import { camt, cmbXlsx, icbcCsv, type Moved } from '../../../support/bankFiles';
import { registerAccount } from '../../../support/companyAccounts';
import { ledgerFaults } from '../../../support/ledgerFaults';
import { type Client, leaseOf, ok, platform, type Server, startServer } from '../../../support/server';

let server: Server;
let lease: ReturnType<typeof leaseOf>;
let clerk: Client;
let checker: Client;
let goods: { id: string };
beforeAll(async () => {
  server = await startServer();
  lease = leaseOf(server);
  const own = ['bankStatement', 'bankStatement_upload', 'bankStatement_confirm', 'bankStatement_ignore'];
  await deedsAtOnce(server);
  const seen = ['order', 'paymentPlan', 'receipt', 'customer'];
  await server.addUser({ account: 'clerk', permissions: [...seen, ...own, 'bankStatement_undo', 'receipt_reverse'] });
  await server.addUser({ account: 'checker', permissions: [...seen, ...own, 'bankStatement_undo', 'receipt_reverse'] });
  [clerk, checker] = [await server.as('clerk'), await server.as('checker')];
  // Customers pay 100.00 a month for years.
  goods = await lease.product({ deadline: 2160, direction: 2 });
}, 120_000);
afterAll(() => server.close());

const path = '/blade-bank/statement';
const day = '2026-11-19';

interface Line {
  id: string;
  lineNo: number;
  amount: string;
  state: number;
  verdict: number;
  receiptId: string | null;
  receiptNo: string | null;
  proposals: {
    shares: { amount: string; contractCode: string }[];
    reasons: { code: string }[];
    receiptId: string | null;
  }[];
}
async function payer(realName: string, more: object = {}) {
  const customer = await lease.customer({ realName, ...more });
  const { order, rows } = await lease.started({
    customerId: customer.id,
    productId: goods.id,
    totalAmount: '20000',
    interestDate: '2026-08-17',
    bankCardCode: `6222${String(customer.id).slice(-12)}`,
  });
  return { customer, order, code: order.contractCode as string, card: order.bankCardCode as string, rows };
}
async function upload(file: Buffer, name = '对账单.csv', who = clerk) {
  return who.upload(`${path}/upload`, file, { name });
}
async function linesOf(statementId: string, group = 'all'): Promise<Line[]> {
  return ok(await clerk.get(`${path}/lines`, { statementId, group, size: 200 })).records;
}
function confirm(statementId: string, body: object, who = clerk) {
  return who.post(`${path}/confirm`, { body: { statementId, ...body } });
}
const faults = () => ledgerFaults(server);
let registered = 0;
/** An account of the company that no other test has moved. */
async function newAccount(opening = '0.00'): Promise<string> {
  const account = `10012345678901${String(++registered).padStart(5, '0')}`;
  await registerAccount(server, { account, opening });
  return account;
}
let numbered = 0;
function moved(amount: string, more: Partial<Moved> = {}): Moved {
  return { day, amount, serial: `S${++numbered}`, ...more };
}

it('matches 200 lines of two banks, books the clear ones in one batch, and takes one back', async () => {
  const account = await newAccount('5000.00');
  const [one, two, three] = [await payer('宏达贸易有限公司'), await payer('启明（上海）科技'), await payer('周到')];
  // Four years of each are due.
  await server.sql(
    "update lease_payment_plan set payment_date = payment_date - interval '4 years' where order_id = any($1)",
    [[one, two, three].map(({ order }) => order.id)],
  );
  const twins = [await payer('同名'), await payer('同名')];
  const odd = (count: number) => Array.from({ length: count }, (_, at) => moved(`777${at}.13`, { name: `路人${at}` }));
  const times = (count: number, line: Partial<Moved>) => Array.from({ length: count }, () => moved('100.00', line));
  const icbc = icbcCsv({
    account,
    opening: '5000.00',
    lines: [
      ...times(40, { purpose: `租金 ${one.code}`, name: one.customer.realName }),
      ...times(30, { name: '启明(上海)科技' }),
      ...times(10, { name: '同名' }),
      ...odd(20),
    ],
  });
  const first = ok(await upload(icbc));
  expect(first).toMatchObject({ added: 100, known: 0, matched: 70, offered: 10, unclaimed: 20, isKnownFile: false });
  await registerAccount(server, { account: '110987654321', bankName: '渤海银行' });
  const cmb = await cmbXlsx({
    account: '110987654321',
    opening: '0.00',
    lines: [...times(30, { account: three.card, name: '周到的公司' }), ...times(20, { name: '同名' }), ...odd(50)],
  });
  const second = ok(await upload(cmb, '招行.xlsx'));
  expect(second).toMatchObject({ added: 100, matched: 30, offered: 20, unclaimed: 50 });
  // Its headings are those of another bank, so that the account says which one it is.
  const [{ bankName }] = await server.sql('select bank_name as "bankName" from lease_bank_statement where id = $1', [
    second.statementId,
  ]);
  expect(bankName).toBe('渤海银行');

  // The same file changes nothing, and neither does the same line in another file.
  const before = await server.fingerprint();
  expect(ok(await upload(icbc))).toMatchObject({ isKnownFile: true, added: 0, statementId: first.statementId });
  expect(await server.fingerprint()).toBe(before);

  const matched = await linesOf(first.statementId, 'matched');
  expect(matched[0]!.proposals[0]!.reasons.map(({ code }) => code)).toEqual(['contract', 'name', 'oneRow']);
  const [offered] = await linesOf(first.statementId, 'offered');
  expect(offered!.proposals.map(({ shares }) => shares[0]!.contractCode).sort()).toEqual(
    twins.map(({ code }) => code).sort(),
  );

  const booked = ok(await confirm(first.statementId, { all: true, reason: '提前' }));
  expect(booked).toMatchObject({ booked: 70, linked: 0, amount: '7000.00' });
  const receipts = await server.sql(
    'select serial_no, bank_name, source, amount from lease_receipt where batch_no = $1',
    [booked.batchNo],
  );
  expect(receipts).toHaveLength(70);
  expect(receipts[0]).toMatchObject({ bank_name: '工商银行', source: 4 });
  expect(
    (await lease.plan(one.order.id)).filter(({ payStatus }: { payStatus: number }) => payStatus === 1),
  ).toHaveLength(40);
  expect(
    (await lease.plan(two.order.id)).filter(({ payStatus }: { payStatus: number }) => payStatus === 1),
  ).toHaveLength(30);
  expect(await faults()).toEqual([]);
  expect((await confirm(first.statementId, { all: true })).body.reason).toBe('bank.nothingClear');

  // A person chooses among what is offered; the next line of the same payer is looked at again.
  const chosen = { lines: [{ id: offered!.id, proposal: 1 }] };
  ok(await confirm(first.statementId, chosen));
  expect((await confirm(first.statementId, chosen)).body.reason).toBe('bank.lineDone');

  // Undoing it is a reversal: by another person, and the line waits again.
  const done = (await linesOf(first.statementId, 'done')).find(({ id }) => id === matched[0]!.id)!;
  expect(done).toMatchObject({ state: 2, receiptNo: expect.stringMatching(/^SK/) });
  const undo = (who: Client, ids: string, reason = '认错了') =>
    who.post(`${path}/undo`, { body: { statementId: first.statementId, ids: [ids], reason } });
  expect((await undo(clerk, done.id)).status).toBe(403);
  expect((await undo(checker, done.id, ' ')).body.success).toBe(false);
  ok(await undo(checker, done.id));
  expect((await linesOf(first.statementId)).find(({ id }) => id === done.id)).toMatchObject({
    state: 1,
    receiptId: null,
  });
  expect(
    (await lease.plan(one.order.id)).filter(({ payStatus }: { payStatus: number }) => payStatus === 1),
  ).toHaveLength(39);
  ok(await clerk.post(`${path}/rematch`, { body: { id: first.statementId } }));
  expect(ok(await confirm(first.statementId, { lines: [{ id: done.id }] }))).toMatchObject({ booked: 1 });
  expect(await faults()).toEqual([]);
  expect(ok(await clerk.get(`${path}/detail`, { id: first.statementId }))).toMatchObject({
    lineCount: 100,
    openCount: 29,
  });
});

it('takes only the new lines of a file that overlaps, and nothing of one that is known', async () => {
  const account = await newAccount();
  const lines = [moved('1.01', { name: '甲' }), moved('1.02', { name: '乙' }), moved('1.03', { name: '丙' })];
  ok(await upload(icbcCsv({ account, opening: '0.00', lines: lines.slice(0, 2) })));
  const more = ok(await upload(icbcCsv({ account, opening: '1.01', lines: lines.slice(1) })));
  expect(more).toMatchObject({ added: 1, known: 1 });
  expect((await linesOf(more.statementId)).map(({ amount }) => amount)).toEqual(['1.03']);
  const before = await server.fingerprint();
  expect(ok(await upload(camt({ account, opening: '2.03', lines: lines.slice(2) }), 'a.xml'))).toMatchObject({
    statementId: null,
    added: 0,
    known: 1,
  });
  const broken = Buffer.from(String(icbcCsv({ account, opening: '0.00', lines })).replace('"1.02"', '"1.2x"'));
  expect((await upload(broken)).body).toMatchObject({ reason: 'bank.badRow', msg: expect.stringContaining('4') });
  expect(await server.fingerprint()).toBe(before);
});

it('takes every statement of a file, says what the file holds, and knows the file again; or takes none of them', async () => {
  const bytes = readFileSync(join(__dirname, '../../../fixtures/camt/twoStatements.xml'));
  await registerAccount(server, { account: '622200001000005' });
  const before = await server.fingerprint();
  expect((await upload(bytes, 'b.xml')).body).toMatchObject({
    reason: 'bank.accountUnknown',
    msg: expect.stringContaining('622200001000006'),
  });
  expect(await server.fingerprint()).toBe(before);
  await registerAccount(server, { account: '622200001000006' });
  const file = { statements: 2, held: 2, read: 2, passed: {}, otherSheets: [] };
  expect(ok(await upload(bytes, 'b.xml'))).toMatchObject({ isKnownFile: false, added: 2, statements: 2, file });
  expect(ok(await upload(bytes, 'b.xml'))).toMatchObject({
    isKnownFile: true,
    added: 0,
    known: 2,
    statements: 0,
    file,
  });
  const { records } = ok(await clerk.get(`${path}/page`, { fileName: 'b.xml' }));
  expect(records.map((one: { closing: string }) => one.closing).sort()).toEqual(['10.00', '20.00']);
  const odd = icbcCsv({ account: await newAccount(), opening: '0.00', lines: [moved('1.01')] });
  const withTotals = Buffer.concat([odd, Buffer.from('\r\n合计\r\n打印日期：2026-11-20')]);
  expect(ok(await upload(withTotals))).toMatchObject({ file: { held: 3, read: 1, passed: { total: 1, note: 1 } } });
});

it('lets a person assign, leave unclaimed, ignore; and a statement without booked lines be deleted', async () => {
  const account = await newAccount();
  const { order, customer, rows } = await payer('手工');
  const lines = ['100.00', '33.00', '5.00', '6.00'].map((amount) => moved(amount, { name: '无名氏', purpose: '转账' }));
  const file = icbcCsv({ account, opening: '0.00', lines });
  const { statementId } = ok(await upload(file));
  const [byHand, unclaimed, fee, other] = await linesOf(statementId);
  const assign = (body: object) => clerk.post(`${path}/assign`, { body: { statementId, id: byHand!.id, ...body } });
  const tried = ok(await assign({ orderIds: [order.id], customerId: customer.id, dryRun: true }));
  expect(tried).toMatchObject({ receiptId: null, booked: '100.00', rest: '0.00' });
  ok(await assign({ orderIds: [order.id], customerId: customer.id }));
  expect((await lease.plan(order.id))[0]).toMatchObject({ id: rows[0].id, payStatus: 1 });
  expect((await assign({ orderIds: [order.id] })).body.reason).toBe('bank.lineDone');

  ok(await confirm(statementId, { asUnclaimed: true, lines: [{ id: unclaimed!.id }] }));
  const [done] = (await linesOf(statementId)).filter(({ id }) => id === unclaimed!.id);
  expect(ok(await clerk.get('/blade-receipt/receipt/detail', { id: done!.receiptId! }))).toMatchObject({
    openAmount: '33.00',
    serialNo: lines[1]!.serial,
  });
  const ignore = (reason: string) => clerk.post(`${path}/ignore`, { body: { statementId, ids: [fee!.id], reason } });
  expect((await ignore('')).body.success).toBe(false);
  ok(await ignore('银行手续费'));
  ok(await clerk.post(`${path}/undo`, { body: { statementId, ids: [fee!.id], reason: '再看' } }));
  expect((await linesOf(statementId)).map(({ state }) => state)).toEqual([2, 2, 1, 1]);
  expect((await confirm(statementId, { lines: [{ id: other!.id }] })).body.reason).toBe('bank.noProposal');
  expect((await server.admin.post(`${path}/remove`, { query: { ids: statementId } })).body.reason).toBe(
    'bank.hasBooked',
  );

  const small = icbcCsv({ account, opening: '0.00', lines: [moved('9.99', { name: '误传' })] });
  const wrong = ok(await upload(small));
  ok(await server.admin.post(`${path}/remove`, { query: { ids: wrong.statementId } }));
  expect(ok(await upload(small))).toMatchObject({ added: 1, isKnownFile: false });
});

it('finds a line among the receipts that are booked, and books it no second time', async () => {
  const account = await newAccount();
  const { order, rows } = await payer('已登记');
  ok(
    await server.admin.post('/blade-receipt/receipt/book', {
      body: { direction: 1, valueDate: '2026-11-18', amount: '100.00', partyName: '已登记', orderIds: [order.id] },
    }),
  );
  const lines = [moved('100.00', { name: '已登记' }), moved('100.00', { name: '已登记' })];
  const made = ok(await upload(icbcCsv({ account, opening: '0.00', lines })));
  expect(made).toMatchObject({ matched: 2 });
  expect(ok(await confirm(made.statementId, { all: true }))).toMatchObject({ booked: 1, linked: 1, amount: '100.00' });
  expect((await linesOf(made.statementId)).map(({ state }) => state)).toEqual([4, 2]);
  expect(await faults()).toEqual([]);
  const paid = (await lease.plan(order.id)).filter(({ payStatus }: { payStatus: number }) => payStatus === 1);
  expect(sum(paid.map(({ paidAmount }: { paidAmount: string }) => paidAmount))).toBe('200.00');
  expect(rows.length).toBeGreaterThan(2);
  // Letting a found receipt go reverses nothing.
  const [found] = await linesOf(made.statementId);
  ok(
    await clerk.post(`${path}/undo`, { body: { statementId: made.statementId, ids: [found!.id], reason: '不是这笔' } }),
  );
  expect((await linesOf(made.statementId))[0]).toMatchObject({ state: 1 });
});

it('is refused to those without the right, and kept to its tenant', async () => {
  const account = await newAccount();
  await server.addUser({ account: 'reader', permissions: ['bankStatement'] });
  const reader = await server.as('reader');
  const file = icbcCsv({ account, opening: '0.00', lines: [moved('3.00')] });
  expect((await upload(file, 'a.csv', reader)).status).toBe(403);
  const { statementId } = ok(await upload(file));
  expect((await confirm(statementId, { asUnclaimed: true, lines: [] }, reader)).status).toBe(403);
  const { client, tenantId } = await server.foundTenant();
  expect((await client.get(`${path}/lines`, { statementId })).status).toBe(404);
  expect((await confirm(statementId, { all: true }, client)).status).toBe(404);
  // The other tenant may have the same file, of an account of its own.
  await registerAccount(server, { account, tenantId });
  expect(ok(await upload(file, 'a.csv', client))).toMatchObject({ added: 1 });
});

it('matches 1,000 lines among 10,000 open instalments in as many statements as one line', async () => {
  const { order, rows } = await payer('批量');
  await server.sql(
    `insert into lease_order select (jsonb_populate_record(o, jsonb_build_object(
       'id', 2000000 + n, 'contract_code', 'HT-BULK-' || n, 'customer_name', '批量' || n))).*
     from lease_order o, generate_series(1, 1000) n where o.id = $1`,
    [order.id],
  );
  await server.sql(
    `insert into lease_payment_plan select (jsonb_populate_record(p, jsonb_build_object(
       'id', 3000000 + n * 10 + k, 'order_id', 2000000 + n, 'current_periods', k + 1,
       'payment_date', date '2026-09-01' + k * 30, 'rent', 100 + n, 'amount_payable', 100 + n))).*
     from lease_payment_plan p, generate_series(1, 1000) n, generate_series(0, 9) k where p.id = $1`,
    [rows[0].id],
  );
  await server.deps.db.withTenant(platform, day, (trx) => writeSpans(trx, platform));
  const counted = async (count: number) => {
    let statements = 0;
    const verdicts = await asSystem(server.deps, registry, { tenantId: platform, actor: 'test' }, async (cx) => {
      const trx = cx.trx.withPlugin({
        transformQuery: ({ node }) => {
          statements++;
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      const lines = Array.from({ length: count }, (_, at) => ({
        direction: 1 as const,
        valueDate: day,
        amount: `${101 + at}.00`,
        partyName: `批量${at + 1}`,
        partyAccount: '',
        purpose: '',
      }));
      return (await matchesOf({ ...cx, trx } as typeof cx, lines)).map(({ verdict }) => verdict);
    });
    return { statements, clear: verdicts.filter((verdict) => verdict === 'matched').length };
  };
  const [one, many] = [await counted(1), await counted(1000)];
  expect(one.statements).toBeGreaterThan(2);
  expect(many.statements).toBe(one.statements);
  expect([one.clear, many.clear]).toEqual([1, 1000]);
});

it('books a line once, however many confirm, assign or import it at the same moment', async () => {
  const account = await newAccount();
  const { customer, order } = await payer('同时科技');
  const file = icbcCsv({
    account,
    opening: '0.00',
    lines: ['100.00', '50.00'].map((amount) => moved(amount, { name: customer.realName, purpose: order.contractCode })),
  });
  const uploads = await Promise.all([clerk, checker].map((who) => upload(file, '同时.csv', who)));
  expect(uploads.map((answer) => ok(answer).added).sort()).toEqual([0, 2]);
  const { statementId } = ok(uploads[0]!);
  const [line, other] = await linesOf(statementId);
  const lines = [{ id: line!.id }];
  const answers = await Promise.all([
    ...[clerk, checker, clerk].map((who) => confirm(statementId, { lines, asUnclaimed: true }, who)),
    checker.post(`${path}/assign`, { body: { statementId, id: line!.id, orderIds: order.id } }),
  ]);
  expect(answers.map(({ status }) => status < 500)).toEqual([true, true, true, true]);
  expect(answers.filter(({ body }) => body.success)).toHaveLength(1);
  const receipts = await server.sql('select amount from lease_receipt where party_name = $1', [customer.realName]);
  expect(receipts).toEqual([{ amount: line!.amount }]);
  // A line of one statement is not booked, ignored or taken back in the name of another.
  const elsewhere = ok(
    await upload(icbcCsv({ account, opening: '150.00', lines: [moved('7.77')] }), '别的.csv'),
  ).statementId;
  const untouched = await server.fingerprint();
  for (const answer of [
    await confirm(elsewhere, { lines: [{ id: other!.id }] }),
    await clerk.post(`${path}/assign`, { body: { statementId: elsewhere, id: other!.id, orderIds: order.id } }),
    await clerk.post(`${path}/ignore`, { body: { statementId: elsewhere, ids: other!.id, reason: '试' } }),
    await checker.post(`${path}/undo`, { body: { statementId: elsewhere, ids: line!.id, reason: '试' } }),
  ])
    expect(answer.body.reason).toBe('notYours');
  expect(await server.fingerprint()).toBe(untouched);
  expect(await faults()).toEqual([]);
});
