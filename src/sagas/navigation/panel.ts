import { put, takeLeading } from 'redux-saga/effects';
import { features } from '../../store/features';
import { feedback } from '../../store/feedback';
import { panel, panelsName } from '../../store/navigation/panel';
import { search } from '../../store/navigation/search';
import type { World } from '../../world/world';
import { ask, read, type Saga } from '../effects';

/** The first panel that is opened loads the code of all panels. */
function* bring(world: World): Saga {
  yield put(search.actions.type(''));
  if (yield* read(features.selectors.isReady, panelsName)) return;
  try {
    yield* ask(world, 'load', panelsName);
    yield put(features.actions.entered(panelsName));
  } catch {
    yield put(panel.actions.hide());
    yield put(feedback.actions.notified({ tone: 'error', say: 'request.unreachable' }));
  }
}

export function* panelSaga(world: World): Saga {
  yield takeLeading(panel.actions.show, bring, world);
}
