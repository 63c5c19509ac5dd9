/** What a running server tells its operator: the buffer of the logs under pressure, and metrics. */
import { ConnectionLost, type Database } from '../../../server/kernel/database';
import type { LogFigures, Logs, UsualEvent } from '../../../server/kernel/ports';
import { openLogs } from '../../../server/log/buffer';
import { ok, platform, type Server, startServer } from '../../support/server';

const metricsToken = 'a-token-of-the-test';
let server: Server;

beforeAll(async () => {
  server = await startServer({ metricsToken });
});
afterAll(() => server.close());

describe('the buffer of the logs', () => {
  const place = { requestId: '', remoteIp: '127.0.0.1', userAgent: '', method: '', requestUri: '' };
  const event = (logId: string, tenantId = platform): UsualEvent => ({
    level: 'info',
    event: 'add',
    entity: 'buffered',
    logId,
    data: {},
    caller: { tenantId, userId: null, name: '系统' },
    place,
  });
  const stored = async () =>
    (await server.sql("select log_id from usual_log where entity = 'buffered' order by id")).map((row) => row.log_id);
  const limits = { rows: 10, batch: 4, waitMs: 60_000, pauseMs: 60_000 };
  let logs: Logs;
  let isAway = false;
  const lost: LogFigures[] = [];
  const open = (changed = {}) => {
    const db: Database = {
      ...server.deps.db,
      withTenant: (...args) =>
        isAway ? Promise.reject(new ConnectionLost('away')) : server.deps.db.withTenant(...args),
    };
    logs = openLogs({ ...server.deps, db }, { lost: (figures) => void lost.push(figures) }, { ...limits, ...changed });
  };
  beforeEach(async () => {
    isAway = false;
    lost.length = 0;
    await server.sql("delete from usual_log where entity = 'buffered'");
  });
  afterEach(() => logs.close());

  it('writes nothing before there is a batch, and everything when it is closed', async () => {
    open();
    for (const id of ['1', '2', '3']) logs.usual(event(id));
    expect([await stored(), logs.figures().held]).toEqual([[], 3]);
    await logs.close();
    expect([await stored(), logs.figures()]).toEqual([
      ['1', '2', '3'],
      { held: 0, written: 3, dropped: { full: 0, refused: 0, strangers: 0 } },
    ]);
    logs.usual(event('4'));
    expect(logs.figures().dropped.full).toBe(1);
  });

  it('writes a full batch at once, and the rest after a while', async () => {
    open({ waitMs: 20 });
    for (const id of ['1', '2', '3', '4', '5']) logs.usual(event(id));
    for (let look = 0; look < 200 && logs.figures().written < 5; look++) await new Promise((go) => setTimeout(go, 10));
    expect(await stored()).toEqual(['1', '2', '3', '4', '5']);
  });

  it('keeps rows in order while the database is away, loses and counts those beyond its bound, and goes on', async () => {
    isAway = true;
    open();
    for (let id = 1; id <= 14; id++) logs.usual(event(String(id)));
    await logs.flush();
    expect(logs.figures()).toEqual({ held: 10, written: 0, dropped: { full: 4, refused: 0, strangers: 0 } });
    expect(lost).toHaveLength(1); // reports are rare, whatever is lost
    isAway = false;
    await logs.flush();
    expect(await stored()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
    expect(logs.figures()).toMatchObject({ held: 0, written: 10 });
    logs.usual(event('15'));
    await logs.flush();
    expect(await stored()).toHaveLength(11);
  });

  it('loses a row that the database refuses, and no other of its batch', async () => {
    open();
    const refused = event('2');
    logs.usual(event('1'));
    logs.usual({ ...refused, caller: { ...refused.caller, userId: 'no number' } });
    logs.usual(event('3'));
    await logs.flush();
    expect(await stored()).toEqual(['1', '3']);
    expect(logs.figures()).toMatchObject({ held: 0, written: 2, dropped: { refused: 1 } });
  });

  it('counts bytes, too', async () => {
    open({ bytes: 100_000, rows: 1000, batch: 1000 });
    const long = event('x'.repeat(100));
    for (let count = 0; count < 200; count++) logs.usual({ ...long, place: { ...place, userAgent: 'm '.repeat(400) } });
    const { held, dropped } = logs.figures();
    expect(held).toBeGreaterThan(5);
    expect(held).toBeLessThan(100);
    expect(held + dropped.full).toBe(200);
  });

  it('fails no request while the database refuses its rows', async () => {
    await server.sql('alter table api_log rename to api_log_away');
    const body = { productName: '稳租', productCode: 'P1', deadline: 365, amountPer: '1', getType: 0, yearRate: '6' };
    ok(await server.admin.post('/blade-product/product/submit', { body }));
    const before = server.deps.logs!.figures().dropped.refused;
    await server.deps.logs!.flush();
    await server.sql('alter table api_log_away rename to api_log');
    expect(server.deps.logs!.figures().dropped.refused).toBe(before + 1);
    open();
  });
});

describe('metrics', () => {
  const scrape = (authorization?: string) =>
    server.anybody.send({ method: 'GET', url: '/metrics', headers: authorization ? { authorization } : {} });

  /** The text format, version 0.0.4, read strictly: a deviation throws. */
  function parse(
    text: string,
  ): Map<string, { type: string; samples: { name: string; labels: Record<string, string>; value: number }[] }> {
    if (!text.endsWith('\n')) throw new Error('the last line must end');
    const families: ReturnType<typeof parse> = new Map();
    let current = '';
    for (const line of text.slice(0, -1).split('\n')) {
      if (line === '') continue;
      const help = /^# HELP ([a-zA-Z_:][\w:]*) (.*)$/.exec(line);
      const type = /^# TYPE ([a-zA-Z_:][\w:]*) (counter|gauge|histogram|summary|untyped)$/.exec(line);
      if (help) {
        if (families.has(help[1]!)) throw new Error(`${help[1]} is there twice`);
        current = help[1]!;
        continue;
      }
      if (type) {
        if (type[1] !== current) throw new Error(`the type of ${type[1]} follows ${current}`);
        families.set(current, { type: type[2]!, samples: [] });
        continue;
      }
      const sample = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (-?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Inf)|\+Inf|NaN|Nan)$/i.exec(
        line,
      );
      if (!sample) throw new Error(`no line of the format: ${line}`);
      const [, name = '', inside = '', value] = sample;
      const labels: Record<string, string> = {};
      const rest = inside.replace(
        /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/g,
        (_, label: string, held: string) => {
          if (label in labels) throw new Error(`${label} is there twice: ${line}`);
          labels[label] = held;
          return '';
        },
      );
      if (rest !== '') throw new Error(`no labels: ${inside}`);
      const family = families.get(current);
      const suffixes = family?.type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
      if (!family || !suffixes.some((suffix) => name === current + suffix)) throw new Error(`${name} is in ${current}`);
      family.samples.push({ name, labels, value: Number(value!.replace('Inf', 'Infinity')) });
    }
    return families;
  }

  it('are for the bearer of the token alone', async () => {
    for (const authorization of [undefined, 'Bearer', 'Bearer wrong', metricsToken, `Basic ${metricsToken}`])
      expect([authorization, (await scrape(authorization)).status]).toEqual([authorization, 401]);
    expect((await scrape()).headers['www-authenticate']).toBe('Bearer');
    expect((await scrape(`Bearer ${metricsToken}`)).status).toBe(200);
  });

  it('follow the format, and name routes by their templates', async () => {
    await server.admin.get('/blade-product/product/page', { productName: '13800138000' });
    await server.anybody.get('/blade-resource/attach/file/000000/77');
    await server.anybody.get('/secret/13800138000');
    await new Promise(setImmediate);
    const { body, headers } = await scrape(`Bearer ${metricsToken}`);
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(body).not.toContain('13800138000');
    const families = parse(body);
    const samples = families.get('http_request_duration_seconds')!.samples;
    const routes = samples.filter(({ name }) => name.endsWith('_count')).map(({ labels }) => labels);
    expect(routes).toEqual(
      expect.arrayContaining([
        { method: 'GET', route: '/api/blade-product/product/page', status: '2xx' },
        { method: 'GET', route: '/api/blade-resource/attach/file/:tenantId/:id', status: '4xx' },
        { method: 'GET', route: 'none', status: '4xx' },
      ]),
    );
    // each histogram grows to its count
    for (const labels of routes) {
      const own = samples.filter((one) => Object.entries(labels).every(([name, held]) => one.labels[name] === held));
      const steps = own.filter(({ name }) => name.endsWith('_bucket')).map(({ value }) => value);
      expect(steps).toEqual([...steps].sort((a, b) => a - b));
      expect(steps.at(-1)).toBe(own.find(({ name }) => name.endsWith('_count'))!.value);
    }
    const value = (name: string, label = {}) =>
      families.get(name)!.samples.find((one) => JSON.stringify(one.labels) === JSON.stringify(label))?.value;
    expect(value('leasedesk_open_sessions')).toBe(1);
    expect(value('leasedesk_database_connections', { state: 'waiting' })).toBe(0);
    expect(value('leasedesk_log_rows_dropped_total', { cause: 'full' })).toBe(0);
    expect(value('leasedesk_log_rows_written_total')).toBe(server.deps.logs!.figures().written);
    for (const name of ['process_cpu_seconds_total', 'process_resident_memory_bytes', 'nodejs_eventloop_lag_seconds'])
      expect([name, value(name)]).toEqual([name, expect.any(Number)]);
  });
});
