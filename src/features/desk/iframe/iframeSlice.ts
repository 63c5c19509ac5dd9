import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** Pages of other hosts embedded in the console. */
export const iframe = createSlice({
  name: 'iframe',
  initialState: {
    /** Origin of the console, '' until it is known. Pages of this origin can be embedded. */
    origin: '',
    /** By the code of its menu: whether the page loaded. Missing while it loads. */
    frames: {} as Record<string, 'shown' | 'failed'>,
    /** By code: how often the page was reloaded. */
    turns: {} as Record<string, number>,
  },
  reducers: {
    located(s, { payload }: PayloadAction<string>) {
      s.origin = payload;
    },
    /** The load event of the frame, which also fires for a page that refuses to be framed. */
    loaded(s, { payload: code }: PayloadAction<string>) {
      s.frames[code] = 'shown';
    },
    failed(s, { payload: code }: PayloadAction<string>) {
      s.frames[code] = 'failed';
    },
    /** Loads the page again. */
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
