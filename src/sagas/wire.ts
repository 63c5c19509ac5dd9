/** What a server of the family calls nothing: null, nothing at all, and -1. */
export function text(value: unknown): string {
  return value === null || value === undefined || Number(value) === -1 ? '' : String(value);
}
