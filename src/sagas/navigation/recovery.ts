import { put, race, take, takeEvery } from 'redux-saga/effects';
import { feedback } from '../../store/feedback';
import { menu } from '../../store/navigation/menu';
import { recovery } from '../../store/navigation/recovery';
import { placeOf, route } from '../../store/navigation/route';
import { session } from '../../store/session';
import type { World } from '../../world/world';
import { read, type Saga } from '../effects';

/** A person who signs in again after the server ended the session is offered their unsaved input, once it is known what
 *  they may open. */
function* offer(): Saga {
  const { userId } = yield* read(recovery.selectors.all);
  if (userId === '') return;
  const { over } = yield race({ known: take(menu.actions.menusReceived), over: take(session.actions.signedOut) });
  if (over) return;
  yield put(
    feedback.actions.notified({
      tone: 'info',
      say: 'drafts.kept',
      stays: true,
      offer: { say: 'drafts.restore', does: recovery.actions.restore() },
    }),
  );
}

function* restore(): Saga {
  const menus = yield* read(menu.selectors.places);
  // A page that this person may no longer open stays closed.
  const found = (yield* read(recovery.selectors.all)).drafts.filter(({ tab }) => placeOf(tab.path, menus)?.isTab);
  const [first] = found;
  yield put(recovery.actions.restored(found));
  if (first) yield put(route.actions.go(first.tab.path + (first.tab.search && `?${first.tab.search}`)));
}

export function* recoverySaga(_world: World): Saga {
  yield takeEvery(session.actions.signedIn, offer);
  yield takeEvery(recovery.actions.restore, restore);
}
