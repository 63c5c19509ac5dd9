import type { Storage } from 'redux-persist';

/** Prefix of all keys: several products may share a host. */
export const keyPrefix = 'leasedesk-';

/** The three storages: local storage, session storage, and cookies. */
export interface BrowserStorage {
  local: Storage;
  session: Storage;
  cookie: Storage;
}

interface Plain {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Stored beside the content: its type, its storage, and when it was written (ms). */
interface Envelope {
  dataType: string;
  content: unknown;
  type?: 'session';
  datetime: number;
}

/** Limit of the size of all our entries. A larger entry under our name is not ours. */
export const mostKeptBytes = 512 * 1024;
function bytesOf(text: string): number {
  return text.length > mostKeptBytes ? text.length : new TextEncoder().encode(text).byteLength;
}

/** Full, forbidden or broken storage must not stop the product: what cannot be stored stays in memory. */
function sturdy(open: () => Plain, lose: () => void): Plain {
  const memory = new Map<string, string>();
  const attempt = <T>(work: (plain: Plain) => T, instead: T): T => {
    try {
      return work(open());
    } catch {
      lose();
      return instead;
    }
  };
  return {
    getItem: (key) => memory.get(key) ?? attempt((plain) => plain.getItem(key), null),
    setItem: (key, value) => {
      memory.delete(key);
      const isKept = attempt((plain) => {
        plain.setItem(key, value);
        return true;
      }, false);
      if (!isKept) memory.set(key, value);
    },
    removeItem: (key) => {
      memory.delete(key);
      attempt((plain) => plain.removeItem(key), undefined);
    },
  };
}

/** redux-persist on a browser storage, each entry in the envelope above. Foreign or damaged entries count as missing. */
function enveloped(
  plain: Plain,
  type: 'session' | undefined,
  { now, sizes }: { now(): number; sizes: Map<string, number> },
): Storage {
  return {
    async getItem(key) {
      const raw = plain.getItem(key);
      if (raw === null) return null;
      if (bytesOf(raw) > mostKeptBytes) {
        plain.removeItem(key);
        return null;
      }
      try {
        const { dataType, content } = JSON.parse(raw) as Envelope;
        return dataType === 'string' && typeof content === 'string' ? content : null;
      } catch {
        return null;
      }
    },
    async setItem(key, value: string) {
      const envelope: Envelope = { dataType: typeof value, content: value, ...(type ? { type } : {}), datetime: now() };
      const text = JSON.stringify(envelope);
      const place = `${type ?? 'local'} ${key}`;
      sizes.set(place, bytesOf(text));
      let total = 0;
      for (const size of sizes.values()) total += size;
      if (total <= mostKeptBytes) return plain.setItem(key, text);
      // Too large; an older value would no longer be true.
      sizes.delete(place);
      plain.removeItem(key);
    },
    async removeItem(key) {
      plain.removeItem(key);
    },
  };
}

/** Browsers drop a cookie above 4,096 bytes silently. */
const largestCookie = 3500;

export interface Jar {
  read(): string;
  write(cookie: string): void;
  isSecure: boolean;
}

/**
 * Each stored field is a cookie of its own, so that tokens have the product's names. They are storage: the server never
 * reads them. Over https the browser ensures that no other host and no http page has written them.
 */
function cookies({ read, write, isSecure }: Jar, lose: () => void): Storage {
  const rules = `; Path=/; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  const prefix = isSecure ? '__Host-' : '';
  const all = () => {
    try {
      return read();
    } catch {
      lose();
      return ''; // forbidden: the value stays in memory
    }
  };
  const held = (key: string) => {
    const start = `${prefix}${key}.`;
    return all()
      .split('; ')
      .filter((one) => one.startsWith(start))
      .flatMap((one) => {
        const at = one.indexOf('=');
        try {
          return [[one.slice(start.length, at), decodeURIComponent(one.slice(at + 1))] as const];
        } catch {
          return []; // not one of ours: those are always encoded
        }
      });
  };
  return {
    async getItem(key) {
      const fields = held(key);
      return fields.length > 0 ? JSON.stringify(Object.fromEntries(fields)) : null;
    },
    async setItem(key, value: string) {
      const fields = JSON.parse(value) as Record<string, string>;
      for (const [name, text] of Object.entries(fields)) {
        const cookie = `${prefix}${key}.${name}=${encodeURIComponent(text)}`;
        if (cookie.length > largestCookie) throw new Error(`cookie ${key}.${name} is too large`);
        // An empty text is a field's initial value; a cookie for it would needlessly outlive the session.
        try {
          write(text === '""' ? `${prefix}${key}.${name}=; Max-Age=0${rules}` : cookie + rules);
        } catch {
          return lose(); // forbidden, as above
        }
      }
      // A browser that refuses cookies does not say so.
      if (held(key).length < Object.values(fields).filter((text) => text !== '""').length) lose();
    },
    async removeItem(key) {
      for (const [name] of held(key)) write(`${prefix}${key}.${name}=; Max-Age=0${rules}`);
    },
  };
}

export interface Places {
  local(): Plain;
  session(): Plain;
  jar: Jar;
  now(): number;
  /** Called when an entry could not be written or read, once. */
  onLoss?(): void;
}

export function openStorage({ local, session, jar, now, onLoss }: Places): BrowserStorage {
  let isLost = false;
  const lose = () => {
    if (isLost) return;
    isLost = true;
    onLoss?.();
  };
  const shared = { now, sizes: new Map<string, number>() };
  return {
    local: enveloped(sturdy(local, lose), undefined, shared),
    session: enveloped(sturdy(session, lose), 'session', shared),
    cookie: cookies(jar, lose),
  };
}

/** The storage of a real browser. `onLoss` is called in a later task: a reducer may be running. */
export function browserStorage(onLoss: () => void): BrowserStorage {
  return openStorage({
    onLoss: () => queueMicrotask(onLoss),
    local: () => localStorage,
    session: () => sessionStorage,
    jar: {
      read: () => document.cookie,
      write: (cookie) => {
        // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs a secure context, which an office address may not be
        document.cookie = cookie;
      },
      isSecure: location.protocol === 'https:',
    },
    now: () => Date.now(),
  });
}
