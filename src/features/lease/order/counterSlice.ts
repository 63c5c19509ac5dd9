import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { session } from '../../../store/session';

/** The paper that is to be signed with the customer present. */
export interface CounterPaper {
  id: string;
  orderId: string;
  /** e.g. 服务协议 */
  name: string;
  contractNumber: string;
  customerName: string;
}
export interface CounterForm {
  idNo: string;
  password: string;
  hasSeen: boolean;
}
export interface Handover {
  ticket: string;
  /** Where the witness goes on afterwards. */
  back: string;
}

export interface CounterState {
  paper: CounterPaper | null;
  form: CounterForm;
  /** What was left out. Names and no words beside them: tapes hide whatever stands under the name of a secret. */
  missing: readonly (keyof CounterForm)[];
  /** The server's sentence about a refused try. */
  error: string;
  isBusy: boolean;
  /** How often a problem was met: the form puts the focus on the first one each time. */
  attempts: number;
  handover: Handover | null;
}
const closed: CounterState = {
  paper: null,
  form: { idNo: '', password: '', hasSeen: false },
  missing: [],
  error: '',
  isBusy: false,
  attempts: 0,
  handover: null,
};

/** Signing at the counter: what the witness confirms before the screen is handed to the customer. */
export const counter = createSlice({
  name: 'counter',
  initialState: closed,
  reducers: {
    opened: (_, { payload }: PayloadAction<CounterPaper>): CounterState => ({ ...closed, paper: payload }),
    typed(s, { payload }: PayloadAction<Partial<CounterForm>>) {
      Object.assign(s.form, payload);
      s.missing = s.missing.filter((name) => !(name in payload));
      s.error = '';
    },
    begin(s) {
      s.isBusy = true;
      s.error = '';
    },
    misjudged(s, { payload }: PayloadAction<CounterState['missing']>) {
      Object.assign(s, { missing: payload, isBusy: false });
      s.attempts += 1;
    },
    /** Wrong, or not possible now: what was seen stays typed, the password does not. */
    denied(s, { payload }: PayloadAction<string>) {
      Object.assign(s, { error: payload, isBusy: false });
      s.form.password = '';
    },
    /** The session is open; nothing of what was typed is kept. */
    begun: (_, { payload }: PayloadAction<Handover>): CounterState => ({ ...closed, handover: payload }),
    closed: () => closed,
  },
  extraReducers: (on) => {
    on.addCase(session.actions.signedOut, () => closed);
  },
  selectors: { all: (s) => s },
});

/** What was handed to the signing page; null where nothing was, as after the page was loaded anew. */
export function handedOver(state: { counter?: CounterState }): Handover | null {
  return state.counter?.handover ?? null;
}
