import { call, put, spawn, takeLeading } from 'redux-saga/effects';
import { judgePassword, password, passwordFields } from '../../store/auth/password';
import { feedback } from '../../store/feedback';
import { menu } from '../../store/navigation/menu';
import { route } from '../../store/navigation/route';
import { session } from '../../store/session';
import { Unreachable, type World } from '../../world/world';
import { ask, read, type Saga } from '../effects';
import { request, tellFailure } from '../request';
import { landing } from './landing';
import { recallRights } from './rights';

const { actions: at, selectors: see } = password;

/** After a one-time password is changed, the person's rights are loaded, and the page they came for is shown. */
function* enter(world: World): Saga {
  yield call(recallRights, world);
  const address = yield* landing();
  if (address !== (yield* read(route.selectors.path))) yield put(route.actions.go(address));
}

/** What was sent and not answered: encrypted once, because the server knows a repeat by its key and its words. */
interface Attempt {
  form: Record<string, string>;
  sealed: Record<string, string>;
  key: string;
}

function* sealedIn(world: World, form: Record<string, string>, names: readonly string[]): Saga<Attempt> {
  const sealed: Record<string, string> = {};
  for (const name of names) sealed[name] = yield* ask(world, 'encryptPassword', form[name]!);
  return { form, sealed, key: yield* ask(world, 'newId') };
}

/** Passwords are sent encrypted; the other sessions of the account end with the old one. */
function* change(world: World, unanswered: { attempt?: Attempt }): Saga {
  const { form } = yield* read(see.all);
  const user = yield* read(session.selectors.user);
  const problems = judgePassword(form, user);
  if (Object.keys(problems).length > 0) return yield put(at.misjudged(problems));
  try {
    const names = passwordFields(user);
    const { attempt } = unanswered;
    const isRepeat = attempt && names.every((name) => attempt.form[name] === form[name]);
    const sent: Attempt = isRepeat ? attempt : yield* sealedIn(world, { ...form }, names);
    unanswered.attempt = sent;
    const question = { method: 'POST' as const, url: '/blade-system/user/update-password', form: sent.sealed };
    yield call(request, world, question, { key: sent.key });
    delete unanswered.attempt;
    // What was held while there were no rights would be shown as a person without menus.
    if (user?.mustChangePassword) yield put(menu.actions.awaited());
    yield put(at.changed());
    yield put(session.actions.passwordChanged());
    yield put(feedback.actions.notified({ tone: 'success', say: 'password.changed' }));
    if (user?.mustChangePassword) yield spawn(enter, world);
  } catch (error) {
    if (!(error instanceof Unreachable)) delete unanswered.attempt;
    yield put(at.failed());
    yield call(tellFailure, error);
  }
}

export function* passwordSaga(world: World): Saga {
  yield takeLeading(at.change, change, world, {});
}
