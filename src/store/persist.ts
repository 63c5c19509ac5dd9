import type { Reducer } from '@reduxjs/toolkit';
import { createMigrate, persistReducer } from 'redux-persist';
import type { Shelf } from '../world/shelf';

interface Kept<S> {
  reducerPath: string;
  reducer: Reducer<S>;
}
interface Rule<S> {
  on: keyof Shelf;
  keep: (keyof S & string)[];
  version: number;
  /** One step for each version that a kept shape had before. */
  upgrade?: Record<number, (old: never) => unknown>;
}

/** All keys begin so: several products may share a host. */
export const keyPrefix = 'leasedesk-';

/** `keep` is a list of what survives a reload, so a new field is forgotten until someone decides otherwise. */
export const persisted = <S>(shelf: Shelf, slice: Kept<S>, { on, keep, version, upgrade = {} }: Rule<S>): Kept<S> => {
  const migrate = createMigrate(upgrade as never, { debug: false });
  return {
    reducerPath: slice.reducerPath,
    reducer: persistReducer<S>(
      {
        key: slice.reducerPath,
        keyPrefix,
        storage: shelf[on],
        whitelist: keep,
        version,
        // What a newer version of the product wrote is not guessed at.
        migrate: async (state, to) =>
          state && (state._persist?.version ?? -1) > to ? undefined : migrate(state, to).catch(() => undefined),
      },
      slice.reducer,
    ) as unknown as Reducer<S>,
  };
};
