/** Two schedulers on one database, each with the real clock and a queue of its own: every moment has one run. */
import { registry } from '../../../server/app';
import { runnerOf } from '../../../server/engine/tasks';
import { jobDue } from '../../../server/job/due';
import { startJobs } from '../../../server/job/firstJobs';
import { handlers } from '../../../server/job/handlers';
import { jobRunTask } from '../../../server/job/running';
import { snowflake } from '../../../server/kernel/ids';
import { openQueue } from '../../../server/platform/queue';
import { depth } from '../../support/depth';
import { type Server, startServer } from '../../support/server';

const moments = depth(200, 10_000);
const kinds = [jobDue, jobRunTask(handlers)];

let server: Server;
beforeAll(async () => {
  server = await startServer();
  await server.sql(`update job_info set enable = 0`);
});
afterAll(() => server.close());

function now() {
  return Date.now();
}

/** A scheduler as a process of its own has it. */
function open(number: number) {
  const queue = openQueue(server.connections.app, () => number);
  const node = { number: () => number, name: `server ${number}`, tags: [], dataDir: server.folder };
  const deps = { ...server.deps, now, newId: snowflake(now, number), queue, node };
  const failures: unknown[] = [];
  return {
    deps,
    failures,
    work: () => queue.work(kinds, runnerOf(deps, registry), (error) => failures.push(error)),
    close: () => queue.close(),
  };
}

/** Jobs that run once, all at the same moment, `2026-11-20T10:00:05` in Shanghai. */
async function insertJobs(count: number, at: Date): Promise<void> {
  const [second, minute, hour] = [at.getUTCSeconds(), at.getUTCMinutes(), at.getUTCHours()];
  const expression = `${second} ${minute} ${hour} ${at.getUTCDate()} ${at.getUTCMonth() + 1} ? ${at.getUTCFullYear()}`;
  await server.sql(
    `insert into job_info (id, tenant_id, job_server_id, job_name, time_expression, time_zone, processor_info, job_params,
       create_time, update_time)
     select 9000000 + n, '000000', s.id, 'once ' || n, $2, 'UTC', 'demo.echo', '{"n":' || n || '}', now(), now()
     from generate_series(1, $1) n, job_server s where s.tenant_id = '000000' and s.is_embedded = 1`,
    [count, expression],
  );
}

it(`do ${moments} runs once each, between them`, async () => {
  const [one, two] = [open(1), open(2)];
  await insertJobs(moments, new Date(now() + 2_000 + moments * 5));
  await Promise.all([startJobs(one.deps, registry), startJobs(two.deps, registry)]);
  await Promise.all([one.work(), two.work()]);
  const open_ = `select count(*) from job_info j where processor_info = 'demo.echo' and last_state is null`;
  for (const end = now() + 20_000 + moments * 50; Number((await server.sql(open_))[0].count) > 0; )
    if (now() > end) throw new Error('the runs do not come to their end');
    else await new Promise((resolve) => setTimeout(resolve, 200));
  await Promise.all([one.close(), two.close()]);
  expect([one.failures, two.failures]).toEqual([[], []]);
  const [facts] = await server.sql(`
    select count(*)::int as runs, count(distinct job_info_id)::int as jobs, sum(attempt)::int as attempts,
      count(*) filter (where state = 5)::int as done, count(*) filter (where trigger = 1)::int as ticks,
      (select count(*)::int from job_run_line) as lines,
      (select count(distinct words)::int from job_run_line) as said
    from job_run`);
  const n = moments;
  expect(facts).toEqual({ runs: n, jobs: n, attempts: n, done: n, ticks: n, lines: n, said: n });
  const shares = await server.sql(`select node, count(*)::int as runs from job_run group by node order by node`);
  expect(shares.map(({ node }) => node)).toEqual(['server 1 #1', 'server 2 #2']);
}, 900_000);
