/** Secrets among the parameters of a job reach its handler and no reader. */
import { setImmediate as turn } from 'node:timers/promises';
import { registry } from '../../../server/app';
import { runnerOf } from '../../../server/engine/tasks';
import { jobDue } from '../../../server/job/due';
import { defineJobHandler, type Handlers } from '../../../server/job/handler';
import { handlers } from '../../../server/job/handlers';
import { jobRunTask } from '../../../server/job/running';
import { openQueue } from '../../../server/platform/queue';
import { ok, type Server, startServer } from '../../support/server';

const info = '/blade-job/job-info';
const runs = '/blade-job/job-log';
const first = 'planted-Marker-1';
const second = 'planted-Marker-2';
const shown = '{"to":"db","login":{"password":"***"}}';

let server: Server;
let id: string;
/** What the handler was given. */
const given: unknown[] = [];
const telling: Handlers = new Map(handlers).set(
  'demo.echo',
  defineJobHandler({
    key: 'demo.echo',
    async run({ params, log, progress }) {
      given.push(params);
      const secret = (params as { login: { password: string } }).login.password;
      log.info(`with ${secret} to the database`);
      log.info(JSON.stringify(params));
      progress(50, secret);
      if (params.to === 'nowhere') throw new Error(`no entry with ${secret}`);
      return `done with ${secret}`;
    },
  }),
);
const kinds = [jobDue, jobRunTask(telling, { beatMs: 20, graceMs: 100, writePauseMs: 5 })];

beforeAll(async () => {
  server = await startServer();
  const [scheduler] = await server.sql(`select id from job_server where tenant_id = '000000' and is_embedded = 1`);
  const body = {
    jobServerId: scheduler.id,
    jobName: '推送',
    timeExpression: '0 0/5 * * * ?',
    processorInfo: 'demo.echo',
    jobParams: shown.replace('***', first),
    extra: `callback=https://me:${first}@db/x?token=${first}`,
  };
  id = ok(await server.admin.post(`${info}/submit`, { body })).id;
});
afterAll(() => server.close());

const detail = async () => ok(await server.admin.get(`${info}/detail`, { id }));
const change = async (more: object) => server.admin.post(`${info}/submit`, { body: { ...(await detail()), ...more } });
const stored = async () => (await server.sql('select job_params, extra from job_info where id = $1', [id]))[0];
async function run(): Promise<string> {
  const runId = ok(await server.admin.post(`${info}/run`, { query: { id } }));
  const queue = openQueue(server.connections.app);
  await queue.drain(kinds, runnerOf({ ...server.deps, queue }, registry));
  await queue.close();
  return runId;
}

it('is shown masked; the masks sent back keep what is stored', async () => {
  expect(await detail()).toMatchObject({ jobParams: shown, extra: 'callback=https://me:***@db/x?token=***' });
  ok(await change({ jobName: '推送二', jobParams: shown.replace('db', 'db2') }));
  expect(await stored()).toEqual({
    job_params: shown.replace('db', 'db2').replace('***', first),
    extra: `callback=https://me:${first}@db/x?token=${first}`,
  });
  ok(await change({ jobParams: shown.replace('***', second) }));
  const [last] = ok(await server.admin.get(`${info}/history`, { id }));
  expect(last.changes).toEqual([{ field: 'jobParams', before: shown.replace('db', 'db2'), after: shown }]);
});

it('is entered again under another name, and no condition guesses it', async () => {
  for (const jobParams of ['{"to":"***"}', '{"login":{"text":"***"}}']) ok(await change({ jobParams }));
  expect((await stored()).job_params).not.toContain('planted');
  ok(await change({ jobParams: shown.replace('***', second) }));
  for (const jobParams of ['{"password":"***"}', 'password=***', shown.replace('password', 'token')]) {
    const refused = await change({ jobParams });
    expect([refused.status, Object.keys(refused.body.problems)]).toEqual([400, ['jobParams']]);
  }
  for (const guess of ['jobParams_likeRight', 'jobParams_like', 'extra_like'])
    expect((await server.admin.get(`${info}/list`, { [guess]: 'planted' })).status).toBe(400);
  const copy = { ...(await detail()), id: undefined, jobName: '另一个' };
  expect((await server.admin.post(`${info}/submit`, { body: copy })).status).toBe(400);
});

it('reaches the handler; neither the run nor any answer, file, history or log tells it', async () => {
  const one = await run();
  ok(await change({ jobParams: shown.replace('db', 'nowhere') }));
  const other = await run();
  const again = ok(await server.admin.post(`${runs}/rerun`, { body: { ids: one } }));
  await run();
  expect(given).toHaveLength(4);
  for (const params of given) expect(params).toMatchObject({ login: { password: second } });
  const answers = await Promise.all([
    ...[one, other, again].flatMap((runId) => [
      server.admin.get(`${runs}/detail`, { id: runId }),
      server.admin.get(`${runs}/output`, { id: runId }),
    ]),
    server.admin.get(`${runs}/list`, { size: 200 }),
    server.admin.get(`${runs}/export`, { format: 'csv' }),
    server.admin.get(`${info}/list`, { size: 200 }),
    server.admin.get(`${info}/export`, { format: 'csv' }),
    server.admin.get(`${info}/history`, { id }),
    server.admin.get('/blade-log/audit/list', { size: 200 }),
  ]);
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  await turn();
  await server.deps.logs!.flush();
  const logged = await Promise.all(
    ['api_log', 'usual_log', 'error_log', 'audit_log', 'idempotency', 'list_change', 'job_run_line', 'inbox'].map(
      (table) => server.sql(`select * from ${table}`),
    ),
  );
  expect(logged[0]).not.toEqual([]);
  expect(logged[6]).not.toEqual([]);
  expect(JSON.stringify([answers, logged])).not.toMatch(/planted-Marker/);
});
