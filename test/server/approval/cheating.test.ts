/** Ways around a second person: changed processes, changed records, rights that are taken away, hidden amounts. */
import { order } from '../../../contract/modules/lease/order';
import { ruleOff, setRule } from '../../support/approvals';
import { diagram, flow } from '../../support/diagrams';
import { leaseOf, ok, platform, type Server, startServer } from '../../support/server';
import {
  addWorker,
  decidingRights,
  deployed,
  deployedByTwo,
  refusal,
  ruleDecider,
  type Worker,
  workPermissions,
} from '../../support/workflow';

let server: Server;
let maker: Worker;
let second: Worker & { roleId: string };
const clerk = [
  ...['customer', 'customer_add', 'product', 'product_add', 'order', 'order_add', 'order_edit', 'order_contract'],
  ...['order_status', 'order_cancel', 'order_voucher', 'picture', 'picture_add'],
  ...['paymentPlan', 'paymentPlan_edit', 'paymentPlan_pay', 'approval'],
];
beforeAll(async () => {
  server = await startServer();
  maker = await addWorker(server, 'maker', { permissions: [...workPermissions, ...clerk] });
  second = await addWorker(server, 'second', {
    permissions: [...new Set([...workPermissions, ...clerk, ...decidingRights, ...ruleDecider])],
  });
});
afterAll(() => server.close());

function rule(act: number, change: Parameters<typeof setRule>[2]): Promise<void> {
  return setRule(server, act, change);
}
async function requestsFor(entityId: string): Promise<{ state: number; comment: string | null }[]> {
  return server.sql('select state, comment from approval where entity_id = $1 order by id', [entityId]);
}
async function statusOf(id: string): Promise<number> {
  return (await server.sql('select business_status as status from lease_order where id = $1', [id]))[0].status;
}
async function claimed(who: Worker, entityId: string): Promise<string> {
  const [request] = await server.sql('select id from approval where entity_id = $1 and state = 1', [entityId]);
  const task = (await who.list('claim')).find(({ businessId }) => businessId === request.id);
  if (!task) throw new Error('nothing to claim');
  ok(await who.claim(task.taskId));
  return task.taskId;
}
/** A cancellation that waits, of an order that waits for its voucher. */
async function askToCancel(): Promise<string> {
  const lease = leaseOf(server, maker);
  const { id } = await lease.order();
  ok(await lease.move(id, 1));
  expect(ok(await lease.move(id, 11, { reason: '不要了' }))).toBe(false);
  return id;
}

describe('a process without a decision of another person', () => {
  const user = (id: string, who: string) => `userTask ${id} name="A" ${who}`;
  const anyone = 'flowable:candidateGroups="${deciders}"';
  const simple = (body: string[], links: string[]) =>
    diagram('cheat', ['startEvent s', ...body, 'endEvent e', ...flow(links)]);
  beforeAll(async () => {
    await deployed(server.admin, simple([user('a', anyone)], ['s>a', 'a>e']));
    await rule(4, { isOn: 1, processKey: 'cheat' });
  });
  afterAll(() => rule(4, { isOn: 0, processKey: 'second_person' }));

  it('is not begun', async () => {
    const lease = leaseOf(server, maker);
    const { id } = await lease.order();
    for (const xml of [simple([], ['s>e']), simple(['intermediateCatchEvent t | timer PT1S'], ['s>t', 't>e'])])
      await expect(deployed(server.admin, xml)).rejects.toThrow('approval.processNeeded');
    const own = simple([user('a', 'flowable:assignee="${applyUser}"')], ['s>a', 'a>e']);
    await expect(deployed(server.admin, own)).rejects.toThrow('approval.noneDecides');
    const twice = [user('a', 'flowable:assignee="${applyUser}"'), user('b', anyone)];
    await deployedByTwo(server, second, simple(twice, ['s>a', 'a>b', 'b>e']));
    expect(refusal(await lease.move(id, 11, { reason: '不要了' }))).toBe('400 approval.alone');
    expect([await statusOf(id), await requestsFor(id)]).toEqual([0, []]);
  });

  it('is not made of forms that set what the deed is about', async () => {
    const form =
      '<extensionElements><flowable:formProperty id="amount" name="金额" type="double"/></extensionElements>';
    const xml = diagram('cheat', [
      'startEvent s flowable:initiator="deciders"',
      `${user('a', anyone)} | ${form}`,
      'exclusiveGateway g default="g_e"',
      user('b', anyone),
      'endEvent e',
      ...flow(['s>a', 'a>g', 'g>b ${amount > 5000}', 'g>e', 'b>e']),
    ]);
    await deployedByTwo(server, second, xml);
    const id = await askToCancel();
    ok(await second.complete(await claimed(second, id), { variables: { amount: '1' } }));
    expect(await statusOf(id)).toBe(1);
    ok(await second.complete(await claimed(second, id)));
    expect(await statusOf(id)).toBe(11);
  });

  it('does nothing where the only person who may agree has rejected at a later step', async () => {
    const friend = await addWorker(server, 'friend', { permissions: [...workPermissions, ...clerk] });
    const steps = [user('a', anyone), user('b', anyone), user('c', 'flowable:assignee="friend"')];
    const gateway = ['exclusiveGateway g default="g_x"', 'endEvent x'];
    const links = ['s>a', 'a>b', 'b>g', 'g>c ${!pass}', 'g>x', 'c>e'];
    await deployedByTwo(server, second, simple([...steps, ...gateway], links));
    const id = await askToCancel();
    ok(await second.complete(await claimed(second, id)));
    ok(await second.complete(await claimed(second, id), { flag: undefined, comment: '不同意' }));
    const [{ taskId }] = (await friend.list('todo')) as [{ taskId: string }];
    expect(refusal(await friend.complete(taskId))).toBe('400 approval.notDecider');
    expect([await statusOf(id), await requestsFor(id)]).toMatchObject([1, [{ state: 1 }]]);
    ok(await friend.complete(taskId, { flag: undefined }));
  });

  it('does nothing where a branch ends before the step that decides', async () => {
    const gateway = ['exclusiveGateway g default="g_e"', user('a', anyone)];
    const branch = (condition: string) => simple(gateway, ['s>g', `g>a ${condition}`, 'g>e', 'a>e']);
    await deployedByTwo(server, second, branch('${amount > 90000000}'));
    const lease = leaseOf(server, maker);
    const { id } = await lease.order();
    ok(await lease.move(id, 1));
    expect(refusal(await lease.move(id, 11, { reason: '不要了' }))).toBe('400 approval.alone');
    expect([await statusOf(id), await requestsFor(id)]).toEqual([1, []]);
  });

  it('does nothing when a timer has led it to its end', async () => {
    const timer = 'boundaryEvent t attachedToRef="a" | timer PT1M';
    await deployedByTwo(server, second, simple([user('a', anyone), timer], ['s>a', 'a>e', 't>e']));
    const id = await askToCancel();
    server.clock.advance(2 * 60_000);
    await server.advance();
    await server.drain();
    expect(await statusOf(id)).toBe(1);
    expect(await requestsFor(id)).toMatchObject([{ state: 3 }]);
    const again = await askToCancel();
    ok(await second.complete(await claimed(second, again)));
    expect(await statusOf(again)).toBe(11);
  });
});

describe('while a deed waits', () => {
  it('the order gets no contract and no other voucher', async () => {
    await rule(4, { isOn: 1 });
    const lease = leaseOf(server, maker);
    const { id } = await lease.confirmed();
    expect(ok(await lease.move(id, 11, { reason: '不要了' }))).toBe(false);
    const make = () => maker.post(`${lease.paths.contract}/makeContract`, { query: { orderId: id, type: 1 } });
    expect(refusal(await make())).toBe('400 approval.pending');
    await rule(4, { isOn: 0 });
    await rule(2, { isOn: 1, fromAmount: '0.00' });
    const other = await lease.order();
    ok(await lease.move(other.id, 1));
    await lease.voucher(other.id);
    expect(ok(await lease.move(other.id, 3))).toBe(false);
    const path = (await lease.upload()).link;
    const added = { orderId: other.id, picType: 5, imageIndex: 1, path };
    expect(refusal(await maker.post('/blade-picture/picture/submit', { body: added }))).toBe('400 approval.pending');
    ok(await second.complete(await claimed(second, other.id)));
    expect(await statusOf(other.id)).toBe(3);
    await ruleOff(server, 2);
  });

  it('the order is not started by its date', async () => {
    await rule(6, { isOn: 1 });
    const lease = leaseOf(server, maker);
    const { id, version } = await leaseOf(server).signed();
    const body = { id, version, bankCardCode: '6222021234567890999', reason: '客户换卡' };
    expect(ok(await maker.post(`${lease.paths.order}/change-account`, { body }))).toBe(false);
    await server.advance();
    expect(await statusOf(id)).toBe(5);
    ok(await second.complete(await claimed(second, id)));
    await server.advance();
    expect([await statusOf(id), (await lease.plan(id))[0].bankCardCode]).toEqual([6, '6222021234567890999']);
    await rule(6, { isOn: 0 });
  });

  it('no row of a batch of payments is changed, paid or asked for again', async () => {
    await rule(7, { isOn: 1, fromAmount: '1000' });
    const { rows } = await leaseOf(server).started({}, { getType: 0 });
    const [one, two] = rows.slice(-2) as { id: string; version: number }[];
    const pay = (...ids: string[]) =>
      maker.post('/blade-paymentPlan/paymentPlan/updateBat', { query: { ids: ids.join(','), reason: '提前' } });
    expect(ok(await pay(one!.id, two!.id))).toMatchObject({ isHeld: true });
    const edit = (row: { id: string; version: number }) =>
      maker.post('/blade-paymentPlan/paymentPlan/update', {
        body: { id: row.id, version: row.version, bankCardCode: '6222021234567890999', bankName: '别家银行' },
      });
    expect([refusal(await edit(one!)), refusal(await edit(two!)), refusal(await pay(two!.id))]).toEqual(
      Array(3).fill('400 approval.pending'),
    );
    await ruleOff(server, 7);
  });

  it('an instalment keeps its account, which another person decides on as on that of the order', async () => {
    await rule(8, { isOn: 1 });
    const { rows } = await leaseOf(server).started();
    const [{ id, version }] = rows.slice(-1) as [{ id: string; version: number }];
    const change = { id, version, bankCardCode: '6222021234567890999', bankName: '别家银行' };
    const post = (path: string, more: object) => maker.post(`/blade-paymentPlan/paymentPlan/${path}`, more);
    const saved = ok(await post('update', { body: change }));
    expect(saved).toMatchObject({ bankCardCode: '6222021234567890128', bankName: '工商银行' });
    expect(refusal(await post('updateBat', { query: { ids: id, reason: '提前' } }))).toBe('400 approval.pending');
    ok(await second.complete(await claimed(second, id)));
    const paid = await server.sql('select bank_card_code, bank_name from lease_payment_plan where id = $1', [id]);
    expect(paid).toEqual([{ bank_card_code: '6222021234567890999', bank_name: '别家银行' }]);
    await rule(8, { isOn: 0 });
  });

  it('the record is asked for once, however many ask at the same moment', async () => {
    await rule(4, { isOn: 1 });
    const { id } = await leaseOf(server, maker).order();
    const ask = () => leaseOf(server, maker).move(id, 11, { reason: '不要了' });
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(({ body }) => body.reason ?? body.data).sort()).toEqual([
      'approval.pending',
      'approval.pending',
      false,
    ]);
    expect(await requestsFor(id)).toHaveLength(1);
    await rule(4, { isOn: 0 });
  });
});

describe('a person who may decide no longer', () => {
  beforeAll(() => rule(4, { isOn: 1 }));
  afterAll(() => rule(4, { isOn: 0 }));

  it('does not decide on what they have claimed', async () => {
    const id = await askToCancel();
    const taskId = await claimed(second, id);
    const taken = await server.sql(
      `delete from sys_role_menu where role_id = $1 and menu_id = (select id from sys_menu where code = 'approval_orderCancel') returning tenant_id, role_id, menu_id`,
      [second.roleId],
    );
    expect(refusal(await second.complete(taskId))).toBe('400 flow.notCandidate');
    await server.sql('insert into sys_role_menu values ($1, $2, $3)', Object.values(taken[0]));
    ok(await second.complete(taskId));
    expect(await statusOf(id)).toBe(11);
  });
});

it('an amount that a data scope hides is hidden in the request and in the task, too', async () => {
  await rule(4, { isOn: 1 });
  const blind = await addWorker(server, 'blind', {
    permissions: [...workPermissions, 'approval', 'order', 'approval_orderCancel'],
  });
  const [menuId] = await server.menuIds('order');
  const fields = Object.keys(order.fields).filter((name) => name !== 'totalAmount' && name !== 'businessStatus');
  const scope = { menuId, scopeName: '域', resourceCode: 'blind', scopeClass: 'order', scopeType: 1 };
  const made = ok(
    await server.admin.post('/blade-system/data-scope/submit', { body: { ...scope, scopeField: fields.join(',') } }),
  );
  await server.sql('insert into sys_role_scope select $1, $2, 1, $3', [platform, blind.roleId, made.id]);
  const id = await askToCancel();
  const requests = async (who: Worker) =>
    ok(await who.get('/blade-flow/approval/list', { entityId: id })).records as { amount?: string | null }[];
  expect((await requests(second))[0]!.amount).toBe('10000.00');
  expect((await requests(blind)).map(({ amount }) => amount ?? null)).toEqual([null]);
  const taskId = await claimed(blind, id);
  const seen = await blind.detail(taskId);
  expect(Object.keys(seen.given.fields)).toEqual(['act', 'maker', 'deciders', 'entityName', 'reason']);
  expect(JSON.stringify(seen)).not.toContain('10000');
  await rule(4, { isOn: 0 });
});
