import { type Action, createSlice, type Reducer } from '@reduxjs/toolkit';
import { session } from '../session';
import { keepAlive } from './keepAlive';
import { type MenuState, menu } from './menu';
import { type Place, placeOf, route, type Tab, tabs } from './route';
import { frameName } from './routes';

/** The state of a feature, by the names of its slices. */
export interface Holding {
  name: string;
  slices: readonly { reducerPath: string }[];
  /** The slices whose state belongs to one of the feature's pages, not to all of them. */
  perPage?: readonly { reducerPath: string }[];
  needs?: readonly string[];
  /** A feature without pages belongs to the frame, and stays. */
  pages: object;
}

type Values = Record<string, unknown>;
export interface PageStates {
  /** Path of the page whose state is in the feature's per-page slices, by feature. */
  owner: Record<string, string>;
  /** The same slices of the feature's other open pages: by path, then by slice. */
  parked: Record<string, Values>;
}
const empty: PageStates = { owner: {}, parked: {} };

/** Stores the state of pages while another page of the same feature is shown. */
export const pageState = createSlice({
  name: 'pageState',
  initialState: empty,
  reducers: {},
  extraReducers: (on) => on.addCase(session.actions.signedOut, () => empty),
});

/** The parts of the root state that are used here. */
interface Whole extends Values {
  pageState: PageStates;
  tabs: { list: readonly Tab[]; dirty: Record<string, true>; drafts: readonly Tab[] };
  menu: MenuState;
  route: { place: Place | null };
}

function pathsOf(slices: readonly { reducerPath: string }[] = []) {
  return slices.map(({ reducerPath }) => reducerPath);
}
function pick(state: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.filter((name) => name in state).map((name) => [name, state[name]]));
}
function without(state: Values, names: ReadonlySet<string>): Values {
  return Object.fromEntries(Object.entries(state).filter(([name]) => !names.has(name)));
}

/** The state as a page sees it: its own, also while another page of its feature is on screen. */
export function stateOf<S extends object>(state: S, path: string): S {
  const own = (state as Partial<Whole>).pageState?.parked[path];
  return own ? { ...state, ...own } : state;
}

interface Addressed extends Action {
  meta?: { page?: Pick<Place, 'feature' | 'path'> };
}

/** An action addressed to one page, whichever is on screen by now: the answer to a request of a page that was left. */
export function forPage<A extends Action>({ feature, path }: Pick<Place, 'feature' | 'path'>, action: A): A {
  return {
    ...action,
    meta: { page: { feature, path } },
  };
}

/** Any reducer: this one knows only the parts of the state it uses. */
type AnyReducer = Reducer<any, any, any>;

/**
 * Wraps the root reducer: gives each page of a feature its own state in the per-page slices, and drops the state of
 * pages that were closed. `features` answers those whose code is loaded.
 */
export function withPages<R extends AnyReducer>(reducer: R, features: () => readonly Holding[]): R {
  const reduce = reducer as unknown as (state: Values | undefined, action: Action) => Whole;
  const perPage = (feature: string) => pathsOf(features().find(({ name }) => name === feature)?.perPage);

  /** The arriving page gets its own state back, and that of the previous one is stored. */
  const change = (state: Whole, { feature, path }: Place): Whole => {
    const { owner, parked } = state.pageState;
    const before = owner[feature];
    if (before === path) return state;
    const slices = perPage(feature);
    const { [path]: own = {}, ...others } = parked;
    const left = pick(state, slices);
    const isWorthIt = before !== undefined && Object.keys(left).length > 0 && isOpen(state, before);
    return {
      ...without(state, new Set(slices)),
      ...own,
      pageState: { owner: { ...owner, [feature]: path }, parked: isWorthIt ? { ...others, [before]: left } : others },
    } as Whole;
  };

  /** An action addressed to a hidden page changes its stored state alone. */
  const reduceFor = (state: Whole, action: Action, { feature, path }: Pick<Place, 'feature' | 'path'>): Whole => {
    if (state.pageState.owner[feature] === path) return reduce(state, action);
    const slices = perPage(feature);
    const waiting = state.pageState.parked[path];
    const next = reduce({ ...state, ...waiting }, action);
    const parked = waiting ? { ...next.pageState.parked, [path]: pick(next, slices) } : next.pageState.parked;
    return { ...next, ...pick(state, slices), pageState: { ...next.pageState, parked } };
  };

  /** Pages whose state is needed: the open ones, and those that were closed with a draft. */
  const heldTabs = ({ tabs: { list, drafts } }: Whole): readonly Tab[] => [...list, ...drafts];
  const isOpen = (state: Whole, path: string) => heldTabs(state).some((tab) => tab.path === path);

  /** Features with an open page or a draft, and those they depend on. */
  const inUse = (state: Whole): ReadonlySet<string> => {
    const { place } = state.route;
    const names = heldTabs(state).flatMap(({ path }) => placeOf(path, menu.selectors.places(state))?.feature ?? []);
    if (place && !place.isTab) names.push(place.feature);
    const all = features();
    for (const name of names) names.push(...(all.find((one) => one.name === name)?.needs ?? []));
    return new Set(names);
  };

  /** After a page was closed: drops its state, and that of its feature when it was the last page. */
  const forget = (state: Whole): Whole => {
    const { owner, parked } = state.pageState;
    const used = inUse(state);
    // The frame is around every page: what it counts is not that of a tab.
    const isKept = ({ name, pages }: Holding) =>
      used.has(name) || name === frameName || Object.keys(pages).length === 0;
    const shared = new Set(features().flatMap((one) => (isKept(one) ? pathsOf(one.slices) : [])));
    const isGone = ([, path]: [feature: string, path: string]) => !isOpen(state, path);
    const gone = new Set([
      ...Object.entries(owner).flatMap((entry) => (isGone(entry) ? perPage(entry[0]) : [])),
      ...features().flatMap(({ slices }) => pathsOf(slices).filter((path) => !shared.has(path))),
    ]);
    return {
      ...without(state, gone),
      pageState: {
        owner: Object.fromEntries(Object.entries(owner).filter((entry) => !isGone(entry))),
        parked: Object.fromEntries(Object.entries(parked).filter(([path]) => isOpen(state, path))),
      },
    } as Whole;
  };

  /** Drops the state of a feature, unless one of its pages has unsaved input. */
  const reset = (state: Whole, feature: string): Whole => {
    const unsaved = [...Object.keys(state.tabs.dirty), ...state.tabs.drafts.map(({ path }) => path)];
    const isDirty = unsaved.some((path) => placeOf(path, menu.selectors.places(state))?.feature === feature);
    const own = features().find(({ name }) => name === feature);
    return isDirty ? state : (without(state, new Set(pathsOf(own?.slices))) as Whole);
  };

  /** A page that its menu does not keep alive was left: its state is dropped as if its tab were closed, unless it has
   *  unsaved input. */
  const giveUp = (state: Whole, { path }: Place): Whole => {
    const { tabs: open } = state;
    const list = open.list.filter((tab) => tab.path !== path);
    return reduce({ ...forget({ ...state, tabs: { ...open, list } }), tabs: open }, keepAlive.actions.dropped(path));
  };
  const isGivenUp = (left: Place | null, next: Place, state: Whole) =>
    left?.isFleeting === true && left.path !== next.path && !next.isOpen && !state.tabs.dirty[left.path];

  const closes = (action: Action) => tabs.actions.closed.match(action) || tabs.actions.allClosed.match(action);

  return ((state: Whole | undefined, action: Addressed) => {
    if (!state?.pageState) return reduce(state, action);
    const page = action.meta?.page;
    if (page) return reduceFor(state, action, page);
    if (keepAlive.actions.retried.match(action)) return reduce(reset(state, action.payload.feature), action);
    if (route.actions.arrived.match(action)) {
      const left = state.route.place;
      const next = reduce(change(state, action.payload), action);
      return left && isGivenUp(left, action.payload, next) ? giveUp(next, left) : next;
    }
    const next = reduce(state, action);
    // A dropped slice gets its initial state: a slice always has one.
    return closes(action) ? reduce(forget(next), { type: 'pageState/forgot' }) : next;
  }) as unknown as R;
}
