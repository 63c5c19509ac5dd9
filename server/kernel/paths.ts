/** The documents list some calls below /api and some without it; clients of the family use both for all of them. */
export const prefix = '/api';

/** The calls before a session. */
export const signInFolder = `${prefix}/blade-auth/oauth`;
/** The call that opens and renews sessions. */
export const tokenPath = `${signInFolder}/token`;

/** Whether an address is one of the family's calls without the prefix. */
export function isCall(url: string): boolean {
  return /^\/blade-[a-z]+(?=[/?]|$)/i.test(url);
}

/** The address under which the router knows a call. */
export function routed(url = '/'): string {
  return isCall(url) ? prefix + url : url;
}
