import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Bucket, CasePage, QueuePart, Standing } from '../../../../contract/wire/lease/collecting';
import type { Freshness } from '../../../store/crud/crudState';
import { session } from '../../../store/session';

/** Which orders of the queue are shown. `assigneeId`: '' for all, '0' for those assigned to no person. */
export interface DeskQuery {
  part: QueuePart;
  bucket: Bucket | '';
  assigneeId: string;
  q: string;
  current: number;
  size: number;
}
export interface DeskState {
  query: DeskQuery;
  /** null before the first answer. */
  standing: Standing | null;
  page: CasePage | null;
  /** The conditions that `page` answers. */
  answered?: DeskQuery;
  picked: { [orderId: string]: true };
  /** The order that the keys act on. */
  current: string;
  /** The server's message, '' when it did not answer; null without an error. */
  trouble: string | null;
  isBusy: boolean;
}
const initial: DeskState = {
  query: { part: 'open', bucket: '', assigneeId: '', q: '', current: 1, size: 50 },
  standing: null,
  page: null,
  picked: {},
  current: '',
  trouble: null,
  isBusy: false,
};

/** What the rows of the queue are to its conditions. */
export function freshnessOfQueue({ page, query, answered, trouble, isBusy }: DeskState): Freshness {
  if (!page || (trouble === null && !isBusy)) return 'current';
  if (JSON.stringify(query) !== JSON.stringify(answered)) return 'other';
  return trouble === null ? 'current' : 'older';
}

/** The collection desk: what is overdue by days, and the queue of orders. */
export const desk = createSlice({
  name: 'collectionDesk',
  initialState: initial,
  reducers: {
    /** Loads figures and queue; with other conditions from the first page on. */
    load(s, { payload }: PayloadAction<Partial<DeskQuery>>) {
      const isNarrowed = Object.keys(payload).some((name) => name !== 'current');
      Object.assign(s.query, isNarrowed ? { current: 1 } : {}, payload);
      s.isBusy = true;
      s.picked = {};
    },
    /** Typed, and loaded with Enter. */
    seek(s, { payload }: PayloadAction<string>) {
      s.query.q = payload;
    },
    received(s, { payload }: PayloadAction<Pick<DeskState, 'standing' | 'page'>>) {
      Object.assign(s, payload, { answered: { ...s.query }, trouble: null, isBusy: false });
    },
    failed(s, { payload }: PayloadAction<string>) {
      Object.assign(s, { trouble: payload, isBusy: false });
    },
    pick(s, { payload: { ids, on } }: PayloadAction<{ ids: string[]; on: boolean }>) {
      for (const id of ids) {
        if (on) s.picked[id] = true;
        else delete s.picked[id];
      }
    },
    point(s, { payload }: PayloadAction<string>) {
      s.current = payload;
    },
  },
  extraReducers: (on) => on.addCase(session.actions.signedOut, () => initial),
  selectors: { all: (s) => s },
});
