import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { fascContract } from '../../../../contract/modules/esign/fascContract';
import type { Customer } from '../../../../contract/modules/lease/customer';
import { order } from '../../../../contract/modules/lease/order';
import { paymentPlan } from '../../../../contract/modules/lease/paymentPlan';
import { picture } from '../../../../contract/modules/lease/picture';
import { messageLog } from '../../../../contract/modules/resource/messageLog';
import type { Module, Page, Row } from '../../../../contract/schema/module';
import type { CustomerOverview } from '../../../../contract/wire/customerOverview';
import type { HistoryEntry } from '../../../store/crud/history';
import { tabs } from '../../../store/navigation/route';
import { session } from '../../../store/session';

/** Parts of the page that are always read, each with its own request. */
export interface Parts {
  customer: Customer;
  overview: CustomerOverview;
}
export type PartName = keyof Parts;

/** The lists of the page, by the name of their tab. Papers are two lists. */
export const listsOf = {
  orders: [order],
  plan: [paymentPlan],
  papers: [fascContract, picture],
  messages: [messageLog],
  history: [],
} as const satisfies Record<string, readonly unknown[]>;
export type TabName = keyof typeof listsOf;
export const tabNames = Object.keys(listsOf) as TabName[];
export function modulesOf(tab: TabName): readonly Module[] {
  return listsOf[tab] as unknown as readonly Module[];
}

/** Rows of a list on one page. */
export const listSize = 30;

export interface ListState {
  rows: Row[] | null;
  total: number;
  current: number;
  isBusy: boolean;
  /** The server's message, '' when it did not answer. */
  lost?: string;
}
const unread: ListState = { rows: null, total: 0, current: 1, isBusy: false };

/** Instalments that are shown: those that are unpaid, the oldest first, or all. */
export type PlanShown = 'unpaid' | 'all';

export interface CustomerPageState {
  /** Address of its tab, with which the page is released. */
  path: string;
  parts: { [name in PartName]?: Parts[name] };
  lost: { [name in PartName]?: string };
  /** The customer does not exist, or the person may not see it. */
  isMissing: boolean;
  tab: TabName;
  planShown: PlanShown;
  /** By the name of the module. */
  lists: Record<string, ListState>;
  history: { entries: HistoryEntry[] | null; lost?: string };
}

type Of<P = unknown> = PayloadAction<{ id: string } & P>;

function listIn(state: CustomerPageState, module: string): ListState {
  state.lists[module] ??= { ...unread };
  return state.lists[module];
}

/** Pages of customers by id, kept until the tab closes, so that a page shown again appears at once. */
export const customerPages = createSlice({
  name: 'customerPage',
  initialState: {} as Record<string, CustomerPageState>,
  reducers: {
    reading(s, { payload: { id, path } }: Of<{ path: string }>) {
      const held = s[id] ?? { parts: {}, lists: {}, tab: 'orders', planShown: 'unpaid', history: { entries: null } };
      s[id] = { ...held, path, lost: {}, isMissing: false } as CustomerPageState;
    },
    received(s, { payload: { id, parts } }: Of<{ parts: CustomerPageState['parts'] }>) {
      if (s[id]) Object.assign(s[id].parts, parts);
    },
    lost(s, { payload: { id, name, text } }: Of<{ name: PartName; text: string }>) {
      if (s[id]) s[id].lost[name] = text;
    },
    missing(s, { payload: { id } }: Of) {
      if (s[id]) Object.assign(s[id], { parts: {}, lists: {}, isMissing: true });
    },
    /** Reads everything on screen again. */
    reload(_s, _action: Of) {},

    show(s, { payload: { id, tab } }: Of<{ tab: TabName }>) {
      if (s[id]) s[id].tab = tab;
    },
    showPlan(s, { payload: { id, shown } }: Of<{ shown: PlanShown }>) {
      if (!s[id]) return;
      s[id].planShown = shown;
      delete s[id].lists[paymentPlan.name];
    },
    list(s, { payload: { id, module, current } }: Of<{ module: string; current?: number }>) {
      if (!s[id]) return;
      const list = listIn(s[id], module);
      Object.assign(list, { isBusy: true, current: current ?? list.current });
    },
    listed(s, { payload: { id, module, page } }: Of<{ module: string; page: Pick<Page, 'records' | 'total'> }>) {
      if (!s[id]) return;
      const list = listIn(s[id], module);
      Object.assign(list, { rows: page.records, total: page.total, isBusy: false });
      delete list.lost;
    },
    listLost(s, { payload: { id, module, text } }: Of<{ module: string; text: string }>) {
      if (s[id]) Object.assign(listIn(s[id], module), { isBusy: false, lost: text });
    },
    historyRead(s, { payload: { id, entries } }: Of<{ entries: HistoryEntry[] }>) {
      if (s[id]) s[id].history = { entries };
    },
    historyLost(s, { payload: { id, text } }: Of<{ text: string }>) {
      if (s[id]) s[id].history.lost = text;
    },
  },
  extraReducers: (on) => {
    on.addCase(tabs.actions.closed, (s, { payload }) => {
      for (const [id, { path }] of Object.entries(s)) if (path === payload) delete s[id];
    })
      .addCase(tabs.actions.allClosed, () => ({}))
      .addCase(session.actions.signedOut, () => ({}));
  },
  selectors: {
    pageState: (s, id: string): CustomerPageState | undefined => s[id],
    list: (s, id: string, module: string): ListState => s[id]?.lists[module] ?? unread,
  },
});
