import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import {
  type FascContract,
  fascContract,
  isWaiting,
  providers,
} from '../../../../../contract/modules/esign/fascContract';
import { session } from '../../../../store/session';

/** The contract to be signed at the counter. */
export type CounterPaper = Pick<FascContract, 'id' | 'orderId' | 'type' | 'contractNumber' | 'customerName'>;
export interface CounterForm {
  idNo: string;
  password: string;
  hasSeen: boolean;
}
export interface Handover {
  ticket: string;
  /** Address to which the witness returns. */
  back: string;
}

export interface CounterState {
  paper: CounterPaper | null;
  form: CounterForm;
  /** Missing fields, as names without texts: recordings mask values under the name of a secret. */
  missing: readonly (keyof CounterForm)[];
  /** The server's message about a refused try. */
  error: string;
  isBusy: boolean;
  handover: Handover | null;
}
const closed: CounterState = {
  paper: null,
  form: { idNo: '', password: '', hasSeen: false },
  missing: [],
  error: '',
  isBusy: false,
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
    },
    /** Refused: the confirmed items stay, the password is cleared. */
    denied(s, { payload }: PayloadAction<string>) {
      Object.assign(s, { error: payload, isBusy: false });
      s.form.password = '';
    },
    /** The session is open, and all typed values are cleared. */
    begun: (_, { payload }: PayloadAction<Handover>): CounterState => ({ ...closed, handover: payload }),
    closed: () => closed,
  },
  extraReducers: (on) => {
    on.addCase(session.actions.signedOut, () => closed);
  },
  selectors: { typed: ({ paper, form }) => paper && form, all: (s) => s },
});

export const counterPermission = `${fascContract.name}_counter`;
/** Whether a contract can be signed at the counter: another company's service has its own pages. */
export function isSignedHere(paper: FascContract): boolean {
  return isWaiting(paper) && paper.provider !== providers.fasc;
}
export function openCounter({ id, orderId, type, contractNumber, customerName }: FascContract) {
  return counter.actions.opened({ id, orderId, type, contractNumber, customerName });
}

/** Session for the signing page; null without one, as after a reload of the page. */
export function handedOver(state: { counter?: CounterState }): Handover | null {
  return state.counter?.handover ?? null;
}
