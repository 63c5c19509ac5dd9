import { put, takeEvery } from 'redux-saga/effects';
import { dateTime } from '../../contract/calendar';
import { masked } from '../../contract/secrets';
import { feedback } from '../store/feedback';
import { log } from '../store/log';
import { route } from '../store/route';
import type { World } from '../world/world';
import { ask, read, type Saga } from './effects';

const toastMs = 4000;
/** Good news goes by itself; bad news waits to be read. */
function* fade(world: World, { payload }: ReturnType<typeof feedback.actions.told>): Saga {
  if (payload.tone === 'error') return;
  const id = yield* read(feedback.selectors.idOf, payload);
  yield* ask(world, 'sleep', toastMs);
  if (id) yield put(feedback.actions.dismissed(id));
}

function* note(world: World, { payload }: ReturnType<typeof log.actions.failed>): Saga {
  const url = yield* read(route.selectors.path);
  yield put(
    log.actions.noted({ ...payload, type: 'error', url: masked(url), time: dateTime(yield* ask(world, 'now')) }),
  );
}

export const feedbackSaga = function* (world: World): Saga {
  yield takeEvery(feedback.actions.told, fade, world);
  yield takeEvery(log.actions.failed, note, world);
};
