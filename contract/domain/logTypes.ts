/** Types of errors that a browser uploads, as the wire has them and as the logs show them. */
const shownAs: Readonly<Record<string, string>> = { error: 'bug' };

export function shownLogType(type: string): string {
  return Object.hasOwn(shownAs, type) ? shownAs[type]! : type;
}
