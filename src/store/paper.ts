import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { session } from './session';

/** The sheet that is about to be printed. */
export const paper = createSlice({
  name: 'paper',
  initialState: { key: '', time: '' },
  reducers: {
    /** Show the sheet of this name before it is printed: `receipt 123`. */
    open(_s, _action: PayloadAction<string>) {},
    /** `time`: what the sheet says when it was printed, `yyyy-MM-dd HH:mm:ss`. */
    opened: (_s, { payload }: PayloadAction<{ key: string; time: string }>) => payload,
    close: () => ({ key: '', time: '' }),
  },
  extraReducers: (on) => on.addCase(session.actions.signedOut, () => ({ key: '', time: '' })),
  selectors: { key: (s) => s.key, time: (s) => s.time },
});
