import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Direction } from '../../../../contract/domain/lifecycle/direction';
import type { Unguarded } from '../../../../contract/domain/unguarded';
import type { Order } from '../../../../contract/modules/lease/order';
import type { PaymentPlan } from '../../../../contract/modules/lease/paymentPlan';
import type { PaymentSide } from '../../../../contract/wire/lease/payments';
import { session } from '../../../store/session';

/** What is due and overdue, of each direction that has any. */
export interface DueFigures {
  sides: PaymentSide[];
}
/** Number of orders in a state, and their principal in yuan, of each direction that they have. */
export interface StateCount {
  businessStatus: number;
  count: number;
  sides?: { direction: Direction; count: number; totalAmount: string }[];
  /** Of these, how many still owe their customer a refund. */
  refunds?: number;
}
interface Answers {
  states: StateCount[];
  due: DueFigures;
  newest: Order[];
  /** Instalments due in the next seven days, the first ones. */
  soon: PaymentPlan[];
  unguarded: Unguarded;
}
/** Setup steps: whether each is done. Missing: this user cannot do it. */
export const firstSteps = ['company', 'product', 'customer'] as const;
export type FirstStep = (typeof firstSteps)[number];

/** The parts of the page, loaded in parallel; a failed one does not affect the others. */
export type WelcomePart = keyof Answers;

export interface WelcomeState extends Partial<Answers> {
  /** yyyy-MM-dd HH:mm:ss when what is shown was asked for; '' before the first answer. */
  asOf: string;
  /** The same of the last request. */
  askedAt: string;
  /** Parts this user may see. */
  parts: WelcomePart[];
  lost: { [part in WelcomePart]?: true };
  /** Loaded while the user sees no orders. */
  steps?: { [step in FirstStep]?: boolean };
  /** The record of the company, whose name is a step. */
  companyId?: string;
  isBusy: boolean;
}
const blank: WelcomeState = { asOf: '', askedAt: '', parts: [], lost: {}, isBusy: false };

export const welcome = createSlice({
  name: 'welcome',
  initialState: blank,
  reducers: {
    load(s) {
      s.isBusy = true;
    },
    asked(s, { payload }: PayloadAction<{ askedAt: string; parts: WelcomePart[] }>) {
      Object.assign(s, payload);
    },
    /** Older values stay until the new ones arrive. */
    received(s, { payload }: PayloadAction<Partial<Answers>>) {
      Object.assign(s, payload);
      s.asOf = s.askedAt;
      for (const part of Object.keys(payload)) delete s.lost[part as WelcomePart];
    },
    steps(s, { payload }: PayloadAction<Pick<WelcomeState, 'steps' | 'companyId'>>) {
      Object.assign(s, { steps: undefined, companyId: undefined }, payload);
    },
    lost(s, { payload: part }: PayloadAction<WelcomePart>) {
      s.lost[part] = true;
    },
    loaded(s) {
      s.isBusy = false;
    },
  },
  extraReducers: (on) => on.addCase(session.actions.signedOut, () => blank),
  selectors: { all: (s) => s },
});
