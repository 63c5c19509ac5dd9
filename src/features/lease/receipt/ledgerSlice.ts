import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { LedgerEntry } from '../../../../contract/wire/ledger/entries';
import { session } from '../../../store/session';
import { deed, type OpenRow } from '../deed/deedSlice';

/** Whose entries are shown: those of an order, of one instalment, or of a customer. `name` is how people know it. */
export interface LedgerSubject {
  of: 'order' | 'plan' | 'customer';
  id: string;
  name: string;
  /** Whose balances are shown beside them. */
  customerId?: string;
  customerName?: string;
  /** Unpaid instalments of an order, which a balance can be used for. */
  rows?: readonly OpenRow[];
}
/**
 * What a customer prepaid, and was paid in advance; of an order, what came before its start, the principal that is owed
 * back since, and the deposit that is held. Decimal yuan.
 */
export interface Balances {
  prepaid: string;
  advanced: string;
  order?: string;
  principal?: string;
  deposit?: string;
}
interface LedgerState {
  subject: LedgerSubject | null;
  entries: LedgerEntry[] | null;
  balances: Balances | null;
  /** Why there are none; `*` before a text of the console. */
  problem: string;
}
const initial: LedgerState = { subject: null, entries: null, balances: null, problem: '' };

/** The dialog with the entries of an order or a customer. */
export const ledger = createSlice({
  name: 'ledger',
  initialState: initial,
  reducers: {
    show: (_s, { payload }: PayloadAction<LedgerSubject>) => ({ ...initial, subject: payload }),
    received(
      s,
      {
        payload: { id, entries, balances },
      }: PayloadAction<{ id: string } & Pick<LedgerState, 'balances'> & { entries: LedgerEntry[] }>,
    ) {
      if (s.subject?.id === id) Object.assign(s, { entries, balances });
    },
    failed(s, { payload }: PayloadAction<string>) {
      s.problem = payload;
    },
    close: () => initial,
  },
  extraReducers: (on) =>
    on.addCase(session.actions.signedOut, () => initial).addCase(deed.actions.opened, () => initial),
  selectors: { all: (s) => s },
});
