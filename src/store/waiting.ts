import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { type Waiting, waitingKinds } from '../../contract/wire/waiting';
import { session } from './session';

interface WaitingState {
  kinds: Waiting[];
  isKnown: boolean;
  /** The server has no such call: no more requests are made. */
  isMissing: boolean;
  /** The last request had no answer; what is shown is that of an earlier one. */
  isCutOff: boolean;
}
const initial: WaitingState = { kinds: [], isKnown: false, isMissing: false, isCutOff: false };

/** What waits for the person: on the home page, and counted beside the menus that it belongs to. */
export const waiting = createSlice({
  name: 'waiting',
  initialState: initial,
  reducers: {
    ask() {},
    received: (_, { payload }: PayloadAction<Waiting[]>) => ({ ...initial, kinds: payload, isKnown: true }),
    missed: () => ({ ...initial, isMissing: true }),
    cutOff(s) {
      s.isCutOff = true;
    },
  },
  extraReducers: (on) => on.addCase(session.actions.signedOut, () => initial),
  selectors: {
    all: (s) => s,
    isMissing: (s) => s.isMissing,
    /** How much waits at each menu, by its code. */
    counts: createSelector([(s: WaitingState) => s.kinds], (kinds): Readonly<Record<string, number>> => {
      const counts: Record<string, number> = {};
      for (const { kind, count } of kinds) {
        const { module } = waitingKinds[kind];
        if (count > 0) counts[module] = (counts[module] ?? 0) + count;
      }
      return counts;
    }),
  },
});
