/** What an operation would wait for, asked before it is confirmed. */

const suffix = '/foretell';

/** The address that says what the call of another one would be held for, and does nothing. */
export function foretelling(url: string): string {
  return `${url}${suffix}`;
}

/** Whether a call only asks, so that nothing is undone where it fails. */
export function isForetelling(url: string): boolean {
  return url.endsWith(suffix);
}

/** Empty where the operation would be done at once. */
export interface Foretold {
  /** Number of the deed that further people decide on. */
  act?: number;
  /** Why they do, and who may, in the person's language. */
  text?: string;
}
