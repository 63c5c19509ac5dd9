import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { session } from '../../../store/session';

/** Papers that a customer can be given, and the call that prints each. */
export const paperCalls = {
  receipt: '/blade-receipt/receipt/paper',
  certificate: '/blade-order/order/certificate',
  statement: '/blade-customer/customer/statement',
} as const;
export type PaperName = keyof typeof paperCalls;

export interface StatementForm {
  from: string;
  to: string;
}
interface OutgoingState {
  /** The customer whose statement is asked for. */
  customer: { id: string; name: string } | null;
  form: StatementForm;
  problem: string;
  isBusy: boolean;
}
const initial: OutgoingState = { customer: null, form: { from: '', to: '' }, problem: '', isBusy: false };

/** Papers for customers: the dialog that asks for the days of a statement, and what is being printed. */
export const outgoing = createSlice({
  name: 'outgoing',
  initialState: initial,
  reducers: {
    /** Ask for the days of a customer's statement. */
    ask: (_s, { payload }: PayloadAction<{ id: string; name: string }>) => ({ ...initial, customer: payload }),
    /** The last three months that have ended. */
    offered(s, { payload }: PayloadAction<StatementForm>) {
      s.form = payload;
    },
    typed(s, { payload }: PayloadAction<Partial<StatementForm>>) {
      Object.assign(s.form, payload);
      s.problem = '';
    },
    send(s) {
      s.isBusy = true;
      s.problem = '';
    },
    failed(s, { payload }: PayloadAction<string>) {
      Object.assign(s, { problem: payload, isBusy: false });
    },
    closed: () => initial,
    /** Print a paper of a record. */
    print(_s, _action: PayloadAction<{ paper: Exclude<PaperName, 'statement'>; id: string }>) {},
  },
  extraReducers: (on) => on.addCase(session.actions.signedOut, () => initial),
  selectors: { typed: ({ customer, form }) => customer && form, all: (s) => s },
});
