/** The storages of a browser, as long as a test wants them to last: a page that is started anew finds what was there. */
import { openStorage } from '../../src/world/storage';

export type StoredTexts = Record<string, string>;

export function plain(held: StoredTexts = {}) {
  return {
    held,
    getItem: (key: string) => held[key] ?? null,
    setItem: (key: string, value: string) => {
      held[key] = value;
    },
    removeItem: (key: string) => {
      delete held[key];
    },
  };
}

export function storage(
  places: { local?: StoredTexts; window?: StoredTexts; cookies?: StoredTexts; isSecure?: boolean } = {},
) {
  const { local = {}, window = {}, cookies = {}, isSecure = false } = places;
  const storage = openStorage({
    local: () => plain(local),
    session: () => plain(window),
    jar: {
      read: () =>
        Object.entries(cookies)
          .map(([name, value]) => `${name}=${value}`)
          .join('; '),
      write: (cookie) => {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
        if (cookie.includes('Max-Age=0')) delete cookies[name!];
        else cookies[name!] = value!;
      },
      isSecure,
    },
    now: () => 7,
  });
  return { storage, local, window, cookies, all: () => JSON.stringify([local, window, cookies]) };
}
