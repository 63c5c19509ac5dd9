/** Locking and unlocking the screen, in isolation: the server is notified, the password stays here, wrong answers cost
 *  time. */
import { screenLockSaga } from '../../../../src/sagas/auth/screenLock';
import { screenLock } from '../../../../src/store/auth/screenLock';
import { route } from '../../../../src/store/navigation/route';
import { Unreachable } from '../../../../src/world/world';
import { done, flow, inTurn, refused, signedIn, untilQuiet } from '../../../support/flow';

const { choose, set, unlock, type, locked, unlocked, denied, lockScreen, turn } = screenLock.actions;
async function derive(password: string, salt: string) {
  return `${salt}-${password}|proof-of-it`.padEnd(40, '.');
}
const [verifier, proof] = ((whole) => [whole.slice(0, 20), whole.slice(20)])('salt-1-blue|proof-of-it'.padEnd(40, '.'));
const time = { now: () => 1000, uptime: () => 1000 };

describe('locking', () => {
  it('keeps what is derived from the password, sends the proof to the server, and leads to the lock page', async () => {
    const stored: string[] = [];
    const { plan, calls } = flow(screenLockSaga, {
      given: [...signedIn(), lockScreen(), choose({ password: 'blue' })],
      ports: {
        ...time,
        newId: () => 'salt-1',
        derive,
        flush: async () => void stored.push('flushed'),
        sleep: async () => undefined,
        send: inTurn(done(true)),
      },
    });
    const { storeState } = await plan.put(route.actions.go('/lock')).dispatch(set()).run(untilQuiet);
    expect(storeState.screenLock).toMatchObject({ isLocked: true, salt: 'salt-1', verifier, setting: null });
    expect(JSON.stringify(storeState.screenLock)).not.toContain('"password":"blue"');
    expect(calls).toMatchObject([{ url: '/blade-auth/oauth/lock', body: { proof } }]);
    expect(stored).toEqual(['flushed']); // before the server knows
  });

  it('works without a server, which is notified when it can be', async () => {
    const { plan, calls } = flow(screenLockSaga, {
      given: [...signedIn(), lockScreen(), choose({ password: 'blue' })],
      ports: {
        ...time,
        newId: () => 'salt-1',
        derive,
        flush: async () => undefined,
        sleep: async () => undefined,
        send: inTurn<never>(new Unreachable('ERR_NETWORK'), new Unreachable('ERR_NETWORK'), done(true) as never),
      },
    });
    const { storeState } = await plan.dispatch(set()).run(untilQuiet);
    expect(storeState.screenLock.isLocked).toBe(true);
    expect(calls.map(({ url }) => url)).toEqual(Array(3).fill('/blade-auth/oauth/lock'));
  });
});

describe('opening', () => {
  const given = [...signedIn(), locked({ salt: 'salt-1', verifier: verifier!, userId: '7', from: '/lease/order' })];
  const ports = { ...time, derive, flush: async () => undefined, readStored: async () => null };

  it('compares here, proves it to the server, and goes back to where the person was', async () => {
    const { plan, calls } = flow(screenLockSaga, { given, ports: { ...ports, send: inTurn(done(true)) } });
    await plan
      .put(unlocked())
      .put(route.actions.go('/lease/order'))
      .dispatch(type({ password: 'blue' }))
      .dispatch(unlock())
      .run(untilQuiet);
    expect(calls).toMatchObject([{ url: '/blade-auth/oauth/unlock', body: { proof } }]);
  });

  it('is denied for another password, which never leaves', async () => {
    const { plan, calls } = flow(screenLockSaga, { given, ports });
    const { storeState } = await plan
      .put(denied({ problem: 'wrong' }))
      .dispatch(type({ password: 'green' }))
      .dispatch(unlock())
      .run(untilQuiet);
    expect(calls).toEqual([]);
    expect(storeState.screenLock).toMatchObject({ isLocked: true, failures: 1 });
  });

  it('takes the wrong answers of another window into account: the sixth waits, unread', async () => {
    const { plan } = flow(screenLockSaga, {
      given,
      ports: { ...ports, readStored: async () => ({ failures: 6, until: 3000 }) },
    });
    const { storeState } = await plan
      .put(denied({ problem: '' }))
      .not.put(unlocked())
      .dispatch(type({ password: 'blue' }))
      .dispatch(unlock())
      .run(untilQuiet);
    expect(storeState.screenLock).toMatchObject({ isLocked: true, failures: 6, until: 3000, secondsLeft: 2 });
  });

  it.each([
    ['wrong', refused(400, '密码错误', 'session.wrongUnlock'), { problem: 'wrong' }],
    ['refused', refused(403, '账号已停用'), { problem: 'refused', sentence: '账号已停用', uncounted: true }],
    ['not reached', new Unreachable('ERR_NETWORK'), { problem: 'unreachable', uncounted: true }],
  ] as const)('by the account’s password stays shut when it is %s', async (_how, answer, verdict) => {
    const { plan, calls } = flow(screenLockSaga, {
      given: [...given, turn('account')],
      ports: { ...ports, encryptPassword: () => 'sealed', send: inTurn<never>(answer as never) },
    });
    await plan
      .put(denied(verdict))
      .dispatch(type({ password: 'secret' }))
      .dispatch(unlock())
      .run(untilQuiet);
    expect(calls).toMatchObject([{ url: '/blade-auth/oauth/unlock', body: { password: 'sealed' } }]);
  });
});
