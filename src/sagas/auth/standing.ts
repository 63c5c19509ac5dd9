import { call, put, race, take, takeLeading } from 'redux-saga/effects';
import type { Profile } from '../../../contract/wire/profile';
import { standing } from '../../store/auth/standing';
import { session } from '../../store/session';
import type { World } from '../../world/world';
import { ask, read, type Saga } from '../effects';
import { isExpected, request } from '../request';
import { text } from '../wire';

/** A picture that is permanently missing is not requested over and over. */
const leastPauseMs = 600_000;

/** The person's own profile; undefined when it cannot be loaded. */
function* card(world: World): Saga<Partial<Profile> | undefined> {
  const user = yield* read(session.selectors.user);
  if (!user || user.mustChangePassword || (yield* read(session.selectors.isGuest))) return undefined;
  try {
    const found: unknown = yield call(
      request,
      world,
      { method: 'GET', url: '/blade-system/user/info' },
      { quiet: true },
    );
    return found as Partial<Profile>;
  } catch (error) {
    if (!isExpected(error)) throw error;
    return undefined;
  }
}

/** Another server of the family names what the person has, and its tenant by its number. */
function* names(world: World): Saga {
  const found = yield* card(world);
  if (!found) return;
  yield put(
    standing.actions.received({
      tenant: text(found.tenantName) || text(found.tenantId),
      dept: text(found.workDeptName ?? found.deptName),
      role: text(found.workRoleName ?? found.roleName),
    }),
  );
}

/** The link to the picture expires, and a restored session may hold an expired one: load a fresh one. */
function* freshPicture(world: World): Saga {
  const before = (yield* read(session.selectors.user))?.avatar;
  const found = yield* card(world);
  const avatar = text(found?.avatar);
  const user = yield* read(session.selectors.user);
  if (user && avatar !== '' && user.avatar === before && avatar !== before)
    yield put(session.actions.profileSaved({ realName: user.realName, avatar }));
}

export function* standingSaga(world: World): Saga {
  yield takeLeading(standing.actions.ask, names, world);
  yield takeLeading(session.actions.pictureFailed, function* (): Saga {
    yield call(freshPicture, world);
    yield race([call(ask, world, 'sleep', leastPauseMs), take([session.actions.signedIn, session.actions.signedOut])]);
  });
}
