import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { resumed, suspended } from './windows';

/** The signed-in person. Stored in local storage; the tokens are a slice of their own because they are stored in
 *  cookies. */
export interface User {
  /** '' for a guest: a person authenticated by a provider who has no account here yet. */
  userId: string;
  tenantId: string;
  deptId: string;
  roleId: string;
  /** Names of the roles, comma-joined. */
  roleName?: string;
  account: string;
  realName: string;
  businessUserCode: string;
  avatar: string;
  /** Signed in with a one-time password, which must be changed before anything else. */
  mustChangePassword: boolean;
  /** Signed in by a code to their phone: they set the first password without the one-time one. */
  setsPassword?: true;
  /** The tour of the console has not been shown to them yet. */
  hasTourAhead?: boolean;
  /** Of a guest: the provider's id of the person, needed to register. */
  oauthId?: string;
}
/**
 * `elsewhere`: another window ended the session, `keeps`: and the unsaved input of this one waits for its person.
 * `forced`: the server ended it. `lost`: there is no token any more, as after the browser was closed.
 */
export type SignedOutHow = { elsewhere: true; forced?: true; keeps?: true } | { forced: true } | { lost: true };

/** Whether a stored value is a person or null. */
export function isUser(found: unknown): found is User | null {
  if (found === null) return true;
  const { userId, tenantId, account, realName } = (found ?? {}) as Partial<User>;
  return [userId, tenantId, account, realName].every((text) => typeof text === 'string');
}

export interface SessionState {
  user: User | null;
  /** Another person has signed in in this browser, and who. */
  isDisplaced: boolean;
  successor: string;
  /** Visibility of this window: `hidden`, or `unsure` when it is visible again and has not read storage since. */
  sight: 'seen' | 'hidden' | 'unsure';
}

const signedOutState: SessionState = { user: null, isDisplaced: false, successor: '', sight: 'seen' };

export const session = createSlice({
  name: 'session',
  initialState: signedOutState,
  reducers: {
    signedIn: (_, { payload }: PayloadAction<User>): SessionState => ({ ...signedOutState, user: payload }),
    passwordChanged(s) {
      if (!s.user) return;
      s.user.mustChangePassword = false;
      delete s.user.setsPassword;
    },
    tourSeen(s) {
      delete s.user?.hasTourAhead;
    },
    /** The person changed their own profile; the frame shows it at once. */
    profileSaved(s, { payload }: PayloadAction<Pick<User, 'realName' | 'avatar'>>) {
      if (s.user) Object.assign(s.user, payload);
    },
    /** The person's picture could not be loaded. */
    pictureFailed() {},
    /** The person continues with other rights: chosen in another window. */
    reassigned(s, { payload }: PayloadAction<Pick<User, 'deptId' | 'roleId' | 'roleName'>>) {
      if (s.user) Object.assign(s.user, payload);
    },
    /** Compared with the stored session. */
    recognised(s) {
      if (s.sight === 'unsure') s.sight = 'seen';
    },
    /** Request to sign out. */
    signOut() {},
    /** The session has ended at the server. */
    expired() {},
    signedOut: (_s, _action: PayloadAction<SignedOutHow | undefined>) => signedOutState,
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
    /** Authenticated by a provider, without an account. */
    isGuest: (s) => s.user !== null && (s.user.userId === '' || Number(s.user.userId) < 0),
    all: (s) => s,
    isDisplaced: (s) => s.isDisplaced,
    /** Another person may have signed in unnoticed. */
    isUnsure: (s) => s.sight !== 'seen',
  },
});

export interface Tokens {
  accessToken: string;
  refreshToken: string;
  /** ms since 1970, by the clock of this machine. */
  tokenSetAt: number;
  /** The same moment by the monotonic clock (ms of `uptime`, of this page only). */
  heldSince: number;
  /** Lifetime of the access token in seconds, as the server said. */
  expiresIn: number;
  /** A request waits for a new pair. */
  isAwaited?: true;
  /**
   * The pair was restored, and the server has not said yet that its session lives and is not locked. Storage can be
   * edited by anyone: until then nothing that it holds is drawn, one call asks, and the others wait for its answer. This
   * is the id of that call, '' while none asks.
   */
  doubt?: string;
  /** The last call that asked had no answer. */
  isLate?: true;
}
const none: Tokens = { accessToken: '', refreshToken: '', tokenSetAt: 0, heldSince: 0, expiresIn: 0 };

function believed(s: Tokens) {
  delete s.doubt;
  delete s.isLate;
}

export const tokens = createSlice({
  name: 'token',
  initialState: none,
  reducers: {
    /** A pair that replaces a restored one says nothing about a lock. */
    tokensReceived: ({ doubt }, { payload }: PayloadAction<Tokens>) => ({
      ...payload,
      ...(doubt === undefined ? {} : { doubt }),
    }),
    /** A call wants to ask whether the session lives; of several at once the first does. */
    inquired(s, { payload: id }: PayloadAction<string>) {
      if (s.doubt === '') s.doubt = id;
    },
    confirmed: believed,
    /** The call that asked is to be sent again, or was given up, or had no answer: the next one asks. */
    doubted(s, { payload: { id, isLate } }: PayloadAction<{ id: string; isLate?: true }>) {
      if (s.doubt === id) Object.assign(s, { doubt: '' }, isLate && { isLate });
    },
    /** A request needs a token that is due: renew it first. */
    renew(s) {
      s.isAwaited = true;
    },
    /** No new pair for now; the old one stays in use. */
    renewFailed(s) {
      delete s.isAwaited;
    },
  },
  extraReducers: (on) => on.addCase(session.actions.signedIn, believed).addCase(session.actions.signedOut, () => none),
  selectors: {
    all: (s) => s,
    accessToken: (s) => s.accessToken,
    refreshToken: (s) => s.refreshToken,
    tokenSetAt: (s) => s.tokenSetAt,
    expiresIn: (s) => s.expiresIn,
    isAwaited: (s) => s.isAwaited === true,
    hasToken: (s) => s.accessToken !== '',
    isConfirmed: (s) => s.doubt === undefined,
    /** The id of the call that asks, '' for none. */
    asker: (s) => s.doubt ?? '',
    isLate: (s) => s.isLate === true,
  },
});
