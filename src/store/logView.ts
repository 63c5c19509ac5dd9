import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { log } from './log';

/** How the error log is looked at. */
export const logView = createSlice({
  name: 'logView',
  initialState: { open: '' },
  reducers: {
    /** Show or hide the stack of an entry, by its place in the list. */
    unfold(s, { payload: key }: PayloadAction<string>) {
      s.open = s.open === key ? '' : key;
    },
    /** The person wants the log emptied. */
    clear() {},
  },
  // Another entry would stand in the place of the one that was open.
  extraReducers: (on) =>
    on.addMatcher(
      ({ type }) => [log.actions.logsSent.type, log.actions.clearLogs.type].includes(type),
      () => ({ open: '' }),
    ),
  selectors: { open: (s) => s.open },
});
