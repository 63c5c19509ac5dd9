import { CANCEL } from 'redux-saga';
import { type Language, languages, sourceLanguage } from '../../contract/domain/languages';
import { type PushArrival, pushPath } from '../../contract/wire/push';
import { type ConsoleSettings, defaultSettings, screenBreakpoints } from '../../contract/wire/settings';
import { settingsId } from '../../contract/wire/settingsPlace';
import { heldFile, holdFile } from './files';
import { listenToKeys, type Pressed, pressOnPage } from './keys';
import { readFile, settingsFile } from './ownFiles';
import { type BrowserStorage, keyPrefix } from './storage';
import { markTester, testerMark } from './tester';
import { turnOf } from './turnOf';
import { windowLocks } from './windows';
import { type Answer, type Call, Unreachable, unreadableFile, type WindowMessage, type World } from './world';
import { wrapped } from './wrapping';

export interface Surroundings {
  feature(name: string): Promise<void>;
  words(language: Language): Promise<void>;
  storage: BrowserStorage;
  flush(): Promise<void>;
  broadcast(message: WindowMessage): void;
  /** An event of the server's stream. */
  arrived(what: PushArrival): void;
}

function toHex(bytes: Uint8Array) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Lets the person choose; an empty list when they cancel. */
function chooseFiles(accept: string, multiple: boolean): Promise<File[]> {
  return new Promise((resolve) => {
    const input = Object.assign(document.createElement('input'), { type: 'file', accept, multiple });
    input.addEventListener('cancel', () => resolve([]));
    input.addEventListener('change', () => resolve([...(input.files ?? [])]));
    input.click();
  });
}

/** Defined by the build. */
declare const __webpack_hash__: string;

const rounds = 600_000;
const derivedBytes = 32;

/** PBKDF2. The browser's own needs a secure context; on a plain http address a slower implementation in script replaces
 *  it. */
async function derive(password: string, salt: string): Promise<string> {
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
}

/** A promise that a cancelled saga stops: the request is aborted, the timer cleared. */
function stoppable<T>(promise: Promise<T>, stop: () => void): Promise<T> {
  return Object.assign(promise, { [CANCEL]: stop });
}

/** The code of calls, once it is there: what is sent with it goes before the page renders what was asked for. */
let loadedCalls: typeof import('./calls') | undefined;

/** Loaded before the first call. When loading fails, so does the call: the person tries again. */
export async function calls() {
  try {
    loadedCalls = await import(/* webpackChunkName: "calls" */ './calls');
    return loadedCalls;
  } catch (error) {
    throw new Unreachable(String(error));
  }
}

/** Loaded before the first stream; a lost connection where loading fails. */
function streams() {
  return import(/* webpackChunkName: "calls" */ './stream').catch((error: unknown) => {
    throw new Unreachable(String(error));
  });
}

/** Loaded with the first file. */
function arrivals() {
  return import(/* webpackChunkName: "arrivals" */ './arrivals').catch((error: unknown) => {
    throw new Unreachable(String(error));
  });
}

/** The parameters of a call as they stand in an address. */
function queryOf(query: Call['query'] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

/** SM2 or MD5, as the deployment decided: loaded when a person types a password. */
export function cipherOf({ passwordCipher, sm2PublicKey }: ConsoleSettings): Promise<(password: string) => string> {
  const isSealed = passwordCipher === 'sm2' || (passwordCipher === 'any' && sm2PublicKey !== '');
  const code = isSealed
    ? import(/* webpackChunkName: "cipher" */ './cipher').then(
        ({ sm2 }) =>
          (text: string) =>
            sm2(text, sm2PublicKey),
      )
    : import(/* webpackChunkName: "md5" */ 'js-md5').then(({ md5 }) => md5 as (text: string) => string);
  return code.catch((error: unknown) => {
    throw new Unreachable(String(error));
  });
}

/** What a server would answer if the file on the disk of the person could not be read any more. */
const unreadable: Answer = { status: 400, body: { code: 400, success: false, reason: unreadableFile } };

/** A part of a chosen file, and the headers that describe it; `undefined` when it cannot be read any more. */
async function sliceOf(id: string, { start, end }: { start: number; end: number }) {
  const bytes = await heldFile(id)
    ?.slice(start, end)
    .arrayBuffer()
    .catch(() => undefined);
  if (!bytes) return undefined;
  // The browser's own digest needs a secure context.
  const digest = globalThis.crypto?.subtle
    ? new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    : (await import('@noble/hashes/sha2.js')).sha256(new Uint8Array(bytes));
  const headers = {
    'Content-Type': 'application/octet-stream',
    'Content-Digest': `sha-256=:${btoa(String.fromCharCode(...digest))}:`,
  };
  return { bytes, headers };
}

/** The World of a real browser. The only file besides main.tsx that touches window. */
export function browserWorld({ feature, words, storage, flush, broadcast, arrived }: Surroundings): World {
  let settings: ConsoleSettings = defaultSettings;
  const locks = windowLocks();
  const send = ({
    method,
    url,
    query,
    form,
    body,
    file,
    field,
    slice,
    fields,
    isElsewhere,
    headers,
    isFile,
    isSlow,
  }: Call): Promise<Answer> => {
    const abort = new AbortController();
    if (file && slice)
      return stoppable(
        Promise.all([calls(), wrapped(headers, settings.tokenCryptoKey), sliceOf(file, slice)]).then(
          ([{ answerTo }, own, part]) =>
            part === undefined
              ? unreadable
              : answerTo(
                  {
                    method,
                    url: `${settings.apiBase}${url}`,
                    params: query,
                    data: part.bytes,
                    headers: { ...own, ...part.headers },
                    signal: abort.signal,
                  },
                  { file },
                ),
        ),
        () => abort.abort(),
      );
    if (isFile) {
      const address = `${settings.apiBase}${url}?${queryOf(query)}`;
      const begun = Promise.all([arrivals(), wrapped(headers, settings.tokenCryptoKey)]).then(
        ([{ beginArrival }, own = {}]) => beginArrival(method, address, own, abort),
      );
      return stoppable(begun, () => abort.abort());
    }
    const parts = file ? new FormData() : undefined;
    const picked = file ? heldFile(file) : undefined;
    // The fields come first: a server that reads the form as a stream knows them before the file begins.
    for (const [name, value] of Object.entries(fields ?? {})) parts?.append(name, value);
    if (picked) parts?.append(field ?? 'file', picked, picked.name);
    const begin = ({ answerTo }: typeof import('./calls'), own: Call['headers']) =>
      answerTo(
        {
          method,
          url: isElsewhere ? url : `${settings.apiBase}${url}`,
          params: query,
          data: parts ?? (form ? new URLSearchParams(form) : body),
          headers: own,
          signal: abort.signal,
        },
        { file, isSlow },
      );
    const own = wrapped(headers, settings.tokenCryptoKey);
    const turn = turnOf(method);
    const answer =
      loadedCalls && !turn && !(own instanceof Promise)
        ? begin(loadedCalls, own)
        : Promise.all([calls(), own, turn]).then(([code, sealed]) => begin(code, sealed));
    return stoppable(answer, () => abort.abort());
  };

  return {
    send,
    stream(headers) {
      const abort = new AbortController();
      const ended = Promise.all([streams(), wrapped(headers, settings.tokenCryptoKey)]).then(
        ([{ readStream }, own = {}]) => readStream(`${settings.apiBase}${pushPath}`, own, abort.signal, arrived),
      );
      return stoppable(ended, () => abort.abort());
    },
    sleep(ms) {
      let timer: ReturnType<typeof setTimeout>;
      const slept = new Promise<void>((wake) => {
        timer = setTimeout(wake, ms);
      });
      return stoppable(slept, () => clearTimeout(timer));
    },
    painted() {
      let frame = 0;
      let timer: ReturnType<typeof setTimeout>;
      const painted = new Promise<void>((done) => {
        if (document.hidden) return done();
        // A frame is painted after its callbacks: the next task runs after it.
        frame = requestAnimationFrame(() => {
          timer = setTimeout(done);
        });
      });
      return stoppable(painted, () => {
        cancelAnimationFrame(frame);
        clearTimeout(timer);
      });
    },
    load: feature,
    loadLanguage: words,
    async settings() {
      const told = document.getElementById(settingsId)?.textContent;
      settings = { ...defaultSettings, ...(told ? JSON.parse(told) : await readFile<ConsoleSettings>(settingsFile)) };
      return settings;
    },
    tester(isOn) {
      // Without storage it would reload for ever.
      if (isOn === (testerMark() !== null) || !markTester(isOn ? {} : null)) return false;
      location.reload();
      return true;
    },
    device: () => ({
      // The inline script has read the language (firstMoment.ts). The time zone, for tapes alone, takes a page 15 ms.
      language: languages.find(({ tag }) => tag === document.documentElement.lang)?.code ?? sourceLanguage,
      languages: navigator.languages,
      get timeZone() {
        return Intl.DateTimeFormat().resolvedOptions().timeZone;
      },
      width: innerWidth,
      height: innerHeight,
    }),
    now: () => Date.now(),
    uptime: () => performance.now(),
    // randomUUID needs a secure context, which a plain http address is not.
    newId: () => toHex(crypto.getRandomValues(new Uint8Array(16))),
    navigate: (path, how) =>
      how === 'push' ? history.pushState(null, '', path) : history.replaceState(null, '', path),
    travel: (steps) => history.go(steps),
    print: () => window.print(),
    openWindow: (url) => {
      const address = new URL(url, location.href);
      if (address.protocol !== 'http:' && address.protocol !== 'https:') return false;
      // With `noopener` the browser does not say whether it opened a window: the opener is removed before the page
      // loads.
      const opened = window.open('about:blank', '_blank');
      if (!opened) return false;
      opened.opener = null;
      opened.location.replace(address.href);
      return true;
    },
    origin: () => location.origin,
    redirect: (url) => location.assign(url),
    reload: () => location.reload(),
    async pickFile(accept) {
      const [chosen] = await chooseFiles(accept, false);
      return chosen ? holdFile(chosen) : null;
    },
    pickFiles: async (accept) => Promise.all((await chooseFiles(accept, true)).map(holdFile)),
    // A file that was changed or removed since it was chosen cannot be read.
    readText: async (file) =>
      (await heldFile(file)
        ?.text()
        .catch(() => null)) ?? null,
    probeImage(url) {
      const image = new Image();
      const shown = new Promise<boolean>((resolve) => {
        image.onload = () => resolve(image.naturalWidth > 0);
        image.onerror = () => resolve(false);
      });
      image.referrerPolicy = 'no-referrer';
      image.src = url;
      return stoppable(shown, () => image.removeAttribute('src'));
    },
    copy: (text) => navigator.clipboard.writeText(text),
    download: (name, text) => {
      // Spreadsheets read a file as UTF-8 only with a byte order mark; other files must not have one.
      const [, ending = ''] = /\.(json|bpmn)$/.exec(name) ?? [];
      const parts = ending === '' ? ['\uFEFF', text] : [text];
      const types: Record<string, string> = { json: 'application/json', bpmn: 'application/xml' };
      const type = types[ending] ?? 'text/csv;charset=utf-8';
      const url = URL.createObjectURL(new Blob(parts, { type }));
      Object.assign(document.createElement('a'), { href: url, download: name }).click();
      setTimeout(() => URL.revokeObjectURL(url), 60_000); // some browsers fetch it a little later
    },
    unpack: async (packed) => (await arrivals()).unpack(packed),
    received: async (file) => (await arrivals()).followArrival(file),
    saveReceived: (file) => void arrivals().then(({ saveArrival }) => saveArrival(file)),
    dropReceived: (file) => void arrivals().then(({ dropArrival }) => dropArrival(file)),
    setColorScheme: (mode) => {
      document.documentElement.dataset.mode = mode;
    },
    fillScreen: (isFull) => (isFull ? document.documentElement.requestFullscreen() : document.exitFullscreen()),
    press: pressOnPage,
    setTitle: (title) => {
      document.title = title;
    },
    encryptPassword: async (password) => (await cipherOf(settings))(password),
    derive,
    async readStored(slice) {
      for (const place of [storage.cookie, storage.session, storage.local]) {
        const stored: unknown = await place.getItem(keyPrefix + slice);
        if (typeof stored !== 'string') continue;
        try {
          const fields = Object.entries(JSON.parse(stored) as Record<string, string>);
          return Object.fromEntries(fields.map(([name, value]) => [name, JSON.parse(value) as unknown]));
        } catch {
          return null;
        }
      }
      return null;
    },
    flush,
    acquire: locks.hold,
    release: locks.letGo,
    broadcast,
    tape: async () => '',
    async latestRelease() {
      return String((await readFile<{ release: string }>('/version.json')).release);
    },
    ownRelease: () => __webpack_hash__,
  };
}

/** Events of the browser: history, network, visibility, keys. */
export function listenToBrowser(heard: {
  moved(path: string): void;
  resumed(): void;
  /** The window is hidden. */
  suspended(): void;
  /** Full screen was entered or left, by any cause. */
  filled(isFull: boolean): void;
  /** The window now has this screen class. */
  measured(screenClass: number): void;
  /** Answers whether the combination is a shortcut. */
  pressed(key: Pressed): boolean;
  failed(error: { message: string; stack: string; info: string }): void;
  /** Whether unloading now would lose unsaved input. */
  isDirty(): boolean;
}): void {
  const here = () => location.pathname + location.search;
  addEventListener('popstate', () => heard.moved(here()));
  document.addEventListener('visibilitychange', () =>
    document.visibilityState === 'visible' ? heard.resumed() : heard.suspended(),
  );
  addEventListener('online', heard.resumed);
  addEventListener('beforeunload', (event) => {
    if (heard.isDirty()) event.preventDefault(); // the browser asks, with its own text
  });
  addEventListener('pageshow', ({ persisted }) => {
    // Restored from the back/forward cache, perhaps after the person has signed out.
    if (persisted) location.reload();
  });
  listenToKeys(heard.pressed);
  const widths = screenBreakpoints.map((px) => matchMedia(`(min-width: ${px}px)`));
  const measure = () => heard.measured(widths.filter(({ matches }) => matches).length);
  for (const width of widths) width.addEventListener('change', measure);
  measure();
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
}
