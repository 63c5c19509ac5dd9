import { createSlice, original, type PayloadAction } from '@reduxjs/toolkit';
import { session } from './session';

/** What went wrong, as far as whoever met it knows. */
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

/** The newest entries that there is room for. */
function capped(entries: readonly LogEntry[]): LogEntry[] {
  const newest = entries.slice(-mostEntries);
  let room = mostBytes;
  const first = newest.findLastIndex((entry) => {
    room -= bytesOf(entry);
    return room < 0;
  });
  return newest.slice(first + 1);
}

/** A fault that repeats itself is one entry with a count. */
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
/** The entries in what was found in storage, whatever else is there. */
export function soundEntries(found: unknown): LogEntry[] {
  return capped((Array.isArray(found) ? found : []).filter(isEntry));
}

/** What went wrong in this browser, until somebody sends or clears it. */
export const log = createSlice({
  name: 'log',
  initialState: { entries: [] as LogEntry[] },
  reducers: {
    /** Something failed that nobody expected. */
    failed(_s, _action: PayloadAction<Fault>) {},
    /** A write of the person came back refused or unanswered: no fault, and of use to who looks into what they report. */
    notDone(_s, _action: PayloadAction<Fault>) {},
    /** Several things failed within a moment. */
    failedOften(_s, _action: PayloadAction<Fault[]>) {},
    noted: (s, { payload }: PayloadAction<LogEntry[]>) => ({
      ...s,
      entries: capped(joined(original(s)?.entries ?? [], payload)),
    }),
    /** `withTape`: and what was recorded before, where something is recorded. */
    sendLogs(_s, _action: PayloadAction<{ withTape: true } | undefined>) {},
    logsSent(s) {
      s.entries = [];
    },
    clearLogs(s) {
      s.entries = [];
    },
  },
  extraReducers: (on) =>
    // Addresses and messages tell what a person was doing: they leave with the person.
    on.addCase(session.actions.signedOut, (s) => {
      s.entries = [];
    }),
  selectors: { entries: (s) => s.entries },
});
