import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { log } from './log';

/** How the error log is shown. */
export const logView = createSlice({
  name: 'logView',
  initialState: { open: '' },
  reducers: {
    /** Expand or collapse the stack of an entry, by its position in the list. */
    unfold(s, { payload: key }: PayloadAction<string>) {
      s.open = s.open === key ? '' : key;
    },
    /** Request to clear the log. */
    clear() {},
  },
  // Another entry would take the position of the expanded one.
  extraReducers: (on) =>
    on.addMatcher(
      ({ type }) => [log.actions.logsSent.type, log.actions.clearLogs.type].includes(type),
      () => ({ open: '' }),
    ),
  selectors: { open: (s) => s.open },
});
