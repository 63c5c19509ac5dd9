import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { addDays } from '../../../../contract/domain/calendar';
import { type Terms, wrongTerms } from '../../../../contract/domain/schedule';
import { type FascContract, fascContract } from '../../../../contract/modules/lease/fascContract';
import type { Order } from '../../../../contract/modules/lease/order';
import { type PaymentPlan, paymentPlan } from '../../../../contract/modules/lease/paymentPlan';
import { type Picture, picture } from '../../../../contract/modules/lease/picture';
import type { HistoryEntry } from '../../../store/crud/history';
import { tabs } from '../../../store/navigation/route';
import { session } from '../../../store/session';
import { termsOf } from './orderFormSlice';

/** What the page reads, each by a call of its own. */
export interface Parts {
  order: Order;
  plan: PaymentPlan[];
  contracts: FascContract[];
  pictures: Picture[];
  history: HistoryEntry[];
}
export type PartName = keyof Parts;
export const partNames: readonly PartName[] = ['order', 'plan', 'contracts', 'pictures', 'history'];
/** The menu that shows the same records: who has none is refused them here too. */
export const menuOf: { readonly [name in PartName]?: string } = {
  plan: paymentPlan.name,
  contracts: fascContract.name,
  pictures: picture.name,
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
  /** Its tab: when that closes, the record is forgotten. */
  path: string;
  /** Business date of the newest reading; terms are counted up to it. */
  today: string;
  now: string;
  parts: { [name in PartName]?: Parts[name] };
  busy: { [name in PartName]?: true };
  /** Why a part could not be had: the server's sentence, '' when nothing answered. */
  lost: { [name in PartName]?: string };
  /** There is no such order, or it is not this person's to see. */
  isMissing: boolean;
  planView: PlanView;
  /** Whether the plan was unfolded or folded by hand; unset: as its state has it. */
  isPlanOpen?: boolean;
  historyView: HistoryView;
  isHistoryWhole: boolean;
  /** Slots with a picture on its way. */
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

/** The pages of single orders, by order. What was read stays until its tab closes, so that coming back shows it at once. */
export const orderPages = createSlice({
  name: 'orderCockpit',
  initialState: {} as Record<string, OrderPageState>,
  reducers: {
    /** Read these parts of an order again if it is on screen; all of them unless said. */
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

    /** Let the person choose a picture for a slot; one that is there already is replaced. */
    upload(_s, _action: Of<SlotPlace>) {},
    uploading(s, { payload }: Of<SlotPlace>) {
      const pageState = s[payload.id];
      if (pageState) pageState.uploading[slotKey(payload)] = true;
    },
    uploaded(_s, _action: Of<SlotPlace>) {},
    /** The upload is over, whatever came of it. */
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
    /** What a retry has to read: every part that failed or was left behind on the way. */
    gaps: (s, id: string): readonly PartName[] =>
      partNames.filter((name) => s[id]?.lost[name] !== undefined || s[id]?.busy[name]),
  },
});

/**
 * What the schedule of an order is worked out from; null while the order does not say enough. Before the start is
 * agreed it is assumed as the server would set it if all went well today: the day after the voucher was confirmed, but
 * not before today.
 */
export function planTerms(held: Order, today: string): { terms: Terms; isAssumed: boolean } | null {
  const afterVoucher = addDays(held.voucherTime?.slice(0, 10) ?? today, 1);
  const assumed = afterVoucher > today ? afterVoucher : today;
  const terms = { ...termsOf(held), interestDate: held.interestDate ?? assumed };
  return wrongTerms(terms).length > 0 ? null : { terms, isAssumed: !held.interestDate };
}
