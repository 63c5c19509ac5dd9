import { call, put, take, takeLeading } from 'redux-saga/effects';
import { features } from '../store/features';
import { panel, panelsName } from '../store/navigation/panel';
import { session } from '../store/session';
import type { World } from '../world/world';
import { read, type Saga } from './effects';
import { isExpected, request } from './request';

/**
 * Shows the tour to a person who has not seen it, once their first page is on screen and nothing lies above it. Finished
 * or left, it is over at the server too.
 */
function* guide(world: World): Saga {
  const user = yield* read(session.selectors.user);
  if (!user?.hasTourAhead || user.mustChangePassword || (yield* read(panel.selectors.shown))) return;
  yield put(panel.actions.show('tour'));
  while ((yield* read(panel.selectors.shown)) === 'tour') yield take('*');
  // Signed out, or without its code, it has not been seen.
  if (!(yield* read(session.selectors.user)) || !(yield* read(features.selectors.isReady, panelsName))) return;
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
