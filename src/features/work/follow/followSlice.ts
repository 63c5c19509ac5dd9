import { createSlice, type Draft, type PayloadAction } from '@reduxjs/toolkit';
import type { FlowActivity } from '../../../../contract/wire/flow';
import { session } from '../../../store/session';

export interface FollowState {
  processInstanceId: string;
  entries: FlowActivity[] | null;
  /** Why there is no history: the server's message, '' when it did not answer; null without an error. */
  lost: string | null;
}

/** The dialog that shows how far a process has come: the diagram, and the history below it. */
export const follow = createSlice({
  name: 'follow',
  initialState: { held: null as FollowState | null },
  reducers: {
    show(s, { payload: processInstanceId }: PayloadAction<string>) {
      s.held = { processInstanceId, entries: null, lost: null };
    },
    /** Only the diagram of a definition is shown. */
    hide(s) {
      s.held = null;
    },
    received(s, { payload }: PayloadAction<{ processInstanceId: string; entries: FlowActivity[] }>) {
      if (s.held?.processInstanceId === payload.processInstanceId)
        s.held.entries = payload.entries as Draft<FlowActivity[]>;
    },
    lost(s, { payload }: PayloadAction<string>) {
      if (s.held) s.held.lost = payload;
    },
  },
  extraReducers: (on) => on.addCase(session.actions.signedOut, () => ({ held: null })),
  selectors: { held: (s) => s.held },
});
