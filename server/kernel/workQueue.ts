import { refuse } from './errors';

/**
 * Runs tasks, at most `places` at a time; `mostWaiting` more wait in order of arrival. Refuses `busy` beyond that, so
 * that a flood costs later callers a retry instead of minutes of waiting.
 */
export function workQueue(places: number, mostWaiting: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= places) {
      if (waiting.length >= mostWaiting) refuse('busy');
      await new Promise<void>((resume) => waiting.push(resume));
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

/** The same for each person by themselves: one person takes at most so many places. */
export function personalQueues(places: number, mostWaiting: number) {
  const people = new Map<string, { inTurn: ReturnType<typeof workQueue>; count: number }>();
  return async <T>(person: string, work: () => Promise<T>): Promise<T> => {
    const own = people.get(person) ?? { inTurn: workQueue(places, mostWaiting), count: 0 };
    people.set(person, own);
    own.count++;
    try {
      return await own.inTurn(work);
    } finally {
      if (--own.count === 0) people.delete(person);
    }
  };
}
