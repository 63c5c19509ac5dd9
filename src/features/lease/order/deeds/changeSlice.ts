import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Order } from '../../../../../contract/modules/lease/order';
import { session } from '../../../../store/session';

export interface ChangeForm {
  bankCardCode: string;
  bankName: string;
  interestDate: string;
  reason: string;
}
export interface ChangeState {
  held: Order | null;
  form: ChangeForm;
  wrong: readonly (keyof ChangeForm)[];
  error: string;
  isBusy: boolean;
  attempts: number;
}
const closed: ChangeState = {
  held: null,
  form: { bankCardCode: '', bankName: '', interestDate: '', reason: '' },
  wrong: [],
  error: '',
  isBusy: false,
  attempts: 0,
};

/** The dialog in which a change of account or start is asked for. */
export const changeForm = createSlice({
  name: 'changeForm',
  initialState: closed,
  reducers: {
    opened: (_, { payload }: PayloadAction<Order>): ChangeState => ({
      ...closed,
      held: payload,
      form: {
        bankCardCode: payload.bankCardCode ?? '',
        bankName: payload.bankName ?? '',
        interestDate: payload.interestDate ?? '',
        reason: '',
      },
    }),
    typed(s, { payload }: PayloadAction<Partial<ChangeForm>>) {
      Object.assign(s.form, payload);
      s.wrong = s.wrong.filter((name) => !(name in payload));
      s.error = '';
    },
    send(s) {
      s.isBusy = true;
      s.error = '';
    },
    misjudged(s, { payload }: PayloadAction<ChangeState['wrong']>) {
      Object.assign(s, { wrong: payload, isBusy: false });
      s.attempts += 1;
    },
    denied(s, { payload }: PayloadAction<string>) {
      Object.assign(s, { error: payload, isBusy: false });
    },
    closed: () => closed,
  },
  extraReducers: (on) => {
    on.addCase(session.actions.signedOut, () => closed);
  },
  selectors: { all: (s) => s },
});
