import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** Who is signed in. Kept in local storage; the tokens are a slice of their own because they lie in cookies. */
export interface User {
  userId: string;
  tenantId: string;
  deptId: string;
  roleId: string;
  account: string;
  realName: string;
  businessUserCode: string;
  avatar: string;
  /** Signed in with a one-time password, which must be changed before anything else. */
  mustChangePassword: boolean;
}
export interface SessionState {
  user: User | null;
  form: { tenantId: string; username: string; password: string; captcha: string };
  problems: Partial<Record<'tenantId' | 'username' | 'password' | 'captcha', 'required'>>;
  busy: boolean;
  error: string;
  /** Somebody else is signed in in this browser by now. */
  isDisplaced: boolean;
}

const blank = { tenantId: '', username: '', password: '', captcha: '' };
const nobody: SessionState = { user: null, form: blank, problems: {}, busy: false, error: '', isDisplaced: false };

export const session = createSlice({
  name: 'session',
  initialState: nobody,
  reducers: {
    edit(s, { payload: { name, value } }: PayloadAction<{ name: keyof SessionState['form']; value: string }>) {
      s.form[name] = value;
      delete s.problems[name];
      s.error = '';
    },
    signIn(s) {
      s.busy = true;
      s.error = '';
      s.problems = {};
    },
    misjudged(s, { payload }: PayloadAction<SessionState['problems']>) {
      s.problems = payload;
      s.busy = false;
    },
    signedIn: (_, { payload }: PayloadAction<User>): SessionState => ({ ...nobody, user: payload }),
    signInFailed(s, { payload }: PayloadAction<string>) {
      s.busy = false;
      s.error = payload;
      s.form.password = '';
    },
    passwordChanged(s) {
      if (s.user) s.user.mustChangePassword = false;
    },
    /** The person wants to leave. */
    signOut() {},
    /** The server does not know this session any more. */
    expired() {},
    signedOut: (_s, _action: PayloadAction<{ elsewhere: true } | undefined>) => nobody,
    /** Another person signed in in another window of this browser: this one must not go on. */
    displaced(s) {
      s.isDisplaced = true;
    },
  },
  selectors: {
    user: (s) => s.user,
    form: (s) => s.form,
    all: (s) => s,
    isDisplaced: (s) => s.isDisplaced,
  },
});

export interface Tokens {
  accessToken: string;
  refreshToken: string;
  /** ms since 1970, by the clock of this machine. */
  tokenSetAt: number;
  /** The same moment by the clock that nobody can set (ms of `uptime`, of this page only). */
  heldSince: number;
  /** Seconds the access token lives, as the server said. */
  expiresIn: number;
}
const none: Tokens = { accessToken: '', refreshToken: '', tokenSetAt: 0, heldSince: 0, expiresIn: 0 };

export const tokens = createSlice({
  name: 'token',
  initialState: none,
  reducers: {
    tokensReceived: (_, { payload }: PayloadAction<Tokens>) => payload,
    /** Somebody is about to ask with a token that is due: renew it first. */
    renew() {},
    /** No new pair for now; the old one is used on. */
    renewFailed() {},
  },
  extraReducers: (on) => on.addCase(session.actions.signedOut, () => none),
  selectors: {
    all: (s) => s,
    accessToken: (s) => s.accessToken,
    refreshToken: (s) => s.refreshToken,
    tokenSetAt: (s) => s.tokenSetAt,
    expiresIn: (s) => s.expiresIn,
    hasToken: (s) => s.accessToken !== '',
  },
});
