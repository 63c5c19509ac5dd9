/** Calls that run: the store is told of the first and of the last, not of each. */
import { put } from 'redux-saga/effects';
import { feedback } from '../store/feedback';
import type { World } from '../world/world';
import type { Saga } from './effects';

const running = new WeakMap<World, number>();

export function* began(world: World): Saga {
  const count = running.get(world) ?? 0;
  running.set(world, count + 1);
  if (count === 0) yield put(feedback.actions.began());
}

export function* ended(world: World): Saga {
  const count = (running.get(world) ?? 0) - 1;
  running.set(world, count);
  if (count === 0) yield put(feedback.actions.ended());
}
