import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { panel } from '../navigation/panel';

export interface Choice {
  id: string;
  name: string;
}
type Name = 'dept' | 'role';
export interface SwitcherState {
  /** null until the server has listed what the person may work as. */
  choices: Record<Name, Choice[]> | null;
  picked: Record<Name, string>;
  problems: Partial<Record<Name, 'required'>>;
  isBusy: boolean;
  isCutOff: boolean;
}
const initial: SwitcherState = {
  choices: null,
  picked: { dept: '', role: '' },
  problems: {},
  isBusy: false,
  isCutOff: false,
};

/** For which department and in which role the person works, when they have several. */
export const switcher = createSlice({
  name: 'switcher',
  initialState: initial,
  reducers: {
    /** Load the choices again. */
    retry(s) {
      s.isCutOff = false;
    },
    chosenFrom(
      s,
      {
        payload: { choices, picked },
      }: PayloadAction<Pick<SwitcherState, 'picked'> & { choices: Record<Name, Choice[]> }>,
    ) {
      s.choices = choices;
      // A single choice is selected already.
      const only = (name: Name) => (choices[name].length === 1 ? choices[name][0]!.id : '');
      const known = (name: Name) => (choices[name].some(({ id }) => id === picked[name]) ? picked[name] : only(name));
      s.picked = { dept: known('dept'), role: known('role') };
    },
    cutOff(s) {
      s.isCutOff = true;
    },
    pick(s, { payload: { name, id } }: PayloadAction<{ name: Name; id: string }>) {
      s.picked[name] = id;
      delete s.problems[name];
    },
    /** Continue as selected. */
    submit(s) {
      for (const name of ['dept', 'role'] as const) if (s.picked[name] === '') s.problems[name] = 'required';
      s.isBusy = Object.keys(s.problems).length === 0;
    },
    failed(s) {
      s.isBusy = false;
    },
  },
  extraReducers: (on) => on.addCase(panel.actions.show, (s, { payload }) => (payload === 'switcher' ? initial : s)),
  selectors: { all: (s) => s },
});
