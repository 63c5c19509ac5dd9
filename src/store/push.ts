import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { PushArrival } from '../../contract/wire/push';
import { session } from './session';

/** Events of the server, whichever window of the browser has the connection. */
const initial = {
  /** A connection has opened, and was not lost since as far as this window knows. */
  isLive: false,
  /** How many events about the inbox have come; the opening of a connection counts as one. */
  inbox: 0,
  /** A part of this time passes before the next question, in ms; 0 where few people are told. */
  spread: 0,
};

export const push = createSlice({
  name: 'push',
  initialState: initial,
  reducers: {
    arrived(s, { payload }: PayloadAction<PushArrival>) {
      s.isLive = true;
      s.inbox += 1;
      s.spread = payload.topic === 'open' ? 0 : (payload.spread ?? 0);
    },
    /** The connection of this window has ended. */
    lost(s) {
      s.isLive = false;
    },
  },
  extraReducers: (on) => on.addCase(session.actions.signedOut, () => initial),
  selectors: { isLive: (s) => s.isLive, inbox: (s) => s.inbox, spread: (s) => s.spread },
});
