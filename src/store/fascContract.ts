import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** When the list was last answered, so that a row can say how long its link still lives. */
export const contractClock = createSlice({
  name: 'contractClock',
  initialState: { today: '' },
  reducers: {
    /** yyyy-MM-dd */
    dated(s, { payload }: PayloadAction<string>) {
      s.today = payload;
    },
  },
  selectors: { today: (s) => s.today },
});
