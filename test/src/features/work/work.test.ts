/** Processes in the console: their addresses, starting one, deciding a task, and what the lists offer. */

import { loadFeature } from '../../../../src/features/registry';
import { claimTask, openProcess, remind, withdraw } from '../../../../src/features/work/acts/workActions';
import { processAddressOf, processPageIn } from '../../../../src/features/work/acts/workPages';
import { follow } from '../../../../src/features/work/follow/followSlice';
import { processPages } from '../../../../src/features/work/process/processSlice';
import { feedback } from '../../../../src/store/feedback';
import { placeOf, route, tabs } from '../../../../src/store/navigation/route';
import { allMenus, start } from '../../../support/fakeWorld';

beforeAll(
  () => Promise.all(['frame', 'process', 'people', 'flow', 'workActs', 'work_todo', 'work_send'].map(loadFeature)),
  60_000,
);

const definition = '1123598821738675201';
const [task, instance, record] = ['1123598821738675211', '1123598821738675212', '1123598821738675213'];
const flows = [
  { dictKey: '1', dictValue: '请假流程', remark: 'leave' },
  { dictKey: '2', dictValue: '报销流程', remark: 'expense' },
];
const { actions: at, selectors: see } = processPages;

const required = { kind: 'text', label: { zh: '事由', en: 'Purpose' }, required: true };
const startForm = {
  processDefinitionId: definition,
  name: '报销流程',
  category: 'flow_2',
  fields: { purpose: required },
};
const detail = {
  taskId: task,
  taskName: '部门主管审批',
  processInstanceId: instance,
  processDefinitionId: definition,
  processDefinitionName: '报销流程',
  category: 'flow_2',
  businessTable: '',
  businessId: '',
  assignee: '1',
  assigneeName: '李静',
  startUserName: '王芳',
  startTime: '2026-01-05 09:00:00',
  dueTime: '',
  status: 'todo',
  may: ['complete', 'reject', 'delegate', 'addSigner', 'release'],
  steps: [{ id: 'apply', name: '调整申请' }],
  fields: { amount: { kind: 'integer', label: { zh: '金额', en: 'Amount' }, required: true } },
  given: { fields: { purpose: required }, values: { purpose: '差旅' } },
};

async function open(address: string) {
  const app = await start({ at: address, flows });
  return { ...app, page: () => app.see(see.of as never, address) as ReturnType<typeof see.of> };
}
async function openForm() {
  const path = `/work/process/expense/form/${definition}`;
  const app = await open(path);
  await app.last('/start-form').answer(startForm);
  return { ...app, path };
}
async function openTask(more: object = {}) {
  const path = `/work/process/expense/handle/${task}/${instance}/0`;
  const app = await open(path);
  await app.last('/history-flow-list').answer([]);
  await app.last('/task-detail').answer({ ...detail, ...more });
  return { ...app, path };
}

describe('the address of a process', () => {
  const items = flows.map(({ dictKey, dictValue, remark }) => ({
    id: `flow_${dictKey}`,
    code: `flow_${dictKey}`,
    name: dictValue,
    path: `/work/process/${remark}`,
    source: '',
    category: 1,
    isOpen: 1,
  }));

  it.each([
    ['flow_1', 'leave'],
    ['flow_2', 'expense'],
    ['flow_9', 'general'],
    [null, 'general'],
  ])('follows from its category %s', (category, place) => {
    const page = { kind: 'handle', taskId: task, processInstanceId: instance, businessId: record } as const;
    const address = processAddressOf(items, category, page);
    expect(address).toBe(`/work/process/${place}/handle/${task}/${instance}/${record}`);
    expect(placeOf(address, [...allMenus, ...items])).toMatchObject({ feature: 'process' });
  });

  it.each([
    { kind: 'form', processDefinitionId: definition },
    { kind: 'handle', taskId: task, processInstanceId: instance, businessId: '' },
    { kind: 'detail', processInstanceId: instance, businessId: record },
  ] as const)('names its page: $kind', (page) => {
    const address = processAddressOf(items, 'flow_2', page);
    expect(processPageIn(address.slice('/work/process/expense/'.length))).toEqual(page);
  });

  it.each(['form/x', 'handle/1/2', 'detail/x/1', 'form', ''])('is none of a process below it: %s', (rest) =>
    expect(processPageIn(rest)).toBeUndefined(),
  );

  it('is not taken from a menu whose code begins like a process', () => {
    const leaf = { ...items[0]!, id: '1123598815738675267', code: 'flow_model', path: '/flow/model' };
    expect(placeOf('/flow/model', [leaf])).toMatchObject({ feature: 'flow_model' });
  });

  it('is opened from a list with the dictionary of this moment', async () => {
    const app = await open('/work/todo');
    const page = { kind: 'form', processDefinitionId: definition } as const;
    app.do(openProcess({ category: 'flow_2', page }));
    expect(app.navigated.at(-1)).toBe(`push /work/process/expense/form/${definition}`);
  });
});

describe('starting a process', () => {
  it('sends the values of the form, and goes on with what the person has started', async () => {
    const app = await openForm();
    app.do(at.act({ path: app.path, deed: 'start' }));
    expect(app.page()?.problems).toEqual({ purpose: 'required' });
    expect(app.calls('/work/start')).toEqual([]);

    app.do(at.type({ path: app.path, draft: { purpose: '差旅' } }));
    expect(app.see(tabs.selectors.isDirty, app.path)).toBe(true);
    app.do(at.act({ path: app.path, deed: 'start' }));
    app.do(at.act({ path: app.path, deed: 'start' }));
    expect(app.calls('/work/start')).toHaveLength(1);
    const { call } = app.last('/work/start');
    expect(call.body).toEqual({ processDefinitionId: definition, variables: { purpose: '差旅' } });
    await app.last('/work/start').answer({ processInstanceId: instance });
    expect(app.toasts()).toContain('success: work.done.start');
    expect(app.see(tabs.selectors.list).map(({ path }) => path)).not.toContain(app.path);
    expect(app.see(route.selectors.path)).toBe('/work/send');
  });

  it('keeps what was entered when the server refuses it, and shows what is wrong', async () => {
    const app = await openForm();
    app.do(at.type({ path: app.path, draft: { purpose: '差旅' } }));
    app.do(at.act({ path: app.path, deed: 'start' }));
    await app
      .last('/work/start')
      .refuse(400, '事由最多 2 个字', { problems: { purpose: 'tooLong' }, reason: 'invalid' });
    expect(app.page()).toMatchObject({ draft: { purpose: '差旅' }, problems: { purpose: 'tooLong' }, deed: null });
    expect(app.toasts()).toEqual(['error: 事由最多 2 个字']);
  });

  it('asks for a leave request in the shape of the family', async () => {
    const path = `/work/process/leave/form/${definition}`;
    const app = await open(path);
    const draft = { taskUser: '7', startTime: '2026-01-06 09:00:00', endTime: '2026-01-06 08:00:00', reason: '看病' };
    app.do(at.type({ path, draft }));
    app.do(at.act({ path, deed: 'start' }));
    expect(app.page()?.problems).toEqual({ endTime: 'leave.badTimes' });
    app.do(at.type({ path, draft: { endTime: '2026-01-07 09:00:00' } }));
    app.do(at.act({ path, deed: 'start' }));
    expect(app.last('/process/leave/start-process').call.body).toEqual({
      processDefinitionId: definition,
      ...draft,
      endTime: '2026-01-07 09:00:00',
    });
  });
});

it('the tabs in which a request is decided and read have different names', async () => {
  const nameOf = (app: Awaited<ReturnType<typeof open>>, path: string) =>
    app.see(tabs.selectors.list).find((tab) => tab.path === path)?.label.zh;
  const deciding = await openTask();
  const path = `/work/process/expense/detail/${instance}/0`;
  const reading = await open(path);
  await reading.last('/history-flow-list').answer([]);
  await reading.last('/instance-detail').answer({ ...detail, taskId: undefined });
  expect([nameOf(deciding, deciding.path), nameOf(reading, path)]).toEqual([
    '办理：报销流程 · 王芳',
    '报销流程 · 王芳',
  ]);
});

describe('deciding a task', () => {
  it('needs a comment to reject, and none to agree', async () => {
    const app = await openTask();
    for (const comment of ['', ' ']) {
      app.do(at.say({ path: app.path, comment }));
      app.do(at.act({ path: app.path, deed: 'reject' }));
      expect(app.page()?.isCommentMissing).toBe(true);
    }
    expect(app.calls('/complete-task')).toEqual([]);
    app.do(at.type({ path: app.path, draft: { amount: 12 } }));
    app.do(at.act({ path: app.path, deed: 'approve' }));
    expect(app.last('/complete-task').call.body).toMatchObject({ comment: '', flag: 'ok' });
  });

  it('agrees with a filled form, and goes on with what is to be done', async () => {
    const app = await openTask();
    app.do(at.say({ path: app.path, comment: '同意' }));
    app.do(at.act({ path: app.path, deed: 'approve' }));
    expect(app.page()?.problems).toEqual({ amount: 'required' });
    app.do(at.type({ path: app.path, draft: { amount: 12 } }));
    app.do(at.act({ path: app.path, deed: 'approve' }));
    expect(app.last('/complete-task').call.body).toEqual({
      taskId: task,
      processInstanceId: instance,
      comment: '同意',
      flag: 'ok',
      variables: { amount: 12 },
    });
    await app.last('/complete-task').answer(true);
    expect(app.see(route.selectors.path)).toBe('/work/todo');
    expect(app.see(tabs.selectors.hasUnsaved)).toBe(false);
  });

  it('rejects without a flag, to the step that was chosen, whatever the form lacks', async () => {
    const app = await openTask();
    app.do(at.say({ path: app.path, comment: '请补充' }));
    app.do(at.chooseStep({ path: app.path, step: 'apply' }));
    app.do(at.act({ path: app.path, deed: 'reject' }));
    const { body } = app.last('/complete-task').call;
    expect(body).toMatchObject({ comment: '请补充', returnTo: 'apply' });
    expect(body).not.toHaveProperty('flag');
  });

  it('is read again when another person was faster, with the comment kept', async () => {
    const app = await openTask();
    app.do(at.say({ path: app.path, comment: '请补充' }));
    app.do(at.act({ path: app.path, deed: 'reject' }));
    await app.last('/complete-task').refuse(400, '任务已处理', { reason: 'flow.done' });
    expect(app.toasts()).toEqual(['error: 任务已处理']);
    expect(app.calls('/task-detail')).toHaveLength(2);
    expect(app.page()?.comment).toBe('请补充');
  });

  it('gives it to another person only when one is chosen', async () => {
    const app = await openTask();
    app.do(at.ask({ path: app.path, act: 'delegate' }));
    app.do(at.act({ path: app.path, deed: 'delegate' }));
    expect(app.page()?.asking?.isPeopleMissing).toBe(true);
    app.do(at.answer({ path: app.path, people: '9' }));
    app.do(at.act({ path: app.path, deed: 'delegate' }));
    expect(app.last('/delegate-task').call.body).toEqual({ taskId: task, userId: '9', comment: '' });
    await app.last('/delegate-task').answer(true);
    expect(app.see(route.selectors.path)).toBe('/work/todo');
  });

  it('stays on the page when signers are added or the task is given back', async () => {
    const app = await openTask();
    app.do(at.say({ path: app.path, comment: '待加签' }));
    app.do(at.ask({ path: app.path, act: 'addSigner' }));
    app.do(at.answer({ path: app.path, people: '8,9', comment: '请看' }));
    app.do(at.act({ path: app.path, deed: 'addSigner' }));
    expect(app.last('/add-signer').call.body).toEqual({ taskId: task, userIds: '8,9', comment: '请看' });
    await app.last('/add-signer').answer(true);
    expect(app.page()).toMatchObject({ asking: null, deed: null, comment: '待加签' });
    app.do(at.act({ path: app.path, deed: 'release' }));
    expect(app.last('/release-task').call.query).toEqual({ taskId: task });
    await app.last('/release-task').answer(true);
    expect(app.see(route.selectors.path)).toBe(app.path);
    expect(app.calls('/task-detail').length).toBeGreaterThan(2);
  });

  it('of a page that the server refuses says why', async () => {
    const app = await open(`/work/process/expense/handle/${task}/${instance}/0`);
    await app.last('/task-detail').refuse(403, '您未参与此流程', { reason: 'flow.notParticipant' });
    expect(app.page()).toMatchObject({ lost: '您未参与此流程', isLoaded: false });
  });
});

describe('the lists of work', () => {
  it('claims a task once, and reads the list again also when another person was faster', async () => {
    const app = await open('/work/claim');
    await app.last('/claim-list').answer({ records: [], total: 0 });
    app.do(claimTask({ taskId: task }));
    app.do(claimTask({ taskId: task }));
    expect(app.calls('/claim-task').map(({ call }) => call.query)).toEqual([{ taskId: task }]);
    const before = app.calls('/claim-list').length;
    await app.last('/claim-task').refuse(400, '任务已被签收', { reason: 'flow.claimed' });
    expect(app.toasts()).toEqual(['error: 任务已被签收']);
    expect(app.calls('/claim-list').length).toBe(before + 1);
  });

  it('takes a process back after a question, with its reason', async () => {
    const app = await open('/work/send');
    app.do(withdraw({ processInstanceId: instance, name: '请假流程' }));
    expect(app.calls('/withdraw')).toEqual([]);
    app.do(feedback.actions.answered({ isSure: true, reason: '填错了' }));
    expect(app.last('/withdraw').call.body).toEqual({ processInstanceId: instance, reason: '填错了' });
    await app.last('/withdraw').answer(true);
    app.do(remind({ processInstanceId: instance }));
    expect(app.last('/remind').call.body).toEqual({ processInstanceId: instance });
  });

  it('lead a message about a task on to the page of its process', async () => {
    const app = await open(`/work/todo/detail/${task}`);
    expect(app.last('/task-detail').call.query).toEqual({ taskId: task });
    await app.last('/task-detail').answer({ ...detail, category: 'flow_1', businessId: record });
    expect(app.navigated.at(-1)).toBe(`replace /work/process/leave/handle/${task}/${instance}/${record}`);
    expect(app.see(tabs.selectors.list).map(({ path }) => path)).not.toContain(`/work/todo/detail/${task}`);
  });

  it('lead a message about a process on to its page, and back to the list where it is refused', async () => {
    const app = await open(`/work/send/detail/${instance}`);
    await app.last('/instance-detail').answer({ category: '', businessId: '' });
    expect(app.navigated.at(-1)).toBe(`replace /work/process/general/detail/${instance}/0`);
    app.do(route.actions.go(`/work/send/detail/${record}`));
    await app.clock.advance(0);
    await app.last('/instance-detail').refuse(400, '您未参与此流程', { reason: 'flow.notParticipant' });
    expect(app.navigated.at(-1)).toBe('replace /work/send');
    expect(app.toasts()).toEqual(['error: 您未参与此流程']);
  });

  it('shows the diagram of an instance with its history', async () => {
    const app = await open('/work/send');
    app.do(follow.actions.show(instance));
    expect(app.last('/process/model-view').call.query).toEqual({ processInstanceId: instance });
    await app.last('/history-flow-list').answer([{ historyActivityId: 'a' }]);
    expect(app.see(follow.selectors.held as never)).toMatchObject({
      entries: [{ historyActivityId: 'a' }],
      lost: null,
    });
  });
});
