import { setTimeout as sleep } from 'node:timers/promises';
import { refuse } from './errors';

/** Waits in a line; leaves it once the signal is given: the caller has gone. */
function turnIn(waiting: (() => void)[], signal: AbortSignal | undefined): Promise<void> {
  return new Promise<void>((resume, leave) => {
    const begin = () => {
      signal?.removeEventListener('abort', quit);
      resume();
    };
    const quit = () => {
      waiting.splice(waiting.indexOf(begin), 1);
      leave(signal!.reason);
    };
    waiting.push(begin);
    signal?.addEventListener('abort', quit, { once: true });
  });
}

/**
 * Runs tasks, at most `places` at a time; `mostWaiting` more wait in order of arrival. Refuses `busy` beyond that, so
 * that a flood costs later callers a retry instead of minutes of waiting. A task is dropped when its signal is given
 * before its turn.
 */
export function workQueue(places: number, mostWaiting: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    signal?.throwIfAborted();
    if (running >= places) {
      if (waiting.length >= mostWaiting) refuse('busy');
      await turnIn(waiting, signal);
    } else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The place is passed on directly, so that a newcomer cannot take it.
      if (next) next();
      else running--;
    }
  };
}

/** The same for each holder by themselves: what one of them brings waits for no other, and keeps no other waiting. */
export function workQueues(places: number, mostWaiting: number) {
  const queues = new Map<string, { run: ReturnType<typeof workQueue>; jobs: number }>();
  return async <T>(holder: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    const own = queues.get(holder) ?? { run: workQueue(places, mostWaiting), jobs: 0 };
    queues.set(holder, own);
    own.jobs++;
    try {
      return await own.run(work, signal);
    } finally {
      own.jobs--;
      if (own.jobs === 0) queues.delete(holder);
    }
  };
}

/** Work that is done once for all who ask for it while it runs, by name. */
export function sharedWork<T>() {
  const running = new Map<string, Promise<T>>();
  return (name: string, work: () => Promise<T>): Promise<T> => {
    const known = running.get(name);
    if (known) return known;
    const begun = work().finally(() => running.delete(name));
    running.set(name, begun);
    return begun;
  };
}

/** So many ms of work in a row, and the longest rest after it. */
const longestSlice = 20;
const longestRest = 250;

/**
 * Asked between the pieces of long work in this process: once they have taken a while, the calls of others have as long.
 * Pieces are counted by their time, because one of a stranger's may take as long as a hundred others.
 */
export function openRests(): () => Promise<void> {
  let begun = performance.now();
  return async () => {
    const worked = performance.now() - begun;
    if (worked < longestSlice) return;
    await sleep(Math.min(worked, longestRest));
    begun = performance.now();
  };
}
