/** Look-alike names are one name: unique, and typed in any case. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { md5 } from '../../../server/auth/password/oneTimePassword';
import { ok, password, type Server, startServer } from '../../support/server';

function sys(path: string) {
  return `/blade-system/${path}`;
}
let server: Server;
beforeAll(async () => {
  server = await startServer();
  await server.addUser({ account: 'lin.yumo' });
});
afterAll(() => server.close());

async function add(account: string) {
  const [role] = await server.sql(`select id from sys_role where role_alias = 'user'`);
  const [dept] = await server.sql('select id from sys_dept');
  const body = { account, name: account, realName: '林雨墨', roleId: role.id, deptId: dept.id };
  const { status, body: answer } = await server.admin.post(sys('user/submit'), { body });
  return status === 200 ? 'added' : answer.problems;
}

describe('an account', () => {
  it.each([
    ...['Lin.Yumo', 'Iin.yumo', '1in.yumo', 'l1n.yumo', 'IIN.YUMO', 'lin.yurno', 'lin.yum0', 'lin.yumО'],
    ...['admln', 'adm1n', 'adrnin', 'ADMIN', 'аdmin'],
  ])('%s cannot be had beside one that looks like it', async (account) => {
    expect(await add(account)).toHaveProperty('account');
  });

  it('that only resembles in meaning can', async () => {
    for (const account of ['lin.yuwo', 'wang.wei', 'lin-yumo']) expect(await add(account)).toBe('added');
    expect(await add('vvang.wei')).toHaveProperty('account');
  });

  it.each(['lin.yumo', 'LIN.YUMO', 'Lin.Yumo', 'ｌｉｎ.yumo'])('is signed in to as %s, too', async (account) => {
    expect((await server.signIn(account)).session.account).toBe('lin.yumo');
  });

  it('that had a double before still works by its exact spelling', async () => {
    await server.addUser({ account: 'Iin.yumo' });
    for (const account of ['lin.yumo', 'Iin.yumo'])
      expect((await server.signIn(account)).session.account).toBe(account);
    const { body } = await server.token({ username: 'LIN.YUMO', password: md5(password), grant_type: 'password' });
    expect(body.reason).toBe('auth.badCredentials');
  });
});

it.each(['administrator', 'Adm1n1strator', 'adrninistrator'])('a role is not called %s', async (roleAlias) => {
  const body = { roleName: '角色', roleAlias, sort: 1 };
  expect((await server.admin.post(sys('role/submit'), { body })).status).toBe(400);
});

it('an installation with doubles is taken over as it is, its indexes made anew', async () => {
  const file = join(__dirname, '../../../server/migrations/former/0021_look_alikes.sql');
  const [rule = ''] = readFileSync(file, 'utf8').split('\n-- Codes are made');
  await server.sql('drop index sys_user_skeleton');
  await server.sql(`create or replace function name_skeleton(name text) returns text language sql immutable parallel safe
    as $$ select lower(name) $$`);
  await server.sql(
    'create index sys_user_skeleton on sys_user (tenant_id, name_skeleton(account)) where is_deleted = 0',
  );
  await server.sql('create unique index once on sys_user (tenant_id, name_skeleton(account)) where is_deleted = 0');
  await server.sql(`create unique index still on sys_user (name_skeleton(account)) where account = 'wang.wei'`);
  await server.sql(rule);
  const indexes = await server.sql(
    `select indexrelid::regclass::text as name, indisunique as once from pg_index
     where indexrelid in ('sys_user_skeleton'::regclass, 'once'::regclass, 'still'::regclass) order by 1`,
  );
  expect(indexes).toEqual([
    { name: 'once', once: false },
    { name: 'still', once: true },
    { name: 'sys_user_skeleton', once: false },
  ]);
  const found = `select account from sys_user where tenant_id = '000000' and is_deleted = 0
    and name_skeleton(account) = name_skeleton('LIN.YUMO') order by 1`;
  await server.sql('set enable_seqscan = off');
  expect((await server.sql(found)).map(({ account }) => account).sort()).toEqual(['Iin.yumo', 'lin.yumo']);
  ok(await server.admin.get(sys('user/page')));
});
