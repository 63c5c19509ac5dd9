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
  /** One step for each earlier version of the stored shape. */
  upgrade?: Record<number, (old: never) => unknown>;
  /** Whether the stored value is valid beyond its types; an invalid one is dropped. */
  isSound?(found: Partial<S>): boolean;
  /** The valid part of the stored value, where the rest can be dropped. */
  mend?(found: Partial<S>): Partial<S>;
}

/** `keep` lists the fields that survive a reload, so a new field is dropped until it is added. */
export function persisted<S>(
  storage: BrowserStorage,
  slice: Kept<S>,
  { on, keep, version, upgrade = {}, isSound = () => true, mend = (found) => found }: Rule<S>,
): Kept<S> {
  const migrate = createMigrate(upgrade as never, { debug: false });
  const initial = slice.reducer(undefined, { type: '@@persist/none' }) as Record<string, unknown>;
  /** Storage can be edited by anyone: only listed fields are restored, and only with the type of their initial value. */
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
        timeout: 0, // these storages answer at once; a late timeout could only undo what was read
        version,
        // What a newer version of the product wrote is not interpreted.
        migrate: async (state, to) => {
          if (!state || (state._persist?.version ?? -1) > to) return undefined;
          try {
            const current = await migrate(state, to);
            return current && sift(current);
          } catch {
            return undefined; // an unusable shape
          }
        },
      },
      slice.reducer,
    ) as unknown as Reducer<S>,
  };
}
