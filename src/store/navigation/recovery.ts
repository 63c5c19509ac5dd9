import { type Action, createSlice, type PayloadAction, type Reducer } from '@reduxjs/toolkit';
import { type SignedOutHow, session } from '../session';
import { type MenuState, menu } from './menu';
import { type Holding, type PageStates, stateOf } from './pageState';
import { placeOf, type Tab, tabs } from './route';

type Values = Record<string, unknown>;

/** A page with unsaved input, as it was when its session ended. */
export interface Draft {
  tab: Tab;
  feature: string;
  /** The state of the feature, by the names of its slices. */
  states: Values;
}
export interface RecoveryState {
  /** Their person; they are never offered to another one. '' when there are none. */
  userId: string;
  drafts: Draft[];
}
const none: RecoveryState = { userId: '', drafts: [] };

/**
 * Unsaved input from when the server, or another window, ended the session. In memory alone, until the same person signs
 * in again; another person's sign-in, and a deliberate sign-out in this window, delete it.
 */
export const recovery = createSlice({
  name: 'recovery',
  initialState: none,
  reducers: {
    setAside: (_s, { payload }: PayloadAction<RecoveryState>) => payload,
    /** The person accepts the offer. */
    restore() {},
    restored: (_s, _action: PayloadAction<Draft[]>) => none,
  },
  extraReducers: (on) =>
    on
      .addCase(session.actions.signedOut, () => none)
      .addCase(session.actions.signedIn, (s, { payload: { userId } }) => (userId === s.userId ? s : none)),
  selectors: { all: (s) => s },
});

interface Whole extends Values {
  recovery: RecoveryState;
  pageState: PageStates;
  session: { user: { userId: string } | null };
  tabs: { list: Tab[]; dirty: Record<string, true>; drafts: Tab[] };
  menu: MenuState;
}

/** Requests in flight are gone: a form still marked as busy could never be sent. */
function released(value: unknown, name = ''): unknown {
  const isFlag = ['busy', 'isBusy', 'locked'].includes(name);
  if (isFlag && typeof value === 'boolean') return false;
  if (isFlag && typeof value === 'string') return null;
  if (value === null || typeof value !== 'object') return value;
  if (isFlag) return Array.isArray(value) ? [] : {};
  if (Array.isArray(value)) return value.map((item) => released(item));
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, released(held, key)]));
}

/** The pages of this state with unsaved input, also those that were closed with it. */
function collect(state: Whole, features: readonly Holding[]): RecoveryState {
  const { user } = state.session;
  if (!user?.userId) return none;
  const { list, dirty, drafts: closed } = state.tabs;
  const found = [...list.filter(({ path }) => dirty[path]), ...closed].flatMap((tab): Draft[] => {
    const { path } = tab;
    const name = placeOf(path, menu.selectors.places(state))?.feature;
    const feature = features.find((one) => one.name === name);
    if (!feature) return [];
    const own = stateOf(state, path);
    const states = feature.slices.map(({ reducerPath }) => [reducerPath, released(own[reducerPath])] as const);
    return [{ tab, feature: feature.name, states: Object.fromEntries(states.filter(([, held]) => held)) }];
  });
  return found.length > 0 ? { userId: user.userId, drafts: found } : none;
}

function bringBack(state: Whole, found: readonly Draft[], features: readonly Holding[]): Whole {
  let next = state;
  for (const { tab, feature, states } of found) {
    const perPage = new Set(
      features.find(({ name }) => name === feature)?.perPage?.map(({ reducerPath }) => reducerPath) ?? [],
    );
    const entries = Object.entries(states);
    const own = Object.fromEntries(entries.filter(([name]) => perPage.has(name)));
    const shared = Object.fromEntries(entries.filter(([name]) => !perPage.has(name)));
    next = {
      ...next,
      ...shared,
      pageState: { ...next.pageState, parked: { ...next.pageState.parked, [tab.path]: own } },
      tabs: {
        ...next.tabs,
        list: [...next.tabs.list.filter(({ path }) => path !== tab.path), tab],
        dirty: { ...next.tabs.dirty, [tab.path]: true },
      },
    };
  }
  return next;
}

function keepsInput(how: SignedOutHow | undefined): boolean {
  return how !== undefined && ('forced' in how || 'keeps' in how);
}

/** Wraps the root reducer outside of `withPages`: sees the state before and after the end of a session. */
export function withRecovery<S extends object>(reducer: Reducer<S>, features: () => readonly Holding[]): Reducer<S> {
  const reduce = reducer as unknown as (state: Whole | undefined, action: Action) => Whole;
  return ((state: Whole | undefined, action: Action) => {
    if (state && session.actions.signedOut.match(action) && keepsInput(action.payload)) {
      const drafts = collect(state, features());
      return reduce(reduce(state, action), recovery.actions.setAside(drafts));
    }
    const next = reduce(state, action);
    if (state && recovery.actions.restored.match(action)) return bringBack(next, action.payload, features());
    // Closing all tabs drops the drafts as well.
    return tabs.actions.allClosed.match(action) ? reduce(next, recovery.actions.setAside(none)) : next;
  }) as unknown as Reducer<S>;
}
