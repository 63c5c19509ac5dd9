import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Transfer } from '../../../../contract/wire/transfer';

type Verb = 'download' | 'cancel' | 'remove' | 'again';

/** A person's own exports, on a page of their own. */
export const transfers = createSlice({
  name: 'transfers',
  initialState: {
    /** null until they are first loaded. */
    rows: null as Transfer[] | null,
    isCutOff: false,
    /** Entries with an action under way. */
    busy: {} as { [id: string]: Verb },
  },
  reducers: {
    load(s) {
      s.isCutOff = false;
    },
    received(s, { payload }: PayloadAction<Transfer[]>) {
      s.rows = payload;
      s.isCutOff = false;
    },
    cutOff(s) {
      s.isCutOff = true;
    },
    act(s, { payload: { id, verb } }: PayloadAction<{ id: string; verb: Verb }>) {
      s.busy[id] = verb;
    },
    acted(s, { payload: id }: PayloadAction<string>) {
      delete s.busy[id];
    },
  },
  selectors: { all: (s) => s, row: (s, id: string) => s.rows?.find((one) => one.id === id) },
});
