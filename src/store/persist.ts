import type { Reducer } from '@reduxjs/toolkit';
import { createMigrate, type PersistedState, persistReducer } from 'redux-persist';
import { type BrowserStorage, keyPrefix } from '../world/storage';

interface Kept<S> {
  reducerPath: string;
  reducer: Reducer<S>;
}
interface Rule<S> {
  on: keyof BrowserStorage;
  keep: (keyof S & string)[];
  version: number;
  /** One step for each version that a kept shape had before. */
  upgrade?: Record<number, (old: never) => unknown>;
  /** Whether what was found makes sense beyond its types; what does not is forgotten. */
  isSound?(found: Partial<S>): boolean;
  /** What of it makes sense, where a part can be forgotten and the rest be of use. */
  mend?(found: Partial<S>): Partial<S>;
}

/** `keep` is a list of what survives a reload, so a new field is forgotten until someone decides otherwise. */
export function persisted<S>(
  storage: BrowserStorage,
  slice: Kept<S>,
  { on, keep, version, upgrade = {}, isSound = () => true, mend = (found) => found }: Rule<S>,
): Kept<S> {
  const migrate = createMigrate(upgrade as never, { debug: false });
  const initial = slice.reducer(undefined, { type: '@@persist/none' }) as Record<string, unknown>;
  /** Storage is anybody's: only what is listed comes back, and only when it is of the kind the slice starts with. */
  const sift = (found: PersistedState): PersistedState => {
    const held = found as unknown as Record<string, unknown>;
    const entries = keep.filter((name) => name in held).map((name) => [name, held[name]] as const);
    const isAlike = entries.every(
      ([name, value]) => typeof value === typeof initial[name] && Array.isArray(value) === Array.isArray(initial[name]),
    );
    const sifted = Object.fromEntries(entries) as Partial<S>;
    return isAlike && isSound(sifted) ? ({ ...mend(sifted), _persist: found!._persist } as PersistedState) : undefined;
  };
  return {
    reducerPath: slice.reducerPath,
    reducer: persistReducer<S>(
      {
        key: slice.reducerPath,
        keyPrefix,
        storage: storage[on],
        whitelist: keep,
        timeout: 0, // these shelves answer at once; a late giving-up could only undo what was read
        version,
        // What a newer version of the product wrote is not guessed at.
        migrate: async (state, to) => {
          if (!state || (state._persist?.version ?? -1) > to) return undefined;
          try {
            const current = await migrate(state, to);
            return current && sift(current);
          } catch {
            return undefined; // no shape that anything can be made of
          }
        },
      },
      slice.reducer,
    ) as unknown as Reducer<S>,
  };
}
