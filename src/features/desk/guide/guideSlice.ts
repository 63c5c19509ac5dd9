import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** What is searched for in the guide. */
export const guide = createSlice({
  name: 'guide',
  initialState: { text: '' },
  reducers: {
    search(s, { payload }: PayloadAction<string>) {
      s.text = payload;
    },
  },
  selectors: { text: (s) => s.text },
});
