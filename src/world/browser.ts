import axios, { AxiosError } from 'axios';
import { md5 } from 'js-md5';
import { CANCEL } from 'redux-saga';
import { type ConsoleSettings, callTimeoutMs, defaultSettings } from '../../contract/settings';
import { keyPrefix, type Shelf } from './shelf';
import { windowLocks } from './windows';
import { type Answer, type Call, type PickedFile, Unreachable, type WindowMessage, type World } from './world';

export interface Surroundings {
  feature(name: string): Promise<void>;
  words(language: 'zh' | 'en'): Promise<void>;
  shelf: Shelf;
  settle(): Promise<void>;
  tell(message: WindowMessage): void;
}

const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const rounds = 600_000;
const derivedBytes = 32;

/** PBKDF2. The browser's own needs a secure context; on a plain http address a slower one in script stands in. */
const derive = async (password: string, salt: string): Promise<string> => {
  const text = new TextEncoder();
  if (globalThis.crypto?.subtle) {
    const key = await crypto.subtle.importKey('raw', text.encode(password), 'PBKDF2', false, ['deriveBits']);
    const how = { name: 'PBKDF2', hash: 'SHA-256', salt: text.encode(salt), iterations: rounds };
    return toHex(new Uint8Array(await crypto.subtle.deriveBits(how, key, 8 * derivedBytes)));
  }
  const [{ pbkdf2Async }, { sha256 }] = await Promise.all([
    import('@noble/hashes/pbkdf2.js'),
    import('@noble/hashes/sha2.js'),
  ]);
  return toHex(await pbkdf2Async(sha256, password, salt, { c: rounds, dkLen: derivedBytes }));
};

/** A promise that a cancelled saga really stops: the request is aborted, the timer cleared. */
const stoppable = <T>(promise: Promise<T>, stop: () => void): Promise<T> => Object.assign(promise, { [CANCEL]: stop });

/** C1C2C3, always with the prefix of an uncompressed point: without it one in 256 would be read wrongly. */
const sm2 = async (text: string, publicKey: string): Promise<string> => {
  const { sm2: cipher } = await import('sm-crypto-v2');
  return `04${cipher.doEncrypt(text, publicKey, 0)}`;
};

/** The World of a real browser. The only file besides main.tsx that touches window. */
export const browserWorld = ({ feature, words, shelf, settle, tell }: Surroundings): World => {
  let settings: ConsoleSettings = defaultSettings;
  const files = new Map<string, File>();
  const locks = windowLocks();
  const http = axios.create({
    timeout: callTimeoutMs,
    // 200 to 500 are answers; above that nobody of ours has spoken.
    validateStatus: (status) => status >= 200 && status <= 500,
    transitional: { silentJSONParsing: true },
  });

  const send = ({ method, url, query, body, file, headers }: Call): Promise<Answer> => {
    const abort = new AbortController();
    const form = file ? new FormData() : undefined;
    const picked = file ? files.get(file) : undefined;
    if (form && picked) form.append('file', picked, picked.name);
    const answer = http
      .request({
        method,
        url: `${settings.apiBase}${url}`,
        params: query,
        data: form ?? body,
        headers,
        signal: abort.signal,
        ...(file ? { timeout: 6 * callTimeoutMs } : {}),
      })
      .then(({ status, data }) => ({ status, body: data as unknown }))
      .catch((error: unknown) => {
        throw new Unreachable(error instanceof AxiosError ? (error.code ?? error.message) : String(error));
      });
    return stoppable(answer, () => abort.abort());
  };

  return {
    send,
    sleep(ms) {
      let timer: ReturnType<typeof setTimeout>;
      const slept = new Promise<void>((wake) => {
        timer = setTimeout(wake, ms);
      });
      return stoppable(slept, () => clearTimeout(timer));
    },
    load: feature,
    speak: words,
    async settings() {
      const { data } = await http.get<ConsoleSettings>('/config.json');
      settings = { ...defaultSettings, ...data };
      return settings;
    },
    now: () => Date.now(),
    uptime: () => performance.now(),
    // randomUUID needs a secure context; a plain address in the office network is none.
    newId: () => toHex(crypto.getRandomValues(new Uint8Array(16))),
    navigate: (path, how) =>
      how === 'push' ? history.pushState(null, '', path) : history.replaceState(null, '', path),
    openWindow: (url) => {
      const address = new URL(url, location.href);
      if (address.protocol !== 'http:' && address.protocol !== 'https:') return false;
      // With `noopener` the browser does not say whether it opened anything: the tie is cut before the page is fetched.
      const opened = window.open('about:blank', '_blank');
      if (!opened) return false;
      opened.opener = null;
      opened.location.replace(address.href);
      return true;
    },
    leave: (url) => location.assign(url),
    reload: () => location.reload(),
    pickFile: (accept) =>
      new Promise<PickedFile | null>((resolve) => {
        const input = Object.assign(document.createElement('input'), { type: 'file', accept });
        input.addEventListener('cancel', () => resolve(null));
        input.addEventListener('change', () => {
          const [chosen] = input.files ?? [];
          if (!chosen) return resolve(null);
          const file = `file-${files.size + 1}`;
          files.set(file, chosen);
          resolve({ file, name: chosen.name, size: chosen.size, type: chosen.type });
        });
        input.click();
      }),
    copy: (text) => navigator.clipboard.writeText(text),
    download: (name, text) => {
      // Spreadsheets take a file for UTF-8 only when it says so at its start.
      const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
      Object.assign(document.createElement('a'), { href: url, download: name }).click();
      setTimeout(() => URL.revokeObjectURL(url), 60_000); // some browsers fetch it a little later
    },
    dress: (mode) => {
      document.documentElement.dataset.mode = mode;
    },
    fillScreen: (isFull) => (isFull ? document.documentElement.requestFullscreen() : document.exitFullscreen()),
    entitle: (title) => {
      document.title = title;
    },
    seal: (password) => (settings.passwordCipher === 'md5' ? md5(password) : sm2(password, settings.sm2PublicKey)),
    derive,
    async recall(slice) {
      for (const place of [shelf.cookie, shelf.session, shelf.local]) {
        const kept: unknown = await place.getItem(keyPrefix + slice);
        if (typeof kept !== 'string') continue;
        try {
          const fields = Object.entries(JSON.parse(kept) as Record<string, string>);
          return Object.fromEntries(fields.map(([name, value]) => [name, JSON.parse(value) as unknown]));
        } catch {
          return null;
        }
      }
      return null;
    },
    settle,
    hold: locks.hold,
    letGo: locks.letGo,
    tell,
    async release() {
      const { data } = await http.get<{ release: string }>('/version.json');
      return String(data.release);
    },
  };
};

/** What happens to the page from outside: history moves, the network comes back, the window wakes up. */
export const listenToBrowser = (heard: {
  moved(path: string): void;
  woke(): void;
  /** The person left or came back to the whole screen, whoever asked for it. */
  filled(isFull: boolean): void;
  failed(error: { message: string; stack: string; info: string }): void;
}): void => {
  const here = () => location.pathname + location.search;
  addEventListener('popstate', () => heard.moved(here()));
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && heard.woke());
  addEventListener('online', heard.woke);
  addEventListener('pageshow', ({ persisted }) => {
    // Taken out of the browser's memory as it was left, perhaps by somebody who has signed out since.
    if (persisted) location.reload();
  });
  document.addEventListener('fullscreenchange', () => heard.filled(document.fullscreenElement !== null));
  addEventListener('error', ({ message, error, filename, lineno }) =>
    heard.failed({ message, stack: String(error?.stack ?? ''), info: `${filename}:${lineno}` }),
  );
  addEventListener('unhandledrejection', ({ reason }) =>
    heard.failed({
      message: String(reason?.message ?? reason),
      stack: String(reason?.stack ?? ''),
      info: 'unhandled rejection',
    }),
  );
};
