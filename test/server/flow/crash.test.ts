/** Nothing of a process is lost or done twice, on two servers of one database, with connections that break in mid-step. */

import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { flowStorm, type Send } from '../../chaos/flow';
import { ensureBuilt, password, start, startExternal, type Victim } from '../../chaos/server';
import { depth, isDeep } from '../../support/depth';
import { clientOf, startServer } from '../../support/server';

it('keeps every instance while connections of two servers are ended', async () => {
  const server = await startServer();
  const second = await server.beside();
  const clients = [server.admin, clientOf(second.app, server.admin.headers)];
  const send: Send = async (at, method, address, parameters = {}, headers = {}) => {
    const [path = '', text = ''] = address.split('?');
    const query = Object.fromEntries(new URLSearchParams(text));
    return method === 'GET'
      ? clients[at]!.get(path, parameters as Record<string, string>, headers)
      : clients[at]!.post(path, { query, body: parameters, headers });
  };
  const outcome = await flowStorm({
    ...{ send, servers: 2, instances: depth(6, 40), clients: depth(4, 12), blows: depth(12, 80), pause: 120 },
    sql: server.sql,
    async strike() {
      await server.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and usename = $1 and state <> 'idle'`,
        [server.connections.app.user],
      );
    },
  });
  await second.close();
  await server.close();
  expect(outcome).toMatchObject({ started: depth(6, 40), wrong: [] });
  expect(outcome.blows).toBeGreaterThan(2);
}, 300_000);

/** Two processes of the built server on one database of their own. */
async function killedServers(instances: number, clients: number, blows: number) {
  ensureBuilt();
  const external = await startExternal();
  const folders = [0, 1].map((at) => mkdtempSync(join(tmpdir(), `leasedesk-flow-${at}-`)));
  const env = { DATABASE_URL: external.url };
  const victims: Victim[] = [await start(folders[0]!, { env })];
  // Servers that share a database share its key and its files.
  cpSync(join(folders[0]!, 'secret.key'), join(folders[1]!, 'secret.key'));
  symlinkSync(join(folders[0]!, 'files'), join(folders[1]!, 'files'));
  victims.push(await start(folders[1]!, { env }));
  const pool = new pg.Pool({ ...external.owner, max: 2 });
  try {
    const call = async (at: number, method: string, path: string, body: unknown, headers: Record<string, string>) => {
      try {
        const reply = await fetch(`${victims[at]!.url}${path}`, {
          method,
          headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
          ...(body ? { body: JSON.stringify(body) } : {}),
          signal: AbortSignal.timeout(15_000),
        });
        return {
          status: reply.status,
          body: (await reply.json()) as { data?: any; reason?: string; access_token?: string },
        };
      } catch {
        return undefined; // the server is gone
      }
    };
    const md5 = createHash('md5').update(password).digest('hex');
    const query = new URLSearchParams({ grant_type: 'password', username: 'admin', password: md5, tenantId: '000000' });
    const basic = { authorization: `Basic ${Buffer.from('saber:saber_secret').toString('base64')}` };
    const session = await call(0, 'POST', `/api/blade-auth/oauth/token?${query}`, {}, basic);
    const own = { 'blade-auth': `bearer ${session!.body.access_token}` };
    let blow = 0;
    return await flowStorm({
      ...{ servers: 2, instances, clients, blows, pause: 2_500 },
      send: (at, method, path, parameters = {}, headers = {}) => {
        const text = method === 'GET' ? `?${new URLSearchParams(parameters as Record<string, string>)}` : '';
        return call(at, method, `/api${path}${text}`, method === 'GET' ? undefined : parameters, {
          ...own,
          ...headers,
        });
      },
      sql: async (text, values = []) => (await pool.query(text, values)).rows,
      async strike() {
        const at = blow++ % 2;
        await victims[at]!.kill();
        victims[at] = await start(folders[at]!, { env });
      },
    });
  } finally {
    for (const victim of victims) await victim.kill().catch(() => undefined);
    await pool.end();
    await external.stop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

if (isDeep)
  it('keeps 100 instances, worked by 20 clients, while the servers are killed', async () => {
    const outcome = await killedServers(100, 20, 8);
    expect(outcome).toMatchObject({ started: 100, wrong: [] });
    expect(outcome.blows).toBeGreaterThan(3);
  }, 600_000);
