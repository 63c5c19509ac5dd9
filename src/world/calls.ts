/** The code that only calls to the server need, loaded when a person begins to sign in. */
import axios, { AxiosError, type AxiosRequestConfig } from 'axios';
import { isServerStatus, type Lasting, timeLimitOf } from './limits';
import { type Answer, Unreachable } from './world';

const http = axios.create({
  validateStatus: isServerStatus,
  transitional: { silentJSONParsing: true },
  // No token of ours is in a cookie for scripts, and looking for one would hold each request back until the browser answers.
  withXSRFToken: false,
});

/** Throws `Unreachable` when there is no answer. */
export async function answerTo(request: AxiosRequestConfig, lasting: Lasting): Promise<Answer> {
  try {
    const { status, data } = await http.request<unknown>({ ...request, timeout: timeLimitOf(lasting) });
    return { status, body: data };
  } catch (error) {
    if (!(error instanceof AxiosError)) throw new Unreachable(String(error));
    throw new Unreachable(error.code ?? error.message, error.response?.status);
  }
}
