import { call, put } from 'redux-saga/effects';
import { session, type Tokens, tokens, type User } from '../store/session';
import type { World } from '../world/world';
import { ask, read, type Saga } from './effects';

/**
 * Take over the pair that another window put in storage. Answers whether there was a newer one. A pair of somebody
 * else is not taken: this window is told that its person has been displaced. One of another department or role is, and
 * with it what the person is now.
 */
export function* adoptTokens(world: World): Saga<boolean> {
  const before = yield* read(session.selectors.user);
  const owner = (yield* ask(world, 'readStored', 'session'))?.user as User | null | undefined;
  const kept = (yield* ask(world, 'readStored', 'token')) as Partial<Tokens> | null;
  // Looking takes a moment, in which the person may have left, and somebody else have come.
  const user = yield* read(session.selectors.user);
  if (user?.userId !== before?.userId || !(yield* read(tokens.selectors.hasToken))) return false;
  if (user && owner && owner.userId !== user.userId) {
    if (!(yield* read(session.selectors.isDisplaced))) yield put(session.actions.displaced(owner.realName));
    return false;
  }
  const mine = yield* read(tokens.selectors.all);
  if (!kept?.accessToken || kept.accessToken === mine.accessToken) return false;
  const { accessToken, refreshToken = '', tokenSetAt = 0, expiresIn = 0 } = kept;
  const now = yield* ask(world, 'now');
  // Somebody set the clock back: what was received since is newer than what claims to come from the future.
  const isOursFromFuture = mine.tokenSetAt > now && tokenSetAt <= now;
  if (tokenSetAt <= mine.tokenSetAt && !isOursFromFuture) return false;
  const age = Math.max(0, now - tokenSetAt);
  const heldSince = (yield* ask(world, 'uptime')) - age;
  yield put(tokens.actions.tokensReceived({ accessToken, refreshToken, tokenSetAt, expiresIn, heldSince }));
  if (user && owner && (owner.deptId !== user.deptId || owner.roleId !== user.roleId)) {
    const { deptId, roleId, roleName } = owner;
    yield put(session.actions.reassigned({ deptId, roleId, roleName }));
  }
  return true;
}

/**
 * While this window was not looked at, somebody else may have signed in: before anything is asked in the name of its
 * person, what lies in storage is compared with them.
 */
export function* recognise(world: World): Saga {
  if (!(yield* read(session.selectors.isUnsure)) || !(yield* read(tokens.selectors.hasToken))) return;
  yield call(adoptTokens, world);
  yield put(session.actions.recognised());
}
