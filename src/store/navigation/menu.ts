import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Label } from '../../../contract/domain/text';
import { session } from '../session';

/** A menu as the server sends it. `nameEn` is ours; other servers of the family have Chinese names only. */
export interface MenuItem {
  id: string;
  code: string;
  name: string;
  nameEn?: string;
  path: string;
  source: string;
  category: number;
  /** 2: opens in a new window, when its path is an address. */
  isOpen: number;
  children?: MenuItem[] | null;
  /** Servers of the family do not send it; a menu made elsewhere may. */
  meta?: {
    roles?: string[];
    /** 0 or false: the page's state is dropped when it is left. Kept otherwise. */
    keepAlive?: boolean | number;
  } | null;
}

/** An entry of the first menu level, with its own set of menus. */
export interface TopMenu {
  id: string;
  name: string;
  nameEn?: string;
  path: string;
  source: string;
  /** The menus it brings; servers of the family do not say. */
  menuIds?: string[];
}
export function menuLabel({ name, nameEn }: Pick<MenuItem, 'name' | 'nameEn'>): Label {
  return {
    zh: name,
    en: nameEn || name,
  };
}

/** Whether a stored value is a menu tree. */
export function areMenus(items: unknown): items is MenuItem[] {
  return (
    Array.isArray(items) &&
    items.every((item) => {
      const { code, name, path, children = [] } = (item ?? {}) as Partial<MenuItem>;
      return [code, name, path].every((text) => typeof text === 'string') && areMenus(children ?? []);
    })
  );
}

export function leaves(items: MenuItem[]): MenuItem[] {
  return items.flatMap((item) => (item.children?.length ? leaves(item.children) : [item]));
}

/** Whether a menu's path is the address of a foreign page: it is shown in a frame, or in a window. */
export function isForeign(path: string): boolean {
  return /html|^[a-z][a-z\d+.\s-]*:|^\/\//i.test(path.trim());
}

/** A first-level menu without children leads to the `/index` of its path, as the product's addresses always did. */
function withIndex(items: MenuItem[]): MenuItem[] {
  return items.map((item) =>
    item.children?.length || isForeign(item.path) || /(^|\/)index$/.test(item.path)
      ? item
      : { ...item, path: `${item.path.replace(/\/+$/, '')}/index` },
  );
}
/** Menus without a name or a path cannot be shown or opened; the rest of the tree can. */
function sound(items: MenuItem[]): MenuItem[] {
  return items.flatMap((item) => {
    const { name, path, code, children } = item ?? {};
    if (typeof name !== 'string' || name.trim() === '' || typeof path !== 'string' || typeof code !== 'string')
      return [];
    return [{ ...item, children: Array.isArray(children) ? sound(children) : [] }];
  });
}

export interface MenuState {
  /** The menus of the sidebar. */
  tree: MenuItem[];
  /** Leaves of all menus of this person; addresses are matched against them. */
  all: MenuItem[];
  /** Processes of the dictionary `flow`, whose forms have addresses like those of menus: `flow_1`,
   *  `/work/process/leave`. */
  flows: MenuItem[];
  areFlowsKnown: boolean;
  isKnown: boolean;
  tops: TopMenu[];
  /** Id of the chosen top menu, '' for home. */
  top: string;
}
const nothing: MenuState = { tree: [], all: [], flows: [], areFlowsKnown: false, isKnown: false, tops: [], top: '' };

/** The menus of this person. */
export const menu = createSlice({
  name: 'menu',
  initialState: nothing,
  reducers: {
    /** All menus of this person; `tree` has those of the chosen top menu. */
    menusReceived: {
      prepare: (whole: MenuItem[], tree?: MenuItem[]) => ({ payload: whole, meta: { tree } }),
      reducer(s, { payload, meta }: PayloadAction<MenuItem[], string, { tree: MenuItem[] | undefined }>) {
        const whole = withIndex(sound(payload));
        s.tree = meta.tree ? withIndex(sound(meta.tree)) : whole;
        s.all = leaves(whole);
        s.isKnown = true;
      },
    },
    /** Those that are held are none of this person's: their own are on their way. */
    awaited(s) {
      s.isKnown = false;
    },
    /** The menus of another top menu. Pages opened under the previous one stay open. */
    treeReceived(s, { payload }: PayloadAction<MenuItem[]>) {
      s.tree = withIndex(sound(payload));
      const known = new Set(s.all.map(({ id }) => id));
      s.all.push(...leaves(s.tree).filter(({ id }) => !known.has(id)));
    },
    flowsReceived(s, { payload }: PayloadAction<MenuItem[]>) {
      s.flows = payload;
      s.areFlowsKnown = true;
    },
    topsReceived(s, { payload }: PayloadAction<TopMenu[]>) {
      s.tops = payload.filter((top) => typeof top?.id === 'string' && typeof top.name === 'string');
      if (!s.tops.some(({ id }) => id === s.top)) s.top = '';
    },
    /** Choose a top menu; '' is home, with all menus. */
    pickTop(s, { payload }: PayloadAction<string>) {
      s.top = payload;
    },
    /** The page on screen belongs to this top menu: its menus load, and the page stays. */
    followTop(s, { payload }: PayloadAction<string>) {
      s.top = payload;
    },
  },
  extraReducers: (on) => on.addCase(session.actions.signedOut, () => nothing),
  selectors: {
    tree: (s) => s.tree,
    isKnown: (s) => s.isKnown,
    areFlowsKnown: (s) => s.areFlowsKnown,
    /** The menus that addresses are matched against. */
    places: createSelector([(s: MenuState) => s.all, (s: MenuState) => s.flows], (all, flows): readonly MenuItem[] =>
      flows.length > 0 ? [...all, ...flows] : all,
    ),
    leaves: (s) => s.all,
    flows: (s) => s.flows,
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
function codes(items: Buttons[]): string[] {
  return items.flatMap(({ code, children }) => (children?.length ? codes(children) : [code]));
}

/** Codes of the buttons this person may press. */
export const permission = createSlice({
  name: 'permission',
  initialState: { codes: {} as Record<string, true> },
  reducers: {
    /** The server refused what the console offered: the rights have changed since they were loaded. */
    lapsed() {},
    buttonsReceived: (_, { payload }: PayloadAction<Buttons[]>) => ({
      codes: Object.fromEntries(codes(payload).map((code) => [code, true as const])),
    }),
  },
  extraReducers: (on) => on.addCase(session.actions.signedOut, () => ({ codes: {} })),
  selectors: { codes: (s) => s.codes, may: (s, code: string) => s.codes[code] === true },
});
