/**
 * What holds at every moment, whatever happens in whatever order. Each answers what is wrong, or undefined. The numbers
 * are those of the requirement; the others are what a person would notice first.
 */
import type { Action } from '@reduxjs/toolkit';
import { features } from '../../src/store/features';
import { log } from '../../src/store/log';
import { route } from '../../src/store/navigation/route';
import { session, tokens } from '../../src/store/session';
import type { Question } from './exploreWorld';
import { type Losses, lostInput, missingTab, newIntents, noLosses, noteKey, noteLoss, wrongTabs } from './losses';
import { type Desk, productPath, productState, screenOf } from './moves';
import { markOf, people } from './people';
import type { taskCounter } from './tasks';

const putBySaga = '@@redux-saga/SAGA_ACTION';

/** Observations so far, as far as the state alone does not show them. */
export interface Witness {
  /** Tokens of sessions that are over in this window. */
  ended: Set<string>;
  /** Tokens of the session that is. */
  current: Set<string>;
  /** Since the last sign-in: how often the window left for the sign-in page. */
  departures: number;
  /** Intents to save, change or remove, each of which may have only one effect. */
  saveIntents: number;
  losses: Losses;
  /** Violations detected at the moment they happened. */
  offences: string[];
  /** Errors that were logged. */
  faults: string[];
}
export interface Scene {
  desk: Desk;
  seen: Witness;
  tasks: ReturnType<typeof taskCounter>;
}
type Invariant = (scene: Scene) => string | undefined;

export function newWitness(): Witness {
  return {
    ended: new Set(),
    current: new Set(),
    departures: 0,
    saveIntents: 0,
    losses: noLosses(),
    offences: [],
    faults: [],
  };
}

/** Called before the action is reduced. */
export function note({ desk, seen }: Scene, action: Action): void {
  seen.saveIntents += newIntents(seen.losses, desk, action);
  const loss = noteLoss(seen.losses, desk, action);
  if (loss) seen.offences.push(loss);
  if (tokens.actions.tokensReceived.match(action)) seen.current.add(action.payload.accessToken);
  else if (session.actions.signedOut.match(action)) {
    // The stored session is another person's by then, and would end with it.
    const isTold = action.payload !== undefined && 'elsewhere' in action.payload;
    if (desk.store.getState().session.isDisplaced && !isTold)
      seen.offences.push('(ii) who was displaced ends the session of whoever is there now');
    for (const token of seen.current) seen.ended.add(token);
    seen.current.clear();
  } else if (session.actions.signedIn.match(action)) seen.departures = 0;
  else if (route.actions.go.match(action) && action.payload === '/login' && putBySaga in action) {
    if (!tokens.selectors.hasToken(desk.store.getState())) seen.departures += 1;
  } else if (log.actions.failed.match(action)) seen.faults.push(`${action.payload.info}: ${action.payload.message}`);
}

function urlOf({ call }: Question) {
  return `${call?.method} ${call?.url}`;
}
function isRefresh({ call, outcome }: Question) {
  return outcome === 'open' && call?.form?.grant_type === 'refresh_token';
}
/** Calls that a locked screen still makes: none of a page. */
function isOfSession(url: string) {
  return url.startsWith('/blade-auth/oauth/');
}

/** Called as a call leaves. */
export function noteCall({ desk, seen }: Scene, question: Question): void {
  const call = question.call!;
  const token = desk.world.server.tokenIn(call);
  const loss = noteKey(seen.losses, question);
  if (loss) seen.offences.push(loss);
  if (seen.ended.has(token))
    seen.offences.push(`(ii) ${urlOf(question)} left with the token of a session that is over`);
  const { screenLock: lock, token: mine } = desk.store.getState();
  if (lock.isLocked && mine.accessToken !== '' && !isOfSession(call.url))
    seen.offences.push(`(vi) ${urlOf(question)} left from behind the locked screen`);
  // A refresh token is valid once: using an old one ends the session for all windows.
  const { storage, page, server } = desk.world;
  const spent = String(call.form?.refresh_token ?? '');
  const storedToken = String(storage.token?.refreshToken ?? '');
  const isOurs = server.sessionOf(mine.accessToken) === server.sessionOf(String(storage.token?.accessToken));
  if (spent !== '' && storedToken !== '' && spent !== storedToken && isOurs && !page.isStorageForbidden)
    seen.offences.push('(i) an old pair is spent while the new one lies in storage');
}

/** (i) Two refreshes would use one refresh token twice, and the second would end the session. */
export const oneRefresh: Invariant = ({ desk: { world } }) => {
  const count = world.open().filter(isRefresh).length;
  return count > 1 ? `(i) ${count} refreshes in flight` : undefined;
};

/** (ii) The next person must not act in the name of the previous one. */
export const noOldToken: Invariant = ({ desk: { world }, seen }) => {
  const left = world.open().find(({ call }) => call && seen.ended.has(world.server.tokenIn(call)));
  return left ? `(ii) ${urlOf(left)} of a session that is over is still asked` : undefined;
};

/** (ii) Nor see their data. Unsaved input from a session that the server ended is kept hidden for its author. */
export const noOldState: Invariant = ({ desk: { store }, seen }) => {
  if (seen.ended.size === 0) return undefined;
  const { recovery: _kept, session: ofUser, ...others } = store.getState();
  const { user } = ofUser;
  const state = { ...others, user }; // a displaced person is shown the name of the next one
  const strangers = people.filter((person) => user?.account !== person).map(markOf);
  for (const [name, slice] of Object.entries(state)) {
    const text = JSON.stringify(slice) ?? '';
    const mark = strangers.find((one) => text.includes(one));
    if (mark) return `(ii) '${name}' still holds what is ${mark} while ${user?.account ?? 'nobody'} is signed in`;
  }
  return undefined;
};

/** (iii) Twenty calls may learn that a session has ended; the person is sent away once. */
export const oneDeparture: Invariant = ({ seen }) =>
  seen.departures > 1 ? `(iii) left for the sign-in page ${seen.departures} times in one session` : undefined;

/** Preliminary answers: the session has ended, or waits to be unlocked. */
function isRepeated({ answer }: Question) {
  return answer?.status === 401 || answer?.status === 403;
}

/** (iv) A table must not show the answer to an outdated request. */
export const newestList: Invariant = ({ desk }) => {
  const { world } = desk;
  // The home page asks for one row, to know whether there is any.
  const lists = world.sent.filter(({ call }) => call?.url === '/blade-product/product/page' && call.query?.size !== 1);
  const open = lists.filter(({ outcome }) => outcome === 'open');
  if (open.length > 1) return `(iv) ${open.length} lists are asked for, of which one at most is shown`;
  const newest = lists.at(-1);
  const { page, busy, isCutOff, isRefused } = productState(desk);
  const isOurs =
    newest && newest.call?.headers?.['Blade-Auth'] === `bearer ${tokens.selectors.accessToken(desk.store.getState())}`;
  // A page that was left cancels its request, one that was closed drops its state.
  const isShown = screenOf(desk) === 'page' && desk.store.getState().route.place?.path === productPath;
  if (!newest || !isOurs || !isShown) return undefined;
  if (newest.outcome === 'open')
    return busy.list ? undefined : '(iv) a list is asked for and the table does not say so';
  if (busy.list) return undefined; // another request is about to be made
  if (newest.outcome === 'failed') return isCutOff ? undefined : '(iv) no answer came and the table does not say so';
  const stamp = newest.answer && world.server.stampOf(newest.answer);
  if (!stamp)
    return isRefused || isRepeated(newest) ? undefined : '(iv) the list was refused and the table does not say so';
  return page?.sums?.stamp === stamp
    ? undefined
    : `(iv) the table shows answer ${page?.sums?.stamp}, the newest is ${stamp}`;
};

/** (v) A form that is sent twice must not make two records. */
export const oneEffect: Invariant = ({ desk, seen }) => {
  const { world } = desk;
  const writes = world.open().filter(({ call }) => call?.method === 'POST' && call.url.startsWith('/blade-product/'));
  const subjects = writes.map(({ call }) => {
    const { url, query, body, headers } = call!;
    const id = (body as { id?: string } | undefined)?.id ?? query?.ids ?? '';
    // The form and a row of the list may each have a write of their own; new records have no id yet.
    return `${url} ${id} ${id && headers?.['Idempotency-Key'] === productState(desk).form?.key ? 'form' : ''}`;
  });
  const twice = subjects.find((subject, at) => subjects.indexOf(subject) !== at);
  if (twice) return `(v) ${twice.trim()} is on its way twice`;
  const added = world.server.effects.filter(({ key }) => key !== '').length;
  return added > seen.saveIntents ? `(v) ${added} effects of ${seen.saveIntents} wishes to save` : undefined;
};

/** (vi) Behind the locked screen there is no page. */
export const lockedMeansLocked: Invariant = ({ desk }) => {
  const { screenLock: lock, token } = desk.store.getState();
  const screen = screenOf(desk);
  const isShown = lock.isLocked && token.accessToken !== '' && !['lock', 'displaced'].includes(screen);
  return isShown ? `(vi) locked, and the screen shows '${screen}'` : undefined;
};

/** (vii) A question that no saga waits for is a leak: a timer, a request or a place in a queue. */
export const nothingLeaked: Invariant = ({ desk: { world }, tasks }) => {
  const open = world.questions.size + world.sleeps.size + world.streams.size;
  const waits = tasks.waits();
  return open === waits ? undefined : `(vii) ${open} questions are open and ${waits} are waited for`;
};

/** Unexpected: a saga crashed, a reducer threw. */
export const noFault: Invariant = ({ seen }) => (seen.faults.length > 0 ? `fault: ${seen.faults[0]}` : undefined);

/** What could only be detected at the moment it happened. */
export const noOffence: Invariant = ({ seen }) => seen.offences[0];

/** (viii) What was typed stays until it is saved or given up. */
export const inputKept: Invariant = ({ desk, seen }) => lostInput({ desk, losses: seen.losses });

export const always: readonly Invariant[] = [
  noFault,
  noOffence,
  oneRefresh,
  noOldToken,
  noOldState,
  oneDeparture,
  newestList,
  oneEffect,
  lockedMeansLocked,
  nothingLeaked,
  inputKept,
  wrongTabs,
];

/** (vii) When no answer is pending, nothing is marked as busy: such a button could never be pressed again. */
export const released: Invariant = ({ desk }) => {
  const { feedback, signIn, screenLock: lock } = desk.store.getState();
  const { busy, locked } = productState(desk);
  if (feedback.isRunning) return '(vii) calls are said to be running';
  // Requests made before the screen was locked continue when it is unlocked.
  const isWaiting = lock.isLocked;
  const verbs = isWaiting ? [] : [...Object.keys(busy), ...Object.keys(locked).map((id) => `row ${id}`)];
  if (verbs.length > 0) return `(vii) still busy: ${verbs.join(', ')}`;
  if (lock.isBusy || lock.setting?.isBusy) return '(vii) the lock is still busy';
  if (screenOf(desk) === 'login' && signIn.isBusy) return '(vii) the sign-in form is still busy';
  if (desk.world.tokenLock.holder !== '') return '(vii) the lock between the windows is still held';
  return undefined;
};

/** (vi) And the address says so too, once the moment between the two is over. */
export const lockedAddress: Invariant = ({ desk }) => {
  const { screenLock: lock, route: at, token } = desk.store.getState();
  const isElsewhere = lock.isLocked && token.accessToken !== '' && at.place?.path !== '/lock';
  return isElsewhere ? `(vi) locked, at ${at.place?.path}` : undefined;
};

/** The current page is shown: it is neither loading nor missing. */
export const pageIsThere: Invariant = ({ desk }) => {
  const state = desk.store.getState();
  const { place } = state.route;
  if (screenOf(desk) === 'none') return 'no screen at all';
  if (screenOf(desk) !== 'page' || place?.path !== productPath) return undefined;
  const isKnown = features.selectors.isReady(state, 'product') || features.selectors.isLost(state, 'product');
  if (!isKnown) return 'the page is at its place and its code neither came nor was lost';
  const { page, isCutOff, isRefused } = productState(desk);
  return features.selectors.isLost(state, 'product') || page || isCutOff || isRefused
    ? undefined
    : 'the table was never asked for';
};

/** Once everything is answered and time has passed. */
export const atRest: readonly Invariant[] = [released, lockedAddress, pageIsThere, missingTab];

export function broken(scene: Scene, invariants: readonly Invariant[]): string | undefined {
  for (const invariant of invariants) {
    const wrong = invariant(scene);
    if (wrong) return wrong;
  }
  return undefined;
}
