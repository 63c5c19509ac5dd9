import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { matchRoutes, type RouteObject } from 'react-router-dom';
import type { Label } from '../../../contract/domain/text';
import { session } from '../session';
import { isForeign, type MenuItem, menuLabel } from './menu';
import {
  frameFeature,
  framePath,
  homePath,
  processFeature,
  processPath,
  processRoutes,
  productRoutes,
  type RouteHandle,
} from './routes';

/** The place of an address: feature, page, and the rest of the path, which the page reads. */
export interface Place {
  path: string;
  search: string;
  /** '' for pages that are no feature: sign-in, lock, the way back from a provider. */
  feature: string;
  /** The path below the feature's menu, without a slash at the start. */
  rest: string;
  /** Path of the menu of this page, which the sidebar marks. */
  menuPath: string;
  label: Label | null;
  /** Pages that need no session. */
  isOpen: boolean;
  isTab: boolean;
  /** The menu says that its page is not kept alive. */
  isFleeting?: true;
}

/** The address inside the product under which a menu's page stands. */
export function addressOf({ path, code }: Pick<MenuItem, 'path' | 'code'>): string {
  return isForeign(path) ? framePath + encodeURIComponent(code) : path;
}

function isBeneath(path: string, menuPath: string) {
  return path === menuPath || path.startsWith(`${menuPath}/`);
}
/** An address inside the product, as a browser parses it: no host, and nothing that it would normalise into one. */
export function isInside(address: string): boolean {
  return /^\/(?![/\\])/.test(address) && !/[\t\r\n\\]/.test(address);
}

/** The base of a process's forms: its key below `/work/process/`, or an address of the product. */
export function processAddress(value: string): string | undefined {
  const address = value.startsWith('/') ? value.replace(/\/+$/, '') : processPath + value;
  return /^[\w-]+$/.test(value) || (isInside(address) && /^(\/[\w-]+)+$/.test(address)) ? address : undefined;
}

/** `flow_1`: the key of a process of the dictionary. Menus have ids that are not their codes. */
function isProcess({ id, code }: Pick<MenuItem, 'id' | 'code'>) {
  return id === code && code.startsWith('flow_');
}
function isProcessPage(rest: string) {
  return matchRoutes(processRoutes, `/${rest}`) !== null;
}

/** A family server sends 0, `false`, or no value, which means that the page is kept. */
function isFleeting({ meta }: MenuItem) {
  return meta?.keepAlive === false || meta?.keepAlive === 0;
}

type Plain = Omit<Place, 'feature' | 'label'>;

/** The place of a menu: the one with the longest path that the address starts with. Its path is data, so nothing in it
 *  is a pattern. */
function placeOfMenu(plain: Plain, menus: readonly MenuItem[]): Place | undefined {
  const { path } = plain;
  let found: MenuItem | undefined;
  for (const item of menus)
    if (item.path.startsWith('/') && isBeneath(path, item.path) && item.path.length > (found?.path.length ?? 0))
      found = item;
  if (!found) return undefined;
  const rest = path.slice(found.path.length + 1);
  if (isProcess(found) && !isProcessPage(rest)) return undefined;
  return {
    ...plain,
    feature: isProcess(found) ? processFeature : found.code,
    rest,
    menuPath: found.path,
    label: menuLabel(found),
    ...(isFleeting(found) ? { isFleeting: true } : {}),
  };
}

/** The menu whose page is shown in a frame names the page and whether it is kept alive. */
function placeOfFrame(plain: Plain, code: string, menus: readonly MenuItem[]): Place | undefined {
  const item = menus.find((one) => one.code === code && isForeign(one.path));
  if (!item) return undefined;
  const rest = plain.path.slice(framePath.length);
  const place = { ...plain, feature: frameFeature, rest, label: menuLabel(item) };
  return isFleeting(item) ? { ...place, isFleeting: true } : place;
}

/** Whether each segment is spelled as a browser escapes it: a page has one address. */
function isPlainlyWritten(path: string): boolean {
  try {
    return path.split('/').every((step) => {
      const plain = decodeURIComponent(step);
      return step !== '..' && step !== '.' && (plain === step || encodeURIComponent(plain) === step);
    });
  } catch {
    return false;
  }
}

/** Match an address against the menus; `undefined` for an unknown one. Foreign addresses never leave this host. */
export function placeOf(address: string, menus: readonly MenuItem[]): Place | undefined {
  const [rawPath = '/', search = ''] = address.split(/\?(.*)/s);
  const path = rawPath.length > 1 ? rawPath.replace(/\/+$/, '') : rawPath;
  if (!isPlainlyWritten(path)) return undefined;
  const plain: Plain = { path, search, rest: '', menuPath: path, isOpen: false, isTab: true };
  const matches = matchRoutes(productRoutes as RouteObject[], { pathname: path }) ?? [];
  const last = matches.at(-1);
  if (last?.route.path === '*') return placeOfMenu(plain, menus);
  const owner = matches.findLast(({ route: { handle } }) => handle !== undefined);
  // A route with children is not an address itself.
  if (!last || !owner || last.route.children) return undefined;
  const { params, ...handle } = owner.route.handle as RouteHandle;
  if (Object.entries(params ?? {}).some(([name, form]) => !form.test(last.params[name] ?? ''))) return undefined;
  if (handle.feature === frameFeature) return placeOfFrame(plain, last.params.code ?? '', menus);
  return { ...plain, ...handle, rest: path.slice(owner.pathnameBase.length + 1) };
}

/** `/wel` for `/wel/index`: the bare address of a page that lies at its index. */
function indexOf(address: string, menus: readonly MenuItem[]): string | undefined {
  const [path = '', search = ''] = address.split(/\?(.*)/s);
  const index = `${path.replace(/\/+$/, '')}/index`;
  const isKnown = placeOf(index, [])?.rest === '' || menus.some((item) => item.path === index);
  return isKnown ? index + (search && `?${search}`) : undefined;
}

/** The current place. Set by the guard alone, so that a time-travelled state shows its page. */
export const route = createSlice({
  name: 'route',
  initialState: { place: null as Place | null },
  reducers: {
    /** Go to an address inside the product; `replace` leaves no history entry for the present one. */
    go: {
      prepare: (address: string, how?: 'replace') => ({ payload: address, meta: how && { how } }),
      reducer(_s, _action: PayloadAction<string, string, { how: 'replace' } | undefined>) {},
    },
    /** Go back (negative) or forward in the browser's history. */
    step(_s, _action: PayloadAction<number>) {},
    /** Open a page of a feature, wherever its menu is. */
    open(_s, _action: PayloadAction<{ feature: string; rest?: string; search?: string }>) {},
    /** Open a page of another host in a new window. */
    openOutside(_s, _action: PayloadAction<string>) {},
    /** The browser's own back and forward. */
    moved(_s, _action: PayloadAction<string>) {},
    arrived(s, { payload }: PayloadAction<Place>) {
      s.place = payload;
    },
    /** The page on screen has written what it shows into the query of its address. */
    searched(s, { payload: { path, search } }: PayloadAction<{ path: string; search: string }>) {
      if (s.place?.path === path) s.place.search = search;
    },
  },
  selectors: {
    place: (s) => s.place,
    path: (s) => s.place?.path ?? '',
    menuPath: (s) => s.place?.menuPath ?? '',
  },
});

export interface Tab {
  /** The address without its search part: one tab a record. */
  path: string;
  search: string;
  label: Label;
  /** Stands at the left, after home, and stays when the others are closed. */
  isPinned?: true;
}
const home: Tab = { path: homePath, search: '', label: placeOf(homePath, [])!.label! };

/** Limits how many pages are open. */
const mostTabs = 50;

/** Home, then what is pinned, then the rest, each in the order it has. */
function inRank(list: readonly Tab[]): Tab[] {
  const others = list.filter(({ path }) => path !== homePath);
  return [
    list.find(({ path }) => path === homePath) ?? home,
    ...others.filter(({ isPinned }) => isPinned),
    ...others.filter(({ isPinned }) => !isPinned),
  ];
}

/** The valid tabs of what was stored. */
export function soundTabs(found: unknown): Tab[] {
  const seen = new Set([homePath]);
  const open = (Array.isArray(found) ? found : []).flatMap((one: unknown): Tab[] => {
    const { path, search, label, isPinned } = (one ?? {}) as Partial<Tab>;
    if (typeof path !== 'string' || typeof search !== 'string' || seen.has(path)) return [];
    if (typeof label?.zh !== 'string' || typeof label.en !== 'string') return [];
    seen.add(path);
    return [{ path, search, label: { zh: label.zh, en: label.en }, ...(isPinned === true ? { isPinned } : {}) }];
  });
  return inRank(open).slice(0, mostTabs);
}

/** The open pages. There is always one. */
export const tabs = createSlice({
  name: 'tabs',
  initialState: {
    list: [home] as Tab[],
    /** Pages with unsaved input, by path. Not stored: the input is lost with the page too. */
    dirty: {} as Record<string, true>,
    /** Closed pages whose input is kept until they are opened again. Not stored either. */
    drafts: [] as Tab[],
  },
  reducers: {
    /** Request to close a tab; its saga asks about unsaved input. */
    closeTab(_s, _action: PayloadAction<string>) {},
    closeShown() {},
    closeOthers(_s, _action: PayloadAction<string>) {},
    closeAll() {},
    refresh(_s, _action: PayloadAction<string>) {},
    /** Drop the caches of the server and of this window. */
    clearCache() {},
    /** Show the tab with this number, from 1; no effect after the last. */
    showTab(_s, _action: PayloadAction<number>) {},
    pin(s, { payload: { path, isPinned } }: PayloadAction<{ path: string; isPinned: boolean }>) {
      const tab = s.list.find((one) => one.path === path);
      if (!tab || path === homePath) return;
      if (isPinned) tab.isPinned = true;
      else delete tab.isPinned;
      s.list = inRank(s.list);
    },
    /** Move a tab within the strip; pinned tabs stay among themselves. */
    move(s, { payload: { path, to } }: PayloadAction<{ path: string; to: number }>) {
      const tab = s.list.find((one) => one.path === path);
      if (!tab || path === homePath) return;
      const others = s.list.filter((one) => one !== tab);
      others.splice(Math.max(0, to), 0, tab);
      s.list = inRank(others);
    },
    closed(s, { payload: path }: PayloadAction<string>) {
      if (path !== homePath) s.list = s.list.filter((tab) => tab.path !== path);
      delete s.dirty[path];
      s.drafts = s.drafts.filter((tab) => tab.path !== path);
    },
    /** The tab closes, and the input on its page is kept. */
    closedWithDraft(s, { payload: path }: PayloadAction<string>) {
      const tab = s.list.find((one) => one.path === path);
      if (!tab || path === homePath) return;
      s.list = s.list.filter((one) => one !== tab);
      delete s.dirty[path];
      s.drafts.push(tab);
    },
    /** Everything is closed, also pinned tabs and unsaved input: another person, or another role, begins. */
    allClosed: () => ({ list: [home], dirty: {}, drafts: [] }),
    /** Stored tabs whose pages this person may not open any more are closed. */
    sifted(s, { payload: menus }: PayloadAction<readonly MenuItem[]>) {
      s.list = inRank(
        soundTabs(s.list).flatMap((tab) => {
          const place = placeOf(tab.path, menus);
          if (!place?.isTab || !place.label || place.path !== tab.path) return [];
          // A record's name is known to its page alone; a menu may have been renamed since.
          return [isNamedByMenu(place) ? { ...tab, label: place.label } : tab];
        }),
      );
      const open = new Set(s.list.map(({ path }) => path));
      for (const path of Object.keys(s.dirty)) if (!open.has(path)) delete s.dirty[path];
      s.drafts = s.drafts.filter((tab) => placeOf(tab.path, menus)?.isTab);
    },
    /** A page has unsaved input, or has none any more. */
    marked(s, { payload: { path, isDirty } }: PayloadAction<{ path: string; isDirty: boolean }>) {
      const isClosed = s.drafts.some((tab) => tab.path === path);
      if (!isDirty) {
        delete s.dirty[path];
        s.drafts = s.drafts.filter((tab) => tab.path !== path);
      } else if (!isClosed) s.dirty[path] = true;
    },
    /** The page has applied the query of its address; returning must not apply it again. */
    searchApplied(s, { payload: path }: PayloadAction<string>) {
      const tab = s.list.find((one) => one.path === path);
      if (tab) tab.search = '';
    },
    /** A page sets its record's name: 新增订单, HT20261120000001. */
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
        const draft = s.drafts.find((tab) => tab.path === path);
        if (open) open.search = search;
        else s.list.push({ path, search, label: draft?.label ?? label });
        if (!draft) return;
        s.drafts = s.drafts.filter((tab) => tab !== draft);
        s.dirty[path] = true;
      })
      .addCase(route.actions.searched, (s, { payload: { path, search } }) => {
        const tab = s.list.find((one) => one.path === path);
        if (tab) tab.search = search;
      })
      .addCase(session.actions.signedIn, () => ({ list: [home], dirty: {}, drafts: [] }))
      .addCase(session.actions.signedOut, () => ({ list: [home], dirty: {}, drafts: [] })),
  selectors: {
    list: (s) => s.list,
    isDirty: (s, path: string) => s.dirty[path] === true || s.drafts.some((tab) => tab.path === path),
    dirty: (s) => s.dirty,
    drafts: (s) => s.drafts,
    /** A closed page whose input is kept. */
    isDraft: (s, path: string) => s.drafts.some((tab) => tab.path === path),
    /** Whether leaving would lose unsaved input: on an open page, or on one that was closed with its draft. */
    hasUnsaved: (s) => s.drafts.length > 0 || Object.keys(s.dirty).length > 0,
    /** The tab shown after closing: the one before, or the one after the first. */
    besides: (s, path: string) => {
      const at = s.list.findIndex((tab) => tab.path === path);
      return s.list[at - 1] ?? s.list[at + 1] ?? home;
    },
    /** Tabs closed by "close others": not home, not pinned, none with unsaved input. */
    others: (s, path: string) =>
      s.list.filter((tab) => tab.path !== path && isClosable(tab) && !s.dirty[tab.path]).map((tab) => tab.path),
    /** Tabs closed by "close all". */
    closable: (s) => s.list.filter(isClosable).map(({ path }) => path),
  },
});
function isClosable({ path, isPinned }: Tab) {
  return path !== homePath && !isPinned;
}
function isNamedByMenu({ rest, feature }: Place) {
  return rest === '' || feature === frameFeature;
}

export interface Standing {
  hasToken: boolean;
  isLocked: boolean;
}

/**
 * The navigation guard: where an address is allowed to lead. It depends on its arguments alone, so that every case can
 * be tested. The rules apply in order; the first match decides.
 */
export function guard(
  address: string,
  menus: readonly MenuItem[],
  { hasToken, isLocked }: Standing,
): { to: string } | { enter: Place } {
  const place = placeOf(address, menus);
  const path = place?.path ?? address.split('?')[0];
  // The customer's signing page is not part of the console.
  if (place?.feature === 'sign') return { enter: place };
  if (hasToken && isLocked) return path === '/lock' && place ? { enter: place } : { to: '/lock' };
  if (hasToken && (path === '/login' || path === '/lock' || path === '/')) return { to: homePath };
  if (place?.isOpen) return { enter: place };
  if (!hasToken) return { to: '/login' };
  if (place) return { enter: place };
  return { to: indexOf(address, menus) ?? '/404' };
}
