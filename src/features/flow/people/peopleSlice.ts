import { createSlice, type Draft, type PayloadAction } from '@reduxjs/toolkit';
import type { FlowPerson } from '../../../../contract/wire/flow';
import { session } from '../../../store/session';

export interface PeopleState {
  /** Those that the last query found. */
  found: FlowPerson[];
  busy: boolean;
  /** The last query failed; it can be repeated. */
  isLost: boolean;
  /** Names by id, of all that were found or looked up. */
  names: Record<string, string>;
}
const nobody: PeopleState = { found: [], busy: false, isLost: false, names: {} };

function remember(s: Draft<PeopleState>, people: readonly FlowPerson[]) {
  for (const { id, name } of people) s.names[id] = name;
}

/** People that a task can be given to. */
export const people = createSlice({
  name: 'people',
  initialState: nobody,
  reducers: {
    /** By a part of the name; '' for the first of all. */
    find(s, _action: PayloadAction<string>) {
      s.busy = true;
      s.isLost = false;
    },
    found(s, { payload }: PayloadAction<FlowPerson[]>) {
      Object.assign(s, { found: payload, busy: false });
      remember(s, payload);
    },
    lost(s) {
      Object.assign(s, { found: [], busy: false, isLost: true });
    },
    /** Look up the names of these ids. */
    name(_s, _action: PayloadAction<readonly string[]>) {},
    named(s, { payload }: PayloadAction<FlowPerson[]>) {
      remember(s, payload);
    },
  },
  extraReducers: (on) => on.addCase(session.actions.signedOut, () => nobody),
  selectors: { all: (s) => s, names: (s) => s.names },
});
