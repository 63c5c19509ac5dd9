/** Jobs over HTTP and through the queue, with a clock that the test moves. */

import { registry } from '../../../server/app';
import { runnerOf } from '../../../server/engine/tasks';
import { jobDue } from '../../../server/job/due';
import { startJobs } from '../../../server/job/firstJobs';
import { defineJobHandler, type Handlers, type JobRun } from '../../../server/job/handler';
import { handlers } from '../../../server/job/handlers';
import { jobRunTask } from '../../../server/job/running';
import { ConnectionLost } from '../../../server/kernel/database';
import { openQueue } from '../../../server/platform/queue';
import { type Client, ok, type Server, startServer } from '../../support/server';

type Row = Record<string, any>;
let server: Server;
let serverId: string;
/** What `demo.echo` does in a test that says so. */
let instead: ((asked: JobRun) => Promise<string | undefined>) | undefined;
const inTest: Handlers = new Map(handlers).set(
  'demo.echo',
  defineJobHandler({
    key: 'demo.echo',
    run: (asked) => (instead ?? handlers.get('demo.echo')!.run)(asked),
  }),
);
const jobRun = jobRunTask(inTest, { beatMs: 20, graceMs: 100, writePauseMs: 5 });
/** What a transaction of a run meets before it begins, in a test that says so. */
let meet: (() => void) | undefined;
const kinds = [
  jobDue,
  {
    ...jobRun,
    run: (asked: Parameters<typeof jobRun.run>[0]) =>
      jobRun.run({
        ...asked,
        async work(part) {
          meet?.();
          return asked.work(part);
        },
      }),
  },
];

beforeAll(async () => {
  server = await startServer({ env: { EGRESS_ALLOW: '127.0.0.1:7700' } });
  serverId = await schedulerOf('000000');
});
afterEach(() => {
  instead = undefined;
  meet = undefined;
});
afterAll(() => server.close());

const info = '/blade-job/job-info';
const runs = '/blade-job/job-log';
const servers = '/blade-job/job-server';
let made = 0;

async function schedulerOf(tenantId: string): Promise<string> {
  const [row] = await server.sql('select id from job_server where tenant_id = $1 and is_embedded = 1', [tenantId]);
  return row.id;
}
function draft(more: object = {}) {
  return {
    jobServerId: serverId,
    jobName: `试验 ${++made}`,
    timeExpression: '0 0/5 * * * ?',
    processorInfo: 'demo.echo',
    ...more,
  };
}
async function save(more: object = {}, client: Client = server.admin): Promise<Row> {
  return ok(await client.post(`${info}/submit`, { body: draft(more) }));
}
async function detail(id: string): Promise<Row> {
  return ok(await server.admin.get(`${info}/detail`, { id }));
}
async function remove(id: string): Promise<void> {
  ok(await server.admin.post(`${info}/remove`, { query: { ids: id } }));
}
async function runsOf(jobInfoId: string): Promise<Row[]> {
  return ok(await server.admin.get(`${runs}/list`, { jobInfoId, size: 200, ascs: 'scheduledTime' })).records;
}
async function output(id: string): Promise<Row> {
  return ok(await server.admin.get(`${runs}/output`, { id }));
}
async function said(id: string): Promise<string[]> {
  return (await output(id)).lines.map(({ words }: Row) => words);
}
/** Everything that is due, by the schedulers of this process. */
async function work(): Promise<void> {
  const queue = openQueue(server.connections.app);
  await queue.drain(kinds, runnerOf({ ...server.deps, queue }, registry));
  await queue.close();
}
/** Moves the clock, and with it what waits in the queue. */
async function pass(seconds: number): Promise<void> {
  server.clock.advance(seconds * 1000);
  await server.sql(
    `update pgboss.job set start_after = start_after - $1 * interval '1 second' where state in ('created', 'retry')`,
    [seconds],
  );
  await work();
}
/** The id of a run that a person starts. */
async function runNow(id: string): Promise<string> {
  return ok(await server.admin.post(`${info}/run`, { query: { id } }));
}
async function refused(body: object): Promise<Row> {
  const before = await server.sql('select count(*) from job_info');
  const answer = await server.admin.post(`${info}/submit`, { body: draft(body) });
  expect([answer.status, answer.body.success]).toEqual([400, false]);
  expect(await server.sql('select count(*) from job_info')).toEqual(before);
  return answer.body;
}
async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 10_000; !(await isTrue()); await new Promise((resolve) => setTimeout(resolve, 5)))
    if (Date.now() > end) throw new Error('it does not happen');
}

describe('a job', () => {
  it('runs at its moment, once however often its task comes, and says what it did', async () => {
    const { id, jobId } = await save({ jobParams: '{"hello":"世界"}' });
    expect(jobId).toBe(id);
    expect(await detail(id)).toMatchObject({
      nextTime: '2026-11-20 10:05:00',
      executeType: 1,
      concurrency: 5,
      logLevel: 2,
    });
    await pass(240);
    expect(await runsOf(id)).toEqual([]);
    await server.sql(
      `insert into pgboss.job (name, data, start_after)
       select name, data, start_after from pgboss.job where name = 'job.due' and data ->> 'jobId' = $1`,
      [id],
    );
    await pass(60);
    const all = await runsOf(id);
    expect(all).toMatchObject([{ state: 5, trigger: 1, attempt: 1, isLate: 0, missed: 0, result: '{"hello":"世界"}' }]);
    expect(await said(all[0]!.id)).toEqual(['{"hello":"世界"}']);
    expect(await detail(id)).toMatchObject({
      nextTime: '2026-11-20 10:10:00',
      lastTime: '2026-11-20 10:05:00',
      lastState: 5,
    });
    await remove(id);
    await pass(300);
    expect(await runsOf(id)).toHaveLength(1);
  });

  it('is tried again ten seconds later under the same number, and alarms when that failed, too', async () => {
    const { userId } = await server.addUser({ account: 'watcher' });
    const jobParams = '{"failTimes":1}';
    const { id } = await save({ jobParams, instanceRetryNum: 1, notifyUserIds: userId });
    const first = await runNow(id);
    await work();
    expect(await runsOf(id)).toMatchObject([{ id: first, state: 1, attempt: 1, trigger: 2 }]);
    await pass(9);
    expect(await runsOf(id)).toMatchObject([{ state: 1 }]);
    await pass(1);
    expect(await runsOf(id)).toMatchObject([{ id: first, state: 5, attempt: 2, cause: null }]);
    expect(await said(first)).toEqual(['{}', '按参数要求失败（第 1 次执行）', '第 2 次执行 · attempt 2', '{}']);
    const notices = async () =>
      (await server.sql('select title, content from inbox where user_ids = $1', [[userId]])).map(({ title }) => title);
    expect(await notices()).toEqual([]);
    ok(await server.admin.post(`${info}/submit`, { body: { ...(await detail(id)), jobParams: '{"failTimes":9}' } }));
    await runNow(id);
    await work();
    await pass(10);
    expect((await runsOf(id)).at(-1)).toMatchObject({ state: 4, attempt: 2, cause: '按参数要求失败（第 2 次执行）' });
    expect(await notices()).toEqual([`任务“${(await detail(id)).jobName}”运行失败`]);
    await remove(id);
  });

  it('alarms at the threshold within the window, and keeps silent afterwards', async () => {
    const { userId } = await server.addUser({ account: 'watcher2' });
    const { id } = await save({
      ...{ jobParams: '{"failTimes":9}', notifyUserIds: userId },
      ...{ alertThreshold: 2, statisticWindowLen: 60, silenceWindowLen: 30 },
    });
    const told = async () => (await server.sql('select id from inbox where user_ids = $1', [[userId]])).length;
    const fails = async (seconds: number) => {
      await runNow(id);
      await pass(seconds);
      return told();
    };
    expect(await fails(0)).toBe(0);
    expect(await fails(61)).toBe(0);
    expect(await fails(1)).toBe(1);
    expect(await fails(1)).toBe(1);
    expect(await fails(30)).toBe(2);
    await remove(id);
  });

  it('that missed its moments while no server ran makes up for all of them with one late run', async () => {
    const { id } = await save();
    await pass(3600);
    const all = await runsOf(id);
    expect(all).toMatchObject([{ state: 5, isLate: 1, missed: 12 - 1 }]);
    const { nextTime } = await detail(id);
    expect(nextTime > server.clock.text()).toBe(true);
    await remove(id);
  });

  it('stays at its times when the clock is set back, and ticks no moment twice', async () => {
    const { id } = await save();
    const { nextTime } = await detail(id);
    await pass(300);
    server.clock.advance(-600_000);
    await work();
    await server.sql(`update pgboss.job set start_after = now() where name = 'job.due'`);
    await work();
    expect(await runsOf(id)).toHaveLength(1);
    expect((await runsOf(id))[0]!.scheduledTime).toBe(nextTime);
    server.clock.advance(600_000);
    await remove(id);
  });

  it('ticks once, too, where the queue is a little ahead of the clock', async () => {
    const { id } = await save();
    const { nextTime } = await detail(id);
    server.clock.advance(Date.parse(`${nextTime.replace(' ', 'T')}+08:00`) - server.deps.now() - 10);
    await server.sql(`update pgboss.job set start_after = now() where data ->> 'jobId' = $1`, [id]);
    await work();
    server.clock.advance(10);
    await server.sql(`update pgboss.job set start_after = now() where data ->> 'jobId' = $1`, [id]);
    await work();
    expect(await runsOf(id)).toMatchObject([{ scheduledTime: nextTime, isLate: 0, missed: 0 }]);
    await remove(id);
  });

  it('at a fixed rate counts from start to start, at a fixed delay from the end', async () => {
    const rate = await save({ timeExpressionType: 3, timeExpression: '60000' });
    const delay = await save({ timeExpressionType: 4, timeExpression: '60000' });
    const nextOf = async ({ id }: Row) => (await detail(id)).nextTime;
    instead = async () => {
      server.clock.advance(20_000);
      return undefined;
    };
    const due = await nextOf(rate);
    await pass(60);
    expect([await runsOf(rate.id), await runsOf(delay.id)]).toMatchObject([[{ state: 5 }], [{ state: 5 }]]);
    expect(Date.parse(await nextOf(rate)) - Date.parse(due)).toBe(60_000);
    const ended = (await runsOf(delay.id))[0]!.endTime;
    expect(Date.parse(await nextOf(delay)) - Date.parse(ended)).toBe(60_000);
    await remove(rate.id);
    await remove(delay.id);
  });

  it('is disabled at the end of its life', async () => {
    const now = server.clock.text();
    const [start, end] = [addMinutes(now, 7), addMinutes(now, 9)];
    const { id } = await save({ lifecycle: `${start},${end}`, timeExpression: '0 * * * * ?' });
    expect((await detail(id)).nextTime >= start).toBe(true);
    await pass(6 * 60);
    expect(await runsOf(id)).toEqual([]);
    for (let minute = 0; minute < 4; minute++) await pass(60);
    const all = await runsOf(id);
    expect(all.length).toBe(2);
    expect(all.every(({ scheduledTime }) => scheduledTime >= start && scheduledTime < end)).toBe(true);
    expect(await detail(id)).toMatchObject({ enable: 0, nextTime: null, note: '生命周期已结束，任务已暂停' });
    await remove(id);
  });

  it('keeps to its number of runs at a time; what comes too much fails with the figures', async () => {
    const { id } = await save({ maxInstanceNum: 1 });
    const [first, second] = [await runNow(id), await runNow(id)];
    expect((await runsOf(id)).find((run) => run.id === second)).toMatchObject({
      state: 4,
      cause: '运行中的实例过多（2>1）',
    });
    await work();
    expect((await runsOf(id)).find((run) => run.id === first)).toMatchObject({ state: 5 });
    await remove(id);
  });

  it('that is paused is not scheduled, runs by hand, and is armed anew when it is enabled', async () => {
    const { id } = await save();
    const change = (enable: number | string) => server.admin.post(`${info}/change`, { query: { id, enable } });
    ok(await change(0));
    expect(await detail(id)).toMatchObject({ enable: 0, nextTime: null });
    await pass(600);
    expect(await runsOf(id)).toEqual([]);
    await runNow(id);
    await work();
    expect(await runsOf(id)).toMatchObject([{ state: 5 }]);
    ok(await change('1'));
    expect((await detail(id)).nextTime > server.clock.text()).toBe(true);
    expect((await change(2)).status).toBe(400);
    await remove(id);
  });

  it('takes its new times when it is changed while its old tick waits', async () => {
    const { id } = await save({ timeExpression: '0 * * * * ?' });
    const row = await detail(id);
    ok(await server.admin.post(`${info}/submit`, { body: { ...row, timeExpression: '0 0 0 1 1 ? 2099' } }));
    await pass(180);
    expect(await runsOf(id)).toEqual([]);
    expect((await detail(id)).nextTime).toBe('2099-01-01 00:00:00');
    await remove(id);
  });
});

function addMinutes(time: string, minutes: number): string {
  const at = new Date(Date.parse(`${time.replace(' ', 'T')}Z`) + minutes * 60_000);
  return at.toISOString().slice(0, 19).replace('T', ' ');
}

describe('a run', () => {
  const begin = async (more: object, part: (asked: JobRun) => Promise<string | undefined>) => {
    instead = part;
    const { id } = await save(more);
    const runId = await runNow(id);
    return { id, runId };
  };

  it('is stopped while it runs, and its output is read meanwhile', async () => {
    const { id, runId } = await begin({}, async ({ signal, log, progress }) => {
      log.info('begun');
      progress(40, 'half way');
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      return undefined;
    });
    const working = work();
    await until(async () => (await output(runId)).progress === 40);
    expect(await output(runId)).toMatchObject({ state: 3, progressText: 'half way', lines: [{ words: 'begun' }] });
    ok(await server.admin.post(`${runs}/stop`, { body: { ids: runId } }));
    await working;
    expect(await output(runId)).toMatchObject({ state: 10, cause: '已由 管理员 停止' });
    expect((await server.admin.post(`${runs}/stop`, { body: { ids: runId } })).body.reason).toBe('action.notOffered');
    await remove(id);
  });

  it('that waits is cancelled, and can be run again with its own parameters', async () => {
    const { id } = await save({ jobParams: 'one' });
    const runId = await runNow(id);
    ok(await server.admin.post(`${runs}/stop`, { query: { id: runId } }));
    ok(await server.admin.post(`${info}/submit`, { body: { ...(await detail(id)), jobParams: 'two' } }));
    await work();
    expect(await output(runId)).toMatchObject({ state: 9 });
    const again = ok(await server.admin.post(`${runs}/rerun`, { body: { ids: runId } }));
    await work();
    expect(await output(again)).toMatchObject({ state: 5, result: '{"text":"one"}' });
    await remove(id);
    const gone = await server.admin.post(`${runs}/rerun`, { body: { ids: runId } });
    expect(gone.body.reason).toBe('job.gone');
  });

  it('fails at its time limit, also where the handler ignores it, and nothing of it is written later', async () => {
    let late: Promise<unknown> | undefined;
    let goOn = () => {};
    const { id, runId } = await begin({ instanceTimeLimit: 50 }, async ({ work: within, log }) => {
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      log.info('too late');
      late = within(async ({ trx }) => trx.deleteFrom('job_run').execute());
      return 'too late';
    });
    await work();
    expect(await output(runId)).toMatchObject({ state: 4, cause: '运行超时', result: null, lines: [] });
    goOn();
    await until(() => late !== undefined);
    await expect(late).rejects.toThrow();
    expect(await output(runId)).toMatchObject({ state: 4, lines: [] });
    await remove(id);
  });

  it('whose handler breaks stands in the error log once; a refusal does not', async () => {
    const bugs = async () => {
      await server.deps.logs?.flush();
      return server.sql(`select message from error_log where message like '%broken handler%'`);
    };
    const { id, runId } = await begin({ instanceRetryNum: 0 }, async () => {
      throw new TypeError('a broken handler, password=geheim1234');
    });
    await work();
    expect(await output(runId)).toMatchObject({
      state: 4,
      cause: expect.stringMatching(/^a broken handler, password=\*/),
    });
    expect(await bugs()).toHaveLength(1);
    instead = undefined;
    const other = await save({ jobParams: '{"failTimes":1}' });
    await runNow(other.id);
    await work();
    expect(await bugs()).toHaveLength(1);
    await remove(id);
    await remove(other.id);
  });

  it('of ten megabytes of output keeps a part, and says so', async () => {
    const { id, runId } = await begin({}, async ({ log }) => {
      for (let n = 0; n < 10_000; n++) log.info('x'.repeat(1000));
      log.info('\u0000nul');
      return undefined;
    });
    await work();
    const [{ bytes, lines }] = await server.sql(
      'select sum(length(words)) as bytes, count(*) as lines from job_run_line where run_id = $1',
      [runId],
    );
    expect([Number(bytes) < 600_000, Number(lines) <= 2000, Number(lines) > 100]).toEqual([true, true, true]);
    const [last] = await server.sql('select words from job_run_line where run_id = $1 order by seq desc limit 1', [
      runId,
    ]);
    expect(last.words).toContain('其余省略');
    await remove(id);
  });

  it('splits into parts, so many at a time, each with its own retries', async () => {
    let atOnce = 0;
    let most = 0;
    const tries = new Map<number, number>();
    const { id, runId } = await begin({ executeType: 3, concurrency: 3, taskRetryNum: 1 }, async ({ map }) => {
      const squares = await map([1, 2, 3, 4, 5, 6, 7], async (n) => {
        most = Math.max(most, ++atOnce);
        await new Promise((resolve) => setTimeout(resolve, 5));
        atOnce--;
        tries.set(n, (tries.get(n) ?? 0) + 1);
        if (n === 4 && tries.get(n) === 1) throw new Error('not yet');
        return n * n;
      });
      return squares.join(',');
    });
    await work();
    expect(await output(runId)).toMatchObject({ state: 5, result: '1,4,9,16,25,36,49', progress: 100 });
    expect([most, tries.get(4), tries.get(5)]).toEqual([3, 2, 1]);
    await remove(id);
  });

  it('whose server was killed is begun once more, and then given up', async () => {
    const { id, runId } = await begin({}, async ({ attempt }) => `attempt ${attempt}`);
    const kill = () =>
      server.sql(
        `update pgboss.job set state = 'retry', start_after = now() where name = 'job.run' and data ->> 'runId' = $1`,
        [runId],
      );
    const lost = () =>
      server.sql(`update job_run set state = 3, attempt = attempt + 1, started_at = 0 where id = $1`, [runId]);
    await lost();
    await work();
    expect(await output(runId)).toMatchObject({ state: 5, attempt: 2, result: 'attempt 2' });
    await kill();
    await work();
    expect(await output(runId)).toMatchObject({ state: 5, attempt: 2 });
    await lost();
    await kill();
    await work();
    expect(await output(runId)).toMatchObject({ state: 4, cause: '执行节点两次中断，不再重试' });
    await remove(id);
  });

  it('that ends while the database is away is written later, with its output, and not done again', async () => {
    const { id } = await save();
    let done = 0;
    let refusals = 0;
    instead = async ({ log }) => {
      done += 1;
      log.info('the work is done');
      meet = () => {
        if (++refusals <= 10) throw new ConnectionLost('the administrator ended it');
      };
      return 'once';
    };
    const run = await runNow(id);
    await work();
    expect(refusals).toBeGreaterThan(10);
    expect(await runsOf(id)).toMatchObject([{ id: run, state: 5, attempt: 1, result: 'once' }]);
    expect(await said(run)).toEqual(['the work is done']);
    await server.sql(`update pgboss.job set start_after = now() where state = 'retry'`);
    await work();
    expect(done).toBe(1);
    await remove(id);
  });

  it('goes on when its job is removed, and is not tried again', async () => {
    let goOn = () => {};
    const { id, runId } = await begin({ instanceRetryNum: 5 }, async () => {
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      throw new Error('after the removal');
    });
    const waiting = await runNow(id);
    const working = work();
    await until(async () => (await output(runId)).state === 3);
    await remove(id);
    await until(() => {
      goOn();
      return true;
    });
    await working;
    expect(await output(runId)).toMatchObject({ state: 4, attempt: 1 });
    expect(await output(waiting)).toMatchObject({ state: 9, cause: '任务已删除' });
  });
});

describe('nodes', () => {
  const nodes = async (...numbers: number[]) => {
    await server.sql('delete from node_lease');
    for (const node of numbers)
      await server.sql(
        `insert into node_lease (node, holder, place, life, renewed_at, expires_at, clock)
         values ($1, 'test', 'test', '', now(), now() + interval '1 hour', 0)`,
        [node],
      );
  };
  const workOn = async (number: number, tags: string[] = []) => {
    const queue = openQueue(server.connections.app, () => number);
    const node = { number: () => number, name: `host${number}`, tags, dataDir: server.folder };
    await queue.drain(kinds, runnerOf({ ...server.deps, queue, node }, registry));
    await queue.close();
  };
  afterEach(() => nodes());

  it('each run a broadcast once; one that is gone fails for itself', async () => {
    await nodes(5, 6, 7);
    const { id } = await save({ executeType: 2 });
    await pass(0);
    await runNow(id);
    await workOn(5);
    await workOn(6);
    await workOn(5);
    expect((await runsOf(id)).map(({ state, node }) => `${state} ${node}`).sort()).toEqual([
      '2 null',
      '2 null',
      '5 host5 #5',
      '5 host6 #6',
    ]);
    await nodes(5, 6);
    await server.sql(`update pgboss.job set start_after = now() where name = 'job.run' and state = 'created'`);
    await workOn(5);
    expect((await runsOf(id)).map(({ state, cause }) => `${state} ${cause}`).sort()).toContain('4 执行节点已离线');
    await remove(id);
  });

  it('are chosen by their tags and by what they have to spare; none fails the run', async () => {
    await nodes(5, 6);
    const tagged = await save({ designatedWorkers: 'vault, 10.9.9.9:7700' });
    await runNow(tagged.id);
    await workOn(5);
    expect(await runsOf(tagged.id)).toMatchObject([{ state: 2 }]);
    await workOn(6, ['vault']);
    expect(await runsOf(tagged.id)).toMatchObject([{ state: 5, node: 'host6 #6' }]);
    const greedy = await save({ minMemorySpace: 65_000 });
    await runNow(greedy.id);
    await workOn(5);
    await workOn(6);
    expect(await runsOf(greedy.id)).toMatchObject([{ state: 4, cause: '没有可用的执行节点' }]);
    await remove(tagged.id);
    await remove(greedy.id);
  });
});

describe('what is refused', () => {
  it.each([
    [{ jobName: '' }, '请输入任务名称'],
    [{ jobServerId: '' }, '请选择任务服务'],
    [{ processorInfo: '' }, '请输入处理器'],
    [{ timeExpression: '' }, '请输入时间表达式'],
    [{ timeExpression: 'every day' }, '时间表达式不是有效的 CRON 表达式（秒 分 时 日 月 周 [年]）'],
    [{ timeExpression: '0 0 0 30 2 ?' }, '时间表达式在将来没有运行时间'],
    [{ timeExpression: '0 0 0 1 1 ? 2020' }, '时间表达式在将来没有运行时间'],
    [{ timeExpressionType: 3, timeExpression: '999' }, '时间表达式须为 1000 到 120000 之间的整数（毫秒）'],
    [{ timeExpressionType: 4, timeExpression: '120001' }, '时间表达式须为 1000 到 120000 之间的整数（毫秒）'],
    [{ timeExpressionType: 11, timeExpression: '1000' }, '时间表达式类型的值无效'],
    [{ timeZone: 'Mars/Phobos' }, '时区须为时区名称，如 Asia/Shanghai'],
    [{ lifecycle: '2026-01-01 00:00:00,2026-01-02 00:00:00' }, '生命周期的结束时间须晚于现在和开始时间'],
    [{ lifecycle: 'soon' }, '生命周期格式不正确'],
    [{ jobParams: '{"a":' }, '任务参数以 { 或 [ 开头时须为有效的 JSON'],
    [{ concurrency: 1e9 }, '单机线程并发数不能大于 64'],
    [{ processorType: 4, processorInfo: 'a.jar' }, '没有加载外部处理器类型，请选择内建处理器'],
  ])('%j', async (body, msg) => {
    expect((await refused(body)).msg).toBe(msg);
  });

  it.each(['java.lang.Runtime', 'child_process', '../../main', 'constructor', '__proto__', 'toString'])(
    'the handler %s, naming those there are',
    async (processorInfo) => {
      const { reason, msg } = await refused({ processorInfo });
      expect([reason, msg.includes('order.startDue')]).toEqual(['job.unknownHandler', true]);
    },
  );

  it('the removal of a shipped job, another handler for it, and another server', async () => {
    const [{ id }] = await server.sql(
      `select id from job_info where tenant_id = '000000' and processor_info = 'order.startDue'`,
    );
    const post = (call: string, given: object) => server.admin.post(`${info}/${call}`, given);
    expect((await post('remove', { query: { ids: id } })).body.reason).toBe('job.builtIn');
    const row = await detail(id);
    expect((await post('submit', { body: { ...row, processorInfo: 'demo.echo' } })).body.reason).toBe(
      'job.builtInHandler',
    );
    expect((await post('submit', { body: { ...row, jobServerId: '1' } })).body.success).toBe(false);
    ok(await post('submit', { body: { ...row, timeExpression: '0 0 6 * * ?' } }));
    expect((await detail(id)).nextTime).toMatch(/ 06:00:00$/);
  });
});

describe('another tenant', () => {
  it('has the shipped jobs at its own times, without the platform’s; its jobs run for it alone', async () => {
    const { tenantId, client } = await server.foundTenant();
    const { records, total } = ok(await client.get(`${info}/list`, { size: 100 }));
    const keys: string[] = records.map(({ processorInfo }: Row) => processorInfo);
    expect([keys.includes('order.startDue'), keys.includes('log.cleanup'), keys.includes('backup.make')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(records.every(({ nextTime }: Row) => nextTime)).toBe(true);
    expect(total).toBe(records.length);
    const own = await schedulerOf(tenantId);
    const platforms = await client.post(`${info}/submit`, {
      body: draft({ jobServerId: own, processorInfo: 'backup.make' }),
    });
    expect([platforms.status, platforms.body.msg]).toEqual([400, '该处理器仅限平台租户使用']);
    const foreign = await client.post(`${info}/submit`, { body: draft() });
    expect(foreign.body.success).toBe(false);

    const { id } = await save();
    const runId = await runNow(id);
    for (const [path, query] of [
      [`${info}/change`, { id, enable: 0 }],
      [`${info}/run`, { id }],
      [`${info}/pause`, { id }],
      [`${info}/remove`, { ids: id }],
      [`${runs}/stop`, { id: runId }],
      [`${runs}/rerun`, { id: runId }],
    ] as const)
      expect([path, (await client.post(path, { query })).status]).toEqual([path, 403]);
    expect((await client.get(`${runs}/output`, { id: runId })).status).toBe(404);
    await work();
    expect(await runsOf(id)).toMatchObject([{ state: 5 }]);
    await remove(id);

    // a disabled tenant's jobs do not start
    const theirs = ok(await client.post(`${info}/submit`, { body: draft({ jobServerId: own }) }));
    await server.sql('update tenant set status = 0 where tenant_id = $1', [tenantId]);
    await pass(600);
    expect(await server.sql('select 1 from job_run where tenant_id = $1', [tenantId])).toEqual([]);
    const [row] = await server.sql('select next_at from job_info where id = $1', [theirs.id]);
    expect(Number(row.next_at) > server.deps.now()).toBe(true);
  });

  it('may be forced into the table by hand, and is refused when it runs', async () => {
    const { tenantId } = await server.foundTenant();
    const [{ id }] = await server.sql(
      `update job_info set processor_info = 'log.cleanup', next_at = 1 where id = (
         select id from job_info where tenant_id = $1 and processor_info = 'report.send') returning id`,
      [tenantId],
    );
    await startJobs(server.deps, registry);
    await work();
    const [run] = await server.sql('select state, cause from job_run where job_info_id = $1', [id]);
    expect(run).toEqual({ state: 4, cause: '@notPlatform' });
  });
});

describe('the start of a server', () => {
  it('arms every job once, whatever the number of servers, and asks again for what is late', async () => {
    await server.sql('update job_info set next_at = null, next_time = null');
    await server.sql('delete from pgboss.job');
    await Promise.all([startJobs(server.deps, registry), startJobs(server.deps, registry)]);
    const [{ unarmed, tasks }] = await server.sql(`
      select (select count(*) from job_info where is_deleted = 0 and enable = 1 and next_at is null
                and tenant_id in (select tenant_id from tenant where status = 1)) as unarmed,
             (select count(*) - count(distinct data ->> 'jobId') from pgboss.job where name = 'job.due') as tasks`);
    expect([unarmed, tasks]).toEqual(['0', '0']);
    await server.sql('delete from pgboss.job');
  });

  it('asks again for ticks and runs that a restored database has without their tasks', async () => {
    await server.sql('update job_info set enable = 0');
    const { id } = await save({ maxInstanceNum: 1 });
    await pass(300);
    const [waiting] = [await runNow(id)];
    await server.sql('delete from pgboss.job');
    await startJobs(server.deps, registry);
    await work();
    expect(await output(waiting)).toMatchObject({ state: 5 });
    await server.sql('update job_run set state = 3, attempt = 1, started_at = 0 where id = $1', [waiting]);
    await server.sql('delete from pgboss.job');
    await startJobs(server.deps, registry);
    await startJobs(server.deps, registry);
    await work();
    expect(await output(waiting)).toMatchObject({ state: 5, attempt: 2 });
    await pass(300);
    expect((await runsOf(id)).map(({ trigger, state }) => `${trigger} ${state}`).sort()).toEqual(['1 5', '1 5', '2 5']);
    await remove(id);
  });
});

describe('job servers', () => {
  const submit = (body: object) => server.admin.post(`${servers}/submit`, { body });
  const given = {
    jobServerName: 'PowerJob',
    jobServerUrl: '127.0.0.1:7700',
    jobAppName: 'blade-job',
    jobAppPassword: 'blade-job-password',
  };

  it('need name, address, app and password, and never tell the password', async () => {
    for (const [name, msg] of [
      ['jobServerName', '请输入服务名称'],
      ['jobServerUrl', '请输入服务地址'],
      ['jobAppName', '请输入应用名称'],
      ['jobAppPassword', '请输入应用密码'],
    ] as const)
      expect((await submit({ ...given, [name]: '' })).body.msg).toBe(msg);
    const row = ok(await submit(given));
    expect(JSON.stringify(row)).not.toContain(given.jobAppPassword);
    const stored = async () => (await server.sql('select job_app_password from job_server where id = $1', [row.id]))[0];
    const sealed = await stored();
    expect(server.deps.secrets.unseal(sealed.job_app_password)).toBe(given.jobAppPassword);
    ok(await submit({ ...row, jobAppPassword: '******' }));
    expect(await stored()).toEqual(sealed);
    const { records } = ok(await server.admin.get(`${servers}/list`, { jobAppName: 'blade' }));
    expect(records).toMatchObject([{ id: row.id, state: 0 }]);
    expect(ok(await server.admin.get(`${servers}/select`))).toContainEqual({
      id: row.id,
      jobServerName: 'PowerJob',
      jobAppName: 'blade-job',
    });
    ok(await server.admin.post(`${servers}/remove`, { query: { ids: row.id } }));
  });

  it.each([
    ...['127.0.0.1', '127.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:10.0.0.1]', '169.254.169.254', 'localhost.'],
    ...['http://a@127.0.0.1', 'file:///etc/passwd', 'gopher://x', 'http://127.0.0.1:7700/path'],
  ])('are refused at %s', async (jobServerUrl) => {
    const { status, body } = await submit({ ...given, jobServerUrl });
    expect([status, body.reason]).toEqual([400, 'job.badAddress']);
  });

  it('are checked, also under the address without /api', async () => {
    const { records } = ok(await server.admin.get(`${servers}/list`));
    expect(records).toMatchObject([{ id: serverId, state: 1, checkTime: null }]);
    ok(await server.admin.send({ method: 'POST', url: `${servers}/sync` }));
    expect(ok(await server.admin.get(`${servers}/detail`, { id: serverId })).checkTime).toBe(server.clock.text());
    ok(await server.admin.send({ method: 'POST', url: `${info}/sync`, payload: {} }));
  });

  it('keep the built-in one', async () => {
    expect((await server.admin.post(`${servers}/remove`, { query: { ids: serverId } })).status).toBe(400);
    const row = ok(await server.admin.get(`${servers}/detail`, { id: serverId }));
    expect((await submit({ ...row, jobServerUrl: '127.0.0.1:7700' })).body.reason).toBe('job.embeddedOne');
    ok(await submit({ ...row, jobRemark: '内置' }));
  });
});
