import type { Action } from '@reduxjs/toolkit';
import { call, put, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { type LockState, screenLock } from '../store/auth/screenLock';
import { feedback } from '../store/feedback';
import { recovery } from '../store/navigation/recovery';
import { route, tabs } from '../store/navigation/route';
import { preferences } from '../store/preferences';
import { session, type Tokens, tokens, type User } from '../store/session';
import { heard, reload, resumed } from '../store/windows';
import type { WindowMessage, World } from '../world/world';
import { adoptTokens, recognise } from './adoptTokens';
import { followLock } from './auth/followScreenLock';
import { landing } from './auth/landing';
import { recallRights } from './auth/rights';
import { ask, read, type Saga } from './effects';
import { depart, leave } from './session';

/**
 * The windows of one browser share a session: each is notified of what another does to it. A message says that
 * something happened and never carries a secret; new data is read from storage.
 */

/**
 * Whether the stored session still belongs to the person of this window. Empty storage proves nothing: a browser may
 * forbid it, and a window that was signed out elsewhere learns it from the server at the latest.
 */
function* compare(world: World): Saga {
  if (yield* read(tokens.selectors.hasToken)) yield call(adoptTokens, world);
}

/** The person whose unsaved input is held here has signed in in another window: this window joins that session. */
function* joinSession(world: World): Saga {
  const user = (yield* ask(world, 'readStored', 'session'))?.user as User | null | undefined;
  const stored = (yield* ask(world, 'readStored', 'token')) as Partial<Tokens> | null;
  const isLocked = (yield* ask(world, 'readStored', 'screenLock'))?.isLocked === true;
  if (yield* read(tokens.selectors.hasToken)) return yield call(compare, world); // a sign-in happened here meanwhile
  const { accessToken, refreshToken = '', tokenSetAt = 0, expiresIn = 0 } = stored ?? {};
  const { userId } = yield* read(recovery.selectors.all);
  // A lock that was set meanwhile is in storage, where a reload finds it.
  if (!accessToken || !user || user.userId !== userId || isLocked) return yield* ask(world, 'reload');
  const age = Math.max(0, (yield* ask(world, 'now')) - tokenSetAt);
  const heldSince = (yield* ask(world, 'uptime')) - age;
  yield put(tokens.actions.tokensReceived({ accessToken, refreshToken, tokenSetAt, expiresIn, heldSince }));
  yield put(joined(session.actions.signedIn(user)));
  yield call(recallRights, world);
  yield put(route.actions.go(yield* landing()));
}
/** Not reported to the other windows: one of them has reported it. */
function joined<A extends Action>(action: A): A {
  return { ...action, meta: { isHeard: true } };
}
function isJoined(action: Action & { meta?: { isHeard?: true } }) {
  return action.meta?.isHeard === true;
}

/** Whether the person of what is stored has left: what is empty is not stored, the rest is. No entry at all says nothing. */
function isEmptied(stored: Partial<Tokens> | null): boolean {
  return stored !== null && !stored.accessToken;
}

function* signedInElsewhere(world: World, userId: string): Saga {
  if (yield* read(tokens.selectors.hasToken)) return yield call(compare, world);
  // A customer who is about to sign is not disturbed.
  if ((yield* read(route.selectors.place))?.feature === 'sign') return;
  const stored = (yield* ask(world, 'readStored', 'token')) as Partial<Tokens> | null;
  if (yield* read(tokens.selectors.hasToken)) return yield call(compare, world); // a sign-in happened here meanwhile
  if (isEmptied(stored)) return; // they have left again
  const waiting = yield* read(recovery.selectors.all);
  if (waiting.userId === '') return yield* ask(world, 'reload'); // storage has all that is needed to begin
  if (waiting.userId === userId) return yield call(joinSession, world);
  yield put(recovery.actions.setAside({ userId: '', drafts: [] }));
  yield put(
    feedback.actions.notified({
      tone: 'warning',
      say: 'drafts.lostToOther',
      stays: true,
      offer: { say: 'displaced.reload', does: reload() },
    }),
  );
}

/** Unless the person has signed in again: then the message is out of date, and leaving would lose unsaved input. */
function* signedOutElsewhere(world: World, isForced: boolean): Saga {
  const before = yield* read(tokens.selectors.accessToken);
  const stored = (yield* ask(world, 'readStored', 'token')) as Partial<Tokens> | null;
  if (stored?.accessToken) return yield call(compare, world);
  // Another token means another session than the message's, and no token that this window has left already.
  if ((yield* read(tokens.selectors.accessToken)) !== before) return;
  const isCostly = yield* read(tabs.selectors.hasUnsaved);
  yield call(leave, { elsewhere: true, ...(isForced ? { forced: true } : { keeps: true }) });
  // Without a word a window would change to the sign-in page by itself.
  if (isForced) yield put(feedback.actions.notified({ tone: 'info', say: 'session.expired' }));
  else {
    const told = isCostly
      ? ({ tone: 'warning', say: 'drafts.left' } as const)
      : ({ tone: 'info', say: 'drafts.elsewhere' } as const);
    yield put(feedback.actions.notified({ ...told, stays: true, asksSignIn: true }));
  }
}

/**
 * A frozen window hears nothing. When it is seen again, an emptied token in storage says that its session was ended in another
 * window; no token at all says nothing, because a browser may forbid storage.
 */
function* wake(world: World): Saga {
  if ((yield* read(session.selectors.isUnsure)) && (yield* read(tokens.selectors.hasToken))) {
    yield* ask(world, 'flush'); // a token of this window that is not written yet
    const stored = (yield* ask(world, 'readStored', 'token')) as Partial<Tokens> | null;
    if (isEmptied(stored) && (yield* read(tokens.selectors.hasToken)))
      return yield call(signedOutElsewhere, world, false);
  }
  yield call(recognise, world);
}

/** Whether this window is locked and storage is not. */
function* isOpenedElsewhere(world: World): Saga<boolean> {
  const before = yield* read(screenLock.selectors.all);
  if (!before.isLocked) return false;
  const stored = (yield* ask(world, 'readStored', 'screenLock')) as Partial<LockState> | null;
  // Reading is asynchronous; meanwhile the screen may have been unlocked here, and locked again.
  const { isLocked, salt } = yield* read(screenLock.selectors.all);
  return stored?.isLocked !== true && isLocked && salt === before.salt;
}

function* hear(world: World, { payload: message }: ReturnType<typeof heard>): Saga {
  const hasToken = yield* read(tokens.selectors.hasToken);
  switch (message.kind) {
    case 'signedIn':
      return yield call(signedInElsewhere, world, message.userId);
    case 'signedOut':
      if (hasToken) yield call(signedOutElsewhere, world, message.isForced === true);
      return;
    case 'leaving':
      if (hasToken && (yield* read(tabs.selectors.hasUnsaved)))
        yield* ask(world, 'broadcast', { kind: 'unsaved', id: message.id });
      return;
    case 'pushed':
      return; // the saga of pushed events listens for it
    case 'unsaved':
      return; // the code that requested it waits for it
    case 'renewed':
      return yield call(compare, world);
    case 'locked':
      if (hasToken) yield call(followLock, world);
      return;
    case 'unlocked':
      // It may have been locked again since.
      if (yield call(isOpenedElsewhere, world)) yield put(screenLock.actions.unlocked({ elsewhere: true }));
      return;
    case 'storageCleared':
      // Removing the lock from storage by hand gives no access: the session ends, here and at the server.
      if (yield call(isOpenedElsewhere, world)) yield call(depart, world);
      return;
    case 'appearanceChanged':
      return yield put(preferences.actions.followed(message.look));
  }
}

function* beginAnew(world: World): Saga {
  // A displaced person's unsaved input can no longer be saved: there is nothing left to ask about.
  if (yield* read(session.selectors.isDisplaced)) yield put(tabs.actions.allClosed());
  yield* ask(world, 'reload');
}

function isElsewhere(how: object | undefined) {
  return how !== undefined && 'elsewhere' in how;
}

/** Notifies the other windows of what this one does. What it was notified of itself it does not repeat. */
function* report(world: World, action: Action): Saga {
  yield* ask(world, 'flush'); // they will read storage
  const broadcast = (message: WindowMessage) => ask(world, 'broadcast', message);
  if (session.actions.signedIn.match(action)) {
    if (!isJoined(action)) yield* broadcast({ kind: 'signedIn', userId: action.payload.userId });
  } else if (session.actions.signedOut.match(action)) {
    const how = action.payload;
    // A lost token means that there is no session whose end could be reported.
    if (how && ('elsewhere' in how || 'lost' in how)) return;
    yield* broadcast({ kind: 'signedOut', ...(how ? { isForced: true } : {}) });
  }
  if (screenLock.actions.locked.match(action)) yield* broadcast({ kind: 'locked' });
  else if (screenLock.actions.unlocked.match(action) && !isElsewhere(action.payload))
    yield* broadcast({ kind: 'unlocked' });
}
function* reportLook(world: World): Saga {
  const { language, theme, mode, accent } = yield* read(preferences.selectors.all);
  yield* ask(world, 'broadcast', { kind: 'appearanceChanged', look: { language, theme, mode, accent } });
}

export function* windowsSaga(world: World): Saga {
  yield takeEvery(heard, hear, world);
  yield takeLatest(resumed, wake, world);
  // Menus and buttons belong to the former role.
  yield takeLatest(session.actions.reassigned, () => recallRights(world));
  yield takeLeading(reload, beginAnew, world);
  const reported = [
    session.actions.signedIn,
    session.actions.signedOut,
    screenLock.actions.locked,
    screenLock.actions.unlocked,
  ];
  yield takeEvery(
    reported.map(({ type }) => type),
    report,
    world,
  );
  yield takeLatest(
    [preferences.actions.spoke, preferences.actions.shine, preferences.actions.wear, preferences.actions.tint],
    reportLook,
    world,
  );
}
