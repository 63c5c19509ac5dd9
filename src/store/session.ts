import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { resumed, suspended } from './windows';

/** Who is signed in. Kept in local storage; the tokens are a slice of their own because they lie in cookies. */
export interface User {
  /** '' for a guest: somebody a provider vouches for, who has no account here yet. */
  userId: string;
  tenantId: string;
  deptId: string;
  roleId: string;
  /** Names of the roles, parted by commas. */
  roleName?: string;
  account: string;
  realName: string;
  businessUserCode: string;
  avatar: string;
  /** Signed in with a one-time password, which must be changed before anything else. */
  mustChangePassword: boolean;
  /** Of a guest: the provider's person, to be named when they register. */
  oauthId?: string;
}
/**
 * `elsewhere`: another window ended the session. `forced`: the server did, whatever the person was doing. `lost`: there
 * is no token any more, as after the browser was closed.
 */
export type SignedOutHow = { elsewhere: true; forced?: true } | { forced: true } | { lost: true };

/** Whether something found in storage is a person, or nobody. */
export function isUser(found: unknown): found is User | null {
  if (found === null) return true;
  const { userId, tenantId, account, realName } = (found ?? {}) as Partial<User>;
  return [userId, tenantId, account, realName].every((word) => typeof word === 'string');
}

export interface SessionState {
  user: User | null;
  /** Somebody else is signed in in this browser by now, and who. */
  isDisplaced: boolean;
  successor: string;
  /** Whether this window is looked at: `hidden` it is not, `unsure` it is again, and has not looked at storage since. */
  sight: 'seen' | 'hidden' | 'unsure';
}

const nobody: SessionState = { user: null, isDisplaced: false, successor: '', sight: 'seen' };

export const session = createSlice({
  name: 'session',
  initialState: nobody,
  reducers: {
    signedIn: (_, { payload }: PayloadAction<User>): SessionState => ({ ...nobody, user: payload }),
    passwordChanged(s) {
      if (s.user) s.user.mustChangePassword = false;
    },
    /** The person changed their own card; the frame shows it at once. */
    profileSaved(s, { payload }: PayloadAction<Pick<User, 'realName' | 'avatar'>>) {
      if (s.user) Object.assign(s.user, payload);
    },
    /** The person's picture could not be loaded. */
    pictureFailed() {},
    /** The person goes on as somebody with other rights: they said so in another window. */
    reassigned(s, { payload }: PayloadAction<Pick<User, 'deptId' | 'roleId' | 'roleName'>>) {
      if (s.user) Object.assign(s.user, payload);
    },
    /** Compared with what lies in storage. */
    recognised(s) {
      if (s.sight === 'unsure') s.sight = 'seen';
    },
    /** The person wants to leave. */
    signOut() {},
    /** The server does not know this session any more. */
    expired() {},
    signedOut: (_s, _action: PayloadAction<SignedOutHow | undefined>) => nobody,
    /** Another person signed in in another window of this browser: this one must not go on. */
    displaced(s, { payload: name }: PayloadAction<string>) {
      s.isDisplaced = true;
      s.successor = name;
    },
  },
  extraReducers: (on) =>
    on
      .addCase(suspended, (s) => {
        s.sight = 'hidden';
      })
      .addCase(resumed, (s) => {
        s.sight = 'unsure';
      }),
  selectors: {
    user: (s) => s.user,
    /** Known to a provider, and nobody of ours yet. */
    isGuest: (s) => s.user !== null && (s.user.userId === '' || Number(s.user.userId) < 0),
    all: (s) => s,
    isDisplaced: (s) => s.isDisplaced,
    /** Others may have signed in unnoticed. */
    isUnsure: (s) => s.sight !== 'seen',
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
  /** Somebody waits for a new pair. */
  isAwaited?: true;
}
const none: Tokens = { accessToken: '', refreshToken: '', tokenSetAt: 0, heldSince: 0, expiresIn: 0 };

export const tokens = createSlice({
  name: 'token',
  initialState: none,
  reducers: {
    tokensReceived: (_, { payload }: PayloadAction<Tokens>) => payload,
    /** Somebody is about to ask with a token that is due: renew it first. */
    renew(s) {
      s.isAwaited = true;
    },
    /** No new pair for now; the old one is used on. */
    renewFailed(s) {
      delete s.isAwaited;
    },
  },
  extraReducers: (on) => on.addCase(session.actions.signedOut, () => none),
  selectors: {
    all: (s) => s,
    accessToken: (s) => s.accessToken,
    refreshToken: (s) => s.refreshToken,
    tokenSetAt: (s) => s.tokenSetAt,
    expiresIn: (s) => s.expiresIn,
    isAwaited: (s) => s.isAwaited === true,
    hasToken: (s) => s.accessToken !== '',
  },
});
