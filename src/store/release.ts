import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** The releases of the console that the server has offered while this window was open. */
export const release = createSlice({
  name: 'release',
  initialState: {
    /** The release for which the page was reloaded automatically: once for each, to prevent a loop. */
    triedFor: '',
  },
  reducers: {
    tried(s, { payload }: PayloadAction<string>) {
      s.triedFor = payload;
    },
  },
  selectors: { triedFor: (s) => s.triedFor },
});
