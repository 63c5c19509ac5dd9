import type { Draft, PayloadAction } from '@reduxjs/toolkit';
import type { ImportResult } from '../../../contract/wire/transfer';
import type { CrudState, Incoming } from './crudState';

type State = Draft<CrudState>;
/** Formats in which a list goes out. */
export type ListFormat = 'xlsx' | 'csv';
const nothing: Incoming = { file: null, busy: null, result: null, refusal: '', key: '' };

/** The list as a file, out and in. */
export function transferReducers() {
  return {
    /** Save the rows of the current conditions as a file, with these columns. */
    exportList(s: State, _action: PayloadAction<{ format: ListFormat; columns: string[] }>) {
      s.outgoing ??= { rows: 0, total: null };
    },
    cancelExport() {},
    exportReached(s: State, { payload }: PayloadAction<{ rows: number; total: number }>) {
      if (s.outgoing) Object.assign(s.outgoing, payload);
    },
    /** It is too long for the page: the server makes it in the background. */
    exportMoved(s: State, { payload }: PayloadAction<{ id: string; rows: number; total: number }>) {
      if (s.outgoing) s.outgoing = payload;
    },
    /** Follow it no longer; the server goes on. */
    leaveExport() {},
    exportEnded(s: State) {
      delete s.outgoing;
    },
    openImport(s: State) {
      s.incoming = nothing;
    },
    closeImport(s: State) {
      if (s.incoming?.busy !== 'import') delete s.incoming;
    },
    saveTemplate() {},
    chooseImport() {},
    /** A file was chosen: the server says what importing it would do. */
    importChosen(s: State, { payload }: PayloadAction<{ file: NonNullable<Incoming['file']>; key: string }>) {
      if (s.incoming) s.incoming = { ...payload, busy: 'trial', result: null, refusal: '' };
    },
    importJudged(s: State, { payload }: PayloadAction<ImportResult>) {
      if (s.incoming) Object.assign(s.incoming, { busy: null, result: payload });
    },
    /** The file as a whole is none that can be imported: the dialog says why as long as the file is chosen. */
    importRefused(s: State, { payload }: PayloadAction<string>) {
      if (s.incoming) Object.assign(s.incoming, { busy: null, refusal: payload });
    },
    submitImport(s: State) {
      if (s.incoming?.result?.problems.length === 0 && s.incoming.busy === null) s.incoming.busy = 'import';
    },
    importFailed(s: State) {
      if (s.incoming) s.incoming.busy = null;
    },
    imported(s: State, _action: PayloadAction<number>) {
      delete s.incoming;
    },
  };
}
