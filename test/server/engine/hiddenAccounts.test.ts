/** A number of an account that a data scope hides is hidden in every copy of it. */
import { order } from '../../../contract/modules/lease/order';
import { supplier } from '../../../contract/modules/lease/supplier';
import { registry } from '../../../server/app';
import { camt } from '../../support/bankFiles';
import { registerAccount } from '../../support/companyAccounts';
import { purchasesOf } from '../../support/purchases';
import { allBut, boundPerson } from '../../support/scopes';
import { type Client, leaseOf, ok, type Server, startServer } from '../../support/server';

/** Where numbers of accounts are entered; every other field of the kind is a copy. */
const entered = ['order.bankCardCode', 'supplier.bankCardCode', 'companyAccount.account'];

it('every field with the number of an account is entered there, or says of what field it is a copy', () => {
  const fields = [...registry.values()].flatMap(({ module, says = {} }) =>
    Object.entries(module.fields)
      .filter(([, { unit }]) => unit === 'card')
      .map(([name]) => ({ name: `${module.name}.${name}`, of: Object.entries(says[name] ?? {}) })),
  );
  expect(fields.map(({ name }) => name)).toEqual(expect.arrayContaining([...entered, 'receipt.partyAccount']));
  const accounts = fields.map(({ name }) => name);
  for (const { name, of } of fields.filter((one) => !entered.includes(one.name))) {
    const sources = of.flatMap(([module, names]) => names.map((field) => `${module}.${field}`));
    expect([name, sources.length > 0, sources.filter((one) => !accounts.includes(one))]).toEqual([name, true, []]);
  }
});

describe('an account', () => {
  let server: Server;
  let card: string;
  let receiptId: string;
  let batchId: string;
  const rights = [
    ...['order', 'paymentPlan', 'receipt', 'customer', 'supplier', 'purchase', 'asset'],
    ...['payBatch', 'payBatch_file', 'payBatch_answer', 'bankStatement', 'auditLog'],
  ];
  const bound = (module: typeof order | typeof supplier, ...hidden: string[]) =>
    boundPerson(server, rights, [
      { scopeClass: module.name, scopeType: 1, scopeField: allBut(module.fields, ...hidden) },
    ]);
  beforeAll(async () => {
    server = await startServer();
    const lease = leaseOf(server);
    const { order: held, rows } = await lease.started({ interestDate: '2026-08-17' }, { direction: 2 });
    card = held.bankCardCode;
    const query = { ids: rows[0].id, reason: '试' };
    ok(await server.admin.post('/blade-paymentPlan/paymentPlan/updateBat', { query }));
    const [booked] = await server.sql('select id from lease_receipt where party_account = $1', [card]);
    receiptId = booked!.id;
    const buying = purchasesOf(server);
    const { id: supplierId } = await buying.supplier({ bankCardCode: '3100111122229876' });
    const signed = await lease.signed({ totalAmount: '10000' }, { direction: 2, repayMethod: 3 });
    const object = await buying.object(signed.id, { supplierId });
    const { id: bought } = ok(await buying.enter(object.id, { amount: '3000.00' }));
    batchId = ok(await buying.make([bought])).id;
  }, 120_000);
  afterAll(() => server.close());

  const ledger = async (client: Client) => [
    JSON.stringify(ok(await client.get('/blade-receipt/receipt/page', { size: 50 }))),
    JSON.stringify(ok(await client.get('/blade-receipt/receipt/detail', { id: receiptId }))),
  ];
  it('of an order is hidden in the receipts that were booked from it', async () => {
    const shows = async (client: Client) => (await ledger(client)).map((text) => text.includes(card));
    expect(await shows(await bound(order, 'remark'))).toEqual([true, true]);
    const blind = await bound(order, 'bankCardCode');
    expect(await shows(blind)).toEqual([false, false]);
    const filtered = await blind.get('/blade-receipt/receipt/page', { partyAccount_equal: card });
    expect(filtered.body).toMatchObject({ code: 400, reason: 'badParameter' });
  });

  it('of a supplier is hidden in the payments of a file, and the file is not handed out', async () => {
    const items = async (client: Client) => ok(await client.get('/blade-bank/batch/items', { id: batchId }));
    expect(await items(await bound(supplier, 'remark'))).toMatchObject([
      { account: '**** 9876', bankName: '建设银行' },
    ]);
    const blind = await bound(supplier, 'bankCardCode', 'bankName');
    expect(await items(blind)).toMatchObject([{ account: '', bankName: '' }]);
    await server.sql('update lease_pay_batch set state = 2 where id = $1', [batchId]);
    const file = (client: Client) => client.get('/blade-bank/batch/file', { id: batchId, format: 'csv' });
    expect((await file(blind)).body.reason).toBe('fieldsHidden');
    expect((await file(await bound(supplier, 'remark'))).status).toBe(200);
  });

  it('is hidden in the lines of a statement', async () => {
    const account = '6222000011112222';
    await registerAccount(server, { account });
    const lines = [{ day: '2026-11-19', amount: '12.00', name: '某人', account: card, serial: 'S1' }];
    const bytes = camt({ account, opening: '0.00', lines });
    const { statementId } = ok(await server.admin.upload('/blade-bank/statement/upload', bytes, { name: 'a.xml' }));
    const accounts = async (client: Client) =>
      ok(await client.get('/blade-bank/statement/lines', { statementId })).records.map(
        ({ partyAccount }: { partyAccount: string }) => partyAccount,
      );
    expect(await accounts(server.admin)).toEqual([`**** ${card.slice(-4)}`]);
    expect(await accounts(await bound(order, 'bankCardCode'))).toEqual(['']);
  });
});
