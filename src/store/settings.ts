import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { type ConsoleSettings, defaultSettings } from '../../contract/wire/settings';

/** The deployment's settings, loaded at start. */
export const settings = createSlice({
  name: 'settings',
  initialState: defaultSettings,
  reducers: { learned: (_, { payload }: PayloadAction<ConsoleSettings>) => payload },
  selectors: { all: (s) => s },
});
