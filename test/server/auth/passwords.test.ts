/**
 * Every call that carries a password: the console's encryption and the server's decryption, with the whole server
 * behind a port.
 */

import { md5 } from '../../../server/auth/password/oneTimePassword';
import { accessToken, guestId } from '../../../server/auth/session';
import { feature as userFeature } from '../../../src/features/system/user/user';
import { password as ownPassword } from '../../../src/store/auth/password';
import { registration } from '../../../src/store/auth/registration';
import { screenLock } from '../../../src/store/auth/screenLock';
import { route } from '../../../src/store/navigation/route';
import { session } from '../../../src/store/session';
import { li } from '../../support/fakeWorld';
import { type Consoles, consolesOf, realWorld, until } from '../../support/realConsole';
import { ok, password, platform, type Server, startServer } from '../../support/server';

/** The tests' password, encrypted under the key of their servers until, at the 1,055th time, it began with 04. */
const chance =
  '045f4e26c6fd81c18ea06f44dd57374931a74d53f0aaf54d9060aa23eaff909352e73f85f58390c02e826e42cda624cc5712eb4b1073fb160fb0' +
  '23ff59f44cfb70c48579a7cb0488e1e255aa6b6f3a32ff19bbcb855226e6c848e3bb411371bf18bee5fc8a970f93e4c0191d4699fc';

describe.each([
  ['unset', {}],
  ['sm2', { PASSWORD_CIPHER: 'sm2' }],
  ['md5', { PASSWORD_CIPHER: 'md5' }],
])('with PASSWORD_CIPHER %s a password is understood', (mode, env) => {
  let server: Server;
  let consoles: Consoles;
  beforeAll(async () => {
    server = await startServer({ env });
    consoles = await consolesOf(server);
  });
  afterAll(() => consoles.close());
  const enter = (account: string, word?: string) => consoles.enter(account, word);

  it('at sign-in', async () => {
    await server.addUser({ account: 'door' });
    await enter('door');
    await expect(enter('door', 'another word')).rejects.toThrow('用户名或密码错误');
    expect(await server.sql(`select account from sign_in_failure where account = 'door'`)).toHaveLength(1);
  });

  it('when it is changed, of one’s own will or because it was a one-time one', async () => {
    await server.addUser({ account: 'changer' });
    await server.sql(`update sys_user set must_change_password = 1 where account = 'changer'`);
    const app = await enter('changer');
    expect(app.see(session.selectors.user)?.mustChangePassword).toBe(true);
    await until(() => app.slice('password'));
    const type = { oldPassword: password, newPassword: '新的口令 2026', newPassword1: '新的口令 2026' };
    for (const [name, value] of Object.entries(type))
      app.do(ownPassword.actions.typed({ name: name as keyof typeof type, value }));
    app.do(ownPassword.actions.change());
    await until(() => app.toasts().length > 0);
    expect(app.toasts()).toEqual(['success: password.changed']);
    await enter('changer', '新的口令 2026');
  });

  it('when a guest registers', async () => {
    const oauthId = server.deps.newId();
    const sid = server.deps.newId();
    const time = server.clock.text();
    await server.sql(
      `insert into sys_user_oauth (id, tenant_id, source, uuid, create_time, update_time) values ($1, $2, 'gitee', 'octo', $3, $3)`,
      [oauthId, platform, time],
    );
    await server.sql(
      `insert into sign_in (sid, tenant_id, oauth_id, client_id, rotated_at, expires_at, create_time)
       values ($1, $2, $3, 'saber', $4, $5, $6)`,
      [sid, platform, oauthId, new Date(server.deps.now()), new Date(server.deps.now() + 3_600_000), time],
    );
    const token = await accessToken(server.deps, { sid, tenantId: platform, userId: guestId }, 3600);
    const app = await consoles.open({ user: { ...li, userId: '', oauthId }, accessToken: token });
    await until(() => app.slice('registration'));
    const draft = { account: 'guest', name: '来宾', password: 'Guest-word-1', password2: 'Guest-word-1' };
    for (const [name, value] of Object.entries(draft))
      app.do(registration.actions.edit({ name: name as keyof typeof draft, value }));
    app.do(registration.actions.submit());
    await until(() => app.slice('registration')?.isSubmitted || app.toasts().length > 0);
    expect(app.toasts()).toEqual([]);
    await server.sql(`update sys_user set status = 1 where account = 'guest'`);
    await enter('guest', 'Guest-word-1');
  });

  it('when it opens the locked screen', async () => {
    await server.addUser({ account: 'locker' });
    const app = await consoles.as('locker');
    app.do(screenLock.actions.lockScreen());
    app.do(screenLock.actions.choose({ password: 'lock word' }));
    app.do(screenLock.actions.set());
    await until(
      () => app.see(screenLock.selectors.isLocked) && consoles.sent.some(({ url }) => url.includes('/oauth/lock')),
    );
    for (let isTold = false; !isTold; )
      isTold = (await server.sql(`select 1 from sign_in where lock_proof is not null`)).length > 0;
    app.do(screenLock.actions.turn('account'));
    app.do(screenLock.actions.type({ password: 'wrong' }));
    app.do(screenLock.actions.unlock());
    await until(() => app.see(screenLock.selectors.all).problem !== '');
    expect(app.see(screenLock.selectors.all).problem).toBe('wrong');
    app.do(screenLock.actions.type({ password }));
    app.do(screenLock.actions.unlock());
    await until(() => !app.see(screenLock.selectors.isLocked) || app.see(screenLock.selectors.all).problem !== '');
    expect(app.see(screenLock.selectors.isLocked)).toBe(false);
  });

  it('when an administrator gives it to a new person, and when it was reset', async () => {
    const app = await enter('admin');
    const { actions } = userFeature.slices[0] as any;
    const [role] = await server.sql(`select id from sys_role where role_alias = 'user'`);
    const [dept] = await server.sql('select id from sys_dept');
    const draft = { account: 'fresh', realName: '新人', name: '新人', password: 'First-word-1', roleId: role.id };
    await until(() => app.slice('menu').isKnown);
    app.do(route.actions.go('/system/user'));
    await until(() => app.slice('user')?.page);
    app.do(actions.add({ ...draft, deptId: dept.id }));
    await until(() => app.slice('user')?.form?.mode === 'add');
    app.do(actions.save());
    await until(() => app.slice('user').form === null || app.toasts().length > 0);
    expect(app.toasts()).toEqual(['success: crud.added']);
    const mine = await enter('fresh', 'First-word-1');
    expect(mine.see(session.selectors.user)?.mustChangePassword).toBe(true);
    const [{ id }] = await server.sql(`select id from sys_user where account = 'fresh'`);
    const [told] = ok(await server.admin.post('/blade-system/user/reset-password', { query: { userIds: id } }));
    await enter('fresh', told.oneTimeWord);
  });

  it('with and without the leading 04, and when it begins with 04 by chance', async () => {
    if (mode === 'md5') return;
    const real = realWorld();
    await real.settings();
    await server.addUser({ account: 'chance' });
    const direct = (word: string) => server.token({ username: 'chance', password: word, grant_type: 'password' });
    const encrypted = await real.encryptPassword(password);
    expect(encrypted).toMatch(/^04[0-9a-f]+$/);
    const one = encrypted.slice(2);
    for (const text of [one, encrypted, encrypted.toUpperCase(), chance, `04${chance}`])
      expect((await direct(text)).body.account).toBe('chance');
  });

  it('and nothing else is', async () => {
    await server.addUser({ account: 'other' });
    const { sm2PublicKey, passwordCipher } = (await server.anybody.send({ url: '/config.json' })).body;
    expect([passwordCipher, sm2PublicKey !== '']).toEqual([mode === 'unset' ? 'any' : mode, mode !== 'md5']);
    const answer = await server.token({ username: 'other', password: md5(password), grant_type: 'password' });
    expect(answer.status).toBe(mode === 'sm2' ? 400 : 200);
    // What the console sent: encrypted, and in no address.
    const { sent } = consoles;
    const told = sent.map(({ text }) => text).join('\n');
    expect(told).not.toContain(password);
    expect(told.includes(md5(password))).toBe(mode === 'md5');
    expect(sent.filter(({ url }) => /[0-9a-f]{32}/.test(url))).toEqual([]);
  });
});
