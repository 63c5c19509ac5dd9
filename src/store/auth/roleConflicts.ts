import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { preferences } from '../preferences';
import { session } from '../session';

/** A key for a set of roles, whatever their order. */
function keyOf(roleIds: string): string {
  return roleIds.split(',').filter(Boolean).sort().join(',');
}
const none: string[] = [];
const unknown = { texts: {} as Record<string, string[]> };

/** Rights that roles grant together and one person should not hold together. */
export const roleConflicts = createSlice({
  name: 'roleConflicts',
  initialState: unknown,
  reducers: {
    /** These roles are chosen together. `isAcross`: they belong to the selected tenant. */
    need(_s, _action: PayloadAction<{ roleIds: string; isAcross?: true }>) {},
    received(s, { payload: { roleIds, texts } }: PayloadAction<{ roleIds: string; texts: string[] }>) {
      s.texts[keyOf(roleIds)] = texts;
    },
  },
  extraReducers: (on) =>
    // The sentences are the server's, in one language.
    on.addMatcher(isAnyOf(session.actions.signedOut, preferences.actions.spoke), () => unknown),
  selectors: { of: (s, roleIds: string): string[] => s.texts[keyOf(roleIds)] ?? none },
});
