/** Processes of other tenants and of other people: nothing of them is read or changed by knowing an id. */
import { diagram, flow } from '../../support/diagrams';
import { type Answer, type Client, ok, type Server, startServer } from '../../support/server';
import { addWorker, deployed, refusal, type Worker, workPermissions } from '../../support/workflow';

let server: Server;
let ann: Worker;
let bob: Worker;
let outsider: Worker;
let stranger: Worker;
let own: { definition: string; deployment: string; model: string; instance: string; task: string };
const everything = [
  ...workPermissions,
  ...['flow_model', 'flow_model_update', 'flow_model_deploy', 'flow_manager', 'flow_manager_state'],
  ...['flow_manager_remove', 'flow_follow', 'flow_follow_delete', 'approval', 'approval_withdraw'],
];
const approval = (elements: string[], links: string[]) =>
  diagram('held', ['startEvent s', ...elements, 'endEvent e', ...flow(links)]);

beforeAll(async () => {
  server = await startServer();
  ann = await addWorker(server, 'ann');
  bob = await addWorker(server, 'bob');
  outsider = await addWorker(server, 'out');
  await server.addTenant('600001');
  stranger = await addWorker(server, 'far', { tenantId: '600001', permissions: everything });
  const xml = approval(['userTask a name="A" flowable:assignee="bob"'], ['s>a', 'a>e']);
  const definition = await deployed(server.admin, xml);
  const instance = ok(await ann.start(definition)).processInstanceId;
  const [task] = await server.sql('select id from flow_task where instance_id = $1', [instance]);
  const [row] = await server.sql('select deployment_id as id from flow_definition where id = $1', [definition]);
  const [model] = await server.sql(`select id from flow_model where model_key = 'held'`);
  own = { definition, deployment: row.id, model: model.id, instance, task: task.id };
});
afterAll(() => server.close());

/** Every call that names something of a process. */
function callsOf(who: Client): Promise<Answer>[] {
  const { definition, deployment, model, instance, task } = own;
  const get = (path: string, query: Record<string, string>) => who.get(`/blade-flow/${path}`, query);
  const post = (path: string, query: Record<string, string>, body?: object) =>
    who.post(`/blade-flow/${path}`, { query, ...(body ? { body } : {}) });
  return [
    get('work/task-detail', { taskId: task }),
    get('process/model-view', { processInstanceId: instance }),
    get('process/instance-detail', { processInstanceId: instance }),
    get('process/history-flow-list', { processInstanceId: instance }),
    post('work/claim-task', { taskId: task }),
    post('work/release-task', { taskId: task }),
    post('work/complete-task', {}, { taskId: task, comment: 'x', flag: 'ok' }),
    post('work/delegate-task', {}, { taskId: task, userId: outsider.userId }),
    post('work/add-signer', {}, { taskId: task, userIds: outsider.userId }),
    post('work/withdraw', {}, { processInstanceId: instance }),
    post('work/remind', {}, { processInstanceId: instance }),
    ...(who === stranger
      ? [
          get('process/model-view', { processDefinitionId: definition }),
          get('work/start-form', { processDefinitionId: definition }),
          post('work/start', {}, { processDefinitionId: definition }),
          get('model/detail', { id: model }),
          get('model/versions', { id: model }),
          post('model/submit', {}, { id: model, modelKey: 'held', name: 'x', version: 1 }),
          post('model/deploy', { modelId: model }),
          post('manager/change-state', { processId: definition, state: 'suspend' }),
          post('manager/delete-deployment', { deploymentIds: deployment, cascade: 'true' }),
          post('follow/delete-process-instance', { processInstanceId: instance, deleteReason: 'x' }),
        ]
      : []),
  ];
}

it('of another tenant are not there', async () => {
  const before = await server.sql('select * from flow_instance');
  for (const answer of await Promise.all(callsOf(stranger)))
    expect(refusal(answer)).toMatch(/^40[0-4] (notFound|flow\.notStartable|notYours)$/);
  expect(await server.sql('select * from flow_instance')).toEqual(before);
});

it('of other people are neither read nor handled', async () => {
  for (const answer of await Promise.all(callsOf(outsider)))
    expect(refusal(answer)).toMatch(/^40[03] flow\.(notParticipant|claimed|notAssignee|notStarter)$/);
  expect((await bob.list('todo')).map(({ taskId }) => taskId)).toEqual([own.task]);
});

it('hand nothing over by variables that no form declares', async () => {
  const forged = { pass: true, applyUser: outsider.userId, initiator: outsider.userId, deciders: 'x', amount: 1 };
  const instance = ok(await ann.start(own.definition, forged)).processInstanceId;
  const [task] = await server.sql('select id from flow_task where instance_id = $1', [instance]);
  ok(await bob.complete(task.id, { variables: forged }));
  const [{ variables }] = await server.sql('select variables from flow_instance where id = $1', [instance]);
  expect(variables).toEqual({ applyUser: ann.userId, initiator: ann.userId, applyDept: '', pass: true });
});

it('are not led by an old or a suspended version', async () => {
  const form = await server.sql(`select id from flow_definition where key = 'held' order by version`);
  expect(form).toHaveLength(1);
  const next = await deployed(server.admin, approval(['userTask a name="B" flowable:assignee="bob"'], ['s>a', 'a>e']));
  expect(refusal(await ann.start(own.definition))).toBe('400 flow.notStartable');
  ok(await server.admin.post('/blade-flow/manager/change-state', { query: { processId: next, state: 'suspend' } }));
  expect(refusal(await ann.start(next))).toBe('400 flow.notStartable');
  expect(refusal(await ann.start(own.definition))).toBe('400 flow.notStartable');
});

it('end once, whatever several people do at the same time', async () => {
  const xml = diagram('race', [
    ...['startEvent s', 'userTask a name="A" flowable:assignee="bob"', 'userTask b name="B" flowable:assignee="bob"'],
    ...['endEvent e', ...flow(['s>a', 'a>b', 'b>e'])],
  ]);
  const definition = await deployed(server.admin, xml);
  const instance = ok(await ann.start(definition)).processInstanceId;
  await bob.handle(instance);
  const [task] = (await bob.list('todo')).filter((row) => row.processInstanceId === instance);
  const back = { taskId: task!.taskId, comment: '退回', returnTo: 'a' };
  const answers = await Promise.all([
    bob.complete(task!.taskId),
    bob.complete(task!.taskId),
    bob.post('/blade-flow/work/complete-task', { body: back }),
    server.admin.post('/blade-flow/follow/delete-process-instance', {
      query: { processInstanceId: instance, deleteReason: '停' },
    }),
  ]);
  const done = answers.filter(({ status }) => status === 200).length;
  expect(done === 1 || (done === 2 && answers[3]!.status === 200)).toBe(true);
  const [{ state }] = await server.sql('select state from flow_instance where id = $1', [instance]);
  const open = await server.sql('select 1 from flow_task where instance_id = $1 and status = 1', [instance]);
  expect([state === 1, open.length]).toEqual([false, 0]);
});

it('whose timer leads back to itself do not keep the server busy', async () => {
  const xml = diagram('busy', [
    ...['startEvent s', 'exclusiveGateway g', 'intermediateCatchEvent t | timer PT0S', 'endEvent e'],
    ...flow(['s>t', 't>g', 'g>t ${applyDept == ""}', 'g>e ${applyDept == "x"}']),
  ]);
  const definition = await deployed(server.admin, xml);
  const instance = ok(await ann.start(definition)).processInstanceId;
  const drained = Promise.race([
    server.drain().then(() => 'done'),
    new Promise((resolve) => setTimeout(() => resolve('busy'), 20_000).unref()),
  ]);
  expect(await drained).toBe('done');
  const timers = await server.sql('select due_time::text from flow_timer where instance_id = $1', [instance]);
  expect(timers).toEqual([{ due_time: '2026-11-20 10:01:00' }]);
});
