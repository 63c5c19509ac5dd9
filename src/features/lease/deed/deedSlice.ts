import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Problems } from '../../../../contract/schema/validate';
import { session } from '../../../store/session';
import type { DeedName } from './deeds';

/** An unpaid instalment that money can be booked to. */
export interface OpenRow {
  id: string;
  name: string;
  paymentDate: string;
  /** Decimal yuan, the late charge included. */
  openAmount: string;
}
/** What a deed is about. `name` is how people know it. Amounts are decimal yuan. */
export interface Subject {
  name: string;
  id?: string;
  version?: string;
  customerId?: string;
  customerName?: string;
  orderId?: string;
  contractCode?: string;
  /** Which way the money flowed: one of the directions of receipts. */
  way?: 1 | 2;
  /** The most that can be claimed, used, waived or returned. */
  amount?: string;
  /** Unpaid instalments to choose from. */
  rows?: readonly OpenRow[];
  /** Values that the form begins with. */
  first?: Record<string, unknown>;
  /** An exit may have another rate for all its days. */
  hasExitRate?: boolean;
  /** The lease has started. */
  isRunning?: boolean;
  /** What the signed contracts let happen: as `deed.change.effect`. */
  effect?: 'issued' | 'signed' | 'running';
  /** Lines of a bank. */
  lineIds?: readonly string[];
  /** A file that was picked. */
  file?: string;
  /** What was read before the dialog opened. */
  found?: Record<string, unknown>;
}
export interface DeedState {
  name: DeedName | null;
  subject: Subject;
  draft: Record<string, unknown>;
  problems: Problems;
  /** What the server says would happen; null before its answer. */
  trial: unknown;
  /** Why others have to decide on it first, and who may; '' where they do not. */
  waits: string;
  /** Why it cannot be done or tried: the server's sentence, or `*` before a text of the console. */
  refusal: string;
  /** Key of the attempt: repeating it does nothing twice. */
  key: string;
  busy: { trial?: true; sending?: true };
}
const closed: DeedState = {
  name: null,
  subject: { name: '' },
  draft: {},
  problems: {},
  trial: null,
  waits: '',
  refusal: '',
  key: '',
  busy: {},
};

/** The dialog in which a person does something with an order or its money: one at a time. */
export const deed = createSlice({
  name: 'deed',
  initialState: closed,
  reducers: {
    begin(_s, _action: PayloadAction<{ name: DeedName; subject: Subject }>) {},
    opened: (_s, { payload }: PayloadAction<Pick<DeedState, 'name' | 'subject' | 'draft' | 'key'>>): DeedState => ({
      ...closed,
      ...payload,
    }),
    type(s, { payload }: PayloadAction<Record<string, unknown>>) {
      Object.assign(s.draft, payload);
      for (const name of Object.keys(payload)) delete s.problems[name];
      s.refusal = '';
    },
    trying(s) {
      s.busy.trial = true;
    },
    tried(s, { payload }: PayloadAction<unknown>) {
      s.trial = payload;
      if (payload === null) s.waits = '';
      delete s.busy.trial;
    },
    foretold(s, { payload }: PayloadAction<string>) {
      s.waits = payload;
    },
    tryRefused(s, { payload }: PayloadAction<string>) {
      s.trial = null;
      s.waits = '';
      s.refusal = payload;
      delete s.busy.trial;
    },
    send(s) {
      s.busy.sending = true;
    },
    refused(s, { payload: { text, problems } }: PayloadAction<{ text: string; problems: Problems }>) {
      s.refusal = text;
      s.problems = problems;
      delete s.busy.sending;
    },
    /** Done, or waiting for the decision of others. */
    done: (_s, _action: PayloadAction<{ name: DeedName; subject: Subject }>): DeedState => closed,
    close: () => closed,
  },
  extraReducers: (on) => on.addCase(session.actions.signedOut, () => closed),
  selectors: { typed: ({ name, draft }) => name && draft, all: (s) => s },
});
