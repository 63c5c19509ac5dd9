import { call, type Effect, put, race, select, take } from 'redux-saga/effects';
import { type Answered, feedback, type Question } from '../store/feedback';
import { session } from '../store/session';
import type { World } from '../world/world';

/** What a generator yields and gets differs from step to step; `ask` and `read` type each step. */
export type Saga<R = any> = Generator<any, R, any>;
type Port = keyof World;

/** `yield* ask(world, 'send', …)`: a typed call to the World; sagas have no other access to the browser or network. */
export function* ask<P extends Port>(
  world: World,
  port: P,
  ...args: Parameters<World[P]>
): Generator<Effect, Awaited<ReturnType<World[P]>>, any> {
  const open = world[port] as (...given: unknown[]) => unknown;
  return yield call(open, ...args);
}

/** `yield* read(selector, …)`: a typed select. */
export function* read<A extends unknown[], R>(
  selector: (state: any, ...args: A) => R,
  ...args: A
): Generator<Effect, R, any> {
  return yield select(selector, ...args);
}

const no: Answered = { isSure: false, reason: '' };

/** Ask the person and wait for the answer. A question replaced by another one, or by the session's end, counts as no. */
export function* confirm(question: Question): Generator<Effect, Answered, any> {
  if (yield* read(feedback.selectors.question)) yield put(feedback.actions.answered(no));
  yield put(feedback.actions.asked(question));
  const { answer }: { answer?: ReturnType<typeof feedback.actions.answered> } = yield race({
    answer: take(feedback.actions.answered),
    over: take(session.actions.signedOut),
  });
  return answer?.payload ?? no;
}

/** What happens to the input of a page that is to be closed: null while it stays open. */
export function* fateOfInput(): Generator<Effect, 'kept' | 'lost' | null, any> {
  const { isSure, isAlternative } = yield* confirm({
    title: 'ask.unsavedTitle',
    say: 'ask.unsavedPage',
    confirm: 'ask.discard',
    danger: true,
    alternative: 'ask.keepDraft',
  });
  if (isAlternative) return 'kept';
  return isSure ? 'lost' : null;
}

/** Whether unsaved input may be discarded. */
export function* mayDiscard(): Generator<Effect, boolean, any> {
  const { isSure } = yield* confirm({
    title: 'ask.unsavedTitle',
    say: 'ask.unsaved',
    confirm: 'ask.discard',
    danger: true,
  });
  return isSure;
}
