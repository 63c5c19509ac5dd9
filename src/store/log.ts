import { createSlice, original, type PayloadAction } from '@reduxjs/toolkit';
import { session } from './session';

/** An error, as far as the code that reports it knows. */
export interface Fault {
  message: string;
  stack: string;
  info: string;
}
export interface LogEntry extends Fault {
  type: string;
  url: string;
  /** yyyy-MM-dd HH:mm:ss; of the last one, when it stands for several. */
  time: string;
  /** How often it happened in a row; left out when once. */
  count?: number;
}
const mostEntries = 200;
const mostBytes = 256 * 1024;

function bytesOf(entry: LogEntry) {
  return new TextEncoder().encode(JSON.stringify(entry)).byteLength;
}
function isAlike(one: LogEntry, other: LogEntry) {
  return (['type', 'url', 'message', 'stack', 'info'] as const).every((name) => one[name] === other[name]);
}

/** The newest entries that fit. */
function capped(entries: readonly LogEntry[]): LogEntry[] {
  const newest = entries.slice(-mostEntries);
  let room = mostBytes;
  const first = newest.findLastIndex((entry) => {
    room -= bytesOf(entry);
    return room < 0;
  });
  return newest.slice(first + 1);
}

/** A repeated error is one entry with a count. */
function joined(entries: readonly LogEntry[], more: readonly LogEntry[]): LogEntry[] {
  const all = [...entries];
  for (const entry of more) {
    const last = all.at(-1);
    if (last && isAlike(last, entry)) all.splice(-1, 1, { ...entry, count: (last.count ?? 1) + (entry.count ?? 1) });
    else all.push(entry);
  }
  return all;
}

function isEntry(found: unknown): found is LogEntry {
  const entry = (found ?? {}) as Record<string, unknown>;
  return (
    ['type', 'url', 'time', 'message', 'stack', 'info'].every((name) => typeof entry[name] === 'string') &&
    ['undefined', 'number'].includes(typeof entry.count)
  );
}
/** The valid entries of what was stored. */
export function soundEntries(found: unknown): LogEntry[] {
  return capped((Array.isArray(found) ? found : []).filter(isEntry));
}

/** Errors in this browser, until they are sent or cleared. */
export const log = createSlice({
  name: 'log',
  initialState: { entries: [] as LogEntry[] },
  reducers: {
    /** An unexpected failure. */
    failed(_s, _action: PayloadAction<Fault>) {},
    /** A write was refused or not answered: not a bug, but useful for support. */
    notDone(_s, _action: PayloadAction<Fault>) {},
    /** Several failures at nearly the same time. */
    failedOften(_s, _action: PayloadAction<Fault[]>) {},
    noted: (s, { payload }: PayloadAction<LogEntry[]>) => ({
      ...s,
      entries: capped(joined(original(s)?.entries ?? [], payload)),
    }),
    /** `withTape`: with the recording, where there is one. */
    sendLogs(_s, _action: PayloadAction<{ withTape: true } | undefined>) {},
    logsSent(s) {
      s.entries = [];
    },
    clearLogs(s) {
      s.entries = [];
    },
  },
  extraReducers: (on) =>
    // Addresses and messages reveal what a person was doing: they are dropped at sign-out.
    on.addCase(session.actions.signedOut, (s) => {
      s.entries = [];
    }),
  selectors: { entries: (s) => s.entries },
});
