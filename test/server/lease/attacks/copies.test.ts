/** What a data scope hides of a record is hidden where it is shown beside others, too: in histories, requests, portfolios and queues. */
import { fascContract } from '../../../../contract/modules/esign/fascContract';
import { collection } from '../../../../contract/modules/lease/collection';
import { customer } from '../../../../contract/modules/lease/customer';
import { order } from '../../../../contract/modules/lease/order';
import { paymentPlan } from '../../../../contract/modules/lease/paymentPlan';
import { purchase } from '../../../../contract/modules/lease/purchase';
import { receipt } from '../../../../contract/modules/lease/receipt';
import { icbcCsv } from '../../../support/bankFiles';
import { registerAccount } from '../../../support/companyAccounts';
import { oldProducts, oldSystem, portfolioBook, takeoverDate } from '../../../support/portfolio';
import { purchasesOf } from '../../../support/purchases';
import { allBut, boundPerson } from '../../../support/scopes';
import { type Client, leaseOf, ok, type Server, startServer } from '../../../support/server';
import { signAtCounter } from '../../../support/signing';
import { addWorker, decidingRights, workPermissions } from '../../../support/workflow';

let server: Server;
let lease: ReturnType<typeof leaseOf>;
beforeAll(async () => {
  server = await startServer({ now: '2026-11-20 10:00:00' });
  lease = leaseOf(server);
});
afterAll(() => server.close());

type Hiding = readonly [module: { name: string; fields: object }, hidden: readonly string[]];
/** A person who sees all records, without these fields. */
function without(permissions: string[], ...all: Hiding[]) {
  const scopes = all.map(([{ name, fields }, hidden]) => ({
    ...{ scopeClass: name, scopeType: 1 },
    scopeField: allBut(fields, ...hidden),
  }));
  return boundPerson(server, permissions, scopes);
}

it('a customer who signed is not named by the history to whom the names of customers are hidden', async () => {
  const { id: customerId } = await lease.customer({ realName: '藏名客' });
  const { id } = await lease.confirmed({ customerId });
  const [paper] = ok(
    await server.admin.post('/blade-fascContract/fascContract/makeContract', { query: { orderId: id } }),
  );
  await signAtCounter(server, paper.id);
  const pages = ['order', 'fascContract', 'auditLog', 'auditLog_export'];
  const questions: [string, Record<string, string | number>][] = [
    ['/blade-order/order/history', { id }],
    ['/blade-fascContract/fascContract/history', { id: paper.id }],
    ['/blade-log/audit/list', { size: 100, entity: 'order' }],
    ['/blade-log/audit/export', { format: 'csv', entity: 'order' }],
  ];
  const naming = async (who: Client) => {
    const answers = await Promise.all(questions.map(([path, query]) => who.get(path, query)));
    return answers.map(({ raw }) => raw.toString('utf8').includes('藏名客'));
  };
  const found = async (who: Client) => ok(await who.get('/blade-log/audit/list', { userName: '藏名客' })).total > 0;
  expect([await naming(server.admin), await found(server.admin)]).toEqual([[true, true, true, true], true]);
  const records: Hiding = [customer, ['realName']];
  const blind = await without(pages, records, [order, ['customerName', 'voucherPayer']]);
  expect([await naming(blind), await found(blind)]).toEqual([[false, false, false, false], false]);
  // Those who see the name on orders and not on papers do not read it in the history of papers.
  const [ofOrder, ofPaper] = await naming(await without(pages, records, [fascContract, ['customerName']]));
  expect([ofOrder, ofPaper]).toEqual([true, false]);
});

it('a history calls no record by a field that is hidden, also where it is made of several', async () => {
  const { order: bought } = await lease.started({ interestDate: '2026-09-10' }, { direction: 2 });
  const buying = purchasesOf(server);
  const { id: assetId } = await buying.object(bought.id);
  ok(await buying.enter(assetId, { amount: '1234.56' }));
  const named = async (who: Client) => {
    const list = await who.get('/blade-log/audit/list', { entity: 'purchase' });
    const file = await who.get('/blade-log/audit/export', { format: 'csv', entity: 'purchase' });
    return [ok(list).records[0].entityName?.includes('1234.56') ?? null, file.raw.toString('utf8').includes('1234.56')];
  };
  expect(await named(server.admin)).toEqual([true, true]);
  const pages = ['order', 'asset', 'purchase', 'auditLog', 'auditLog_export'];
  expect(await named(await without(pages, [purchase, ['amount']]))).toEqual([null, false]);
});

it('an order tells no plan, price or settlement of which the parts are hidden', async () => {
  const terms = { direction: 2, deadline: 360, repayMethod: 3 };
  const { order: held } = await lease.started({ interestDate: '2026-09-10' }, terms);
  const path = '/blade-order/order';
  const asked = { id: held.id, fromDate: '2026-12-01', extend: 3 };
  const { after } = ok(await server.admin.get(`${path}/restructure-preview`, asked));
  await server.sql(
    'update lease_order set restructuring = $2, rent_table = $3, invested = 8765.43, exit_amount = 7654.32 where id = $1',
    [
      held.id,
      JSON.stringify({ after, rows: [] }),
      JSON.stringify([{ paymentDate: '2026-12-10', principal: '6543.21', rent: '1.00' }]),
    ],
  );
  const told = async (who: Client) => {
    const answers = [await who.get(`${path}/detail`, { id: held.id }), await who.get(`${path}/page`, { id: held.id })];
    const all = answers.map(({ raw }) => raw.toString('utf8')).join();
    return [after.rent, '6543.21', '8765.43', '7654.32'].map((one) => all.includes(one));
  };
  expect(await told(server.admin)).toEqual([true, true, true, true]);
  const pages = ['order', 'paymentPlan', 'purchase'];
  expect(await told(await without(pages, [paymentPlan, ['rent']]))).toEqual([false, false, true, true]);
  expect(await told(await without(pages, [order, ['totalAmount']]))).toEqual([false, false, true, true]);
  expect(await told(await without(pages, [purchase, ['amount']]))).toEqual([true, true, false, true]);
  expect(await told(await without(pages, [paymentPlan, ['paidAmount']]))).toEqual([true, true, true, false]);
});

it('a request about a line of a bank is not named by its party to whom the parties of receipts are hidden', async () => {
  const pages = ['order', 'customer', 'receipt', 'bankStatement', 'approval'];
  const account = '6222020000000000001';
  await registerAccount(server, { account });
  const lines = [{ day: '2026-11-20', amount: '900.00', name: '藏付方', serial: 'L1' }];
  const file = icbcCsv({ account, opening: '0.00', lines });
  const statements = '/blade-bank/statement';
  const { statementId } = ok(await server.admin.upload(`${statements}/upload`, file, { name: 'icbc.csv' }));
  const [line] = ok(await server.admin.get(`${statements}/lines`, { statementId })).records;
  const { id: customerId } = await lease.customer({ realName: '另一人' });
  await addWorker(server, 'second', { permissions: [...workPermissions, ...decidingRights, ...pages] });
  const chosen = { statementId, id: line.id, customerId, rest: 'prepaid', reason: '代付' };
  const { body } = await server.admin.post(`${statements}/assign`, { body: chosen });
  expect(body).toMatchObject({ success: true, heldAct: 23 });
  const names = async (who: Client) => {
    const list = await who.get('/blade-flow/approval/list', { act: 23 });
    const choices = await who.get('/blade-flow/approval/choices', { q: '藏付方' });
    return [JSON.stringify(ok(list).records).includes('藏付方'), ok(list).total, ok(choices).total];
  };
  expect(await names(server.admin)).toEqual([true, 1, 1]);
  expect(await names(await without(pages, [receipt, ['partyName']]))).toEqual([false, 1, 0]);
});

it('a portfolio that others brought tells no amounts and names that are hidden on orders and instalments', async () => {
  for (const product of oldProducts) await lease.product({ ...product, amountPer: '1.00' });
  const old = oldSystem({ customers: 12, orders: 30 }, 11);
  const path = '/blade-portfolio/import';
  const book = await portfolioBook(old.sheets);
  const { id } = ok(await server.admin.upload(`${path}/upload`, book, { name: '存量.xlsx', query: { takeoverDate } }));
  await server.drain();
  const [differing] = ok(await server.admin.get(`${path}/differences`, { id, group: 'all', difference: 0 })).records;
  const pages = ['order', 'customer', 'paymentPlan', 'receipt', 'portfolioImport', 'portfolioImport_decide'];
  const reading: [string, Record<string, string | number>][] = [
    ['differences', { id, group: 'all', difference: 0 }],
    ['compare', { id, orderId: differing.id }],
    ['reconciliation', { id }],
    ['faults', { id }],
  ];
  const reasons = async (who: Client) => {
    const answers = await Promise.all(reading.map(([call, query]) => who.get(`${path}/${call}`, query)));
    return answers.map(({ body }) => body.reason ?? 'told');
  };
  expect(await reasons(server.admin)).toEqual(Array(4).fill('told'));
  for (const [module, hidden] of [
    [paymentPlan, ['principal', 'paidAmount']],
    [order, ['totalAmount']],
    [order, ['customerName']],
  ] as const) {
    const blind = await without(pages, [module, hidden]);
    expect([hidden, await reasons(blind)]).toEqual([hidden, Array(4).fill('amountsHidden')]);
    const decided = await blind.post(`${path}/decide`, { body: { id, ids: [differing.id], decision: 1 } });
    expect(decided.body.reason).toBe('amountsHidden');
    const [row] = ok(await blind.get(`${path}/page`)).records;
    expect('principal' in row).toBe(module !== paymentPlan);
  }
});

it('the queue of the collection desk tells promises and who works on an order to those who see their records', async () => {
  const terms = { direction: 2, deadline: 360, repayMethod: 3 };
  const { order: held } = await lease.started({ interestDate: '2026-09-10' }, terms);
  const path = '/blade-collection/collection';
  const said = { orderId: held.id, kind: 5, promiseDate: '2026-11-25', promiseAmount: '77.31' };
  ok(await server.admin.post(`${path}/record`, { body: said }));
  const pages = ['order', 'paymentPlan', 'collection', 'collection_record'];
  const { userId: assigneeId } = await server.addUser({ account: 'caller', permissions: pages });
  ok(await server.admin.post(`${path}/assign`, { body: { orderIds: held.id, assigneeId } }));
  const told = async (who: Client, part = 'all') => {
    const { records } = ok(await who.get(`${path}/queue`, { part, size: 200 }));
    const found = records.find(({ orderId }: { orderId: string }) => orderId === held.id);
    return found && [found.promise?.amount, found.assigneeId, found.contactKind].map((one) => one ?? null);
  };
  const promised = async (who: Client) => ok(await who.get(`${path}/standing`)).promised.count;
  expect([await told(server.admin), await promised(server.admin)]).toEqual([['77.31', assigneeId, 5], 1]);
  const own = await boundPerson(server, pages, [{ scopeClass: 'collection', scopeType: 2 }]);
  expect([await told(own), await promised(own)]).toEqual([[null, null, null], 0]);
  // Where promises are not seen, no order is left out for one.
  expect(await told(own, 'open')).toEqual([null, null, null]);
  const amounts = await without(pages, [collection, ['promiseAmount']]);
  expect([await told(amounts), await promised(amounts)]).toEqual([[null, assigneeId, 5], 0]);
});
