/** An external PostgreSQL: under which account requests come in. */
import pg from 'pg';
import { openExternal } from '../../../server/platform/external';
import { migrate } from '../../../server/platform/migrate';
import { freshDatabase, type TestDatabase } from '../../support/postgres';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

function addressOf({ user, password, host, port, database: name }: pg.PoolConfig): string {
  return `postgres://${user}:${encodeURIComponent(String(password))}@localhost:${port}/${name}?host=${encodeURIComponent(host!)}`;
}
async function whoIs(config: pg.PoolConfig) {
  const client = new pg.Client(config);
  await client.connect();
  try {
    return (await client.query('select session_user as account, current_user as role')).rows[0];
  } finally {
    await client.end();
  }
}

it('signs in as the program’s role where the address names it, without a switch that other nodes would not follow', async () => {
  const { app, account } = await openExternal(addressOf(database.app), addressOf(database.owner));
  expect(app.options).toBeUndefined();
  expect(await whoIs(app)).toEqual({ account: 'leasedesk_app', role: 'leasedesk_app' });
  expect(account).toBe('leasedesk_app');
  const owner = new pg.Pool({ ...database.owner, max: 1 });
  expect(await migrate(owner, undefined, { account })).toEqual([]);
  await owner.end();
});

it('steps down from every other account', async () => {
  const { app, account } = await openExternal(addressOf(database.owner));
  expect(account).toBe(database.owner.user);
  expect(await whoIs(app)).toEqual({ account, role: 'leasedesk_app' });
});

it.each(['127.0.0.1', 'localhost'])(
  'names the setting whose database at %s cannot be reached, and why',
  async (host) => {
    const nowhere = `postgres://nobody:x@${host}:1/x`;
    const told = (setting: string) =>
      new RegExp(`^无法连接 ${setting} 的数据库 · the database of ${setting} cannot be reached: connect ECONNREFUSED `);
    await expect(openExternal(nowhere)).rejects.toThrow(told('DATABASE_URL'));
    await expect(openExternal(addressOf(database.owner), nowhere)).rejects.toThrow(told('MIGRATE_DATABASE_URL'));
  },
);
