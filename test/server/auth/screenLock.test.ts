/** The locked screen at the server: every other call is refused, and guessing gets slow. */
import { createHash } from 'node:crypto';
import { md5 } from '../../../server/auth/password/oneTimePassword';
import { type Client, clientOf, leaseOf, ok, password, type Server, startServer } from '../../support/server';

let server: Server;
let me: Awaited<ReturnType<Server['signIn']>>;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  me = await server.signIn();
});

const proof = 'ab'.repeat(32);
const wrong = 'cd'.repeat(32);
function lock(client: Client, body: object = { proof }) {
  return client.post('/blade-auth/oauth/lock', { body });
}
function unlock(client: Client, body: object = { proof }) {
  return client.post('/blade-auth/oauth/unlock', { body });
}
function refusal(status: number, reason: string) {
  return { status, body: { code: status, success: false, reason } };
}
async function isOpen(client: Client) {
  return (await client.get('/blade-system/menu/routes')).status === 200;
}
async function row({ session }: typeof me) {
  const { sid } = JSON.parse(Buffer.from(session.access_token.split('.')[1], 'base64url').toString());
  const [found] = await server.sql('select lock_proof, unlock_failures from sign_in where sid = $1', [sid]);
  return found;
}

describe('a locked session', () => {
  it('answers every call with 403 and its code, whatever rights the person has', async () => {
    ok(await lock(me));
    const calls = [
      me.get('/blade-system/menu/routes'),
      me.get('/blade-auth/oauth/user-info'),
      me.get('/blade-desk/dashboard'),
      me.get('/blade-desk/inbox/unread'),
      me.get('/blade-order/order/page'),
      me.post('/blade-product/product/submit', { body: { productName: 'x' } }),
      me.post('/blade-auth/oauth/logout', { body: [{ type: 'error' }] }),
      me.post('/blade-system/user/update-info', { body: { name: 'x' } }),
      me.upload('/blade-resource/oss/endpoint/put-file', Buffer.from('x')),
    ];
    for (const answer of await Promise.all(calls)) expect(answer).toMatchObject(refusal(403, 'session.locked'));
  });

  it('is the only one: the person’s other sessions continue', async () => {
    const other = await server.signIn();
    ok(await lock(me));
    expect(await isOpen(other)).toBe(true);
  });

  it('stays locked through a renewal of its tokens', async () => {
    ok(await lock(me));
    const { status, body } = await server.token({
      grant_type: 'refresh_token',
      refresh_token: me.session.refresh_token,
    });
    expect(status).toBe(200);
    const renewed = clientOf(server.app, { 'blade-auth': `bearer ${body.access_token}` });
    expect(await isOpen(renewed)).toBe(false);
    ok(await unlock(renewed));
    expect(await isOpen(renewed)).toBe(true);
  });

  it('can be left', async () => {
    ok(await lock(me));
    ok(await me.get('/blade-auth/oauth/logout'));
    expect((await me.get('/blade-system/menu/routes')).status).toBe(401);
  });

  it('is opened by its proof, or by the password of the account, and neither is stored', async () => {
    ok(await lock(me));
    const { lock_proof } = await row(me);
    expect(lock_proof).toBe(createHash('sha256').update(proof).digest('hex'));
    ok(await unlock(me));
    expect(await isOpen(me)).toBe(true);
    ok(await lock(me));
    expect(await unlock(me, { password: md5('something else') })).toMatchObject(refusal(400, 'session.wrongUnlock'));
    ok(await unlock(me, { password: md5(password) }));
    expect(await isOpen(me)).toBe(true);
    expect(await row(me)).toEqual({ lock_proof: null, unlock_failures: 0 });
  });

  it('keeps its proof: another one neither replaces it nor opens', async () => {
    ok(await lock(me));
    expect(await lock(me, { proof: wrong })).toMatchObject(refusal(403, 'session.locked'));
    ok(await lock(me)); // a repeated request after a lost answer
    expect(await unlock(me, { proof: wrong })).toMatchObject(refusal(400, 'session.wrongUnlock'));
    ok(await unlock(me));
    ok(await lock(me, { proof: wrong })); // unlocked, it can be locked with a new one
    ok(await unlock(me, { proof: wrong }));
  });

  it.each([
    {},
    { proof: '' },
    { proof: 'short' },
    { proof: 'zz'.repeat(32) },
    { proof: ['ab'] },
    { proof: 'a'.repeat(129) },
  ])('is not made by %j', async (body) => {
    expect(await lock(me, body)).toMatchObject(refusal(400, 'badParameter'));
    expect(await isOpen(me)).toBe(true);
  });

  it.each([{}, { proof: '' }, { password: '' }, { password: 1 }, { proof: null, password: null }])(
    'is not opened by %j',
    async (body) => {
      ok(await lock(me));
      expect(await unlock(me, body)).toMatchObject(refusal(400, 'session.wrongUnlock'));
      expect(await isOpen(me)).toBe(false);
    },
  );

  it('is opened twice without complaint', async () => {
    ok(await unlock(me));
    ok(await lock(me));
    ok(await unlock(me));
    ok(await unlock(me, { proof: wrong }));
  });
});

describe('guessing at a lock', () => {
  it('costs nothing five times, then a wait that doubles up to five minutes', async () => {
    ok(await lock(me));
    for (let i = 0; i < 5; i++)
      expect(await unlock(me, { proof: wrong })).toMatchObject(refusal(400, 'session.wrongUnlock'));
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]) {
      const early = await unlock(me); // even the right one
      expect(early).toMatchObject(refusal(400, 'session.unlockLater'));
      expect(early.body.seconds).toBe(seconds);
      expect(early.body.msg).toContain(`${seconds} 秒`);
      server.clock.advance(seconds * 1000 - 1);
      expect(await unlock(me, { proof: wrong })).toMatchObject(refusal(400, 'session.unlockLater'));
      server.clock.advance(1);
      expect(await unlock(me, { proof: wrong })).toMatchObject(refusal(400, 'session.wrongUnlock'));
    }
    server.clock.advance(300_000);
    ok(await unlock(me));
    ok(await lock(me));
    expect(await unlock(me, { proof: wrong })).toMatchObject(refusal(400, 'session.wrongUnlock')); // forgotten
  });

  it('is counted when it comes all at once', async () => {
    ok(await lock(me));
    const answers = await Promise.all(Array.from({ length: 30 }, () => unlock(me, { proof: wrong })));
    const reasons = answers.map(({ body }) => body.reason);
    expect(reasons.filter((reason) => reason === 'session.wrongUnlock')).toHaveLength(5);
    expect(reasons.filter((reason) => reason === 'session.unlockLater')).toHaveLength(25);
    expect((await row(me)).unlock_failures).toBe(5);
  });

  it('needs the session it is about', async () => {
    ok(await lock(me));
    expect(await unlock(server.anybody)).toMatchObject(refusal(401, 'signedOut'));
    const lease = leaseOf(server, await server.signIn());
    expect((await lease.product()).id).toMatch(/^\d+$/);
  });
});
