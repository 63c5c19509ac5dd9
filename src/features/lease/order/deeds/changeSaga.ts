import { call, put, takeLeading } from 'redux-saga/effects';
import { isDate } from '../../../../../contract/domain/calendar';
import { isAccountNumber } from '../../../../../contract/domain/lifecycle/plausible';
import { active } from '../../../../../contract/domain/orderStates';
import { order } from '../../../../../contract/modules/lease/order';
import { ask, confirm, read, type Saga } from '../../../../sagas/effects';
import { Refused, request, tellFailure } from '../../../../sagas/request';
import { feedback } from '../../../../store/feedback';
import type { World } from '../../../../world/world';
import { orderMoves } from '../orderMovesSlice';
import { type ChangeState, changeForm } from './changeSlice';

const { actions: at } = changeForm;

function judge({ form, held }: ChangeState): ChangeState['wrong'] {
  const isRunning = (held?.businessStatus ?? 0) >= active;
  const isGood = {
    bankCardCode: isAccountNumber(form.bankCardCode),
    bankName: form.bankName.trim() !== '',
    interestDate: isRunning || form.interestDate === (held?.interestDate ?? '') || isDate(form.interestDate),
    reason: form.reason.trim() !== '',
  };
  return (Object.keys(isGood) as (keyof typeof isGood)[]).filter((name) => !isGood[name]);
}

function* send(world: World): Saga {
  const state = yield* read(changeForm.selectors.all);
  const { held, form } = state;
  const wrong = judge(state);
  if (!held || wrong.length > 0) return yield put(at.misjudged(wrong));
  const { reason, ...next } = form;
  const changed = Object.entries(next).filter(
    ([name, value]) => value.trim() !== (held[name as keyof typeof next] ?? '') && value.trim() !== '',
  );
  try {
    const isDone: boolean = yield call(
      request,
      world,
      {
        method: 'POST',
        url: order.url('change-account'),
        body: { id: held.id, version: String(held.version), reason, ...Object.fromEntries(changed) },
      },
      { key: yield* ask(world, 'newId'), quiet: true },
    );
    yield put(at.closed());
    if (isDone) yield put(feedback.actions.notified({ tone: 'success', say: 'change.done' }));
    yield put(orderMoves.actions.moved({ id: held.id }));
  } catch (error) {
    yield put(at.denied(error instanceof Refused ? error.message : ''));
    if (!(error instanceof Refused)) yield call(tellFailure, error);
  }
}

/** Confirms that the money of a cancelled order was returned. */
function* refund(world: World, { payload: { id, amount, to } }: ReturnType<typeof orderMoves.actions.refund>): Saga {
  const { isSure, reason } = yield* confirm({
    title: 'refund.title',
    say: 'refund.text',
    confirm: 'refund.sure',
    values: { amount, to },
    asksReason: true,
  });
  if (!isSure) return;
  try {
    const body = { id, reason };
    const key = yield* ask(world, 'newId');
    yield call(
      request,
      world,
      { method: 'POST', url: order.url('refund'), body },
      { key, done: { say: 'refund.done' } },
    );
    yield put(orderMoves.actions.moved({ id }));
  } catch (error) {
    yield call(tellFailure, error);
  }
}

export function* changeSaga(world: World): Saga {
  yield takeLeading(at.send, send, world);
  yield takeLeading(orderMoves.actions.refund, refund, world);
}
