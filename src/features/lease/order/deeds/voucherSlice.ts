import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Voucher, VoucherView } from '../../../../../contract/wire/lease/voucher';
import { session } from '../../../../store/session';

export interface VoucherForm extends Voucher {
  reason: string;
}
export interface VoucherState {
  /** The order whose voucher is confirmed; null while the dialog is closed. */
  paper: { id: string; code: string; customer: string; view: VoucherView } | null;
  form: VoucherForm;
  /** Fields that are missing or wrong. */
  wrong: readonly (keyof VoucherForm)[];
  /** Why others have to decide on it first, and who may; '' where they do not. */
  waits: string;
  /** The server's message about a refused try. */
  error: string;
  isBusy: boolean;
}
const closed: VoucherState = {
  paper: null,
  form: { amount: '', date: '', payer: '', serial: '', reason: '' },
  wrong: [],
  waits: '',
  error: '',
  isBusy: false,
};

/** The dialog in which a voucher is compared with what came in. */
export const voucherForm = createSlice({
  name: 'voucherForm',
  initialState: closed,
  reducers: {
    opened: (_, { payload }: PayloadAction<NonNullable<VoucherState['paper']>>): VoucherState => ({
      ...closed,
      paper: payload,
      form: { ...payload.view.proposed, reason: '' },
    }),
    typed(s, { payload }: PayloadAction<Partial<VoucherForm>>) {
      Object.assign(s.form, payload);
      s.wrong = s.wrong.filter((name) => !(name in payload));
      s.error = '';
    },
    foretold(s, { payload }: PayloadAction<string>) {
      s.waits = payload;
    },
    confirm(s) {
      s.isBusy = true;
      s.error = '';
    },
    misjudged(s, { payload }: PayloadAction<VoucherState['wrong']>) {
      Object.assign(s, { wrong: payload, isBusy: false });
    },
    denied(s, { payload }: PayloadAction<string>) {
      Object.assign(s, { error: payload, isBusy: false });
    },
    closed: () => closed,
  },
  extraReducers: (on) => {
    on.addCase(session.actions.signedOut, () => closed);
  },
  selectors: { typed: ({ paper, form }) => paper && form, all: (s) => s },
});
