import { call, put, race, take } from 'redux-saga/effects';
import { factsOf } from '../../contract/domain/languages';
import type { Problems } from '../../contract/schema/validate';
import { screenLock } from '../store/auth/screenLock';
import { feedback, type Told } from '../store/feedback';
import { log } from '../store/log';
import { permission } from '../store/navigation/menu';
import { preferences } from '../store/preferences';
import { session, tokens } from '../store/session';
import { settings } from '../store/settings';
import { type Answer, type Call, Unreachable, type World } from '../world/world';
import { adoptTokens, recognise } from './adoptTokens';
import { followLock } from './auth/followScreenLock';
import { ask, read, type Saga } from './effects';
import { isOverdue } from './tokenAge';

/** Stands for the server's sentence in a refusal that came without one; screens say it in the person's language. */
export const unexplained = '*unknown';

/** A refusal by the server, with its sentence if it gave one. Anything else thrown is a bug or a broken network. */
export class Refused extends Error {
  override name = 'Refused';
  constructor(
    readonly code: number,
    message: string,
    /** What is wrong with which field of a form. */
    readonly problems: Problems = {},
    /** The server's word for it, when it has one: `order.noVoucher`. */
    readonly reason = '',
  ) {
    super(message);
  }
}

/**
 * The session in which this was asked is over and the person has been told. A refusal like any other to whoever waits,
 * so that a button is released and a loop goes on; it never carries anything to say.
 */
export class SessionOver extends Refused {
  override name = 'SessionOver';
  constructor() {
    super(401, '');
  }
}

/** What a call may meet on any day; anything else that is thrown is a fault of ours. */
export function isExpected(error: unknown): error is Refused | Unreachable {
  return error instanceof Refused || error instanceof Unreachable;
}

/** That nothing answered; it is said until the same call is answered. */
export function unanswered({ call: asked }: Unreachable): Told {
  return {
    tone: 'error',
    say: 'request.unreachable',
    ...(asked ? { failed: [asked] } : {}),
  };
}

/** The end of a command that failed: a refusal has been told by `request`, that nothing answered is told here. */
export function* tellFailure(error: unknown): Saga {
  if (!isExpected(error)) throw error;
  if (error instanceof Unreachable) yield put(feedback.actions.told(unanswered(error)));
}

interface Manner {
  /** Say nothing: the caller has a better place for the message. */
  quiet?: true;
  /** Idempotency key: asking again with it has no second effect. */
  key?: string;
  /** Without the person's token: signing in, and pages for people who have none. */
  anonymous?: true;
  /** Also while the screen is locked, when everything else waits. */
  evenLocked?: true;
  /** Wait for nothing: whoever leaves does not care whether the token is due. */
  atOnce?: true;
  /** Without the client's own name and secret, which some calls of the family do not want. */
  clientless?: true;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Until one of these happens; when the session ends first, there is nobody left to wait. */
function* wait(events: readonly { type: string }[]): Saga {
  const { over } = yield race({ met: take(events.map(({ type }) => type)), over: take(session.actions.signedOut) });
  if (over) throw new SessionOver();
}

/**
 * Ask the server, as whoever is signed in. Answers the data of the envelope (or a bare body). The one place that
 * decides what an answer means: a refusal is told once and thrown, a dead session ends once, whatever is still asked
 * when a session ends is given up, no answer at all is thrown as Unreachable and told by the page itself.
 */
export function* request(world: World, question: Call, manner: Manner = {}): Saga {
  const { quiet, key, anonymous, evenLocked, atOnce, clientless } = manner;
  const asked = `${question.method} ${question.url}`;
  if (!anonymous && !atOnce) {
    // Each of these waits may be long: what held before it is looked at once more after it.
    for (let isTried = false; ; ) {
      // Behind a locked screen nothing moves; what was on its way goes on when it is opened.
      if (!evenLocked && (yield* read(screenLock.selectors.isLocked))) {
        yield call(wait, [screenLock.actions.unlocked]);
        isTried = false;
      }
      const { over } = yield race({ known: call(recognise, world), over: take(session.actions.signedOut) });
      if (over) throw new SessionOver();
      // Somebody else is signed in in this browser: in their name nothing is asked here.
      if (yield* read(session.selectors.isDisplaced)) throw new SessionOver();
      if (!evenLocked && (yield* read(screenLock.selectors.isLocked))) continue;
      if (isTried || !(yield call(isOverdue, world))) break;
      yield put(tokens.actions.renew());
      yield call(wait, [tokens.actions.tokensReceived, tokens.actions.renewFailed]);
      isTried = true;
    }
  }
  const { clientId, clientSecret, silentCodes = [] } = yield* read(settings.selectors.all);
  const token = yield* read(tokens.selectors.accessToken);
  const headers: Record<string, string> = {
    ...(clientless ? {} : { Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` }),
    'Accept-Language': factsOf(yield* read(preferences.selectors.language)).tag,
    ...(key ? { 'Idempotency-Key': key } : {}),
    ...(anonymous || token === '' ? {} : { 'Blade-Auth': `bearer ${token}` }),
    ...question.headers,
  };
  const note = (why: string) =>
    question.method === 'POST' && !anonymous && !question.url.startsWith('/blade-auth/')
      ? put(log.actions.notDone({ message: why, stack: '', info: `POST ${question.url}` }))
      : undefined;
  let answer: Answer | undefined;
  try {
    yield put(feedback.actions.began()); // in here: who is cancelled at this very moment has begun
    ({ answer } = yield race({
      answer: call(ask, world, 'send', { ...question, headers }),
      over: take([session.actions.signedIn, session.actions.signedOut]),
    }));
  } catch (error) {
    if (error instanceof Unreachable) {
      error.call = asked;
      yield note(error.message);
    }
    throw error;
  } finally {
    yield put(feedback.actions.ended());
  }
  if (!answer) throw new SessionOver();
  const body = isObject(answer.body) ? answer.body : {};
  const code = Number(body.error_code ?? body.code ?? answer.status);
  const isDone = code === 200 && isObject(answer.body);
  // What was told of an earlier failure of this call is no longer so.
  if (isDone && (yield* read(feedback.selectors.isToldOf, asked))) yield put(feedback.actions.succeeded(asked));
  if (isDone) return 'code' in body && ('data' in body || 'success' in body) ? body.data : body;
  const isLocked = body.reason === 'session.locked' && !evenLocked;
  // It was on its way when the screen was locked, here or in another window: nothing has been done yet.
  if (isLocked && !anonymous && (yield call(followLock, world))) return yield call(request, world, question, manner);
  // Locked at the server and nowhere here: somebody took the lock away from this browser's storage.
  if ((code === 401 || isLocked) && !anonymous) {
    // The token was renewed while this was on its way: the session lives, and nothing has been done yet.
    const isAnother = (yield* read(tokens.selectors.accessToken)) !== token;
    // The same when it was renewed, or the person signed in anew, in another window that has not been heard of yet.
    if (isAnother || (yield call(adoptTokens, world))) return yield call(request, world, question, manner);
    if (yield* read(session.selectors.isDisplaced)) throw new SessionOver();
    yield put(session.actions.expired());
    throw new SessionOver();
  }
  if (body.reason === 'forbidden' && !anonymous) yield put(permission.actions.lapsed());
  const text = String(body.msg || body.error_description || '');
  if (!quiet && !silentCodes.includes(code))
    yield put(
      feedback.actions.told({ tone: 'error', ...(text ? { text } : { say: 'request.unknown' }), failed: [asked] }),
    );
  yield note(`${code} ${String(body.reason ?? '')} ${text}`.replace(/ +/g, ' ').trim());
  const problems = isObject(body.problems) ? (body.problems as Problems) : {};
  throw new Refused(code, text || unexplained, problems, String(body.reason ?? ''));
}
