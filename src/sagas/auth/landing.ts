import { put } from 'redux-saga/effects';
import { intent } from '../../store/auth/intent';
import { homePath } from '../../store/navigation/routes';
import { session } from '../../store/session';
import { read, type Saga } from '../effects';

/** The target after sign-in: the address the person wanted, or home. It is used once. */
export function* landing(): Saga<string> {
  const user = yield* read(session.selectors.user);
  const isGuest = yield* read(session.selectors.isGuest);
  const address = user && !isGuest ? yield* read(intent.selectors.of, user.userId) : '';
  yield put(intent.actions.used());
  return address || homePath;
}
