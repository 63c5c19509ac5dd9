import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { session } from '../session';

/** By which password the screen is opened: the one it was locked with, or the account's. */
export type LockWay = 'lock' | 'account';

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
  /** Wrong answers in a row, and until when (ms since 1970) no other is taken. */
  failures: number;
  until: number;
  /** Seconds that are left of it, as the page counts them down; 0 when there is nothing to wait for. */
  secondsLeft: number;
  /** The dialog that asks for the password with which to lock. */
  setting: { password: string; problem: '' | 'required'; isBusy: boolean } | null;
  way: LockWay;
  /** What is typed on the lock page. */
  password: string;
  isBusy: boolean;
  /** What was wrong with the last answer, '' if nothing. */
  problem: '' | 'required' | 'wrong' | 'unreachable' | 'otherWay' | 'refused';
  /** The server's sentence, when it `refused`. */
  sentence: string;
  /** How often the answer was wrong while this page is open: the box shakes anew for each. */
  shakes: number;
}
/** How a window is locked, and the address it was at. */
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
    // Without anything to compare with, only the server can tell the right person from another.
    way: kept.verifier ? 'lock' : 'account',
  };
}

export const screenLock = createSlice({
  name: 'screenLock',
  initialState: open,
  reducers: {
    /** The person wants to lock the screen: with which password? */
    lockScreen(s) {
      s.setting = { password: '', problem: '', isBusy: false };
    },
    choose(s, { payload: { password } }: PayloadAction<{ password: string }>) {
      if (s.setting && !s.setting.isBusy) s.setting = { password, problem: '', isBusy: false };
    },
    /** Lock with what was chosen. */
    set(s) {
      if (s.setting?.password.trim()) s.setting.isBusy = true;
      else if (s.setting) s.setting.problem = 'required';
    },
    /** Rather not. */
    cancel(s) {
      s.setting = null;
    },
    locked: (_s, { payload: { from: _, ...kept } }: PayloadAction<LockedHere>) => locked(kept),
    /** Another window locked; this is what it put in storage, and where this window was. */
    followed: (_s, { payload: { from: _, ...kept } }: PayloadAction<Partial<LockState> & { from: string }>) =>
      locked(kept),

    type(s, { payload: { password } }: PayloadAction<{ password: string }>) {
      s.password = password;
      s.problem = '';
    },
    /** Open the screen by the other password. */
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
    /** A guess counts before it is judged: a reload in between must not make it one that never was. */
    tried(s, { payload: { failures, until } }: PayloadAction<Pick<LockState, 'failures' | 'until'>>) {
      s.failures = failures;
      s.until = until;
    },
    /** The answer was not taken, and why; what was typed is gone. `uncounted`: nobody judged it. */
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
    /** Leave for good from the locked screen. */
    signOut() {},
  },
  extraReducers: (on) =>
    on.addCase(session.actions.signedIn, () => open).addCase(session.actions.signedOut, () => open),
  selectors: { isLocked: (s) => s.isLocked, all: (s) => s, setting: (s) => s.setting },
});

/** Where this window was when the screen was locked. The lock is that of all windows; where each comes back to is its own. */
export const lockedAt = createSlice({
  name: 'lockedAt',
  initialState: { from: '' },
  reducers: {
    /** This window began behind the locked screen, at an address that must wait. */
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
