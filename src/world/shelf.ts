import type { Storage } from 'redux-persist';

/** All keys begin so: several products may share a host. */
export const keyPrefix = 'leasedesk-';

/** The three places something can be kept: for good, for this window, and beside the requests. */
export interface Shelf {
  local: Storage;
  session: Storage;
  cookie: Storage;
}

interface Plain {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** What is stored beside the content: its type, which storage it lies in, and when it was written (ms). */
interface Envelope {
  dataType: string;
  content: unknown;
  type?: 'session';
  datetime: number;
}

/** Full, forbidden or broken storage must not stop the product: what cannot be kept lives until the page goes. */
const sturdy = (open: () => Plain): Plain => {
  const memory = new Map<string, string>();
  const attempt = <T>(work: (plain: Plain) => T, instead: T): T => {
    try {
      return work(open());
    } catch {
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
};

/** redux-persist on a browser storage, each entry in the envelope above. Foreign or damaged entries read as nothing. */
const enveloped = (plain: Plain, type: 'session' | undefined, now: () => number): Storage => ({
  async getItem(key) {
    const raw = plain.getItem(key);
    if (raw === null) return null;
    try {
      const { dataType, content } = JSON.parse(raw) as Envelope;
      return dataType === 'string' && typeof content === 'string' ? content : null;
    } catch {
      return null;
    }
  },
  async setItem(key, value: string) {
    const envelope: Envelope = { dataType: typeof value, content: value, ...(type ? { type } : {}), datetime: now() };
    plain.setItem(key, JSON.stringify(envelope));
  },
  async removeItem(key) {
    plain.removeItem(key);
  },
});

/** Browsers drop a cookie above 4,096 bytes without a word. */
const largestCookie = 3500;

export interface Jar {
  read(): string;
  write(cookie: string): void;
  isSecure: boolean;
}

/** Each kept field is a cookie of its own, so that tokens lie under names of the product's. They are storage: the server never reads them. */
const cookies = ({ read, write, isSecure }: Jar): Storage => {
  const rules = `; Path=/; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  const all = () => {
    try {
      return read();
    } catch {
      return ''; // forbidden: what would lie here lives until the page goes
    }
  };
  const held = (key: string) =>
    all()
      .split('; ')
      .filter((one) => one.startsWith(`${key}.`))
      .flatMap((one) => {
        const at = one.indexOf('=');
        try {
          return [[one.slice(key.length + 1, at), decodeURIComponent(one.slice(at + 1))] as const];
        } catch {
          return []; // not one of ours: those are always encoded
        }
      });
  return {
    async getItem(key) {
      const fields = held(key);
      return fields.length > 0 ? JSON.stringify(Object.fromEntries(fields)) : null;
    },
    async setItem(key, value: string) {
      for (const [name, text] of Object.entries(JSON.parse(value) as Record<string, string>)) {
        const cookie = `${key}.${name}=${encodeURIComponent(text)}`;
        if (cookie.length > largestCookie) throw new Error(`cookie ${key}.${name} is too large`);
        // An empty text is what a field starts with; a cookie that says so would outlive the session for nothing.
        try {
          write(text === '""' ? `${key}.${name}=; Max-Age=0${rules}` : cookie + rules);
        } catch {
          return; // forbidden, as above
        }
      }
    },
    async removeItem(key) {
      for (const [name] of held(key)) write(`${key}.${name}=; Max-Age=0${rules}`);
    },
  };
};

export const openShelf = (places: { local(): Plain; session(): Plain; jar: Jar; now(): number }): Shelf => ({
  local: enveloped(sturdy(places.local), undefined, places.now),
  session: enveloped(sturdy(places.session), 'session', places.now),
  cookie: cookies(places.jar),
});

/** The shelf of a real browser. */
export const browserShelf = (): Shelf =>
  openShelf({
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
