import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { dictionaries } from '../../../contract/domain/dictionaries';
import { type Language, textIn } from '../../../contract/domain/text';
import { session } from '../session';

export interface DictEntry {
  key: number;
  zh: string;
  en: string;
}
/** An entry as servers of the family send it: keys are strings or numbers. */
export interface WireEntry {
  dictKey: string | number;
  dictValue: string;
  dictValueEn?: string;
}

/** Texts for the numbers in records: the product's own until the server's are loaded. */
export const dict = createSlice({
  name: 'dict',
  initialState: { held: {} as Record<string, DictEntry[]> },
  reducers: {
    /** A page needs the texts of these codes. */
    need(_s, _action: PayloadAction<string[]>) {},
    dictReceived(s, { payload: { code, entries } }: PayloadAction<{ code: string; entries: WireEntry[] }>) {
      s.held[code] = entries.map(({ dictKey, dictValue, dictValueEn }) => ({
        key: Number(dictKey),
        zh: dictValue,
        en: dictValueEn || dictValue,
      }));
    },
    /** The texts may have changed at the server. */
    forgotten: () => ({ held: {} }),
  },
  extraReducers: (on) => on.addCase(session.actions.signedOut, () => ({ held: {} })),
  selectors: {
    held: (s) => s.held,
    isHeld: (s, code: string) => code in s.held,
  },
});

const shipped = Object.fromEntries(dictionaries.map(({ code, entries }) => [code, entries]));
export function entriesOf(held: Record<string, DictEntry[]>, code: string): readonly DictEntry[] {
  return held[code] ?? shipped[code] ?? [];
}
export function wordFor(held: Record<string, DictEntry[]>, code: string, key: unknown, language: Language): string {
  return (
    textIn(
      entriesOf(held, code).find((entry) => entry.key === Number(key)),
      language,
    ) ?? String(key)
  );
}
