import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** The download of the recording of an error. */
export const errorTape = createSlice({
  name: 'errorTape',
  initialState: { isBusy: false },
  reducers: {
    /** The id of the error. */
    download(s, _action: PayloadAction<string>) {
      s.isBusy = true;
    },
    ended(s) {
      s.isBusy = false;
    },
  },
  selectors: { isBusy: (s) => s.isBusy },
});
