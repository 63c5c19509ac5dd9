import { call, put, take, takeLeading } from 'redux-saga/effects';
import { features } from '../store/features';
import { panel, panelsName } from '../store/navigation/panel';
import { session } from '../store/session';
import type { World } from '../world/world';
import { read, type Saga } from './effects';
import { isExpected, request } from './request';

/** Once the first page of a person is on screen, and nothing lies above it. */
function* isDue(): Saga<boolean> {
  const user = yield* read(session.selectors.user);
  return user?.hasTourAhead === true && !user.mustChangePassword && (yield* read(panel.selectors.shown)) === '';
}

/** Shows the tour to a person who has not seen it. Finished or left, it is over at the server too. */
function* guide(world: World): Saga {
  if (!(yield* isDue())) return;
  yield put(panel.actions.show('tour'));
  while ((yield* read(panel.selectors.shown)) === 'tour')
    yield take([panel.actions.show, panel.actions.hide, session.actions.signedOut]);
  // Signed out, or without its code, it has not been seen.
  const isSeen =
    (yield* read(session.selectors.user)) !== null && (yield* read(features.selectors.isReady, panelsName));
  if (!isSeen) return;
  yield put(session.actions.tourSeen());
  try {
    yield call(request, world, { method: 'POST', url: '/blade-desk/tour/seen', body: {} }, { quiet: true });
  } catch (error) {
    // It is shown again at the next sign-in.
    if (!isExpected(error)) throw error;
  }
}

export function* tourSaga(world: World): Saga {
  yield takeLeading(features.actions.opened, guide, world);
}
