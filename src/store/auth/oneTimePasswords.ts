import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { IssuedPassword } from '../../../contract/modules/system/user';
import { session } from '../session';

/** A one-time password with its tenant. */
export interface ShownPassword extends IssuedPassword {
  /** Six digits and a name, where it is for another tenant than the current one. */
  tenantId?: string;
  tenantName?: string;
}
export interface ShownPasswords {
  /** The feature on whose page they are shown. */
  page: string;
  words: ShownPassword[];
}
const none: ShownPasswords = { page: '', words: [] };

/**
 * One-time passwords while the dialog that shows them is open. They are stored nowhere else: after closing it, new ones
 * must be made.
 */
export const oneTimePasswords = createSlice({
  name: 'oneTimePasswords',
  initialState: none,
  reducers: {
    shown: (_, { payload }: PayloadAction<ShownPasswords>) => payload,
    /** Sets the tenant whose sign-in page one of them is for. */
    placed(
      s,
      { payload: { id, tenantId, tenantName } }: PayloadAction<{ id: string; tenantId: string; tenantName: string }>,
    ) {
      for (const one of s.words) if (one.id === id) Object.assign(one, { tenantId, tenantName });
    },
    /** Copies to the clipboard: one bare password, or several with their accounts, one a line. */
    copy(_s, _action: PayloadAction<readonly string[]>) {},
    noted: () => none,
  },
  extraReducers: (on) => on.addCase(session.actions.signedOut, () => none),
  selectors: {
    words: (s) => s.words,
    /** Those that a page has to show; the same list until it changes. */
    of: (s, page: string) => (s.page === page && s.words.length > 0 ? s.words : null),
  },
});

/** One line to hand over: tenant, account, password. */
export function lineOf({ tenantId, account, oneTimeWord }: ShownPassword): string {
  return [...(tenantId ? [tenantId] : []), account, oneTimeWord].join('\t');
}
