import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { FirstWord } from '../../../contract/modules/system/user';
import { session } from '../session';

/** A one-time password, and whose it is. */
export interface OneTimeWord extends FirstWord {
  /** Six digits and a name, where it opens another tenant than the one that is worked in. */
  tenantId?: string;
  tenantName?: string;
}
export interface OneTimeWords {
  /** The feature on whose page they are shown. */
  page: string;
  words: OneTimeWord[];
}
const none: OneTimeWords = { page: '', words: [] };

/**
 * One-time passwords for as long as the dialog is open in which they can be read. Nothing else holds them: whoever
 * closes it has noted them, or makes new ones.
 */
export const oneTimeWords = createSlice({
  name: 'oneTimeWords',
  initialState: none,
  reducers: {
    told: (_, { payload }: PayloadAction<OneTimeWords>) => payload,
    /** Whose sign-in page one of them is for. */
    placed(
      s,
      { payload: { id, tenantId, tenantName } }: PayloadAction<{ id: string; tenantId: string; tenantName: string }>,
    ) {
      for (const one of s.words) if (one.id === id) Object.assign(one, { tenantId, tenantName });
    },
    /** Into the clipboard: the bare word of one, or of several one line each with whom it is for. */
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

/** One line for whoever hands it over: tenant, account, word. */
export function lineOf({ tenantId, account, oneTimeWord }: OneTimeWord): string {
  return [...(tenantId ? [tenantId] : []), account, oneTimeWord].join('\t');
}
