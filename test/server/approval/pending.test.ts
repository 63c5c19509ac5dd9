/** Requests that wait: rules, records, processes and people change meanwhile, calls are repeated, there are thousands. */
import * as xlsx from '@e965/xlsx';
import pg from 'pg';
import { aloneSince, deedsAtOnce, ruleOff, setRule } from '../../support/approvals';
import { diagram, flow } from '../../support/diagrams';
import { questionsDuring } from '../../support/questions';
import { leaseOf, multipart, ok, platform, type Server, startServer } from '../../support/server';
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
let third: Worker;
const cancels = 4;
const buttons = [
  ...['customer', 'customer_add', 'product', 'product_add', 'order', 'order_add', 'order_edit', 'order_import'],
  ...['order_status', 'order_cancel', 'order_voucher', 'picture', 'picture_add', 'paymentPlan', 'paymentPlan_pay'],
  ...['paymentPlan_edit', 'approval', 'approval_withdraw'],
];
beforeAll(async () => {
  server = await startServer();
  await deedsAtOnce(server);
  maker = await addWorker(server, 'maker', { permissions: [...workPermissions, ...buttons] });
  second = await addWorker(server, 'second', {
    permissions: [...new Set([...workPermissions, ...buttons, ...decidingRights, ...ruleDecider])],
  });
  third = await addWorker(server, 'third', { permissions: [...workPermissions, ...buttons, ...decidingRights] });
});
afterAll(() => server.close());

async function changeRule(act: number, change: object) {
  const { records } = ok(await server.admin.get('/blade-flow/approval-rule/list', { size: 50 }));
  const row = records.find((one: { act: number }) => one.act === act);
  return server.admin.post('/blade-flow/approval-rule/update', { body: { ...row, ...change } });
}
function rule(act: number, change: Parameters<typeof setRule>[2]): Promise<void> {
  return setRule(server, act, change);
}
async function statusOf(id: string): Promise<number> {
  return (await server.sql('select business_status as status from lease_order where id = $1', [id]))[0].status;
}
async function statesOf(id: string): Promise<number[]> {
  const rows = await server.sql('select state from approval where entity_id = $1 order by id', [id]);
  return rows.map(({ state }) => state);
}
async function taskOf(entityId: string): Promise<string> {
  const [row] = await server.sql(
    `select t.id from approval a join flow_task t on t.instance_id = a.process_instance_id::bigint and t.status = 1
     where a.entity_id = $1 and a.state = 1`,
    [entityId],
  );
  return row.id;
}
async function agreed(who: Worker, entityId: string) {
  const taskId = await taskOf(entityId);
  ok(await who.claim(taskId));
  return who.complete(taskId);
}
/** A draft whose cancellation waits. */
async function askedToCancel(): Promise<string> {
  const lease = leaseOf(server, maker);
  const { id } = await lease.order();
  expect(ok(await lease.move(id, 11, { reason: '不要了' }))).toBe(false);
  return id;
}

describe('a request made under a rule that has changed since', () => {
  beforeAll(() => rule(cancels, { isOn: 1 }));
  afterAll(() => rule(cancels, { isOn: 0, fromAmount: '', processKey: 'second_person' }));

  it.each<[string, object]>([
    ['switched off', { isOn: 0 }],
    ['with a higher amount', { isOn: 1, fromAmount: '99000000' }],
    ['with another process', { isOn: 1, fromAmount: '', processKey: 'credit_approval' }],
  ])('%s is decided as it was made', async (_what, change) => {
    await rule(cancels, { isOn: 1, fromAmount: '', processKey: 'second_person' });
    const id = await askedToCancel();
    await rule(cancels, change);
    expect(refusal(await leaseOf(server, maker).move(id, 11, { reason: '再来' }))).toBe('400 approval.pending');
    ok(await agreed(second, id));
    expect([await statusOf(id), await statesOf(id)]).toEqual([11, [2]]);
  });

  it('of a process that is deployed again is decided by the version that it began with', async () => {
    const step = (id: string) => `userTask ${id} name="${id}" flowable:candidateGroups="\${deciders}"`;
    const first = diagram('renewed', ['startEvent s', step('a'), 'endEvent e', ...flow(['s>a', 'a>e'])]);
    await deployed(server.admin, first);
    await rule(cancels, { isOn: 1, processKey: 'renewed' });
    const old = await askedToCancel();
    const longer = ['startEvent s', step('a'), step('b'), 'endEvent e', ...flow(['s>a', 'a>b', 'b>e'])];
    await deployedByTwo(server, second, diagram('renewed', longer));
    ok(await agreed(second, old));
    expect(await statusOf(old)).toBe(11);
    const next = await askedToCancel();
    ok(await agreed(second, next));
    expect(await statusOf(next)).toBe(0);
    ok(await agreed(third, next));
    expect(await statusOf(next)).toBe(11);
  });
});

describe('the process of a rule', () => {
  const manager = '/blade-flow/manager';
  const definition = async (key: string) =>
    (
      await server.sql(
        'select id, deployment_id as deployment from flow_definition where tenant_id = $1 and key = $2 and is_deleted = 0 order by version desc limit 1',
        [platform, key],
      )
    )[0] as { id: string; deployment: string };
  const turn = async (key: string, state: string) =>
    server.admin.post(`${manager}/change-state`, { query: { processId: (await definition(key)).id, state } });
  const drop = async (key: string) =>
    server.admin.post(`${manager}/delete-deployment`, {
      query: { deploymentIds: (await definition(key)).deployment, cascade: 'true' },
    });

  it('is chosen among those that can decide, by names in the person’s language', async () => {
    await deployed(server.admin, diagram('blank', ['startEvent s', 'endEvent e', ...flow(['s>e'])], '无人'));
    const offered = async (language: string) =>
      ok(
        await server.admin.send({
          method: 'GET',
          url: '/api/blade-flow/approval-rule/processes',
          headers: { 'accept-language': language },
        }),
      ) as { key: string; name: string }[];
    const zh = await offered('zh');
    expect(zh).toEqual(
      expect.arrayContaining([
        { key: 'credit_approval', name: '授信审批' },
        { key: 'second_person', name: '双人复核' },
      ]),
    );
    expect(await offered('en')).toContainEqual({ key: 'second_person', name: 'Second person' });
    expect(zh.map(({ key }) => key)).not.toEqual(expect.arrayContaining(['blank']));
    expect(zh.map(({ key }) => key)).not.toEqual(expect.arrayContaining(['leave']));
    for (const processKey of ['blank', 'leave', 'none_such'])
      expect(refusal(await changeRule(cancels, { isOn: 0, processKey }))).toBe('400 approval.badProcess');
  });

  it('is neither suspended nor deleted while the rule is on', async () => {
    const step = `userTask a name="a" flowable:candidateGroups="\${deciders}"`;
    await deployed(server.admin, diagram('kept', ['startEvent s', step, 'endEvent e', ...flow(['s>a', 'a>e'])]));
    await rule(cancels, { isOn: 1, processKey: 'kept' });
    const refused = await turn('kept', 'suspend');
    expect([refusal(refused), refused.body.msg]).toEqual([
      '400 approval.processNeeded',
      '审批规则“取消订单”正在使用流程“kept”，请先停用规则或改用其他流程',
    ]);
    expect(refusal(await drop('kept'))).toBe('400 approval.processNeeded');
    await rule(cancels, { isOn: 0 });
    ok(await turn('kept', 'suspend'));
    expect(refusal(await changeRule(cancels, { isOn: 1 }))).toBe('400 approval.badProcess');
    const { records } = ok(await server.admin.get('/blade-flow/approval-rule/list', { size: 50 }));
    expect(records.find(({ act }: { act: number }) => act === cancels)).toMatchObject({ processName: '' });
    ok(await turn('kept', 'active'));
  });

  it('keeps one of a switched-on rule and a suspension that arrive together', async () => {
    for (let round = 0; round < 3; round++) {
      await Promise.all([changeRule(cancels, { isOn: 1 }), turn('kept', 'suspend')]);
      const [row] = await server.sql(
        `select r.is_on as on, (select suspension_state from flow_definition d where d.tenant_id = r.tenant_id
           and d.key = r.process_key and d.is_deleted = 0 order by version desc limit 1) as state
         from approval_rule r where r.tenant_id = $1 and r.act = $2`,
        [platform, cancels],
      );
      expect([
        [1, 1],
        [0, 2],
      ]).toContainEqual([row.on, row.state]);
      await rule(cancels, { isOn: 0, processKey: 'credit_approval' });
      ok(await turn('kept', 'active'));
      await rule(cancels, { processKey: 'kept' });
    }
  });
  afterAll(() => rule(cancels, { isOn: 0, processKey: 'second_person' }));
});

describe('a held deed with an idempotency key', () => {
  beforeAll(() => rule(cancels, { isOn: 1 }));
  afterAll(() => rule(cancels, { isOn: 0 }));
  const send = (id: string, key: string, reason = '不要了') =>
    maker.post('/blade-order/order/update-businessStatus', {
      query: { id, businessStatus: 11, reason },
      headers: { 'idempotency-key': key },
    });

  it('is asked for once, and answered alike: in turn, at once, and after the decision', async () => {
    const { id } = await leaseOf(server, maker).order();
    const key = 'cancel-this-order-once';
    const answers = await Promise.all([send(id, key), send(id, key), send(id, key)]);
    answers.push(await send(id, key));
    const held = { code: 200, success: true, data: false, msg: '已提交审批，通过后自动执行', heldAct: cancels };
    expect(answers.map(({ body }) => body)).toEqual(Array(4).fill(held));
    expect(await statesOf(id)).toEqual([1]);
    ok(await agreed(second, id));
    expect((await send(id, key)).body).toEqual(held);
    expect(refusal(await send(id, key, '别的原因'))).toBe('409 keyReused');
    expect([await statusOf(id), await statesOf(id)]).toEqual([11, [2]]);
  });

  it('is free again after it was refused', async () => {
    const id = await askedToCancel();
    expect(refusal(await send(id, 'refused-at-first'))).toBe('400 approval.pending');
    const [request] = ok(await maker.get('/blade-flow/approval/list', { entityId: id })).records;
    ok(await maker.post('/blade-flow/approval/withdraw', { body: { ids: request.id } }));
    expect((await send(id, 'refused-at-first')).body.heldAct).toBe(cancels);
    expect(await statesOf(id)).toEqual([4, 1]);
  });
});

describe('every way of writing', () => {
  it('orders that come in as a file are drafts, which nothing is decided on', async () => {
    await rule(1, { isOn: 1 });
    const lease = leaseOf(server, maker);
    const { customerId, productId } = await lease.order();
    const heads = ['客户名称', '产品名称', '总金额(元)', '起租日期'];
    const rows = [heads, [customerId, productId, '900000', null]];
    const file = xlsx.write(xlsx.utils.book_new(xlsx.utils.aoa_to_sheet(rows), '表'), { type: 'buffer' });
    const { payload, headers } = multipart(file, 'list.xlsx');
    const answer = await maker.send({ method: 'POST', url: '/api/blade-order/order/import', payload, headers });
    expect([answer.body.heldAct, ok(answer).added]).toEqual([undefined, 1]);
    const [row] = await server.sql('select id, business_status as status from lease_order order by id desc limit 1');
    expect([row.status, await statesOf(row.id)]).toEqual([0, []]);
    await rule(1, { isOn: 0 });
  });

  it('a batch says that it waits, and so does each of its rows', async () => {
    await rule(7, { isOn: 1, fromAmount: '' });
    const { rows } = await leaseOf(server).started({}, { getType: 0 });
    const ids = rows.slice(0, 2).map(({ id }: { id: string }) => id);
    const query = { ids: ids.join(','), reason: '提前' };
    const asked = await maker.post('/blade-paymentPlan/paymentPlan/updateBat', { query });
    expect(asked.body).toMatchObject({ heldAct: 7, data: { isHeld: true } });
    const { records } = ok(await maker.get('/blade-paymentPlan/paymentPlan/page', { size: 200, approvalAct: '7' }));
    expect(records.map(({ id }: { id: string }) => id).sort()).toEqual([...ids].sort());
    for (const id of ids) {
      const found = ok(await maker.get('/blade-flow/approval/list', { entityId: id })).records;
      expect(found).toMatchObject([{ act: 7, state: 1 }]);
    }
    ok(await agreed(second, ids[0]!));
    const after = ok(await maker.get('/blade-paymentPlan/paymentPlan/page', { size: 200, approvalAct: '7' }));
    expect(after.records).toEqual([]);
    await ruleOff(server, 7);
  });

  it('a changed account of an instalment is answered as held, and the instalment says so', async () => {
    await rule(8, { isOn: 1 });
    const { rows } = await leaseOf(server).started();
    const { id, version } = rows.at(-1) as { id: string; version: number };
    const body = { id, version, bankCardCode: '6222021234567890999', bankName: '别家银行' };
    const saved = await maker.post('/blade-paymentPlan/paymentPlan/update', { body });
    expect(saved.body).toMatchObject({ heldAct: 8, data: { approvalAct: 8, bankName: '工商银行' } });
    const same = { id, version: saved.body.data.version, remark: '只改备注' };
    expect(refusal(await maker.post('/blade-paymentPlan/paymentPlan/update', { body: same }))).toBe(
      '400 approval.pending',
    );
    ok(await agreed(second, id));
    expect(ok(await maker.get('/blade-paymentPlan/paymentPlan/detail', { id }))).toMatchObject({
      approvalAct: null,
      bankName: '别家银行',
    });
    await rule(8, { isOn: 0 });
  });
});

describe('decisions that meet', () => {
  beforeAll(() => rule(cancels, { isOn: 1 }));
  afterAll(() => rule(cancels, { isOn: 0 }));

  it('of two approvers one gets the task, and one of their decisions does the deed once', async () => {
    const id = await askedToCancel();
    const taskId = await taskOf(id);
    const claims = await Promise.all([second.claim(taskId), third.claim(taskId)]);
    expect(claims.map(({ body }) => body.reason ?? body.data).sort()).toEqual(['flow.claimed', true]);
    const [winner, loser] = claims[0]!.status === 200 ? [second, third] : [third, second];
    const decided = await Promise.all([
      winner.complete(taskId),
      winner.complete(taskId, { flag: undefined }),
      loser.complete(taskId),
    ]);
    const reasons = decided.map(({ body }) => body.reason ?? body.data);
    expect(reasons.filter((one) => one === true)).toHaveLength(1);
    expect(reasons.filter((one) => one !== true)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^flow\.(done|notAssignee)$/)]),
    );
    const [state] = await statesOf(id);
    expect(await statusOf(id)).toBe(state === 2 ? 11 : 0);
    const moves = await server.sql(
      `select count(*)::int as n from audit_log where entity_id = $1 and action = 'move'`,
      [id],
    );
    expect(moves).toEqual([{ n: state === 2 ? 1 : 0 }]);
  });

  it('a withdrawal and a decision at the same moment leave one of both', async () => {
    const id = await askedToCancel();
    const taskId = await taskOf(id);
    ok(await second.claim(taskId));
    const [request] = ok(await maker.get('/blade-flow/approval/list', { entityId: id })).records;
    const [gone, decided] = await Promise.all([
      maker.post('/blade-flow/approval/withdraw', { body: { ids: request.id } }),
      second.complete(taskId),
    ]);
    expect([gone.status, decided.status].sort()).toEqual([200, 400]);
    const [state] = await statesOf(id);
    expect([state, await statusOf(id)]).toEqual(decided.status === 200 ? [2, 11] : [4, 0]);
  });

  it('a record that is gone refuses the agreement and takes the rejection', async () => {
    const id = await askedToCancel();
    await server.sql('update lease_order set is_deleted = 1 where id = $1', [id]);
    const taskId = await taskOf(id);
    ok(await second.claim(taskId));
    expect(refusal(await second.complete(taskId))).toBe('403 notYours');
    expect(await statesOf(id)).toEqual([1]);
    ok(await second.complete(taskId, { flag: undefined, comment: '单据已删除' }));
    expect(await statesOf(id)).toEqual([3]);
  });

  it('a record that was changed past the rules is decided on as it is now, or not at all', async () => {
    const id = await askedToCancel();
    await server.sql('update lease_order set business_status = 11, version = version + 1 where id = $1', [id]);
    ok(await agreed(second, id));
    const other = await askedToCancel();
    await server.sql('update lease_order set business_status = 6, version = version + 1 where id = $1', [other]);
    const taskId = await taskOf(other);
    ok(await second.claim(taskId));
    expect(refusal(await second.complete(taskId))).toBe('400 order.badMove');
    expect([await statusOf(other), await statesOf(other)]).toEqual([6, [1]]);
    ok(await second.complete(taskId, { flag: undefined }));
    expect(await statesOf(other)).toEqual([3]);
  });
});

it('waits for no decision while a single person could make it, although the rule is on', async () => {
  await rule(cancels, { isOn: 1 });
  const lease = leaseOf(server, server.admin);
  const { id } = await lease.order();
  await aloneSince(server);
  ok(await lease.move(id, 11, { reason: '不要了' }));
  expect(await lease.read(id)).toMatchObject({ businessStatus: 11 });
  await rule(cancels, { isOn: 0 });
  await server.sql('update sys_user set status = 1 where tenant_id = $1', [platform]);
});

describe('thousands of requests and candidates', () => {
  const many = 3000;
  const over = 9000;
  /** What is remembered of a tenant is forgotten together after a while: it begins anew, so that none of it ends amid a count. */
  const rememberAnew = () => server.sql('update remembered_version set version = version + 1 returning 1');
  /** The statements that it takes to ask for a deed, and to decide on it, when all that is remembered is known. */
  async function costs(): ReturnType<typeof askedAndDecided> {
    await rememberAnew();
    await second.list('claim');
    await askedAndDecided();
    return askedAndDecided();
  }
  async function askedAndDecided(): Promise<{ asked: string[]; decided: string[]; taskId: string }> {
    const lease = leaseOf(server, maker);
    const { id } = await lease.order();
    const asked = await questionsDuring(() => lease.move(id, 11, { reason: '不要了' }));
    const taskId = await taskOf(id);
    ok(await second.claim(taskId));
    const decided = await questionsDuring(() => second.complete(taskId));
    expect(await statesOf(id)).toEqual([2]);
    return { asked, decided, taskId };
  }
  let few: Awaited<ReturnType<typeof costs>>;

  beforeAll(async () => {
    await rule(cancels, { isOn: 1 });
    few = await costs();
    const id = await askedToCancel();
    const [{ approval, instance }] = await server.sql(
      'select id as approval, process_instance_id as instance from approval where entity_id = $1',
      [id],
    );
    /** Copies of the rows of the request: with ids beyond all others, some of them as it is, and more that are over. */
    const copies = (table: string, of: string, id: string, numbers: string, ends = '{}') =>
      server.sql(
        `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object(${numbers}) ||
           case when n > ${many} then $2::jsonb else '{}' end)).*
         from ${table} t, lateral (select n, n + 10000000 as more from generate_series(1, ${ends === '{}' ? many : many + over}) n) one
         where t.${of} = $1 returning 1`,
        [id, ends],
      );
    await copies('flow_instance', 'id', instance, `'id', t.id + more`, '{"state": 2}');
    await copies(
      'flow_task',
      'instance_id',
      instance,
      `'id', t.id + more, 'instance_id', t.instance_id + more`,
      '{"status": 2}',
    );
    const named = `'entity_id', (t.entity_id::bigint + more)::text`;
    const begun = `'process_instance_id', (t.process_instance_id::bigint + more)::text`;
    await copies('approval', 'id', approval, `'id', t.id + more, ${named}, ${begun}`, '{"state": 2}');
    await copies('approval_record', 'approval_id', approval, `'approval_id', t.approval_id + more, ${named}`);
    await server.sql(
      `insert into sys_user select (jsonb_populate_record(u, jsonb_build_object('id', u.id + 10000000 + n, 'account', 'extra' || n))).*
       from sys_user u, generate_series(1, ${many}) n where u.account = 'third' returning 1`,
    );
    await server.sql('analyze');
  });
  afterAll(() => rule(cancels, { isOn: 0 }));

  /** The plan of a statement, for the role of the program. */
  async function planOf(text: string): Promise<string> {
    const client = new pg.Client(server.connections.app);
    await client.connect();
    try {
      await client.query('begin');
      await client.query(`select set_config('app.tenant', $1, true)`, [platform]);
      const { rows } = await client.query(`explain (generic_plan) ${text}`);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    } finally {
      await client.end();
    }
  }
  it.each<[string, string, (who: Worker, size: number) => Promise<unknown>]>([
    ['requests', 'approval', (who, size) => who.get('/blade-flow/approval/list', { size, state: '1' }).then(ok)],
    ['tasks to claim', 'flow_task', (who, size) => who.get('/blade-flow/work/claim-list', { size }).then(ok)],
    ['numbers of tasks', 'flow_task', (who) => who.get('/blade-flow/work/counts').then(ok)],
  ])('%s are read by as many statements for many rows as for one, with the indexes', async (_what, table, list) => {
    await rememberAnew();
    await list(second, 1);
    const one = await questionsDuring(() => list(second, 1));
    const page = await questionsDuring(() => list(second, 50));
    expect(page).toHaveLength(one.length);
    expect(page.length).toBeLessThan(16);
    const own = page.filter((sent) => new RegExp(`from "?${table}(_list)?\\b`).test(sent));
    expect(own).not.toEqual([]);
    for (const text of own) expect(await planOf(text)).not.toMatch(new RegExp(`Seq Scan on ${table}\\b`));
  });

  it('a deed is asked for and decided with as many statements as among few, and all candidates are told', async () => {
    const now = await costs();
    expect([now.asked, now.decided]).toEqual([few.asked, few.decided]);
    const told = await server.sql('select user_ids as people, role_ids as roles from inbox where subject_id = $1', [
      now.taskId,
    ]);
    expect(told).toEqual([{ people: [], roles: expect.arrayContaining([second.roleId]) }]);
  });
});
