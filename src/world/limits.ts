/** What counts as an answer of the server, and how long the console waits for one. */
import { callTimeoutMs } from '../../contract/wire/settings';
import type { Call } from './world';

/** 200 to 500 are answers of the server; above that a gateway answered. */
export function isServerStatus(status: number): boolean {
  return status >= 200 && status <= 500;
}

/** What of a call says how long it may take. */
export type Lasting = Pick<Call, 'file' | 'isSlow' | 'isFile'>;

/** ms after which a call is given up. Files that are sent and other systems take longer; one that is fetched must begin. */
export function timeLimitOf({ file, isSlow, isFile }: Lasting): number {
  return (file || isSlow) && !isFile ? 6 * callTimeoutMs : callTimeoutMs;
}

/** How the client of calls names a call without an answer. */
export const unreachableNames = {
  network: 'ERR_NETWORK',
  timeout: 'ECONNABORTED',
  gateway: 'ERR_BAD_RESPONSE',
} as const;
