import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { session } from '../session';
import { type Place, route, tabs } from './route';

/** A page that stays mounted while another one is shown, with its scroll position and input. */
export interface KeepAlivePage {
  place: Place;
  /** Grows with every showing: the page with the smallest was unseen for the longest time. */
  turn: number;
  /** It was shown before, and is only uncovered. */
  isBack: boolean;
  /** Grows when the page must remount. */
  epoch: number;
}
/** Pages beyond this are remounted when they are shown again. */
export const mostKept = 20;

/** Pages outside the frame; behind them no page stays mounted. */
function isFramed({ feature }: Place) {
  return feature !== '' && feature !== 'sign';
}

export const keepAlive = createSlice({
  name: 'keepAlive',
  initialState: {
    /** In mounting order: moving an element in the document would reload its frames and reset scrolling. */
    pages: [] as KeepAlivePage[],
    turn: 0,
  },
  reducers: {
    /** Retry a page that crashed, after dropping its feature's state, which may have been the cause. */
    retried(_s, _action: PayloadAction<Place>) {},
    /** A page whose menu does not keep it alive was left. */
    dropped(s, { payload: path }: PayloadAction<string>) {
      s.pages = s.pages.filter(({ place }) => place.path !== path);
    },
    /** Remount a page, dropping its local state. */
    refreshed(s, { payload: path }: PayloadAction<string>) {
      const page = s.pages.find(({ place }) => place.path === path);
      if (page) page.epoch += 1;
    },
  },
  extraReducers: (on) =>
    on
      .addCase(route.actions.arrived, (s, { payload: place }) => {
        s.turn += 1;
        // A page without a tab is dropped when it is left.
        s.pages = isFramed(place) ? s.pages.filter((one) => one.place.isTab || one.place.path === place.path) : [];
        if (!isFramed(place)) return;
        const page = s.pages.find((one) => one.place.path === place.path);
        if (!page) s.pages.push({ place, turn: s.turn, isBack: false, epoch: 0 });
        else {
          page.turn = s.turn;
          page.isBack = true;
          // The same address again leaves the page as it is.
          if (page.place.search !== place.search) page.place = place;
        }
        if (s.pages.length > mostKept) {
          const oldest = Math.min(...s.pages.map(({ turn }) => turn));
          s.pages = s.pages.filter(({ turn }) => turn !== oldest);
        }
      })
      .addCase(tabs.actions.allClosed, (s) => {
        s.pages = [];
      })
      .addCase(session.actions.signedOut, (s) => {
        s.pages = [];
      })
      .addMatcher(isAnyOf(tabs.actions.closed, tabs.actions.closedWithDraft), (s, { payload: path }) => {
        s.pages = s.pages.filter(({ place }) => place.path !== path);
      }),
  selectors: {
    pages: (s) => s.pages,
    isBack: (s, path: string) => s.pages.some(({ place, isBack }) => isBack && place.path === path),
    /** The most recent page with a tab, the current one included. */
    latest: (s): Place | undefined =>
      s.pages.filter(({ place }) => place.isTab).sort((a, b) => b.turn - a.turn)[0]?.place,
  },
});
