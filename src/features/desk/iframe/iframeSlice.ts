import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** Pages of other hosts shown inside the product. */
export const iframe = createSlice({
  name: 'iframe',
  initialState: {
    /** Where the console is served; '' before it was asked. Pages from there are among those that may be shown. */
    origin: '',
    /** By the code of its menu: whether the page came. Missing while it is waited for. */
    frames: {} as Record<string, 'shown' | 'failed'>,
    /** By code: how often the page was begun anew. */
    turns: {} as Record<string, number>,
  },
  reducers: {
    located(s, { payload }: PayloadAction<string>) {
      s.origin = payload;
    },
    /** The browser says that the frame holds something. Of a page that refuses to be framed it says the same. */
    loaded(s, { payload: code }: PayloadAction<string>) {
      s.frames[code] = 'shown';
    },
    failed(s, { payload: code }: PayloadAction<string>) {
      s.frames[code] = 'failed';
    },
    /** Try once more. */
    retry(s, { payload: code }: PayloadAction<string>) {
      delete s.frames[code];
      s.turns[code] = (s.turns[code] ?? 0) + 1;
    },
  },
  selectors: {
    origin: (s) => s.origin,
    isFailed: (s, code: string) => s.frames[code] === 'failed',
    isShown: (s, code: string) => s.frames[code] === 'shown',
    turn: (s, code: string) => s.turns[code] ?? 0,
  },
});
