import { put, takeEvery, takeLeading } from 'redux-saga/effects';
import { dateTime } from '../../contract/domain/calendar';
import { standing } from '../store/auth/standing';
import { browserActions } from '../store/browserActions';
import { feedback } from '../store/feedback';
import { paper } from '../store/paper';
import type { World } from '../world/world';
import { ask, type Saga } from './effects';

function* openWindow(world: World, { payload: url }: ReturnType<typeof browserActions.openWindow>): Saga {
  yield* ask(world, 'openWindow', url);
}

function* copy(world: World, { payload: { text, say } }: ReturnType<typeof browserActions.copy>): Saga {
  try {
    yield* ask(world, 'copy', text);
  } catch {
    // Permission denied, or a plain http address: browsers refuse the clipboard in both cases.
    return yield put(feedback.actions.notified({ tone: 'warning', say: 'frame.notCopied' }));
  }
  yield put(feedback.actions.notified({ tone: 'success', say }));
}

function* print(world: World): Saga {
  yield* ask(world, 'print');
}

/** A sheet says when it was printed, and in which company's name. */
function* openPaper(world: World, { payload: key }: ReturnType<typeof paper.actions.open>): Saga {
  yield put(paper.actions.opened({ key, time: dateTime(yield* ask(world, 'now')) }));
  yield put(standing.actions.ask());
}

export function* browserActionsSaga(world: World): Saga {
  yield takeEvery(browserActions.openWindow, openWindow, world);
  yield takeLeading(browserActions.print, print, world);
  yield takeLeading(paper.actions.open, openPaper, world);
  yield takeLeading(browserActions.copy, copy, world);
}
