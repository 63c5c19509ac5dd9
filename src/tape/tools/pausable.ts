import { CANCEL } from 'redux-saga';
import type { BrowserStorage } from '../../world/storage';
import type { World } from '../../world/world';

/** Calls that leave the page. */
const leaving = new Set(['send', 'stream']);

/**
 * A World and a storage that can be paused: then no saga learns an answer, not even that its time has passed, no call
 * leaves, and nothing is stored. What came meanwhile is handed on afterwards, in its order.
 */
export function pausable(world: World, storage: BrowserStorage) {
  let isPaused = false;
  const held: (() => void)[] = [];
  const later = (work: () => void) => {
    if (isPaused) held.push(work);
    else work();
  };

  const wrap =
    (port: string, perform: (...args: unknown[]) => unknown) =>
    (...args: unknown[]): unknown => {
      let isCancelled = false;
      let asked: unknown;
      const ask = () => {
        asked = perform(...args);
        return asked;
      };
      const answer =
        isPaused && leaving.has(port)
          ? new Promise((resolve) => held.push(() => isCancelled || resolve(ask())))
          : ask();
      if (!(answer instanceof Promise)) return answer;
      const heard = new Promise((resolve, reject) => {
        answer.then(
          (value) => later(() => resolve(value)),
          (error) => later(() => reject(error)),
        );
      });
      return Object.assign(heard, {
        [CANCEL]() {
          isCancelled = true;
          (asked as { [CANCEL]?(): void } | undefined)?.[CANCEL]?.();
        },
      });
    };
  const wrapped = new Map<string, unknown>();
  const paused = new Proxy(world, {
    get(target, port: string) {
      const perform = target[port as keyof World] as (...args: unknown[]) => unknown;
      if (typeof perform !== 'function') return perform;
      if (!wrapped.has(port)) wrapped.set(port, wrap(port, perform.bind(target)));
      return wrapped.get(port);
    },
  });
  const quiet = (one: BrowserStorage['local']): BrowserStorage['local'] => ({
    getItem: (key: string) => one.getItem(key),
    setItem: async (key: string, value: string) => (isPaused ? undefined : one.setItem(key, value)),
    removeItem: async (key: string) => (isPaused ? undefined : one.removeItem(key)),
  });
  return {
    world: paused,
    storage: { local: quiet(storage.local), session: quiet(storage.session), cookie: quiet(storage.cookie) },
    pause() {
      isPaused = true;
    },
    resume() {
      isPaused = false;
      for (const work of held.splice(0)) work();
    },
  };
}
