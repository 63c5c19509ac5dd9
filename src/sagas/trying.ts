import { call, race, take } from 'redux-saga/effects';
import { resumed } from '../store/windows';
import type { World } from '../world/world';
import { ask, type Saga } from './effects';

/** ms before the next try after a break of the line; the last one repeats. */
const pausesMs = [1000, 2000, 4000, 8000, 15_000, 30_000];

/** Waits before the next try, after so many that failed. A window that is looked at again, or comes back online, tries at once. */
export function* untilNextTry(world: World, failures: number): Saga {
  const pause = pausesMs[Math.min(failures, pausesMs.length - 1)]!;
  yield race({ waited: call(ask, world, 'sleep', pause), resumed: take(resumed) });
}
