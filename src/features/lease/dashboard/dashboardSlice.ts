import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Direction } from '../../../../contract/domain/lifecycle/direction';
import type { Dashboard } from '../../../../contract/wire/figures';
import { session } from '../../../store/session';

/** How many months the cash flow shows, around the current one. */
export const cashSpans = [6, 12, 24] as const;
export type CashView = 'chart' | 'table';

/** What the person has chosen to see. */
interface Choice {
  /** The direction of money that the charts show; null for the one with more. */
  side: Direction | null;
  months: number;
  view: CashView;
}

export interface DashboardState extends Choice {
  /** null before the first answer; older figures stay until the next answer. */
  figures: Dashboard | null;
  isBusy: boolean;
  isLost: boolean;
}
const blank: DashboardState = {
  figures: null,
  isBusy: false,
  isLost: false,
  side: null,
  months: 12,
  view: 'chart',
};

/** The key figures at one moment. */
export const dashboard = createSlice({
  name: 'dashboard',
  initialState: blank,
  reducers: {
    load(s) {
      s.isBusy = true;
    },
    loaded: (s, { payload }: PayloadAction<Dashboard>): DashboardState => ({
      ...s,
      figures: payload,
      isBusy: false,
      isLost: false,
    }),
    choose: (s, { payload }: PayloadAction<Partial<Choice>>): DashboardState => ({ ...s, ...payload }),
    lost(s) {
      s.isBusy = false;
      s.isLost = true;
    },
  },
  extraReducers: (on) => on.addCase(session.actions.signedOut, () => blank),
  selectors: { all: (s) => s, side: ({ side }) => side },
});
