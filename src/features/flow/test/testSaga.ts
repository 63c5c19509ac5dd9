import { put, takeEvery } from 'redux-saga/effects';
import { read, type Saga } from '../../../sagas/effects';
import { openedIn } from '../../../store/features';
import { route, tabs } from '../../../store/navigation/route';
import { settings } from '../../../store/settings';
import { editor } from '../../crud/editor/editorSlice';
import { testEditor } from './testSlice';

const testPath = '/test/index';

/** The page exists in test mode only. */
function* turnAway(): Saga {
  const { testerMode } = yield* read(settings.selectors.all);
  if (testerMode) return;
  yield put(tabs.actions.closed(testPath));
  yield put(route.actions.go('/404'));
}

export function* testSaga(): Saga {
  yield takeEvery(openedIn('test'), turnAway);
  yield takeEvery(tabs.actions.closed, function* ({ payload: path }): Saga {
    if (path === testPath) yield put(editor.actions.dropped({ name: testEditor }));
  });
}
