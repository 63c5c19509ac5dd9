import { call, put, takeLatest, takeLeading } from 'redux-saga/effects';
import { businessDate, isDate } from '../../../../../contract/domain/calendar';
import { cents, isMoney } from '../../../../../contract/domain/money';
import type { Order } from '../../../../../contract/modules/lease/order';
import { confirmVoucherUrl, type VoucherView, voucherUrl } from '../../../../../contract/wire/lease/voucher';
import { anyReason, foretold, typingPauseMs } from '../../../../sagas/crud/foretell';
import { ask, read, type Saga } from '../../../../sagas/effects';
import { Refused, request, tellFailure } from '../../../../sagas/request';
import { feedback } from '../../../../store/feedback';
import type { Call, World } from '../../../../world/world';
import { orderMoves } from '../orderMovesSlice';
import { needsReason } from './voucherRules';
import { type VoucherState, voucherForm } from './voucherSlice';

const { actions: at } = voucherForm;

/** Opens the dialog on what the server knows of the voucher. */
export function* openVoucher(world: World, held: Order): Saga {
  const view: VoucherView = yield call(request, world, { method: 'GET', url: voucherUrl, query: { id: held.id } });
  yield put(at.opened({ id: held.id, code: held.contractCode ?? '-', customer: held.customerName ?? '-', view }));
}

function judge({ form, paper }: VoucherState, today: string): VoucherState['wrong'] {
  const isGood = {
    amount: isMoney(form.amount) && cents(form.amount) > 0n,
    date: isDate(form.date) && form.date <= today,
    reason: form.reason.trim() !== '' || !needsReason(form, paper!.view),
  };
  return (Object.keys(isGood) as (keyof typeof isGood)[]).filter((name) => !isGood[name]);
}

function callOf({ id, view }: NonNullable<VoucherState['paper']>, form: VoucherState['form']): Call {
  const pictureIds = view.slips.map((slip) => slip.id);
  return { method: 'POST', url: confirmVoucherUrl, body: { id, version: String(view.version), pictureIds, ...form } };
}

/** Says in the dialog whether others decide on what is entered. */
function* foretell(world: World): Saga {
  yield* ask(world, 'sleep', typingPauseMs);
  const state = yield* read(voucherForm.selectors.all);
  const { paper, form } = state;
  const whole = { ...form, reason: form.reason.trim() || anyReason };
  const isWrong = judge({ ...state, form: whole }, businessDate(yield* ask(world, 'now'))).length > 0;
  if (!paper || paper.view.isOwn) return;
  yield put(at.foretold(isWrong ? '' : yield call(foretold, world, callOf(paper, whole))));
}

function* confirmVoucher(world: World): Saga {
  const state = yield* read(voucherForm.selectors.all);
  const { paper, form } = state;
  const wrong = judge(state, businessDate(yield* ask(world, 'now')));
  if (!paper || wrong.length > 0) return yield put(at.misjudged(wrong));
  const { id } = paper;
  try {
    const isDone: boolean = yield call(request, world, callOf(paper, form), {
      key: yield* ask(world, 'newId'),
      quiet: true,
    });
    yield put(at.closed());
    if (isDone) yield put(feedback.actions.notified({ tone: 'success', say: 'order.ask.voucher.done' }));
    yield put(orderMoves.actions.moved({ id }));
  } catch (error) {
    yield put(at.denied(error instanceof Refused ? error.message : ''));
    if (!(error instanceof Refused)) yield call(tellFailure, error);
  }
}

export function* voucherSaga(world: World): Saga {
  yield takeLatest([at.opened, at.typed, at.closed], foretell, world);
  yield takeLeading(at.confirm, confirmVoucher, world);
}
