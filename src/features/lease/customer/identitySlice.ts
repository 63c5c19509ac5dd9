import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** A paper that is read to fill in the open form of a customer. */
export const identityReading = createSlice({
  name: 'identityReading',
  initialState: {
    isBusy: false,
    /** Per cent. */
    progress: 0,
    isFilled: false,
    /** The sentence of a refusal, or the key of a text of ours with a `*` before it. */
    problem: '',
  },
  reducers: {
    /** Opens the file dialog, and reads the paper. */
    choose(s) {
      s.problem = '';
    },
    began(s) {
      Object.assign(s, { isBusy: true, progress: 0, isFilled: false, problem: '' });
    },
    followed(s, { payload: progress }: PayloadAction<number>) {
      s.progress = progress;
    },
    /** With its problem, or ''. */
    ended(s, { payload: { problem, isFilled } }: PayloadAction<{ problem: string; isFilled: boolean }>) {
      Object.assign(s, { isBusy: false, problem, isFilled });
    },
  },
  selectors: { all: (s) => s },
});
