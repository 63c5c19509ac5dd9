import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { PortfolioImport } from '../../../../contract/modules/lease/portfolioImport';
import type {
  ComparedRow,
  DifferingOrder,
  FaultsPage,
  OrderGroup,
  OrdersPage,
  Reconciliation,
} from '../../../../contract/wire/portfolio/answers';
import { tabs } from '../../../store/navigation/route';
import { session } from '../../../store/session';

export interface ImportPage {
  row: PortfolioImport | null;
  /** Why there is no import: the server's message, '' when it did not answer; null without an error. */
  trouble: string | null;
  faults: FaultsPage | null;
  orders: OrdersPage | null;
  figures: Reconciliation | null;
  group: OrderGroup;
  /** 0: all that differ. */
  difference: number;
  current: number;
  faultPage: number;
  picked: Record<string, true>;
  busy: boolean;
  /** The order whose rows are shown side by side. */
  compared: { order: DifferingOrder; rows: ComparedRow[] | null } | null;
}
export const initialImport: ImportPage = {
  row: null,
  trouble: null,
  faults: null,
  orders: null,
  figures: null,
  group: 'all',
  difference: 0,
  current: 1,
  faultPage: 1,
  picked: {},
  busy: false,
  compared: null,
};
export interface UploadDraft {
  takeoverDate: string;
  file: { file: string; name: string } | null;
  /** Why the server refused it, until another file or day is chosen; '' without a refusal. */
  refusal: string;
  busy: boolean;
}
const noUpload: UploadDraft = { takeoverDate: '', file: null, refusal: '', busy: false };

type OfPage<T = object> = PayloadAction<{ path: string } & T>;
type Shown = Partial<Pick<ImportPage, 'group' | 'difference' | 'current' | 'faultPage'>>;

/** Pages of imports, by their address, and the upload of the next one. */
export const portfolioPages = createSlice({
  name: 'portfolioPages',
  initialState: { pages: {} as Record<string, ImportPage>, upload: noUpload },
  reducers: {
    type(s, { payload }: PayloadAction<Partial<Pick<UploadDraft, 'takeoverDate'>>>) {
      Object.assign(s.upload, payload, { refusal: '' });
    },
    choose(_s) {},
    chosen(s, { payload }: PayloadAction<UploadDraft['file']>) {
      Object.assign(s.upload, { file: payload, refusal: '' });
    },
    send(s) {
      Object.assign(s.upload, { busy: true, refusal: '' });
    },
    sent(s, { payload: { isDone, refusal = '' } }: PayloadAction<{ isDone: boolean; refusal?: string }>) {
      s.upload = isDone ? noUpload : { ...s.upload, busy: false, refusal };
    },
    template(_s) {},
    load(s, { payload: { path, ...to } }: OfPage<Shown>) {
      const page = s.pages[path] ?? initialImport;
      const isOther = to.group !== undefined || to.difference !== undefined;
      s.pages[path] = { ...page, ...to, ...(isOther ? { current: 1 } : {}), picked: {}, busy: true };
    },
    received(s, { payload: { path, ...got } }: OfPage<Pick<ImportPage, 'row' | 'faults' | 'orders' | 'figures'>>) {
      s.pages[path] = { ...(s.pages[path] ?? initialImport), ...got, trouble: null, busy: false };
    },
    failed(s, { payload: { path, trouble } }: OfPage<{ trouble: string }>) {
      s.pages[path] = { ...(s.pages[path] ?? initialImport), trouble, busy: false };
    },
    pick(s, { payload: { path, ids, on } }: OfPage<{ ids: string[]; on: boolean }>) {
      for (const id of ids) {
        if (on) s.pages[path]!.picked[id] = true;
        else delete s.pages[path]!.picked[id];
      }
    },
    /** `difference`: of all orders that differ so; otherwise of those that are picked. */
    decide(_s, _action: OfPage<{ decision: 1 | 2; difference?: number }>) {},
    post(_s, _action: OfPage) {},
    saveFaults(_s, _action: OfPage) {},
    acting(s, { payload: { path, busy } }: OfPage<{ busy: boolean }>) {
      if (s.pages[path]) s.pages[path].busy = busy;
    },
    compare(s, { payload: { path, order } }: OfPage<{ order: DifferingOrder }>) {
      s.pages[path]!.compared = { order, rows: null };
    },
    comparison(s, { payload: { path, rows } }: OfPage<{ rows: ComparedRow[] }>) {
      const page = s.pages[path];
      if (page?.compared) page.compared.rows = rows;
    },
    closeComparison(s, { payload: { path } }: OfPage) {
      if (s.pages[path]) s.pages[path].compared = null;
    },
  },
  extraReducers: (on) =>
    on
      .addCase(session.actions.signedOut, () => ({ pages: {}, upload: noUpload }))
      .addCase(tabs.actions.closed, (s, { payload }) => {
        delete s.pages[payload];
      })
      .addCase(tabs.actions.allClosed, (s) => {
        s.pages = {};
      }),
  selectors: { of: (s, path: string): ImportPage | undefined => s.pages[path], upload: (s): UploadDraft => s.upload },
});
