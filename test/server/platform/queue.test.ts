/** The queue on a real PostgreSQL: what is committed is done, once where all goes well, again where it does not. */
import pg from 'pg';
import { openDatabase, openPool } from '../../../server/kernel/database';
import { type Attempt, installQueue, openQueue, type TaskKind } from '../../../server/platform/queue';
import { freshDatabase, type TestDatabase } from '../../support/postgres';

const kind: TaskKind = { name: 'letter', retries: 2, pause: 0, atOnce: 3 };
const tenantId = '000000';

describe('the queue', () => {
  let database: TestDatabase;
  let owner: pg.Pool;
  let db: ReturnType<typeof openDatabase>;
  const never = (error: unknown) => {
    throw error;
  };

  beforeAll(async () => {
    database = await freshDatabase();
    owner = new pg.Pool({ ...database.owner, max: 2 });
    await installQueue(owner, [kind]);
    db = openDatabase(openPool(database.app));
  });
  afterEach(() => owner.query('delete from pgboss.job'));
  afterAll(async () => {
    await db.close();
    await owner.end();
    await database.drop();
  });
  const send = (queue: ReturnType<typeof openQueue>, data: object, options = {}) =>
    db.withTenant(tenantId, '2026-11-20', (trx) => queue.send(trx, 'letter', { tenantId, ...data }, options));
  const states = async () =>
    (await owner.query('select state::text, count(*)::int from pgboss.job group by 1 order by 1')).rows.map(
      ({ state, count }) => `${state} ${count}`,
    );
  const until = async (isTrue: () => boolean) => {
    for (const end = Date.now() + 20_000; !isTrue(); await new Promise((resolve) => setTimeout(resolve, 5)))
      if (Date.now() > end) throw new Error('it does not happen');
  };

  it('is installed again without a change, and its tables are written by the program, not made', async () => {
    await installQueue(owner, [{ ...kind, retries: 3 }]);
    const { rows } = await owner.query('select retry_limit from pgboss.queue');
    expect(rows).toEqual([{ retry_limit: 3 }]);
    await installQueue(owner, [kind]);
    const app = new pg.Pool({ ...database.app, max: 1 });
    await expect(app.query('create table pgboss.mine (id int)')).rejects.toThrow(/permission denied/);
    await app.end();
  });

  it('has a task if and only if its cause was committed', async () => {
    const queue = openQueue(database.app);
    const done: unknown[] = [];
    const failed = db.withTenant(tenantId, '2026-11-20', async (trx) => {
      await queue.send(trx, 'letter', { tenantId, of: 'rolled back' });
      throw new Error('refused');
    });
    await expect(failed).rejects.toThrow('refused');
    await send(queue, { of: 'committed' });
    await queue.drain([kind], async (_, { data }) => {
      done.push(data);
    });
    expect(done).toEqual([{ tenantId, of: 'committed' }]);
    expect(await states()).toEqual(['completed 1']);
    await queue.close();
  });

  it('drops a second task with the key of one that waits, and takes it once that one is taken', async () => {
    const queue = openQueue(database.app);
    await send(queue, { of: 1 }, { key: 'a' });
    await send(queue, { of: 2 }, { key: 'a' });
    await send(queue, { of: 3 }, { key: 'b' });
    const done: unknown[] = [];
    const run = async (_: TaskKind, { data }: Attempt) => {
      done.push(data.of);
    };
    await queue.drain([kind], run);
    await send(queue, { of: 4 }, { key: 'a' });
    await queue.drain([kind], run);
    expect(done).toEqual([1, 3, 4]);
    await queue.close();
  });

  it('waits until a task is due', async () => {
    const queue = openQueue(database.app);
    await send(queue, { of: 'later' }, { after: 3600 });
    await queue.drain([kind], never);
    expect(await states()).toEqual(['created 1']);
    await queue.close();
  });

  it('tries a failed task again so often, says which attempt is the last, and keeps what failed', async () => {
    const queue = openQueue(database.app);
    await owner.query('update pgboss.queue set retry_backoff = false, retry_delay = 0');
    await send(queue, {});
    const seen: boolean[] = [];
    const failures: unknown[] = [];
    await queue.work(
      [kind],
      async (_, { isLast }) => {
        seen.push(isLast);
        throw new Error('the line is busy');
      },
      (error) => failures.push(error),
    );
    await until(() => failures.length === 3);
    await queue.close();
    expect(seen).toEqual([false, false, true]);
    const { rows } = await owner.query('select state::text, output from pgboss.job');
    expect(rows).toEqual([{ state: 'failed', output: { message: 'Error: the line is busy' } }]);
    await installQueue(owner, [kind]);
  });

  it('tries a task that has failed for long again within five minutes', async () => {
    const queue = openQueue(database.app);
    await send(queue, {});
    await owner.query(
      'update pgboss.job set retry_count = 12, retry_limit = 40, retry_delay = 60, retry_backoff = true',
    );
    const fail = () => Promise.reject(new Error('the disk is full'));
    await expect(queue.drain([kind], fail)).rejects.toThrow('the disk is full');
    await queue.close();
    const { rows } = await owner.query(
      `select state::text, start_after > now() as waits, start_after <= now() + interval '5 minutes' as soon from pgboss.job`,
    );
    expect(rows).toEqual([{ state: 'retry', waits: true, soon: true }]);
  });

  it('shares 200 tasks among two servers, each done once, no more than the limit at a time', async () => {
    const queues = [openQueue(database.app), openQueue(database.app)];
    for (let of = 0; of < 200; of++) await send(queues[of % 2]!, { of });
    const done: unknown[] = [];
    const atOnce = [0, 0];
    const most = [0, 0];
    for (const [index, queue] of queues.entries())
      await queue.work(
        [kind],
        async (_, { data }) => {
          most[index] = Math.max(most[index]!, ++atOnce[index]!);
          await new Promise((resolve) => setTimeout(resolve, 1));
          atOnce[index]!--;
          done.push(data.of);
        },
        never,
      );
    await until(() => done.length >= 200);
    await Promise.all(queues.map((queue) => queue.close()));
    expect(new Set(done).size).toBe(200);
    expect(done).toHaveLength(200);
    expect(most).toEqual([3, 3]);
    expect(await states()).toEqual(['completed 200']);
  });

  it('gives the task of a server that has died to another one', async () => {
    const dying = openQueue(database.app);
    await send(dying, { of: 'orphan' });
    let isHeld = false;
    const hang = dying.drain([kind], () => {
      isHeld = true;
      return new Promise(() => undefined); // as a killed process: it never says how it went
    });
    await until(() => isHeld);
    void hang;
    // The lease is over, and maintenance, which any server does, finds that.
    await owner.query(`update pgboss.job set started_on = now() - interval '2 minutes'`);
    await owner.query('update pgboss.version set maintained_on = null');
    await owner.query('update pgboss.job set retry_delay = 0, retry_backoff = false');
    const heir = openQueue(database.app);
    const done: unknown[] = [];
    await heir.maintain();
    await heir.drain([kind], async (_, { data }) => {
      done.push(data.of);
    });
    expect(done).toEqual(['orphan']);
    await heir.close();
    await dying.close();
  });

  it('lets a running task end when it is closed, and aborts one that does not end', async () => {
    const queue = openQueue(database.app);
    await send(queue, { of: 'quick' });
    await send(queue, { of: 'endless' });
    const seen: string[] = [];
    await queue.work(
      [kind],
      async (_, { data, signal }) => {
        seen.push(`${data.of} begins`);
        if (data.of === 'quick') await new Promise((resolve) => setTimeout(resolve, 100));
        else
          await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
        seen.push(`${data.of} ends`);
      },
      () => undefined,
    );
    await until(() => seen.length === 2);
    await queue.close(300);
    expect(seen.sort()).toEqual(['endless begins', 'quick begins', 'quick ends']);
    expect(await states()).toEqual(['completed 1', 'retry 1']);
  });

  it('does nothing, and does not end the process, while the database is away', async () => {
    const queue = openQueue({ ...database.app, host: '/nowhere' });
    await queue.drain([kind], never);
    await queue.close();
  });
});
