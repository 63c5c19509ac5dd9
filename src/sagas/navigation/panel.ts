import { call, put, takeLeading } from 'redux-saga/effects';
import { features } from '../../store/features';
import { panel, panelsName } from '../../store/navigation/panel';
import { search } from '../../store/navigation/search';
import type { World } from '../../world/world';
import { ask, read, type Saga } from '../effects';
import { tellLost } from '../releases';
import { began, ended } from '../running';

/** The first panel that is opened loads the code of all panels. */
function* bring(world: World): Saga {
  yield put(search.actions.type(''));
  if (yield* read(features.selectors.isReady, panelsName)) return;
  yield* began(world);
  try {
    yield* ask(world, 'load', panelsName);
    yield put(features.actions.entered(panelsName));
  } catch {
    yield put(panel.actions.hide());
    yield call(tellLost, world);
  } finally {
    yield* ended(world);
  }
}

export function* panelSaga(world: World): Saga {
  yield takeLeading(panel.actions.show, bring, world);
  yield takeLeading(features.actions.partLost, tellLost, world);
}
