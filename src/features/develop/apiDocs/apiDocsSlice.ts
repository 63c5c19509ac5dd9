import { createSlice, type Draft, type PayloadAction } from '@reduxjs/toolkit';
import type { Label } from '../../../../contract/domain/text';
import { apiDocs as declared } from '../../../../contract/wire/develop/apiDocs';
import type { OutlineArea, OutlineCall } from '../../../../contract/wire/develop/apiOutline';

export interface ApiDocsState {
  /** The calls by area; null until they are loaded. */
  areas: readonly OutlineArea[] | null;
  /** What each status of a refusal means. */
  refusals: Readonly<Record<string, Label>>;
  /** Why there is no document: the server's message, '' when it did not answer; null without an error. */
  trouble: string | null;
  sought: string;
  /** Open areas, and open calls by `callKey`. */
  open: string[];
}
const blank: ApiDocsState = { areas: null, refusals: {}, trouble: null, sought: '', open: [] };

export function callKey({ method, path }: Pick<OutlineCall, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

/** The API document as a page: its calls, what is sought, and what is open. */
export const apiDocs = createSlice({
  name: declared.code,
  initialState: blank,
  reducers: {
    received(s, { payload }: PayloadAction<Pick<ApiDocsState, 'refusals'> & { areas: readonly OutlineArea[] }>) {
      s.areas = payload.areas as Draft<OutlineArea[]>;
      s.refusals = payload.refusals;
      s.trouble = null;
    },
    failed(s, { payload }: PayloadAction<string>) {
      s.trouble = payload;
    },
    reload(s) {
      s.trouble = null;
    },
    seek(s, { payload }: PayloadAction<string>) {
      s.sought = payload;
    },
    toggle(s, { payload }: PayloadAction<string>) {
      s.open = s.open.includes(payload) ? s.open.filter((one) => one !== payload) : [...s.open, payload];
    },
    /** The call as a command line. */
    copy(_, __: PayloadAction<string>) {},
    /** The document as a file. */
    download() {},
  },
  selectors: { all: (s) => s },
});
