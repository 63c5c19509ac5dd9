import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Dashboard } from '../../../../contract/wire/figures';
import { session } from '../../../store/session';

export interface DashboardState {
  /** null before the first answer; older figures stay until the next answer. */
  figures: Dashboard | null;
  isBusy: boolean;
  isLost: boolean;
}
const blank: DashboardState = { figures: null, isBusy: false, isLost: false };

/** The key figures at one moment. */
export const dashboard = createSlice({
  name: 'dashboard',
  initialState: blank,
  reducers: {
    load(s) {
      s.isBusy = true;
    },
    loaded: (_s, { payload }: PayloadAction<Dashboard>): DashboardState => ({ ...blank, figures: payload }),
    lost(s) {
      s.isBusy = false;
      s.isLost = true;
    },
  },
  extraReducers: (on) => on.addCase(session.actions.signedOut, () => blank),
  selectors: { all: (s) => s },
});
