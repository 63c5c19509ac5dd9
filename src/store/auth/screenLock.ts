import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { session } from '../session';

/** Which password unlocks the screen: the one it was locked with, or the account's. */
export type LockWay = 'lock' | 'account';

/**
 * The locked screen. It stops a passer-by, not a person with developer tools; the server, which is notified, stops
 * those too. The password is never stored, only the outcome of a slow one-way function.
 */
export interface LockState {
  isLocked: boolean;
  /** Hex; salt and outcome of the derivation. '' while no lock password was set. */
  salt: string;
  verifier: string;
  /** The person whose session is locked. */
  userId: string;
  /** Wrong answers in a row, and until when (ms since 1970) no other is accepted. */
  failures: number;
  until: number;
  /** Remaining seconds of that wait, as the page counts them down; 0 without a wait. */
  secondsLeft: number;
  /** The dialog that asks for the password to lock with. */
  setting: { password: string; problem: '' | 'required'; isBusy: boolean } | null;
  way: LockWay;
  /** What is typed on the lock page. */
  password: string;
  isBusy: boolean;
  /** What was wrong with the last answer, '' if nothing. */
  problem: '' | 'required' | 'wrong' | 'unreachable' | 'otherWay' | 'refused';
  /** The server's sentence, when it `refused`. */
  sentence: string;
  /** How often the answer was wrong since the page opened: each one replays the animation. */
  shakes: number;
}
/** How a window is locked, and its address then. */
type LockedHere = Pick<LockState, 'salt' | 'verifier' | 'userId'> & { from: string };

const open: LockState = {
  isLocked: false,
  salt: '',
  verifier: '',
  userId: '',
  failures: 0,
  until: 0,
  secondsLeft: 0,
  setting: null,
  way: 'lock',
  password: '',
  isBusy: false,
  problem: '',
  sentence: '',
  shakes: 0,
};

function locked(kept: Partial<LockState>): LockState {
  return {
    ...open,
    ...kept,
    isLocked: true,
    // Without a stored verifier only the server can check the password.
    way: kept.verifier ? 'lock' : 'account',
  };
}

export const screenLock = createSlice({
  name: 'screenLock',
  initialState: open,
  reducers: {
    /** Open the dialog that asks for a lock password. */
    lockScreen(s) {
      s.setting = { password: '', problem: '', isBusy: false };
    },
    choose(s, { payload: { password } }: PayloadAction<{ password: string }>) {
      if (s.setting && !s.setting.isBusy) s.setting = { password, problem: '', isBusy: false };
    },
    /** Lock with the chosen password. */
    set(s) {
      if (s.setting?.password.trim()) s.setting.isBusy = true;
      else if (s.setting) s.setting.problem = 'required';
    },
    /** Close the dialog without locking. */
    cancel(s) {
      s.setting = null;
    },
    locked: (_s, { payload: { from: _, ...kept } }: PayloadAction<LockedHere>) => locked(kept),
    /** Another window locked; this is what it put in storage, and this window's address. */
    followed: (_s, { payload: { from: _, ...kept } }: PayloadAction<Partial<LockState> & { from: string }>) =>
      locked(kept),

    type(s, { payload: { password } }: PayloadAction<{ password: string }>) {
      s.password = password;
      s.problem = '';
    },
    /** Switch to the other password. */
    turn(s, { payload: way }: PayloadAction<LockWay>) {
      if (s.isBusy) return;
      s.way = s.verifier ? way : 'account';
      s.password = '';
      s.problem = '';
    },
    unlock(s) {
      if (s.isBusy || s.secondsLeft > 0) return;
      if (s.password) s.isBusy = true;
      else s.problem = 'required';
    },
    /** A guess counts before it is checked, so that a reload in between cannot undo it. */
    tried(s, { payload: { failures, until } }: PayloadAction<Pick<LockState, 'failures' | 'until'>>) {
      s.failures = failures;
      s.until = until;
    },
    /** The answer was rejected, and why; the typed text is cleared. `uncounted`: it was not checked. */
    denied(
      s,
      { payload }: PayloadAction<{ problem: LockState['problem']; sentence?: string; uncounted?: true; way?: LockWay }>,
    ) {
      const { problem, sentence = '', uncounted, way = s.way } = payload;
      s.problem = problem;
      s.sentence = sentence;
      s.way = way;
      s.password = '';
      s.isBusy = false;
      if (uncounted) {
        s.failures = Math.max(0, s.failures - 1);
        s.until = 0;
      } else s.shakes += 1;
    },
    waiting(s, { payload: seconds }: PayloadAction<number>) {
      s.secondsLeft = seconds;
    },
    unlocked: (_s, _action: PayloadAction<{ elsewhere: true } | undefined>) => open,
    /** Sign out from the locked screen. */
    signOut() {},
  },
  extraReducers: (on) =>
    on.addCase(session.actions.signedIn, () => open).addCase(session.actions.signedOut, () => open),
  selectors: { isLocked: (s) => s.isLocked, all: (s) => s, setting: (s) => s.setting },
});

/** The address of this window when the screen was locked. The lock is shared by all windows; the address to return to
 *  is not. */
export const lockedAt = createSlice({
  name: 'lockedAt',
  initialState: { from: '' },
  reducers: {
    /** This window started behind the locked screen, at an address to return to. */
    began(s, { payload }: PayloadAction<string>) {
      s.from = payload;
    },
  },
  extraReducers: (on) =>
    on
      .addCase(session.actions.signedIn, () => ({ from: '' }))
      .addCase(session.actions.signedOut, () => ({ from: '' }))
      .addMatcher(isAnyOf(screenLock.actions.locked, screenLock.actions.followed), (s, { payload }) => {
        s.from = payload.from;
      }),
  selectors: { from: (s) => s.from },
});
