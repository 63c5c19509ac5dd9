/**
 * `npm run bench:jobs`: how many scheduled runs a second the schedulers of two server processes do on one database. All jobs
 * are due at the same moment, and each runs once. It prints figures, and ends with an error where a run is missing or was
 * done twice; how fast is fast enough it does not judge: machines differ.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { businessDate } from '../contract/domain/calendar';
import { registry, tasks } from '../server/app';
import { runnerOf } from '../server/engine/tasks';
import { startJobs } from '../server/job/firstJobs';
import type { Deps } from '../server/kernel/context';
import { openDatabase, openPool } from '../server/kernel/database';
import { snowflake } from '../server/kernel/ids';
import { readConfig } from '../server/platform/config';
import { openEgress } from '../server/platform/egress';
import { startEmbedded } from '../server/platform/embedded';
import { openFiles } from '../server/platform/files';
import { migrate } from '../server/platform/migrate';
import { installQueue, openQueue } from '../server/platform/queue';
import { openSchema } from '../server/platform/schema';
import { openSecrets } from '../server/platform/secrets';
import { ensureEssentials } from '../server/seed/essentials';

const password = 'Lease-desk-bench-2026';
/** Between the last preparation and the moment at which all jobs are due. */
const leadMs = 3_000;

function now() {
  return Date.now();
}

/** What a server has, less its calls. */
function open(app: pg.PoolConfig, number: number, dataDir: string) {
  const db = openDatabase(openPool(app));
  const queue = openQueue(app, () => number);
  const secrets = openSecrets(dataDir);
  const deps: Deps = {
    db,
    schema: openSchema(),
    now,
    newId: snowflake(now, number),
    random: (bytes) => randomBytes(bytes),
    secrets,
    files: openFiles(join(dataDir, 'files'), secrets),
    egress: openEgress(),
    queue,
    node: { number: () => number, name: `server ${number}`, tags: [], dataDir },
    settings: readConfig({}).settings,
  };
  const close = async () => {
    await queue.close();
    await db.close();
  };
  return { deps, queue, close };
}

interface Told {
  app: pg.PoolConfig;
  number: number;
  dataDir: string;
}

/** A server process: it works until it is told to end. */
async function serve({ app, number, dataDir }: Told): Promise<void> {
  const { deps, queue, close } = open(app, number, dataDir);
  await queue.work(tasks, runnerOf(deps, registry), (error, task) => console.error(task, error));
  process.once('message', async () => {
    await close();
    process.exit(0);
  });
  process.send?.('ready');
}

/** Jobs that run once, at that moment. */
async function insertJobs(owner: pg.Pool, count: number, at: Date): Promise<void> {
  const [second, minute, hour] = [at.getUTCSeconds(), at.getUTCMinutes(), at.getUTCHours()];
  const expression = `${second} ${minute} ${hour} ${at.getUTCDate()} ${at.getUTCMonth() + 1} ? ${at.getUTCFullYear()}`;
  await owner.query(`update job_info set enable = 0`);
  await owner.query(
    `insert into job_info (id, tenant_id, job_server_id, job_name, time_expression, time_zone, processor_info, job_params,
       create_time, update_time)
     select n, '000000', s.id, 'once ' || n, $2, 'UTC', 'demo.echo', '{"n":' || n || '}', now(), now()
     from generate_series(1, $1) n, job_server s where s.tenant_id = '000000' and s.is_embedded = 1`,
    [count, expression],
  );
}

/** Waits until all runs have ended; answers the ms that passed since the moment at which they were due. */
async function done(owner: pg.Pool, count: number, dueAt: number): Promise<number> {
  for (;;) {
    const { rows } = await owner.query(`select count(*)::int as count from job_run where state in (4, 5, 9, 10)`);
    if (rows[0].count >= count) return now() - dueAt;
    await sleep(250);
  }
}

async function run(count: number, servers: number): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'leasedesk-bench-'));
  const embedded = await startEmbedded({ dataDir, log: () => undefined });
  const owner = new pg.Pool({ ...embedded.owner, max: 2 });
  const children: ChildProcess[] = [];
  try {
    await migrate(owner);
    await installQueue(owner, tasks);
    const { deps, close } = open(embedded.app, 900, dataDir);
    await openDatabase(owner).withTenant('000000', businessDate(now()), (trx) => ensureEssentials(deps, trx, password));
    // Arming takes a statement or two for each job.
    const dueAt = Math.ceil((now() + leadMs + count * 4) / 1000) * 1000;
    await insertJobs(owner, count, new Date(dueAt));
    const from = performance.now();
    await startJobs(deps, registry);
    console.log(`armed ${count} jobs in ${Math.round(performance.now() - from)} ms`);
    await close();
    for (let number = 1; number <= servers; number++) {
      const child = fork(__filename, ['--serve'], { stdio: 'inherit' });
      children.push(child);
      child.send({ app: embedded.app, number, dataDir } satisfies Told);
      await once(child, 'message');
    }
    const ms = await done(owner, count, dueAt);
    const { rows } = await owner.query(`
      select count(*)::int as runs, count(distinct job_info_id)::int as jobs, max(attempt) as attempts,
        count(*) filter (where state = 5)::int as succeeded, (select count(*)::int from job_run_line) as lines,
        percentile_disc(0.5) within group (order by started_at - scheduled_at) as half,
        max(started_at - scheduled_at) as last from job_run`);
    const { rows: shares } = await owner.query(`select node, count(*)::int as runs from job_run group by 1 order by 1`);
    const [facts] = rows;
    console.log(`${count} runs by ${servers} server processes (${cpus().length} processors): ${ms} ms`);
    console.log(
      `  ${((1000 * count) / ms).toFixed(0)} runs a second; begun ${facts.half} ms late in the middle, ${facts.last} ms at most`,
    );
    for (const { node, runs } of shares) console.log(`  ${node}: ${runs}`);
    const isOnce = [facts.runs, facts.jobs, facts.succeeded, facts.lines].every((one) => one === count);
    console.log(isOnce && facts.attempts === 1 ? '  each once' : `  NOT each once: ${JSON.stringify(facts)}`);
    if (!isOnce) process.exitCode = 1;
  } finally {
    for (const child of children) {
      if (child.connected) child.send('end');
      await once(child, 'exit');
    }
    await owner.end();
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

if (process.argv.includes('--serve')) process.once('message', (told: Told) => void serve(told));
else {
  const { values } = parseArgs({
    options: { runs: { type: 'string', default: '10000' }, servers: { type: 'string', default: '2' } },
  });
  void run(Number(values.runs), Number(values.servers));
}
