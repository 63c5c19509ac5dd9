import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Language } from '../../contract/kit';

export type Mode = 'light' | 'dark';
export interface LookState {
  language: Language;
  theme: string;
  mode: Mode;
  density: 'compact' | 'comfortable';
  isNavCollapsed: boolean;
  isDrawerOpen: boolean;
  /** The one submenu that is open. */
  openMenu: string;
}
const initial: LookState = {
  language: 'zh',
  theme: 'default',
  mode: 'light',
  density: 'compact',
  isNavCollapsed: false,
  isDrawerOpen: false,
  openMenu: '',
};

/** How the product looks to this person, on this machine; it outlives the session. */
export const look = createSlice({
  name: 'look',
  initialState: initial,
  reducers: {
    speak(_s, _action: PayloadAction<Language>) {},
    spoke(s, { payload }: PayloadAction<Language>) {
      s.language = payload;
    },
    shine(s, { payload }: PayloadAction<Mode>) {
      s.mode = payload;
    },
    space(s, { payload }: PayloadAction<LookState['density']>) {
      s.density = payload;
    },
    collapse(s, { payload }: PayloadAction<boolean>) {
      s.isNavCollapsed = payload;
    },
    draw(s, { payload }: PayloadAction<boolean>) {
      s.isDrawerOpen = payload;
    },
    toggleMenu(s, { payload }: PayloadAction<string>) {
      s.openMenu = s.openMenu === payload ? '' : payload;
    },
  },
  selectors: { language: (s) => s.language, all: (s) => s },
});
