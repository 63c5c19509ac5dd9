/** One attempt to send a message: what is written before the gateway is called, and what its answer means. */
import { maskedText } from '../../contract/domain/messages';
import { maskPhone } from '../../contract/schema/mask';
import { withoutTold } from '../engine/saving/storedSecret';
import { EgressError, MessageRefused, NotReached } from '../kernel/ports';

/** How an attempt ended. `later`: it was not taken, and may be taken later. `error`: what it threw, for the log. */
export type Outcome =
  | { end: 'sent'; gatewayId: string }
  | { end: 'failed' | 'later' | 'unknown'; isReached: boolean; fault: string; error?: unknown };

/** Whom a message is for, and the values in it. */
export interface Carried {
  address: string;
  values: readonly (readonly [name: string, value: string])[];
}

/** `j***@example.com` */
export function maskEmail(address: string): string {
  const [name = '', host = ''] = address.split('@');
  return `${name.slice(0, 1)}***@${host}`;
}

/** What a gateway says of a message, as a log may hold it. */
function shownOf(said: string, { address, values }: Carried): string {
  const recipient = address.includes('@') ? maskEmail(address) : maskPhone(address);
  return withoutTold(said, [[address, recipient], ...values.map(([, value]) => [value, maskedText(value)] as const)]);
}

/** An error as a log may hold it: its kind, its place and its causes stay. */
function shownError(error: unknown, carried: Carried): unknown {
  if (!(error instanceof Error)) return shownOf(String(error), carried);
  const { message, stack = '', cause, ...more } = error as Error & { cause?: unknown };
  const shown: Error = Object.assign(Object.create(Object.getPrototypeOf(error)), more, {
    message: shownOf(message, carried),
    stack: shownOf(stack, carried),
  });
  return cause === undefined ? shown : Object.assign(shown, { cause: shownError(cause, carried) });
}

/** Errors of a connection that was never made: nothing can have been taken. */
const unreached =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS)/;

function codeOf(error: unknown): string {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return typeof code === 'string' ? code : cause ? codeOf(cause) : '';
}

/** The outcome of an attempt that threw. An address that may not be called fails for good: it is a setting. */
function outcomeOf(error: unknown, carried: Carried): Outcome {
  const fault = shownOf(error instanceof Error ? error.message : String(error), carried).slice(0, 300);
  const told = { fault, error: shownError(error, carried) };
  if (error instanceof MessageRefused) return { end: error.isFinal ? 'failed' : 'later', isReached: true, ...told };
  const isSetting = error instanceof EgressError && error.cause === undefined;
  const end = isSetting ? 'failed' : error instanceof NotReached || unreached.test(codeOf(error)) ? 'later' : 'unknown';
  return { end, isReached: false, ...told };
}

/** Sends a message and never throws. */
export async function attempt(work: () => Promise<string>, carried: Carried): Promise<Outcome> {
  try {
    return { end: 'sent', gatewayId: shownOf(await work(), carried).slice(0, 128) };
  } catch (error) {
    return outcomeOf(error, carried);
  }
}
