import { call, put, takeLeading } from 'redux-saga/effects';
import { order } from '../../../../../contract/modules/lease/order';
import { ask, confirm, type Saga } from '../../../../sagas/effects';
import { request, tellFailure } from '../../../../sagas/request';
import type { World } from '../../../../world/world';
import { orderMoves } from '../orderMovesSlice';

/** Confirms that the money of a cancelled order was returned. */
function* refund(world: World, { payload }: ReturnType<typeof orderMoves.actions.refund>): Saga {
  const { id, version, amount, to } = payload;
  const { isSure, reason } = yield* confirm({
    title: 'refund.title',
    say: 'refund.text',
    confirm: 'refund.sure',
    values: { amount, to },
    asksReason: true,
  });
  if (!isSure) return;
  try {
    const body = { id, version, reason };
    const key = yield* ask(world, 'newId');
    yield call(
      request,
      world,
      { method: 'POST', url: order.url('refund'), body },
      { key, done: { say: 'refund.done' } },
    );
    yield put(orderMoves.actions.moved({ id }));
  } catch (error) {
    yield call(tellFailure, error, orderMoves.actions.refund(payload));
  }
}

export function* refundSaga(world: World): Saga {
  yield takeLeading(orderMoves.actions.refund, refund, world);
}
