/** The documents name some calls below /api and some without it; clients of the family use both for all of them. */
export const prefix = '/api';

/** The calls that lead to a session. */
export const signInFolder = `${prefix}/blade-auth/oauth`;
/** Where a session begins and is renewed. */
export const tokenPath = `${signInFolder}/token`;

/** Whether an address is one of the family's calls without the prefix. */
export function isCall(url: string): boolean {
  return /^\/blade-[a-z]+(?=[/?]|$)/i.test(url);
}

/** The address that the router knows a call by. */
export function routed(url = '/'): string {
  return isCall(url) ? prefix + url : url;
}
