/** Deeds that further people decide on: kept, decided by the shipped processes, done with the rights of the person who asked. */
import { decidingRight } from '../../../contract/domain/approvals';
import { order } from '../../../contract/modules/lease/order';
import { ruleOff } from '../../support/approvals';
import { allBut, bindRole } from '../../support/scopes';
import { type Client, leaseOf, ok, type Server, startServer } from '../../support/server';

let server: Server;
const people: Record<string, Client> = {};
const ids: Record<string, { userId: string; roleId: string }> = {};
beforeAll(async () => {
  server = await startServer();
  const clerk = [
    'customer',
    'customer_add',
    'product',
    'product_add',
    'order',
    'order_add',
    'order_edit',
    'picture',
    'picture_add',
  ];
  const work = ['work_claim', 'work_claim_sign', 'work_todo', 'work_todo_handle', 'work_send', 'work_done', 'approval'];
  const roles: Record<string, string[]> = {
    maker: [...clerk, ...work, 'order_status', 'order_voucher', 'order_cancel', 'approval_withdraw', 'approval_first'],
    first: [...work, 'order', 'approval_first', decidingRight('orderSubmit')],
    risk: [...work, 'order', 'approval_risk'],
    chief: [...work, 'order', 'approval_final'],
    second: [...work, 'order', ...(['orderVoucher', 'orderAccount', 'orderCancel'] as const).map(decidingRight)],
  };
  for (const [account, permissions] of Object.entries(roles)) {
    ids[account] = await server.addUser({ account, permissions });
    people[account] = await server.as(account);
  }
});
afterAll(() => server.close());

const rules = '/blade-flow/approval-rule';
async function rule(act: number, change: object) {
  const { records } = ok(await server.admin.get(`${rules}/list`, { size: 50 }));
  const row = records.find((one: { act: number }) => one.act === act);
  return server.admin.post(`${rules}/update`, { body: { ...row, ...change } });
}
async function orderOf(id: string) {
  return ok(await server.admin.get('/blade-order/order/detail', { id }));
}
async function approvalsFor(id: string) {
  return ok(await server.admin.get('/blade-flow/approval/list', { entityId: id, size: 20 })).records;
}
/** The open task of the order's request, as this person may claim it. */
async function claimable(who: string, orderId: string) {
  const [request] = await approvalsFor(orderId);
  const { records } = ok(await people[who]!.get('/blade-flow/work/claim-list', { size: 100 }));
  return records.find((task: { businessId: string }) => task.businessId === request.id);
}
function claim(who: string, taskId: string) {
  return people[who]!.post('/blade-flow/work/claim-task', { query: { taskId } });
}
function complete(who: string, taskId: string, flag?: 'ok') {
  const body = { taskId, comment: flag ? '同意' : '材料不全', ...(flag ? { flag } : {}) };
  return people[who]!.post('/blade-flow/work/complete-task', { body });
}
/** Claims and decides the order's open task. */
async function decide(who: string, orderId: string, flag?: 'ok') {
  const task = await claimable(who, orderId);
  if (!task) throw new Error(`nothing to claim for ${who}`);
  ok(await claim(who, task.taskId));
  return complete(who, task.taskId, flag);
}

it('nothing needs approval until a rule says so, and a rule needs a process that is there', async () => {
  const lease = leaseOf(server, people.maker);
  const { id } = await lease.order({ totalAmount: '1000000' });
  expect((await lease.move(id, 1)).body).toMatchObject({ code: 200, data: true });
  expect(await approvalsFor(id)).toEqual([]);
  expect((await rule(1, { isOn: 1, processKey: 'none_such' })).body).toMatchObject({
    code: 400,
    reason: 'approval.badProcess',
  });
});

/** Customers of tests have one identity: those of earlier tests become other people, whose orders add nothing. */
async function othersBefore(): Promise<void> {
  await server.sql('update lease_customer set id_no_hash = null');
}

describe('credit approval by amount', () => {
  beforeEach(othersBefore);
  beforeAll(async () => {
    ok(await rule(1, { isOn: 1, fromAmount: '50000' }));
  });

  it('a small order is submitted at once', async () => {
    const lease = leaseOf(server, people.maker);
    const { id } = await lease.order({ totalAmount: '40000' });
    expect((await lease.move(id, 1)).body.data).toBe(true);
  });

  it('one of medium size waits for clerk and risk, and is then submitted in the name of the person who asked', async () => {
    const lease = leaseOf(server, people.maker);
    const { id } = await lease.order({ totalAmount: '200000' });
    expect((await lease.move(id, 1)).body).toMatchObject({ code: 200, data: false });
    expect(await orderOf(id)).toMatchObject({ businessStatus: 0, approvalAct: 1, contractCode: null });
    expect((await lease.move(id, 1)).body).toMatchObject({ code: 400, reason: 'approval.pending' });
    const held = await orderOf(id);
    const edit = { id, version: held.version, totalAmount: '210000' };
    expect((await people.maker!.post('/blade-order/order/update', { body: edit })).body.reason).toBe(
      'approval.pending',
    );
    expect((await server.admin.post('/blade-order/order/remove', { query: { ids: id } })).body.reason).toBe(
      'approval.pending',
    );
    ok(await decide('first', id, 'ok'));
    expect(await orderOf(id)).toMatchObject({ businessStatus: 0, approvalAct: 1 });
    ok(await decide('risk', id, 'ok'));
    const after = await orderOf(id);
    expect(after).toMatchObject({ businessStatus: 1, approvalAct: null });
    expect(after.contractCode).toMatch(/^HT\d{14}$/);
    expect(await approvalsFor(id)).toMatchObject([{ act: 1, state: 2, amount: '200000.00', makerName: 'maker' }]);
    const history = ok(await server.admin.get('/blade-order/order/history', { id })) as {
      action: string;
      userName: string;
    }[];
    const told = history.map(({ action, userName }) => `${action} ${userName}`);
    expect(told).toEqual(expect.arrayContaining(['ask maker', 'approve risk', 'move maker']));
  });

  it('a large one goes on to the last decision, and a rejection leaves the order as it was', async () => {
    const lease = leaseOf(server, people.maker);
    const { id } = await lease.order({ totalAmount: '600000' });
    expect((await lease.move(id, 1)).body.data).toBe(false);
    ok(await decide('first', id, 'ok'));
    ok(await decide('risk', id, 'ok'));
    expect(await orderOf(id)).toMatchObject({ businessStatus: 0, approvalAct: 1 });
    ok(await decide('chief', id));
    expect(await orderOf(id)).toMatchObject({ businessStatus: 0, approvalAct: null });
    expect(await approvalsFor(id)).toMatchObject([{ state: 3, comment: '材料不全' }]);
    expect((await lease.move(id, 1)).body.data).toBe(false); // it can be asked again
    expect(await approvalsFor(id)).toHaveLength(2);
  });

  it('the person who asked never decides, also with the permission to', async () => {
    const lease = leaseOf(server, people.maker);
    const { id } = await lease.order({ totalAmount: '200000' });
    ok(await lease.move(id, 1));
    const task = await claimable('first', id);
    const { given, record } = ok(
      await people.maker!.get('/blade-flow/process/instance-detail', { processInstanceId: task.processInstanceId }),
    );
    expect(record).toMatchObject({ module: 'order', id });
    expect(given.values).toMatchObject({ act: '提交订单', amount: '200000.00' });
    expect(await claimable('maker', id)).toBeUndefined();
    expect((await claim('maker', task.taskId)).body.reason).toBe('flow.ownRequest');
  });

  it('is withdrawn by the person who asked, and by no other', async () => {
    const lease = leaseOf(server, people.maker);
    const { id } = await lease.order({ totalAmount: '200000' });
    ok(await lease.move(id, 1));
    const [request] = await approvalsFor(id);
    const withdraw = (who: Client) => who.post('/blade-flow/approval/withdraw', { body: { ids: request.id } });
    expect((await withdraw(server.admin)).body.reason).toBe('approval.notMaker');
    ok(await withdraw(people.maker!));
    expect(await orderOf(id)).toMatchObject({ approvalAct: null });
    expect(await claimable('first', id)).toBeUndefined();
  });

  it('what cannot be done is refused before people are asked', async () => {
    const lease = leaseOf(server, people.maker);
    const { id } = await lease.order({ totalAmount: '200000', bankCardCode: '' });
    expect((await lease.move(id, 1)).body.reason).toBe('order.incomplete');
    expect(await approvalsFor(id)).toEqual([]);
  });

  it('a deed whose maker has lost the right is not done by an approval', async () => {
    const lease = leaseOf(server, people.maker);
    const { id } = await lease.order({ totalAmount: '90000' });
    expect((await lease.move(id, 1)).body.data).toBe(false);
    const grant = await server.sql(
      `delete from sys_role_menu where role_id = $1 and menu_id = (select id from sys_menu where code = 'order_status') returning tenant_id, role_id, menu_id`,
      [ids.maker!.roleId],
    );
    const refused = await decide('first', id, 'ok');
    expect(refused.body).toMatchObject({ code: 400, reason: 'approval.makerGone' });
    expect(await orderOf(id)).toMatchObject({ businessStatus: 0, approvalAct: 1 });
    await server.sql('insert into sys_role_menu values ($1, $2, $3)', Object.values(grant[0]));
  });
});

describe('a second person', () => {
  it('confirms a voucher, and only the one that was looked at', async () => {
    await ruleOff(server, 1);
    ok(await rule(2, { isOn: 1, fromAmount: '0.00' }));
    const lease = leaseOf(server, people.maker);
    const asked = async () => {
      const { id } = await lease.order();
      ok(await lease.move(id, 1));
      await lease.voucher(id);
      expect((await lease.move(id, 3)).body.data).toBe(false);
      return id as string;
    };
    const id = await asked();
    expect(await orderOf(id)).toMatchObject({ businessStatus: 2, pzsfqr: 0, approvalAct: 2 });
    expect((await lease.move(id, 1, { reason: '退回' })).body.reason).toBe('approval.pending');
    ok(await decide('second', id, 'ok'));
    expect(await orderOf(id)).toMatchObject({ businessStatus: 3, pzsfqr: 1, approvalAct: null });
    // The bell tells the person who asked what was agreed to, and of which contract.
    const { contractCode } = await orderOf(id);
    const told = async () =>
      ok(await people.maker!.get('/blade-desk/inbox/page', { kind: 'message', size: 1 })).records[0].title;
    expect(await told()).toBe(`已通过：双人复核 · 确认凭证 · ${contractCode}`);
    // Who may not see contract numbers is told of none.
    const other = await asked();
    const scopeField = allBut(order.fields, 'contractCode');
    const { roleId } = ids.maker!;
    await bindRole(server, roleId, { scopeClass: 'order', scopeType: 1, scopeField });
    ok(await decide('second', other, 'ok'));
    expect(await told()).toBe('已通过：双人复核 · 确认凭证');
    await server.sql('delete from sys_role_scope where role_id = $1', [roleId]);
    await ruleOff(server, 2);
  });

  it('decides on a change of the account, while other changes are saved', async () => {
    ok(await rule(6, { isOn: 1 }));
    const lease = leaseOf(server, people.maker);
    const { id } = await lease.order();
    ok(await lease.move(id, 1));
    const { version } = await orderOf(id);
    const change = { id, version, bankCardCode: '6222021234567890999', remark: '换卡' };
    const saved = ok(await people.maker!.post('/blade-order/order/update', { body: change }));
    expect(saved).toMatchObject({ bankCardCode: '6222021234567890128', remark: '换卡', approvalAct: 6 });
    ok(await decide('second', id, 'ok'));
    expect(await orderOf(id)).toMatchObject({ bankCardCode: '6222021234567890999', remark: '换卡', approvalAct: null });
    await ruleOff(server, 6);
  });

  it('decides on a batch of payments, which are paid once and under one number', async () => {
    ok(await rule(7, { isOn: 1, fromAmount: '' }));
    const { userId, roleId } = await server.addUser({
      account: 'payer',
      permissions: ['paymentPlan', 'paymentPlan_pay', 'work_claim', 'work_claim_sign', 'work_todo', 'work_todo_handle'],
    });
    expect([userId, roleId].every(Boolean)).toBe(true);
    await server.addUser({
      account: 'payer2',
      permissions: [
        'paymentPlan',
        decidingRight('paymentConfirm'),
        'work_claim',
        'work_claim_sign',
        'work_todo',
        'work_todo_handle',
      ],
    });
    people.payer = await server.as('payer');
    people.payer2 = await server.as('payer2');
    const lease = leaseOf(server);
    const { id: orderId } = await lease.signed();
    ok(await lease.move(orderId, 6));
    const rows = await server.sql(
      'select id from lease_payment_plan where order_id = $1 order by current_periods limit 2',
      [orderId],
    );
    const planIds = rows.map(({ id }) => String(id));
    const query = { ids: planIds.join(','), reason: '提前付款' };
    const asked = ok(await people.payer.post('/blade-paymentPlan/paymentPlan/updateBat', { query }));
    expect(asked).toMatchObject({ isHeld: true, batchNo: null, count: 2 });
    const paid = () => server.sql('select count(*)::int as n from lease_payment_txn where order_id = $1', [orderId]);
    expect(await paid()).toEqual([{ n: 0 }]);
    ok(await decide('payer2', planIds[0]!, 'ok'));
    expect(await paid()).toEqual([{ n: 2 }]);
    await ruleOff(server, 7);
  });

  it('decides on the start of a lease, which its date does not bring about then', async () => {
    ok(await rule(3, { isOn: 1 }));
    await server.addUser({ account: 'starter', permissions: ['order', 'order_start', 'approval'] });
    people.starter = await server.as('starter');
    const { userId } = await server.addUser({
      account: 'starter2',
      permissions: [
        'order',
        decidingRight('orderStart'),
        'work_claim',
        'work_claim_sign',
        'work_todo',
        'work_todo_handle',
      ],
    });
    expect(userId).toBeTruthy();
    people.starter2 = await server.as('starter2');
    const { id } = await leaseOf(server).signed();
    await server.advance();
    expect(await orderOf(id)).toMatchObject({ businessStatus: 5, approvalAct: null });
    expect((await leaseOf(server, people.starter).move(id, 6)).body.data).toBe(false);
    await server.advance();
    expect(await orderOf(id)).toMatchObject({ businessStatus: 5, approvalAct: 3 });
    ok(await decide('starter2', id, 'ok'));
    expect(await orderOf(id)).toMatchObject({ businessStatus: 6, approvalAct: null });
    await ruleOff(server, 3);
  });

  it('must exist: a deed that no one else could decide on is refused', async () => {
    ok(await rule(4, { isOn: 1 }));
    await server.sql(`update sys_user set status = 2 where account = 'second'`);
    const { id } = await leaseOf(server, people.maker).order();
    const refused = await leaseOf(server, people.maker).move(id, 11, { reason: '不要了' });
    expect(refused.body.reason).toBe('approval.alone');
    expect(await approvalsFor(id)).toEqual([]);
  });
});
