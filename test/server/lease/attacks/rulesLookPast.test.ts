/** What a rule looks at does not depend on who asks, and a sentence names no record that its reader may not see. */
import { oldProducts, oldSystem, portfolioBook, takeoverDate } from '../../../support/portfolio';
import { type BindingScope, boundPerson } from '../../../support/scopes';
import { leaseOf, ok, type Server, startServer } from '../../../support/server';

let server: Server;
let lease: ReturnType<typeof leaseOf>;
beforeAll(async () => {
  server = await startServer();
  lease = leaseOf(server);
}, 120_000);
afterAll(() => server.close());

const pages = ['order', 'customer', 'paymentPlan', 'fascContract', 'product', 'asset'];
const own = (scopeClass: string): BindingScope => ({ scopeClass, scopeType: 2 });
const why = ({ body }: { body: { reason?: string } }) => body.reason;
const given = (table: string, id: string, userId: string) =>
  server.sql(`update ${table} set create_user = $2 where id = $1`, [id, userId]);

it('a customer is not renamed because the signed contracts are hidden from the person who does it', async () => {
  const bound = await boundPerson(server, [...pages, 'customer_edit'], [own('order')]);
  const who = await lease.customer();
  const signed = await lease.signed({ customerId: who.id });
  const { version } = ok(await bound.get(`${lease.paths.customer}/detail`, { id: who.id }));
  const rename = () =>
    bound.post(`${lease.paths.customer}/submit`, { body: { id: who.id, version, realName: '韩梅梅' } });
  const hidden = await rename();
  expect(why(hidden)).toBe('customer.partySigned');
  expect(hidden.body.msg).toContain('您无权查看的合同');
  expect(JSON.stringify(hidden.body)).not.toContain(signed.contractCode);
  await given('lease_order', signed.id, bound.userId);
  expect((await rename()).body.msg).toContain(`合同 ${signed.contractCode}`);
});

it('orders that are hidden follow a new name as others do', async () => {
  const bound = await boundPerson(server, [...pages, 'customer_edit'], [own('order')]);
  const who = await lease.customer();
  const { id } = await lease.order({ customerId: who.id });
  const { version } = ok(await bound.get(`${lease.paths.customer}/detail`, { id: who.id }));
  ok(await bound.post(`${lease.paths.customer}/submit`, { body: { id: who.id, version, realName: '韩梅梅' } }));
  expect((await lease.read(id)).customerName).toBe('韩梅梅');
});

it('a contract that is hidden is void with the others, and gets no second one beside it', async () => {
  const rights = [...pages, 'order_contract', 'order_cancel', 'order_status'];
  const bound = await boundPerson(server, rights, [own('fascContract')]);
  const { id } = await lease.confirmed();
  ok(await server.admin.post(`${lease.paths.contract}/makeContract`, { query: { orderId: id } }));
  const live = () =>
    server.sql<{ type: number }>('select type from lease_contract where order_id = $1 and status <> 0 order by type', [
      id,
    ]);
  const before = await live();
  server.clock.advance(10 * 60_000);
  const again = await bound.post(`${lease.paths.contract}/makeContract`, { query: { orderId: id, type: 1 } });
  expect([why(again), await live()]).toEqual(['notYours', before]);
  await server.sql('update approval_rule set is_on = 0');
  ok(await leaseOf(server, bound).move(id, 11, { reason: '客户放弃' }));
  expect(await live()).toEqual([]);
});

it('instalments that are hidden change their account with the others', async () => {
  const bound = await boundPerson(server, [...pages, 'order_edit'], [own('paymentPlan')]);
  const { order, rows } = await lease.started();
  await given('lease_payment_plan', rows[0].id, bound.userId);
  const { version } = await lease.read(order.id);
  const body = { id: order.id, version, bankCardCode: '6222021234567890999', reason: '客户换卡' };
  expect(ok(await bound.post(`${lease.paths.order}/change-account`, { body }))).toBe(false);
  const [task] = await server.sql(
    `select t.id from approval a join flow_task t on t.instance_id = a.process_instance_id::bigint and t.status = 1
     where a.entity_id = $1`,
    [order.id],
  );
  ok(
    await server.admin.post('/blade-flow/work/complete-task', { body: { taskId: task.id, flag: 'ok', comment: '好' } }),
  );
  const accounts = await server.sql(
    'select distinct bank_card_code as card from lease_payment_plan where order_id = $1 and pay_status = 0',
    [order.id],
  );
  expect(accounts).toEqual([{ card: '6222021234567890999' }]);
});

it('what closes an order or changes its plan is told to nobody from whom an instalment is hidden', async () => {
  const rights = [...pages, 'order_terminate', 'order_restructure'];
  const bound = await boundPerson(server, rights, [own('paymentPlan')]);
  const { order, rows } = await lease.started();
  for (const { id } of rows.slice(1)) await given('lease_payment_plan', id, bound.userId);
  const exitDate = server.clock.text().slice(0, 10);
  const { version } = await lease.read(order.id);
  const asks = {
    'exit-quote': () => bound.get(`${lease.paths.order}/exit-quote`, { id: order.id, exitDate }),
    exit: () =>
      bound.post(`${lease.paths.order}/exit`, {
        body: { id: order.id, version, exitDate, amount: '1.00', reason: '试' },
      }),
    'restructure-preview': () =>
      bound.get(`${lease.paths.order}/restructure-preview`, { id: order.id, fromDate: exitDate, extend: 3 }),
    restructure: () =>
      bound.post(`${lease.paths.order}/restructure`, {
        body: { id: order.id, version, fromDate: exitDate, extend: 3, rent: '1.00', reason: '试' },
      }),
  };
  const before = await server.fingerprint();
  for (const [name, ask] of Object.entries(asks)) expect([name, why(await ask())]).toEqual([name, 'amountsHidden']);
  expect(await server.fingerprint()).toBe(before);
  await given('lease_payment_plan', rows[0].id, bound.userId);
  ok(await asks['exit-quote']());
});

it('an object of a hidden order is refused without the name of order or customer', async () => {
  const bound = await boundPerson(server, [...pages, 'asset_add'], [own('order')]);
  const who = await lease.customer({ realName: '深藏不露' });
  const theirs = await lease.order({ customerId: who.id });
  const mine = await lease.order();
  await given('lease_order', mine.id, bound.userId);
  const serialNo = 'SN-HIDDEN-1';
  const add = (orderId: string) => ({ body: { orderId, assetName: '机床', kind: 1, serialNo } });
  ok(await server.admin.post('/blade-asset/asset/submit', add(theirs.id)));
  const refused = await bound.post('/blade-asset/asset/submit', add(mine.id));
  expect(why(refused)).toBe('asset.serialTaken');
  expect(refused.body.msg).toContain('您无权查看的合同');
  expect(refused.body.msg).not.toContain('深藏不露');
});

it('money of a hidden customer that no order is booked to is hidden, also where orders are seen', async () => {
  const bound = await boundPerson(server, [...pages, 'receipt'], [own('customer')]);
  const who = await lease.customer({ realName: '藏丁' });
  const valueDate = server.clock.text().slice(0, 10);
  const movement = { direction: 1, valueDate, amount: '12.00', partyName: '藏丁', partyAccount: '', serialNo: 'C1' };
  const body = { ...movement, customerId: who.id, rest: 'prepaid' };
  ok(await server.admin.post('/blade-receipt/receipt/book', { body }));
  const [{ id }] = await server.sql('select id from lease_receipt where customer_id = $1', [who.id]);
  expect(JSON.stringify(ok(await bound.get('/blade-receipt/receipt/page', { size: 100 })))).not.toContain('藏丁');
  for (const call of ['detail', 'history'])
    expect((await bound.get(`/blade-receipt/receipt/${call}`, { id })).status).toBe(404);
  await given('lease_customer', who.id, bound.userId);
  ok(await bound.get('/blade-receipt/receipt/detail', { id }));
});

it('the check of a portfolio names no customer who is hidden from the person who uploads it', async () => {
  for (const product of oldProducts) await lease.product({ ...product, amountPer: '1.00' });
  const old = oldSystem({ customers: 3, orders: 3 }, 5);
  const [byNumber, byPhone, mine] = old.customers;
  await lease.customer({
    realName: '藏甲',
    tel: '13977770001',
    idType: byNumber!.idNo.startsWith('91') ? 2 : 1,
    idNo: byNumber!.idNo,
  });
  await lease.customer({ realName: '藏乙', tel: byPhone!.tel });
  const seen = await lease.customer({ realName: '见丙', tel: mine!.tel });
  const rights = [...pages, 'portfolioImport', 'portfolioImport_upload'];
  const bound = await boundPerson(server, rights, [own('customer')]);
  await given('lease_customer', seen.id, bound.userId);
  const { id } = ok(
    await bound.upload('/blade-portfolio/import/upload', await portfolioBook(old.sheets), {
      name: '存量.xlsx',
      query: { takeoverDate },
    }),
  );
  await server.drain();
  const texts = JSON.stringify(ok(await bound.get('/blade-portfolio/import/faults', { id, size: 200 })));
  expect(texts).toContain('证件号码属于已有客户“***”');
  expect(texts).toContain('联系电话与已有客户“***”相同');
  expect(texts).toContain('“见丙”');
  expect(texts).not.toMatch(/藏甲|藏乙/);
});
