/** The code that only calls to the server need, loaded when a person begins to sign in. */
import axios, { AxiosError, type AxiosRequestConfig } from 'axios';
import { callTimeoutMs } from '../../contract/wire/settings';
import { type Answer, Unreachable } from './world';

const http = axios.create({
  timeout: callTimeoutMs,
  // 200 to 500 are answers of the server; above that a gateway answered.
  validateStatus: (status) => status >= 200 && status <= 500,
  transitional: { silentJSONParsing: true },
});

/** Throws `Unreachable` when there is no answer. */
export async function answerTo(request: AxiosRequestConfig): Promise<Answer> {
  try {
    const { status, data } = await http.request<unknown>(request);
    return { status, body: data };
  } catch (error) {
    if (!(error instanceof AxiosError)) throw new Unreachable(String(error));
    throw new Unreachable(error.code ?? error.message, error.response?.status);
  }
}
