import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Language } from '../../contract/kit';

export type Mode = 'light' | 'dark';
export interface LookState {
  language: Language;
  theme: string;
  mode: Mode;
  /** `#rrggbb` of the person's own choice; '' for the theme's. */
  accent: string;
  density: 'compact' | 'comfortable';
  isNavCollapsed: boolean;
  isDrawerOpen: boolean;
  /** Whether the product fills the whole screen. */
  isFullScreen: boolean;
  /** The one submenu that is open. */
  openMenu: string;
}
const initial: LookState = {
  language: 'zh',
  theme: 'default',
  mode: 'light',
  accent: '',
  density: 'compact',
  isNavCollapsed: false,
  isDrawerOpen: false,
  isFullScreen: false,
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
    /** Put on a theme, by its key. */
    wear(s, { payload }: PayloadAction<string>) {
      s.theme = payload;
    },
    tint(s, { payload }: PayloadAction<string>) {
      s.accent = payload;
    },
    /** Another window changed how the product looks. */
    followed(s, { payload }: PayloadAction<Partial<Pick<LookState, 'language' | 'theme' | 'mode' | 'accent'>>>) {
      for (const name of ['language', 'theme', 'mode', 'accent'] as const)
        if (typeof payload[name] === 'string') (s[name] as string) = payload[name];
    },
    space(s, { payload }: PayloadAction<LookState['density']>) {
      s.density = payload;
    },
    collapse(s, { payload }: PayloadAction<boolean>) {
      s.isNavCollapsed = payload;
    },
    /** Fill the screen, or give it back. */
    fill(_s, _action: PayloadAction<boolean>) {},
    filled(s, { payload }: PayloadAction<boolean>) {
      s.isFullScreen = payload;
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
