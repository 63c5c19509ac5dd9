import { call, put, takeLeading } from 'redux-saga/effects';
import { fascContract } from '../../../../../contract/modules/esign/fascContract';
import { order } from '../../../../../contract/modules/lease/order';
import { ask, read, type Saga } from '../../../../sagas/effects';
import { Refused, request, tellFailure } from '../../../../sagas/request';
import { route } from '../../../../store/navigation/route';
import { counterPath } from '../../../../store/navigation/routes';
import type { World } from '../../../../world/world';
import { type CounterState, counter } from './counterSlice';

const { actions: at } = counter;

function judge({ form }: CounterState): CounterState['missing'] {
  return (['idNo', 'password', 'hasSeen'] as const).filter((name) => String(form[name] || '').trim() === '');
}

/** The witness has confirmed: opens the signing page for the customer. */
function* begin(world: World): Saga {
  const state = yield* read(counter.selectors.all);
  const missing = judge(state);
  if (missing.length > 0) return yield put(at.misjudged(missing));
  const { id, orderId } = state.paper!;
  const back = yield* read(route.selectors.place);
  try {
    const password = yield* ask(world, 'encryptPassword', state.form.password);
    // Each try is checked anew, so it has no idempotency key.
    const { ticket } = yield call(
      request,
      world,
      { method: 'POST', url: fascContract.url('counter'), body: { id, idNo: state.form.idNo.trim(), password } },
      { quiet: true },
    );
    yield put(at.begun({ ticket, back: back?.path ?? `/${order.name}/detail/${orderId}` }));
    // The dialog closes first, because it hides the page from screen readers until it has returned the focus.
    yield* ask(world, 'painted');
    yield put(route.actions.go(counterPath));
  } catch (error) {
    yield put(at.denied(error instanceof Refused ? error.message : ''));
    if (!(error instanceof Refused)) yield call(tellFailure, error);
  }
}

export function* counterSaga(world: World): Saga {
  yield takeLeading(at.begin, begin, world);
}
