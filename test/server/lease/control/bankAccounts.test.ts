/** A paper of a bank is believed as far as it is of an account of the company and goes on where the last one ended. */
import { approvalActs } from '../../../../contract/domain/approvals';
import { addDays } from '../../../../contract/domain/calendar';
import { bankRules } from '../../../../server/job/handlers/bankRules';
import type { ForVisitors } from '../../../../server/seed/demo/demo';
import { aloneSince } from '../../../support/approvals';
import { camt, icbcCsv, type Moved } from '../../../support/bankFiles';
import { registerAccount } from '../../../support/companyAccounts';
import { decisionsOn } from '../../../support/decisions';
import { type Client, ok, platform, type Server, startServer } from '../../../support/server';

let server: Server;
let demo: ForVisitors;
let finance: Client;
let peer: Client;
let risk: Client;
let lead: Client;
beforeAll(async () => {
  server = await startServer({ hasDemo: true });
  demo = server.demo();
  await server.sql('update sys_user set must_change_password = 0');
  finance = await server.as('gu.xizhou');
  peer = await server.as('luo.weian');
  risk = await server.as('he.qingye');
  lead = await server.as('xu.qingyue');
}, 120_000);
afterAll(() => server.close());

const { waitsFor } = decisionsOn(() => server);
const path = '/blade-bank/statement';
const accounts = '/blade-bank/account';
const today = () => server.clock.text().slice(0, 10);
let registered = 0;
/** An account that no other test has moved, with 100.00 on it. */
async function newAccount(more: object = {}): Promise<{ id: string; account: string }> {
  const account = `62220200000000${String(++registered).padStart(5, '0')}`;
  return { id: await registerAccount(server, { account, opening: '100.00', ...more }), account };
}
/** Asks for a change of an account, as one person alone. */
async function ask(id: string, body: object, who = lead) {
  const { version } = ok(await who.get(`${accounts}/detail`, { id }));
  return who.post(`${accounts}/submit`, { body: { id, version, ...body } });
}
/** Changes an account by two people. */
async function change(id: string, body: object): Promise<void> {
  await waitsFor(await ask(id, body), 'accountChange', { asked: [lead], decides: risk });
}
const upload = (file: Buffer, who = finance) => who.upload(`${path}/upload`, file, { name: '对账单.csv' });
async function taken(account: string, opening: string, lines: readonly Moved[], who = finance): Promise<string> {
  return ok(await upload(icbcCsv({ account, opening, lines }), who)).statementId;
}
const read = async (id: string) => ok(await finance.get(`${path}/detail`, { id }));
const faults = (): Promise<{ id: string; text: string }[]> =>
  server.deps.db.withTenant(platform, today(), async (trx) => (await bankRules[0]!.broken(platform).execute(trx)).rows);
const line = (amount: string, more: Partial<Moved> = {}): Moved => ({ day: today(), amount, name: '甲', ...more });

it('takes the statement that comes with the demo, whose customers paid, one in part and one line nobody', async () => {
  const { statementId } = ok(await upload(Buffer.from(demo.statement)));
  const { counts } = ok(await finance.get(`${path}/lines`, { statementId }));
  expect(counts).toMatchObject({ unclaimed: 1, done: 0 });
  expect(counts.matched).toBeGreaterThan(2);
  expect(counts.offered).toBeGreaterThan(0);
});

it('refuses a file of an account that is not registered, is closed or was opened later, and of days to come', async () => {
  const refusedFor = async (account: string, lines = [line('20705.80', { serial: 'F1' })]) => {
    const before = await server.fingerprint();
    const { body } = await upload(icbcCsv({ account, opening: '0.00', lines }));
    expect(await server.fingerprint()).toBe(before);
    return body;
  };
  expect(await refusedFor('9999999999999999999')).toMatchObject({
    reason: 'bank.accountUnknown',
    msg: expect.stringContaining('公司账户'),
  });
  const { id, account } = await newAccount({ openedFrom: addDays(today(), -5) });
  expect((await refusedFor(account, [line('1.00', { day: addDays(today(), -6) })])).reason).toBe('bank.beforeOpened');
  expect((await refusedFor(account, [line('1.00', { day: addDays(today(), 1) })])).reason).toBe('bank.inFuture');
  await change(id, { state: 2 });
  expect((await refusedFor(account)).reason).toBe('bank.accountClosed');
});

it('takes the masked number of a bank where one account fits it', async () => {
  await registerAccount(server, { account: '3100 1111 2222 9876' });
  const file = (account: string, amount: string) => icbcCsv({ account, opening: '0.00', lines: [line(amount)] });
  const { statementId } = ok(await upload(file('3100****9876', '1.00')));
  expect(await read(statementId)).toMatchObject({ account: '3100111122229876' });
  expect((await upload(file('3100****9875', '2.00'))).body.reason).toBe('bank.accountUnknown');
  await registerAccount(server, { account: '3100333344449876' });
  expect((await upload(file('3100****9876', '2.00'))).body.reason).toBe('bank.accountUnclear');
});

it('shows the gap between two statements, which the night finds until another person explains it', async () => {
  const { account } = await newAccount();
  const first = await taken(account, '100.00', [line('50.00', { day: addDays(today(), -9) })]);
  expect(await read(first)).toMatchObject({ chain: 1, gap: '0.00' });
  // Days without a movement are no gap.
  const second = await taken(account, '150.00', [line('-30.00', { day: addDays(today(), -4) })]);
  expect(await read(second)).toMatchObject({ chain: 1 });
  expect(await faults()).toEqual([]);
  const third = await taken(account, '77776.00', [line('1.00', { day: addDays(today(), -1) })], peer);
  expect(await read(third)).toMatchObject({ chain: 2, gap: '77656.00', opening: '77776.00' });
  expect(await faults()).toMatchObject([{ id: third, text: expect.stringContaining('77656.00') }]);
  const { records } = ok(await finance.get(`${path}/page`, { chain: 2 }));
  expect(records.map(({ id }: { id: string }) => id)).toEqual([third]);

  const explain = (who: Client, id: string, reason: string) =>
    who.post(`${path}/explain`, { body: { ids: id, reason } });
  for (const who of [finance, peer]) expect((await explain(who, third, '旧系统期间的流水')).status).toBe(403);
  expect((await explain(risk, third, '')).body.success).toBe(false);
  expect((await explain(risk, second, '没有')).body.success).toBe(false);
  ok(await explain(risk, third, '旧系统期间的流水'));
  expect(await read(third)).toMatchObject({ chain: 3, gap: '77656.00', gapReason: '旧系统期间的流水' });
  expect(await faults()).toEqual([]);
  // What was missing comes in later: another gap is left, and that one is not explained.
  const missing = await taken(account, '120.00', [line('656.00', { day: addDays(today(), -3) })]);
  expect(await read(missing)).toMatchObject({ chain: 1 });
  expect(await read(third)).toMatchObject({ chain: 2, gap: '77000.00' });
  // A statement that goes takes its money from the chain.
  ok(await server.admin.post(`${path}/remove`, { query: { ids: missing } }));
  expect(await read(third)).toMatchObject({ chain: 3, gap: '77656.00' });
  // The night reckons anew, whatever the rows say.
  await server.sql('update lease_bank_line set amount = amount + 5 where statement_id = $1', [second]);
  expect((await faults()).map(({ id }) => id)).toContain(second);
  await server.sql('update lease_bank_line set amount = amount - 5 where statement_id = $1', [second]);
});

it('knows a line by the balance after it, whatever number the bank gives it', async () => {
  const { account } = await newAccount();
  const lines = [line('50.00', { serial: 'A1' }), line('50.00', { serial: 'A2' })];
  await taken(account, '100.00', lines);
  const again = (more: (one: Moved, at: number) => Partial<Moved>) =>
    lines.map((one, at) => ({ ...one, ...more(one, at) }));
  const other = again((_, at) => ({ serial: `B${at}` }));
  expect(ok(await upload(icbcCsv({ account, opening: '100.00', lines: other })))).toMatchObject({ added: 0, known: 2 });
  // A format without balances: they follow from the opening balance.
  const file = camt({ account, opening: '100.00', lines: again((_, at) => ({ serial: `C${at}` })) });
  expect(ok(await upload(file))).toMatchObject({ added: 0, known: 2 });
  // There the number tells a line, where the day is listed in another order.
  const mixed = [line('7.00', { serial: 'D1' }), lines[1]!, lines[0]!];
  expect(ok(await upload(camt({ account, opening: '100.00', lines: mixed })))).toMatchObject({ added: 1, known: 2 });
  // Two payments with one number of the bank are two.
  const twins = [line('5.00', { serial: 'E' }), line('5.00', { serial: 'E' })];
  expect(ok(await upload(icbcCsv({ account, opening: '207.00', lines: twins })))).toMatchObject({ added: 2 });
});

it('keeps what the chain begins with once there are statements', async () => {
  const { id, account } = await newAccount();
  await change(id, { opening: '100.50' });
  await change(id, { opening: '100.00' });
  expect(
    (
      await lead.post(`${accounts}/submit`, {
        body: {
          bankName: '建设银行',
          accountName: '甲',
          openedFrom: today(),
          opening: '0',
          account: account.replace(/^(.{4})/, '$1 '),
        },
      })
    ).body.reason,
  ).toBe('bank.accountTaken');
  await taken(account, '100.00', [line('50.00')]);
  for (const body of [{ opening: '0.00' }, { openedFrom: today() }, { account: '12345678' }])
    expect((await ask(id, body)).body.reason).toBe('bank.accountInUse');
  // A remark changes nothing of it.
  expect((await ask(id, { remark: '基本户' })).body).not.toHaveProperty('heldAct');
  expect((await lead.post(`${accounts}/remove`, { query: { ids: id } })).body.reason).toBe('bank.accountHasStatements');
  // Those who import statements do not say which accounts are the company's.
  expect((await finance.post(`${accounts}/submit`, { body: { account: '9999999999999999999' } })).status).toBe(403);
});

it('an account is registered by two people, whatever the rule says, and no statement of it comes in before', async () => {
  await server.sql('update approval_rule set is_on = 0 where act = $1', [approvalActs.accountChange.number]);
  const account = '6222020000000099999';
  const body = { bankName: '某银行', accountName: '顾西洲', openedFrom: '2026-01-01', opening: '0.00', account };
  const asked = await lead.post(`${accounts}/submit`, { body });
  expect((await lead.get(`${accounts}/detail`, { id: ok(asked).id })).status).toBe(404);
  const file = icbcCsv({ account, opening: '0.00', lines: [line('20705.80')] });
  expect((await upload(file)).body.reason).toBe('bank.accountUnknown');
  const [{ changes }] = await server.sql('select changes from approval where act = $1 order by id desc limit 1', [
    approvalActs.accountChange.number,
  ]);
  expect(JSON.stringify(changes)).toContain('顾西洲');
  expect(JSON.stringify(changes)).not.toContain(account);
  await waitsFor(asked, 'accountChange', { asked: [lead], decides: risk });
  expect(ok(await lead.get(`${accounts}/detail`, { id: ok(asked).id }))).toMatchObject({ account, state: 1 });
  expect(ok(await upload(file)).added).toBe(1);
  await server.sql('update approval_rule set is_on = 1 where act = $1', [approvalActs.accountChange.number]);
});

it('an account whose change waits takes no other, nor is it removed by one person', async () => {
  const { id, account } = await newAccount();
  const asked = await ask(id, { state: 2 });
  const read = async () => ok(await lead.get(`${accounts}/detail`, { id }));
  expect(await read()).toMatchObject({ state: 1 });
  const remove = () => lead.post(`${accounts}/remove`, { query: { ids: id } });
  for (const answer of [await ask(id, { accountName: '甲' }), await ask(id, { remark: '注' }), await remove()])
    expect(answer.body.reason).toBe('approval.pending');
  await waitsFor(asked, 'accountChange', { asked: [lead], decides: risk });
  expect(await read()).toMatchObject({ state: 2 });
  // A number that reads alike where it is masked is another number.
  const alike = `${account.slice(0, 8)}1${account.slice(9)}`;
  expect((await ask(id, { account: alike })).body.heldAct).toBe(approvalActs.accountChange.number);
  const { id: empty } = await newAccount();
  const removal = await lead.post(`${accounts}/remove`, { query: { ids: empty } });
  expect(ok(await lead.get(`${accounts}/detail`, { id: empty })).id).toBe(empty);
  await waitsFor(removal, 'accountChange', { asked: [lead], decides: risk });
  expect((await lead.get(`${accounts}/detail`, { id: empty })).status).toBe(404);
});

it('one person alone registers an account', async () => {
  await aloneSince(server);
  const body = { bankName: '某银行', accountName: '甲', openedFrom: '2026-01-01', opening: '0.00' };
  const made = await server.admin.post(`${accounts}/submit`, { body: { ...body, account: '6222020000000088888' } });
  expect(made.body).not.toHaveProperty('heldAct');
  expect(ok(await server.admin.get(`${accounts}/detail`, { id: ok(made).id }))).toMatchObject({ state: 1 });
});
