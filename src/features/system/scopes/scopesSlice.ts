import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { apiScope } from '../../../../contract/modules/system/apiScope';
import { dataScope } from '../../../../contract/modules/system/dataScope';
import { defineModule, type Module, type ModuleSpec } from '../../../../contract/schema/module';
import { crudSlice } from '../../../store/crud/crud';
import { session } from '../../../store/session';

export type ScopeKind = 'data' | 'api';
export const scopeKinds: readonly ScopeKind[] = ['data', 'api'];

/** A menu with scopes. */
export interface ScopeMenu {
  id: string;
  parentId: string;
  name: string;
  nameEn: string;
  code: string;
  path: string;
  source: string;
}
/** An API call that a scope can name. */
export interface ScopeRoute {
  method: string;
  path: string;
}
export type ScopePart = 'menus' | 'counts';
export interface ScopeDesk {
  /** All menus, each before its descendants; null until loaded. */
  menus: ScopeMenu[] | null;
  isBusy: boolean;
  /** What could not be loaded, and whether that was for lack of a connection. */
  lost: { [part in ScopePart]?: { isCutOff: boolean } };
  /** Number of scopes by menu; null until known. */
  counts: Record<string, number> | null;
  /** Collapsed ones, so that new menus are expanded like the others. */
  closed: Record<string, true>;
  seek: string;
  current: string;
  /** The menu whose scopes are shown; null: the dialog is closed. */
  shown: ScopeMenu | null;
  routes: ScopeRoute[];
  routeSeek: string;
}
const initial: ScopeDesk = {
  menus: null,
  isBusy: false,
  lost: {},
  counts: null,
  closed: {},
  seek: '',
  current: '',
  shown: null,
  routes: [],
  routeSeek: '',
};

/** Menus with their scopes. */
function deskSlice(name: string) {
  return createSlice({
    name,
    initialState: initial,
    reducers: {
      load(s) {
        s.isBusy = true;
      },
      loaded(s, { payload }: PayloadAction<ScopeMenu[]>) {
        s.menus = payload;
        s.isBusy = false;
        delete s.lost.menus;
      },
      lost(s, { payload: { part, isCutOff } }: PayloadAction<{ part: ScopePart; isCutOff: boolean }>) {
        if (part === 'menus') s.isBusy = false;
        s.lost[part] = { isCutOff };
      },
      counted(s, { payload }: PayloadAction<Record<string, number>>) {
        s.counts = payload;
        delete s.lost.counts;
      },
      toggle(s, { payload: id }: PayloadAction<string>) {
        if (s.closed[id]) delete s.closed[id];
        else s.closed[id] = true;
      },
      openAll(s) {
        s.closed = {};
      },
      closeAll(s, { payload: ids }: PayloadAction<string[]>) {
        s.closed = Object.fromEntries(ids.map((id) => [id, true]));
      },
      seek(s, { payload }: PayloadAction<string>) {
        s.seek = payload;
      },
      point(s, { payload }: PayloadAction<string>) {
        s.current = payload;
      },
      /** Opens the scopes of one menu. */
      configure(s, { payload }: PayloadAction<ScopeMenu>) {
        s.shown = payload;
        s.current = payload.id;
      },
      close(s) {
        s.shown = null;
      },
      routesReceived(s, { payload }: PayloadAction<ScopeRoute[]>) {
        s.routes = payload;
      },
      seekRoute(s, { payload }: PayloadAction<string>) {
        s.routeSeek = payload;
      },
    },
    extraReducers: (on) => on.addCase(session.actions.signedOut, () => initial),
    selectors: { all: (s) => s, shown: (s) => s.shown },
  });
}
export type DeskSlice = ReturnType<typeof deskSlice>;

/** The list of one menu's scopes, separate from the page of the module. */
function deskOf(base: Module, kind: ScopeKind) {
  const module = defineModule({ ...base, name: `${kind}ScopesOfMenu` } as ModuleSpec) as Module;
  return { base, module, slice: crudSlice(module), desk: deskSlice(`${kind}Scopes`) };
}
export const scopeDesks = { data: deskOf(dataScope as Module, 'data'), api: deskOf(apiScope as Module, 'api') };
