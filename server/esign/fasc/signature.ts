/** How requests to FASC, and its callbacks, are signed: HMAC-SHA256 under a key that the time stamp makes of the secret. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Names and values that are signed; empty values are left out. */
export type Signed = Readonly<Record<string, string>>;

/** Values as they are sent, joined in the order of their names. */
export function canonical(values: Signed): string {
  return Object.entries(values)
    .filter(([, value]) => value !== '')
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** The signature in lower-case hex. `timestamp`: ms since 1970, the same text that is among the values. */
export function signatureOf(values: Signed, timestamp: string, secret: string): string {
  const digest = createHash('sha256').update(canonical(values)).digest('hex');
  const key = createHmac('sha256', secret).update(timestamp).digest();
  return createHmac('sha256', key).update(digest).digest('hex');
}

/** Compares in constant time. */
export function isSignature(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
