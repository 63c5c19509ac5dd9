/** Accounts of data sources: one that can do more than read is refused, when it is entered and when it is used. */
import pg from 'pg';
import { excessOf } from '../../../server/develop/sources/mysql';
import { type Mariadb, startMariadb } from '../../support/mariadb';
import { openPostgresDoor, type PostgresDoor } from '../../support/postgresDoor';
import { type Client, ok, type Server, startServer } from '../../support/server';

const at = '/blade-develop/datasource';
const password = 'reader-Pass-1';
const otherName = `readers_${process.pid}`;
const roles = ['reader', 'writer', 'master'].map((role) => `${otherName}_${role}`);

let server: Server;
let mariadb: Mariadb;
let other: pg.Client;
let maintenance: pg.Client;
let door: PostgresDoor;
let clerk: Client;

beforeAll(async () => {
  mariadb = await startMariadb();
  const { owner } = JSON.parse(process.env.TEST_PG!) as { owner: pg.PoolConfig };
  door = await openPostgresDoor(() => owner);
  server = await startServer({ env: { EGRESS_ALLOW: `127.0.0.1:${door.port},127.0.0.1:${mariadb.port}` } });
  clerk = server.admin;
  maintenance = new pg.Client({ ...owner, database: 'postgres' });
  await maintenance.connect();
  await maintenance.query(`create database ${otherName}`);
  for (const role of roles) await maintenance.query(`create role ${role} login password '${password}'`);
  other = new pg.Client({ ...owner, database: otherName });
  await other.connect();
  await other.query(`create table car (id bigint primary key, note text);
    grant select on car to ${otherName}_reader; grant all on car to ${otherName}_writer`);
  await mariadb.owner.query(`create user writer identified by '${password}';
    grant select, insert, create, file on *.* to writer`);
});
afterAll(async () => {
  await other?.end();
  await maintenance?.query(`drop database ${otherName} with (force)`);
  for (const role of roles) await maintenance?.query(`drop role ${role}`);
  await maintenance?.end();
  door?.close();
  await server?.close();
  await mariadb?.close();
});

function addressOf(kind: 'postgresql' | 'mysql') {
  return kind === 'mysql'
    ? {
        driverClass: 'com.mysql.cj.jdbc.Driver',
        url: `jdbc:mysql://127.0.0.1:${mariadb.port}/shop?useSSL=false`,
      }
    : {
        driverClass: 'org.postgresql.Driver',
        url: `jdbc:postgresql://127.0.0.1:${door.port}/${otherName}`,
      };
}
async function reasonOf(answer: Promise<{ status: number; body: any }>) {
  const { status, body } = await answer;
  return [status, body.reason];
}

describe('an account that can do more than read', () => {
  const save = (kind: 'postgresql' | 'mysql', username: string) =>
    clerk.post(`${at}/submit`, { body: { name: `${kind} 主`, ...addressOf(kind), username, password } });

  it.each([
    ['a superuser', 'superuser', '', /：SUPERUSER。/],
    ['one that makes roles', 'createrole', '', /CREATEROLE/],
    ['one that makes databases', 'createdb', '', /CREATEDB/],
    ['one that copies the database', 'replication', '', /REPLICATION/],
    ['one past the security of rows', 'bypassrls', '', /BYPASSRLS/],
    ['one that reads files', '', 'grant pg_read_server_files to $', /pg_read_server_files/],
    ['one that runs programs', '', 'grant pg_execute_server_program to $', /pg_execute_server_program/],
    ['one that ends sessions', '', 'grant pg_signal_backend to $', /pg_signal_backend/],
    ['one that may read one file', '', 'grant execute on function pg_read_file(text) to $', /pg_read_file\(\)/],
    ['one that reads the passwords of accounts', '', 'grant pg_read_all_data to $', /SELECT ON pg_authid/],
    [
      'one that changes the running server',
      '',
      'grant execute on function pg_reload_conf() to $',
      /pg_reload_conf\(\)/,
    ],
    ['one that writes a table', '', 'grant update on car to $', /ON car/],
    ['one that writes a column', '', 'grant update (note) on car to $', /ON car/],
    ['one that becomes another', '', 'grant other_writer to $', /ON car/],
  ])('on PostgreSQL is refused: %s', async (_what, attributes, grants, told) => {
    const name = `${otherName}_master`;
    const given = grants.replace('other_writer', `${otherName}_writer`).replace('$', name);
    const taken = given.replace('grant', 'revoke').replace(/to (?=\w+$)/, 'from ');
    await other.query(`alter role ${name} ${attributes}; ${given}`);
    try {
      const { status, body } = await save('postgresql', name);
      expect([status, body.reason, body.problems]).toEqual([400, 'datasource.notReader', { username: 'refused' }]);
      expect(body.msg).toMatch(told);
      expect(body.msg).toMatch(/create role leasedesk_reader/);
    } finally {
      await other.query(`alter role ${name} ${attributes.replace(/^(?=.)/, 'no')}; ${taken}`);
    }
  });

  it.each([
    [
      'one that may become another without holding its rights',
      'grant writer to master with inherit false',
      'revoke writer from master',
    ],
    [
      'one that owns a table, whose own rights were taken away',
      'alter table car owner to master; revoke all on car from master',
      'alter table car owner to superuser',
    ],
    ['one that makes tables', 'create schema shelf; grant create on schema shelf to master', 'drop schema shelf'],
    ['one that owns the database', 'alter database db owner to master', 'alter database db owner to superuser'],
  ])('on PostgreSQL is refused: %s', async (name, grants, taken) => {
    const { owner } = JSON.parse(process.env.TEST_PG!) as { owner: pg.PoolConfig };
    const named = (text: string) =>
      text
        .replace(/\b(master|writer)\b/g, `${otherName}_$1`)
        .replace(/\bdb\b/g, otherName)
        .replace('superuser', `"${owner.user}"`);
    await other.query(named(grants));
    try {
      const account = { username: `${otherName}_master`, password };
      const body = { name, ...addressOf('postgresql'), ...account };
      expect(await reasonOf(clerk.post(`${at}/submit`, { body }))).toEqual([400, 'datasource.notReader']);
    } finally {
      await other.query(named(taken));
    }
  });

  it('on PostgreSQL is refused where it can connect to other databases from there', async () => {
    await other.query('create extension dblink');
    try {
      expect((await save('postgresql', `${otherName}_reader`)).body).toMatchObject({
        reason: 'datasource.notReader',
        msg: expect.stringMatching(/dblink/),
      });
    } finally {
      await other.query('drop extension dblink');
    }
  });

  it('on PostgreSQL is refused where functions of a language without walls run for it, not where it watches', async () => {
    const name = `${otherName}_reader`;
    await other.query(`grant pg_monitor to ${name}`);
    const { id } = ok(await save('postgresql', name));
    ok(await clerk.post(`${at}/test`, { body: { ids: id } }));
    await other.query(`create function reach() returns int language plpgsql as 'begin return 1; end';
      update pg_language set lanpltrusted = false where lanname = 'plpgsql'`);
    try {
      const { body } = await clerk.post(`${at}/test`, { body: { ids: id } });
      expect(body).toMatchObject({ reason: 'datasource.notReader', msg: expect.stringMatching(/reach\(\)/) });
    } finally {
      await other.query(`update pg_language set lanpltrusted = true where lanname = 'plpgsql'; drop function reach();
        revoke pg_monitor from ${name}`);
      ok(await clerk.post(`${at}/remove`, { query: { ids: id } }));
    }
  });

  it('on MySQL is refused, also where a role gives it', async () => {
    expect((await save('mysql', 'writer')).body).toMatchObject({
      reason: 'datasource.notReader',
      msg: expect.stringMatching(/INSERT ON \*\.\*.*FILE ON \*\.\*.*grant select on `shop`/),
    });
    await mariadb.owner.query(`create role clerks; grant process on *.* to clerks;
      create user member identified by '${password}'; grant select on shop.* to member; grant clerks to member;
      set default role clerks for member`);
    expect((await save('mysql', 'member')).body).toMatchObject({
      reason: 'datasource.notReader',
      msg: expect.stringMatching(/PROCESS ON \*\.\*/),
    });
  });

  it('is refused at each use, not when it is saved alone', async () => {
    const { id } = ok(await save('postgresql', `${otherName}_reader`));
    await other.query(`grant insert on car to ${otherName}_reader`);
    try {
      const refused = [400, 'datasource.notReader'];
      expect(await reasonOf(clerk.post(`${at}/test`, { body: { ids: id } }))).toEqual(refused);
      expect(await reasonOf(clerk.post(`${at}/query`, { body: { id, text: 'select 1' } }))).toEqual(refused);
      expect(await reasonOf(clerk.get(`${at}/tables`, { id }))).toEqual(refused);
    } finally {
      await other.query(`revoke insert on car from ${otherName}_reader`);
    }
  });

  it.each([
    ["GRANT USAGE ON *.* TO `a`@`%` IDENTIFIED BY PASSWORD '*1'", []],
    ['GRANT SELECT, SHOW VIEW ON `shop`.* TO `a`@`%`', []],
    ['GRANT `clerks`@`%` TO `a`@`%`', []],
    ['GRANT SELECT (`id`, `note`), UPDATE (`note`, `id`) ON `shop`.`car` TO `a`@`%`', ['UPDATE ON `shop`.`car`']],
    ['GRANT ALL PRIVILEGES ON *.* TO `a`@`%`', ['ALL PRIVILEGES ON *.*']],
    ['GRANT SELECT ON `shop`.* TO `a`@`%` WITH GRANT OPTION', ['GRANT OPTION ON `shop`.*']],
    ['GRANT USAGE, SELECT ON *.* TO `a`@`%`', ['SELECT ON *.*']],
    ['GRANT SELECT ON `mysql`.`user` TO `a`@`%`', ['SELECT ON `mysql`.`user`']],
    ['GRANT SELECT ON `my%`.* TO `a`@`%`', ['SELECT ON `my%`.*']],
    ['GRANT SELECT ON `my\\_shop`.* TO `a`@`%`', []],
    ['GRANT FILE_ADMIN,SUPER ON *.* TO `a`@`%`', ['FILE_ADMIN ON *.*', 'SUPER ON *.*']],
  ])('is known by the line of MySQL: %s', (line, excess) => {
    expect(excessOf(line)).toEqual(excess);
  });
});
