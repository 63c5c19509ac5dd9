/** Sessions that may do next to nothing, at every address of the server: none of them is told or given anything. */
import { accessToken, guestId } from '../../../server/auth/session';
import { accessOf } from '../../support/matrix';
import { routesOf } from '../../support/routes';
import { type Client, clientOf, platform, type Server, startServer } from '../../support/server';

let server: Server;
beforeAll(async () => {
  server = await startServer();
  for (const account of ['stopped', 'first', 'removed']) await server.addUser({ account });
  await server.addTenant('100001');
  await server.addUser({ account: 'boss', tenantId: '100001' });
});
afterAll(() => server.close());

function sidOf(client: Client): string {
  const [, claims = ''] = client.headers['blade-auth']!.split('.');
  return JSON.parse(Buffer.from(claims, 'base64url').toString()).sid;
}
/** The session of a person, changed before it is used. */
async function changed(account: string, change: string, tenantId = platform): Promise<Client> {
  const client = await server.as(account, tenantId);
  await server.sql(change, change.includes('$1') ? [sidOf(client)] : []);
  return client;
}
async function guest(): Promise<Client> {
  await server.sql(
    `insert into sys_user_oauth (id, tenant_id, source, uuid, username, avatar, email, create_time, update_time)
     values (1, $1, 'gitee', '1', 'guest', '', '', $2, $2)`,
    [platform, server.clock.text()],
  );
  const client = await changed('first', 'update sign_in set user_id = null, oauth_id = 1 where sid = $1');
  const token = await accessToken(server.deps, { sid: sidOf(client), tenantId: platform, userId: guestId }, 3600);
  return clientOf(server.app, { 'blade-auth': `bearer ${token}` });
}

const ends = ['GET /blade-auth/oauth/logout'];
const unlocks = ['POST /blade-auth/oauth/unlock'];
const locks = ['POST /blade-auth/oauth/lock'];
const sessions: [who: string, reason: string, open: readonly string[], make: () => Promise<Client>][] = [
  ['ended', 'signedOut', [], () => changed('admin', 'update sign_in set ended_at = now() where sid = $1')],
  [
    'of a person who was stopped',
    'signedOut',
    [],
    () => changed('stopped', `update sys_user set status = 0 where account = 'stopped'`),
  ],
  [
    'of a person who was removed',
    'signedOut',
    [],
    () => changed('removed', `update sys_user set is_deleted = 1 where account = 'removed'`),
  ],
  [
    'of a tenant that was stopped',
    'signedOut',
    [],
    () => changed('boss', `update tenant set status = 0 where tenant_id = '100001'`, '100001'),
  ],
  [
    'behind a locked screen',
    'session.locked',
    [...ends, ...unlocks, ...locks],
    () => changed('admin', `update sign_in set lock_proof = 'x' where sid = $1`),
  ],
  [
    'before the one-time password is changed',
    'auth.mustChangePassword',
    [
      ...[...ends, ...unlocks, ...locks, 'POST /blade-system/user/update-password'],
      ...['GET /blade-auth/oauth/user-info', 'GET /blade-system/user/info'],
    ],
    () => changed('first', `update sys_user set must_change_password = 1 where account = 'first'`),
  ],
  ['of a guest', 'forbidden', [...ends, ...unlocks, 'POST /blade-system/user/register-guest'], guest],
];

it.each(sessions)(
  'one %s is refused everywhere',
  async (who, reason, open, make) => {
    const asked = routesOf(server.app).flatMap(({ method, url }) => {
      const name = `${method} ${url.replace(/^\/api/, '')}`;
      const isOpen = accessOf(name)[0] === 'in' || open.includes(name);
      return isOpen ? [] : [{ method, name, url: url.replace(/:\w+/g, '1') }];
    });
    const client = await make();
    const wrong: unknown[] = [];
    for (const { method, name, url } of asked) {
      const { status, body } = await client.send({ method, url, ...(method === 'POST' ? { payload: {} } : {}) });
      if (body.reason !== reason) wrong.push([name, status, body.reason]);
    }
    console.log(`a session ${who}: ${asked.length} addresses, ${wrong.length} of them answer otherwise`);
    expect(wrong).toEqual([]);
    expect(asked.length).toBeGreaterThan(400);
  },
  120_000,
);
