import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { PayBatch } from '../../../../contract/modules/lease/payBatch';
import type { PayItem } from '../../../../contract/wire/bank/lines';
import { tabs } from '../../../store/navigation/route';
import { session } from '../../../store/session';

export interface BatchPage {
  row: (PayBatch & { version: number }) | null;
  items: PayItem[];
  /** Why there is no batch: the server's message, '' when it did not answer; null without an error. */
  trouble: string | null;
  busy: boolean;
}
type OfPage<T = object> = PayloadAction<{ path: string } & T>;

/** Pages of payment files, by their address. */
export const batchPages = createSlice({
  name: 'batchPages',
  initialState: {} as Record<string, BatchPage>,
  reducers: {
    load(_s, _action: OfPage) {},
    received(s, { payload: { path, row, items } }: OfPage<{ row: unknown; items: PayItem[] }>) {
      s[path] = { row: row as BatchPage['row'], items, trouble: null, busy: false };
    },
    failed(s, { payload: { path, trouble } }: OfPage<{ trouble: string }>) {
      s[path] = { row: null, items: [], trouble, busy: false };
    },
    /** Saves the file for the bank, with full account numbers. */
    save(_s, _action: OfPage<{ format: 'csv' | 'xlsx' }>) {},
    /** Uploads what the bank answers. */
    answer(_s, _action: OfPage) {},
    working(s, { payload: { path, busy } }: OfPage<{ busy: boolean }>) {
      if (s[path]) s[path].busy = busy;
    },
  },
  extraReducers: (on) =>
    on
      .addCase(session.actions.signedOut, () => ({}))
      .addCase(tabs.actions.closed, (s, { payload }) => {
        delete s[payload];
      })
      .addCase(tabs.actions.allClosed, () => ({})),
  selectors: { of: (s, path: string): BatchPage | undefined => s[path] },
});
