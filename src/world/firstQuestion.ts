import type { Answer } from './world';

/** Facts of the question, given to the inline script at build time. */
export interface QuestionFacts {
  /** As in `ownRights`: its path, its parameters, and the name of that for the chosen top menu. */
  url: string;
  query: Readonly<Record<string, string>>;
  top: string;
  /** Id of the element with the settings. */
  settings: string;
}

/** A question that the inline script has sent, for the first call of the program to take if it is the same. */
export interface AskedFirst {
  url: string;
  query: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string>>;
  /** ms since 1970. */
  askedAt: number;
  /** Rejects where no answer came, or none in JSON. */
  answer: Promise<Answer>;
}
declare global {
  var askedFirst: AskedFirst | undefined;
}

/** What is stored of the session, as the inline script reads it; of a slice as texts of JSON by their fields. */
interface Held {
  /** Tag of the language. */
  tag: string;
  /** The cookie with the access token, as it is written. */
  token: string;
  cookie(name: string): string;
  stored(place: Storage, slice: string): Record<string, string>;
}

/**
 * Asks what the program would ask some hundred milliseconds later, in the inline script: it may use only what is written
 * in it. The program asks again where this throws or has no answer of the server.
 */
export function askFirst({ url, query, top, settings }: QuestionFacts, { tag, token, cookie, stored }: Held): void {
  const { apiBase, clientId, clientSecret, tokenCryptoKey } = JSON.parse(
    document.getElementById(settings)!.textContent!,
  );
  const { userId, mustChangePassword } = JSON.parse(stored(localStorage, 'session').user!);
  const isOver = Number(cookie('tokenSetAt')) + 1000 * Number(cookie('expiresIn')) < Date.now();
  // Guests and people with a one-time password have no rights yet, and an encrypted token is made by the program.
  if (!(userId > 0) || mustChangePassword || isOver || tokenCryptoKey) return;
  const read = (place: Storage, slice: string, field: string) => {
    try {
      return JSON.parse(stored(place, slice)[field]!);
    } catch {
      return undefined; // it was never written
    }
  };
  if (read(localStorage, 'screenLock', 'isLocked')) return;
  const chosen = read(sessionStorage, 'menu', 'top');
  const address = apiBase + url;
  const asked = { ...query, ...(chosen && { [top]: chosen }) };
  const headers = {
    Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`,
    'Accept-Language': tag,
    'Blade-Auth': `bearer ${JSON.parse(decodeURIComponent(token))}`,
  };
  const answer = fetch(`${address}?${new URLSearchParams(asked)}`, { headers }).then((come) =>
    come.json().then((body: unknown) => ({ status: come.status, body })),
  );
  answer.catch(() => {}); // told where it is waited for
  globalThis.askedFirst = { url: address, query: asked, headers, askedAt: Date.now(), answer };
}
