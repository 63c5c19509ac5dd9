import { call, put, takeLeading } from 'redux-saga/effects';
import { feedback } from '../store/feedback';
import { judgePassword, password } from '../store/password';
import { session } from '../store/session';
import type { World } from '../world/world';
import { ask, read, type Saga } from './effects';
import { request, tellFailure } from './request';

const { actions: at, selectors: see } = password;

/** Passwords leave sealed; the other sessions of the account end with the old one. */
function* change(world: World): Saga {
  const { form } = yield* read(see.all);
  const problems = judgePassword(form, (yield* read(session.selectors.user))?.account ?? '');
  if (Object.keys(problems).length > 0) return yield put(at.misjudged(problems));
  try {
    const sealed: Record<string, string> = {};
    for (const [name, value] of Object.entries(form)) sealed[name] = yield* ask(world, 'seal', value);
    yield call(request, world, { method: 'POST', url: '/blade-system/user/update-password', form: sealed });
    yield put(at.changed());
    yield put(session.actions.passwordChanged());
    yield put(feedback.actions.told({ tone: 'success', say: 'password.changed' }));
  } catch (error) {
    yield put(at.failed());
    yield call(tellFailure, error);
  }
}

export const passwordSaga = function* (world: World): Saga {
  yield takeLeading(at.change, change, world);
};
