import { put } from 'redux-saga/effects';
import { type LockState, lockedAt, screenLock } from '../../store/auth/screenLock';
import { route } from '../../store/navigation/route';
import { session } from '../../store/session';
import type { World } from '../../world/world';
import { ask, read, type Saga } from '../effects';

/** The address of this window, to return to. */
export function* whereabouts(): Saga<string> {
  const place = yield* read(route.selectors.place);
  if (!place || place.path === '/lock') return yield* read(lockedAt.selectors.from);
  return place.path + (place.search && `?${place.search}`);
}

/** Lock this window too when storage says that another one is locked. Answers whether it is locked now. */
export function* followLock(world: World): Saga<boolean> {
  if (yield* read(screenLock.selectors.isLocked)) return true;
  const before = yield* read(session.selectors.user);
  const stored = (yield* ask(world, 'readStored', 'screenLock')) as Partial<LockState> | null;
  if (!stored?.isLocked) return false;
  // Reading is asynchronous; meanwhile the person may have left, and another one have signed in.
  const user = yield* read(session.selectors.user);
  if (user?.userId !== before?.userId) return false;
  const { salt, verifier, userId, failures, until } = stored;
  yield put(screenLock.actions.followed({ salt, verifier, userId, failures, until, from: yield* whereabouts() }));
  if ((yield* read(route.selectors.place))?.feature !== 'sign') yield put(route.actions.go('/lock'));
  return true;
}
