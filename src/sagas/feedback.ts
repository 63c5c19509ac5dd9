import type { Action } from '@reduxjs/toolkit';
import { call, fork, put, race, take, takeEvery } from 'redux-saga/effects';
import { dateTime } from '../../contract/domain/calendar';
import { masked, withoutSecrets } from '../../contract/wire/secrets';
import { feedback, type Notification } from '../store/feedback';
import { type Fault, log } from '../store/log';
import { route } from '../store/navigation/route';
import type { World } from '../world/world';
import { ask, read, type Saga } from './effects';

const toastMs = 4000;
/** Toasts with a link stay longer. */
const linkMs = 8000;
const leastErrorMs = 10_000;

/** Good news disappears by itself; errors stay until closed, on the page they belong to. */
function* pass(world: World, { tone, link }: Notification): Saga {
  if (tone !== 'error') return yield* ask(world, 'sleep', link ? linkMs : toastMs);
  const path = yield* read(route.selectors.path);
  yield* ask(world, 'sleep', leastErrorMs);
  while ((yield* read(route.selectors.path)) === path) yield take(route.actions.arrived);
}

function* fade(world: World, { payload }: ReturnType<typeof feedback.actions.notified>): Saga {
  const id = yield* read(feedback.selectors.idOf, payload);
  if (!id || payload.stays) return;
  const isClosed = (action: Action) => feedback.actions.dismissed.match(action) && action.payload === id;
  const { closed } = yield race({ closed: take(isClosed), passed: call(pass, world, payload) });
  if (!closed) yield put(feedback.actions.dismissed(id));
}

/** Longer texts are not read, and the server stores no more. */
const longest = { message: 2000, stack: 8000, info: 500 };

function* note(world: World, faults: readonly Fault[]): Saga {
  const url = masked(yield* read(route.selectors.path));
  const time = dateTime(yield* ask(world, 'now'));
  const plain = (text: string, most: number) => withoutSecrets(text).slice(0, most);
  yield put(
    log.actions.noted(
      faults.map(({ message, stack, info }) => ({
        type: 'error',
        url,
        time,
        message: plain(message, longest.message),
        stack: plain(stack, longest.stack),
        info: plain(info, longest.info),
      })),
    ),
  );
}

/** A message about a command of one page does not follow the person to another. */
function* withdraw(): Saga {
  for (let path = ''; ; path = yield* read(route.selectors.path)) {
    yield take(route.actions.arrived);
    const isElsewhere = (yield* read(route.selectors.path)) !== path;
    if (isElsewhere && (yield* read(feedback.selectors.unanswered)).length > 0) yield put(feedback.actions.withdrawn());
  }
}

export function* feedbackSaga(world: World): Saga {
  yield fork(withdraw);
  yield takeEvery(feedback.actions.notified, fade, world);
  yield takeEvery([log.actions.failed, log.actions.notDone], ({ payload }) => note(world, [payload]));
  yield takeEvery(log.actions.failedOften, ({ payload }) => note(world, payload));
}
