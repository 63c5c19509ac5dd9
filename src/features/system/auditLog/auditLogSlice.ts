import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { HistoryEntry } from '../../../store/crud/history';
import { session } from '../../../store/session';

/** An entry as the list shows it. */
export interface AuditEntry extends HistoryEntry {
  address: string;
  requestId: string;
  /** What the record is called. */
  entityName: string;
  /** The record that this one belongs to, where there is one: its module, id and name. */
  aboutEntity: string;
  aboutId: string;
  aboutName: string;
}
/** What the check of the history found. */
export interface Verdict {
  isWhole: boolean;
  /** What is wrong, as the contract calls it. */
  fault: string;
  /** The first number that is wrong. */
  brokenAt: number;
  rows: number;
  /** Entries from before the chain. */
  takenOver: number;
  /** The last number, and when it was written. */
  head: number;
  headTime: string;
  anchored: number;
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

function text(value: unknown) {
  return value === null || value === undefined ? '' : String(value);
}
/** A row of the list as an entry, whatever it lacks. */
export function entryOf(row: { id: string; [field: string]: unknown }): AuditEntry {
  return {
    id: row.id,
    entity: text(row.entity),
    entityId: text(row.entityId),
    entityName: text(row.entityName),
    aboutEntity: text(row.aboutEntity),
    aboutId: text(row.aboutId),
    aboutName: text(row.aboutName),
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
  };
}
