/** What a person reads before they ask for something that others decide on, and what those others read. */
import { sql } from 'kysely';
import { approvalActs, decidingRight } from '../../../contract/domain/approvals';
import { businessDate } from '../../../contract/domain/calendar';
import { approvalRule } from '../../../contract/modules/approval/approvalRule';
import { companyAccount } from '../../../contract/modules/lease/companyAccount';
import { order } from '../../../contract/modules/lease/order';
import { paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { supplier } from '../../../contract/modules/lease/supplier';
import { foretelling } from '../../../contract/wire/foretold';
import { productCalls } from '../../../server/app';
import { ruleOff, setRule } from '../../support/approvals';
import { registerAccount } from '../../support/companyAccounts';
import { leaseOf, ok, platform, type Server, startServer } from '../../support/server';
import { addWorker, type Worker, workPermissions } from '../../support/workflow';

let server: Server;
let maker: Worker;
let second: Worker;
beforeAll(async () => {
  server = await startServer();
  const clerk = [
    ...['customer', 'customer_add', 'product', 'product_add', 'order', 'order_add', 'order_edit'],
    ...[
      'order_status',
      'order_cancel',
      'order_voucher',
      'picture',
      'picture_add',
      'receipt',
      'receipt_book',
      'approval',
    ],
  ];
  maker = await addWorker(server, 'maker', { permissions: [...workPermissions, ...clerk] });
  const deciding = (['orderVoucher', 'orderCancel', 'receiptBook'] as const).map(decidingRight);
  second = await addWorker(server, 'second', { permissions: [...workPermissions, ...clerk, ...deciding] });
});
afterAll(() => server.close());

const asked = productCalls.filter((call) => call.foretells);
const statusUrl = '/blade-order/order/update-businessStatus';
async function rule(act: number, change: object) {
  const { records } = ok(await server.admin.get('/blade-flow/approval-rule/list', { size: 50 }));
  const row = records.find((one: { act: number }) => one.act === act);
  ok(await server.admin.post('/blade-flow/approval-rule/update', { body: { ...row, ...change } }));
}
function booking(customerId: string, amount: string) {
  const valueDate = businessDate(server.deps.now());
  return { direction: 1, valueDate, amount, customerId, rest: 'prepaid', remark: '柜台收款' };
}

it('says why a move of an order would wait, and who may decide, and does nothing', async () => {
  await rule(4, { isOn: 1, fromAmount: null });
  const lease = leaseOf(server, maker);
  const { id } = await lease.order();
  const query = { id, businessStatus: 11, reason: '不要了' };
  const told = await maker.post(foretelling(statusUrl), { query });
  expect(told.body).toMatchObject({ code: 200, data: { act: 4 } });
  expect(told.body.heldAct).toBeUndefined();
  expect(told.body.data.text).toBe(
    '提交后由他人审批，通过后自动执行。审批规则“取消订单”：每次操作均须审批。可审批：second。',
  );
  expect(await server.sql('select business_status as status from lease_order where id = $1', [id])).toEqual([
    { status: 0 },
  ]);
  expect(await server.sql('select 1 from approval')).toEqual([]);
  ok(await maker.post(statusUrl, { query }));
  const [request] = await server.sql('select process_instance_id as at from approval');
  const { given } = ok(await second.get('/blade-flow/process/instance-detail', { processInstanceId: request.at }));
  expect(given.values).toMatchObject({
    maker: 'maker',
    deciders: 'second',
    change0: '审批规则“取消订单”：每次操作均须审批',
  });
  await ruleOff(server, 4);
});

it('answers nothing where it would be done at once, and refuses what would be refused', async () => {
  const lease = leaseOf(server, maker);
  const { id } = await lease.order();
  const ask = (query: object) => maker.post(foretelling(statusUrl), { query: { id, ...query } });
  expect((await ask({ businessStatus: 11, reason: '不要了' })).body).toMatchObject({ code: 200, data: {} });
  expect((await ask({ businessStatus: 6 })).body).toMatchObject({ success: false });
  expect(await server.sql('select business_status as status from lease_order where id = $1', [id])).toEqual([
    { status: 0 },
  ]);
});

it('counts what the person has booked today', async () => {
  const { id } = await leaseOf(server, maker).customer();
  const url = '/blade-receipt/receipt/book';
  const ask = (amount: string) => maker.post(foretelling(url), { body: booking(id, amount) });
  expect((await ask('300000.00')).body).toMatchObject({ code: 200, data: {} });
  ok(await maker.post(url, { body: booking(id, '300000.00') }));
  expect(ok(await ask('250000.00')).text).toContain(
    '连同此前已办理或待审批的共 550,000.00 元，达到审批规则“登记大额收付款”的 500,000.00 元',
  );
});

it('is refused to those who may not do it themselves, as the operation is', async () => {
  const other = await addWorker(server, 'reader', {
    permissions: ['order', 'receipt', 'bankStatement', 'paymentPlan'],
  });
  expect(asked.length).toBeGreaterThan(15);
  for (const { path } of asked) {
    // What is moved to which state says which right it takes.
    const sent = path === statusUrl ? { query: { id: '1', businessStatus: 11 } } : {};
    const [told, done] = [await other.post(foretelling(path), sent), await other.post(path, sent)];
    expect({ path, status: told.status, msg: told.body.msg }).toEqual({ path, status: 403, msg: done.body.msg });
  }
});

/** A person of the role sees these fields of orders alone, and those rows. */
async function bindOrders(roleId: string, fields: readonly string[], more: object = {}) {
  const [menuId] = await server.menuIds('order');
  const scope = { menuId, scopeName: '域', resourceCode: `scope${roleId}`, scopeClass: 'order', scopeType: 1, ...more };
  const { id } = ok(
    await server.admin.post('/blade-system/data-scope/submit', { body: { ...scope, scopeField: fields.join(',') } }),
  );
  await server.sql('insert into sys_role_scope select $1, $2, 1, $3', [platform, roleId, id]);
}
const orderRights = ['order', 'order_status', 'order_cancel', 'approval'];

it('names no amount that a data scope hides, and no order that it hides', async () => {
  await setRule(server, 4, { isOn: 1, fromAmount: '1000' });
  const lease = leaseOf(server, maker);
  // What is asked for another customer's orders counts for itself.
  const { id: customerId } = await lease.customer({ idNo: '110101199003070097' });
  const { id } = await lease.order({ customerId });
  const query = { id, businessStatus: 11, reason: '不要了' };
  expect(ok(await maker.post(foretelling(statusUrl), { query })).text).toContain('10,000.00');
  const blind = await addWorker(server, 'blind', { permissions: [...workPermissions, ...orderRights] });
  const shown = Object.keys(order.fields).filter((name) => name !== 'totalAmount');
  await bindOrders(blind.roleId, shown);
  expect(ok(await blind.post(foretelling(statusUrl), { query }))).toEqual({
    act: 4,
    text: '提交后由他人审批，通过后自动执行。审批规则“取消订单”要求由他人审批。可审批：second。',
  });
  const own = await addWorker(server, 'ownOnly', { permissions: [...workPermissions, ...orderRights] });
  await bindOrders(own.roleId, Object.keys(order.fields), { scopeType: 2 });
  const [told, done] = [await own.post(foretelling(statusUrl), { query }), await own.post(statusUrl, { query })];
  expect([told.body.reason, done.body.reason]).toEqual(['notYours', 'notYours']);
  await ruleOff(server, 4);
});

it('leaves nothing behind, whether it would wait, be done at once or be refused', async () => {
  await rule(4, { isOn: 1, fromAmount: null });
  const lease = leaseOf(server, maker);
  const [{ id }, { id: customerId }] = [await lease.order(), await lease.customer()];
  const move = (businessStatus: number) => ({ query: { id, businessStatus, reason: '不要了' } });
  const bookUrl = '/blade-receipt/receipt/book';
  const [headers, body] = [{ 'idempotency-key': 'one-attempt' }, booking(customerId, '1.00')];
  const counters = () => server.sql('select sequencename, last_value from pg_sequences order by 1');
  const before = [await server.fingerprint(), await counters()];
  expect(ok(await maker.post(foretelling(statusUrl), move(11)))).toMatchObject({ act: 4 });
  expect((await maker.post(foretelling(statusUrl), move(6))).body).toMatchObject({ success: false });
  expect(ok(await maker.post(foretelling(bookUrl), { body, headers }))).toEqual({});
  expect([await server.fingerprint(), await counters()]).toEqual(before);
  // The key of the operation is as free as its number.
  const { receiptNo } = ok(await maker.post(bookUrl, { body, headers }));
  ok(await maker.post(foretelling(bookUrl), { body }));
  const next = ok(await maker.post(bookUrl, { body: { ...body, amount: '2.00' } })).receiptNo;
  expect(Number(next.slice(-4))).toBe(Number(receiptNo.slice(-4)) + 1);
  await ruleOff(server, 4);
});

it('begins no work for after the commit that it does not make', async () => {
  const { id } = await leaseOf(server, maker).order();
  const call = asked.find(({ path }) => path === statusUrl)!;
  const { handle } = call;
  let begun = 0;
  call.handle = (cx, request) => {
    cx.later(async () => {
      begun += 1;
    });
    return handle(cx, request);
  };
  try {
    const query = { id, businessStatus: 11, reason: '不要了' };
    ok(await maker.post(foretelling(statusUrl), { query }));
    expect(begun).toBe(0);
    ok(await maker.post(statusUrl, { query }));
    expect(begun).toBe(1);
  } finally {
    call.handle = handle;
  }
});

it('books nothing to say whether a batch would wait, so that nobody is kept from booking meanwhile', async () => {
  const url = paymentPlan.url('updateBat');
  const lease = leaseOf(server, server.admin);
  const { rows } = await lease.started({ totalAmount: '600000' });
  const ids = rows.map(({ id }: { id: string }) => id).join(',');
  const { trial } = ok(await server.admin.post(url, { query: { ids, dryRun: 'true' } }));
  const deciding = [decidingRight('paymentConfirm'), 'paymentPlan', 'order'];
  await addWorker(server, 'cashier', { permissions: [...workPermissions, ...deciding] });
  const toldWhileBooksAreHeld = () =>
    server.deps.db.withTenant(platform, businessDate(server.deps.now()), async (trx) => {
      await sql`lock table lease_receipt in share mode`.execute(trx);
      return ok(await server.admin.post(foretelling(url), { query: { ids, trial, reason: '提前' } }));
    });
  expect(await toldWhileBooksAreHeld()).toMatchObject({ act: approvalActs.paymentConfirm.number });
  await ruleOff(server, approvalActs.paymentConfirm.number);
  expect(await toldWhileBooksAreHeld()).toEqual({});
});

describe('a record whose save or removal others decide on', () => {
  let keeper: Worker;
  beforeAll(async () => {
    const rights = ['add', 'edit', 'delete'].flatMap((name) => [`companyAccount_${name}`, `supplier_${name}`]);
    const permissions = [
      ...workPermissions,
      'companyAccount',
      'supplier',
      'approval_rule',
      'approval_rule_edit',
      'paymentPlan',
      'order',
      ...rights,
    ];
    keeper = await addWorker(server, 'keeper', { permissions });
    const deciding = (['accountChange', 'supplierAccount', 'ruleLoosen', 'planAccount'] as const).map(decidingRight);
    await addWorker(server, 'lead', { permissions: [...permissions, ...deciding] });
  });

  /** What the person is told before, which is what then happens. */
  async function toldOf(url: string, sent: { body?: object; query?: Record<string, string> }) {
    const before = await server.fingerprint();
    const told = ok(await keeper.post(foretelling(url), sent));
    expect(await server.fingerprint()).toBe(before);
    const { heldAct } = (await keeper.post(url, sent)).body;
    expect(told).toEqual(heldAct ? { act: heldAct, text: expect.stringContaining('可审批：lead') } : {});
    return heldAct;
  }

  it('says so of an account of the company that is added, changed or removed', async () => {
    const url = companyAccount.url('add');
    const account = {
      bankName: '工商银行',
      account: '6222020200112233445',
      accountName: '青屿',
      openedFrom: '2020-01-01',
    };
    expect(await toldOf(url, { body: { ...account, opening: '0.00' } })).toBe(approvalActs.accountChange.number);
    const id = await registerAccount(server, { account: '6222020200112233446' });
    const read = async () => ok(await keeper.get(companyAccount.url('detail'), { id }));
    expect(await toldOf(url, { body: { ...(await read()), remark: '基本户' } })).toBeUndefined();
    expect(await toldOf(url, { body: { ...(await read()), bankName: '招商银行' } })).toBe(
      approvalActs.accountChange.number,
    );
    const other = await registerAccount(server, { account: '6222020200112233447' });
    expect(await toldOf(companyAccount.url('remove'), { query: { ids: other } })).toBe(
      approvalActs.accountChange.number,
    );
  });

  it('says so of the account of a supplier, and not of its phone or its first account', async () => {
    const url = supplier.url('update');
    const made = ok(await keeper.post(url, { body: { supplierName: '北辰机械', status: 1 } }));
    const card = { bankName: '工商银行', bankCardCode: '6222020200112233448' };
    expect(await toldOf(url, { body: { ...made, ...card } })).toBeUndefined();
    const read = async () => ok(await keeper.get(supplier.url('detail'), { id: made.id }));
    expect(await toldOf(url, { body: { ...(await read()), tel: '13800138000' } })).toBeUndefined();
    const moved = { ...(await read()), bankCardCode: '6222020200112233449' };
    expect(await toldOf(url, { body: moved })).toBe(approvalActs.supplierAccount.number);
  });

  it('says so of a rule that is loosened, and not of one that is tightened', async () => {
    const url = approvalRule.url('update');
    const read = async () => {
      const { records } = ok(await keeper.get(approvalRule.url('list'), { size: 50 }));
      return records.find((one: { act: number }) => one.act === approvalActs.receiptBook.number);
    };
    expect(await toldOf(url, { body: { ...(await read()), isOn: 1, fromAmount: '400000.00' } })).toBeUndefined();
    expect(await toldOf(url, { body: { ...(await read()), isOn: 0 } })).toBe(approvalActs.ruleLoosen.number);
  });

  it('says so of the account of an instalment', async () => {
    const lease = leaseOf(server, server.admin);
    const { rows } = await lease.started();
    const row = ok(await server.admin.get(paymentPlan.url('detail'), { id: rows[0].id }));
    const sent = { body: { ...row, bankCardCode: '6222021234567890136' } };
    const told = ok(await server.admin.post(foretelling(paymentPlan.url('update')), sent));
    const { heldAct } = (await server.admin.post(paymentPlan.url('update'), sent)).body;
    expect(told.act).toBe(approvalActs.planAccount.number);
    expect(heldAct).toBe(told.act);
  });
});
