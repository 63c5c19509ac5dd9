/** A step may be for a person who has decided on no other step of its process. */
import { keepDefinitions } from '../../../server/flow/definitions';
import { diagram, flow } from '../../support/diagrams';
import { leaseOf, ok, platform, type Server, startServer } from '../../support/server';
import { addWorker, decidingRights, deployed, refusal, type Worker, workPermissions } from '../../support/workflow';

let server: Server;
let maker: Worker;
let all: Worker;
let clerk: Worker;
let boss: Worker & { roleId: string };
const buttons = ['approval_first', 'approval_risk', 'approval_final'];
beforeAll(async () => {
  server = await startServer();
  const lease = ['customer', 'customer_add', 'product', 'product_add', 'order', 'order_add', 'order_status'];
  maker = await addWorker(server, 'maker', {
    permissions: [...workPermissions, ...lease, 'work_send_detail', 'approval', 'approval_withdraw'],
  });
  all = await addWorker(server, 'all', { permissions: [...workPermissions, 'order', ...buttons, ...decidingRights] });
  clerk = await addWorker(server, 'clerk', {
    permissions: [...workPermissions, 'order', 'approval_first', ...decidingRights],
  });
  boss = await addWorker(server, 'boss', { permissions: [...workPermissions, 'order', 'approval_final'] });
  const { records } = ok(await server.admin.get('/blade-flow/approval-rule/list', { size: 50 }));
  const rule = records.find((one: { act: number }) => one.act === 1);
  ok(await server.admin.post('/blade-flow/approval-rule/update', { body: { ...rule, isOn: 1 } }));
});
afterAll(() => server.close());

async function asked(totalAmount: string): Promise<{ orderId: string; instanceId: string }> {
  // Customers of tests have one identity: that of earlier orders becomes another person, whose orders add nothing.
  await server.sql('update lease_customer set id_no_hash = null');
  const lease = leaseOf(server, maker);
  const { id: orderId } = await lease.order({ totalAmount });
  expect(ok(await lease.move(orderId, 1))).toBe(false);
  const [row] = await server.sql('select process_instance_id as id from approval where entity_id = $1', [orderId]);
  return { orderId, instanceId: row.id };
}
/** The open step of an instance. */
async function openTask(instanceId: string): Promise<{ id: string; element_id: string }> {
  const rows = await server.sql('select id, element_id from flow_task where instance_id = $1 and status = 1', [
    instanceId,
  ]);
  return rows[0];
}
async function decides(who: Worker, instanceId: string, more: object = {}) {
  const { id } = await openTask(instanceId);
  ok(await who.claim(id));
  return who.complete(id, more);
}
async function messagesOf(who: Worker): Promise<string[]> {
  const { records } = ok(await who.get('/blade-desk/inbox/page', { kind: 'message', size: 50 }));
  return records.map(({ title }: { title: string }) => title);
}
function isOffered(who: Worker, taskId: string): Promise<boolean> {
  return who.list('claim').then((rows) => rows.some((row) => row.taskId === taskId));
}

it('no one takes two steps of a credit approval, whatever buttons they hold', async () => {
  const { orderId, instanceId } = await asked('200000');
  ok(await decides(all, instanceId));
  const { id } = await openTask(instanceId);
  expect(await isOffered(all, id)).toBe(false);
  expect(refusal(await all.claim(id))).toBe('400 flow.decidedBefore');
  const [order] = await server.sql('select business_status as status from lease_order where id = $1', [orderId]);
  expect(order.status).toBe(0);
});

it('starter and administrators learn that no one is left, and further people end it', async () => {
  const { orderId, instanceId } = await asked('200000');
  ok(await decides(all, instanceId));
  const stuck = '无人可办理：授信审批 · 风控审核';
  expect(await messagesOf(maker)).toContain(stuck);
  const { records } = ok(await server.admin.get('/blade-desk/inbox/page', { kind: 'message', size: 50 }));
  expect(records.map(({ title }: { title: string }) => title)).toContain(stuck);
  const detail = () => maker.get('/blade-flow/process/instance-detail', { processInstanceId: instanceId });
  expect(ok(await detail())).toMatchObject({ taskName: '风控审核', stuckName: '风控审核' });
  const risk = await addWorker(server, 'risk', { permissions: [...workPermissions, 'order'] });
  // A person who gets a role of its candidates is one of them at once.
  await server.sql(
    `update sys_user set role_ids = role_ids || (select role_ids from sys_user where account = 'all') where account = 'risk'`,
  );
  expect(ok(await detail())).toMatchObject({ stuckName: '' });
  ok(await decides(risk, instanceId));
  const [order] = await server.sql('select business_status as status from lease_order where id = $1', [orderId]);
  expect(order.status).toBe(1);
  await server.sql(`update sys_user set status = 2 where account = 'risk'`);
});

it('a request that no one can decide on is withdrawn by the person who asked', async () => {
  const { orderId, instanceId } = await asked('200000');
  ok(await decides(all, instanceId));
  const [request] = ok(await maker.get('/blade-flow/approval/list', { entityId: orderId })).records;
  ok(await maker.post('/blade-flow/approval/withdraw', { body: { ids: request.id } }));
  const { records } = ok(await maker.get('/blade-order/order/page', { id: orderId }));
  expect(records.find(({ id }: { id: string }) => id === orderId)).toMatchObject({ approvalAct: null });
});

it('a step that is sent back is open to the person who decided on it, and to no other decider', async () => {
  const { instanceId } = await asked('200000');
  ok(await decides(clerk, instanceId));
  const { id } = await openTask(instanceId);
  ok(await all.claim(id));
  ok(await all.complete(id, { flag: undefined, returnTo: 'first' }));
  const again = await openTask(instanceId);
  expect(again.element_id).toBe('first');
  expect([await isOffered(all, again.id), await isOffered(clerk, again.id)]).toEqual([false, true]);
  ok(await decides(clerk, instanceId));
  ok(await decides(all, instanceId));
  expect(await server.sql('select state from approval where process_instance_id = $1', [instanceId])).toEqual([
    { state: 2 },
  ]);
});

describe('in a process of the tenant’s own', () => {
  const step = (id: string, more = '') => `userTask ${id} name="${id}" flowable:candidateUsers="all,clerk" ${more}`;
  const others = 'leasedesk:otherPerson="true"';
  async function started(elements: string[], links: string[]): Promise<string> {
    const xml = diagram('apart', ['startEvent s', ...elements, 'endEvent e', ...flow(links)]);
    const { processInstanceId } = ok(await boss.start(await deployed(server.admin, xml)));
    return processInstanceId;
  }
  const rows = (instanceId: string) =>
    server.sql(
      'select id, element_id as step, assignee, candidate_roles as roles from flow_task where instance_id = $1 and status = 1 order by element_id',
      [instanceId],
    );

  it('it is off until a step says so', async () => {
    const instanceId = await started([step('a'), step('b')], ['s>a', 'a>b', 'b>e']);
    ok(await decides(all, instanceId));
    ok(await decides(all, instanceId));
    expect(await rows(instanceId)).toEqual([]);
  });

  it('two steps at the same time go to two people, also where one had claimed both', async () => {
    const instanceId = await started(
      ['parallelGateway g', step('a', others), step('b', others), 'parallelGateway j'],
      ['s>g', 'g>a', 'g>b', 'a>j', 'b>j', 'j>e'],
    );
    const [a, b] = await rows(instanceId);
    ok(await all.claim(a.id));
    ok(await all.claim(b.id));
    ok(await all.complete(a.id));
    expect(await rows(instanceId)).toMatchObject([{ step: 'b', assignee: null }]);
    expect(refusal(await all.complete(b.id))).toBe('400 flow.decidedBefore');
    expect(refusal(await all.claim(b.id))).toBe('400 flow.decidedBefore');
    ok(await clerk.claim(b.id));
    const given = (userId: string) =>
      clerk.post('/blade-flow/work/delegate-task', { body: { taskId: b.id, userId, comment: '请代办' } });
    expect(refusal(await given(all.userId))).toBe('400 flow.forDecider');
    ok(await clerk.complete(b.id));
    expect(await rows(instanceId)).toEqual([]);
  });

  it('a step that names the same person again is left to the administrators', async () => {
    const named = (id: string) => `userTask ${id} name="${id}" flowable:assignee="all" ${others}`;
    const instanceId = await started([named('a'), named('b')], ['s>a', 'a>b', 'b>e']);
    await all.handle(instanceId);
    const [b] = await rows(instanceId);
    expect(b).toMatchObject({ step: 'b', assignee: null });
    expect(b.roles).not.toEqual([]);
    ok(await server.admin.post('/blade-flow/work/claim-task', { query: { taskId: b.id } }));
    const body = { taskId: b.id, comment: '同意', flag: 'ok' };
    ok(await server.admin.post('/blade-flow/work/complete-task', { body }));
    expect(await rows(instanceId)).toEqual([]);
  });
});

it('a shipped process follows the release, unless people have deployed their own or suspended it', async () => {
  const versions = (key: string) =>
    server.sql('select version from flow_definition where tenant_id = $1 and key = $2 order by version', [
      platform,
      key,
    ]);
  const shipped = (key: string, name: string) => ({
    key,
    category: '',
    xml: diagram(
      key,
      ['startEvent s', 'userTask a flowable:candidateGroups="admin"', 'endEvent e', ...flow(['s>a', 'a>e'])],
      name,
    ),
  });
  const keep = (name: string) =>
    server.deps.db.withTenant(platform, '2026-01-05', (trx) =>
      keepDefinitions(trx, platform, server.deps.newId, '2026-01-05 10:00:00', [
        shipped('followed', name),
        shipped('apart', name),
      ]),
    );
  await keep('一');
  const own = await versions('apart');
  await keep('一');
  await keep('二');
  expect(await versions('followed')).toEqual([{ version: 1 }, { version: 2 }]);
  expect(await versions('apart')).toEqual(own);
  await server.sql(`update flow_definition set suspension_state = 2 where key = 'followed'`);
  await keep('三');
  expect(await versions('followed')).toHaveLength(2);
});
