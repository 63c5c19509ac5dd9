/** Jobs of other tenants and of people without their buttons: knowing an id is not enough. */
import { type Answer, type Client, ok, type Server, startServer } from '../../support/server';
import { refusal } from '../../support/workflow';

const info = '/blade-job/job-info';
const log = '/blade-job/job-log';
const place = '/blade-job/job-server';

let server: Server;
let far: Client;
let reader: Client;
let job: { id: string; jobServerId: string; version: number };
let remote: { id: string; version: number };
let runId: string;
const pages = ['jobserver', 'jobinfo', 'joblog'];

beforeAll(async () => {
  server = await startServer();
  await server.addUser({ account: 'reader', permissions: pages });
  reader = await server.as('reader');
  far = (await server.foundTenant()).client;
  const [{ id: jobServerId }] = ok(await server.admin.get(`${place}/select`));
  const body = {
    ...{ jobServerId, jobName: 'echo', timeExpressionType: 1, executeType: 1, processorType: 1, dispatchStrategy: 1 },
    ...{ processorInfo: 'demo.echo', enable: 1, jobParams: '{"who":"us"}' },
  };
  job = ok(await server.admin.post(`${info}/submit`, { body }));
  runId = ok(await server.admin.post(`${info}/run`, { query: { id: job.id } }));
  await server.drain();
  const given = {
    jobServerName: 'A',
    jobServerUrl: 'https://1.1.1.1',
    jobAppName: 'a',
    jobAppPassword: 'app-secret-77',
  };
  remote = ok(await server.admin.post(`${place}/submit`, { body: given }));
});
afterAll(() => server.close());

/** Every call that does something to a job, a run or a server. */
function deeds(who: Client): Promise<Answer>[] {
  const { id } = job;
  return [
    who.post(`${info}/submit`, { body: { ...job, jobName: 'x' } }),
    who.post(`${info}/change`, { query: { id, enable: 0 } }),
    who.post(`${info}/run`, { query: { id } }),
    who.post(`${info}/enable`, { query: { id } }),
    who.post(`${info}/pause`, { query: { id } }),
    who.post(`${info}/remove`, { query: { ids: id } }),
    who.post(`${log}/stop`, { query: { id: runId } }),
    who.post(`${log}/rerun`, { query: { id: runId } }),
    who.post(`${place}/submit`, { body: { ...remote, jobServerName: 'x' } }),
    who.post(`${place}/remove`, { query: { ids: remote.id } }),
  ];
}
async function everything(): Promise<unknown[]> {
  const rows = (table: string) => server.sql(`select * from ${table} where tenant_id = '000000' order by id`);
  return Promise.all(['job_info', 'job_run', 'job_server'].map(rows));
}

it('those of another tenant are neither read nor changed', async () => {
  const before = await everything();
  const reads = [
    far.get(`${info}/detail`, { id: job.id }),
    far.get(`${log}/detail`, { id: runId }),
    far.get(`${log}/output`, { id: runId }),
    far.get(`${place}/detail`, { id: remote.id }),
    far.get(`${info}/history`, { id: job.id }),
  ];
  for (const answer of await Promise.all(reads)) {
    expect(JSON.stringify(answer.body)).not.toMatch(/echo|who|1\.1\.1\.1/);
    expect(answer.status === 404 || refusal(answer) === '400 notYours' || answer.body.data.length === 0).toBe(true);
  }
  for (const answer of await Promise.all(deeds(far))) expect(refusal(answer)).toMatch(/^40[034] (notFound|notYours)$/);
  expect(await everything()).toEqual(before);
});

it('no job is put on a server of another tenant, and none of a tenant runs the platform’s work', async () => {
  const { version: _version, id: _id, ...rest } = job;
  const [{ id: own }] = ok(await far.get(`${place}/select`));
  const add = (more: object) => far.post(`${info}/submit`, { body: { ...rest, ...more } });
  expect((await add({ jobServerId: job.jobServerId })).status).toBe(400);
  expect((await add({ jobServerId: remote.id })).status).toBe(400);
  for (const processorInfo of ['log.cleanup', 'backup.make'])
    expect(refusal(await add({ jobServerId: own, processorInfo }))).toBe('400 invalid');
});

it('without the buttons they are read and left as they are', async () => {
  const before = await everything();
  for (const answer of await Promise.all(deeds(reader))) expect(refusal(answer)).toBe('403 forbidden');
  expect(await everything()).toEqual(before);
});

it('are enabled and paused by those with the button alone, also through the form', async () => {
  await server.addUser({ account: 'editor', permissions: [...pages, 'jobinfo_edit', 'jobinfo_pause'] });
  const editor = await server.as('editor');
  const held = ok(await server.admin.get(`${info}/detail`, { id: job.id }));
  const save = async (more: object) => {
    const { version } = ok(await server.admin.get(`${info}/detail`, { id: job.id }));
    return editor.post(`${info}/submit`, { body: { ...held, version, ...more } });
  };
  expect(ok(await save({ jobName: 'renamed' }))).toMatchObject({ jobName: 'renamed', enable: 1 });
  expect(ok(await save({ enable: 0 }))).toMatchObject({ enable: 0 });
  const before = await everything();
  expect(refusal(await save({ enable: 1 }))).toBe('403 forbidden');
  expect(refusal(await editor.post(`${info}/change`, { query: { id: job.id, enable: 1 } }))).toBe('403 forbidden');
  expect(await everything()).toEqual(before);
});
