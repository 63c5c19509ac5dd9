import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { session } from './session';

/**
 * The locked screen. It keeps a passer-by out, not somebody with developer tools; the server, told of it, keeps those
 * out too. Never the password: what rests here is the outcome of a slow one-way function.
 */
export interface LockState {
  isLocked: boolean;
  /** Hex; salt and outcome of the derivation. '' while no lock password was set. */
  salt: string;
  verifier: string;
  /** Whose session is locked. */
  userId: string;
  /** Address to return to. */
  from: string;
  /** Wrong answers in a row, and until when (ms since 1970) no other is taken. */
  failures: number;
  until: number;
  /** The dialog that asks for the password with which to lock. */
  setting: { password: string; problem: '' | 'required' } | null;
  /** What is typed on the lock page. */
  typed: string;
  isBusy: boolean;
  /** Word of what was wrong with the last answer, '' if nothing. */
  problem: string;
}
const open: LockState = {
  isLocked: false,
  salt: '',
  verifier: '',
  userId: '',
  from: '',
  failures: 0,
  until: 0,
  setting: null,
  typed: '',
  isBusy: false,
  problem: '',
};

export const lock = createSlice({
  name: 'lock',
  initialState: open,
  reducers: {
    /** The person wants to lock the screen. */
    lockScreen() {},
    locked(s, { payload }: PayloadAction<Pick<LockState, 'salt' | 'verifier' | 'userId' | 'from'>>) {
      Object.assign(s, open, payload, { isLocked: true });
    },
    /** Another window locked; this is what it put on the shelf. */
    followed(s, { payload }: PayloadAction<Partial<LockState>>) {
      Object.assign(s, open, payload, { isLocked: true });
    },
    unlocked: (_s, _action: PayloadAction<{ elsewhere: true } | undefined>) => open,
  },
  extraReducers: (on) =>
    on.addCase(session.actions.signedIn, () => open).addCase(session.actions.signedOut, () => open),
  selectors: { isLocked: (s) => s.isLocked, all: (s) => s },
});
