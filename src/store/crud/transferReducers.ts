import type { Draft, PayloadAction } from '@reduxjs/toolkit';
import type { CrudState } from './crudState';

type State = Draft<CrudState>;
/** Formats in which a list goes out. */
export type ListFormat = 'xlsx' | 'csv';

/** The list as a file, out and in. */
export function transferReducers() {
  return {
    /** Save the rows of the current conditions as a file, with these columns. */
    exportList(s: State, _action: PayloadAction<{ format: ListFormat; columns: string[] }>) {
      s.outgoing ??= { rows: 0, total: null };
    },
    cancelExport() {},
    exportReached(s: State, { payload }: PayloadAction<{ rows: number; total: number }>) {
      if (s.outgoing) s.outgoing = payload;
    },
    exportEnded(s: State) {
      delete s.outgoing;
    },
  };
}
