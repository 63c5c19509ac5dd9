/** Contracts that FASC signs: made, opened, signed, refused, withdrawn and annulled, with a service that fails. */
import { createHash } from 'node:crypto';
import { makeAuthority, makeCertificate, sealContract } from '../../../server/esign/paper/printing';
import { contract } from '../../support/contractDoc';
import { type FascStub, fascCompany, type StubTask, startFascServer } from '../../support/fascServer';
import { type Client, clientOf, leaseOf, ok, type Server, startServer } from '../../support/server';
import { linkIn, type SmsGateway, startSmsGateway } from '../../support/smsGateway';

let server: Server;
let fasc: FascStub;
let gateway: SmsGateway;
let visitor: Client;
let lease: ReturnType<typeof leaseOf>;
/** A file that was signed by certificates of others. */
let signed: Buffer;
beforeAll(async () => {
  gateway = await startSmsGateway();
  fasc = await startFascServer(() => server.deps.now());
  const EGRESS_ALLOW = `${gateway.env.EGRESS_ALLOW},${fasc.env.EGRESS_ALLOW}`;
  server = await startServer({ env: { ...gateway.env, ...fasc.env, EGRESS_ALLOW } });
  visitor = clientOf(server.app);
  lease = leaseOf(server);
  const validity = { from: Date.parse('2026-01-01'), until: Date.parse('2036-01-01') };
  const authority = await makeAuthority({ subject: { name: '别家证书机构' }, validity });
  const signer = await makeCertificate({ authority, subject: { name: '法大大测试' }, validity });
  const time = Date.parse('2026-11-20');
  signed = await sealContract({ doc: contract(12), signer, authority: authority.certificate, time, hasStamp: false });
});
afterAll(async () => {
  await server.close();
  await gateway.close();
  await fasc.close();
});
beforeEach(async () => {
  server.clock.set('2026-11-20 10:00:00');
  await server.sql('delete from paper_sending');
  await server.sql('delete from message');
  fasc.faults.clear();
  fasc.refusal = undefined;
  fasc.called.length = 0;
});

const MINUTE = 60_000;
const path = '/blade-fascContract/fascContract';
interface Paper {
  id: string;
  contractNumber: string;
  loanUrl: string | null;
  [name: string]: unknown;
}
const admin = () => server.admin;
function make(orderId: string, query: object = {}) {
  return admin().post(`${path}/makeContract`, { query: { orderId, ...query } });
}
async function paperOf(id: string): Promise<Paper> {
  return ok(await admin().get(`${path}/detail`, { id }));
}
async function stateOf(id: string) {
  const { status, signTaskStatus } = await paperOf(id);
  return [status, signTaskStatus];
}
function tasksOf({ contractNumber }: Paper): StubTask[] {
  return fasc.tasks.filter(({ asked }) => String(asked.signTaskSubject).endsWith(` ${contractNumber}`));
}
/** The contract of an order, made and opened at FASC. */
async function opened(type = 1) {
  await server.sql('delete from paper_sending');
  const order = await lease.confirmed();
  const [paper] = ok(await make(order.id, { type })) as [Paper];
  await server.drain();
  const [task] = tasksOf(paper);
  return { order, paper, task: task! };
}
async function tell(task: StubTask, event: string, more: object = {}) {
  return visitor.send({ url: `/api${path}/callback`, ...fasc.told(task, event, { ...more }) });
}
async function told(task: StubTask, event: string, more: object = {}) {
  const { status, body } = await tell(task, event, more);
  expect([status, body]).toEqual([200, { msg: 'success' }]);
  await server.drain();
}
/** The job, and what it queues. */
async function reconcile() {
  await server.advance(() => undefined);
  await server.drain();
}
async function sign(task: StubTask) {
  fasc.finish(task, signed);
  await told(task, 'sign-task-finished');
}

describe('a contract at FASC', () => {
  it('is printed, created, linked, signed and completes its order', async () => {
    const order = await lease.confirmed();
    const [first, second] = ok(await make(order.id)) as [Paper, Paper];
    // Nothing of the request waits for the service.
    expect(fasc.called).toEqual([]);
    expect(first).toMatchObject({ status: 1, signTaskStatus: 'reserved', progress: 5, provider: 2, loanUrl: null });
    await server.drain();
    const [task] = tasksOf(first) as [StubTask];
    expect(task.asked).toMatchObject({
      initiator: { idType: 'corp', openId: fascCompany },
      transReferenceId: `000000.${first.id}.0`,
      callbackUrl: `https://lease.example/api${path}/callback`,
      expiresTime: String(Date.parse('2026-11-27T10:00:00+08:00')),
      actors: [
        { actor: { actorType: 'corp', actorName: '我的公司', actorOpenId: fascCompany } },
        {
          actor: {
            actorType: 'person',
            identNameForMatch: '李雷',
            accountName: '13800138000',
            sendNotification: false,
          },
        },
      ],
    });
    expect(task.file.subarray(0, 5).toString()).toBe('%PDF-');
    const open = await paperOf(first.id);
    expect(open).toMatchObject({ signTaskStatus: 'sign_progress', signTaskId: task.id, smsStatus: 2 });
    const sms = gateway.sent.filter(({ text }) => text.includes(first.contractNumber));
    expect(sms.map(({ text }) => linkIn(text))).toEqual([open.loanUrl]);

    // The customer's page leads to the service; its address is asked for at that moment.
    const headers = { 'sign-ticket': String(open.loanUrl).split('/sign/')[1]! };
    expect(ok(await visitor.get('/lease-sign/summary', {}, headers))).toMatchObject({
      way: 'service',
      isSigned: false,
    });
    const { url } = ok(await visitor.post('/lease-sign/elsewhere', { headers }));
    expect(url).toMatch(`https://sign.example/e/${task.id}?visit=`);
    const own = await visitor.post('/lease-sign/code', { headers, body: { tel: '13800138000', idTail: '002X' } });
    expect(own.body.reason).toBe('sign.badLink');
    expect(
      (await admin().post(`${path}/counter`, { body: { id: first.id, idNo: '1', password: 'x' } })).body.reason,
    ).toBe('contract.signedElsewhere');

    await told(task, 'sign-task-read', { actorId: 'customer' });
    expect((await paperOf(first.id)).readTime).toBe('2026-11-20 10:00:00');
    server.clock.advance(MINUTE);
    await sign(task);
    const done = await paperOf(first.id);
    expect(done).toMatchObject({
      status: 2,
      signTaskStatus: 'task_finished',
      signWay: 3,
      finishTime: '2026-11-20 10:01:00',
    });
    const file = await visitor.send({ url: String(done.previewUrl).replace('https://lease.example', '') });
    expect(file.raw).toEqual(signed);
    const digest = createHash('sha256').update(signed).digest('hex');
    const [row] = await server.sql('select evidence from lease_contract where id = $1', [first.id]);
    expect(row.evidence).toContainEqual({ label: '签署后文件摘要', value: digest });
    expect(ok(await admin().get(`${path}/verify`, { id: first.id }))).toMatchObject({
      verdict: 'foreign',
      sha256: digest,
      paper: { isRecorded: true },
      signatures: [{ isOurs: false, fault: null }],
    });
    expect(await lease.read(order.id)).toMatchObject({ businessStatus: 4, prqy: 1, qyqy: 0 });
    await sign(tasksOf(second)[0]!);
    expect(await lease.read(order.id)).toMatchObject({ businessStatus: 5, prqy: 1, qyqy: 1 });
  });

  it.each([
    ['sign-task-sign-rejected', { signRejectReason: '金额不对' }, 'rejected', '金额不对', 4],
    ['sign-task-canceled', { terminationNote: '内部撤回' }, 'canceled', '内部撤回', 7],
    ['sign-task-expire', {}, 'expired', null, 3],
  ])('tells of %s, moves its order back, and can be sent again', async (event, more, status, reason, progress) => {
    const { order, paper, task } = await opened();
    task.state = status === 'expired' ? 'expired' : 'task_terminated';
    await told(task, event, more);
    expect(await paperOf(paper.id)).toMatchObject({
      status: 1,
      signTaskStatus: status,
      reason,
      progress,
      loanUrl: null,
    });
    expect((await lease.read(order.id)).businessStatus).toBe(3);
    const found = ok(await admin().get(`${path}/list`, { orderId: order.id, progress }));
    expect(found.records.map(({ id }: Paper) => id)).toEqual([paper.id]);
    server.clock.advance(MINUTE);
    ok(await make(order.id, { type: 1, resend: 'true' }));
    await server.drain();
    expect(tasksOf(paper)).toHaveLength(2);
    expect(await stateOf(paper.id)).toEqual([1, 'sign_progress']);
  });

  it('sent again stops its earlier task first, and the old link leads nowhere', async () => {
    const { order, paper, task } = await opened();
    const headers = { 'sign-ticket': String((await paperOf(paper.id)).loanUrl).split('/sign/')[1]! };
    server.clock.advance(MINUTE);
    ok(await make(order.id, { type: 1, resend: 'true' }));
    await server.drain();
    expect(task).toMatchObject({ state: 'task_terminated', isCancelled: true });
    const [, again] = tasksOf(paper);
    expect(again).toMatchObject({ state: 'sign_progress', reference: `000000.${paper.id}.1` });
    expect((await visitor.post('/lease-sign/elsewhere', { headers })).body.reason).toBe('sign.badLink');
    // What the service still tells of the old task changes nothing.
    await told(task, 'sign-task-canceled', { terminationNote: 'x' });
    expect(await stateOf(paper.id)).toEqual([1, 'sign_progress']);
  });

  it('that the customer signs while it is sent again is the contract', async () => {
    const { order, paper, task } = await opened();
    fasc.finish(task, signed);
    server.clock.advance(MINUTE);
    ok(await make(order.id, { type: 1, resend: 'true' }));
    await server.drain();
    expect(tasksOf(paper)).toHaveLength(1);
    expect(await paperOf(paper.id)).toMatchObject({ status: 2, signTaskId: task.id });
  });

  it('removed, or cancelled with its order, is stopped; one that was signed meanwhile is annulled', async () => {
    const { paper, task } = await opened();
    ok(await admin().post(`${path}/remove`, { query: { ids: paper.id } }));
    await server.drain();
    expect(task.isCancelled).toBe(true);
    const other = await opened();
    fasc.finish(other.task, signed);
    const cancel = { id: other.order.id, businessStatus: 11, reason: '客户放弃' };
    ok(await admin().post(`${lease.paths.order}/update-businessStatus`, { query: cancel }));
    await server.drain();
    expect(other.task.state).toBe('abolishing');
    expect(await stateOf(other.paper.id)).toEqual([0, 'canceled']);
  });

  it('annulled at FASC gives its flag back while the order waits for another', async () => {
    const { order, paper, task } = await opened();
    await sign(task);
    expect((await lease.read(order.id)).prqy).toBe(1);
    task.state = 'revoked';
    await told(task, 'sign-task-abolish', { abolishedSignTaskId: '9' });
    expect(await stateOf(paper.id)).toEqual([0, 'revoked']);
    expect(await lease.read(order.id)).toMatchObject({ businessStatus: 3, prqy: 0 });
  });

  it('can be urged twice a day, two hours apart', async () => {
    const { paper, task } = await opened();
    const urge = () => admin().post(`${path}/urge`, { query: { id: paper.id } });
    ok(await urge());
    expect((await urge()).body.reason).toBe('contract.urgeTooSoon');
    server.clock.advance(120 * MINUTE);
    fasc.faults.set('/sign-task/urge', 'down');
    expect(await urge()).toMatchObject({ status: 502, body: { reason: 'contract.serviceFault' } });
    fasc.faults.clear();
    ok(await urge()); // the failed one does not count
    server.clock.advance(180 * MINUTE);
    expect((await urge()).body.reason).toBe('contract.urgeTooSoon');
    expect(task.urged).toHaveLength(2);
  });
});

describe('a service that fails', () => {
  async function making() {
    const order = await lease.confirmed();
    const [paper] = ok(await make(order.id, { type: 1 })) as [Paper];
    return { order, paper };
  }

  it.each(['down', 'cut'] as const)('%s while a contract is made delays it', async (fault) => {
    fasc.faults.set('/sign-task/create', fault);
    const { paper } = await making();
    await server.drain();
    expect(await stateOf(paper.id)).toEqual([1, 'reserved']);
    fasc.faults.clear();
    await reconcile(); // not due yet
    expect(tasksOf(paper)).toHaveLength(0);
    server.clock.advance(MINUTE);
    await reconcile();
    expect(tasksOf(paper)).toHaveLength(1);
    expect(await stateOf(paper.id)).toEqual([1, 'sign_progress']);
  });

  it('whose answer is lost has made the task: it is found, and no second one is made', async () => {
    fasc.faults.set('/sign-task/create', 'lost');
    const { paper } = await making();
    await server.drain();
    expect(tasksOf(paper)).toHaveLength(1);
    expect(await stateOf(paper.id)).toEqual([1, 'reserved']);
    fasc.faults.clear();
    server.clock.advance(MINUTE);
    await reconcile();
    expect(tasksOf(paper)).toHaveLength(1);
    expect((await paperOf(paper.id)).signTaskId).toBe(tasksOf(paper)[0]!.id);
  });

  it('whose answer is lost may call back first', async () => {
    fasc.faults.set('/sign-task/create', 'lost');
    const { paper } = await making();
    await server.drain();
    await told(tasksOf(paper)[0]!, 'sign-task-start');
    expect(await stateOf(paper.id)).toEqual([1, 'sign_progress']);
    server.clock.advance(20 * MINUTE);
    fasc.faults.clear();
    await reconcile();
    expect(tasksOf(paper)).toHaveLength(1);
  });

  it('is done with after a server ended between the call and its answer', async () => {
    const { paper } = await making();
    const { signing } = server.deps;
    const create = signing!.create;
    signing!.create = async (...asked) => {
      await create(...asked);
      throw new Error('the process ends here');
    };
    await expect(server.drain()).rejects.toThrow('the process ends here');
    signing!.create = create;
    expect(tasksOf(paper)).toHaveLength(1);
    server.clock.advance(MINUTE);
    await reconcile();
    expect(tasksOf(paper)).toHaveLength(1);
    expect(await stateOf(paper.id)).toEqual([1, 'sign_progress']);
  });

  it('that refuses leaves the contract with the reason, to be tried again by a person', async () => {
    // It may repeat the number, which those who read the reason need not see.
    fasc.refusal = ['211058', '13800138000 的签署任务数可用量不足'];
    const { order, paper } = await making();
    await server.drain();
    expect(await paperOf(paper.id)).toMatchObject({
      signTaskStatus: 'failed',
      progress: 6,
      reason: expect.stringContaining('211058 138****8000 的签署任务数可用量不足 (request req'),
    });
    expect(JSON.stringify(await server.sql('select fault from sign_task'))).not.toContain('13800138000');
    expect((await lease.read(order.id)).businessStatus).toBe(4);
    fasc.refusal = undefined;
    const [again] = ok(await make(order.id, { type: 1 })) as [Paper];
    expect(again).toMatchObject({ id: paper.id, signTaskStatus: 'reserved', reason: null, retryFlag: null });
    await server.drain();
    expect(await stateOf(paper.id)).toEqual([1, 'sign_progress']);
  });

  it('that stays away lets the contract fail in the end', async () => {
    fasc.faults.set('/file/get-upload-url', 'down');
    fasc.faults.set('/sign-task/owner/get-list', 'down');
    const { paper } = await making();
    await server.drain();
    for (let i = 0; i < 4; i++) {
      server.clock.advance(11 * MINUTE);
      await reconcile();
    }
    expect(await stateOf(paper.id)).toEqual([1, 'failed']);
  });

  it('ends its token: one renewal serves all calls, and a token that is refused is renewed once', async () => {
    const { task } = await opened();
    const { signing } = server.deps;
    fasc.expireTokens();
    fasc.called.length = 0;
    const [one, two] = await Promise.all([signing!.detail(task.id), signing!.detail(task.id)]);
    expect([one!.state, two!.state]).toEqual(['open', 'open']);
    expect(fasc.called.filter((called) => called === '/service/get-access-token')).toHaveLength(1);
    // Each call extends it.
    fasc.called.length = 0;
    for (let i = 0; i < 3; i++) {
      server.clock.advance(100 * MINUTE);
      await signing!.detail(task.id);
    }
    expect(fasc.called).not.toContain('/service/get-access-token');
    server.clock.advance(121 * MINUTE);
    await signing!.detail(task.id);
    expect(fasc.called).toContain('/service/get-access-token');
  });

  it('has another clock: the failure says so, and tells no secret', async () => {
    fasc.aheadMs = 6 * MINUTE;
    const { task } = { task: fasc.tasks[0]! };
    const failure = await server.deps.signing!.detail(task.id).catch((error: Error) => error);
    fasc.aheadMs = 0;
    expect(String(failure)).toContain('our clock is 360 s behind');
    expect(JSON.stringify(failure)).not.toContain(fasc.env.FASC_APP_SECRET);
  });

  it('keeps the file: the contract completes when it can be fetched', async () => {
    const { paper, task } = await opened();
    fasc.faults.set('/get', 'down');
    await sign(task);
    expect(await paperOf(paper.id)).toMatchObject({ status: 1, signTaskStatus: 'sign_completed', loanUrl: null });
    expect((await make(String((await paperOf(paper.id)).orderId), { type: 1, resend: 'true' })).body.reason).toBe(
      'contract.complete',
    );
    expect((await admin().post(`${path}/remove`, { query: { ids: paper.id } })).body.reason).toBe(
      'contract.notRemovable',
    );
    fasc.faults.clear();
    server.clock.advance(MINUTE);
    await reconcile();
    expect(await stateOf(paper.id)).toEqual([2, 'task_finished']);
  });
});
