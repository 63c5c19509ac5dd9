import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { isLanguage, sourceLanguage } from '../../contract/domain/languages';
import type { Language } from '../../contract/domain/text';
import { isPageSize } from '../../contract/schema/module';
import { route } from './navigation/route';

export type Mode = 'light' | 'dark';
export type ScreenClass = 0 | 1 | 2 | 3;
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
  /** Whether single letters are shortcuts; who dictates or types by accident can do without. */
  hasLetterKeys: boolean;
  /** The one submenu that is open, by its place in the tree; null while it is the one that the page shown lies in. */
  openMenu: string | null;
  /** Titles of the sidebar that each person has folded: codes of menus, by the person's id. */
  foldedGroups: Record<string, string[]>;
  /** The group of the page shown, once the person has folded it: until then it is open. */
  foldedHere: string | null;
  /** Rows a page of the lists whose size the person has chosen, by the name of their module. */
  listSizes: Record<string, number>;
  /** By the width of the window: 0 a phone, 1 from 768 px, 2 from 992, 3 from 1200. */
  screenClass: ScreenClass;
}
const initial: LookState = {
  language: sourceLanguage,
  theme: 'default',
  mode: 'light',
  accent: '',
  density: 'compact',
  isNavCollapsed: false,
  isDrawerOpen: false,
  isFullScreen: false,
  hasLetterKeys: true,
  openMenu: null,
  foldedGroups: {},
  foldedHere: null,
  listSizes: {},
  screenClass: 3,
};

/** Whether what was found in storage is something that can be put on. */
export function isPreferences({ language = sourceLanguage, mode = 'light', accent = '' }: Partial<LookState>): boolean {
  return isLanguage(language) && ['light', 'dark'].includes(mode) && /^(#[0-9a-f]{6})?$/i.test(accent);
}

const noGroups: string[] = [];
function foldedBy(s: Pick<LookState, 'foldedGroups'>, userId: string): string[] {
  const found: unknown = Object.hasOwn(s.foldedGroups, userId) ? s.foldedGroups[userId] : noGroups;
  return Array.isArray(found) ? found : noGroups;
}

/** How the product looks to this person, on this machine; it outlives the session. */
export const preferences = createSlice({
  name: 'preferences',
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
    /** So many rows a page of this list, from now on. */
    sizeList(s, { payload: { name, size } }: PayloadAction<{ name: string; size: number }>) {
      if (isPageSize(size)) s.listSizes[name] = size;
    },
    allowLetterKeys(s, { payload }: PayloadAction<boolean>) {
      s.hasLetterKeys = payload;
    },
    draw(s, { payload }: PayloadAction<boolean>) {
      s.isDrawerOpen = payload;
    },
    /** Fold or unfold the sidebar: for good where there is room for it, above the page where there is not. */
    toggleNav(s) {
      if (s.screenClass === 3) s.isNavCollapsed = !s.isNavCollapsed;
      else s.isDrawerOpen = !s.isDrawerOpen;
    },
    measured(s, { payload }: PayloadAction<ScreenClass>) {
      s.screenClass = payload;
      if (payload === 3) s.isDrawerOpen = false;
    },
    /** Fold a group of the sidebar, or unfold it, for this person from now on. */
    foldGroup(
      s,
      { payload: { userId, code, isFolded } }: PayloadAction<{ userId: string; code: string; isFolded: boolean }>,
    ) {
      const others = foldedBy(s, userId).filter((one) => one !== code);
      s.foldedGroups[userId] = isFolded ? [...others, code] : others;
      s.foldedHere = isFolded ? code : null;
    },
    /** Open a submenu in place of the one that is open; '' closes it. */
    unfold(s, { payload }: PayloadAction<string>) {
      s.openMenu = payload;
    },
  },
  extraReducers: (on) =>
    on.addCase(route.actions.arrived, (s) => {
      s.openMenu = null;
      s.foldedHere = null;
    }),
  selectors: {
    language: (s) => s.language,
    openMenu: (s) => s.openMenu,
    foldedHere: (s) => s.foldedHere,
    foldedGroups: (s, userId: string) => foldedBy(s, userId),
    /** Whether the sidebar is out of the way, by whatever rule. */
    isNavFolded: (s) => (s.screenClass === 3 ? s.isNavCollapsed : !s.isDrawerOpen),
    /** Undefined for a list that has the size it begins with. */
    listSize: (s, name: string): number | undefined => {
      const size = Object.hasOwn(s.listSizes, name) ? s.listSizes[name] : undefined;
      return size !== undefined && isPageSize(size) ? size : undefined;
    },
    hasLetterKeys: (s) => s.hasLetterKeys,
    all: (s) => s,
  },
});
