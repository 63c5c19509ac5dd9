import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { isInside } from '../navigation/route';
import { session } from '../session';

export interface IntentState {
  /** Address that was asked for before anybody was known; '' when there is none. It outlives the journey to a provider. */
  deep: string;
  /** Where somebody was when their session ended, and who. In memory alone: what is kept tells nothing of who has left. */
  address: string;
  userId: string;
}
const none: IntentState = { deep: '', address: '', userId: '' };

/** Whether something found in storage is an address of ours: anything else would lead out of the product. */
export function isIntent({ deep = '' }: Partial<IntentState>): boolean {
  return deep === '' || isInside(deep);
}

/** Where somebody wanted to go before they had to sign in. */
export const intent = createSlice({
  name: 'intent',
  initialState: none,
  reducers: {
    /** `userId`: whose address it is; '' when nobody was known. */
    keep(s, { payload: { address, userId } }: PayloadAction<{ address: string; userId: string }>) {
      if (!isInside(address)) return;
      if (userId === '') s.deep = address;
      else Object.assign(s, { address, userId });
    },
    used: () => none,
  },
  extraReducers: (on) =>
    // Whoever leaves of their own accord leaves nothing for whoever comes next.
    on.addCase(session.actions.signedOut, (s, { payload: how }) =>
      how && ('forced' in how || 'lost' in how) ? s : none,
    ),
  selectors: {
    all: (s) => s,
    /** The address to go on to for this person; '' when it is none of theirs. */
    of: (s, userId: string) => (s.address !== '' && s.userId === userId ? s.address : s.deep),
  },
});
