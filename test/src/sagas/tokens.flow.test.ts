/** The loop that keeps the token fresh, in isolation: every 10 s, once it is due, one renewal at a time. */
import { keepTokenFresh } from '../../../src/sagas/tokens';
import { session, tokens } from '../../../src/store/session';
import { resumed } from '../../../src/store/windows';
import { Unreachable } from '../../../src/world/world';
import { bare, done, flow, inTurn, never, refused, signedIn, untilQuiet } from '../../support/flow';

const day = 86_400_000;
const pair = { access_token: 'access-1', refresh_token: 'refresh-1', expires_in: 37_500 };
const due = { now: () => day, uptime: () => day };
const fresh = { now: () => 1000, uptime: () => 1000 };

describe('the loop that renews the token', () => {
  it('looks every ten seconds, and exchanges the pair when it is due', async () => {
    const slept: number[] = [];
    const sleeps = inTurn<void>(undefined as never);
    let ticks = 0;
    const { plan, calls } = flow(keepTokenFresh, {
      given: signedIn(),
      ports: {
        ...due,
        sleep: (ms) => {
          slept.push(ms);
          return ticks++ === 0 ? Promise.resolve() : sleeps();
        },
        send: inTurn(bare(pair)),
      },
    });
    const { storeState } = await plan
      .put(
        tokens.actions.tokensReceived({
          accessToken: 'access-1',
          refreshToken: 'refresh-1',
          tokenSetAt: day,
          heldSince: day,
          expiresIn: 37_500,
        }),
      )
      .run(untilQuiet);
    expect(calls.map(({ url, form }) => [url, form?.grant_type, form?.refresh_token])).toEqual([
      ['/blade-auth/oauth/token', 'refresh_token', 'refresh-0'],
    ]);
    expect(slept).toEqual([10_000, 10_000]);
    expect(storeState.token.accessToken).toBe('access-1');
  });

  it('leaves a pair alone that is not due', async () => {
    const { plan, calls } = flow(keepTokenFresh, {
      given: signedIn(),
      ports: { ...fresh, sleep: () => never() },
    });
    await plan.dispatch(resumed()).not.put.actionType(tokens.actions.tokensReceived.type).run(untilQuiet);
    expect(calls).toEqual([]);
  });

  it('does not wait for the tick when the window is looked at again', async () => {
    const { plan, calls } = flow(keepTokenFresh, { given: signedIn(), ports: { ...due, send: inTurn(bare(pair)) } });
    await plan.dispatch(resumed()).run(untilQuiet);
    expect(calls).toHaveLength(1);
  });

  it('ends the session at a definite no, and at nothing else', async () => {
    const no = flow(keepTokenFresh, {
      given: signedIn(),
      ports: { ...due, send: inTurn(refused(400, '令牌无效')) },
    });
    await no.plan.put(session.actions.expired()).dispatch(resumed()).run(untilQuiet);
    for (const answer of [refused(500, '服务器异常'), new Unreachable('ERR_NETWORK')]) {
      const maybe = flow(keepTokenFresh, { given: signedIn(), ports: { ...due, send: inTurn(answer) } });
      await maybe.plan
        .put(tokens.actions.renewFailed())
        .not.put.actionType(session.actions.expired.type)
        .dispatch(resumed())
        .run(untilQuiet);
    }
  });

  it('lets go of the lock that only one window holds, also after a failure', async () => {
    const released: string[] = [];
    const { plan } = flow(keepTokenFresh, {
      given: signedIn(),
      ports: {
        ...due,
        acquire: async () => 'held',
        release: (held) => void released.push(held),
        send: inTurn(new Unreachable('ERR_NETWORK')),
      },
    });
    await plan.dispatch(resumed()).run(untilQuiet);
    expect(released).toEqual(['held']);
  });

  it('takes over what another window got meanwhile, without asking again', async () => {
    const { plan, calls } = flow(keepTokenFresh, {
      given: signedIn(),
      ports: {
        ...due,
        readStored: async (slice) =>
          slice === 'token'
            ? { accessToken: 'access-2', refreshToken: 'refresh-2', tokenSetAt: day, expiresIn: 37_500 }
            : null,
      },
    });
    const { storeState } = await plan.dispatch(resumed()).run(untilQuiet);
    expect(calls).toEqual([]);
    expect(storeState.token.accessToken).toBe('access-2');
  });
});

it('answers with a plain envelope are read like the bare one', async () => {
  const { plan } = flow(keepTokenFresh, { given: signedIn(), ports: { ...due, send: inTurn(done(pair)) } });
  const { storeState } = await plan.dispatch(resumed()).run(untilQuiet);
  expect(storeState.token.accessToken).toBe('access-1');
});
