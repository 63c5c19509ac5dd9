import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** The business date. */
export const clock = createSlice({
  name: 'clock',
  initialState: {
    /** 'yyyy-MM-dd', '' before the clock is first read. */
    today: '',
  },
  reducers: {
    dayChanged(s, { payload }: PayloadAction<string>) {
      s.today = payload;
    },
  },
  selectors: { today: (s) => s.today },
});
