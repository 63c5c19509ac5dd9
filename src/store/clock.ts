import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** Which day it is where the business is done. */
export const clock = createSlice({
  name: 'clock',
  initialState: {
    /** 'yyyy-MM-dd', '' before the first look at the clock. */
    today: '',
  },
  reducers: {
    dayChanged(s, { payload }: PayloadAction<string>) {
      s.today = payload;
    },
  },
  selectors: { today: (s) => s.today },
});
