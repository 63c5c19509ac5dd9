import { call, put, takeEvery } from 'redux-saga/effects';
import { rolePath } from '../../../contract/domain/paths';
import { roleConflicts } from '../../store/auth/roleConflicts';
import type { Call, World } from '../../world/world';
import { withTenant } from '../crud/tenantChoice';
import type { Saga } from '../effects';
import { isExpected, request } from '../request';

const { actions: at } = roleConflicts;

/** Loads what these roles grant together; where the server cannot tell, choosing stays possible. */
function* bring(world: World, { payload: { roleIds, isAcross } }: ReturnType<typeof at.need>): Saga {
  if (roleIds === '') return;
  const question: Call = { method: 'GET', url: `${rolePath}/exclusions`, query: { roleIds } };
  try {
    const asked = isAcross ? yield* withTenant(question) : question;
    const answer: unknown = yield call(request, world, asked, { quiet: true });
    const texts = (Array.isArray(answer) ? answer : []).map((one) => String(one?.text ?? '')).filter(Boolean);
    yield put(at.received({ roleIds, texts }));
  } catch (error) {
    if (!isExpected(error)) throw error;
  }
}

export function* roleConflictsSaga(world: World): Saga {
  yield takeEvery(at.need, bring, world);
}
