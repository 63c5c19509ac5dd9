import type { Action } from '@reduxjs/toolkit';
import { call, put, race, take } from 'redux-saga/effects';
import { route } from '../store/navigation/route';
import { session } from '../store/session';
import { resumed } from '../store/windows';
import { Unreachable, type World } from '../world/world';
import { ask, type Saga } from './effects';
import { isExpected, Refused } from './request';

/** ms before the next try after a break of the line; the last one repeats. */
const pausesMs = [1000, 2000, 4000, 8000, 15_000, 30_000];

/** ms to wait before the next try, when so many had failed before the last one. */
export function pauseAfter(failures: number): number {
  return pausesMs[Math.min(failures, pausesMs.length - 1)]!;
}

/** Waits before the next try. A window that is looked at again, or comes back online, tries at once. */
export function* untilNextTry(world: World, failures: number): Saga {
  yield race({ waited: call(ask, world, 'sleep', pauseAfter(failures)), resumed: take(resumed) });
}

/** Another address comes to the front. */
function leavesPath(path: string) {
  return (action: Action) => route.actions.arrived.match(action) && action.payload.path !== path;
}

/**
 * Loads what a page of its own shows. A refusal is told in its place, and so is a missing answer, as '': the page asks
 * again by itself for as long as it is in front.
 */
export function* loadingPage(world: World, path: string, load: () => Saga, failed: (trouble: string) => Action): Saga {
  for (let failures = 0; ; failures++) {
    try {
      yield call(load);
      return;
    } catch (error) {
      if (!isExpected(error)) throw error;
      yield put(failed(error instanceof Refused ? error.message : ''));
      if (error instanceof Refused) return;
    }
    const { left } = yield race({ next: call(untilNextTry, world, failures), left: take(leavesPath(path)) });
    if (left) return;
  }
}

/**
 * Looks at what goes on at the server until it `isOver`, and answers what was seen last; undefined where the page was
 * left or the session is over. Once there was an answer, one that does not come ends nothing: the next look repeats it.
 */
export function* following<T>(
  world: World,
  look: () => Saga<T>,
  { isOver, everyMs, isHere }: { isOver(seen: T): boolean; everyMs: number; isHere?: () => Saga<boolean> },
): Saga<T | undefined> {
  for (let isKnown = false; ; ) {
    try {
      const seen: T = yield call(look);
      isKnown = true;
      if (isOver(seen)) return seen;
    } catch (error) {
      if (!isKnown || !(error instanceof Unreachable)) throw error;
    }
    const { out } = yield race({ pause: call(ask, world, 'sleep', everyMs), out: take(session.actions.signedOut) });
    if (out || (isHere && !(yield* isHere()))) return undefined;
  }
}

/** Another page comes to the front. */
export function leaves(feature: string) {
  return (action: Action) => route.actions.arrived.match(action) && action.payload.feature !== feature;
}

/** Does work again as long as it answers that it was not done for lack of a connection, and its page is in front. */
export function* untilDone(world: World, feature: string, work: () => Saga<boolean>): Saga {
  for (let failures = 0; yield call(work); failures++) {
    const { left } = yield race({ next: call(untilNextTry, world, failures), left: take(leaves(feature)) });
    if (left) return;
  }
}
