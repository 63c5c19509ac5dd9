/** What servers of the family send for "none": null, undefined, and -1. */
export function text(value: unknown): string {
  return value === null || value === undefined || Number(value) === -1 ? '' : String(value);
}
