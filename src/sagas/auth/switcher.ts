import { all, call, put, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { type Choice, switcher } from '../../store/auth/switcher';
import { panel } from '../../store/navigation/panel';
import { route, tabs } from '../../store/navigation/route';
import { session } from '../../store/session';
import { settings } from '../../store/settings';
import type { World } from '../../world/world';
import { adoptTokens } from '../adoptTokens';
import { ask, mayDiscard, read, type Saga } from '../effects';
import { isExpected, Refused, request, tellFailure, unexplained } from '../request';
import { askForPair, keepTokens } from '../tokens';
import { text } from '../wire';
import { recallRights } from './rights';

const at = switcher.actions;

function choicesOf(found: unknown, label: string): Choice[] {
  return (Array.isArray(found) ? (found as Record<string, unknown>[]) : []).map((row) => ({
    id: text(row?.id),
    name: text(row?.[label]),
  }));
}

/** The departments and roles the person may work as. */
function* choices(world: World): Saga {
  const user = yield* read(session.selectors.user);
  const query = { userId: user?.userId };
  try {
    const [depts, roles] = yield all([
      call(request, world, { method: 'GET', url: '/blade-system/dept/select', query }),
      call(request, world, { method: 'GET', url: '/blade-system/role/select', query }),
    ]);
    yield put(
      at.chosenFrom({
        choices: { dept: choicesOf(depts, 'deptName'), role: choicesOf(roles, 'roleName') },
        picked: { dept: user?.deptId ?? '', role: user?.roleId ?? '' },
      }),
    );
  } catch (error) {
    if (!isExpected(error)) throw error;
    yield put(at.cutOff());
  }
}

/**
 * Continue with other rights: a new token pair, and everything fetched under the old rights is dropped as at the end of
 * a session. No other window may renew the pair meanwhile.
 */
function* submit(world: World): Saga {
  const { picked, isBusy } = yield* read(switcher.selectors.all);
  if (!isBusy) return;
  if ((yield* read(tabs.selectors.hasUnsaved)) && !(yield* mayDiscard())) return yield put(at.failed());
  const lock = yield* ask(world, 'acquire', 'token');
  try {
    yield call(adoptTokens, world);
    const user = yield* read(session.selectors.user);
    if (!user || (yield* read(session.selectors.isDisplaced))) return yield put(at.failed());
    const answer: Record<string, unknown> = yield call(askForPair, world, user.tenantId, {
      headers: { 'Dept-Id': picked.dept, 'Role-Id': picked.role },
    });
    if (!text(answer?.access_token)) throw new Refused(400, unexplained);
    yield put(session.actions.signedOut({ elsewhere: true })); // the other windows learn of the new session, not of an end
    yield call(keepTokens, world, answer);
    yield put(
      session.actions.signedIn({
        ...user,
        // The answer decides; a server that does not name them granted the requested ones.
        deptId: text(answer.dept_id) || picked.dept,
        roleId: text(answer.role_id) || picked.role,
        roleName: text(answer.role_name) || user.roleName,
      }),
    );
    yield* ask(world, 'flush'); // waiting code must find the new pair in storage
  } catch (error) {
    yield put(at.failed());
    return yield call(tellFailure, error);
  } finally {
    yield* ask(world, 'release', lock);
  }
  yield call(recallRights, world);
  yield put(route.actions.go('/'));
}

/**
 * A person with several departments or roles who has not chosen yet is asked. A one-time password is changed first, so
 * that two dialogs are never open at once.
 */
function* offer(): Saga {
  const { switchMode } = yield* read(settings.selectors.all);
  const user = yield* read(session.selectors.user);
  if (switchMode && user && !user.mustChangePassword && [user.deptId, user.roleId].some((ids) => ids.includes(',')))
    yield put(panel.actions.show('switcher'));
}

export function* switcherSaga(world: World): Saga {
  const isOurs = (action: { type: string }) => panel.actions.show.match(action) && action.payload === 'switcher';
  yield takeLatest([isOurs, at.retry.type], choices, world);
  yield takeLeading(at.submit, submit, world);
  yield takeEvery([session.actions.signedIn, session.actions.passwordChanged], offer);
  yield* offer(); // the frame loads after the first sign-in
}
