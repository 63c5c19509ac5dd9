/** Handing a task on, and tasks whose people have left: an administrator gives them to others. */
import { diagram, flow } from '../../support/diagrams';
import { ok, type Server, startServer } from '../../support/server';
import { addWorker, deployed, refusal, type Worker, workerOf, workPermissions } from '../../support/workflow';

let server: Server;
let ann: Worker;
let bob: Worker;
let cyd: Worker;
let dan: Worker;
let chief: Worker;

beforeAll(async () => {
  server = await startServer();
  ann = await addWorker(server, 'ann');
  bob = await addWorker(server, 'bob');
  cyd = await addWorker(server, 'cyd');
  dan = await addWorker(server, 'dan');
  chief = await addWorker(server, 'chief', {
    permissions: [...workPermissions, 'flow_follow', 'flow_follow_transfer'],
  });
});
afterAll(() => server.close());

const [start, end] = ['startEvent s', 'endEvent e'];
const user = (id: string, who: string, more = '') =>
  `userTask ${id} name="${id.toUpperCase()}" flowable:assignee="${who}" ${more}`;
const simple = (key: string, ...elements: string[]) =>
  deployed(server.admin, diagram(key, [start, ...elements, end, ...flow(['s>a', 'a>e'])]));
async function begun(definition: string, by: Worker = ann, variables: object = {}): Promise<string> {
  return ok(await by.start(definition, variables)).processInstanceId;
}
async function openOf(processInstanceId: string): Promise<Record<string, any>[]> {
  return ok(await chief.get('/blade-flow/follow/open-tasks', { processInstanceId }));
}
function hand(taskId: string, userId: string, by: Worker | typeof server.admin = chief, reason = '长期休假') {
  return by.post('/blade-flow/follow/transfer-task', { body: { taskId, userId, reason } });
}
async function setStatus(person: Worker, status: number): Promise<void> {
  await server.sql('update sys_user set status = $1 where id = $2', [status, person.userId]);
}
async function messagesOf(by: Worker): Promise<{ title: string; content: string }[]> {
  return ok(await by.get('/blade-desk/inbox/page', { kind: 'message', size: 20 })).records;
}
async function stuck(): Promise<string[]> {
  const { records } = ok(await chief.get('/blade-flow/follow/list', { isStuck: 1, size: 50 }));
  return records.map((row: { processInstanceId: string }) => row.processInstanceId);
}

describe('a task', () => {
  it('is handed on with a reason, stands in the history, and both people are told', async () => {
    const id = await begun(await simple('one', user('a', 'bob', 'flowable:dueDate="P2D"')));
    const [task] = await openOf(id);
    expect(task).toMatchObject({ taskName: 'A', assigneeName: 'bob', isStuck: false });
    expect(refusal(await hand(task!.taskId, cyd.userId, bob))).toBe('403 forbidden');
    expect(refusal(await bob.get('/blade-flow/follow/open-tasks', { processInstanceId: id }))).toBe('403 forbidden');
    expect(refusal(await hand(task!.taskId, cyd.userId, chief, ' '))).toBe('400 missingParameter');
    expect(refusal(await hand(task!.taskId, bob.userId))).toBe('400 flow.theirs');
    ok(await hand(task!.taskId, cyd.userId));
    expect((await bob.list('todo')).some((row) => row.processInstanceId === id)).toBe(false);
    expect(refusal(await bob.complete(task!.taskId))).toBe('400 flow.handedOn');
    expect((await messagesOf(cyd))[0]).toMatchObject({
      title: '转交给您：one · A',
      content: expect.stringContaining('chief：长期休假'),
    });
    expect((await messagesOf(bob))[0]).toMatchObject({
      title: '已转交他人：one · A',
      content: expect.stringContaining('chief 已转交给 cyd：长期休假'),
    });
    const [now] = (await cyd.list('todo')).filter((row) => row.processInstanceId === id);
    expect(now).toMatchObject({ taskName: 'A', dueTime: expect.stringContaining('2026-') });
    await cyd.handle(id);
    const history = (await ann.history(id)).filter(({ historyActivityType: type }) => type === 'userTask');
    expect(history.map(({ assigneeName, outcome, comment }) => [assigneeName, outcome, comment])).toEqual([
      ['bob', 'transferred', 'chief 转交给 cyd：长期休假'],
      ['cyd', 'approved', '同意'],
    ]);
    expect((await ann.view(id)).flow.filter(({ historyActivityId }) => historyActivityId === 'a')).toHaveLength(2);
    expect(refusal(await hand(now!.taskId, bob.userId))).toBe('400 flow.done');
  });

  it('of a person who left goes to one who stays, not to strangers, and once', async () => {
    const id = await begun(await simple('left', user('a', 'dan')));
    await setStatus(dan, 2);
    const [task] = await openOf(id);
    expect(task).toMatchObject({ assigneeName: 'dan', isStuck: true });
    expect(await stuck()).toEqual([id]);
    const { tenantId } = await server.foundTenant();
    const far = await addWorker(server, 'far', { tenantId });
    const { userId: blind } = await server.addUser({ account: 'blind', permissions: ['customer'] });
    expect(refusal(await hand(task!.taskId, far.userId))).toBe('400 flow.notPeople');
    expect(refusal(await hand(task!.taskId, dan.userId))).toBe('400 flow.theirs');
    expect(refusal(await hand(task!.taskId, blind))).toBe('400 flow.mayNotHandle');
    const stranger = await addWorker(server, 'boss', {
      tenantId,
      permissions: [...workPermissions, 'flow_follow', 'flow_follow_transfer'],
    });
    expect(refusal(await hand(task!.taskId, far.userId, stranger))).toBe('404 notFound');
    expect(refusal(await stranger.get('/blade-flow/follow/open-tasks', { processInstanceId: id }))).toBe(
      '404 notFound',
    );
    const both = await Promise.all([hand(task!.taskId, bob.userId), hand(task!.taskId, cyd.userId)]);
    expect(both.map((one) => one.body.reason ?? 'ok').sort()).toEqual(['flow.handedOn', 'ok']);
    expect(await stuck()).toEqual([]);
    await setStatus(dan, 1);
    const [now] = await openOf(id);
    await (now!.assigneeName === 'bob' ? bob : cyd).handle(id);
    expect((await server.sql('select state from flow_instance where id = $1', [id]))[0].state).toBe(2);
  });

  it('of several people is not another of them’s, whose opinion it would be twice', async () => {
    const loop =
      '<multiInstanceLoopCharacteristics isSequential="false" flowable:collection="bob,cyd" flowable:elementVariable="one"/>';
    const id = await begun(await simple('all', `${user('a', '${one}')} | ${loop}`));
    const of = async (name: string) => (await openOf(id)).find(({ assigneeName }) => assigneeName === name)!.taskId;
    expect(refusal(await hand(await of('bob'), cyd.userId))).toBe('400 flow.alreadyAsked');
    await cyd.handle(id);
    expect(refusal(await hand(await of('bob'), cyd.userId))).toBe('400 flow.alreadyAsked');
    ok(await hand(await of('bob'), dan.userId));
    await dan.handle(id);
    expect((await server.sql('select state from flow_instance where id = $1', [id]))[0].state).toBe(2);
  });

  it('keeps its added signers, and a signer’s task goes to another signer', async () => {
    const id = await begun(await simple('signers', user('a', 'bob')));
    const [task] = (await bob.list('todo')).filter((row) => row.processInstanceId === id);
    ok(await bob.post('/blade-flow/work/add-signer', { body: { taskId: task!.taskId, userIds: cyd.userId } }));
    const signer = (await openOf(id)).find(({ assigneeName }) => assigneeName === 'cyd')!.taskId;
    expect(refusal(await hand(signer, bob.userId))).toBe('400 flow.alreadyAsked');
    ok(await hand(signer, dan.userId));
    ok(await hand(task!.taskId, chief.userId));
    const [own] = (await chief.list('todo')).filter((row) => row.processInstanceId === id);
    expect(refusal(await chief.complete(own!.taskId))).toBe('400 flow.signersOpen');
    await dan.handle(id);
    await chief.handle(id);
    expect((await server.sql('select state from flow_instance where id = $1', [id]))[0].state).toBe(2);
  });

  it('that waits to be claimed says for whom, and may be handed on, too', async () => {
    const id = await begun(await simple('waits', 'userTask a name="A" flowable:candidateUsers="bob,cyd"'));
    expect((await ann.history(id)).at(-1)).toMatchObject({
      historyActivityType: 'candidate',
      candidateNames: 'bob、cyd',
    });
    const [task] = await openOf(id);
    expect(task).toMatchObject({ assigneeName: '', candidateNames: 'bob、cyd', isStuck: false });
    ok(await hand(task!.taskId, dan.userId));
    await dan.handle(id);
  });
});

describe('a task that no one may do', () => {
  it('is told to those who can hand it on, as soon as it is made', async () => {
    const definition = await simple('gone', 'userTask a name="A" flowable:candidateUsers="dan"', ...[]);
    await setStatus(dan, 2);
    const id = await begun(definition);
    expect((await messagesOf(workerOf(server.admin, '')))[0]).toMatchObject({ title: '待管理员签收：gone · A' });
    expect((await openOf(id))[0]).toMatchObject({ isStuck: false });
    await setStatus(dan, 1);
    const { roleId, userId } = await server.addUser({ account: 'lone', permissions: workPermissions });
    await server.sql(`update sys_role set role_alias = 'lonely' where id = $1`, [roleId]);
    await server.sql('update sys_user set status = 2 where id = $1', [userId]);
    const other = await begun(await simple('empty', 'userTask a name="A" flowable:candidateGroups="lonely"'));
    expect((await messagesOf(chief))[0]).toMatchObject({ title: '无人可办理：empty · A' });
    expect(await stuck()).toEqual([other]);
    ok(await hand((await openOf(other))[0]!.taskId, bob.userId));
    await bob.handle(other);
  });

  it('because its person left since is told by the watch over late work, once', async () => {
    const id = await begun(await simple('since', user('a', 'dan')));
    await setStatus(dan, 2);
    const told = async () => (await messagesOf(chief)).filter(({ title }) => title === '无人可办理：since · A').length;
    expect(await told()).toBe(0);
    for (let times = 0; times < 2; times++) {
      const [job] = ok(await server.admin.get('/blade-job/job-info/list', { processorInfo: 'flow.late' })).records;
      ok(await server.admin.post('/blade-job/job-info/run', { query: { id: job.id } }));
      await server.drain();
      expect(await told()).toBe(1);
    }
    expect(await stuck()).toEqual([id]);
    await setStatus(dan, 1);
  });
});

describe('what is tried at once, or by hand', () => {
  it('withdrawing and deciding: one of them counts, the other is refused', async () => {
    const definition = await simple('race', user('a', 'bob'));
    for (let times = 0; times < 3; times++) {
      const id = await begun(definition);
      const [task] = await openOf(id);
      const [withdrawn, decided] = await Promise.all([
        ann.post('/blade-flow/work/withdraw', { body: { processInstanceId: id } }),
        bob.complete(task!.taskId),
      ]);
      const [{ state, decisions }] = await server.sql('select state, decisions from flow_instance where id = $1', [id]);
      expect([withdrawn.status === 200, decided.status === 200, state, decisions]).toEqual(
        state === 4 ? [true, false, 4, 0] : [false, true, 2, 1],
      );
    }
  });

  it('delegating to a person who is disabled, and fields that the form does not let people enter', async () => {
    const form = `<extensionElements><flowable:formProperty id="note" name="说明" type="string"/>
      <flowable:formProperty id="shown" name="只读" type="string" writable="false"/></extensionElements>`;
    const id = await begun(await simple('fields', `${user('a', 'bob')} | ${form}`));
    const [task] = await openOf(id);
    await setStatus(dan, 2);
    const body = { taskId: task!.taskId, userId: dan.userId };
    expect(refusal(await bob.post('/blade-flow/work/delegate-task', { body }))).toBe('400 flow.notPeople');
    await setStatus(dan, 1);
    const variables = { note: '好', shown: 'x', applyUser: bob.userId, initiator: bob.userId, pass: false, other: 1 };
    ok(await bob.complete(task!.taskId, { variables }));
    const [row] = await server.sql('select variables, state from flow_instance where id = $1', [id]);
    expect(row.state).toBe(2);
    expect(row.variables).toMatchObject({ note: '好', applyUser: ann.userId, initiator: ann.userId, pass: true });
    expect(row.variables).not.toHaveProperty('other');
    expect(row.variables.shown ?? null).toBeNull();
  });

  it('a step inside a sub-process that is over is not returned to', async () => {
    const inner = ['startEvent is', user('i', 'bob'), 'endEvent ie', ...flow(['is>i', 'i>ie'])];
    const elements = [start, { id: 'sub', inner }, user('b', 'bob'), end, ...flow(['s>sub', 'sub>b', 'b>e'])];
    const id = await begun(await deployed(server.admin, diagram('nested', elements)));
    await bob.handle(id);
    const [task] = (await bob.list('todo')).filter((row) => row.processInstanceId === id);
    expect((await bob.detail(task!.taskId)).steps).toEqual([]);
    expect(refusal(await bob.complete(task!.taskId, { flag: '', returnTo: 'i' }))).toBe('400 flow.badStep');
    await bob.handle(id);
  });
});
