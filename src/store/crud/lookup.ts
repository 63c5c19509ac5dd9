import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Row } from '../../../contract/schema/module';

export interface Lookup {
  text: string;
  rows: Row[];
  busy: boolean;
  /** The last question was not answered, so that nothing is known about what there is. */
  isCutOff: boolean;
}
export const noLookup: Lookup = { text: '', rows: [], busy: false, isCutOff: false };

/** Records of another module found by typing a part of their name, by the module's name. */
export const lookup = createSlice({
  name: 'lookup',
  initialState: {} as Record<string, Lookup>,
  reducers: {
    find(s, { payload: { to, text } }: PayloadAction<{ to: string; text: string }>) {
      s[to] = { ...(s[to] ?? noLookup), text, busy: true };
    },
    found(s, { payload: { to, rows } }: PayloadAction<{ to: string; rows: Row[] }>) {
      s[to] = { ...(s[to] ?? noLookup), rows, busy: false, isCutOff: false };
    },
    cutOff(s, { payload: { to } }: PayloadAction<{ to: string }>) {
      s[to] = { ...(s[to] ?? noLookup), rows: [], busy: false, isCutOff: true };
    },
  },
  selectors: { of: (s, to: string) => s[to] ?? noLookup },
});
