import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { isLanguage, sourceLanguage } from '../../contract/domain/languages';
import type { Language } from '../../contract/domain/text';
import { isPageSize } from '../../contract/schema/paging';
import { route } from './navigation/route';

export type Mode = 'light' | 'dark';
export type ScreenClass = 0 | 1 | 2 | 3;
export interface LookState {
  language: Language;
  theme: string;
  mode: Mode;
  /** `#rrggbb` chosen by the person; '' for the theme's. */
  accent: string;
  density: 'compact' | 'comfortable';
  isNavCollapsed: boolean;
  isDrawerOpen: boolean;
  /** Whether the product fills the whole screen. */
  isFullScreen: boolean;
  /** Whether single letters are shortcuts; people who dictate or type by accident can switch them off. */
  hasLetterKeys: boolean;
  /** The one open submenu, by its position in the tree; null for the one of the current page. */
  openMenu: string | null;
  /** Submenus that stay open, for people who keep several open: codes of menus, by the person's id. */
  openMenus: Record<string, string[]>;
  /** As former releases stored them: headings that a person had folded, while all others were open. */
  foldedGroups: Record<string, string[]>;
  /** The submenu around the current page, once the person has folded it: until then it is open. */
  foldedHere: string | null;
  /** Page sizes chosen by the person, by module name. */
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
  openMenus: {},
  foldedGroups: {},
  foldedHere: null,
  listSizes: {},
  screenClass: 3,
};

/** Whether a stored value is a valid set of preferences. */
export function isPreferences({ language = sourceLanguage, mode = 'light', accent = '' }: Partial<LookState>): boolean {
  return isLanguage(language) && ['light', 'dark'].includes(mode) && /^(#[0-9a-f]{6})?$/i.test(accent);
}

function codesOf(byPerson: Record<string, string[]>, userId: string): string[] | null {
  const found: unknown = Object.hasOwn(byPerson, userId) ? byPerson[userId] : null;
  return Array.isArray(found) ? found : null;
}

/** Appearance for this person on this machine; it survives the session. */
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
    /** Apply a theme, by its key. */
    wear(s, { payload }: PayloadAction<string>) {
      s.theme = payload;
    },
    tint(s, { payload }: PayloadAction<string>) {
      s.accent = payload;
    },
    /** Another window changed the appearance. */
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
    /** Enter or leave full screen. */
    fill(_s, _action: PayloadAction<boolean>) {},
    filled(s, { payload }: PayloadAction<boolean>) {
      s.isFullScreen = payload;
    },
    /** Set the page size of this list. */
    sizeList(s, { payload: { name, size } }: PayloadAction<{ name: string; size: number }>) {
      if (isPageSize(size)) s.listSizes[name] = size;
    },
    allowLetterKeys(s, { payload }: PayloadAction<boolean>) {
      s.hasLetterKeys = payload;
    },
    draw(s, { payload }: PayloadAction<boolean>) {
      s.isDrawerOpen = payload;
    },
    /** Fold or unfold the sidebar: permanently on a wide window, as an overlay on a narrow one. */
    toggleNav(s) {
      if (s.screenClass === 3) s.isNavCollapsed = !s.isNavCollapsed;
      else s.isDrawerOpen = !s.isDrawerOpen;
    },
    measured(s, { payload }: PayloadAction<ScreenClass>) {
      s.screenClass = payload;
      if (payload === 3) s.isDrawerOpen = false;
    },
    /** Keep these submenus open for this person; without codes only one is open at a time. */
    keepOpen(
      s,
      { payload: { userId, codes, folded } }: PayloadAction<{ userId: string; codes?: string[]; folded?: string }>,
    ) {
      delete s.foldedGroups[userId];
      if (codes) s.openMenus[userId] = codes;
      else delete s.openMenus[userId];
      s.foldedHere = folded ?? null;
    },
    /** Open a submenu in place of the open one; '' closes it. */
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
    openMenus: (s, userId: string) => codesOf(s.openMenus, userId),
    foldedGroups: (s, userId: string) => codesOf(s.foldedGroups, userId),
    /** Whether the sidebar is folded, for any reason. */
    isNavFolded: (s) => (s.screenClass === 3 ? s.isNavCollapsed : !s.isDrawerOpen),
    /** Whether the sidebar is a sheet with names; else it is a strip of icons, if it is shown at all. */
    isNavWide: (s) => s.screenClass === 3 && !s.isNavCollapsed,
    /** Undefined for a list with its default size. */
    listSize: (s, name: string): number | undefined => {
      const size = Object.hasOwn(s.listSizes, name) ? s.listSizes[name] : undefined;
      return size !== undefined && isPageSize(size) ? size : undefined;
    },
    hasLetterKeys: (s) => s.hasLetterKeys,
    all: (s) => s,
  },
});
