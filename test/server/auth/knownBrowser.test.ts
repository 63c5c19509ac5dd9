/** A known browser: wrong guesses of strangers do not block a person in it. */
import { md5 } from '../../../server/auth/password/oneTimePassword';
import { basic, ok, password, platform, type Server, startServer } from '../../support/server';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const tokenUrl = '/api/blade-auth/oauth/token';
function sys(path: string) {
  return `/blade-system/${path}`;
}

let server: Server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

let made = 0;
/** A new person, so that no test depends on another's guesses. */
async function newPerson() {
  const account = `person${++made}`;
  return { account, ...(await server.addUser({ account })) };
}

interface From {
  cookie?: string;
  word?: string;
  address?: string;
  url?: string;
}
async function enter(account: string, { cookie, word = password, address = '203.0.113.5', url = tokenUrl }: From = {}) {
  const answer = await server.anybody.send({
    method: 'POST',
    url,
    query: { username: account, password: md5(word), grant_type: 'password' },
    remoteAddress: address,
    headers: { authorization: basic, ...(cookie ? { cookie } : {}) },
  });
  const set = answer.headers['set-cookie'] as string | undefined;
  return { ...answer, reason: answer.body.reason as string | undefined, set, cookie: set?.split(';')[0] };
}
async function reasons(count: number, ...guess: Parameters<typeof enter>) {
  const told: (string | undefined)[] = [];
  for (let i = 0; i < count; i++) told.push((await enter(...guess)).reason);
  return told;
}
function wrong(count: number) {
  return Array(count).fill('auth.badCredentials');
}
/** A person who has signed in, their browser, and an account that strangers have since blocked. */
async function besieged() {
  const person = await newPerson();
  const { cookie } = await enter(person.account);
  expect(await reasons(5, person.account, { word: 'guess' })).toEqual(wrong(5));
  return { ...person, cookie: cookie! };
}
/** The cookie with a change in it, signed as before. */
function altered(cookie: string, change: (browser: any) => void): string {
  const [, name, text, proof] = /^([^=]+)=([\w-]+)\.([\w-]+)$/.exec(cookie)!;
  const browser = JSON.parse(Buffer.from(text!, 'base64url').toString());
  change(browser);
  return `${name}=${Buffer.from(JSON.stringify(browser)).toString('base64url')}.${proof}`;
}

describe('the cookie', () => {
  it('comes with a sign-in, to the calls that lead to one, out of reach of scripts and of other sites', async () => {
    const { account } = await newPerson();
    const { set } = await enter(account);
    const [pair, ...attributes] = set!.split('; ');
    expect(pair).toMatch(/^__Secure-leasedesk-browser=[\w-]+\.[\w-]{32}$/);
    expect(attributes).toEqual([
      'Path=/api/blade-auth/oauth',
      `Max-Age=${90 * 86_400}`,
      'HttpOnly',
      'SameSite=Strict',
      'Secure',
    ]);
    expect((await enter(account, { url: tokenUrl.slice('/api'.length) })).set).toContain('; Path=/blade-auth/oauth;');
  });

  it('comes with no refusal', async () => {
    const { account } = await newPerson();
    expect((await enter(account, { word: 'guess' })).set).toBeUndefined();
  });

  it('is not secured where the product is reached without TLS', async () => {
    const { settings } = server.deps;
    server.deps.settings = { ...settings, publicUrl: 'http://127.0.0.1:8790' };
    const { set } = await enter((await newPerson()).account);
    server.deps.settings = settings;
    expect(set).toMatch(/^leasedesk-browser=/);
    expect(set).not.toContain('Secure');
  });

  it('contains neither password, nor its hash, nor the account', async () => {
    const { account, userId } = await newPerson();
    const { cookie } = await enter(account);
    const [{ hash }] = await server.sql('select password_hash as hash from sys_user where id = $1', [userId]);
    const text = Buffer.from(cookie!.split('=')[1]!.split('.')[0]!, 'base64url').toString();
    for (const secret of [password, md5(password), hash, hash.split('$').at(-1), account]) {
      expect(text).not.toContain(secret);
      expect(cookie).not.toContain(secret);
    }
  });

  it('knows the last five who came', async () => {
    const people = [];
    let cookie: string | undefined;
    for (let i = 0; i < 6; i++) {
      const { account } = await newPerson();
      people.push(account);
      ({ cookie } = await enter(account, { cookie }));
    }
    expect(cookie!.length).toBeLessThan(1000);
    for (const [index, account] of people.entries()) {
      await reasons(5, account, { word: 'guess', address: `198.51.100.${index}` });
      expect([index, (await enter(account, { cookie })).status]).toEqual([index, index === 0 ? 400 : 200]);
    }
  }, 120_000);
});

describe('a person in a browser that knows them', () => {
  it('can sign in while strangers have blocked the account, and strangers still cannot', async () => {
    const { account, cookie } = await besieged();
    const known = await enter(account, { cookie });
    expect(known.status).toBe(200);
    expect((await enter(account)).reason).toBe('auth.locked');
    expect((await enter(account, { address: '203.0.113.6' })).reason).toBe('auth.locked');
    expect((await enter(account, { cookie: known.cookie })).status).toBe(200); // the one it got just now, too
  });

  it('can sign in while their shared address is blocked', async () => {
    const { account } = await newPerson();
    const address = '203.0.113.60';
    const { cookie } = await enter(account, { address });
    const guess = (i: number) =>
      server.anybody.send({
        method: 'POST',
        url: tokenUrl,
        query: { username: `nobody-${i}`, password: 'no hash at all', grant_type: 'password' },
        remoteAddress: address,
        headers: { authorization: basic, cookie: cookie! },
      });
    // A browser that knows another person counts these with the address.
    for (let i = 0; i < 61; i++) await guess(i);
    expect((await enter(account, { address })).reason).toBe('auth.tooFast');
    expect((await enter(account, { address, cookie })).status).toBe(200);
    server.clock.advance(31 * MINUTE);
  });

  it('blocks that browser alone after five wrong guesses, the right password included, for half an hour', async () => {
    const { account } = await newPerson();
    const { cookie } = await enter(account);
    expect(await reasons(6, account, { cookie, word: 'guess' })).toEqual([...wrong(5), 'auth.locked']);
    expect((await enter(account, { cookie })).reason).toBe('auth.locked');
    const elsewhere = await enter(account);
    expect(elsewhere.status).toBe(200);
    expect((await enter(account, { cookie: elsewhere.cookie })).status).toBe(200); // another browser
    expect((await enter(account, { cookie })).reason).toBe('auth.locked');
    server.clock.advance(31 * MINUTE);
    expect((await enter(account, { cookie })).status).toBe(200);
  }, 60_000);

  it('is unblocked by an administrator, who sees the block, and whose history records it', async () => {
    const { account, userId } = await newPerson();
    const { cookie } = await enter(account);
    await reasons(5, account, { cookie, word: 'guess' });
    const isLocked = async () => ok(await server.admin.get(sys('user/detail'), { id: userId })).isLocked;
    expect(await isLocked()).toBe(1);
    const entries = await server.sql(`select changes from audit_log where entity_id = $1 and action = 'lockedOut'`, [
      userId,
    ]);
    expect(entries).toEqual([
      {
        changes: [
          { field: 'failures', before: null, after: 5 },
          { field: 'browser', before: null, after: 'known' },
        ],
      },
    ]);
    ok(await server.admin.post(sys('user/unlock'), { query: { userIds: userId } }));
    expect(await isLocked()).toBe(0);
    expect((await enter(account, { cookie })).status).toBe(200);
  });
});

describe('is none', () => {
  it.each<[string, (cookie: string, userId: string) => string | Promise<string>]>([
    ['a forged one', () => '__Secure-leasedesk-browser=eyJpZCI6IngifQ.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    ['one under the plain name', (cookie) => cookie.replace('__Secure-', '')],
    ['one without its proof', (cookie) => cookie.slice(0, -33)],
    ['one whose browser was altered', (cookie) => altered(cookie, (it) => (it.id = 'another'))],
    ['one that was made to last', (cookie) => altered(cookie, (it) => (it.people[0][1] += DAY))],
    ['somebody else’s', async () => (await enter((await newPerson()).account)).cookie!],
    [
      'somebody else’s, made to name this one',
      async (_, userId) =>
        altered((await enter((await newPerson()).account)).cookie!, (it) => (it.people[0][0] = userId)),
    ],
  ])('%s', async (_case, make) => {
    const { account, userId, cookie } = await besieged();
    expect((await enter(account, { cookie: await make(cookie, userId) })).reason).toBe('auth.locked');
    expect((await enter(account, { cookie })).status).toBe(200);
  });

  it('a namesake’s of another tenant', async () => {
    const tenantId = '100002';
    await server.addTenant(tenantId);
    const { account } = await besieged();
    await server.addUser({ account, tenantId });
    const namesake = await server.anybody.send({
      method: 'POST',
      url: tokenUrl,
      query: { username: account, password: md5(password), grant_type: 'password' },
      headers: { authorization: basic, 'tenant-id': tenantId },
    });
    expect(namesake.body.tenant_id).toBe(tenantId);
    const cookie = String(namesake.headers['set-cookie']).split(';')[0];
    expect((await enter(account, { cookie })).reason).toBe('auth.locked');
  });

  it('one of 90 days ago', async () => {
    const { account, cookie } = await besieged();
    server.clock.advance(90 * DAY - MINUTE);
    await reasons(5, account, { word: 'guess' });
    expect((await enter(account, { cookie })).status).toBe(200);
    server.clock.advance(2 * MINUTE);
    expect((await enter(account, { cookie })).reason).toBe('auth.locked');
  });

  const endings: [string, (person: { account: string; userId: string }) => Promise<unknown>][] = [
    [
      'a changed password',
      async ({ account }) => {
        const client = await server.as(account);
        const query = { oldPassword: md5(password), newPassword: md5('another one'), newPassword1: md5('another one') };
        ok(await client.post(sys('user/update-password'), { query }));
      },
    ],
    [
      'a password reset by an administrator',
      async ({ userId }) => ok(await server.admin.post(sys('user/reset-password'), { query: { userIds: userId } })),
    ],
    [
      'the end of a session by an administrator',
      async ({ userId }) => {
        const [{ sid }] = await server.sql('select sid from sign_in where user_id = $1', [userId]);
        ok(await server.admin.post(sys('online/end'), { query: { ids: sid } }));
      },
    ],
    [
      'a stop of the account, even when it is let in again',
      async ({ userId }) => {
        for (const status of [0, 1])
          ok(await server.admin.post(sys('user/change-status'), { query: { userIds: userId, status } }));
      },
    ],
    [
      'the removal of the person',
      async ({ userId }) => ok(await server.admin.post(sys('user/remove'), { query: { ids: userId } })),
    ],
  ];
  it.each(endings)('one from before %s', async (how, end) => {
    const { account, userId } = await newPerson();
    const { cookie } = await enter(account);
    await end({ account, userId });
    const word = how === 'a changed password' ? 'another one' : password;
    // The browser counts with all others now.
    expect(await reasons(5, account, { cookie, word: 'guess' })).toEqual(wrong(5));
    expect((await enter(account, { word })).reason).toBe('auth.locked');
    expect((await enter(account, { word, cookie })).reason).toBe('auth.locked');
    const counted = await server.sql(
      `select browser, failures from sign_in_failure where account = $1 or account like '?%' order by until desc limit 1`,
      [account], // an account that is gone has no name any more
    );
    expect(counted).toEqual([{ browser: '', failures: 5 }]);
  });
});

it('counts wrong codes by phone in the browser that knows the person', async () => {
  const { account, userId } = await newPerson();
  const phone = '13800138009';
  await server.sql('update sys_user set phone = $1 where id = $2', [phone, userId]);
  const { console: shown } = server.deps.settings;
  shown.phoneMode = true;
  try {
    const { cookie } = await enter(account);
    const answer = await server.anybody.send({
      method: 'POST',
      url: tokenUrl,
      query: { grant_type: 'sms_code', tenantId: platform, phone, id: 'A'.repeat(22), value: '000000' },
      headers: { authorization: basic, cookie: cookie! },
    });
    expect(answer.body.reason).toBe('auth.badCode');
    const counted = await server.sql('select browser, failures from sign_in_failure where account = $1', [account]);
    expect(counted).toEqual([{ browser: expect.stringMatching(/^[\w-]{22}$/), failures: 1 }]);
  } finally {
    shown.phoneMode = false;
  }
});
