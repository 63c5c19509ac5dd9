import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Label } from '../../../contract/domain/text';
import { session } from '../session';

/** A page that others may open, and who may grant it to this person. */
export interface Helped {
  /** Of its menu. */
  code: string;
  label: Label;
  /** Names of the people who may grant rights in this tenant. */
  helpers: string[];
}

function texts(found: unknown): string[] {
  return (Array.isArray(found) ? found : []).filter((one): one is string => typeof one === 'string' && one !== '');
}

/** Details about a refused page. */
export const denied = createSlice({
  name: 'denied',
  initialState: { helped: null as Helped | null },
  reducers: {
    explained(s, { payload: { code, name, nameEn, helpers } }: PayloadAction<Record<string, unknown>>) {
      const zh = String(name ?? '');
      s.helped = { code: String(code), label: { zh, en: String(nameEn || zh) }, helpers: texts(helpers) };
    },
  },
  extraReducers: (on) => on.addCase(session.actions.signedOut, () => ({ helped: null })),
  selectors: { helped: (s) => s.helped },
});
