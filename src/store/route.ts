import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Label } from '../../contract/kit';
import { leaves, type MenuItem, menu, menuLabel } from './menu';
import { session } from './session';

/** Where an address leads: which feature, which of its pages, and what is left of the path for it to read. */
export interface Place {
  path: string;
  search: string;
  /** '' for pages outside the frame: sign-in, signing, lock. */
  feature: string;
  /** The path below the feature's menu, without a slash at the start. */
  rest: string;
  /** Path of the menu that leads here; what the sidebar marks. */
  menuPath: string;
  label: Label | null;
  /** Pages that need no session. */
  isOpen: boolean;
  isTab: boolean;
}

const fixed: Record<string, Pick<Place, 'feature' | 'label'> & Partial<Place>> = {
  '/login': { feature: '', label: { zh: '登录', en: 'Sign in' }, isOpen: true, isTab: false },
  '/lock': { feature: '', label: null, isOpen: true, isTab: false },
  '/403': { feature: 'refusal', label: null, isOpen: true, isTab: false },
  '/404': { feature: 'refusal', label: null, isOpen: true, isTab: false },
  '/500': { feature: 'refusal', label: null, isOpen: true, isTab: false },
  '/wel/index': { feature: 'welcome', label: { zh: '欢迎', en: 'Welcome' } },
};
export const homePath = '/wel/index';
/** Before the ticket in the address of the customer's signing page. */
export const signPath = '/sign/';

const beneath = (path: string, menuPath: string) => path === menuPath || path.startsWith(`${menuPath}/`);

/** Read an address against the menus; `undefined` when it leads nowhere. Addresses from outside never leave this host. */
export const placeOf = (address: string, menus: readonly MenuItem[]): Place | undefined => {
  const [rawPath = '/', search = ''] = address.split(/\?(.*)/s);
  const path = rawPath.length > 1 ? rawPath.replace(/\/+$/, '') : rawPath;
  const plain = { path, search, rest: '', menuPath: path, isOpen: false, isTab: true };
  const known = fixed[path];
  if (known) return { ...plain, ...known };
  if (path.startsWith(signPath) && /^[\w.-]+$/.test(path.slice(signPath.length)))
    return { ...plain, feature: 'sign', label: null, isOpen: true, isTab: false };
  const [menu] = menus
    .filter((item) => item.path.startsWith('/') && beneath(path, item.path))
    .sort((a, b) => b.path.length - a.path.length);
  if (!menu) return undefined;
  return {
    ...plain,
    feature: menu.code,
    rest: path.slice(menu.path.length + 1),
    menuPath: menu.path,
    label: menuLabel(menu),
  };
};

/** Where the person is. Set by the guard alone, so that a time-travelled state shows the page it was on. */
export const route = createSlice({
  name: 'route',
  initialState: { place: null as Place | null },
  reducers: {
    /** Somebody wants to go somewhere inside the product. */
    go(_s, _action: PayloadAction<string>) {},
    /** Open a page of a feature, wherever its menu lies. */
    open(_s, _action: PayloadAction<{ feature: string; rest?: string; search?: string }>) {},
    /** The browser's own back and forward. */
    moved(_s, _action: PayloadAction<string>) {},
    arrived(s, { payload }: PayloadAction<Place>) {
      s.place = payload;
    },
  },
  selectors: { place: (s) => s.place, path: (s) => s.place?.path ?? '' },
});

export interface Tab {
  /** The address without its search part: one tab a record. */
  path: string;
  search: string;
  label: Label;
}
/** Whether something found in storage is a list of tabs. */
export const areTabs = (list: unknown): list is Tab[] =>
  Array.isArray(list) &&
  list.length > 0 &&
  list.every((tab) => {
    const { path, search, label } = (tab ?? {}) as Partial<Tab>;
    return [path, search, label?.zh, label?.en].every((word) => typeof word === 'string');
  });
const home: Tab = { path: homePath, search: '', label: fixed[homePath]!.label! };

/** The open pages. There is always one. */
export const tabs = createSlice({
  name: 'tabs',
  initialState: {
    list: [home] as Tab[],
    /** Pages with input that nobody saved, by path. Never kept: the input is gone with the page too. */
    dirty: {} as Record<string, true>,
  },
  reducers: {
    closeTab(_s, _action: PayloadAction<string>) {},
    closeOthers(s, { payload: path }: PayloadAction<string>) {
      // What is not saved stays open: closing the others is tidying up, not throwing away.
      s.list = s.list.filter((tab) => tab.path === path || tab.path === homePath || s.dirty[tab.path]);
    },
    closeAll() {},
    closed(s, { payload: path }: PayloadAction<string>) {
      if (s.list.length > 1) s.list = s.list.filter((tab) => tab.path !== path);
      delete s.dirty[path];
    },
    allClosed: () => ({ list: [home], dirty: {} }),
    /** A page has unsaved input, or has none any more. */
    marked(s, { payload: { path, isDirty } }: PayloadAction<{ path: string; isDirty: boolean }>) {
      if (isDirty) s.dirty[path] = true;
      else delete s.dirty[path];
    },
    /** The page has taken up what its address asked for; coming back must not ask it again. */
    heeded(s, { payload: path }: PayloadAction<string>) {
      const tab = s.list.find((one) => one.path === path);
      if (tab) tab.search = '';
    },
    /** A page learned its record's own name: 新增订单, HT20261120000001. */
    named(s, { payload: { path, label } }: PayloadAction<{ path: string; label: Label }>) {
      const tab = s.list.find((one) => one.path === path);
      if (tab) tab.label = label;
    },
  },
  extraReducers: (on) =>
    on
      .addCase(route.actions.arrived, (s, { payload: { path, search, label, isTab } }) => {
        if (!isTab || !label) return;
        const open = s.list.find((tab) => tab.path === path);
        if (open) open.search = search;
        else s.list.push({ path, search, label });
      })
      .addCase(menu.actions.menusReceived, (s, { payload }) => {
        // Kept from an earlier visit: pages that this person may not open (any more) are no tabs.
        const all = leaves(payload);
        const open = s.list.filter((tab, at) => {
          const isFirst = s.list.findIndex(({ path }) => path === tab.path) === at;
          return isFirst && tab.path !== homePath && placeOf(tab.path, all)?.isTab === true;
        });
        s.list = [home, ...open];
      })
      .addCase(session.actions.signedIn, () => ({ list: [home], dirty: {} }))
      .addCase(session.actions.signedOut, () => ({ list: [home], dirty: {} })),
  selectors: {
    list: (s) => s.list,
    isDirty: (s, path: string) => s.dirty[path] === true,
    dirty: (s) => s.dirty,
    /** Where closing leads: the tab before, or the one after the first. */
    besides: (s, path: string) => {
      const at = s.list.findIndex((tab) => tab.path === path);
      return s.list[at - 1] ?? s.list[at + 1] ?? home;
    },
  },
});

/** Whether the screen is locked. Cleared by signing in and out. */
export const lock = createSlice({
  name: 'lock',
  initialState: { isLocked: false },
  reducers: {
    locked: () => ({ isLocked: true }),
    unlocked: () => ({ isLocked: false }),
  },
  extraReducers: (on) =>
    on
      .addCase(session.actions.signedIn, () => ({ isLocked: false }))
      .addCase(session.actions.signedOut, () => ({ isLocked: false })),
  selectors: { isLocked: (s) => s.isLocked },
});

export interface Standing {
  hasToken: boolean;
  isLocked: boolean;
}

/** The navigation guard: where an address is allowed to lead. One answer, no history, so that every case can be tested. */
export const guard = (
  address: string,
  place: Place | undefined,
  { hasToken, isLocked }: Standing,
): { to: string } | { enter: Place } => {
  const path = address.split('?')[0];
  if (place?.feature === 'sign') return { enter: place };
  if (hasToken && isLocked) return path === '/lock' && place ? { enter: place } : { to: '/lock' };
  if (hasToken && (path === '/login' || path === '/lock' || path === '/' || path === '/wel')) return { to: homePath };
  if (place?.isOpen) return { enter: place };
  if (!hasToken) return { to: '/login' };
  return place ? { enter: place } : { to: '/404' };
};
