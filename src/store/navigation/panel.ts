import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { preferences } from '../preferences';
import { session } from '../session';

/** Panels above the page that the person opens; their code loads when the first of them is opened. */
export type Panel = 'search' | 'theme' | 'colour' | 'inbox' | 'logs' | 'keys' | 'switcher' | 'help' | 'tour';
/** The name of that chunk. */
export const panelsName = 'panels';

export interface PanelState {
  /** The open one. */
  shown: Panel | '';
  /** The colour being typed; '' otherwise. */
  hex: string;
}
const closed: PanelState = { shown: '', hex: '' };

export const panel = createSlice({
  name: 'panel',
  initialState: closed,
  reducers: {
    show(s, { payload }: PayloadAction<Panel>) {
      s.shown = payload;
      s.hex = '';
    },
    hide: () => closed,
    hexTyped(s, { payload }: PayloadAction<string>) {
      s.hex = payload;
    },
  },
  extraReducers: (on) =>
    on
      .addCase(preferences.actions.tint, (s) => {
        s.hex = '';
      })
      .addCase(session.actions.signedOut, () => closed),
  selectors: { shown: (s) => s.shown, hex: (s) => s.hex },
});

/** `#rrggbb` of what was typed, with or without its mark and in the short form too; '' for what is no colour. */
export function colourOf(typed: string): string {
  const [, digits = ''] = /^#?([\da-f]{3}|[\da-f]{6})$/i.exec(typed.trim()) ?? [];
  const long = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  return long && `#${long.toLowerCase()}`;
}
