import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface TenantOption {
  /** Six digits. */
  tenantId: string;
  tenantName: string;
}
export interface TenantChoiceState {
  /** The selected tenant, whose people and departments are shown; '' for the own one. */
  chosen: string;
  /** Tenants that this person may select; null until loaded. */
  options: TenantOption[] | null;
  /** The search text. */
  sought: string;
}
const own: TenantChoiceState = { chosen: '', options: null, sought: '' };

/** The tenant that the platform's owner works in, shared by all pages that can show another tenant's data. */
export const tenantChoice = createSlice({
  name: 'tenantChoice',
  initialState: own,
  reducers: {
    /** A page that can show other tenants is on screen. */
    need() {},
    received(s, { payload }: PayloadAction<TenantOption[]>) {
      s.options = payload;
    },
    /** A tenant was added, removed or renamed: the next page reloads the list. */
    outdated(s) {
      s.options = null;
    },
    seek(s, { payload }: PayloadAction<string>) {
      s.sought = payload;
    },
    /** '' for the own one. */
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
