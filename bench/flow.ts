/**
 * `npm run bench:flow`: how many instances of a process the server starts a second, and how many tasks it completes, by
 * the calls of the console, with 1, 4 and 16 clients at once; and what one completion costs. The leave request is the
 * process. It prints figures and judges nothing: machines differ.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { businessDate } from '../contract/domain/calendar';
import { buildApp, tasks } from '../server/app';
import { md5 } from '../server/auth/password/oneTimePassword';
import { openAnchor } from '../server/engine/audit/anchor';
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

interface Bench {
  call(method: 'GET' | 'POST', path: string, parameters?: object): Promise<any>;
  /** Statements of the program since the last time. */
  statements(): number;
  sql(text: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

async function open(): Promise<Bench> {
  const dataDir = mkdtempSync(join(tmpdir(), 'leasedesk-bench-'));
  const embedded = await startEmbedded({ dataDir, log: () => undefined });
  const owner = new pg.Pool({ ...embedded.owner, max: 2 });
  await migrate(owner);
  await installQueue(owner, tasks);
  const now = () => Date.now();
  const secrets = openSecrets(dataDir);
  const pool = openPool(embedded.app);
  let sent = 0;
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    Object.assign(client, {
      query: (...given: unknown[]) => {
        sent++;
        return query(...given);
      },
    });
  });
  const db = openDatabase(pool);
  const queue = openQueue(embedded.app);
  const deps: Deps = {
    ...{ db, schema: openSchema(), now, newId: snowflake(now, 1), random: (bytes) => randomBytes(bytes), secrets },
    files: openFiles(join(dataDir, 'files'), secrets),
    anchor: openAnchor(join(dataDir, 'audit.anchor'), { db, secrets, now }),
    egress: openEgress(),
    queue,
    settings: readConfig({}).settings,
  };
  await openDatabase(owner).withTenant('000000', businessDate(now()), (trx) => ensureEssentials(deps, trx, password));
  const app = await buildApp(deps);
  const signIn = await app.inject({
    method: 'POST',
    url: '/api/blade-auth/oauth/token',
    headers: { authorization: `Basic ${Buffer.from('saber:saber_secret').toString('base64')}` },
    query: { grant_type: 'password', username: 'admin', password: md5(password) },
  });
  const headers = { 'blade-auth': `bearer ${signIn.json().access_token}` };
  return {
    async call(method, path, parameters = {}) {
      const asked = method === 'GET' ? { query: parameters as Record<string, string> } : { payload: parameters };
      const answer = await app.inject({ method, url: `/api${path}`, headers, ...asked });
      if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`);
      return answer.json().data;
    },
    statements() {
      const count = sent;
      sent = 0;
      return count;
    },
    sql: async (text) => (await owner.query(text)).rows,
    async close() {
      await app.close();
      await deps.anchor?.close();
      await queue.close();
      await db.close();
      await owner.end();
      await embedded.stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}

/** What so many clients do in a time, a second. */
async function rate(
  clients: number,
  ms: number,
  one: () => Promise<boolean>,
): Promise<{ perSecond: number; count: number }> {
  const from = performance.now();
  let count = 0;
  const client = async () => {
    while (performance.now() - from < ms && (await one())) count++;
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { perSecond: count / ((performance.now() - from) / 1000), count };
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { seconds: { type: 'string', default: '5' } } });
  const ms = Number(values.seconds) * 1000;
  const bench = await open();
  const [{ id: processDefinitionId }] = (await bench.call('GET', '/blade-flow/work/start-list', { key: 'leave' }))
    .records;
  const [{ id: taskUser }] = (await bench.sql(`select id from sys_user where account = 'admin'`)) as [{ id: string }];
  const leave = {
    processDefinitionId,
    taskUser,
    startTime: '2027-01-04 09:00:00',
    endTime: '2027-01-05 09:00:00',
    reason: '测试',
  };
  const start = async () => Boolean(await bench.call('POST', '/blade-desk/process/leave/start-process', leave));
  const waiting: string[] = [];
  const complete = async () => {
    const taskId = waiting.pop();
    if (taskId === undefined) return false;
    await bench.call('POST', '/blade-flow/work/complete-task', { taskId, comment: '同意', flag: 'ok' });
    return true;
  };
  await rate(4, 1_000, start); // the code is warm
  console.log(`a leave request, ${values.seconds} s each; ${cpus().length} processors\n`);
  console.log(
    ['clients', 'started/s', 'statements', 'completed/s', 'statements'].map((head) => head.padStart(13)).join(''),
  );
  for (const clients of [1, 4, 16]) {
    bench.statements();
    const started = await rate(clients, ms, start);
    const startStatements = bench.statements() / started.count;
    waiting.length = 0;
    for (const { id } of await bench.sql('select id from flow_task where status = 1 order by random()'))
      waiting.push(String(id));
    bench.statements();
    const completed = await rate(clients, ms, complete);
    const cells = [String(clients), started.perSecond.toFixed(0), startStatements.toFixed(1)];
    cells.push(completed.perSecond.toFixed(0), (bench.statements() / completed.count).toFixed(1));
    console.log(cells.map((cell) => cell.padStart(13)).join(''));
  }
  const [size] = await bench.sql(
    `select round(avg(length(engine_state::text)))::int as state, round(avg(pg_column_size(engine_state)))::int as stored
     from flow_instance where state = 1`,
  );
  console.log(`\nstate of a running instance: ${size?.state} characters, ${size?.stored} bytes as stored`);
  await bench.close();
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
