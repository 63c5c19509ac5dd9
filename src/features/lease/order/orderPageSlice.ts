import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { addDays } from '../../../../contract/domain/calendar';
import { wrongPlanTerms } from '../../../../contract/domain/leasing/plan';
import { planTermsOf } from '../../../../contract/domain/leasing/record';
import type { PlanTerms } from '../../../../contract/domain/leasing/terms';
import { type FascContract, fascContract } from '../../../../contract/modules/esign/fascContract';
import { type Asset, asset } from '../../../../contract/modules/lease/asset';
import { type Collection, collection } from '../../../../contract/modules/lease/collection';
import type { Order } from '../../../../contract/modules/lease/order';
import { type PaymentPlan, paymentPlan } from '../../../../contract/modules/lease/paymentPlan';
import { type Picture, picture } from '../../../../contract/modules/lease/picture';
import { type Purchase, purchase } from '../../../../contract/modules/lease/purchase';
import { keptRestructuring } from '../../../../contract/wire/lease/restructure';
import type { HistoryEntry } from '../../../store/crud/history';
import { tabs } from '../../../store/navigation/route';
import { session } from '../../../store/session';

/** A supplier payment with the name of its object. */
export type BoughtRow = Purchase & { assetName?: string | null };

/** The parts of the page, each with its own request. */
export interface Parts {
  order: Order;
  plan: PaymentPlan[];
  contracts: FascContract[];
  pictures: Picture[];
  assets: Asset[];
  purchases: BoughtRow[];
  collection: Collection[];
  history: HistoryEntry[];
}
export type PartName = keyof Parts;
export const partNames: readonly PartName[] = [
  ...(['order', 'plan', 'contracts', 'pictures', 'assets', 'purchases', 'collection', 'history'] as const),
];
/** The menu for the same records, without which the server refuses the part. */
export const menuOf: { readonly [name in PartName]?: string } = {
  plan: paymentPlan.name,
  contracts: fascContract.name,
  pictures: picture.name,
  assets: asset.name,
  purchases: purchase.name,
  collection: collection.name,
};

export type PlanView = 'period' | 'year';
export type HistoryView = 'all' | 'signing' | 'payment' | 'change';
export interface SlotPlace {
  picType: number;
  imageIndex: number;
}
export function slotKey({ picType, imageIndex }: SlotPlace): string {
  return `${picType}-${imageIndex}`;
}

export interface OrderPageState {
  /** Address of its tab, with which the record is released. */
  path: string;
  /** Business date of the newest load, used for terms. */
  today: string;
  now: string;
  parts: { [name in PartName]?: Parts[name] };
  busy: { [name in PartName]?: true };
  /** Errors by part: the server's message, '' when it did not answer. */
  lost: { [name in PartName]?: string };
  /** The order does not exist, or the user may not see it. */
  isMissing: boolean;
  planView: PlanView;
  /** Whether the user has expanded or collapsed the plan; unset: depends on its state. */
  isPlanOpen?: boolean;
  historyView: HistoryView;
  isHistoryWhole: boolean;
  /** Who may take the next step, where the user may not. */
  nextPeople?: string;
  /** Slots with a running upload. */
  uploading: { [slot: string]: true };
}
const blank: Omit<OrderPageState, 'path' | 'today' | 'now'> = {
  parts: {},
  busy: {},
  lost: {},
  isMissing: false,
  planView: 'period',
  historyView: 'all',
  isHistoryWhole: false,
  uploading: {},
};

type Of<P> = PayloadAction<{ id: string } & P>;

/** Order pages by order id, kept until the tab closes, so that a page shown again appears at once. */
export const orderPages = createSlice({
  name: 'orderPage',
  initialState: {} as Record<string, OrderPageState>,
  reducers: {
    /** Reloads these parts of an order if it is on screen; all of them by default. */
    reload(_s, _action: Of<{ only?: readonly PartName[] }>) {},
    read(_s, _action: Of<{ path: string; only: readonly PartName[] }>) {},
    reading(
      s,
      {
        payload: { id, path, today, now, only },
      }: Of<{ path: string; today: string; now: string; only: readonly PartName[] }>,
    ) {
      const pageState: OrderPageState = { ...(s[id] ?? blank), path, today, now, isMissing: false };
      pageState.busy = { ...pageState.busy, ...Object.fromEntries(only.map((name) => [name, true])) };
      s[id] = pageState;
    },
    received(s, { payload: { id, parts } }: Of<{ parts: OrderPageState['parts'] }>) {
      const pageState = s[id];
      if (!pageState) return;
      if (parts.order?.businessStatus !== pageState.parts.order?.businessStatus && parts.order)
        delete pageState.nextPeople;
      Object.assign(pageState.parts, parts);
      for (const name of Object.keys(parts) as PartName[]) {
        delete pageState.busy[name];
        delete pageState.lost[name];
      }
    },
    lost(s, { payload: { id, name, text } }: Of<{ name: PartName; text: string }>) {
      const pageState = s[id];
      if (!pageState) return;
      delete pageState.busy[name];
      pageState.lost[name] = text;
    },
    nextKnown(s, { payload: { id, names } }: Of<{ names: string }>) {
      if (s[id]) s[id].nextPeople = names;
    },
    missing(s, { payload: { id } }: Of<unknown>) {
      const pageState = s[id];
      if (pageState) Object.assign(pageState, { parts: {}, busy: {}, lost: {}, isMissing: true });
    },

    viewPlan(s, { payload: { id, view } }: Of<{ view: PlanView }>) {
      if (s[id]) s[id].planView = view;
    },
    openPlan(s, { payload: { id, on } }: Of<{ on: boolean }>) {
      if (s[id]) s[id].isPlanOpen = on;
    },
    viewHistory(s, { payload: { id, view } }: Of<{ view: HistoryView }>) {
      if (s[id]) Object.assign(s[id], { historyView: view, isHistoryWhole: false });
    },
    unfoldHistory(s, { payload: { id } }: Of<unknown>) {
      if (s[id]) s[id].isHistoryWhole = true;
    },

    /** Opens the file dialog for a slot; an existing picture is replaced. */
    upload(_s, _action: Of<SlotPlace>) {},
    uploading(s, { payload }: Of<SlotPlace>) {
      const pageState = s[payload.id];
      if (pageState) pageState.uploading[slotKey(payload)] = true;
    },
    uploaded(_s, _action: Of<SlotPlace>) {},
    /** The upload has ended, with or without success. */
    uploadEnded(s, { payload }: Of<SlotPlace>) {
      delete s[payload.id]?.uploading[slotKey(payload)];
    },
    removePicture(_s, _action: Of<{ pictureId: string }>) {},
    pictureRemoved(_s, _action: Of<{ pictureId: string }>) {},
  },
  extraReducers: (on) => {
    on.addCase(tabs.actions.closed, (s, { payload }) => {
      for (const [id, { path }] of Object.entries(s)) if (path === payload) delete s[id];
    })
      .addCase(tabs.actions.allClosed, () => ({}))
      .addCase(session.actions.signedOut, () => ({}));
  },
  selectors: {
    pageState: (s, id: string): OrderPageState | undefined => s[id],
    isUploading: (s, { id, ...place }: { id: string } & SlotPlace) => s[id]?.uploading[slotKey(place)] === true,
    /** The parts that a retry has to load: failed or not loaded yet. */
    /** Parts whose question had no answer. */
    cutOff: (s, id: string): readonly PartName[] => partNames.filter((name) => s[id]?.lost[name] === ''),
    gaps: (s, id: string): readonly PartName[] =>
      partNames.filter((name) => s[id]?.lost[name] !== undefined || s[id]?.busy[name]),
  },
});

/**
 * The terms of the plan; null while the order lacks some of them. A missing start date is assumed as the server would
 * set it: the day after the voucher was confirmed, but not before today. Those of a restructuring in force are of what was
 * unpaid then.
 */
export function planTerms(held: Order, today: string): { terms: PlanTerms; isAssumed: boolean } | null {
  const kept = keptRestructuring(held.restructured);
  if (kept) return { terms: kept.terms, isAssumed: false };
  const afterVoucher = addDays(held.voucherTime?.slice(0, 10) ?? today, 1);
  const assumed = afterVoucher > today ? afterVoucher : today;
  const terms = { ...planTermsOf(held), interestDate: held.interestDate ?? assumed };
  return wrongPlanTerms(terms).length > 0 ? null : { terms, isAssumed: !held.interestDate };
}
