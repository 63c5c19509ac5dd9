import { call, put, takeLatest } from 'redux-saga/effects';
import { type TenantOption, tenantChoice } from '../../store/crud/tenantChoice';
import { session } from '../../store/session';
import type { Call, World } from '../../world/world';
import { read, type Saga } from '../effects';
import { isExpected, request } from '../request';

const { actions: at, selectors: see } = tenantChoice;

/** The call, addressed to the chosen tenant. */
export function* withTenant(question: Call): Saga<Call> {
  const tenantId = yield* read(see.chosen);
  return tenantId ? { ...question, query: { ...question.query, tenantId } } : question;
}

function isOption(one: unknown): one is TenantOption {
  return typeof one === 'object' && one !== null && typeof (one as Partial<TenantOption>).tenantId === 'string';
}

function* need(world: World): Saga {
  const { options: known } = yield* read(see.all);
  if (known && known.length < 2) return; // a person with one tenant has only that until the next sign-in
  try {
    const answer: unknown = yield call(
      request,
      world,
      { method: 'GET', url: '/blade-system/tenant/select' },
      { quiet: true },
    );
    if (!Array.isArray(answer)) return;
    const { tenantId: own } = (yield* read(session.selectors.user)) ?? {};
    const options = answer.filter(isOption).map(({ tenantId, tenantName }) => ({ tenantId, tenantName }));
    // The own tenant comes first.
    yield put(at.received(options.sort((a, b) => Number(b.tenantId === own) - Number(a.tenantId === own))));
    const chosen = yield* read(see.chosen);
    // A tenant that has been removed cannot stay chosen.
    if (chosen && !options.some(({ tenantId }) => tenantId === chosen)) yield put(at.choose(''));
  } catch (error) {
    // Without the list there is nothing to choose; the next page loads it again.
    if (!isExpected(error)) throw error;
  }
}

export function* tenantChoiceSaga(world: World): Saga {
  yield takeLatest(at.need, need, world);
}
