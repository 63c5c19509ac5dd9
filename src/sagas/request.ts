import { cancel, put } from 'redux-saga/effects';
import type { Problems } from '../../contract/kit';
import { feedback } from '../store/feedback';
import { look } from '../store/look';
import { session, tokens } from '../store/session';
import { settings } from '../store/settings';
import type { Call, World } from '../world/world';
import { ask, read, type Saga } from './effects';

/** A refusal the server explained. Anything else thrown is a bug or a broken network. */
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

interface Manner {
  /** Say nothing: the caller has a better place for the message. */
  quiet?: true;
  /** Idempotency key: asking again with it has no second effect. */
  key?: string;
  /** Without the person's token: signing in, and pages for people who have none. */
  anonymous?: true;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Ask the server, as whoever is signed in. Answers the data of the envelope (or a bare body). The one place that
 * decides what an answer means: a refusal is told once and thrown, a dead session ends once, an answer that belongs to
 * an earlier session is dropped, no answer at all is thrown as Unreachable and told by the page itself.
 */
export function* request(world: World, call: Call, { quiet, key, anonymous }: Manner = {}): Saga {
  const { clientId, clientSecret } = yield* read(settings.selectors.all);
  const token = yield* read(tokens.selectors.accessToken);
  const epoch = yield* read(session.selectors.epoch);
  const headers: Record<string, string> = {
    Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`,
    'Accept-Language': (yield* read(look.selectors.language)) === 'en' ? 'en' : 'zh-CN',
    ...(key ? { 'Idempotency-Key': key } : {}),
    ...(anonymous || token === '' ? {} : { 'Blade-Auth': `bearer ${token}` }),
    ...call.headers,
  };
  yield put(feedback.actions.began());
  let answer: { status: number; body: unknown };
  try {
    answer = yield* ask(world, 'send', { ...call, headers });
  } finally {
    yield put(feedback.actions.ended());
  }
  if ((yield* read(session.selectors.epoch)) !== epoch) yield cancel();
  const body = isObject(answer.body) ? answer.body : {};
  const code = Number(body.error_code ?? body.code ?? answer.status);
  if (code === 200 && isObject(answer.body)) return 'data' in body && 'code' in body ? body.data : body;
  if (code === 401 && !anonymous) {
    yield put(session.actions.expired());
    yield cancel();
  }
  const text = String(body.msg || body.error_description || '') || '未知错误';
  if (!quiet) yield put(feedback.actions.told({ tone: 'error', text }));
  throw new Refused(code, text, body.problems as Problems, String(body.reason ?? ''));
}
