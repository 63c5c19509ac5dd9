import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Label } from '../../../../contract/domain/text';
import type { HistoryEntry } from '../../../store/crud/history';
import { session } from '../../../store/session';

/** A log entry as the list shows it. */
export interface AuditEntry extends HistoryEntry {
  address: string;
  requestId: string;
  /** Title of the register of the record; null for modules of the product. */
  entityLabel: Label | null;
  /** Title of the record. */
  entityName: string;
  /** The parent of the record, if any: module, id and title. */
  aboutEntity: string;
  aboutId: string;
  aboutName: string;
}
/** Result of the integrity check. */
export interface Verdict {
  isWhole: boolean;
  /** The kind of fault, as the contract names it. */
  fault: string;
  /** The first faulty number. */
  brokenAt: number;
  rows: number;
  /** Number of entries from before the hash chain. */
  takenOver: number;
  /** The last number and its time. */
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

/** Audit log: the entry on view, and the integrity check of all entries. */
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
    /** The result was closed. */
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
/** A row of the list as an entry, with defaults for missing fields. */
export function entryOf(row: { id: string; [field: string]: unknown }): AuditEntry {
  return {
    id: row.id,
    entity: text(row.entity),
    entityId: text(row.entityId),
    entityName: text(row.entityName),
    entityLabel: (row.entityLabel as Label | null | undefined) ?? null,
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
