import { call, fork, put, takeEvery } from 'redux-saga/effects';
import { dict, type WireEntry } from '../store/crud/dict';
import { panel } from '../store/navigation/panel';
import type { World } from '../world/world';
import { rightsSaga } from './auth/rights';
import { roleConflictsSaga } from './auth/roleConflicts';
import { standingSaga } from './auth/standing';
import { switcherSaga } from './auth/switcher';
import { browserActionsSaga } from './browserActions';
import { read, type Saga } from './effects';
import { inboxSaga } from './inbox';
import { logsSaga } from './logs';
import { keysSaga } from './navigation/keys';
import { panelSaga } from './navigation/panel';
import { searchSaga } from './navigation/search';
import { tabsSaga } from './navigation/tabs';
import { pushSaga } from './push';
import { releasesSaga } from './releases';
import { isExpected, request } from './request';
import { tourSaga } from './tour';
import { waitingSaga } from './waiting';

/** Texts of the business dictionaries, each loaded once a session. */
function* need(world: World, { payload: codes }: ReturnType<typeof dict.actions.need>): Saga {
  for (const code of codes) {
    if (yield* read(dict.selectors.isHeld, code)) continue;
    try {
      const entries: unknown = yield call(
        request,
        world,
        { method: 'GET', url: '/blade-system/dict-biz/dictionary', query: { code } },
        { quiet: true },
      );
      if (Array.isArray(entries) && entries.length > 0)
        yield put(dict.actions.dictReceived({ code, entries: entries as WireEntry[] }));
    } catch (error) {
      // The product's own texts are used until the next page loads them.
      if (!isExpected(error)) throw error;
    }
  }
}

/** What every page inside the frame needs: dictionary texts; and the actions of the bar above it. */
export function* frameSaga(world: World): Saga {
  // Closes every panel. It is also the action that gives the slices injected with this saga their first state.
  yield put(panel.actions.hide());
  yield* browserActionsSaga(world);
  yield* tabsSaga(world);
  yield takeEvery(dict.actions.need, need, world);
  yield* panelSaga(world);
  yield* keysSaga(world);
  yield* searchSaga(world);
  yield* logsSaga(world);
  yield* switcherSaga(world);
  yield* roleConflictsSaga(world);
  yield* standingSaga(world);
  yield* waitingSaga(world);
  yield* inboxSaga(world);
  yield* rightsSaga(world);
  yield* tourSaga(world);
  yield fork(releasesSaga, world);
  yield fork(pushSaga, world);
}
