import { call, put, race, take } from 'redux-saga/effects';
import { tokenCheckMs } from '../../contract/wire/settings';
import { session, tokens } from '../store/session';
import { resumed } from '../store/windows';
import type { World } from '../world/world';
import { adoptTokens } from './adoptTokens';
import { keepDay } from './day';
import { ask, read, type Saga } from './effects';
import { isExpected, Refused, request, SessionOver, unexplained } from './request';
import { isOverdue } from './tokenAge';
import { text } from './wire';

/** An answer without a token is a refusal, whatever its status; a server of the family may explain it there. */
export function* keepTokens(world: World, answer: Record<string, unknown>): Saga {
  if (!text(answer?.access_token)) throw new Refused(400, text(answer?.error_description) || unexplained);
  const now = yield* ask(world, 'now');
  yield put(
    tokens.actions.tokensReceived({
      accessToken: text(answer.access_token),
      refreshToken: text(answer.refresh_token),
      tokenSetAt: now,
      heldSince: yield* ask(world, 'uptime'),
      expiresIn: Number(answer.expires_in ?? 0),
    }),
  );
  yield call(keepDay, now);
}

/** The server's answer to the refresh token; `headers` may name the department and role to go on as. */
export function* askForPair(
  world: World,
  tenantId: string,
  { headers, quiet }: { headers?: Record<string, string>; quiet?: true } = {},
): Saga {
  return yield call(
    request,
    world,
    {
      method: 'POST',
      url: '/blade-auth/oauth/token',
      form: {
        tenantId,
        refresh_token: yield* read(tokens.selectors.refreshToken),
        grant_type: 'refresh_token',
        scope: 'all',
      },
      headers: { 'Tenant-Id': tenantId, ...headers },
    },
    { anonymous: true, ...(quiet ? { quiet } : {}) },
  );
}

/** Exchange the pair for a new one. Only a definite refusal ends the session; any other failure is retried later. */
function* exchange(world: World): Saga {
  const user = yield* read(session.selectors.user);
  try {
    const answer: Record<string, unknown> = yield call(askForPair, world, user?.tenantId ?? '', { quiet: true });
    if (text(answer?.access_token)) return yield call(keepTokens, world, answer);
  } catch (error) {
    if (!isExpected(error)) throw error;
    const isNo = error instanceof Refused && !(error instanceof SessionOver) && [400, 401].includes(error.code);
    // The person may have signed in again in another window meanwhile: then the refusal is about an old session.
    if (isNo && (yield call(adoptTokens, world))) return;
    if (isNo && !(yield* read(session.selectors.isDisplaced))) return yield put(session.actions.expired());
  }
  yield put(tokens.actions.renewFailed());
}

/** One window of the browser renews, the others take over the new pair. */
function* renew(world: World): Saga {
  const lock = yield* ask(world, 'acquire', 'token');
  try {
    // The wait may have been long. Another window may have renewed, and its message may already have arrived; the
    // person may have left or been displaced.
    yield call(adoptTokens, world);
    const isMine = !(yield* read(session.selectors.isDisplaced));
    if (!isMine || !(yield call(isOverdue, world))) return yield put(tokens.actions.renewFailed());
    yield call(exchange, world);
    yield* ask(world, 'flush'); // waiting code must find the new pair in storage
    yield* ask(world, 'broadcast', { kind: 'renewed' });
  } finally {
    yield* ask(world, 'release', lock);
  }
}

/** Because `renew` is called and not forked, two can never overlap in one window: no flag is needed. */
export function* keepTokenFresh(world: World): Saga {
  const { renew: wished, renewFailed } = tokens.actions;
  while (true) {
    const { asked } = yield race({
      tick: call(ask, world, 'sleep', tokenCheckMs),
      resumed: take(resumed),
      asked: take(wished),
    });
    yield call(keepDay, yield* ask(world, 'now'));
    const isMine = !(yield* read(session.selectors.isDisplaced));
    if (isMine && (yield call(isOverdue, world))) {
      yield call(renew, world);
      // A request made after the new pair arrived, and before all was done, would wait for the next one.
      if (yield* read(tokens.selectors.isAwaited)) yield put(renewFailed());
    } else if (asked) yield put(renewFailed()); // another window was quicker: waiting requests go on
  }
}
