import { type Action, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Place } from './navigation/route';

/** Which features' code has loaded. A page is shown once its feature is `entered`. */
export const features = createSlice({
  name: 'feature',
  initialState: { ready: {} as Record<string, true>, lost: {} as Record<string, true> },
  reducers: {
    /** The person may be about to go to this path: the code of its page may be preloaded. */
    expect(_s, _action: PayloadAction<string>) {},
    /** Another feature is wanted on this page; it answers with `entered` or `lost`. */
    need(_s, _action: PayloadAction<string>) {},
    entered(s, { payload: name }: PayloadAction<string>) {
      s.ready[name] = true;
      delete s.lost[name];
    },
    /** The feature of a register is gone, or another takes its place: its state goes with it. */
    replaced(s, { payload: { name } }: PayloadAction<{ name: string; slices: string[] }>) {
      delete s.ready[name];
    },
    /** Its code could not be loaded; the page offers to retry. */
    lost(s, { payload: name }: PayloadAction<string>) {
      s.lost[name] = true;
    },
    retry(s, { payload }: PayloadAction<Place>) {
      delete s.lost[payload.feature];
    },
    /** Code of a part of the screen that a person waits for could not be loaded: a menu, a panel, a calendar. */
    partLost() {},
    /** A page of a ready feature is on screen: its saga loads what it shows. */
    opened(_s, _action: PayloadAction<Place>) {},
  },
  selectors: {
    isReady: (s, name: string) => s.ready[name] === true,
    isLost: (s, name: string) => s.lost[name] === true,
  },
});

/** For a saga to wait for: a page of this feature is on screen, one of those whose path below the menu `isOurs`
 *  accepts. */
export function openedIn(feature: string, isOurs: (rest: string) => boolean = () => true) {
  return (action: Action): action is ReturnType<typeof features.actions.opened> =>
    features.actions.opened.match(action) && action.payload.feature === feature && isOurs(action.payload.rest);
}
