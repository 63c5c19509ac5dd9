import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { isInside } from '../navigation/route';
import { session } from '../session';

export interface IntentState {
  /** Address that was requested before sign-in; '' when there is none. It is stored during a visit to a provider. */
  deep: string;
  /** The address and the person at the end of a session. In memory alone: storage must not reveal who has left. */
  address: string;
  userId: string;
}
const none: IntentState = { deep: '', address: '', userId: '' };

/** Whether a stored address is inside the product: any other would lead out of it. */
export function isIntent({ deep = '' }: Partial<IntentState>): boolean {
  return deep === '' || isInside(deep);
}

/** Where the person wanted to go before they had to sign in. */
export const intent = createSlice({
  name: 'intent',
  initialState: none,
  reducers: {
    /** `userId`: the person of the address; '' before sign-in. */
    keep(s, { payload: { address, userId } }: PayloadAction<{ address: string; userId: string }>) {
      if (!isInside(address)) return;
      if (userId === '') s.deep = address;
      else Object.assign(s, { address, userId });
    },
    used: () => none,
  },
  extraReducers: (on) =>
    // A person who signs out leaves no address for the next one.
    on.addCase(session.actions.signedOut, (s, { payload: how }) =>
      how && ('forced' in how || 'lost' in how) ? s : none,
    ),
  selectors: {
    all: (s) => s,
    /** The address to continue at for this person; '' when there is none of theirs. */
    of: (s, userId: string) => (s.address !== '' && s.userId === userId ? s.address : s.deep),
  },
});
