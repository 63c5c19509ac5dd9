import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { session } from '../session';
import { type Place, route, tabs } from './route';

/** A page that stays mounted while another one is shown, with its scroll position and what is half typed. */
export interface KeepAlivePage {
  place: Place;
  /** Grows with every showing: the page with the smallest was not seen for the longest time. */
  turn: number;
  /** It was shown before, and is only uncovered. */
  isBack: boolean;
  /** Grows when the page is to begin anew. */
  epoch: number;
}
/** Pages beyond this are drawn anew when they come back. */
export const mostKept = 20;

/** Stand outside the frame; behind them nothing stays mounted. */
function isFramed({ feature }: Place) {
  return feature !== '' && feature !== 'sign';
}

export const keepAlive = createSlice({
  name: 'keepAlive',
  initialState: {
    /** In the order in which they came: a page that were moved in the document would lose its frames and scrolling. */
    pages: [] as KeepAlivePage[],
    turn: 0,
  },
  reducers: {
    /** Try once more with a page that broke down, without what its feature holds: that may be what broke it. */
    retried(_s, _action: PayloadAction<Place>) {},
    /** A page that its menu does not keep was left. */
    dropped(s, { payload: path }: PayloadAction<string>) {
      s.pages = s.pages.filter(({ place }) => place.path !== path);
    },
    /** Draw a page anew, dropping what only its elements know. */
    refreshed(s, { payload: path }: PayloadAction<string>) {
      const page = s.pages.find(({ place }) => place.path === path);
      if (page) page.epoch += 1;
    },
  },
  extraReducers: (on) =>
    on
      .addCase(route.actions.arrived, (s, { payload: place }) => {
        s.turn += 1;
        // A page without a tab is gone when it is left.
        s.pages = isFramed(place) ? s.pages.filter((one) => one.place.isTab || one.place.path === place.path) : [];
        if (!isFramed(place)) return;
        const page = s.pages.find((one) => one.place.path === place.path);
        if (!page) s.pages.push({ place, turn: s.turn, isBack: false, epoch: 0 });
        else {
          page.turn = s.turn;
          page.isBack = true;
          // The same place again leaves the page as it is.
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
    /** The page with a tab that was seen last, the one on screen included. */
    latest: (s): Place | undefined =>
      s.pages.filter(({ place }) => place.isTab).sort((a, b) => b.turn - a.turn)[0]?.place,
  },
});
