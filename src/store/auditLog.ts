import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { HistoryEntry } from './orderCockpit';
import { session } from './session';

/** An entry as the list shows it. */
export interface AuditEntry extends HistoryEntry {
  address: string;
  requestId: string;
  /** The record that this one belongs to, where there is one. */
  aboutId: string;
}
/** What the seals of the history said. */
export interface Verdict {
  isWhole: boolean;
  rows: number;
  seals: number;
  /** The time of the first seal that is broken. */
  brokenAt: string;
}
export interface AuditState {
  /** The entry whose changes are shown; null: the dialog is closed. */
  shown: AuditEntry | null;
  verdict: Verdict | null;
  isVerifying: boolean;
}
const initial: AuditState = { shown: null, verdict: null, isVerifying: false };

/** Who changed what: one entry looked at, and whether all of them are as they were written. */
export const audit = createSlice({
  name: 'audit',
  initialState: initial,
  reducers: {
    show(s, { payload }: PayloadAction<AuditEntry>) {
      s.shown = payload;
    },
    close(s) {
      s.shown = null;
    },
    verify(s) {
      s.isVerifying = true;
    },
    verified(s, { payload }: PayloadAction<Verdict>) {
      s.isVerifying = false;
      s.verdict = payload;
    },
    verifyFailed(s) {
      s.isVerifying = false;
      s.verdict = null;
    },
    /** The verdict has been read. */
    dismiss(s) {
      s.verdict = null;
    },
  },
  extraReducers: (on) => on.addCase(session.actions.signedOut, () => initial),
  selectors: { all: (s) => s },
});

const text = (value: unknown) => (value === null || value === undefined ? '' : String(value));
/** A row of the list as an entry, whatever it lacks. */
export const entryOf = (row: { id: string; [field: string]: unknown }): AuditEntry => ({
  id: row.id,
  entity: text(row.entity),
  entityId: text(row.entityId),
  aboutId: text(row.aboutId),
  action: text(row.action),
  reason: text(row.reason),
  userName: text(row.userName),
  createTime: text(row.createTime),
  address: text(row.address),
  requestId: text(row.requestId),
  changes: (Array.isArray(row.changes) ? row.changes : []).flatMap((one: unknown) => {
    const { field, before = null, after = null } = (one ?? {}) as Record<string, unknown>;
    return typeof field === 'string' ? [{ field, before, after }] : [];
  }),
});
