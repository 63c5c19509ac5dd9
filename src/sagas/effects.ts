import { call, type Effect, put, select, take } from 'redux-saga/effects';
import { type Answered, feedback, type Question } from '../store/feedback';
import type { World } from '../world/world';

/** What a generator yields and gets differs from step to step; `ask` and `read` type each step. */
export type Saga<R = any> = Generator<any, R, any>;
type Port = keyof World;

/** `yield* ask(world, 'send', …)`: a typed call to the outside, and the only door to it. */
export function* ask<P extends Port>(
  world: World,
  port: P,
  ...args: Parameters<World[P]>
): Generator<Effect, Awaited<ReturnType<World[P]>>, any> {
  const knock = world[port] as (...given: unknown[]) => unknown;
  return yield call(knock, ...args);
}

/** `yield* read(selector, …)`: a typed select. */
export function* read<A extends unknown[], R>(
  selector: (state: any, ...args: A) => R,
  ...args: A
): Generator<Effect, R, any> {
  return yield select(selector, ...args);
}

/** Ask the person, wait for the answer. */
export function* confirm(question: Question): Generator<Effect, Answered, any> {
  yield put(feedback.actions.asked(question));
  const { payload }: ReturnType<typeof feedback.actions.answered> = yield take(feedback.actions.answered);
  return payload;
}
