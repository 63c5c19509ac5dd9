/** Who may decide on a deed follows from the deed: a right of its own, and sight of its records. No drawing replaces either. */
import { approvalActNames, approvalActs, askingRights, decidingRight } from '../../../contract/domain/approvals';
import { approval } from '../../../contract/modules/approval/approval';
import { buttonsOf } from '../../../contract/wire/menus';
import { diagram, flow } from '../../support/diagrams';
import { boundPerson } from '../../support/scopes';
import { type Client, leaseOf, ok, platform, type Server, startServer } from '../../support/server';
import {
  addWorker,
  deployed,
  deployedByTwo,
  refusal,
  ruleDecider,
  type Worker,
  workerOf,
  workPermissions,
} from '../../support/workflow';

let server: Server;
let lead: Worker & { roleId: string };
let peer: Worker;
let blind: Worker;
let reader: Worker;
let keeper: Worker;
const right = decidingRight('orderAccount');
const account = approvalActs.orderAccount.number;
const pages = [...workPermissions, 'approval', 'order'];
beforeAll(async () => {
  server = await startServer();
  lead = await addWorker(server, 'lead', { permissions: [...pages, right] });
  peer = await addWorker(server, 'peer', { permissions: [...pages, approvalActs.orderAccount.permission] });
  const own = [{ scopeClass: 'order', scopeType: 2 }];
  const bound: Client & { userId: string } = await boundPerson(server, [...pages, right], own);
  blind = workerOf(bound, bound.userId);
  reader = await addWorker(server, 'reader', { permissions: [...pages, 'flow_follow'] });
  keeper = await addWorker(server, 'keeper', { permissions: [...workPermissions, ...ruleDecider] });
  await deployed(server.admin, drawn([group('a', anyone)], ['s>a', 'a>e']));
  await rule({ isOn: 1, processKey: key });
});
afterAll(() => server.close());

const key = 'account_change';
const ofVariable = (name: string) => `\${${name}}`;
const anyone = ofVariable('deciders');
const step = (id: string, who: string) => `userTask ${id} name="${id}" flowable:assignee="${who}"`;
const group = (id: string, who: string) => `userTask ${id} name="${id}" flowable:candidateGroups="${who}"`;
const drawn = (body: string[], links: string[], of = key) =>
  diagram(of, ['startEvent s', ...body, 'endEvent e', ...flow(links)]);
async function rule(change: object) {
  const { records } = ok(await server.admin.get('/blade-flow/approval-rule/list', { size: 50 }));
  const row = records.find(({ act }: { act: number }) => act === account);
  ok(await server.admin.post('/blade-flow/approval-rule/update', { body: { ...row, ...change } }));
}
const before = '6222021234567890128';
const after = '6222021234567890999';
async function ask(id: string) {
  const { version } = ok(await server.admin.get('/blade-order/order/detail', { id }));
  return server.admin.post('/blade-order/order/update', { body: { id, version, bankCardCode: after } });
}
/** An order that is submitted, whose account may still be edited. */
async function submitted(): Promise<string> {
  const lease = leaseOf(server);
  const { id } = await lease.order();
  ok(await lease.move(id, 1));
  return id;
}
async function asked(): Promise<{ id: string; taskId: string; instanceId: string }> {
  const id = await submitted();
  ok(await ask(id));
  const [task] = await server.sql(
    `select t.id as "taskId", t.instance_id as "instanceId" from approval a
     join flow_task t on t.instance_id = a.process_instance_id::bigint and t.status = 1 where a.entity_id = $1`,
    [id],
  );
  return { id, ...task };
}
async function cardOf(id: string): Promise<string> {
  return ok(await server.admin.get('/blade-order/order/detail', { id })).bankCardCode;
}
async function tasksOf(who: Worker, taskId: string): Promise<string[]> {
  const lists = await Promise.all((['claim', 'todo', 'done'] as const).map((name) => who.list(name)));
  return lists.flat().flatMap((row) => (row.taskId === taskId ? [row.taskId] : []));
}
async function messagesOf(who: Worker, taskId: string): Promise<number> {
  const { records } = ok(await who.get('/blade-desk/inbox/page', { kind: 'message', size: 50 }));
  return records.filter(({ subjectId }: { subjectId: string }) => subjectId === taskId).length;
}

it('each deed has a button of its own below the approvals, by which its right is granted', () => {
  const codes = buttonsOf(approval).map(({ code }) => code);
  expect(codes).toEqual(expect.arrayContaining(approvalActNames.map(decidingRight)));
});

it('people of the same right to ask do not decide on each other’s deeds', async () => {
  const { id, taskId } = await asked();
  expect(await tasksOf(peer, taskId)).toEqual([]);
  expect(refusal(await peer.claim(taskId))).toBe('400 flow.notCandidate');
  expect(await messagesOf(lead, taskId)).toBe(1);
  ok(await lead.claim(taskId));
  ok(await lead.complete(taskId));
  expect(await cardOf(id)).toBe(after);
});

it('people from whom a scope hides the record neither find, read, claim nor decide on the deed', async () => {
  const { id, taskId, instanceId } = await asked();
  expect(refusal(await blind.get('/blade-order/order/detail', { id }))).toBe('404 notFound');
  expect(await tasksOf(blind, taskId)).toEqual([]);
  expect(ok(await blind.get('/blade-flow/work/counts'))).toEqual({ claim: 0, todo: 0 });
  expect(await messagesOf(blind, taskId)).toBe(0);
  for (const answer of [
    await blind.get('/blade-flow/work/task-detail', { taskId }),
    await blind.get('/blade-flow/process/instance-detail', { processInstanceId: instanceId }),
    await blind.get('/blade-flow/process/history-flow-list', { processInstanceId: instanceId }),
    await blind.claim(taskId),
  ])
    expect(refusal(answer)).toBe('404 notFound');
  // A task that came to them before the scope did is hidden and closed to them as well.
  await server.sql('update flow_task set assignee = $2, claim_time = create_time where id = $1', [
    taskId,
    blind.userId,
  ]);
  expect(await tasksOf(blind, taskId)).toEqual([]);
  expect(refusal(await blind.complete(taskId))).toBe('404 notFound');
  await server.sql('update flow_task set assignee = null, claim_time = null where id = $1', [taskId]);
  ok(await lead.claim(taskId));
  const delegated = { taskId, userId: blind.userId, comment: '请代办' };
  expect(refusal(await lead.post('/blade-flow/work/delegate-task', { body: delegated }))).toBe('400 flow.recordHidden');
  expect(await cardOf(id)).toBe(before);
  ok(await lead.complete(taskId));
  expect(await cardOf(id)).toBe(after);
});

it('people from whom a scope hides the record neither end the process of the deed nor hand its task on', async () => {
  const menus = ['flow', 'flow_follow', 'flow_follow_delete', 'flow_follow_transfer'];
  const rights = [...menus, 'flow_manager', 'flow_manager_remove', 'approval_rule', 'approval_rule_edit'];
  const keeper = await boundPerson(server, [...pages, ...rights], [{ scopeClass: 'order', scopeType: 2 }]);
  const { id, taskId, instanceId } = await asked();
  const [definition] = await server.sql(
    `select d.deployment_id as deployment from flow_definition d join flow_instance i on i.definition_id = d.id where i.id = $1`,
    [instanceId],
  );
  const instance = { processInstanceId: instanceId };
  const kept = [
    await keeper.get('/blade-flow/follow/open-tasks', instance),
    await keeper.post('/blade-flow/follow/delete-process-instance', { query: { ...instance, deleteReason: '试' } }),
    await keeper.post('/blade-flow/follow/transfer-task', { body: { taskId, userId: lead.userId, reason: '试' } }),
    await keeper.post('/blade-flow/manager/delete-deployment', {
      query: { deploymentIds: definition.deployment, cascade: 'true' },
    }),
  ];
  expect(kept.map(refusal)).toEqual(['404 notFound', '404 notFound', '404 notFound', '400 flow.running']);
  ok(await lead.claim(taskId));
  ok(await lead.complete(taskId));
  expect(await cardOf(id)).toBe(after);
});

it('no call about a task tells whether there is one about a record that a scope hides, open or done', async () => {
  const menus = ['work_todo_handle', 'flow_follow', 'flow_follow_transfer'];
  const keeper = await boundPerson(
    server,
    ['work', 'work_todo', 'flow', ...menus],
    [{ scopeClass: 'order', scopeType: 2 }],
  );
  const { taskId } = await asked();
  const work = '/blade-flow/work';
  const told = async (): Promise<string[]> => {
    const answers = [
      await keeper.post(`${work}/complete-task`, { body: { taskId, flag: 'ok', comment: '试' } }),
      await keeper.post(`${work}/delegate-task`, { body: { taskId, userId: lead.userId, comment: '试' } }),
      await keeper.post(`${work}/add-signer`, { body: { taskId, userIds: [lead.userId], comment: '试' } }),
      await keeper.post(`${work}/release-task`, { query: { taskId } }),
      await keeper.post('/blade-flow/follow/transfer-task', { body: { taskId, userId: lead.userId, reason: '试' } }),
    ];
    return answers.map(refusal);
  };
  const invented = Array.from({ length: 5 }, () => '404 notFound');
  expect(await told()).toEqual(invented);
  ok(await lead.claim(taskId));
  ok(await lead.complete(taskId));
  expect(await told()).toEqual(invented);
});

it('a deed whose record no decider sees is not asked for', async () => {
  await server.sql(`update sys_user set status = 2 where id = $1`, [lead.userId]);
  const id = await submitted();
  expect(refusal(await ask(id))).toBe('400 approval.alone');
  expect(await server.sql('select 1 from approval where entity_id = $1', [id])).toEqual([]);
  await server.sql(`update sys_user set status = 1 where id = $1`, [lead.userId]);
});

describe('a drawing', () => {
  it('of a process that rules name is deployed by people who may change rules', async () => {
    const rights = ['flow', 'flow_model', 'flow_model_deploy', 'flow_manager', 'flow_manager_state'];
    const clerk = await addWorker(server, 'drawer', { permissions: [...workPermissions, ...rights] });
    const file = Buffer.from(drawn([step('a', 'drawer')], ['s>a', 'a>e']));
    const sent = await clerk.upload('/blade-flow/manager/deploy-upload', file, { name: 'a.bpmn' });
    expect([sent.status, sent.body.reason]).toEqual([403, 'forbidden']);
    const [{ id }] = await server.sql('select id from flow_definition where key = $1 and tenant_id = $2', [
      key,
      platform,
    ]);
    const query = { processId: id, state: 'suspend' };
    expect((await clerk.post('/blade-flow/manager/change-state', { query })).status).toBe(403);
  });

  it('without a step of people is refused while a rule that is on names it', async () => {
    await expect(deployed(server.admin, drawn([], ['s>e']))).rejects.toThrow('approval.processNeeded');
    const { taskId } = await asked();
    expect(taskId).toBeTruthy();
  });

  it('whose steps are for none who may decide is not deployed, and no rule can choose it', async () => {
    const form = '<extensionElements><flowable:formProperty id="who" name="审批人" type="user"/></extensionElements>';
    const several =
      '<multiInstanceLoopCharacteristics flowable:collection="reader,peer" flowable:elementVariable="one"/>';
    const without = [
      [step('a', 'reader')],
      [step('a', 'reader'), step('b', 'peer')],
      [step('a', ofVariable('applyUser'))],
      [step('a', ofVariable('initiator')), group('b', `permission:${approvalActs.orderAccount.permission}`)],
      [`${step('a', ofVariable('one'))} | ${several}`],
      [step('a', 'no_such_person')],
    ];
    const chained = (steps: string[], of = key) => {
      const ids = ['s', ...steps.map((text) => text.split(' ')[1]!), 'e'];
      const links = ids.slice(1).map((id, at) => `${ids[at]}>${id}`);
      return drawn(steps, links, of);
    };
    for (const steps of without)
      await expect(deployed(server.admin, chained(steps))).rejects.toThrow('approval.noneDecides');
    const decide = [
      [step('a', 'reader'), step('b', 'lead')],
      [group('a', anyone)],
      [group('a', `permission:${right}`), step('b', ofVariable('applyUser'))],
      // Who it is for is said by the person before, or by no one: then it is the administrators'.
      [`${step('a', 'reader')} | ${form}`, step('b', ofVariable('who'))],
      [step('a', ofVariable('who'))],
      [`${step('a', ofVariable('one'))} | ${several.replace('peer', 'lead')}`],
    ];
    for (const steps of decide) await deployedByTwo(server, keeper, chained(steps));

    await deployed(server.admin, chained(without[0]!, 'readers'));
    await expect(rule({ processKey: 'readers' })).rejects.toThrow('approval.noneDecides');
  });

  it('whose only decider has lost the right since is not waited for', async () => {
    await deployedByTwo(server, keeper, drawn([step('a', 'lead')], ['s>a', 'a>e']));
    const taken = await server.sql(
      `delete from sys_role_menu where role_id = $1 and menu_id = (select id from sys_menu where code = $2)
       returning tenant_id, role_id, menu_id`,
      [lead.roleId, right],
    );
    const id = await submitted();
    expect(refusal(await ask(id))).toBe('400 approval.alone');
    await server.sql('insert into sys_role_menu values ($1, $2, $3)', Object.values(taken[0]));
    ok(await ask(id));
  });

  it('adds steps, and does not make the agreement of others enough', async () => {
    const nodes = [step('a', 'reader'), 'exclusiveGateway g default="g_e"', step('b', 'lead')];
    await deployedByTwo(server, keeper, drawn(nodes, ['s>a', 'a>g', `g>b ${ofVariable('amount < 0')}`, 'g>e', 'b>e']));
    const { id, taskId } = await asked();
    const refused = await reader.complete(taskId);
    expect(refusal(refused)).toBe('400 approval.notDecider');
    expect(await cardOf(id)).toBe(before);
    ok(await reader.complete(taskId, { flag: undefined }));

    await deployedByTwo(server, keeper, drawn([step('a', 'lead'), step('b', 'reader')], ['s>a', 'a>b', 'b>e']));
    const { id: other, instanceId } = await asked();
    await lead.handle(instanceId);
    expect(await cardOf(other)).toBe(before);
    // The right is judged as it is when the deed is done.
    const taken = await server.sql(
      `delete from sys_role_menu where role_id = $1 and menu_id = (select id from sys_menu where code = $2)
       returning tenant_id, role_id, menu_id`,
      [lead.roleId, right],
    );
    const open = await reader.list('todo');
    const { taskId: last } = open.find(({ processInstanceId }) => processInstanceId === instanceId)!;
    expect(refusal(await reader.complete(last))).toBe('400 approval.notDecider');
    await server.sql('insert into sys_role_menu values ($1, $2, $3)', Object.values(taken[0]));
    ok(await reader.complete(last));
    expect(await cardOf(other)).toBe(after);
  });

  it('that sends a step back asks anew: what was agreed to before does not count for it', async () => {
    await deployedByTwo(server, keeper, drawn([step('a', 'lead'), step('b', 'reader')], ['s>a', 'a>b', 'b>e']));
    const { id, instanceId } = await asked();
    const openTask = async () => {
      const [task] = await server.sql(
        'select id, element_id as step from flow_task where instance_id = $1 and status = 1',
        [instanceId],
      );
      return task;
    };
    await lead.handle(instanceId);
    ok(await reader.complete((await openTask()).id, { flag: undefined, returnTo: 'a' }));
    const again = await openTask();
    expect(again.step).toBe('a');
    await server.sql('update flow_task set assignee = $2 where id = $1', [again.id, reader.userId]);
    ok(await reader.complete(again.id));
    const { id: last } = await openTask();
    expect(refusal(await reader.complete(last))).toBe('400 approval.notDecider');
    expect(await cardOf(id)).toBe(before);
  });
});

it('in no role of an installation does anyone complete a deed with others of the role, and each deed has its deciders', async () => {
  const demo = await startServer({ hasDemo: true });
  try {
    const rows: { role: string; codes: string[] }[] = await demo.sql(
      `select r.role_name as role, coalesce(array_agg(m.code) filter (where m.code is not null), '{}') as codes
       from sys_role r left join sys_role_menu g on g.tenant_id = r.tenant_id and g.role_id = r.id
       left join sys_menu m on m.id = g.menu_id and m.is_deleted = 0
       where r.is_deleted = 0 and not r.is_admin group by r.tenant_id, r.id, r.role_name order by 1`,
    );
    expect(rows.length).toBeGreaterThan(4);
    const both = approvalActNames.flatMap((act) =>
      rows.flatMap(({ role, codes }) =>
        askingRights(act).some((right) => codes.includes(right)) && codes.includes(decidingRight(act))
          ? [`${role}: ${act}`]
          : [],
      ),
    );
    const undecided = approvalActNames.filter((act) => !rows.some(({ codes }) => codes.includes(decidingRight(act))));
    expect({ both, undecided }).toEqual({ both: [], undecided: [] });
  } finally {
    await demo.close();
  }
});
