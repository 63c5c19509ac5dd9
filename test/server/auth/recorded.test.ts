/** Recording that an administrator turns on for one person: an hour, that person alone, with a right of its own. */
import { ok, type Server, startServer } from '../../support/server';

const MINUTE = 60_000;
let server: Server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

let made = 0;
async function person(permissions: string[] = []) {
  const account = `seen${++made}`;
  const { userId } = await server.addUser({ account, permissions });
  return { account, userId, client: await server.as(account) };
}
function turnOn(userIds: string, client = server.admin) {
  return client.post('/blade-system/user/record', { query: { userIds } });
}
/** The cookie that an answer sets. */
async function told({ client }: Awaited<ReturnType<typeof person>>, cookie?: string) {
  const { headers } = await client.get('/blade-system/user/info', {}, cookie ? { cookie } : {});
  return headers['set-cookie'] as string | undefined;
}
async function settings(cookie?: string) {
  const { body } = await server.anybody.send({
    method: 'GET',
    url: '/config.json',
    headers: cookie ? { cookie } : {},
  });
  return { testerMode: body.testerMode, recorded: body.recorded };
}

it('is told to the next page of that person, by a cookie that scripts cannot read, and ends after an hour', async () => {
  const one = await person();
  expect(await told(one)).toBeUndefined();
  ok(await turnOn(one.userId));
  const until = server.deps.now() + 60 * MINUTE;
  server.clock.advance(10 * MINUTE);
  const set = (await told(one))!;
  expect(set.split('; ').slice(1)).toEqual(['Path=/', 'Max-Age=3000', 'HttpOnly', 'SameSite=Lax', 'Secure']);
  const [cookie] = set.split('; ');
  expect(await settings(cookie)).toEqual({ testerMode: true, recorded: { userId: one.userId, until } });
  expect(await told(one, cookie)).toBeUndefined(); // it is there already
  expect(await settings()).toEqual({ testerMode: false });

  server.clock.advance(50 * MINUTE);
  expect(await settings(cookie)).toEqual({ testerMode: false });
  expect(await told(one)).toBeUndefined();
});

it('is told with the person while it lasts, and ends early for who may turn it on', async () => {
  const one = await person();
  const clerk = await person(['user', 'user_edit']);
  const listed = async () => {
    const page = ok(await server.admin.get('/blade-system/user/page', { account: one.account, size: 10 }));
    return page.records[0].recordedUntil;
  };
  const end = (client: typeof server.admin) =>
    client.post('/blade-system/user/end-recording', { query: { userIds: one.userId } });
  expect(await listed()).toBeNull();
  ok(await turnOn(one.userId));
  const cookie = (await told(one))!.split('; ')[0]!;
  expect(await listed()).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect((await end(clerk.client)).body.reason).toBe('forbidden');
  expect((await settings(cookie)).recorded).toMatchObject({ userId: one.userId });
  ok(await end(server.admin));
  expect(await listed()).toBeNull();
  // The page that is open, and one that opens before any other call, learn it although they have the cookie still.
  expect(await settings(cookie)).toEqual({ testerMode: false });
  expect(await told(one, cookie)).toMatch(/^leasedesk-recorded=; Path=\/; Max-Age=0;/);
  const kept = await server.sql('select action from audit_log where entity_id = $1 and action like $2 order by id', [
    one.userId,
    '%ecord%',
  ]);
  expect(kept.map(({ action }) => action)).toEqual(['record', 'endRecording']);
});

it('does not follow to another person in the same browser, and cannot be made up', async () => {
  const [one, other] = [await person(), await person()];
  ok(await turnOn(one.userId));
  const cookie = (await told(one))!.split('; ')[0]!;
  expect(await told(other, cookie)).toMatch(/^leasedesk-recorded=; Path=\/; Max-Age=0;/);
  const made = cookie.replace(one.userId, other.userId);
  expect(made).not.toBe(cookie);
  expect(await settings(made)).toEqual({ testerMode: false });
});

it('lasts as long as was said last, and while the database rests as long as the cookie says', async () => {
  const one = await person();
  ok(await turnOn(one.userId));
  const until = server.deps.now() + 60 * MINUTE;
  const cookie = (await told(one))!.split('; ')[0]!;
  server.clock.advance(30 * MINUTE);
  ok(await turnOn(one.userId));
  expect((await settings(cookie)).recorded).toEqual({ userId: one.userId, until: until + 30 * MINUTE });
  const asked = jest.spyOn(server.deps.db, 'withTenant').mockRejectedValueOnce(new Error('no connection'));
  expect((await settings(cookie)).recorded).toEqual({ userId: one.userId, until });
  asked.mockRestore();
});

it('takes a right of its own, spares those above, and is in the history', async () => {
  const one = await person();
  const clerk = await person(['user', 'user_edit', 'user_reset', 'user_unlock']);
  expect((await turnOn(one.userId, clerk.client)).body.reason).toBe('forbidden');
  const tester = await person(['user', 'user_record']);
  const [admin] = await server.sql(`select id from sys_user where account = 'admin'`);
  expect((await turnOn(admin.id, tester.client)).body.success).toBe(false);
  ok(await turnOn(one.userId, tester.client));
  const kept = await server.sql('select action, reason from audit_log where entity_id = $1 and action = $2', [
    one.userId,
    'record',
  ]);
  expect(kept).toEqual([{ action: 'record', reason: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) }]);
});
