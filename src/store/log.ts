import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface LogEntry {
  type: string;
  url: string;
  /** yyyy-MM-dd HH:mm:ss */
  time: string;
  message: string;
  stack: string;
  info: string;
}
const mostEntries = 200;

/** What went wrong in this browser, until somebody sends or clears it. */
export const log = createSlice({
  name: 'log',
  initialState: { entries: [] as LogEntry[] },
  reducers: {
    /** Something failed that nobody expected. */
    failed(_s, _action: PayloadAction<{ message: string; stack: string; info: string }>) {},
    noted(s, { payload }: PayloadAction<LogEntry>) {
      s.entries = [...s.entries, payload].slice(-mostEntries);
    },
    sendLogs() {},
    logsSent(s) {
      s.entries = [];
    },
    clearLogs(s) {
      s.entries = [];
    },
  },
  selectors: { entries: (s) => s.entries },
});
