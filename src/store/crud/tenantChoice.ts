import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface TenantOption {
  /** Six digits. */
  tenantId: string;
  tenantName: string;
}
export interface TenantChoiceState {
  /** The tenant whose people and departments are worked on; '' for one's own. */
  chosen: string;
  /** Those that this person may work in; null until the server has said which. */
  options: TenantOption[] | null;
  /** What is typed to find one among them. */
  sought: string;
}
const own: TenantChoiceState = { chosen: '', options: null, sought: '' };

/** The tenant that the platform's owner works in, one for all pages that can be about another than their own. */
export const tenantChoice = createSlice({
  name: 'tenantChoice',
  initialState: own,
  reducers: {
    /** A page that can be about other tenants is on screen. */
    need() {},
    received(s, { payload }: PayloadAction<TenantOption[]>) {
      s.options = payload;
    },
    /** A tenant came, went or has another name: the next page asks which there are. */
    outdated(s) {
      s.options = null;
    },
    seek(s, { payload }: PayloadAction<string>) {
      s.sought = payload;
    },
    /** '' for one's own. */
    choose(s, { payload }: PayloadAction<string>) {
      s.chosen = payload;
      s.sought = '';
    },
  },
  selectors: {
    all: (s) => s,
    chosen: (s) => s.chosen,
    /** Whether there is anything to choose. */
    hasChoice: (s) => (s.options?.length ?? 0) > 1,
  },
});
