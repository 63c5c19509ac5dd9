/** The code that only calls to the server need, loaded when a person begins to sign in. */
import axios, { AxiosError, type AxiosRequestConfig } from 'axios';
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

/**
 * The answer to what the inline script has asked (firstMoment.ts). For the first call of the page alone, if it asks the
 * same: later ones mean a later state. Undefined where it has to be asked for.
 */
async function askedBefore({ method, url, params, headers }: AxiosRequestConfig): Promise<Answer | undefined> {
  const { askedFirst } = globalThis;
  globalThis.askedFirst = undefined;
  if (!askedFirst || method !== 'GET' || url !== askedFirst.url) return undefined;
  if (!areSame(params, askedFirst.query) || !areSame(headers, askedFirst.headers)) return undefined;
  try {
    const body = await askedFirst.body;
    return body === undefined ? undefined : { status: 200, body };
  } catch (error) {
    // A line on which nothing has come for so long is not tried twice.
    if (error instanceof DOMException && error.name === 'TimeoutError') throw new Unreachable(unreachableNames.timeout);
    return undefined;
  }
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
