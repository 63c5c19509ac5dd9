import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Fields } from '../../../../contract/schema/fields';
import { initialDraft } from '../../../../contract/schema/fields';
import { judge, type Problems } from '../../../../contract/schema/validate';
import { bookingFields, claimFields, type Outcome } from '../../../../contract/wire/ledger/booking';
import { session } from '../../../store/session';

/** The receipt of which the unclaimed rest is booked. */
export interface Claimed {
  id: string;
  name: string;
  /** Decimal yuan. */
  openAmount: string;
}
/** What a new movement begins with. */
export interface Beginning {
  customerId?: string;
  customerName?: string;
  orderId?: string;
  contractCode?: string;
}
export interface BookingState {
  isOpen: boolean;
  /** null for a new movement. */
  claimed: Claimed | null;
  /** The one order that it is booked to; without it all orders of the customer. */
  only: { orderId: string; contractCode: string } | null;
  draft: Record<string, unknown>;
  problems: Problems;
  /** What it would be booked to; null before the first answer. */
  trial: Outcome | null;
  /** Why it cannot be booked, or not tried. */
  refusal: string;
  /** Key of the attempt: repeating it books nothing twice. */
  key: string;
  busy: { trial?: true; booking?: true };
}
const initial: BookingState = {
  isOpen: false,
  claimed: null,
  only: null,
  draft: {},
  problems: {},
  trial: null,
  refusal: '',
  key: '',
  busy: {},
};

/** The fields that the dialog shows. */
export function fieldsOf({ claimed }: Pick<BookingState, 'claimed'>): Fields {
  return claimed ? claimFields : bookingFields;
}
/** Why the draft cannot be booked yet, by field. */
export function problemsOf({ claimed, draft }: Pick<BookingState, 'claimed' | 'draft'>): Problems {
  return judge(fieldsOf({ claimed }), draft);
}

/** The dialog in which money that has moved is booked, and in which what was unclaimed is. */
export const booking = createSlice({
  name: 'booking',
  initialState: initial,
  reducers: {
    begin(_s, _action: PayloadAction<Beginning>) {},
    claim(_s, _action: PayloadAction<Claimed>) {},
    opened(_s, { payload }: PayloadAction<Beginning & { today: string; key: string; claimed: Claimed | null }>) {
      const { today, key, claimed, customerId, customerName, orderId, contractCode } = payload;
      const draft = {
        ...initialDraft(fieldsOf({ claimed })),
        ...(claimed ? {} : { valueDate: today }),
        ...(customerId ? { customerId, customerName } : {}),
      };
      const only = orderId ? { orderId, contractCode: contractCode ?? '' } : null;
      return { ...initial, isOpen: true, claimed, only, draft, key };
    },
    type(s, { payload }: PayloadAction<Record<string, unknown>>) {
      Object.assign(s.draft, payload);
      for (const name of Object.keys(payload)) delete s.problems[name];
      s.refusal = '';
    },
    trying(s) {
      s.busy.trial = true;
    },
    tried(s, { payload }: PayloadAction<Outcome | null>) {
      s.trial = payload;
      s.refusal = '';
      delete s.busy.trial;
    },
    tryRefused(s, { payload }: PayloadAction<string>) {
      s.trial = null;
      s.refusal = payload;
      delete s.busy.trial;
    },
    book(s) {
      s.problems = problemsOf(s);
      if (Object.keys(s.problems).length === 0) s.busy.booking = true;
    },
    bookRefused(s, { payload }: PayloadAction<string>) {
      s.refusal = payload;
      delete s.busy.booking;
    },
    booked: () => initial,
    close: () => initial,
  },
  extraReducers: (on) => on.addCase(session.actions.signedOut, () => initial),
  selectors: { all: (s) => s },
});
