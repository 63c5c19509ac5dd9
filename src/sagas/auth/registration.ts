import { call, put, takeLeading } from 'redux-saga/effects';
import { judgeRegistration, proposed, registration } from '../../store/auth/registration';
import { signIn } from '../../store/auth/signIn';
import { session } from '../../store/session';
import { settings } from '../../store/settings';
import { Unreachable, type World } from '../../world/world';
import { ask, read, type Saga } from '../effects';
import { isExpected, request, SessionOver, unexplained } from '../request';
import { depart } from '../session';

const { actions: at } = registration;

function* submit(world: World): Saga {
  const user = yield* read(session.selectors.user);
  const tenant = yield* read(signIn.selectors.tenant);
  const { tenantId } = yield* read(settings.selectors.all);
  const draft = proposed((yield* read(registration.selectors.all)).draft, user, tenantId);
  // On a tenant's own page the tenant need not be entered.
  const problem = judgeRegistration(draft, tenant === null);
  if (problem) return yield put(at.misjudged(problem));
  try {
    yield call(
      request,
      world,
      {
        method: 'POST',
        url: '/blade-system/user/register-guest',
        // Not in the address, which is logged.
        body: {
          tenantId: draft.tenantId.trim(),
          name: draft.name.trim(),
          account: draft.account.trim(),
          password: yield* ask(world, 'encryptPassword', draft.password),
          oauthId: user?.oauthId ?? '',
        },
      },
      { quiet: true },
    );
  } catch (error) {
    if (error instanceof SessionOver) return;
    const isSaid = isExpected(error) && !(error instanceof Unreachable) && error.message !== unexplained;
    yield put(at.failed(isSaid ? { text: error.message } : { say: 'registration.failed' }));
    if (!isExpected(error)) throw error;
    return;
  }
  yield put(at.submitted());
}

export function* registrationSaga(world: World): Saga {
  yield takeLeading(at.submit, submit, world);
  yield takeLeading(at.acknowledge, depart, world);
}
