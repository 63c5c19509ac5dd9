import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { diagram, flow } from '../../support/diagrams';
import { processorTime } from '../../support/processorTime';
import { multipart, ok, type Server, startServer } from '../../support/server';
import { addWorker, deployed, refusal, type Worker, workPermissions } from '../../support/workflow';

let server: Server;
let ann: Worker;
let bob: Worker;
let cyd: Worker;
let clerks: (Worker & { roleId: string })[];

beforeAll(async () => {
  server = await startServer();
  ann = await addWorker(server, 'ann');
  bob = await addWorker(server, 'bob');
  cyd = await addWorker(server, 'cyd');
  clerks = [await addWorker(server, 'dan'), await addWorker(server, 'eve')];
  await server.sql(`update sys_role set role_alias = 'clerk' where id = $1`, [clerks[0]!.roleId]);
  await server.sql(`update sys_user set role_ids = $1 where id = $2`, [[clerks[0]!.roleId], clerks[1]!.userId]);
});
afterAll(() => server.close());

const [start, end] = ['startEvent s', 'endEvent e'];
const user = (id: string, who: string, more = '') =>
  `userTask ${id} name="${id.toUpperCase()}" flowable:assignee="${who}" ${more}`;
const deploy = (xml: string, query: Record<string, string> = {}) => deployed(server.admin, xml, query);
async function begun(definition: string, variables: object = {}, by: Worker = ann): Promise<string> {
  return ok(await by.start(definition, variables)).processInstanceId;
}
/** Names of the open tasks of an instance, with their assignees. */
async function open(processInstanceId: string): Promise<string[]> {
  const rows = await server.sql(
    `select t.name, u.account from flow_task t left join sys_user u on u.id = t.assignee where instance_id = $1 and t.status = 1 order by t.id`,
    [processInstanceId],
  );
  return rows.map(({ name, account }) => `${name} ${account ?? '-'}`);
}
async function stateOf(id: string): Promise<number> {
  return (await server.sql('select state from flow_instance where id = $1', [id]))[0].state;
}
async function taskOf(by: Worker, processInstanceId: string) {
  return (await by.list('todo')).find((row) => row.processInstanceId === processInstanceId)!;
}
const three = () => [
  start,
  user('a', 'ann'),
  user('b', 'bob'),
  user('c', 'cyd'),
  end,
  ...flow(['s>a', 'a>b', 'b>c', 'c>e']),
];

describe('models', () => {
  it('keep each saved version, and deploy the latest', async () => {
    const xml = diagram('kept', three());
    const body = { modelKey: 'kept', name: '版本', modelEditorXml: xml };
    const one = ok(await server.admin.post('/blade-flow/model/submit', { body }));
    expect(one).toMatchObject({ modelKey: 'kept', version: 1, created: server.clock.text() });
    const second = xml.replace('name="C"', 'name="终审"');
    const two = ok(
      await server.admin.post('/blade-flow/model/submit', { body: { ...body, id: one.id, modelEditorXml: second } }),
    );
    expect(two.version).toBe(2);
    const detail = (query: object) => server.admin.get('/blade-flow/model/detail', { id: one.id, ...query });
    expect(ok(await detail({})).modelEditorXml).toBe(second);
    expect(ok(await detail({ version: 1 })).modelEditorXml).toBe(xml);
    const versions = ok(await server.admin.get('/blade-flow/model/versions', { id: one.id }));
    expect(versions).toMatchObject([{ version: 2, savedBy: '管理员' }, { version: 1 }]);
    const named = { ...body, id: one.id, name: '改名', modelEditorXml: second };
    expect(ok(await server.admin.post('/blade-flow/model/submit', { body: named }))).toMatchObject({ name: '改名' });
    expect(ok(await server.admin.get('/blade-flow/model/versions', { id: one.id }))).toEqual(versions);
    expect(refusal(await server.admin.post('/blade-flow/model/submit', { body }))).toBe('400 invalid');
    expect(JSON.stringify(ok(await server.admin.get('/blade-flow/model/list')))).not.toContain('modelEditorXml');
    ok(await server.admin.post('/blade-flow/model/remove', { query: { ids: one.id } }));
    expect(refusal(await detail({}))).toBe('404 notFound');
  });

  it('have keys with which the designer can open them', async () => {
    for (const modelKey of ['采购', 'a b', '2nd']) {
      const { status, body } = await server.admin.post('/blade-flow/model/submit', { body: { modelKey, name: 'x' } });
      expect([status, body.problems]).toEqual([400, { modelKey: 'badKey' }]);
    }
  });

  it('say which of their elements cannot run, and are not deployed', async () => {
    const xml = diagram('odd', [
      start,
      'scriptTask x name="算"',
      'serviceTask y flowable:class="java.lang.Runtime"',
      end,
      ...flow(['s>x', 'x>y', 'y>e']),
    ]);
    const faults = ok(await server.admin.post('/blade-flow/model/check', { body: { modelEditorXml: xml } }));
    expect(faults).toMatchObject([
      { elementId: 'x', elementName: '算', elementType: 'bpmn:scriptTask', text: '此类型的元素不能运行' },
      { elementId: 'y', elementType: 'bpmn:serviceTask' },
    ]);
    const { id } = ok(
      await server.admin.post('/blade-flow/model/submit', {
        body: { modelKey: 'odd', name: 'odd', modelEditorXml: xml },
      }),
    );
    const answer = await server.admin.post('/blade-flow/model/deploy', { query: { modelId: id, category: 'flow_2' } });
    expect([refusal(answer), answer.body.faults]).toEqual(['400 flow.notDeployable', faults]);
    const empty = ok(
      await server.admin.post('/blade-flow/model/submit', { body: { modelKey: 'empty', name: 'empty' } }),
    );
    expect(
      refusal(
        await server.admin.post('/blade-flow/model/deploy', { query: { modelId: empty.id, category: 'flow_2' } }),
      ),
    ).toBe('400 flow.noDiagram');
    const bad = { modelKey: 'bad', name: 'bad', modelEditorXml: '<!DOCTYPE x [<!ENTITY a "b">]><x/>' };
    expect(refusal(await server.admin.post('/blade-flow/model/submit', { body: bad }))).toBe('400 flow.unreadable');
    expect(
      ok(await server.admin.post('/blade-flow/model/check', { body: { modelEditorXml: diagram('fine', three()) } })),
    ).toEqual([]);
  });
});

describe('a process', () => {
  it('is begun with the values of its form, and of its form alone', async () => {
    const form = `<extensionElements><flowable:formProperty id="amount" name="金额" type="double" required="true"/>
      <flowable:formProperty id="kind" name="种类" type="enum"><flowable:value id="car" name="车"/><flowable:value id="home" name="房"/></flowable:formProperty>
      <flowable:formProperty id="helper" name="经办" type="user"/></extensionElements>`;
    const definition = await deploy(
      diagram('form', [
        `startEvent s | ${form}`,
        user('a', '${helper}'),
        'exclusiveGateway x default="small"',
        user('b', 'bob'),
        end,
        ...flow(['s>a', 'a>x', 'x>b ${amount >= 50000.00}', 'x>e:small', 'b>e']),
      ]),
    );
    const { fields } = ok(await ann.get('/blade-flow/work/start-form', { processDefinitionId: definition }));
    expect(fields).toMatchObject({
      amount: { kind: 'money', required: true },
      kind: { kind: 'choice', choices: { car: { zh: '车', en: '车' } } },
      helper: { kind: 'ref', to: 'user' },
    });
    expect(refusal(await ann.start(definition, { kind: 'car' }))).toBe('400 invalid');
    expect(refusal(await ann.start(definition, { amount: '1', kind: 'boat' }))).toBe('400 invalid');
    expect(refusal(await ann.start(definition, { amount: '1', helper: '123456789012345678' }))).toBe(
      '400 flow.notPeople',
    );
    const { tenantId } = await server.foundTenant();
    const foreign = await addWorker(server, 'foreign', { tenantId });
    expect(refusal(await ann.start(definition, { amount: '1', helper: foreign.userId }))).toBe('400 flow.notPeople');
    expect(refusal(await foreign.start(definition, { amount: '1', helper: foreign.userId }))).toBe(
      '400 flow.notStartable',
    );
    const sent = { amount: '50000', kind: 'car', helper: cyd.userId, applyUser: bob.userId, pass: true, extra: 'x' };
    const id = await begun(definition, sent);
    const [row] = await server.sql('select variables from flow_instance where id = $1', [id]);
    expect(row.variables).toMatchObject({ amount: '50000.00', kind: 'car', helper: cyd.userId, applyUser: ann.userId });
    expect(Object.keys(row.variables)).not.toContain('extra');
    expect((await cyd.detail((await taskOf(cyd, id)).taskId)).given).toMatchObject({
      values: { amount: '50000.00', kind: 'car' },
    });
    await cyd.handle(id);
    expect(await open(id)).toEqual(['B bob']);
  });

  it('is sent back to an earlier step, and goes on from there', async () => {
    const id = await begun(await deploy(diagram('back', three())));
    await ann.handle(id);
    await bob.handle(id);
    const { taskId } = await taskOf(cyd, id);
    const detail = await cyd.detail(taskId);
    expect(detail.steps).toEqual([
      { id: 'a', name: 'A' },
      { id: 'b', name: 'B' },
    ]);
    expect(refusal(await cyd.complete(taskId, { flag: '', returnTo: 'c' }))).toBe('400 flow.badStep');
    expect(refusal(await cyd.complete(taskId, { returnTo: 'a' }))).toBe('400 badParameter');
    ok(await cyd.complete(taskId, { flag: '', comment: '补材料', returnTo: 'a' }));
    expect(await open(id)).toEqual(['A ann']);
    expect(await ann.list('todo')).toMatchObject([{ processInstanceId: id, taskName: 'A' }]);
    for (const by of [ann, bob, cyd]) await by.handle(id);
    expect(await stateOf(id)).toBe(2);
    const history = (await ann.history(id)).filter((one) => one.historyActivityType === 'userTask');
    expect(history.map((one) => `${one.historyActivityId} ${one.outcome}`)).toEqual([
      ...['a approved', 'b approved', 'c returned', 'a approved', 'b approved', 'c approved'],
    ]);
  });

  it('offers no step whose join could not be reached', async () => {
    const elements = [
      ...[
        start,
        user('a', 'ann'),
        'parallelGateway split',
        user('b1', 'bob'),
        user('b2', 'bob'),
        user('c', 'cyd'),
        'parallelGateway join',
        user('d', 'ann'),
        end,
      ],
      ...flow(['s>a', 'a>split', 'split>b1', 'b1>b2', 'split>c', 'b2>join', 'c>join', 'join>d', 'd>e']),
    ];
    const id = await begun(await deploy(diagram('section', elements)));
    await ann.handle(id);
    await bob.handle(id);
    expect((await bob.detail((await taskOf(bob, id)).taskId)).steps).toEqual([{ id: 'a', name: 'A' }]);
    ok(await bob.complete((await taskOf(bob, id)).taskId, { flag: '', returnTo: 'a' }));
    expect(await open(id)).toEqual(['A ann']);
    expect(await cyd.list('todo')).toEqual([]);
    await ann.handle(id);
    await cyd.handle(id);
    await bob.handle(id);
    await bob.handle(id);
    await ann.handle(id);
    expect(await stateOf(id)).toBe(2);
  });

  it('ends where it is rejected and no condition reads the decision', async () => {
    const id = await begun(await deploy(diagram('plain', three())));
    await ann.handle(id, { flag: '', comment: '不符合条件' });
    expect([await stateOf(id), await open(id)]).toEqual([2, []]);
    const [row] = (await ann.list('send')).filter((one) => one.processInstanceId === id);
    expect(row).toMatchObject({ processIsFinished: 'finished' });
  });

  it('asks several people at once, and counts their decisions', async () => {
    const loop = `<multiInstanceLoopCharacteristics flowable:collection="ann,bob,cyd" flowable:elementVariable="one" leasedesk:agree="60"/>`;
    const definition = await deploy(
      diagram('vote', [
        start,
        `userTask v name="会签" flowable:assignee="\${one}" | ${loop}`,
        'exclusiveGateway x default="no"',
        user('yes', 'ann'),
        user('not', 'bob'),
        end,
        ...flow(['s>v', 'v>x', 'x>yes ${pass}', 'x>not:no', 'yes>e', 'not>e']),
      ]),
    );
    const agreed = await begun(definition);
    expect(await open(agreed)).toEqual(['会签 ann', '会签 bob', '会签 cyd']);
    await cyd.handle(agreed);
    await ann.handle(agreed);
    expect(await open(agreed)).toEqual(['YES ann']);
    const refused = await begun(definition);
    await bob.handle(refused, { flag: '' });
    await cyd.handle(refused, { flag: '' });
    expect(await open(refused)).toEqual(['NOT bob']);
  });

  it('waits for the opinion of added signers, and comes back from a delegate', async () => {
    const id = await begun(await deploy(diagram('asked', three())));
    const { taskId } = await taskOf(ann, id);
    const signers = (userIds: string) => ann.post('/blade-flow/work/add-signer', { body: { taskId, userIds } });
    expect(refusal(await signers(ann.userId))).toBe('400 flow.yourself');
    ok(await signers(`${bob.userId},${cyd.userId}`));
    const early = await ann.complete(taskId);
    expect([refusal(early), early.body.msg]).toEqual(['400 flow.signersOpen', '加签人尚未全部给出意见：bob、cyd']);
    expect((await bob.detail((await taskOf(bob, id)).taskId)).may).toEqual(['complete', 'reject']);
    await bob.handle(id, { flag: '', comment: '有疑问' });
    await cyd.handle(id, { comment: '可以' });
    const delegate = (userId: string) => ann.post('/blade-flow/work/delegate-task', { body: { taskId, userId } });
    expect(refusal(await delegate('123456789012345678'))).toBe('400 flow.notPeople');
    ok(await delegate(cyd.userId));
    expect(refusal(await ann.complete(taskId))).toBe('400 flow.notAssignee');
    ok(await cyd.complete(taskId, { comment: '代为核对' }));
    expect(await open(id)).toEqual(['A ann']);
    ok(await ann.complete(taskId));
    expect(await open(id)).toEqual(['B bob']);
    expect((await cyd.list('done')).filter((one) => one.processInstanceId === id).map((one) => one.comment)).toEqual([
      '代为核对',
      '可以',
    ]);
  });

  it('is for the administrators where no one is found', async () => {
    const elements = [start, 'userTask a name="A" flowable:candidateGroups="nosuchrole"', end, ...flow(['s>a', 'a>e'])];
    const id = await begun(await deploy(diagram('none', elements)));
    const rows = ok(await server.admin.get('/blade-flow/work/claim-list')).records;
    expect(rows).toMatchObject([{ processInstanceId: id, taskName: 'A' }]);
  });

  it('fires its timers once, and tells of tasks that are overdue', async () => {
    const elements = [
      ...[
        start,
        user('a', 'ann', 'flowable:dueDate="P1D"'),
        'boundaryEvent t attachedToRef="a" | timer P2D',
        user('late', 'bob'),
        'intermediateCatchEvent pause | timer PT1H',
        end,
      ],
      ...flow(['s>a', 'a>pause', 't>late', 'late>e', 'pause>e']),
    ];
    const definition = await deploy(diagram('timed', elements));
    const [slow, quick] = [await begun(definition), await begun(definition)];
    const { taskId, dueTime } = await taskOf(ann, slow);
    expect(dueTime).toBe('2026-11-21 10:00:00');
    await ann.handle(quick);
    expect(await open(quick)).toEqual([]);
    server.clock.set('2026-11-21 10:00:01');
    await server.advance();
    await server.drain();
    expect(await stateOf(quick)).toBe(2);
    expect((await ann.list('todo')).find((row) => row.taskId === taskId)).toMatchObject({ isOverdue: 1 });
    const inbox = ok(await ann.get('/blade-desk/inbox/page', { kind: 'message', size: 50 })).records;
    expect(inbox.filter((one: { title: string }) => one.title === '已逾期：timed · A')).toHaveLength(1);
    server.clock.set('2026-11-22 10:00:01');
    for (let turn = 0; turn < 2; turn++) {
      await server.advance();
      await server.drain();
    }
    expect(await open(slow)).toEqual(['LATE bob']);
    expect((await ann.view(slow)).flow.filter((one) => one.historyActivityId === 't')).toHaveLength(1);
    expect(await server.sql('select 1 from flow_timer where instance_id = $1', [slow])).toEqual([]);
  });

  it('calls actions with the rights of the person who completes the step before', async () => {
    const { id: notice } = ok(
      await server.admin.post('/blade-desk/notice/submit', {
        body: { title: '通知', category: 1, content: '<p>内容</p>' },
      }),
    );
    const param = (name: string, value: string) => `<leasedesk:param name="${name}" value="${value}"/>`;
    const elements = [
      ...[start, user('a', '${applyUser}')],
      `serviceTask set leasedesk:action="variables.set" | <extensionElements>${param('level', '${days}')}${param('applyUser', bob.userId)}</extensionElements>`,
      `serviceTask tell leasedesk:action="inbox.send" | <extensionElements>${param('title', '完成')}${param('text', '好')}</extensionElements>`,
      `serviceTask publish leasedesk:action="notice.publish" | <extensionElements>${param('ids', notice)}</extensionElements>`,
      ...[end, ...flow(['s>a', 'a>set', 'set>tell', 'tell>publish', 'publish>e'])],
    ];
    const definition = await deploy(diagram('acts', elements));
    const id = await begun(definition);
    const before = await server.fingerprint();
    expect(refusal(await ann.complete((await taskOf(ann, id)).taskId))).toBe('403 forbidden');
    expect(await server.fingerprint()).toBe(before);
    const publisher = await addWorker(server, 'publisher', {
      permissions: [...workPermissions, 'notice', 'notice_publish'],
    });
    const other = await begun(definition, {}, publisher);
    await publisher.handle(other);
    expect(await stateOf(other)).toBe(2);
    const [row] = await server.sql('select variables from flow_instance where id = $1', [other]);
    expect(row.variables).toMatchObject({ level: '', applyUser: publisher.userId });
    expect((await publisher.history(other)).map((one) => one.historyActivityId)).toEqual([
      's',
      'a',
      'set',
      'tell',
      'publish',
      'e',
    ]);
    const [published] = await server.sql('select published from notice where id = $1', [notice]).catch(() => [{}]);
    expect(published).toBeDefined();
  });
});

describe('two at once', () => {
  it('claim one task, and complete one task: one of them does', async () => {
    const elements = [
      start,
      'userTask a name="A" flowable:candidateGroups="clerk"',
      user('b', 'bob'),
      end,
      ...flow(['s>a', 'a>b', 'b>e']),
    ];
    const definition = await deploy(diagram('race', elements));
    for (let turn = 0; turn < 3; turn++) {
      const id = await begun(definition);
      const { taskId } = (await clerks[0]!.list('claim')).find((row) => row.processInstanceId === id)!;
      const claims = await Promise.all(clerks.map((one) => one.claim(taskId)));
      expect(claims.map(({ status }) => status).sort()).toEqual([200, 400]);
      expect(claims.find(({ status }) => status === 400)!.body.msg).toBe('任务已被签收');
      const winner = clerks[claims.findIndex(({ status }) => status === 200)]!;
      const completions = await Promise.all([
        winner.complete(taskId),
        winner.complete(taskId),
        winner.complete(taskId),
      ]);
      expect(completions.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
      expect(await open(id)).toEqual(['B bob']);
    }
  });
});

describe('deployments', () => {
  const upload = (files: [name: string, text: string][], fields: Record<string, string> = {}) => {
    const mark = '----flow7150001';
    const head = (text: string) => `--${mark}\r\ncontent-disposition: form-data; ${text}\r\n\r\n`;
    const parts = [
      ...Object.entries(fields).map(([name, value]) => `${head(`name="${name}"`)}${value}\r\n`),
      ...files.map(([name, text]) => `${head(`name="files"; filename="${name}"`)}${text}\r\n`),
    ];
    return server.admin.send({
      method: 'POST',
      url: '/api/blade-flow/manager/deploy-upload',
      payload: Buffer.from(`${parts.join('')}--${mark}--\r\n`),
      headers: { 'content-type': `multipart/form-data; boundary=${mark}` },
    });
  };

  it('come several at a time, all or none', async () => {
    const [one, two] = [diagram('first', three()), diagram('second', three())];
    const fields = { tenantIds: '000000', category: 'flow_1' };
    expect(
      ok(
        await upload(
          [
            ['a.bpmn', one],
            ['b.bpmn', two],
          ],
          fields,
        ),
      ),
    ).toMatchObject([{ key: 'first' }, { key: 'second' }]);
    const before = await server.fingerprint();
    expect(
      refusal(
        await upload(
          [
            ['a.bpmn', one],
            ['b.bpmn', '<html/>'],
          ],
          fields,
        ),
      ),
    ).toBe('400 flow.notDeployable');
    expect(await server.fingerprint()).toBe(before);
    const empty = multipart(Buffer.from(''), 'a.bpmn');
    expect(
      refusal(await server.admin.send({ method: 'POST', url: '/api/blade-flow/manager/deploy-upload', ...empty })),
    ).toBe('400 flow.notDeployable');
    expect(refusal(await server.admin.post('/blade-flow/manager/deploy-upload', { body: {} }))).toBe('415 wrongMedia');
  });

  it('are for the holders of posts, too', async () => {
    const [post] = await server.sql(`select id, post_code from sys_post where post_code = 'hrm'`);
    await server.sql('update sys_user set post_ids = $1 where id = $2', [[post.id], cyd.userId]);
    const elements = [start, 'userTask a name="A" leasedesk:candidatePosts="hrm"', end, ...flow(['s>a', 'a>e'])];
    const id = await begun(await deploy(diagram('post', elements)));
    const row = (await cyd.list('claim')).find((one) => one.processInstanceId === id)!;
    expect((await bob.list('claim')).some((one) => one.processInstanceId === id)).toBe(false);
    ok(await cyd.claim(row.taskId));
    await cyd.handle(id);
    expect(await stateOf(id)).toBe(2);
  });

  it('come from files of other tools', async () => {
    for (const name of ['camunda-modeler.bpmn', 'flowable-modeler.bpmn20.xml']) {
      const text = readFileSync(join(__dirname, '../../fixtures/bpmn', name), 'utf8');
      const [one] = ok(await upload([[name, text]], { tenantIds: '000000' }));
      expect(
        (await server.admin.get('/blade-flow/process/model-view', { processDefinitionId: one.processDefinitionId }))
          .body.data.xml,
      ).toBe(text);
      ok(
        await ann.start(
          one.processDefinitionId,
          name.startsWith('camunda') ? { amount: 5 } : { price: '5', signers: 'ann' },
        ),
      );
    }
    expect((await ann.list('todo')).map((row) => row.taskName)).toContain('Attach receipts');
    expect((await clerks[0]!.list('send')).length).toBe(0);
  });

  it('come from files; each gets the next version, and the newest is started', async () => {
    const xml = diagram('file', three());
    const one = ok(await upload([['a.bpmn', xml]], { category: 'flow_1', tenantIds: '000000' }));
    expect(one).toMatchObject([{ tenantId: '000000', key: 'file', version: 1 }]);
    const [two] = ok(await upload([['a.bpmn20.xml', xml]], { category: 'flow_1', tenantIds: '000000' }));
    expect(two.version).toBe(2);
    const listed = (await ann.list('start')).filter(({ key }) => key === 'file');
    expect(listed).toMatchObject([
      { id: two.processDefinitionId, version: 2, suspensionState: 1, category: 'flow_1', mode: 2 },
    ]);
    expect(refusal(await ann.start(one[0].processDefinitionId))).toBe('400 flow.notStartable');
    expect(refusal(await upload([['a.bpmn', xml]], { category: 'flow_77' }))).toBe('400 flow.badCategory');
    expect(refusal(await upload([['a.bpmn', xml]], { tenantIds: '999999' }))).toBe('400 flow.badTenants');
    const { client, tenantId } = await server.foundTenant();
    const { payload, headers } = multipart(Buffer.from(xml), 'a.bpmn', { tenantIds: '000000' });
    expect(
      refusal(await client.send({ method: 'POST', url: '/api/blade-flow/manager/deploy-upload', payload, headers })),
    ).toBe('400 flow.badTenants');
    ok(await upload([['a.bpmn', xml]], { category: 'flow_1', tenantIds: tenantId }));
    expect(ok(await client.get('/blade-flow/manager/list', { key: 'file' })).records).toMatchObject([
      { version: 1, tenantId },
    ]);
    const all = ok(await upload([['a.bpmn', diagram('everywhere', three())]]));
    expect(all.length).toBeGreaterThan(1);
    expect(
      ok(await client.get('/blade-flow/work/start-list', { mode: 1, size: 50 }))
        .records.map((row: { key: string }) => row.key)
        .sort(),
    ).toEqual(['everywhere', 'leave']);
  });

  it('are suspended and active again, and deleted once nothing runs', async () => {
    const definition = await deploy(diagram('paused', three()));
    const state = (to: string) =>
      server.admin.post('/blade-flow/manager/change-state', { query: { processId: definition, state: to } });
    ok(await state('suspend'));
    expect((await ann.list('start')).some(({ id }) => id === definition)).toBe(false);
    expect(refusal(await ann.start(definition))).toBe('400 flow.notStartable');
    ok(await state('active'));
    const id = await begun(definition);
    const [{ deploymentId, running }] = ok(
      await server.admin.get('/blade-flow/manager/list', { key: 'paused' }),
    ).records;
    expect(running).toBe(1);
    const remove = (query: object) =>
      server.admin.post('/blade-flow/manager/delete-deployment', { query: { deploymentIds: deploymentId, ...query } });
    expect(refusal(await remove({}))).toBe('400 flow.running');
    ok(await remove({ cascade: 'true' }));
    expect(await stateOf(id)).toBe(3);
    expect(ok(await server.admin.get('/blade-flow/manager/list', { key: 'paused' })).records).toEqual([]);
    expect((await ann.view(id)).xml).toContain('id="paused"');
    expect(await ann.history(id)).not.toEqual([]);
  });

  it('refuse what is dangerous or cannot run, and store nothing', async () => {
    const attacks: Record<string, string> = {
      'a document type': `<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>${diagram('x', three())}`,
      laughs: `<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><definitions>&b;</definitions>`,
      'ten megabytes': diagram('x', [...three(), `userTask z name="${'x'.repeat(10_000_000)}"`]),
      'too deep': diagram('x', [`task d | ${'<documentation>'.repeat(80)}${'</documentation>'.repeat(80)}`]),
      'a script': diagram('x', [start, 'scriptTask a', end, ...flow(['s>a', 'a>e'])]),
      'a program': diagram('x', [
        start,
        'serviceTask a flowable:expression="${bean.run()}"',
        end,
        ...flow(['s>a', 'a>e']),
      ]),
      'an unknown action': diagram('x', [
        start,
        'serviceTask a leasedesk:action="constructor.name"',
        end,
        ...flow(['s>a', 'a>e']),
      ]),
      'an expression in a name': diagram('x', [
        start,
        'userTask a name="${1+1}" flowable:assignee="ann"',
        end,
        ...flow(['s>a', 'a>e']),
      ]),
      'a call in a condition': diagram('x', [start, user('a', 'ann'), end, ...flow(['s>a', 'a>e ${process.exit()}'])]),
      'two elements of one id': diagram('x', [start, user('a', 'ann'), user('a', 'bob'), end, ...flow(['s>a', 'a>e'])]),
      'a circle without a person': diagram('x', [
        start,
        'task a',
        'exclusiveGateway x default="again"',
        end,
        ...flow(['s>a', 'a>x', 'x>e ${no}', 'x>a:again']),
      ]),
      'a loose element': diagram('x', [start, user('a', 'ann'), user('loose', 'bob'), end, ...flow(['s>a', 'a>e'])]),
      'a listener': diagram('x', [
        start,
        `${user('a', 'ann')} | <extensionElements><flowable:taskListener event="create" class="X"/></extensionElements>`,
        end,
        ...flow(['s>a', 'a>e']),
      ]),
      'no process': '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"/>',
      'no BPMN': '<html/>',
      'no XML': 'hello',
      'two thousand elements': diagram('x', [
        start,
        ...Array.from({ length: 2000 }, (_, at) => `task t${at}`),
        end,
        ...flow(['s>t0', ...Array.from({ length: 1999 }, (_, at) => `t${at}>t${at + 1}`), 't1999>e']),
      ]),
    };
    const before = await server.fingerprint();
    for (const [name, xml] of Object.entries(attacks)) {
      let answer = {} as Awaited<ReturnType<typeof upload>>;
      const took = await processorTime(async () => {
        answer = await upload([['a.bpmn', xml]]);
      });
      expect([name, answer.status >= 400 && answer.status < 500]).toEqual([name, true]);
      expect([name, answer.body.reason]).toEqual([name, name === 'ten megabytes' ? 'tooLarge' : 'flow.notDeployable']);
      expect(took).toBeLessThan(2_000);
    }
    expect(await server.fingerprint()).toBe(before);
  });
});

describe('odd input', () => {
  it('is stored as it is where it is a text, and refused where it is too large', async () => {
    const name = '&lt;img src=x onerror=alert(1)&gt;';
    const form = '<extensionElements><flowable:formProperty id="note" name="说明" type="string"/></extensionElements>';
    const xml = diagram(
      'markup',
      [
        `startEvent s | ${form}`,
        `userTask a name="${name}" flowable:assignee="bob" | ${form}`,
        end,
        ...flow(['s>a', 'a>e']),
      ],
      name,
    );
    const definition = await deploy(xml);
    const id = await begun(definition, { note: '<script>alert(1)</script>' });
    const task = await taskOf(bob, id);
    expect(task).toMatchObject({
      taskName: '<img src=x onerror=alert(1)>',
      processDefinitionName: '<img src=x onerror=alert(1)>',
    });
    const inbox = ok(await bob.get('/blade-desk/inbox/page', { kind: 'message', size: 5 })).records;
    const content = ok(await bob.get('/blade-desk/inbox/detail', { id: inbox[0].id })).content;
    expect(content).not.toContain('<img');
    expect((await bob.detail(task.taskId)).given.values).toEqual({ note: '<script>alert(1)</script>' });
    expect(refusal(await ann.start(definition, { note: 'x'.repeat(501) }))).toBe('400 invalid');
    expect(refusal(await ann.start(definition, { note: 'x'.repeat(10_000_000) }))).toBe('413 tooLarge');
    expect(refusal(await bob.complete(task.taskId, { comment: 'x'.repeat(2_001) }))).toBe('400 badParameter');
    expect(refusal(await bob.complete(task.taskId, { comment: '  ', flag: '' }))).toBe('400 flow.commentNeeded');
    expect(refusal(await bob.complete(task.taskId, { variables: { note: { a: 1 } } }))).toBe('400 badParameter');
    expect(refusal(await bob.complete('123456789012345678'))).toBe('404 notFound');
    expect(refusal(await bob.complete(task.taskId, { processInstanceId: '1' }))).toBe('404 notFound');
    expect(refusal(await bob.claim('123456789012345678'))).toBe('404 notFound');
    expect(await open(id)).toEqual(['<img src=x onerror=alert(1)> bob']);
  });

  it('is agreed to without a comment, by a candidate who has not claimed it, too', async () => {
    const xml = diagram('brief', [
      start,
      'userTask a name="A" flowable:candidateGroups="clerk"',
      end,
      ...flow(['s>a', 'a>e']),
    ]);
    const id = await begun(await deploy(xml));
    const [task] = (await clerks[0]!.list('claim')).filter((row) => row.processInstanceId === id);
    expect((await clerks[0]!.detail(task!.taskId)).may).toEqual(['claim', 'complete', 'reject']);
    expect(refusal(await cyd.complete(task!.taskId))).toBe('400 flow.notCandidate');
    expect(refusal(await clerks[0]!.complete(task!.taskId, { comment: '', flag: '' }))).toBe('400 flow.commentNeeded');
    expect(await open(id)).toEqual(['A -']);
    ok(await clerks[0]!.complete(task!.taskId, { comment: '' }));
    expect(await stateOf(id)).toBe(2);
    expect(refusal(await clerks[1]!.complete(task!.taskId))).toBe('400 flow.done');
  });

  it('shows people and counts to those who work', async () => {
    const people = ok(await ann.get('/blade-flow/work/people', { name: 'bo' }));
    expect(people).toEqual([{ id: bob.userId, name: 'bob', note: '' }]);
    expect(ok(await ann.get('/blade-flow/work/people', { ids: `${cyd.userId}` }))).toHaveLength(1);
    const counts = ok(await bob.get('/blade-flow/work/counts'));
    expect(counts).toEqual({ claim: (await bob.list('claim')).length, todo: (await bob.list('todo')).length });
    const menuless = await addWorker(server, 'menuless', { permissions: [] });
    for (const path of ['start-list', 'claim-list', 'todo-list', 'send-list', 'done-list', 'people', 'counts'])
      expect(refusal(await menuless.get(`/blade-flow/work/${path}`))).toBe('403 forbidden');
  });
});

describe('reminders', () => {
  it('are sent by the starter, at most one an hour', async () => {
    const id = await begun(await deploy(diagram('slow', three())));
    const remind = (by: Worker) => by.post('/blade-flow/work/remind', { body: { processInstanceId: id } });
    expect(refusal(await remind(bob))).toBe('400 flow.notStarter');
    ok(await remind(ann));
    expect(refusal(await remind(ann))).toBe('400 flow.remindedLately');
    server.clock.advance(3_600_000);
    ok(await remind(ann));
  });
});
