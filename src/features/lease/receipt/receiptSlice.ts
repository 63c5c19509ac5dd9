import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Receipt } from '../../../../contract/modules/lease/receipt';
import type { LedgerEntry } from '../../../../contract/wire/ledger/entries';
import { tabs } from '../../../store/navigation/route';
import { session } from '../../../store/session';

export interface ReceiptPageState {
  row: (Receipt & { version: number }) | null;
  entries: LedgerEntry[];
  /** Why there is no receipt: the server's message, '' when it did not answer; null without an error. */
  trouble: string | null;
}

type OfPage<T = object> = PayloadAction<{ path: string } & T>;

/** Pages of receipts, by their address. */
export const receiptPages = createSlice({
  name: 'receiptPages',
  initialState: {} as Record<string, ReceiptPageState>,
  reducers: {
    received(s, { payload: { path, row, entries } }: OfPage<Pick<ReceiptPageState, 'entries'> & { row: unknown }>) {
      s[path] = { row: row as ReceiptPageState['row'], entries, trouble: null };
    },
    failed(s, { payload: { path, trouble } }: OfPage<{ trouble: string }>) {
      s[path] = { row: null, entries: [], trouble };
    },
    reload(_s, _action: OfPage) {},
  },
  extraReducers: (on) =>
    on
      .addCase(session.actions.signedOut, () => ({}))
      .addCase(tabs.actions.closed, (s, { payload }) => {
        delete s[payload];
      })
      .addCase(tabs.actions.allClosed, () => ({})),
  selectors: { of: (s, path: string): ReceiptPageState | undefined => s[path] },
});
