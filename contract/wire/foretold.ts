/** What an operation would wait for, asked before it is confirmed. */

/** The address that says what the call of another one would be held for, and does nothing. */
export function foretelling(url: string): string {
  return `${url}/foretell`;
}

/** Empty where the operation would be done at once. */
export interface Foretold {
  /** Number of the deed that further people decide on. */
  act?: number;
  /** Why they do, and who may, in the person's language. */
  text?: string;
}
