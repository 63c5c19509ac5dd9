import { call, put, takeLeading } from 'redux-saga/effects';
import { homePath, route } from '../store/route';
import { session } from '../store/session';
import { settings } from '../store/settings';
import { Unreachable, type World } from '../world/world';
import { ask, read, type Saga } from './effects';
import { Refused, request, unexplained } from './request';
import { loadRights } from './rights';
import { keepTokens } from './tokens';
import { text } from './wire';

function* signIn(world: World): Saga {
  const { tenantId, username, password } = yield* read(session.selectors.form);
  const problems = Object.fromEntries(
    [
      ['username', username],
      ['password', password],
    ].flatMap(([name, value]) => (value?.trim() ? [] : [[name, 'required']])),
  );
  if (Object.keys(problems).length > 0) return yield put(session.actions.misjudged(problems));
  const { tenantId: ownTenant } = yield* read(settings.selectors.all);
  const tenant = tenantId.trim() || ownTenant;
  try {
    const answer: Record<string, unknown> = yield call(
      request,
      world,
      {
        method: 'POST',
        url: '/blade-auth/oauth/token',
        query: {
          tenantId: tenant,
          username: username.trim(),
          password: yield* ask(world, 'seal', password),
          grant_type: 'password',
          scope: 'all',
          type: 'account',
        },
        headers: { 'Tenant-Id': tenant },
      },
      { quiet: true, anonymous: true },
    );
    yield call(keepTokens, world, answer);
    yield put(
      session.actions.signedIn({
        userId: text(answer.user_id),
        tenantId: text(answer.tenant_id),
        deptId: text(answer.dept_id),
        roleId: text(answer.role_id),
        account: text(answer.account),
        realName: text(answer.real_name) || text(answer.nick_name) || text(answer.account),
        businessUserCode: text(answer.businessUserCode),
        avatar: text(answer.avatar),
        mustChangePassword: answer.must_change_password === true,
      }),
    );
    yield call(loadRights, world);
    yield put(route.actions.go(homePath));
  } catch (error) {
    if (error instanceof Refused) return yield put(session.actions.signInFailed(error.message));
    yield put(session.actions.signInFailed(error instanceof Unreachable ? '*network' : unexplained));
    if (!(error instanceof Unreachable)) throw error;
  }
}

export const signInSaga = function* (world: World): Saga {
  yield takeLeading(session.actions.signIn, signIn, world); // a second click is ignored
};
