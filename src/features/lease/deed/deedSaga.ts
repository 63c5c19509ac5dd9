import { call, put, takeLatest, takeLeading } from 'redux-saga/effects';
import { businessDate } from '../../../../contract/domain/calendar';
import type { Outcome } from '../../../../contract/wire/ledger/booking';
import { foretold, typingPauseMs } from '../../../sagas/crud/foretell';
import { ask, read, type Saga } from '../../../sagas/effects';
import { isExpected, Refused, request, tellFailure } from '../../../sagas/request';
import { feedback } from '../../../store/feedback';
import type { World } from '../../../world/world';
import { deed } from './deedSlice';
import { askedBefore, canTry, deedOf, firstDraft, problemsOf } from './deeds';

const { actions: at, selectors: see } = deed;
/** Refusals of figures that are no longer those of the trial. */
const changedTrial: readonly (string | undefined)[] = [
  'trial.changed',
  'order.exitChanged',
  'order.restructureChanged',
];

function* open(world: World, { payload: { name, subject } }: ReturnType<typeof at.begin>): Saga {
  const question = deedOf(name).read?.(subject);
  try {
    const found = question ? yield call(request, world, question) : undefined;
    const whole = found ? { ...subject, found } : subject;
    const today = businessDate(yield* ask(world, 'now'));
    const key = yield* ask(world, 'newId');
    yield put(at.opened({ name, subject: whole, draft: firstDraft(name, whole, today), key }));
  } catch (error) {
    yield call(tellFailure, error, at.begin({ name, subject }));
  }
}

function* tryOut(world: World): Saga {
  const state = yield* read(see.all);
  const trial = state.name && deedOf(state.name).trial;
  if (!trial) return;
  if (!canTry(state)) return yield put(at.tried(null));
  yield put(at.trying());
  yield* ask(world, 'sleep', typingPauseMs);
  try {
    yield put(at.tried(yield call(request, world, trial(yield* read(see.all)), { quiet: true })));
  } catch (error) {
    if (!isExpected(error)) throw error;
    yield put(at.tryRefused(error instanceof Refused ? error.message : '*deed.lost'));
  }
}

/** Says in the dialog whether others decide on what is entered; where that is tried, on what the trial has shown. */
function* foretell(
  world: World,
  action: ReturnType<typeof at.opened | typeof at.type | typeof at.tried | typeof at.done | typeof at.close>,
): Saga {
  if (at.done.match(action) || at.close.match(action)) return; // it ends the question that is under way
  const isTried = at.tried.match(action);
  if (!isTried) yield* ask(world, 'sleep', typingPauseMs);
  const state = yield* read(see.all);
  const sent = askedBefore(state);
  if (isTried !== Boolean(state.name && deedOf(state.name).trial)) return;
  yield put(at.foretold(sent ? yield call(foretold, world, sent) : ''));
}

/** The number of a movement that was booked, beside the message that it was; '' where it waits for others. */
function detailOf(answer: unknown): string {
  const { receiptNo } = (answer ?? {}) as Partial<Outcome>;
  return receiptNo ?? '';
}

function* send(world: World): Saga {
  const state = yield* read(see.all);
  const { name, subject, key } = state;
  if (!name) return;
  const one = deedOf(name);
  const problems = problemsOf(state);
  const isUntried = one.needsTrial && state.trial === null;
  if (Object.keys(problems).length > 0 || isUntried)
    return yield put(at.refused({ text: isUntried ? state.refusal || '*deed.untried' : '', problems }));
  try {
    const isNumbered = name === 'book' || name === 'claim';
    const say = `deed.${name}.done` as const;
    const answer: unknown = yield call(request, world, one.send(state), {
      quiet: true,
      key,
      ...(isNumbered ? {} : { done: { say } }),
    });
    yield put(at.done({ name, subject }));
    const detail = detailOf(answer);
    if (isNumbered && detail) yield put(feedback.actions.notified({ tone: 'success', say, detail }));
  } catch (error) {
    if (!isExpected(error)) throw error;
    yield put(
      at.refused(
        error instanceof Refused
          ? { text: error.message, problems: error.problems }
          : { text: '*deed.unanswered', problems: {} },
      ),
    );
    // The figures are others now: they stand beside the refusal, to be confirmed anew.
    if (error instanceof Refused && changedTrial.includes(error.reason)) yield call(tryOut, world);
  }
}

export function* deedSaga(world: World): Saga {
  yield takeLatest(at.begin, open, world);
  // The newest draft wins; a closed dialog cancels the running trial.
  yield takeLatest([at.opened, at.type, at.close], tryOut, world);
  yield takeLatest([at.opened, at.type, at.tried, at.done, at.close], foretell, world);
  yield takeLeading(at.send, send, world);
}
