import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** The releases of the console that the server has offered while this window was open. */
export const release = createSlice({
  name: 'release',
  initialState: {
    /** The one for whose sake the page was begun anew by itself: for each that is done once, or it would never end. */
    triedFor: '',
  },
  reducers: {
    tried(s, { payload }: PayloadAction<string>) {
      s.triedFor = payload;
    },
  },
  selectors: { triedFor: (s) => s.triedFor },
});
