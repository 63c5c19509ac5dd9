/** What a data scope of orders and customers hides is in no answer of any call that reads, however it is reached. */
import { modules } from '../../../contract/modules';
import { approval } from '../../../contract/modules/approval/approval';
import { note } from '../../../contract/modules/desk/note';
import { order } from '../../../contract/modules/lease/order';
import { messageLog } from '../../../contract/modules/resource/messageLog';
import { registry } from '../../../server/app';
import { documentOf } from '../../../server/http/openapi';
import { columnOf, type Table } from '../../../server/kernel/table';
import { icbcCsv } from '../../support/bankFiles';
import { registerAccount } from '../../support/companyAccounts';
import { allBut, type BindingScope, boundPerson } from '../../support/scopes';
import { type Client, leaseOf, ok, type Server, startServer } from '../../support/server';

let server: Server;
/** People with every right, bound in orders and customers, and in orders alone. */
let bound: Client & { userId: string };
let ofOrders: Client & { userId: string };
/** One who sees all orders without their numbers. */
let codeless: Client & { userId: string };
let numbers: string[];
/** Ids of what is hidden, by the kind of record. */
const hidden: Record<string, string[]> = {};
const told = { name: '深藏不露', tel: '13977775555', card: '6222029876543210128', payee: '外来付款人' };
let words: string[];
/** What was called and done so far. */
let logged: string[];
/** What no record of the customer tells, which people bound in orders alone see. */
let orderWords: string[];
let allCodes: string[];

const ownRows: BindingScope[] = [
  { scopeClass: 'order', scopeType: 2 },
  { scopeClass: 'customer', scopeType: 2 },
];

beforeAll(async () => {
  server = await startServer();
  const { admin } = server;
  const lease = leaseOf(server);
  const who = await lease.customer({ realName: told.name, tel: told.tel });
  const common = { customerId: who.id, tel: told.tel, bankCardCode: told.card, totalAmount: '20000' };
  const paidOut = await lease.started({ ...common, interestDate: '2026-08-17' });
  const paidIn = await lease.started({ ...common, interestDate: '2026-08-17' }, { direction: 2 });
  const batch = ok(
    await admin.post('/blade-bank/batch/make', {
      body: { ids: [paidOut.rows[0].id, paidOut.rows[1].id], layout: 2, reason: '客户要求' },
    }),
  );
  const lines = [
    {
      day: '2026-11-19',
      amount: '100.00',
      name: told.payee,
      purpose: `租金 ${paidIn.order.contractCode}`,
      serial: 'A1',
    },
    { day: '2026-11-19', amount: '7.77', name: told.payee, purpose: '不明', serial: 'A2' },
    { day: '2026-11-19', amount: '8.88', name: told.payee, purpose: '不明', serial: 'A3' },
  ];
  await registerAccount(server, { account: '1001234567890123456' });
  const statement = ok(
    await admin.upload(
      '/blade-bank/statement/upload',
      icbcCsv({ account: '1001234567890123456', opening: '0.00', lines }),
      {
        name: '对账单.csv',
      },
    ),
  );
  const { statementId } = statement;
  const [, line] = ok(await admin.get('/blade-bank/statement/lines', { statementId, size: 10 })).records;
  ok(
    await admin.post('/blade-bank/statement/assign', {
      body: { statementId, id: line.id, orderIds: paidIn.order.id, rest: 'prepaid' },
    }),
  );
  const { link } = await lease.upload();
  await server.sql('update message_template set is_on = 1');
  ok(
    await admin.post('/blade-paymentPlan/paymentPlan/updateBat', { query: { ids: paidIn.rows[0].id, reason: '补录' } }),
  );
  const paper = ok(
    await admin.post('/blade-loanInformation/loanInformation/submit', {
      body: { picType: 1, path: link, name: told.name, customerId: who.id, orderId: paidIn.order.id },
    }),
  );
  await lease.voucher(paidOut.order.id);
  await server.drain();

  const idsOf = async (text: string) => (await server.sql<{ id: string }>(text)).map(({ id }) => String(id));
  Object.assign(hidden, {
    order: [paidOut.order.id, paidIn.order.id],
    customer: [who.id],
    batch: [batch.id],
    statement: [statementId],
    paper: [paper.id],
    plan: [paidOut.rows[0].id, paidIn.rows[0].id],
    contract: await idsOf('select id from lease_contract order by id limit 2'),
    receipt: await idsOf('select id from lease_receipt order by id'),
    line: await idsOf('select id from lease_bank_line order by id'),
    picture: await idsOf('select id from lease_picture order by id'),
    attach: await idsOf('select id from attach order by id'),
  });
  const codes = (
    await server.sql<{ code: string }>(
      `select code from sys_menu where is_deleted = 0 group by code having count(*) = 1`,
    )
  ).map(({ code }) => code);
  hidden.approval = [await askForOthersMoney(codes, paidIn.order.id)];
  await server.deps.logs!.flush();
  logged = await idsOf(
    '(select id from api_log order by id desc limit 60) union all (select id from usual_log order by id desc limit 30)',
  );
  hidden.task = await idsOf('select id from flow_task order by id');
  hidden.message = await idsOf('select id from message where about_id is not null order by id');
  for (const [kind, ids] of Object.entries(hidden)) expect([kind, ids.length > 0]).toEqual([kind, true]);
  words = [told.name, told.tel, told.card, told.payee, paidOut.order.contractCode, paidIn.order.contractCode];
  allCodes = codes;
  orderWords = [told.card, told.payee, paidOut.order.contractCode, paidIn.order.contractCode];
  bound = await boundPerson(server, codes, ownRows);
  ofOrders = await boundPerson(server, codes, [{ scopeClass: 'order', scopeType: 2 }]);
  numbers = [paidOut.order.contractCode, paidIn.order.contractCode];
  const scopeField = allBut(order.fields, 'contractCode');
  codeless = await boundPerson(server, codes, [{ scopeClass: 'order', scopeType: 1, scopeField }]);
}, 120_000);
afterAll(() => server.close());

/** Asks others to claim an unclaimed receipt, which everybody with that right sees, for an order. Answers the request. */
async function askForOthersMoney(permissions: string[], orderId: string): Promise<string> {
  const { admin } = server;
  await server.addUser({ account: 'decider', permissions });
  const [statements, receipts] = ['/blade-bank/statement', '/blade-receipt/receipt'];
  await registerAccount(server, { account: '1001234567890129999' });
  const lines = [{ day: '2026-11-19', amount: '50.00', name: '另一家公司', purpose: '不明', serial: 'B1' }];
  const file = icbcCsv({ account: '1001234567890129999', opening: '0.00', lines });
  const { statementId } = ok(await admin.upload(`${statements}/upload`, file, { name: '另一份.csv' }));
  const read = async () => ok(await admin.get(`${statements}/lines`, { statementId })).records[0];
  const body = { statementId, lines: [{ id: (await read()).id }], asUnclaimed: true };
  ok(await admin.post(`${statements}/confirm`, { body }));
  const asked = { id: (await read()).receiptId, orderIds: [orderId], reason: '代付' };
  expect((await admin.post(`${receipts}/claim`, { body: asked })).body).toMatchObject({
    success: true,
    heldAct: expect.any(Number),
  });
  const [request] = await server.sql<{ id: string }>('select id from approval');
  return String(request!.id);
}

/** Words and ids of the hidden records in an answer. Logs of calls name the ids that were asked for. */
function disclosed(path: string, { status, body, raw }: Awaited<ReturnType<Client['get']>>): string[] {
  if (status !== 200) return [];
  const text = body?.data === undefined ? raw.toString('utf8') : JSON.stringify(body.data);
  const ids = path.startsWith('/blade-log/') ? [] : Object.values(hidden).flat();
  return [...words, ...ids].filter((word) => text.includes(word));
}

/** Whether a word is of the customer, not of an order. */
function isOfCustomer(word: string): boolean {
  return hidden.customer!.includes(word) || (words.includes(word) && !orderWords.includes(word));
}

/** Each call that reads, with each way to ask it about a hidden record, and without one. */
function questions(): { path: string; query: Record<string, string> }[] {
  const { paths = {} } = documentOf(server.app);
  return Object.entries(paths).flatMap(([at, item]) => {
    // Signing out ends the session that asks.
    if (!item?.get || at.includes('{') || at.includes('/oauth/logout')) return [];
    const path = at.replace(/^\/api/, '');
    const parameters = (item.get.parameters ?? []).flatMap((one) => ('name' in one && one.in === 'query' ? [one] : []));
    const needed = parameters.filter(({ required, name }) => required && !/ids?$/i.test(name));
    const usual = (name: string) =>
      /format/i.test(name) ? 'csv' : /date|day|from|to$/i.test(name) ? '2026-11-20' : '1';
    const base = Object.fromEntries(needed.map(({ name }) => [name, usual(name)]));
    const size: Record<string, string> = parameters.some(({ name }) => name === 'size') ? { size: '100' } : {};
    const asking = parameters.filter(({ name }) => /ids?$/i.test(name) && name !== 'tenantId');
    return [
      { path, query: { ...base, ...size } },
      ...asking.flatMap(({ name }) => {
        const kind = name.replace(/ids?$/i, '');
        const ids =
          path.startsWith('/blade-log/') && kind === ''
            ? logged
            : (hidden[kind] ?? Object.values(hidden).flatMap(([first]) => first ?? []));
        return ids.map((id) => ({ path, query: { ...base, ...size, [name]: id } }));
      }),
    ];
  });
}

/** Calls that show what a bank has written. */
const fromOutside = ['/blade-bank/statement/lines'];

it('is told by no call that reads, of all that tell it to a person without scopes', async () => {
  const asked = questions();
  const telling = new Set<string>();
  const leaks: unknown[] = [];
  for (const { path, query } of asked) {
    if (disclosed(path, await server.admin.get(path, query)).length === 0) continue;
    telling.add(path);
    const found = disclosed(path, await bound.get(path, query));
    if (found.length > 0) leaks.push([path, query, found]);
    const seen = disclosed(path, await ofOrders.get(path, query)).filter((word) => !isOfCustomer(word));
    if (seen.length > 0) leaks.push(['bound in orders alone', path, query, seen]);
    if (path.startsWith('/blade-log/') || fromOutside.includes(path)) continue;
    const numbered = await codeless.get(path, query);
    const read = numbers.filter((number) => numbered.raw.toString('utf8').includes(number));
    if (numbered.status === 200 && read.length > 0) leaks.push(['without numbers', path, query, read]);
  }
  console.log(
    `${asked.length} questions to ${new Set(asked.map(({ path }) => path)).size} calls, of which ${telling.size} tell`,
  );
  expect(leaks).toEqual([]);
  expect(telling.size).toBeGreaterThanOrEqual(40);
}, 600_000);

it('cannot be changed either', async () => {
  const before = await server.fingerprint();
  const reasons = [];
  for (const [path, kind] of [
    ['/blade-bank/batch/cancel', 'batch'],
    ['/blade-bank/batch/send', 'batch'],
    ['/blade-bank/statement/remove', 'statement'],
    ['/blade-loanInformation/loanInformation/remove', 'paper'],
    ['/blade-resource/attach/remove', 'attach'],
  ] as const)
    for (const id of hidden[kind]!) {
      const answer = await bound.post(path, { query: { ids: id }, body: { ids: id, version: '1', reason: '试' } });
      reasons.push(answer.body.reason);
    }
  expect([...new Set(reasons)]).toEqual(['notYours']);
  expect(await server.fingerprint()).toBe(before);
});

/** Writes into each text of a module which field of which module it is. Values that calls read as data stay. */
async function markTexts(served: Table): Promise<string[]> {
  const { module, table } = served;
  const stored = await server.sql<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = $1
     and data_type in ('character varying', 'text') and coalesce(character_maximum_length, 100) >= 40`,
    [table],
  );
  const texts = Object.entries(module.fields).filter(
    ([name, { kind }]) => ['text', 'longText'].includes(kind) && !['path', 'link'].includes(name),
  );
  const held = texts.filter(([name]) => stored.some((one) => one.name === columnOf(served, name)));
  for (const [name] of held)
    await server.sql(
      `update ${table} set ${columnOf(served, name)} = 'ZQ' || $1 || '.' || right(id::text, 5)
       where ${columnOf(served, name)} is not null`,
      [`${module.name}.${name}`],
    );
  return texts.map(([name]) => name);
}

it('is told by no call of the module whose texts are hidden', async () => {
  const leaks: unknown[] = [];
  let told = 0;
  const business = [...modules.lease!, ...modules.esign!, messageLog, note, approval].filter((one) =>
    one.offers('list'),
  );
  for (const module of business) {
    const hiddenTexts = await markTexts(registry.get(module.name)! as Table);
    const scopeField = allBut(module.fields, ...hiddenTexts);
    const blind = await boundPerson(server, allCodes, [{ scopeClass: module.name, scopeType: 1, scopeField }]);
    const base = module.url('');
    for (const { path, query } of questions().filter((one) => one.path.startsWith(base))) {
      const marks = ({ raw }: Awaited<ReturnType<Client['get']>>) => [
        ...new Set(raw.toString('utf8').match(new RegExp(`ZQ${module.name}\\.[a-zA-Z]+`, 'g'))),
      ];
      const known = marks(await server.admin.get(path, query));
      told += known.length;
      const found = known.length > 0 ? marks(await blind.get(path, query)) : [];
      if (found.length > 0) leaks.push([path, query, found]);
    }
  }
  expect(leaks).toEqual([]);
  expect(told).toBeGreaterThan(50);
}, 300_000);
