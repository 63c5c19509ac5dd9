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
  isOpen: number;
  children?: MenuItem[];
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

/** What this person may open. */
export const menu = createSlice({
  name: 'menu',
  initialState: { tree: [] as MenuItem[], isKnown: false },
  reducers: {
    menusReceived: (_, { payload }: PayloadAction<MenuItem[]>) => ({ tree: payload, isKnown: true }),
  },
  extraReducers: (on) => on.addCase(session.actions.signedOut, () => ({ tree: [], isKnown: false })),
  selectors: {
    tree: (s) => s.tree,
    isKnown: (s) => s.isKnown,
    leaves: (s) => leaves(s.tree),
    /** Address of the menu that opens a feature, '' when the person has none. */
    pathOf: (s, code: string) => leaves(s.tree).find((item) => item.code === code)?.path ?? '',
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
    buttonsReceived: (_, { payload }: PayloadAction<Buttons[]>) => ({
      codes: Object.fromEntries(codes(payload).map((code) => [code, true as const])),
    }),
  },
  extraReducers: (on) => on.addCase(session.actions.signedOut, () => ({ codes: {} })),
  selectors: { codes: (s) => s.codes, may: (s, code: string) => s.codes[code] === true },
});
