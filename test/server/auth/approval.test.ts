/** Registration and approval through the console: what it offers is what the server accepts. */
import { awaiting, normal, type User } from '../../../contract/modules/system/user';
import { md5 } from '../../../server/auth/password/oneTimePassword';
import { accessToken, guestId } from '../../../server/auth/session';
import { userDialogs } from '../../../src/features/system/user/userDialogsSlice';
import { choices } from '../../../src/store/crud/choices';
import { inbox } from '../../../src/store/inbox';
import { panel } from '../../../src/store/navigation/panel';
import { route } from '../../../src/store/navigation/route';
import { type Consoles, consolesOf, until } from '../../support/realConsole';
import { clientOf, ok, platform, type Server, startServer } from '../../support/server';

let server: Server;
let consoles: Consoles;
/** Roles that the approving person may grant, and may not: one that holds more than they do, one of administrators. */
let may: string[];
let mayNot: string[];
beforeAll(async () => {
  server = await startServer();
  consoles = await consolesOf(server);
  const approver = await server.addUser({ account: 'approver', permissions: ['user', 'user_audit', 'order'] });
  const clerk = await server.addUser({ account: 'clerk', permissions: ['order'] });
  const plain = await server.addUser({ account: 'plain' });
  const broad = await server.addUser({ account: 'broad', permissions: ['order', 'product'] });
  const admins = await server.addUser({ account: 'head' });
  await server.sql('update sys_role set is_admin = true where id = $1', [admins.roleId]);
  may = [approver.roleId, clerk.roleId, plain.roleId];
  mayNot = [broad.roleId, admins.roleId];
});
afterAll(() => consoles.close());

const password = 'Guest-word-1';
/** A person authenticated by a provider asks for an account, as the console does it. Answers the id of the new
 *  person. */
async function registered(account: string): Promise<string> {
  const [oauthId, sid, time] = [server.deps.newId(), server.deps.newId(), server.clock.text()];
  const now = server.deps.now();
  await server.sql(
    `insert into sys_user_oauth (id, tenant_id, source, uuid, create_time, update_time) values ($1, $2, 'gitee', $3, $4, $4)`,
    [oauthId, platform, account, time],
  );
  await server.sql(
    `insert into sign_in (sid, tenant_id, oauth_id, client_id, rotated_at, expires_at, create_time)
     values ($1, $2, $3, 'saber', $4, $5, $6)`,
    [sid, platform, oauthId, new Date(now), new Date(now + 3_600_000), time],
  );
  const token = await accessToken(server.deps, { sid, tenantId: platform, userId: guestId }, 3600);
  const guest = clientOf(server.app, { 'blade-auth': `bearer ${token}` });
  const query = { oauthId, account, name: account, password: md5(password) };
  ok(await guest.post('/blade-system/user/register-guest', { query }));
  const [row] = await server.sql('select id, status from sys_user where account = $1', [account]);
  expect(row.status).toBe(awaiting);
  return row.id;
}
async function held(account: string) {
  return (await server.sql('select status, role_ids as roles from sys_user where account = $1', [account]))[0];
}

it('in the list of users, with roles that the server offers and takes', async () => {
  const id = await registered('first');
  const app = await consoles.as('approver');
  await until(() => app.slice('menu').isKnown);
  app.do(route.actions.go('/system/user'));
  await until(() => app.slice('user')?.page);
  const row = app.slice('user').page.records.find((one: User) => one.id === id);
  app.do(userDialogs.actions.pass([row]));
  const offered = () => app.see(choices.selectors.of, 'role/givable');
  await until(() => offered().nodes.length > 0 || offered().isLost);
  const ids = offered().nodes.map((node) => node.id);
  expect(ids).toEqual(expect.arrayContaining(may));
  expect(mayNot.filter((roleId) => ids.includes(roleId))).toEqual([]);
  app.do(userDialogs.actions.pickRoles(ids.join(','))); // all offered roles may be granted
  app.do(userDialogs.actions.save());
  await until(() => app.see(userDialogs.selectors.dialog) === null || app.toasts().length > 0);
  expect(app.toasts()).toEqual(['success: crud.done']);
  expect(await held('first')).toEqual({ status: normal, roles: ids });
  await consoles.enter('first', password);
});

it('from the notice of the bell, with a role that the server offers and takes', async () => {
  const id = await registered('second');
  const app = await consoles.as('approver');
  await until(() => app.slice('menu').isKnown && app.slice('inbox'));
  app.do(inbox.actions.pick('notice'));
  app.do(panel.actions.show('inbox'));
  const state = () => app.see(inbox.selectors.all);
  const notice = () => state().lists.notice?.rows.find(({ subjectId }) => subjectId === id);
  await until(notice);
  app.do(inbox.actions.open(notice()!.id));
  await until(() => state().roles !== null);
  const ids = state().roles!.map((role) => role.id);
  expect(ids).toEqual(expect.arrayContaining(may));
  expect(mayNot.filter((roleId) => ids.includes(roleId))).toEqual([]);
  app.do(inbox.actions.pickRoles(may[1]!));
  app.do(inbox.actions.decide({ id: notice()!.id, isPassed: true }));
  await until(() => !state().isDeciding);
  expect(app.toasts()).toEqual([]);
  expect(state().decided).toEqual({ [notice()!.id]: 'passed' });
  expect(await held('second')).toEqual({ status: normal, roles: [may[1]] });
  await consoles.enter('second', password);
});

it('is refused with a role that was not offered', async () => {
  const id = await registered('third');
  const app = await consoles.as('approver');
  await until(() => app.slice('menu').isKnown);
  app.do(route.actions.go('/system/user'));
  await until(() => app.slice('user')?.page);
  const row = app.slice('user').page.records.find((one: User) => one.id === id);
  for (const roleId of mayNot) {
    app.do(userDialogs.actions.pass([row]));
    app.do(userDialogs.actions.pickRoles(roleId));
    app.do(userDialogs.actions.save());
    await until(() => !app.see(userDialogs.selectors.isSaving));
    expect(app.see(userDialogs.selectors.dialog)).toMatchObject({ kind: 'pass', roleIds: roleId });
  }
  expect(app.toasts()).toEqual([expect.stringMatching(/^error: /)]); // the same message twice is shown once
  expect(await held('third')).toEqual({ status: awaiting, roles: [] });
});
