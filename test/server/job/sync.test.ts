/** Jobs of PowerJob servers: our calls over HTTP on a real database, and servers that demand what a real one does. */
import { createHash } from 'node:crypto';
import { registry } from '../../../server/app';
import { asSystem } from '../../../server/engine/work';
import { openPowerJob, PowerJobRefused } from '../../../server/job/powerjob/client';
import { keepReserved } from '../../../server/job/sync';
import type { Context } from '../../../server/kernel/context';
import { type Egress, EgressError } from '../../../server/kernel/ports';
import { openEgress } from '../../../server/platform/egress';
import { type PowerJobStub, type StubJob, startPowerJob } from '../../support/powerjob';
import { type Client, ok, type Server, startServer } from '../../support/server';

const info = '/blade-job/job-info';
const place = '/blade-job/job-server';
const none = { inserted: 0, updated: 0, pushed: 0, disabled: 0, failed: [] };

let server: Server;
let admin: Client;
let first: PowerJobStub;
let second: PowerJobStub;
beforeAll(async () => {
  first = await startPowerJob();
  second = await startPowerJob();
  const allowed = [first.host, second.host, '127.0.0.1:9'].join(',');
  server = await startServer({ env: { EGRESS_ALLOW: allowed } });
  admin = server.admin;
});
afterAll(async () => {
  await server.close();
  await first.close();
  await second.close();
});
beforeEach(async () => {
  server.clock.set('2026-11-20 10:00:00');
  await server.sql('delete from job_info where job_server_id in (select id from job_server where is_embedded = 0)');
  await server.sql('delete from job_server where is_embedded = 0');
  for (const [stub, id] of [
    [first, 7],
    [second, 8],
  ] as const) {
    Object.assign(stub, { version: 5, wantsToken: true, pauseMs: 0, jobs: [], called: [] });
    stub.apps = [{ id, name: 'desk', password: 'app-pass-1' }];
    stub.instances.clear();
  }
});

async function addServer(stub: Pick<PowerJobStub, 'host'>, more: object = {}): Promise<string> {
  const body = {
    jobServerName: 'A',
    jobServerUrl: stub.host,
    jobAppName: 'desk',
    jobAppPassword: 'app-pass-1',
    ...more,
  };
  return ok(await admin.post(`${place}/submit`, { body })).id;
}
const draft = {
  jobName: 'nightly',
  timeExpressionType: 2,
  timeExpression: '0 0 3 * * ?',
  executeType: 1,
  processorType: 1,
  processorInfo: 'com.example.Nightly',
  dispatchStrategy: 1,
  enable: 1,
};
async function addJob(jobServerId: string, more: object = {}): Promise<string> {
  return ok(await admin.post(`${info}/submit`, { body: { ...draft, jobServerId, ...more } })).id;
}
async function edit(id: string, more: object): Promise<void> {
  const { version } = await job(id);
  ok(await admin.post(`${info}/submit`, { body: { id, version, ...more } }));
}
async function sync() {
  return ok(await admin.post(`${info}/sync`));
}
async function job(id: string) {
  return ok(await admin.get(`${info}/detail`, { id }));
}
async function jobsOf(jobServerId: string) {
  return ok(await admin.get(`${info}/list`, { jobServerId, size: 200, ascs: 'jobName' })).records;
}
/** A job that was made at the PowerJob server itself. */
function made(stub: PowerJobStub, id: number, more: Partial<StubJob> = {}): StubJob {
  const one: StubJob = {
    id,
    appId: stub.apps[0]!.id,
    jobName: `made ${id}`,
    status: 1,
    timeExpressionType: 2,
    timeExpression: '0 0 4 * * ?',
    executeType: 1,
    processorType: 1,
    processorInfo: 'com.example.Made',
    dispatchStrategy: 1,
    concurrency: 5,
    lifecycle: '{}',
    gmtModified: new Date('2026-11-20T01:00:00Z'),
    ...more,
  };
  stub.jobs.push(one);
  return one;
}

describe('the client of PowerJob servers', () => {
  const desk = { appName: 'desk', password: 'app-pass-1' };
  const open = (password = 'app-pass-1', appName = 'desk') =>
    openPowerJob(openEgress([first.host]), { origins: [`http://${first.host}`], appName, password });

  it('signs in to version 5 with a digest, and again when its token is not taken any more', async () => {
    made(first, 1);
    const client = open();
    await client.jobs();
    first.expireTokens();
    expect(await client.jobs()).toHaveLength(1);
    expect(first.called).toEqual(['/authApp', '/queryJob', '/queryJob', '/authApp', '/queryJob']);
  });

  it('goes to the next server of the cluster where one gives no answer, but starts no run twice', async () => {
    made(first, 1);
    const origins = ['http://127.0.0.1:9', `http://${first.host}`];
    const egress = openEgress([first.host, '127.0.0.1:9']);
    expect(await openPowerJob(egress, { ...desk, origins }).jobs()).toHaveLength(1);
    const runs: string[] = [];
    const broken: typeof egress = Object.assign(
      async (call: Parameters<typeof egress>[0]) => {
        if (!call.url.endsWith('/runJob')) return egress(call);
        runs.push(call.url);
        throw new EgressError('no answer');
      },
      { check: egress.check, place: egress.place },
    );
    await expect(openPowerJob(broken, { ...desk, origins }).run('1')).rejects.toThrow('no answer');
    expect(runs).toHaveLength(1);
  });

  it('signs in to version 4 with the plain password', async () => {
    Object.assign(first, { version: 4, wantsToken: false });
    expect(await open().appId()).toBe('7');
    await expect(open('wrong').jobs()).rejects.toThrow(PowerJobRefused);
  });

  it('keeps every digit of the number of a run, and stops it', async () => {
    made(first, 1);
    const client = open();
    const run = await client.run('1', '{"day":1}');
    expect([...first.instances]).toEqual([[run, { jobId: 1, appId: 7, status: 3, instanceParams: '{"day":1}' }]]);
    expect(await client.instance(run)).toMatchObject({ instanceId: run, jobId: '1', status: 3 });
    await client.stop(run);
    expect(await client.instanceStatus(run)).toBe(10);
  });

  it('is refused the job of another app', async () => {
    made(first, 1, { appId: 99 });
    await expect(open().disable('1')).rejects.toThrow('this job is not belong to the app whose appId is 7');
    expect(await open().jobs()).toEqual([]);
  });
});

describe('job-info/sync', () => {
  it('takes jobs in both directions, and a second run changes nothing', async () => {
    const [a, b] = [await addServer(first), await addServer(second, { jobServerName: 'B' })];
    const own = await addJob(a, { lifecycle: '2026-12-01 00:00:00,', minMemorySpace: 2, logLevel: 3 });
    made(second, 5, {
      status: 2,
      lifecycle: '{"start":1795190400000}',
      minDiskSpace: 0.5,
      logConfig: { type: 3, level: 4 },
      alarmConfig: { alertThreshold: 2, statisticWindowLen: 60, silenceWindowLen: 600 },
    });
    made(second, 6, { status: 99 });

    expect(await sync()).toEqual({ ...none, inserted: 1, pushed: 1 });
    expect(first.jobs).toEqual([
      expect.objectContaining({
        jobName: 'nightly',
        status: 1,
        lifecycle: '{"start":1796054400000}',
        minMemorySpace: 2,
        logConfig: { type: 1, level: 3 },
      }),
    ]);
    expect((await job(own)).jobId).toBe(String(first.jobs[0]!.id));
    expect(await jobsOf(b)).toEqual([
      expect.objectContaining({
        jobId: '5',
        jobName: 'made 5',
        enable: 0,
        lifecycle: '2026-11-21 00:00:00,',
        minDiskSpace: 1,
        logType: 3,
        logLevel: 4,
        alertThreshold: 2,
        silenceWindowLen: 600,
      }),
    ]);
    for (const one of await Promise.all([a, b].map((id) => admin.get(`${place}/detail`, { id }))))
      expect(ok(one)).toMatchObject({ state: 1, checkTime: '2026-11-20 10:00:00' });

    const before = await server.fingerprint();
    expect(await sync()).toEqual(none);
    expect(await server.fingerprint()).toBe(before);
    expect([first, second].flatMap(({ called }) => called).filter((path) => path === '/saveJob')).toHaveLength(1);
  });

  it('takes the side that has changed, whatever its date: PowerJob moves that on with every run', async () => {
    const a = await addServer(first);
    const id = await addJob(a);
    await sync();
    const there = first.jobs[0]!;
    server.clock.set('2026-11-20 11:00:00');
    await edit(id, { jobParams: '{"a":1}' });
    first.trigger(there.id, new Date('2026-11-20T06:00:00Z'));
    expect(await sync()).toEqual({ ...none, pushed: 1 });
    expect(there.jobParams).toBe('{"a":1}');

    Object.assign(there, { status: 2, gmtModified: new Date('2020-01-01T00:00:00Z') });
    expect(await sync()).toEqual({ ...none, updated: 1 });
    expect(await job(id)).toMatchObject({ enable: 0, jobParams: '{"a":1}' });
    expect(await sync()).toEqual(none);
  });

  it('takes the newer side where both have changed, and theirs where neither is newer', async () => {
    const a = await addServer(first);
    const [older, newer] = [await addJob(a, { jobName: 'older' }), await addJob(a, { jobName: 'newer' })];
    await sync();
    server.clock.set('2026-11-20 12:00:00');
    for (const id of [older, newer]) await edit(id, { jobDescription: 'ours' });
    const [one, other] = first.jobs;
    Object.assign(one!, { jobDescription: 'theirs', gmtModified: new Date('2026-11-20T04:00:00Z') });
    Object.assign(other!, { jobDescription: 'theirs', gmtModified: new Date('2026-11-20T03:00:00Z') });
    expect(await sync()).toEqual({ ...none, updated: 1, pushed: 1 });
    expect([(await job(older)).jobDescription, other!.jobDescription]).toEqual(['theirs', 'ours']);
    expect(await sync()).toEqual(none);
  });

  it('pauses a row whose job was removed there, and says why', async () => {
    const a = await addServer(first);
    const id = await addJob(a);
    await sync();
    first.jobs[0]!.status = 99;
    expect(await sync()).toEqual({ ...none, disabled: 1 });
    expect(await job(id)).toMatchObject({ enable: 0, note: '任务服务上已删除该任务' });
    expect(await sync()).toEqual(none);
    expect(first.jobs).toHaveLength(1);
  });

  it('goes on with the other servers when one is away and one refuses the password', async () => {
    await addServer({ host: '127.0.0.1:9' }, { jobServerName: 'away' });
    const wrong = await addServer(first, { jobServerName: 'wrong', jobAppPassword: 'nonsense' });
    await addJob(await addServer(second, { jobServerName: 'works' }));
    const outcome = await sync();
    expect(outcome).toMatchObject({ ...none, pushed: 1, failed: [{ name: 'away' }, { name: 'wrong' }] });
    expect(outcome.failed[0].reason).toContain('无法连接任务服务“away”');
    expect(outcome.failed[1].reason).toBe('任务服务“wrong”的应用名称或密码不正确');
    expect(ok(await admin.get(`${place}/detail`, { id: wrong }))).toMatchObject({
      state: 3,
      stateNote: '任务服务“wrong”的应用名称或密码不正确',
    });
    expect(JSON.stringify(outcome)).not.toContain('nonsense');
  });

  it('leaves out what has no place in our table, and says what', async () => {
    const a = await addServer(first);
    made(first, 1, { jobName: 'daily', timeExpressionType: 11 });
    made(first, 2);
    const failed = [{ name: 'A / daily', reason: '该任务的“时间表达式类型”在本系统中没有对应的取值，未同步' }];
    expect(await sync()).toEqual({ ...none, inserted: 1, failed });
    expect(await jobsOf(a)).toHaveLength(1);
  });

  it('knows a job again that it has added when its id was not stored', async () => {
    const a = await addServer(first);
    const id = await addJob(a);
    await sync();
    await server.sql('update job_info set job_id = null, synced = null where id = $1', [id]);
    Object.assign(first.jobs[0]!, { jobDescription: 'changed there', gmtModified: new Date('2026-11-21T00:00:00Z') });
    expect(await sync()).toEqual({ ...none, updated: 1 });
    expect(await job(id)).toMatchObject({ jobId: String(first.jobs[0]!.id), jobDescription: 'changed there' });
    expect(first.jobs).toHaveLength(1);
  });

  it('adds a job once however many ask for it at the same time', async () => {
    await addJob(await addServer(first));
    first.pauseMs = 100;
    const outcomes = await Promise.all([sync(), sync(), sync()]);
    expect(outcomes.map(({ pushed }) => pushed).sort()).toEqual([0, 0, 1]);
    expect(first.jobs).toHaveLength(1);
  });

  it('whose answer was lost keeps the next one waiting for half a minute, as long as one that goes on', async () => {
    const id = await addServer(first);
    const headers = { 'idempotency-key': 'sync-once-only' };
    const answered = ok(await admin.post(`${info}/sync`, { headers }));
    expect(ok(await admin.post(`${info}/sync`, { headers }))).toEqual(answered);
    const failed = [{ name: 'A', reason: expect.stringContaining('稍后再试') }];
    expect(await sync()).toEqual({ ...none, failed });
    server.clock.advance(31_000);
    expect(await sync()).toEqual(none);

    const until = async () =>
      (await server.sql('select syncing_until::text as at from job_server where id = $1', [id]))[0].at;
    expect(await until()).toBeNull();
    const entitled = <T>(part: (cx: Context) => Promise<T>) =>
      asSystem(server.deps, registry, { tenantId: '000000', actor: '系统' }, part);
    const kept = keepReserved(server.deps, entitled, [id], 5);
    const end = Date.now() + 5_000;
    while ((await until()) === null && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 5));
    await kept.end();
    const last = await until();
    expect(last > server.clock.text()).toBe(true);
    server.clock.advance(20_000);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(await until()).toBe(last);
  });

  it('does not touch jobs of the embedded scheduler', async () => {
    const [{ count }] = await server.sql(
      'select count(*)::int from job_info i join job_server s on s.tenant_id = i.tenant_id and s.id = i.job_server_id where s.is_embedded = 1',
    );
    expect(count).toBeGreaterThan(0);
    const before = await server.fingerprint();
    expect(await sync()).toEqual(none);
    expect(await server.fingerprint()).toBe(before);
  });
});

describe('job-server/sync', () => {
  it('checks every server and notes the number of its app', async () => {
    const a = await addServer(first);
    const b = await addServer(second, { jobServerName: 'B', jobAppName: 'unknown' });
    const failed = [{ name: 'B', reason: '任务服务“B”的应用名称或密码不正确' }];
    expect(ok(await admin.post(`${place}/sync`))).toEqual({ ...none, updated: 2, failed });
    expect(ok(await admin.post(`${place}/sync`))).toEqual({ ...none, failed });
    expect(ok(await admin.get(`${place}/detail`, { id: a }))).toMatchObject({ state: 1, appId: '7', stateNote: null });
    expect(ok(await admin.get(`${place}/detail`, { id: b }))).toMatchObject({ state: 3, appId: null });
  });
});

describe('a job of a PowerJob server', () => {
  it('is run, paused, enabled and removed there', async () => {
    const id = await addJob(await addServer(first));
    const refused = await admin.post(`${info}/run`, { query: { ids: id } });
    expect(refused.body).toMatchObject({ success: false, msg: '任务“nightly”尚未同步到任务服务，请先进行数据同步' });
    await sync();
    const there = first.jobs[0]!;
    ok(await admin.post(`${info}/run`, { query: { ids: id } }));
    expect([...first.instances.values()]).toEqual([{ jobId: there.id, appId: 7, status: 3, instanceParams: null }]);
    ok(await admin.post(`${info}/pause`, { query: { ids: id } }));
    expect([there.status, (await job(id)).enable]).toEqual([2, 0]);
    ok(await admin.post(`${info}/enable`, { query: { ids: id } }));
    expect([there.status, (await job(id)).enable]).toEqual([1, 1]);
    expect(await sync()).toEqual(none);
    ok(await admin.post(`${info}/remove`, { query: { ids: id } }));
    expect(there.status).toBe(99);
    expect(await sync()).toEqual(none);
  });

  it('is paused and enabled there by the call of the family, too, and its run has an id', async () => {
    const id = await addJob(await addServer(first));
    await sync();
    ok(await admin.post(`${info}/change`, { query: { id, enable: 0 } }));
    expect([first.jobs[0]!.status, (await job(id)).enable]).toEqual([2, 0]);
    ok(await admin.post(`${info}/change`, { query: { id, enable: 1 } }));
    expect([first.jobs[0]!.status, (await job(id)).enable]).toEqual([1, 1]);
    expect([...first.instances.keys()]).toEqual([]);
    const run = ok(await admin.post(`${info}/run`, { query: { id } }));
    expect([...first.instances.keys()]).toEqual([run]);
  });

  it('stays as it is when its server refuses or is away', async () => {
    const a = await addServer(first);
    const id = await addJob(a);
    await sync();
    first.apps[0]!.password = 'changed';
    for (const call of ['pause', 'remove', 'run']) {
      const { body } = await admin.post(`${info}/${call}`, { query: { ids: id } });
      expect(body).toMatchObject({ success: false, reason: 'jobServer.wrongPassword' });
    }
    expect(await job(id)).toMatchObject({ enable: 1 });
    expect([first.jobs[0]!.status, first.instances.size]).toEqual([1, 0]);
  });

  it('is run once, however often the request is repeated with its key', async () => {
    const id = await addJob(await addServer(first));
    await sync();
    const headers = { 'idempotency-key': 'run-of-the-job-1' };
    for (let i = 0; i < 2; i++) ok(await admin.post(`${info}/run`, { query: { ids: id }, headers }));
    expect(first.instances.size).toBe(1);
  });
});

describe('the password of a job server', () => {
  it('is sealed, never answered, and stays when it comes back empty or masked', async () => {
    const id = await addServer(first);
    const stored = async () =>
      (await server.sql('select job_app_password as p from job_server where id = $1', [id]))[0].p as string;
    const sealed = await stored();
    expect(sealed).not.toContain('app-pass-1');
    for (const jobAppPassword of ['', '******']) {
      const { version } = ok(await admin.get(`${place}/detail`, { id }));
      ok(await admin.post(`${place}/submit`, { body: { id, version, jobRemark: jobAppPassword, jobAppPassword } }));
      expect(await stored()).toBe(sealed);
    }
    for (const path of ['detail', 'list', 'select'])
      expect(JSON.stringify((await admin.get(`${place}/${path}`, { id })).body)).not.toMatch(/jobAppPassword|app-pass/);
    expect(ok(await admin.post(`${place}/sync`)).failed).toEqual([]);
  });

  it('is asked for again when the address changes, so that it goes nowhere else', async () => {
    const id = await addServer(first);
    const { version } = ok(await admin.get(`${place}/detail`, { id }));
    const body = { id, version, jobServerUrl: second.host };
    const { body: refused } = await admin.post(`${place}/submit`, { body });
    expect(refused).toMatchObject({ reason: 'jobServer.passwordAgain', problems: { jobAppPassword: 'required' } });
  });

  it('is not taken for an address inside the network that the operator has not allowed', async () => {
    const body = { jobServerName: 'A', jobServerUrl: '127.0.0.1:1', jobAppName: 'desk', jobAppPassword: 'app-pass-1' };
    const { body: refused } = await admin.post(`${place}/submit`, { body });
    expect(refused).toMatchObject({ reason: 'job.badAddress', problems: { jobServerUrl: 'badFormat' } });
  });
});

it.each([
  [5, 200],
  [4, 404],
] as const)('a refusal of version %d says the password back in no form', async (_version, ofAuthApp) => {
  const password = 'app pass&1';
  const egress = async ({ url, body = '' }: { url: string; body?: string }) => ({
    status: url.endsWith('/authApp') ? ofAuthApp : 200,
    body: JSON.stringify({ success: false, code: '-100', message: `cannot read ${body}, ${password}` }),
  });
  const app = { origins: ['http://jobs.example'], appName: 'desk', password };
  const refusal = await openPowerJob(egress as unknown as Egress, app)
    .jobs()
    .catch((error: Error) => error.message);
  expect(refusal).toMatch(/^cannot read .*\*\*\*/);
  const digest = createHash('md5').update(password).digest('hex');
  for (const told of [password, 'app+pass%261', digest]) expect(refusal).not.toContain(told);
});
