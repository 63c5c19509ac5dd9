import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** The field that waits for a record that is made while its own form stays open. */
export interface Creation {
  /** Tells the fields of the console apart. */
  by: string;
  /** The record that was made. */
  made?: { id: string; title: string };
}

/** Records that are made where a field points to them, by the name of their module: one form of each kind at a time. */
export const creation = createSlice({
  name: 'creation',
  initialState: {} as Record<string, Creation>,
  reducers: {
    /** Opens the form of a new record of the module, with what the person has typed to find it. */
    begin(s, { payload: { of, by } }: PayloadAction<{ of: string; by: string; typed: string }>) {
      s[of] = { by };
    },
    /** The code of the form is there. */
    ready(_s, _action: PayloadAction<{ of: string; typed: string }>) {},
    made(s, { payload: { of, id, title } }: PayloadAction<{ of: string; id: string; title: string }>) {
      if (s[of]) s[of].made = { id, title };
    },
    /** The field has taken the record, or the person has closed the form. */
    ended(s, { payload: of }: PayloadAction<string>) {
      delete s[of];
    },
  },
  selectors: {
    of: (s, module: string, by: string): Creation | undefined => (s[module]?.by === by ? s[module] : undefined),
    isOpen: (s, module: string) => s[module] !== undefined,
  },
});
