import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** Pages of other hosts shown inside the product. */
export const iframe = createSlice({
  name: 'iframe',
  initialState: {
    /** Where the console is served; '' before it was asked. Pages from there are among those that may be shown. */
    origin: '',
  },
  reducers: {
    located(s, { payload }: PayloadAction<string>) {
      s.origin = payload;
    },
  },
  selectors: { origin: (s) => s.origin },
});
