/** Callbacks of FASC: proven, taken once, in any order; lost ones are made good; each tenant has its own. */
import { type FascStub, fascSecret, type StubTask, startFascServer } from '../../support/fascServer';
import { clientOf, leaseOf, ok, type Server, startServer } from '../../support/server';

let server: Server;
let fasc: FascStub;
let lease: ReturnType<typeof leaseOf>;
const path = '/blade-fascContract/fascContract';
const MINUTE = 60_000;
const signed = Buffer.from('%PDF-1.7\n%%EOF\n');
const other = { tenantId: '', client: undefined as unknown as Server['admin'] };

beforeAll(async () => {
  fasc = await startFascServer(() => server.deps.now());
  fasc.companies.push('corp2');
  server = await startServer({ env: fasc.env });
  lease = leaseOf(server);
  Object.assign(other, await server.foundTenant());
  // A tenant's number is drawn by chance, after the settings are read.
  const signing = server.deps.signing!;
  const companyOf = signing.companyOf;
  signing.companyOf = (tenantId) => (tenantId === other.tenantId ? 'corp2' : companyOf(tenantId));
});
afterAll(async () => {
  await server.close();
  await fasc.close();
});
beforeEach(async () => {
  server.clock.set('2026-11-20 10:00:00');
  await server.sql('delete from paper_sending');
  fasc.faults.clear();
});

async function opened(of = lease, client = server.admin, tenantId = '000000') {
  await server.sql('delete from paper_sending'); // all orders of the tests have one phone
  const order = await of.confirmed();
  const [paper] = ok(await client.post(`${path}/makeContract`, { query: { orderId: order.id, type: 1 } }));
  await server.drain();
  const task = fasc.tasks.find(({ reference }) => reference === `${tenantId}.${paper.id}.0`)!;
  return { order, id: paper.id as string, task };
}
type Sent = ReturnType<FascStub['callback']>;
const post = (sent: Sent) => clientOf(server.app).send({ url: `/api${path}/callback`, ...sent });
async function taken(sent: Sent) {
  const { status, body } = await post(sent);
  expect([status, body]).toEqual([200, { msg: 'success' }]);
}
async function stateOf(id: string, client = server.admin) {
  const { status, signTaskStatus } = ok(await client.get(`${path}/detail`, { id }));
  return [status, signTaskStatus];
}
const finished = (task: StubTask, more: object = {}) => {
  fasc.finish(task, signed);
  return fasc.told(task, 'sign-task-finished', { ...more });
};
async function reconcile(fail: (error: unknown) => void = () => undefined) {
  await server.advance(fail);
  await server.drain();
}

describe('a callback', () => {
  it('is answered at once and stored as it came; the work follows', async () => {
    const { id, task } = await opened();
    fasc.called.length = 0;
    const sent = finished(task);
    await taken(sent);
    expect(fasc.called).toEqual([]);
    expect(await stateOf(id)).toEqual([1, 'sign_progress']);
    const [row] = await server.sql('select * from sign_event where task_id = $1', [task.id]);
    expect(row).toMatchObject({ event: 'sign-task-finished', state: 1, tenant_id: '000000' });
    expect(row.body).toBe(new URLSearchParams(sent.payload).get('bizContent'));
    await server.drain();
    expect(await stateOf(id)).toEqual([2, 'task_finished']);
  });

  it('that comes twice, or is sent again with a new number, has one effect', async () => {
    const { id, task } = await opened();
    const sent = finished(task);
    await taken(sent);
    await taken(sent);
    const { eventTime } = JSON.parse(new URLSearchParams(sent.payload).get('bizContent')!);
    server.clock.advance(3 * MINUTE);
    await taken(finished(task, { eventTime }));
    await server.drain();
    const rows = await server.sql('select state from sign_event where task_id = $1', [task.id]);
    expect(rows).toEqual([{ state: 2 }]);
    const entries = await server.sql(`select 1 from audit_log where entity_id = $1 and action = 'sign'`, [id]);
    expect(entries).toHaveLength(1);
  });

  it.each([
    ['another secret', { secret: 'another' }],
    ['another application', { app: '80009999' }],
    ['an old time', { at: Date.parse('2026-11-20T09:54:59+08:00') }],
    ['a time ahead', { at: Date.parse('2026-11-20T10:05:01+08:00') }],
  ])('with %s is refused and leaves nothing', async (_case, how) => {
    const { id, task } = await opened();
    fasc.finish(task, signed);
    const content = { signTaskId: task.id, signTaskStatus: 'task_finished', transReferenceId: task.reference };
    const before = await server.fingerprint();
    const { status, body } = await post(fasc.callback('sign-task-finished', content, how));
    expect([status, body.reason]).toEqual([403, 'contract.badCallback']);
    expect(await server.fingerprint()).toBe(before);
    await server.drain();
    expect(await stateOf(id)).toEqual([1, 'sign_progress']);
  });

  it('that was changed on its way, or has the number of another, is refused', async () => {
    const { task } = await opened();
    const sent = fasc.told(task, 'sign-task-sign-rejected');
    const refused = { status: 403, body: { reason: 'contract.badCallback' } };
    expect(
      await post({ ...sent, payload: sent.payload.replace('rejected', 'x').replace('sign_progress', 'y') }),
    ).toMatchObject(refused);
    expect(await post({ ...sent, headers: { ...sent.headers, 'X-FASC-Event': 'sign-task-finished' } })).toMatchObject(
      refused,
    );
    expect(await post({ ...sent, headers: { ...sent.headers, 'X-FASC-Sign': '' } })).toMatchObject(refused);
    expect(await post({ ...sent, payload: 'bizContent=' })).toMatchObject(refused);
    const nonce = 'n'.repeat(32);
    await taken(fasc.callback('sign-task-read', { signTaskId: task.id, transReferenceId: task.reference }, { nonce }));
    server.clock.advance(MINUTE);
    const again = fasc.callback(
      'sign-task-signed',
      { signTaskId: task.id, transReferenceId: task.reference },
      { nonce },
    );
    expect(await post(again)).toMatchObject(refused);
    server.clock.advance(11 * MINUTE);
    const later = { signTaskId: task.id, transReferenceId: task.reference };
    await taken(fasc.callback('sign-task-signed', later, { nonce }));
  });

  it('in any order ends where the task ended', async () => {
    const { order, id, task } = await opened();
    const start = fasc.told(task, 'sign-task-start');
    const last = fasc.told(task, 'sign-task-signed', { actorId: 'customer', memberId: 1234567890 });
    await taken(finished(task));
    await server.drain();
    await taken(last);
    await taken(start);
    await taken(fasc.told(task, 'sign-task-expire', { eventTime: '1' }));
    await taken(fasc.told(task, 'sign-task-sign-rejected', { eventTime: '2', signRejectReason: 'x' }));
    await server.drain();
    expect(await stateOf(id)).toEqual([2, 'task_finished']);
    expect((await lease.read(order.id)).prqy).toBe(1);
    const rows = await server.sql('select state from sign_event where task_id = $1 order by id', [task.id]);
    expect(rows.map(({ state }) => state)).toEqual([2, 3, 3, 3, 3]);
  });

  it('may give a reason with characters that no text of ours holds', async () => {
    const [told, asked] = [await opened(), await opened()];
    await taken(fasc.told(told.task, 'sign-task-sign-rejected', { signRejectReason: '金额\u0000不对\u0007' }));
    await server.drain();
    Object.assign(asked.task, { state: 'task_terminated', reason: '金额\u0000不对' });
    server.clock.advance(11 * MINUTE);
    await reconcile();
    for (const { id } of [told, asked])
      expect(ok(await server.admin.get(`${path}/detail`, { id }))).toMatchObject({
        signTaskStatus: 'rejected',
        reason: '金额不对',
      });
  });

  it('with numbers or names that cannot be stored is refused like any other', async () => {
    const { task } = await opened();
    const refused = { status: 403, body: { reason: 'contract.badCallback' } };
    expect(await post(fasc.callback('user-authorize', {}, { nonce: 'n'.repeat(64) }))).toMatchObject(refused);
    expect(await post(fasc.callback('sign-task-start', { signTaskId: 'a\u0000' }))).toMatchObject(refused);
    expect(await post(fasc.told(task, 'sign-task-start', { transReferenceId: 'a\u0000' }))).toMatchObject(refused);
  });

  it('of the last signer may say that all is done', async () => {
    const { id, task } = await opened();
    fasc.finish(task, signed);
    await taken(fasc.told(task, 'sign-task-signed', { actorId: 'customer' }));
    await server.drain();
    expect(await stateOf(id)).toEqual([2, 'task_finished']);
  });

  it('of a kind or a task that is not known is stored and ignored', async () => {
    const { id, task } = await opened();
    await taken(fasc.callback('user-authorize', { openUserId: '1', authResult: 'success' }));
    await taken(fasc.callback('sign-task-pending', { signtaskId: 'x9', actorId: 'a' }));
    await taken(fasc.callback('sign-task-finished', { signTaskId: '77', transReferenceId: '999999.1.0' }));
    await taken(fasc.callback('sign-task-finished', { signTaskId: '78', transReferenceId: task.reference }));
    await taken(fasc.told(task, 'sign-task-something-new'));
    await server.drain();
    const names = await server.sql(
      `select event, task_id from sign_event where state = 3 and task_id in ('', 'x9', '77', '78', $1) order by id`,
      [task.id],
    );
    expect(names.map(({ event }) => event)).toEqual([
      ...['user-authorize', 'sign-task-pending', 'sign-task-finished', 'sign-task-finished', 'sign-task-something-new'],
    ]);
    expect(await stateOf(id)).toEqual([1, 'sign_progress']);
  });
});

describe('a callback that is lost', () => {
  it('is made good by asking, once ten minutes have passed in silence', async () => {
    const { order, id, task } = await opened();
    fasc.finish(task, signed);
    server.clock.advance(9 * MINUTE);
    await reconcile();
    expect(await stateOf(id)).toEqual([1, 'sign_progress']);
    server.clock.advance(2 * MINUTE);
    fasc.faults.set('/sign-task/get-detail', 'down');
    const failures: unknown[] = [];
    await reconcile((error) => failures.push(error));
    expect(String(failures)).toContain('HTTP 502');
    fasc.faults.clear();
    await reconcile();
    expect(await stateOf(id)).toEqual([2, 'task_finished']);
    expect((await lease.read(order.id)).prqy).toBe(1);
  });

  it.each([
    [{ state: 'task_terminated', isCancelled: false }, 'rejected'],
    [{ state: 'task_terminated', isCancelled: true, reason: '撤回' }, 'canceled'],
    [{ state: 'expired' }, 'expired'],
  ])('tells of %j', async (end, status) => {
    const { id, task } = await opened();
    Object.assign(task, end);
    server.clock.advance(11 * MINUTE);
    await reconcile();
    expect(await stateOf(id)).toEqual([1, status]);
  });

  it('hides no other, when a task is in a state that is not known or is gone', async () => {
    const [strange, gone] = [await opened(), await opened()];
    server.clock.advance(1_000);
    const late = await opened();
    strange.task.state = 'something_new';
    fasc.tasks.splice(fasc.tasks.indexOf(gone.task), 1);
    fasc.finish(late.task, signed);
    server.clock.advance(11 * MINUTE);
    const failures: unknown[] = [];
    await reconcile((error) => failures.push(error));
    expect(String(failures)).toMatch(/something_new.*211050|211050.*something_new/);
    expect(await stateOf(late.id)).toEqual([2, 'task_finished']);
    // They have had their turn, and wait for the next.
    fasc.called.length = 0;
    await reconcile();
    expect(fasc.called).not.toContain('/sign-task/get-detail');
  });

  it('whose event was stored and not done is done', async () => {
    const { id, task } = await opened();
    await taken(finished(task));
    await server.sql(`delete from pgboss.job where name = 'esign.event'`);
    await server.drain();
    expect(await stateOf(id)).toEqual([1, 'sign_progress']);
    server.clock.advance(11 * MINUTE);
    await reconcile();
    expect(await stateOf(id)).toEqual([2, 'task_finished']);
  });
});

describe('a withdrawal that the queue has lost', () => {
  it('is made good, also of a contract that was removed', async () => {
    const { id, task } = await opened();
    ok(await server.admin.post(`${path}/remove`, { query: { ids: id } }));
    await server.sql(`delete from pgboss.job where name = 'esign.work'`);
    await server.drain();
    expect(task.state).toBe('sign_progress');
    server.clock.advance(11 * MINUTE);
    await reconcile();
    expect(task).toMatchObject({ state: 'task_terminated', isCancelled: true });
  });
});

describe('two tenants', () => {
  it('have companies of their own, and neither hears of the other', async () => {
    const theirs = leaseOf(server, other.client);
    const held = await opened(theirs, other.client, other.tenantId);
    expect(held.task.asked).toMatchObject({ initiator: { openId: 'corp2' } });
    const ours = await opened();
    await taken(finished(held.task));
    await server.drain();
    expect(await stateOf(held.id, other.client)).toEqual([2, 'task_finished']);
    expect(await stateOf(ours.id)).toEqual([1, 'sign_progress']);
    const [{ tenant_id: of }] = await server.sql('select tenant_id from sign_event where task_id = $1', [held.task.id]);
    expect(of).toBe(other.tenantId);
    expect((await server.admin.get(`${path}/detail`, { id: held.id })).status).toBe(404);
  });

  it('may be without a company there: their contracts are signed here', async () => {
    const lone = await server.foundTenant();
    const order = await leaseOf(server, lone.client).confirmed();
    const [paper] = ok(await lone.client.post(`${path}/makeContract`, { query: { orderId: order.id, type: 1 } }));
    expect(paper).toMatchObject({ provider: 1, signTaskStatus: 'sign_progress' });
  });

  it('keep their running contracts when new ones are signed here', async () => {
    const { id, task } = await opened();
    const { settings } = server.deps;
    settings.signsAt = 'local';
    const order = await lease.confirmed();
    const [paper] = ok(await server.admin.post(`${path}/makeContract`, { query: { orderId: order.id, type: 1 } }));
    settings.signsAt = 'fasc';
    expect(paper.provider).toBe(1);
    await taken(finished(task));
    await server.drain();
    expect(await stateOf(id)).toEqual([2, 'task_finished']);
    expect(JSON.stringify(await server.sql('select * from sign_event'))).not.toContain(fascSecret);
  });
});
