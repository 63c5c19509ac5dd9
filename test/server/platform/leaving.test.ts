/** How a server leaves: when it is asked to, and when the database has become newer than its program. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textIn } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { endDatabase, ensureBuilt, look, password, start, type Victim } from '../../chaos/server';

jest.setTimeout(120_000);

const outdated = 75;
const submit = '/api/blade-customer/customer/submit';

let dataDir = '';
let victim: Victim | undefined;
beforeAll(() => ensureBuilt(), 180_000);
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'leasedesk-leaving-'));
});
afterEach(async () => {
  await victim?.kill();
  endDatabase(dataDir);
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: any;
}
/** One request; rejects with the error of its connection. */
function ask(url: string, agent: Agent, headers: Record<string, string> = {}, body?: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: body ? 'POST' : 'GET',
      agent,
      headers: { 'content-type': 'application/json', ...headers },
    });
    sent.once('error', reject);
    sent.once('response', (reply) => {
      textIn(reply).then(
        (text) => resolve({ status: reply.statusCode!, headers: reply.headers, body: text ? JSON.parse(text) : {} }),
        reject,
      );
    });
    sent.end(body ? JSON.stringify(body) : undefined);
  });
}
/** Opens a connection for each request. */
const once = new Agent({ keepAlive: false });

async function signIn(url: string): Promise<Record<string, string>> {
  const md5 = createHash('md5').update(password).digest('hex');
  const query = new URLSearchParams({ grant_type: 'password', username: 'admin', password: md5, tenantId: '000000' });
  const basic = Buffer.from('saber:saber_secret').toString('base64');
  const { body } = await ask(
    `${url}/api/blade-auth/oauth/token?${query}`,
    once,
    { authorization: `Basic ${basic}` },
    {},
  );
  return { 'blade-auth': `bearer ${body.access_token}` };
}
function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? String(error);
}

/** Writes over one kept connection each, until `isOver` says so of an answer or the connection fails. */
function writers(count: number, url: string, headers: Record<string, string>, isOver: (answer: Answer) => boolean) {
  const seen = { acknowledged: [] as string[], answers: [] as Answer[], errors: [] as string[] };
  const write = async (client: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let at = 0; ; at++) {
      const realName = `leaving ${client}-${at}`;
      const answer = await ask(url + submit, agent, headers, { realName, tel: '15400000001' }).catch((error) => {
        seen.errors.push(codeOf(error));
      });
      if (!answer) break;
      seen.answers.push(answer);
      if (answer.status === 200) seen.acknowledged.push(realName);
      if (isOver(answer)) break;
    }
    agent.destroy();
  };
  return { seen, over: Promise.all(Array.from({ length: count }, (_, client) => write(client))) };
}
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(5);
}

/** The acknowledged writes that the database does not have exactly once. */
async function missing(acknowledged: readonly string[]): Promise<string[]> {
  return look(dataDir, async (client) => {
    const { rows } = await client.query<{ name: string; count: number }>(
      `select real_name as name, count(*)::int as count from lease_customer where real_name like 'leaving %' group by 1`,
    );
    const counts = new Map(rows.map(({ name, count }) => [name, count]));
    return acknowledged.filter((name) => counts.get(name) !== 1);
  });
}

describe('asked to stop', () => {
  it('says that it is not ready and still serves, so that clients and balancers go before the door closes', async () => {
    const drainMs = 5_000;
    victim = await start(dataDir, { env: { DRAIN_SECONDS: '' } }); // the default away from a terminal
    const { url } = victim;
    const clients = 20; // few enough that a slow machine, too, answers them all before the door closes
    const session = await signIn(url);
    const { seen, over } = writers(clients, url, session, ({ headers }) => headers.connection === 'close');
    await until(() => seen.acknowledged.length > clients * 2);
    expect((await ask(`${url}/health/ready`, once)).status).toBe(200);

    victim.ask();
    const askedAt = performance.now();
    await over;
    expect(seen.errors).toEqual([]);
    expect(seen.answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(seen.answers.filter(({ headers }) => headers.connection === 'close')).toHaveLength(clients);

    const ready = await ask(`${url}/health/ready`, once);
    expect(ready).toMatchObject({ status: 503, body: { status: 'down', missing: ['running'] } });
    expect((await ask(`${url}/health/live`, once)).status).toBe(200);
    const late = { realName: 'leaving late', tel: '15400000001' };
    expect((await ask(url + submit, once, session, late)).status).toBe(200);
    expect(await victim.exited).toBe(0);
    expect(performance.now() - askedAt).toBeGreaterThan(drainMs);

    victim = await start(dataDir);
    expect(await missing([...seen.acknowledged, late.realName])).toEqual([]);
  });

  it('writes the rows of its logs that wait', async () => {
    victim = await start(dataDir);
    const session = await signIn(victim.url);
    const { status } = await ask(victim.url + submit, once, session, { realName: 'leaving last', tel: '15400000001' });
    expect(status).toBe(200);
    victim.ask();
    expect(await victim.exited).toBe(0);
    expect(victim.output()).not.toContain('rows of the logs were lost');
  });
});

describe('the database is newer than the program', () => {
  /** What the start of a newer release does to the tables of a running one. */
  const upgrade = (more: string) =>
    look(dataDir, (client) =>
      client.query(
        `begin; ${more}; insert into schema_migration (version, name, checksum) values ('0999', 'newer', ''); commit`,
      ),
    );

  it('refuses before a write fails, loses none that it has acknowledged, and ends with a code of its own', async () => {
    victim = await start(dataDir, { env: { DRAIN_SECONDS: '1' } });
    const { url } = victim;
    const { seen, over } = writers(10, url, await signIn(url), ({ status }) => status !== 200);
    await until(() => seen.acknowledged.length > 30);
    const monitor = (async () => {
      for (;;) {
        const { status, body } = await ask(`${url}/health/ready`, once);
        if (status === 503) return body;
        await sleep(20);
      }
    })();
    // No row of the older program satisfies it, as with a column that only the newer one fills.
    await upgrade(`alter table lease_customer add constraint newer check (real_name = 'newer') not valid`);
    await over;
    expect(seen.errors).toEqual([]);
    const refusals = seen.answers.filter(({ status }) => status !== 200);
    expect(refusals).toHaveLength(10);
    for (const { status, headers, body } of refusals) {
      expect({ status, reason: body.reason, retry: headers['retry-after'] }).toEqual({
        ...{ status: 503, reason: 'upgrading', retry: '1' },
      });
    }
    expect((await monitor).missing).toContain('schema');
    expect(await missing(seen.acknowledged)).toEqual([]);
    expect(await victim.exited).toBe(outdated);
    expect(victim.output()).toContain('has migration 0999');
  });

  it('is final under npm start, once the program that is there has been refused', async () => {
    victim = await start(dataDir, { isSupervised: true });
    await upgrade('select 1');
    expect(await victim.exited).toBe(1);
    expect(victim.output()).toMatch(/exit code 75.*The database is newer than this program/s);
    expect(victim.output().match(/starting it again/g)).toHaveLength(1);
  });

  it('is noticed without any request, and no step of start or end uses what Node will take away', async () => {
    victim = await start(dataDir, { env: { NODE_OPTIONS: '--throw-deprecation' } });
    await upgrade('select 1');
    expect(await victim.exited).toBe(outdated);
    expect(victim.output()).not.toMatch(/Deprecation|unexpected error/);
  });
});
