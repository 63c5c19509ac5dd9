import { call, put, takeLatest, takeLeading } from 'redux-saga/effects';
import { businessDate } from '../../../../contract/domain/calendar';
import { receipt } from '../../../../contract/modules/lease/receipt';
import { type Outcome, rests } from '../../../../contract/wire/ledger/booking';
import { ask, read, type Saga } from '../../../sagas/effects';
import { isExpected, Refused, request } from '../../../sagas/request';
import { feedback } from '../../../store/feedback';
import type { Call, World } from '../../../world/world';
import { type BookingState, booking, problemsOf } from './bookingSlice';

const { actions: at, selectors: see } = booking;
/** Pause after typing before the bookings are tried, in ms. */
export const typingPauseMs = 300;

function callOf({ draft, claimed, only }: BookingState, isTrial: boolean): Call {
  const { rest, customerId, customerName: _name, ...typed } = draft;
  const filled = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== null && value !== ''));
  const body = {
    ...filled,
    ...(claimed ? { id: claimed.id } : {}),
    ...(customerId ? { customerId } : {}),
    ...(only ? { orderIds: only.orderId } : {}),
    rest: rest === rests.prepaid ? 'prepaid' : 'unclaimed',
    ...(isTrial ? { dryRun: true } : {}),
  };
  return { method: 'POST', url: receipt.url(claimed ? 'claim' : 'book'), body };
}

function* tryOut(world: World): Saga {
  const state = yield* read(see.all);
  if (!state.isOpen) return;
  if (Object.keys(problemsOf(state)).length > 0) return yield put(at.tried(null));
  yield put(at.trying());
  yield* ask(world, 'sleep', typingPauseMs);
  try {
    const outcome: Outcome = yield call(request, world, callOf(yield* read(see.all), true), { quiet: true });
    yield put(at.tried(outcome));
  } catch (error) {
    if (!isExpected(error)) throw error;
    yield put(at.tryRefused(error instanceof Refused ? error.message : '*receipts.lost'));
  }
}

function* book(world: World): Saga {
  const state = yield* read(see.all);
  if (!state.busy.booking) return;
  try {
    const outcome: Outcome = yield call(request, world, callOf(state, false), { quiet: true, key: state.key });
    yield put(at.booked());
    yield put(
      feedback.actions.notified({ tone: 'success', say: 'receipts.bookedToast', detail: outcome.receiptNo ?? '' }),
    );
  } catch (error) {
    if (!isExpected(error)) throw error;
    yield put(at.bookRefused(error instanceof Refused ? error.message : '*receipts.unanswered'));
  }
}

function* open(world: World, action: ReturnType<typeof at.begin> | ReturnType<typeof at.claim>): Saga {
  const today = businessDate(yield* ask(world, 'now'));
  const key = yield* ask(world, 'newId');
  yield put(
    at.claim.match(action)
      ? at.opened({ today, key, claimed: action.payload })
      : at.opened({ today, key, claimed: null, ...action.payload }),
  );
}

export function* bookingSaga(world: World): Saga {
  yield takeLatest([at.begin, at.claim], open, world);
  // The newest draft wins; a closed dialog cancels the running trial.
  yield takeLatest([at.opened, at.type, at.close], tryOut, world);
  yield takeLeading(at.book, book, world);
}
