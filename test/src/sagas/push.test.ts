/** Events of the server: which window has the connection, what it passes on, and when it ends. */
import { pushEventOf, spreadOf } from '../../../contract/wire/push';
import { screenLock } from '../../../src/store/auth/screenLock';
import { inbox } from '../../../src/store/inbox';
import { push } from '../../../src/store/push';
import { session, tokens } from '../../../src/store/session';
import { heard, resumed, suspended } from '../../../src/store/windows';
import { fakeWorld, li, quiet, type Started, start } from '../../support/fakeWorld';

const none = { mail: 0, message: 0, notice: 0 };
const opened = push.actions.arrived({ topic: 'open' });
const noticed = push.actions.arrived({ topic: 'inbox', about: 'notice' });
const counts = (app: Started) => app.calls('/inbox/unread').length;
const answer = (app: Started, unread: object = {}) => app.last('/inbox/unread').answer({ ...none, ...unread });
/** Connected, and what was missed before is known. */
async function connected() {
  const app = await start();
  await answer(app);
  app.do(opened);
  await quiet();
  await answer(app);
  return app;
}

describe('the connection', () => {
  it('opens with the token in a header, and asks for what was missed', async () => {
    const app = await start();
    expect(app.streams.map(({ headers }) => headers)).toEqual([{ 'Blade-Auth': 'bearer access-0' }]);
    await answer(app);
    expect(counts(app)).toBe(1);
    app.do(opened);
    await quiet();
    expect(counts(app)).toBe(2);
  });

  it('belongs to one window of the browser: the next one takes over', async () => {
    const fake = fakeWorld();
    fake.busy.add('push');
    const app = await start({ fake });
    await app.clock.advance(60_000);
    await fake.freed('push');
    expect(app.streams).toHaveLength(0); // the other window may have signed out
    await app.clock.advance(1_000);
    expect(app.streams).toHaveLength(1);
  });

  it('is not opened by a window that learns late that the session is over', async () => {
    const fake = fakeWorld();
    fake.busy.add('push');
    const app = await start({ fake });
    await app.clock.advance(60_000);
    await fake.freed('push');
    await app.clock.advance(500);
    app.do(session.actions.signedOut({ elsewhere: true }));
    await app.clock.advance(60_000);
    expect(app.streams).toHaveLength(0);
  });

  it.each([
    ['signing out', session.actions.signedOut()],
    ['locking', screenLock.actions.locked({ salt: 's', verifier: 'v', userId: li.userId, from: '/wel/index' })],
    [
      'another window’s lock',
      screenLock.actions.followed({
        salt: 's',
        verifier: 'v',
        userId: li.userId,
        failures: 0,
        until: 0,
        from: '/wel/index',
      }),
    ],
    ['another person', session.actions.displaced('77')],
  ])('is closed by %s, and its place is free for others', async (_, action) => {
    const app = await start();
    app.do(action);
    await quiet();
    expect(app.streams[0]!.isClosed).toBe(true);
    expect(app.letGone).toContain('push');
    await app.clock.advance(600_000);
    expect(app.streams).toHaveLength(1);
  });

  it('comes back after unlocking', async () => {
    const app = await start();
    app.do(screenLock.actions.locked({ salt: 's', verifier: 'v', userId: li.userId, from: '/wel/index' }));
    await quiet();
    app.do(screenLock.actions.unlocked());
    await quiet();
    expect(app.streams.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  });

  it('outlives a renewed token', async () => {
    const app = await start();
    app.do(
      tokens.actions.tokensReceived({
        accessToken: 'access-1',
        refreshToken: 'refresh-1',
        tokenSetAt: app.clock.now,
        heldSince: 0,
        expiresIn: 37_500,
      }),
    );
    await quiet();
    expect(app.streams.map(({ isClosed }) => isClosed)).toEqual([false]);
  });

  it('is opened again when it is lost, after longer and longer pauses, with the token of then', async () => {
    const app = await start();
    const waits: number[] = [];
    for (let i = 0; i < 6; i++) {
      await app.streams.at(-1)!.end({ status: 0 });
      const [before, known] = [app.clock.now, app.streams.length];
      while (app.streams.length === known) await app.clock.advance(250);
      waits.push(app.clock.now - before);
    }
    for (const [at, least] of [1_000, 2_000, 5_000, 15_000, 60_000, 60_000].entries()) {
      expect(waits[at]).toBeGreaterThanOrEqual(least);
      expect(waits[at]).toBeLessThanOrEqual(least * 1.25 + 250);
    }
    app.do(resumed());
    await app.streams.at(-1)!.end({ status: 0 });
    const known = app.streams.length;
    app.do(resumed()); // the network is back
    await quiet();
    expect(app.streams).toHaveLength(known + 1);
  });

  it('begins with the shortest pause again after it has lasted', async () => {
    const app = await start();
    for (let i = 0; i < 3; i++) {
      await app.streams.at(-1)!.end({ status: 0 });
      await app.clock.advance(20_000);
    }
    await app.clock.advance(30_000);
    const known = app.streams.length;
    await app.streams.at(-1)!.end({ status: 200, why: 'restart' });
    await app.clock.advance(1_250);
    expect(app.streams).toHaveLength(known + 1);
  });

  it.each([429, 503])('refused with %i is asked for minutes later', async (status) => {
    const app = await start();
    await app.streams[0]!.end({ status });
    await app.clock.advance(299_000);
    expect(app.streams).toHaveLength(1);
    await app.clock.advance(80_000);
    expect(app.streams).toHaveLength(2);
  });

  it('is not tried again at a server without it; the badge is asked for every minute', async () => {
    const app = await start();
    await answer(app);
    await app.streams[0]!.end({ status: 404 });
    await answer(app);
    const before = counts(app);
    await app.clock.advance(60_000);
    expect(counts(app)).toBe(before + 1);
    await app.clock.advance(3_600_000);
    expect(app.streams).toHaveLength(1);
  });
});

describe('an event', () => {
  it('counts again, and is passed on to the other windows', async () => {
    const app = await connected();
    app.told.length = 0;
    app.do(noticed);
    await quiet();
    expect(app.told).toEqual([{ kind: 'pushed', event: { topic: 'inbox', about: 'notice' } }]);
    await answer(app, { notice: 1 });
    expect(app.see(inbox.selectors.unreadSum)).toBe(1);
  });

  it('that another window passed on is not passed on again', async () => {
    const fake = fakeWorld();
    fake.busy.add('push');
    const app = await start({ fake });
    await answer(app);
    app.told.length = 0;
    app.do(heard({ kind: 'pushed', event: { topic: 'inbox', about: 'notice' } }));
    await quiet();
    expect(counts(app)).toBe(2);
    expect(app.told).toEqual([]);
  });

  it('that comes while the server is asked is not lost', async () => {
    const app = await connected();
    app.do(noticed);
    await quiet();
    app.do(noticed);
    await answer(app, { notice: 1 });
    expect(counts(app)).toBe(4);
    await answer(app, { notice: 2 });
    expect(app.see(inbox.selectors.unreadSum)).toBe(2);
  });

  it('for many people is asked about within its time, not by all at once', async () => {
    const app = await connected();
    app.do(push.actions.arrived({ topic: 'inbox', about: 'notice', spread: 2_000 }));
    await quiet();
    const wait = spreadOf(li.userId, 2_000);
    expect(wait).toBeGreaterThan(0);
    await app.clock.advance(wait - 1);
    expect(counts(app)).toBe(2);
    await app.clock.advance(1);
    expect(counts(app)).toBe(3);
  });

  it('waits while the window is hidden', async () => {
    const app = await connected();
    app.do(suspended());
    app.do(noticed);
    await app.clock.advance(5_000);
    expect(counts(app)).toBe(2);
    app.do(resumed());
    await quiet();
    expect(counts(app)).toBe(3);
  });
});

describe('the badge', () => {
  it('is asked for seldom while the connection stands, and every minute without it', async () => {
    const app = await connected();
    await app.clock.advance(599_000);
    expect(counts(app)).toBe(2);
    await app.clock.advance(1_000);
    expect(counts(app)).toBe(3);
    await answer(app);
    await app.streams[0]!.end({ status: 0 });
    await answer(app);
    const before = counts(app);
    await app.clock.advance(61_000);
    expect(counts(app)).toBeGreaterThan(before);
  });
});

describe('the words of the wire', () => {
  it('that this console does not know are ignored', () => {
    expect(pushEventOf('{"topic":"inbox","about":"mail"}')).toEqual({ topic: 'inbox', about: 'mail' });
    for (const text of ['', 'null', '[]', '{"topic":"weather"}', '{', '7']) expect(pushEventOf(text)).toBeUndefined();
  });

  it('spread the questions of people evenly, and those of one person always alike', () => {
    const waits = Array.from({ length: 1_000 }, (_, i) =>
      spreadOf(String(1123598821738675201n + BigInt(i * 7)), 2_000),
    );
    expect(Math.min(...waits)).toBeLessThan(50);
    expect(Math.max(...waits)).toBeGreaterThan(1_950);
    expect([spreadOf('7'), spreadOf('', 2_000), spreadOf('guest', 2_000)]).toEqual([0, 0, 0]);
  });
});
