import { call, put } from 'redux-saga/effects';
import { session, type Tokens, tokens, type User } from '../store/session';
import type { World } from '../world/world';
import { ask, read, type Saga } from './effects';

/**
 * Take over the token pair that another window put in storage. Answers whether there was a newer one. The pair of
 * another person is not taken: this window then marks its person as displaced. With a pair for another department or
 * role the person's data is taken over too.
 */
export function* adoptTokens(world: World): Saga<boolean> {
  const before = yield* read(session.selectors.user);
  const owner = (yield* ask(world, 'readStored', 'session'))?.user as User | null | undefined;
  const stored = (yield* ask(world, 'readStored', 'token')) as Partial<Tokens> | null;
  // Reading is asynchronous; meanwhile the person may have left, and another one have signed in.
  const user = yield* read(session.selectors.user);
  if (user?.userId !== before?.userId || !(yield* read(tokens.selectors.hasToken))) return false;
  if (user && owner && owner.userId !== user.userId) {
    if (!(yield* read(session.selectors.isDisplaced))) yield put(session.actions.displaced(owner.realName));
    return false;
  }
  const mine = yield* read(tokens.selectors.all);
  if (!stored?.accessToken || stored.accessToken === mine.accessToken) return false;
  const { accessToken, refreshToken = '', tokenSetAt = 0, expiresIn = 0 } = stored;
  const now = yield* ask(world, 'now');
  // The clock was set back: a pair received since is newer than one whose time lies in the future.
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
 * While this window was hidden, another person may have signed in: before any request for its person, the stored
 * session is compared with theirs.
 */
export function* recognise(world: World): Saga {
  if (!(yield* read(session.selectors.isUnsure)) || !(yield* read(tokens.selectors.hasToken))) return;
  yield call(adoptTokens, world);
  yield put(session.actions.recognised());
}
