import { leaveStates } from '../../../contract/wire/flow';
import { diagram, flow } from '../../support/diagrams';
import { ok, type Server, startServer } from '../../support/server';
import { addWorker, deployed, refusal, type Worker } from '../../support/workflow';

let server: Server;
let applicant: Worker;
let leader: Worker;
let personnel: Worker & { roleId: string };
let stranger: Worker;
let definition: string;

beforeAll(async () => {
  server = await startServer();
  applicant = await addWorker(server, 'applicant');
  leader = await addWorker(server, 'leader');
  stranger = await addWorker(server, 'stranger');
  personnel = await addWorker(server, 'personnel');
  await server.sql(`update sys_role set role_alias = 'hr' where id = $1`, [personnel.roleId]);
  definition = (await applicant.list('start')).find(({ key }) => key === 'leave')!.id;
});
afterAll(() => server.close());

const asked = { startTime: '2026-12-01 09:00:00', endTime: '2026-12-02 18:00:00', reason: '家中有事' };
async function ask(more: object = {}): Promise<{ id: string; processInstanceId: string }> {
  const body = { processDefinitionId: definition, taskUser: leader.userId, ...asked, ...more };
  return ok(await applicant.post('/blade-desk/process/leave/start-process', { body }));
}
async function detail(businessId: string, by: Worker = applicant) {
  return ok(await by.get('/blade-desk/process/leave/detail', { businessId }));
}
async function statusOf(id: string) {
  return (await detail(id)).status;
}

describe('a leave request', () => {
  it('is approved by the chosen person where it is short', async () => {
    const { id, processInstanceId } = await ask();
    const [row] = await leader.list('todo');
    expect(row).toMatchObject({
      taskName: '部门主管审批',
      processDefinitionName: '请假流程',
      category: 'flow_1',
      categoryName: '请假流程',
      businessTable: 'blade_process_leave',
      businessId: id,
      processInstanceId,
      startUserName: 'applicant',
      assigneeName: 'leader',
      status: 'todo',
      processIsFinished: 'unfinished',
    });
    expect(await detail(id, leader)).toMatchObject({
      ...asked,
      status: leaveStates.pending,
      days: 2,
      taskUserName: 'leader',
      applyUserName: 'applicant',
      flow: { taskId: row!.taskId, taskName: '部门主管审批', assigneeName: 'leader', processIsFinished: 'unfinished' },
    });
    expect((await applicant.list('send'))[0]).toMatchObject({ taskName: '部门主管审批', status: 'send' });
    await leader.handle(processInstanceId);
    expect(await detail(id)).toMatchObject({ status: leaveStates.approved, flow: { processIsFinished: 'finished' } });
    expect((await leader.list('done'))[0]).toMatchObject({ processInstanceId, comment: '同意', outcome: 'approved' });
    expect((await applicant.list('send'))[0]).toMatchObject({ processIsFinished: 'finished' });
    expect(await leader.list('todo')).toEqual([]);
  });

  it('is checked by personnel where it is longer than three days; the role claims it', async () => {
    const { id, processInstanceId } = await ask({ endTime: '2026-12-10 09:00:00' });
    await leader.handle(processInstanceId);
    const [row] = await personnel.list('claim');
    expect(row).toMatchObject({ taskName: '人事复核', processInstanceId, status: 'claim' });
    expect((await applicant.history(processInstanceId)).at(-1)).toMatchObject({
      historyActivityType: 'candidate',
      historyActivityId: 'hr',
      endTime: '',
    });
    expect(refusal(await leader.claim(row!.taskId))).toBe('400 flow.notCandidate');
    expect(refusal(await leader.complete(row!.taskId))).toBe('400 flow.notCandidate');
    ok(await personnel.claim(row!.taskId));
    expect(refusal(await leader.complete(row!.taskId))).toBe('400 flow.notAssignee');
    const again = await personnel.claim(row!.taskId);
    expect([again.status, again.body.msg]).toEqual([400, '任务已被签收']);
    expect((await personnel.detail(row!.taskId)).may).toContain('release');
    ok(await personnel.post('/blade-flow/work/release-task', { query: { taskId: row!.taskId } }));
    expect(await personnel.list('claim')).toHaveLength(1);
    ok(await personnel.claim(row!.taskId));
    await personnel.handle(processInstanceId);
    expect(await statusOf(id)).toBe(leaveStates.approved);
    const twice = await personnel.complete(row!.taskId);
    expect([twice.status, twice.body.msg]).toEqual([400, '任务已处理']);
  });

  it('counts every day that it touches, and the branch after the first approval asks that number', async () => {
    const three = { startTime: '2026-12-07 18:00:00', endTime: '2026-12-09 09:00:00' };
    const four = { startTime: '2026-12-07 09:00:00', endTime: '2026-12-10 18:00:00' };
    const steps = [];
    for (const times of [three, four]) {
      const { id, processInstanceId } = await ask(times);
      await leader.handle(processInstanceId);
      const { days, status } = await detail(id);
      steps.push([days, status]);
    }
    expect(steps).toEqual([
      [3, leaveStates.approved],
      [4, leaveStates.pending],
    ]);
    const [row] = await personnel.list('claim');
    ok(await personnel.claim(row!.taskId));
    await personnel.handle(row!.processInstanceId);
  });

  it('comes back to the applicant, is changed, sent again and approved', async () => {
    const { id, processInstanceId } = await ask();
    await leader.handle(processInstanceId, { flag: undefined, comment: '请写明原因' });
    expect(await statusOf(id)).toBe(leaveStates.returned);
    const [row] = await applicant.list('todo');
    const task = await applicant.detail(row!.taskId);
    expect(task).toMatchObject({ taskName: '调整申请', given: { values: { reason: '家中有事' } } });
    expect(Object.keys(task.fields)).toEqual(['startTime', 'endTime', 'reason']);
    const wrong = { startTime: '2026-12-05 09:00:00', endTime: '2026-12-04 09:00:00', reason: '搬家' };
    expect(refusal(await applicant.complete(row!.taskId, { variables: wrong }))).toBe('400 leave.badTimes');
    expect(refusal(await applicant.complete(row!.taskId, { variables: { ...wrong, reason: '' } }))).toBe('400 invalid');
    const right = { ...wrong, endTime: '2026-12-06 09:00:00', days: 99, taskUser: applicant.userId };
    ok(await applicant.complete(row!.taskId, { comment: '已补充', variables: right }));
    expect(await detail(id)).toMatchObject({ status: leaveStates.pending, reason: '搬家', days: 2 });
    await leader.handle(processInstanceId);
    expect(await statusOf(id)).toBe(leaveStates.approved);
    const history = await applicant.history(processInstanceId);
    expect(
      history
        .filter(({ historyActivityType }) => historyActivityType === 'userTask')
        .map(({ assigneeName, comment, outcome }) => [assigneeName, comment, outcome]),
    ).toEqual([
      ['leader', '请写明原因', 'rejected'],
      ['applicant', '已补充', 'approved'],
      ['leader', '同意', 'approved'],
    ]);
    const { flow, xml } = await applicant.view(processInstanceId);
    expect(xml).toContain('id="leader"');
    expect(flow.every(({ endTime }) => endTime !== '')).toBe(true);
    expect(
      flow.filter(({ historyActivityType: type }) => type === 'sequenceFlow').map((one) => one.historyActivityId),
    ).toEqual([...['f_submit', 'f_leader', 'f_rejected', 'f_adjusted', 'f_again', 'f_leader', 'f_passed', 'f_short']]);
  });

  it('is given up by the applicant after it came back', async () => {
    const { id, processInstanceId } = await ask();
    await leader.handle(processInstanceId, { flag: '' });
    await applicant.handle(processInstanceId, { flag: undefined, comment: '不请了' });
    expect(await statusOf(id)).toBe(leaveStates.withdrawn);
  });

  it('says where it stands to those who take part, and what the applicant may do', async () => {
    const { id, processInstanceId } = await ask();
    const page = (by: Worker) => by.get('/blade-flow/process/instance-detail', { processInstanceId });
    expect(ok(await page(applicant))).toMatchObject({
      processDefinitionName: '请假流程',
      category: 'flow_1',
      businessId: id,
      state: 1,
      endTime: '',
      taskName: '部门主管审批',
      assigneeName: 'leader',
      may: ['withdraw', 'remind'],
      given: { values: { reason: '家中有事' } },
    });
    expect(ok(await page(leader)).may).toEqual([]);
    expect(refusal(await page(stranger))).toBe('400 flow.notParticipant');
    await leader.handle(processInstanceId, { flag: '' });
    expect(ok(await page(applicant))).toMatchObject({ taskName: '调整申请', may: ['remind'] });
    await applicant.handle(processInstanceId, { flag: undefined, comment: '不请了' });
    const over = ok(await page(applicant));
    expect(over).toMatchObject({ taskName: '', assigneeName: '', may: [] });
    expect([over.state === 1, over.endTime]).toEqual([false, expect.stringMatching(/^2026-11-20 /)]);
  });

  it('goes to other people as the console sends it', async () => {
    const { processInstanceId } = await ask();
    const [row] = (await leader.list('todo')).filter((one) => one.processInstanceId === processInstanceId);
    const taskId = row!.taskId;
    const userIds = `${personnel.userId},${stranger.userId}`;
    ok(await leader.post('/blade-flow/work/add-signer', { body: { taskId, userIds, comment: '请看' } }));
    expect(refusal(await leader.complete(taskId))).toBe('400 flow.signersOpen');
    for (const signer of [personnel, stranger]) await signer.handle(processInstanceId);
    ok(await leader.post('/blade-flow/work/delegate-task', { body: { taskId, userId: stranger.userId, comment: '' } }));
    expect((await stranger.detail(taskId)).may).toContain('complete');
    const found = ok(await leader.get('/blade-flow/work/people', { name: 'stran' }));
    expect(found).toMatchObject([{ id: stranger.userId, name: 'stranger' }]);
  });

  it('is withdrawn before the first decision, and not after it', async () => {
    const { id, processInstanceId } = await ask();
    const withdraw = (by: Worker) =>
      by.post('/blade-flow/work/withdraw', { body: { processInstanceId, reason: '行程取消' } });
    expect(refusal(await withdraw(leader))).toBe('400 flow.notStarter');
    ok(await withdraw(applicant));
    expect(await detail(id)).toMatchObject({ status: leaveStates.withdrawn, statusReason: '行程取消' });
    expect(refusal(await withdraw(applicant))).toBe('400 flow.over');
    expect(await leader.list('todo')).toEqual([]);
    const other = await ask();
    await leader.handle(other.processInstanceId, { flag: '' });
    const late = await applicant.post('/blade-flow/work/withdraw', {
      body: { processInstanceId: other.processInstanceId },
    });
    expect(refusal(late)).toBe('400 flow.decided');
  });

  it('is terminated by an administrator, with a reason; a task of it is over then', async () => {
    const { id, processInstanceId } = await ask();
    const [row] = await leader.list('todo');
    const query = { processInstanceId, deleteReason: '重复申请' };
    expect(refusal(await leader.post('/blade-flow/follow/delete-process-instance', { query }))).toBe('403 forbidden');
    ok(await server.admin.post('/blade-flow/follow/delete-process-instance', { query }));
    expect(await detail(id)).toMatchObject({ status: leaveStates.terminated, statusReason: '重复申请' });
    const answer = await leader.complete(row!.taskId);
    expect([answer.status, answer.body.msg]).toEqual([400, '任务已处理']);
    expect((await applicant.history(processInstanceId)).at(-1)).toMatchObject({ outcome: 'cancelled' });
  });

  it('refuses what is not a request, and writes nothing', async () => {
    const before = await server.fingerprint();
    const body = { processDefinitionId: definition, taskUser: leader.userId, ...asked };
    const submit = (more: object) =>
      applicant.post('/blade-desk/process/leave/start-process', { body: { ...body, ...more } });
    expect(refusal(await submit({ endTime: asked.startTime }))).toBe('400 leave.badTimes');
    expect(refusal(await submit({ endTime: '2026-13-01 09:00:00' }))).toBe('400 badParameter');
    expect(refusal(await submit({ taskUser: '123456789012345678' }))).toBe('400 flow.notPeople');
    expect(refusal(await submit({ reason: ' ' }))).toBe('400 missingParameter');
    expect(refusal(await submit({ taskUser: undefined }))).toBe('400 missingParameter');
    expect(refusal(await submit({ processDefinitionId: '1' }))).toBe('400 flow.notStartable');
    expect(await server.fingerprint()).toBe(before);
  });

  it('speaks the language of each person: names, forms, history and messages', async () => {
    const { id, processInstanceId } = await ask();
    const english = { 'accept-language': 'en' };
    const read = async (by: Worker, path: string, query: Record<string, string | number>) =>
      ok(await by.get(path, query, english));
    const [row] = (await read(leader, '/blade-flow/work/todo-list', { size: 1 })).records;
    expect(row).toMatchObject({ taskName: 'Manager approval', processDefinitionName: 'Leave request' });
    const inbox = async (by: Worker, headers: Record<string, string>) =>
      ok(await by.get('/blade-desk/inbox/page', { kind: 'message', size: 1 }, headers)).records[0];
    expect(await inbox(leader, english)).toMatchObject({ title: 'To do: Leave request · Manager approval' });
    expect(await inbox(leader, {})).toMatchObject({ title: '待办：请假流程 · 部门主管审批' });
    await leader.handle(processInstanceId, { flag: '' });
    const [own] = (await read(applicant, '/blade-flow/work/todo-list', { size: 1 })).records;
    const task = await read(applicant, '/blade-flow/work/task-detail', { taskId: own.taskId });
    expect(task).toMatchObject({
      taskName: 'Change the request',
      processDefinitionName: 'Leave request',
      fields: { startTime: { label: { zh: '开始时间', en: 'Start' } } },
    });
    const [sent] = (await read(applicant, '/blade-flow/work/send-list', { size: 1, taskName: 'change' })).records;
    const [followed] = ok(await server.admin.get('/blade-flow/follow/list', { size: 1 }, english)).records;
    for (const one of [sent, followed])
      expect(one).toMatchObject({ processDefinitionName: 'Leave request', taskName: 'Change the request' });
    const history = await read(applicant, '/blade-flow/process/history-flow-list', { processInstanceId });
    expect(history.map((one: Record<string, string>) => one.historyActivityName)).toEqual([
      ...['Request', 'Manager approval', 'Approved?', 'Change the request'],
    ]);
    expect(await read(applicant, '/blade-flow/process/instance-detail', { processInstanceId })).toMatchObject({
      processDefinitionName: 'Leave request',
      taskName: 'Change the request',
    });
    expect(await read(applicant, '/blade-desk/process/leave/detail', { businessId: id })).toMatchObject({
      flow: { taskName: 'Change the request', processDefinitionName: 'Leave request' },
    });
    const started = await read(applicant, '/blade-flow/work/start-list', { name: 'leave' });
    expect(started.records.map((one: { name: string }) => one.name)).toEqual(['Leave request']);
    ok(await applicant.complete(own.taskId, { flag: '' }));
  });

  it('names a process of leave requests, and such a process begins with one', async () => {
    const elements = ['startEvent s', 'userTask a name="A" flowable:assignee="leader"', 'endEvent e'];
    const xml = (key: string) => diagram(key, [...elements, ...flow(['s>a', 'a>e'])]);
    const [other, own] = [
      await deployed(server.admin, xml('purchase')),
      await deployed(server.admin, xml('sick'), { category: 'flow_1' }),
    ];
    const [held] = await server.sql(
      `select id from flow_definition where tenant_id = '000000' and key = 'credit_approval'`,
    );
    const before = await server.fingerprint();
    for (const processDefinitionId of [other, held.id]) {
      const body = { processDefinitionId, taskUser: leader.userId, ...asked };
      const answer = await applicant.post('/blade-desk/process/leave/start-process', { body });
      expect(refusal(answer)).toBe('400 flow.otherBusiness');
    }
    expect(refusal(await applicant.start(own))).toBe('400 flow.otherBusiness');
    expect(await server.fingerprint()).toBe(before);
    const { id } = await ask({ processDefinitionId: own });
    expect(await statusOf(id)).toBe(leaveStates.pending);
  });

  it('is seen by those who take part in it, and by those who follow processes', async () => {
    const { id, processInstanceId } = await ask();
    const reads = (by: Worker | typeof server.admin) => [
      by.get('/blade-desk/process/leave/detail', { businessId: id }),
      by.get('/blade-flow/process/history-flow-list', { processInstanceId }),
      by.get('/blade-flow/process/model-view', { processInstanceId }),
    ];
    for (const answer of await Promise.all(reads(stranger))) expect(refusal(answer)).toBe('400 flow.notParticipant');
    for (const by of [applicant, leader, server.admin])
      for (const answer of await Promise.all(reads(by))) expect(answer.status).toBe(200);
    const { tenantId } = await server.foundTenant();
    const foreign = await addWorker(server, 'foreign', { tenantId });
    for (const answer of await Promise.all(reads(foreign))) expect(refusal(answer)).toBe('404 notFound');
    const [theirs] = await foreign.list('start');
    expect(theirs).toMatchObject({ key: 'leave', tenantId });
    const startable = { processDefinitionId: theirs!.id, taskUser: leader.userId, ...asked };
    expect(refusal(await applicant.post('/blade-desk/process/leave/start-process', { body: startable }))).toBe(
      '400 flow.notStartable',
    );
  });
});
