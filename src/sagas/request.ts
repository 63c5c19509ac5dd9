import type { Action } from '@reduxjs/toolkit';
import { call, cancelled, put, race, take } from 'redux-saga/effects';
import { factsOf } from '../../contract/domain/languages';
import type { Problems } from '../../contract/schema/validate';
import type { DeployFault } from '../../contract/wire/flow';
import { isForetelling } from '../../contract/wire/foretold';
import { screenLock } from '../store/auth/screenLock';
import { feedback, type Notification } from '../store/feedback';
import { log } from '../store/log';
import { permission } from '../store/navigation/menu';
import { preferences } from '../store/preferences';
import { session, tokens } from '../store/session';
import { settings } from '../store/settings';
import { type Answer, type Call, Unreachable, type World } from '../world/world';
import { adoptTokens, recognise } from './adoptTokens';
import { followLock } from './auth/followScreenLock';
import { ask, read, type Saga } from './effects';
import { began, ended } from './running';
import { isOverdue } from './tokenAge';

/** Placeholder for a missing sentence in a refusal; screens show it in the person's language. */
export const unexplained = '*unknown';

/** A refusal by the server, with its sentence if it gave one. Any other error is a bug or a broken network. */
export class Refused extends Error {
  override name = 'Refused';
  constructor(
    readonly code: number,
    message: string,
    /** What is wrong with which field of a form. */
    readonly problems: Problems = {},
    /** The server's code for it, when it has one: `order.noVoucher`. */
    readonly reason = '',
    /** What is wrong with which element of a diagram. */
    readonly faults: readonly DeployFault[] = [],
  ) {
    super(message);
  }
}

/**
 * The session of this request has ended and the person has been notified. A refusal like any other for the caller, so
 * that a button is released and a loop goes on; it never carries a message.
 */
export class SessionOver extends Refused {
  override name = 'SessionOver';
  constructor() {
    super(401, '');
  }
}

/** Errors that any call may meet; any other error is a bug. */
export function isExpected(error: unknown): error is Refused | Unreachable {
  return error instanceof Refused || error instanceof Unreachable;
}

/**
 * Reports a failed command: `request` has reported a refusal. That no answer came is said where the command was given;
 * `again` gives it again from there, unless a form or dialog that stays open has a button for it.
 */
export function* tellFailure(error: unknown, again?: Action): Saga {
  if (!isExpected(error)) throw error;
  if (error instanceof Unreachable)
    yield put(feedback.actions.unanswered({ call: error.call ?? '', ...(again ? { again } : {}) }));
}

/**
 * Keys of commands without an answer, by who gave the command and what it asks for; in memory alone. One holds as long as
 * the person is told of it: who has gone on, and gives the same command later, means another one.
 */
const openKeys = new WeakMap<World, Map<string, string>>();

function openKeysOf(world: World): Map<string, string> {
  const known = openKeys.get(world) ?? new Map<string, string>();
  openKeys.set(world, known);
  return known;
}

interface Manner {
  /** Report nothing: the caller has a better place for the message. */
  quiet?: true;
  /** The reason of a refusal that is not reported, because the caller goes on in another way. */
  expects?: string;
  /**
   * Idempotency key: sending again with it has no second effect. The same command keeps its first one as long as the
   * person is told that it got no answer.
   */
  key?: string;
  /** Without the person's token: signing in, and pages that need no session. */
  anonymous?: true;
  /** Also while the screen is locked, when every other request waits. */
  evenLocked?: true;
  /**
   * The message after it is done. Where further people decide on it first, the server's sentence about that takes its
   * place, whatever is done and wherever it was asked for.
   */
  done?: Pick<Notification, 'say' | 'text' | 'values' | 'detail'>;
  /** Do not wait: signing out does not need a fresh token. */
  atOnce?: true;
  /** Without the client's own name and secret, which some calls of the family refuse. */
  clientless?: true;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Wait until one of these happens; the end of the session ends the wait too. */
function* wait(events: readonly { type: string }[]): Saga {
  const { over } = yield race({ met: take(events.map(({ type }) => type)), over: take(session.actions.signedOut) });
  if (over) throw new SessionOver();
}

/** From this status on a server fails, or a gateway speaks for it: that tells nothing about the session. */
const leastFault = 500;

/**
 * The id under which this call asks whether the session lives, '' where that is known. While another one asks it waits
 * for that answer; no answer to that one is none to this one either.
 */
function* askOrWait(world: World): Saga<string> {
  if (yield* read(tokens.selectors.isConfirmed)) return '';
  const id = yield* ask(world, 'newId');
  const { inquired, confirmed, doubted } = tokens.actions;
  try {
    while (!(yield* read(tokens.selectors.isConfirmed))) {
      yield put(inquired(id));
      if ((yield* read(tokens.selectors.asker)) === id) return id;
      yield call(wait, [confirmed, doubted]);
      if (yield* read(tokens.selectors.isLate)) throw new Unreachable('');
    }
    return '';
  } finally {
    if (yield cancelled()) yield put(doubted({ id }));
  }
}

/**
 * Send a request as the signed-in person. Answers the data of the envelope (or a bare body). The one place that decides
 * what an answer means: a refusal is reported once and thrown, an ended session is left once, requests in flight at its
 * end are abandoned, and no answer at all is thrown as Unreachable and reported by the page itself.
 */
export function* request(world: World, question: Call, manner: Manner = {}): Saga {
  const { quiet, expects, anonymous, evenLocked, atOnce, clientless, done } = manner;
  const name = `${question.method} ${question.url}`;
  /** Set while the others wait for this call, whose answer tells whether the session lives. */
  let asking = '';
  if (!anonymous && !atOnce) {
    // Each of these waits may be long: conditions checked before it are checked again after it.
    for (let isTried = false; ; ) {
      // While the screen is locked every request waits; it continues after unlocking.
      if (!evenLocked && (yield* read(screenLock.selectors.isLocked))) {
        yield call(wait, [screenLock.actions.unlocked]);
        isTried = false;
      }
      const { over } = yield race({ known: call(recognise, world), over: take(session.actions.signedOut) });
      if (over) throw new SessionOver();
      // Another person is signed in in this browser: no request is made in their name here.
      if (yield* read(session.selectors.isDisplaced)) throw new SessionOver();
      if (!evenLocked && (yield* read(screenLock.selectors.isLocked))) continue;
      if (isTried || !(yield call(isOverdue, world))) {
        if (evenLocked) break;
        asking = yield call(askOrWait, world);
        if (!(yield* read(screenLock.selectors.isLocked))) break;
        if (asking) yield put(tokens.actions.doubted({ id: asking })); // locked meanwhile
        continue;
      }
      yield put(tokens.actions.renew());
      yield call(wait, [tokens.actions.tokensReceived, tokens.actions.renewFailed]);
      isTried = true;
    }
  }
  const { clientId, clientSecret, silentCodes = [] } = yield* read(settings.selectors.all);
  const token = yield* read(tokens.selectors.accessToken);
  const { method, url, query, form, body: sent, file, fields } = question;
  const intent = manner.key
    ? JSON.stringify([(yield* read(session.selectors.user))?.userId, method, url, query, form, sent, file, fields])
    : '';
  const held = openKeysOf(world).get(intent);
  const isTold =
    (yield* read(feedback.selectors.isToldOf, name)) || (yield* read(feedback.selectors.isToldOf, `${name} ${held}`));
  const isHeld = held !== undefined && isTold;
  const key = isHeld ? held : manner.key;
  if (key) openKeysOf(world).set(intent, key);
  const command = key ? `${name} ${key}` : name;
  const headers: Record<string, string> = {
    ...(clientless ? {} : { Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` }),
    'Accept-Language': factsOf(yield* read(preferences.selectors.language)).tag,
    ...(key ? { 'Idempotency-Key': key } : {}),
    ...(anonymous || token === '' ? {} : { 'Blade-Auth': `bearer ${token}` }),
    ...question.headers,
  };
  const note = (why: string) =>
    question.method === 'POST' && !anonymous && !question.url.startsWith('/blade-auth/') && !isForetelling(question.url)
      ? put(log.actions.notDone({ message: why, stack: '', info: `POST ${question.url}` }))
      : undefined;
  let answer: Answer | undefined;
  try {
    yield* began(world); // inside: a saga that is cancelled right now has begun
    ({ answer } = yield race({
      answer: call(ask, world, 'send', { ...question, headers }),
      over: take([session.actions.signedIn, session.actions.signedOut]),
    }));
  } catch (error) {
    if (error instanceof Unreachable) {
      error.call = command;
      if (asking) yield put(tokens.actions.doubted({ id: asking, isLate: true }));
      yield note(error.message);
    }
    throw error;
  } finally {
    yield* ended(world);
    if (asking && !answer) yield put(tokens.actions.doubted({ id: asking }));
  }
  if (!answer) throw new SessionOver();
  const body = isObject(answer.body) ? answer.body : {};
  // A gateway's page, or half an answer, does not tell whether the command was carried out.
  if (key && isObject(answer.body) && answer.status < leastFault) openKeysOf(world).delete(intent);
  const code = Number(body.error_code ?? body.code ?? answer.status);
  const isDone = code === 200 && isObject(answer.body);
  const isLocked = body.reason === 'session.locked' && !evenLocked;
  if (asking && answer.status >= leastFault) yield put(tokens.actions.doubted({ id: asking, isLate: true }));
  else if (asking && !isLocked && code !== 401) yield put(tokens.actions.confirmed());
  const again = function* (): Saga {
    if (asking) yield put(tokens.actions.doubted({ id: asking }));
    return yield call(request, world, question, manner);
  };
  // A message about an earlier failure of this call is out of date.
  for (const told of isDone ? new Set([name, command]) : [])
    if (yield* read(feedback.selectors.isToldOf, told)) yield put(feedback.actions.succeeded(told));
  if (isDone) {
    const notice = body.heldAct === undefined ? done : { text: String(body.msg) };
    if (notice) yield put(feedback.actions.notified({ tone: 'success', ...notice }));
  }
  if (isDone) return 'code' in body && ('data' in body || 'success' in body) ? body.data : body;
  // The request was in flight when the screen was locked, here or in another window: it had no effect yet.
  if (isLocked && !anonymous && (yield call(followLock, world))) return yield call(again);
  // Locked at the server but not here: the lock was removed from this browser's storage.
  if ((code === 401 || isLocked) && !anonymous) {
    // The token was renewed while the request was in flight: the session is valid, and the request had no effect yet.
    const isAnother = (yield* read(tokens.selectors.accessToken)) !== token;
    // The same when it was renewed, or the person signed in again, in another window whose message has not arrived yet.
    if (isAnother || (yield call(adoptTokens, world))) return yield call(again);
    if (yield* read(session.selectors.isDisplaced)) {
      if (asking) yield put(tokens.actions.doubted({ id: asking }));
      throw new SessionOver();
    }
    yield put(session.actions.expired());
    throw new SessionOver();
  }
  if (body.reason === 'forbidden' && !anonymous) yield put(permission.actions.lapsed());
  const text = String(body.msg || body.error_description || '');
  if (!quiet && !(expects && body.reason === expects) && !silentCodes.includes(code))
    yield put(
      feedback.actions.notified({ tone: 'error', ...(text ? { text } : { say: 'request.unknown' }), failed: [name] }),
    );
  yield note(`${code} ${String(body.reason ?? '')} ${text}`.replace(/ +/g, ' ').trim());
  const problems = isObject(body.problems) ? (body.problems as Problems) : {};
  const faults = Array.isArray(body.faults) ? (body.faults as DeployFault[]) : [];
  throw new Refused(code, text || unexplained, problems, String(body.reason ?? ''), faults);
}
