import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { session } from './session';

/** How many tasks wait for the person: to be claimed, and to be done. */
export interface WorkCounts {
  claim: number;
  todo: number;
}

export const workCounts = createSlice({
  name: 'workCounts',
  initialState: { byMenu: {} as Readonly<Record<string, number>> },
  reducers: {
    counted(s, { payload }: PayloadAction<WorkCounts>) {
      const { claim, todo } = payload;
      if (s.byMenu.work_claim !== claim || s.byMenu.work_todo !== todo)
        s.byMenu = { work_claim: claim, work_todo: todo };
    },
  },
  extraReducers: (on) =>
    on.addCase(session.actions.signedOut, (s) => {
      s.byMenu = {};
    }),
  selectors: {
    /** By the code of the menu whose page lists them. */
    byMenu: (s) => s.byMenu,
  },
});
