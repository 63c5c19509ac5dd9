/** The code that only calls to the server need, loaded when a person begins to sign in. */
import axios, { AxiosError, type AxiosRequestConfig } from 'axios';
import { callTimeoutMs } from '../../contract/wire/settings';
import { isServerStatus, type Lasting, timeLimitOf, unreachableNames } from './limits';
import { type Answer, Unreachable } from './world';

const http = axios.create({
  validateStatus: isServerStatus,
  transitional: { silentJSONParsing: true },
  // No token of ours is in a cookie for scripts, and looking for one would hold each request back until the browser answers.
  withXSRFToken: false,
});

function areSame(one: object = {}, other: object = {}): boolean {
  const [own, others] = [Object.entries(one), new Map(Object.entries(other))];
  return own.length === others.size && own.every(([name, value]) => others.get(name) === value);
}

/** Throws `Unreachable` unless the answer comes within the time that a call has. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Unreachable(unreachableNames.timeout)), callTimeoutMs);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/**
 * The answer to what the inline script has asked (firstQuestion.ts). For the first call of the page alone, if it asks the
 * same: later ones mean a later state, and so does one that comes late. Undefined where it has to be asked for.
 */
async function askedBefore({ method, url, params, headers }: AxiosRequestConfig): Promise<Answer | undefined> {
  const { askedFirst } = globalThis;
  globalThis.askedFirst = undefined;
  if (!askedFirst || method !== 'GET' || url !== askedFirst.url) return undefined;
  if (!areSame(params, askedFirst.query) || !areSame(headers, askedFirst.headers)) return undefined;
  if (Date.now() - askedFirst.askedAt > callTimeoutMs) return undefined;
  const answer = await inTime(askedFirst.answer.catch(() => undefined));
  return answer && isServerStatus(answer.status) ? answer : undefined;
}

/** Throws `Unreachable` when there is no answer. */
export async function answerTo(request: AxiosRequestConfig, lasting: Lasting): Promise<Answer> {
  const before = globalThis.askedFirst && (await askedBefore(request));
  if (before) return before;
  try {
    const { status, data } = await http.request<unknown>({ ...request, timeout: timeLimitOf(lasting) });
    return { status, body: data };
  } catch (error) {
    if (!(error instanceof AxiosError)) throw new Unreachable(String(error));
    throw new Unreachable(error.code ?? error.message, error.response?.status);
  }
}
