/** Jobs over HTTP and through the queue, with a clock that the test moves. */
import { clientOf, ok, type Server, startServer } from '../../support/server';

let server: Server;
let serverId: string;
beforeAll(async () => {
  server = await startServer();
  [{ id: serverId }] = (await server.sql(
    `select id from job_server where tenant_id = '000000' and is_embedded = 1`,
  )) as [{ id: string }];
});
afterAll(() => server.close());

const info = '/blade-job/job-info';
const runs = '/blade-job/job-log';
let made = 0;
const draft = (more: object = {}) => ({
  jobServerId: serverId,
  jobName: `试验 ${++made}`,
  timeExpression: '0 0/5 * * * ?',
  processorInfo: 'demo.echo',
  ...more,
});
const save = async (more: object = {}, client = server.admin) =>
  ok(await client.post(`${info}/submit`, { body: draft(more) }));
const detail = async (id: string) => ok(await server.admin.get(`${info}/detail`, { id }));
const runsOf = async (jobInfoId: string) =>
  ok(await server.admin.get(`${runs}/list`, { jobInfoId, size: 200 })).records as Record<string, any>[];
const output = async (id: string) =>
  ok(await server.admin.get(`${runs}/output`, { id })) as { lines: { words: string }[]; [name: string]: any };
/** Moves the clock, and the queue's with it: what waits is due now. */
const pass = async (ms: number) => {
  server.clock.advance(ms);
  await server.sql(
    `update pgboss.job set start_after = start_after - $1 * interval '1 millisecond'
    where state in ('created', 'retry')`,
    [ms],
  );
  await server.drain();
};
const minutes = (n: number) => n * 60_000;

describe('a job', () => {
  it('runs at its moment, once however often its task comes, and says what it did', async () => {
    const { id, jobId, nextTime } = await save({ jobParams: '{"hello":"世界"}' });
    expect(jobId).toBe(id);
    expect(nextTime ?? (await detail(id)).nextTime).toBe('2026-11-20 10:05:00');
    await pass(minutes(4));
    expect(await runsOf(id)).toEqual([]);
    // the same tick a second time
    await server.sql(
      `insert into pgboss.job (name, data, start_after)
      select name, data, start_after from pgboss.job where name = 'job.due' and data ->> 'jobId' = $1`,
      [id],
    );
    await pass(minutes(1));
    const [run, ...others] = await runsOf(id);
    expect(others).toEqual([]);
    expect(run).toMatchObject({ state: 5, trigger: 1, attempt: 1, isLate: 0, missed: 0, result: '{"hello":"世界"}' });
    expect((await output(run!.id)).lines.map(({ words }) => words)).toEqual(['{"hello":"世界"}']);
    expect(await detail(id)).toMatchObject({
      nextTime: '2026-11-20 10:10:00',
      lastTime: '2026-11-20 10:05:00',
      lastState: 5,
    });
    ok(await server.admin.post(`${info}/remove`, { query: { ids: id } }));
    await pass(minutes(5));
    expect(await runsOf(id)).toHaveLength(1);
  });
});
void clientOf;
