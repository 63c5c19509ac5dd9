import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Label } from '../../contract/kit';
import { session } from './session';

/** A menu as the server sends it. `nameEn` is ours; other servers of the family have Chinese names only. */
export interface MenuItem {
  id: string;
  code: string;
  name: string;
  nameEn?: string;
  path: string;
  source: string;
  category: number;
  /** 2: opens in a window of its own, when its path is an address. */
  isOpen: number;
  children?: MenuItem[] | null;
  /** Servers of the family do not send it; a menu made elsewhere may. */
  meta?: { roles?: string[]; keepAlive?: boolean } | null;
}

/** One entry of the first menu level: it brings a set of menus of its own. */
export interface TopMenu {
  id: string;
  name: string;
  nameEn?: string;
  path: string;
  source: string;
}
export const menuLabel = ({ name, nameEn }: Pick<MenuItem, 'name' | 'nameEn'>): Label => ({
  zh: name,
  en: nameEn || name,
});

/** Whether something found in storage is a menu tree. */
export const areMenus = (items: unknown): items is MenuItem[] =>
  Array.isArray(items) &&
  items.every((item) => {
    const { code, name, path, children = [] } = (item ?? {}) as Partial<MenuItem>;
    return [code, name, path].every((word) => typeof word === 'string') && areMenus(children ?? []);
  });

export const leaves = (items: MenuItem[]): MenuItem[] =>
  items.flatMap((item) => (item.children?.length ? leaves(item.children) : [item]));

/** Whether a menu's path is the address of a page that is not ours: it is shown in a frame, or in a window. */
export const isForeign = (path: string): boolean => /html|^[a-z][a-z\d+.\s-]*:|^\/\//i.test(path.trim());

/** A first-level menu without children leads to the `/index` of its path, as the product's addresses always did. */
const withIndex = (items: MenuItem[]): MenuItem[] =>
  items.map((item) =>
    item.children?.length || isForeign(item.path) || /(^|\/)index$/.test(item.path)
      ? item
      : { ...item, path: `${item.path.replace(/\/+$/, '')}/index` },
  );
/** Menus without a name or a path cannot be shown or opened; the rest of the tree can. */
const sound = (items: MenuItem[]): MenuItem[] =>
  items.flatMap((item) => {
    const { name, path, code, children } = item ?? {};
    if (typeof name !== 'string' || name.trim() === '' || typeof path !== 'string' || typeof code !== 'string')
      return [];
    return [{ ...item, children: Array.isArray(children) ? sound(children) : [] }];
  });

export interface MenuState {
  /** What the sidebar shows. */
  tree: MenuItem[];
  /** Leaves of every menu that was loaded; what addresses are read against. */
  all: MenuItem[];
  isKnown: boolean;
  tops: TopMenu[];
  /** Id of the chosen entry of the first level, '' for home. */
  top: string;
}
const nothing: MenuState = { tree: [], all: [], isKnown: false, tops: [], top: '' };

/** What this person may open. */
export const menu = createSlice({
  name: 'menu',
  initialState: nothing,
  reducers: {
    menusReceived(s, { payload }: PayloadAction<MenuItem[]>) {
      const tree = withIndex(sound(payload));
      s.tree = tree;
      s.isKnown = true;
      // Pages that were opened under another entry of the first level stay open.
      const known = new Set(leaves(tree).map(({ id }) => id));
      s.all = [...leaves(tree), ...(s.top === '' ? [] : s.all.filter(({ id }) => !known.has(id)))];
    },
    topsReceived(s, { payload }: PayloadAction<TopMenu[]>) {
      s.tops = payload.filter((top) => typeof top?.id === 'string' && typeof top.name === 'string');
    },
    /** Choose an entry of the first level; '' is home, with all menus. */
    pickTop(s, { payload }: PayloadAction<string>) {
      s.top = payload;
    },
  },
  extraReducers: (on) =>
    on
      .addCase(session.actions.signedOut, () => nothing)
      // What the former role brought is not kept for the pages that are open: the menus of the new one decide.
      .addCase(session.actions.reassigned, (s) => {
        s.top = '';
      }),
  selectors: {
    tree: (s) => s.tree,
    isKnown: (s) => s.isKnown,
    leaves: (s) => s.all,
    tops: (s) => s.tops,
    top: (s) => s.top,
    /** Address of the menu that opens a feature, '' when the person has none. */
    pathOf: (s, code: string) => s.all.find((item) => item.code === code)?.path ?? '',
  },
});

interface Buttons {
  code: string;
  children?: Buttons[];
}
const codes = (items: Buttons[]): string[] =>
  items.flatMap(({ code, children }) => (children?.length ? codes(children) : [code]));

/** Which buttons this person may press: codes that are there are granted. */
export const permission = createSlice({
  name: 'permission',
  initialState: { codes: {} as Record<string, true> },
  reducers: {
    /** The server refused what the console offered: the rights have changed since they were asked for. */
    lapsed() {},
    buttonsReceived: (_, { payload }: PayloadAction<Buttons[]>) => ({
      codes: Object.fromEntries(codes(payload).map((code) => [code, true as const])),
    }),
  },
  extraReducers: (on) => on.addCase(session.actions.signedOut, () => ({ codes: {} })),
  selectors: { codes: (s) => s.codes, may: (s, code: string) => s.codes[code] === true },
});
