import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { session } from '../session';

/** Names of what the person works as; '' where there is none. */
export interface Standing {
  tenant: string;
  dept: string;
  role: string;
}
const unknown = { names: null as Standing | null };

/** For which tenant, in which department and in which role the person works. */
export const standing = createSlice({
  name: 'standing',
  initialState: unknown,
  reducers: {
    /** The names are about to be shown: they may have changed since. */
    ask() {},
    received(s, { payload }: PayloadAction<Standing>) {
      s.names = payload;
    },
  },
  extraReducers: (on) =>
    on.addMatcher(
      isAnyOf(session.actions.signedIn, session.actions.signedOut, session.actions.reassigned),
      () => unknown,
    ),
  selectors: { names: (s) => s.names },
});
