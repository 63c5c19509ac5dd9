/** One attempt to send a message: what is written before the gateway is called, and what its answer means. */
import { EgressError, MessageRefused, NotReached } from '../kernel/ports';

/** How an attempt ended. `later`: it was not taken, and may be taken later. */
export type Outcome =
  | { end: 'sent'; gatewayId: string }
  | { end: 'failed' | 'later' | 'unknown'; isReached: boolean; fault: string; error?: unknown };

/** Errors of a connection that was never made: nothing can have been taken. */
const unreached =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS)/;

function codeOf(error: unknown): string {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return typeof code === 'string' ? code : cause ? codeOf(cause) : '';
}

/** The outcome of an attempt that threw. An address that may not be called fails for good: it is a setting. */
export function outcomeOf(error: unknown): Outcome {
  const fault = (error instanceof Error ? error.message : String(error)).slice(0, 300);
  if (error instanceof MessageRefused)
    return { end: error.isFinal ? 'failed' : 'later', isReached: true, fault, error };
  const isSetting = error instanceof EgressError && error.cause === undefined;
  const end = isSetting ? 'failed' : error instanceof NotReached || unreached.test(codeOf(error)) ? 'later' : 'unknown';
  return { end, isReached: false, fault, error };
}

/** Sends a message and never throws. */
export async function attempt(work: () => Promise<string>): Promise<Outcome> {
  try {
    return { end: 'sent', gatewayId: (await work()).slice(0, 128) };
  } catch (error) {
    return outcomeOf(error);
  }
}
