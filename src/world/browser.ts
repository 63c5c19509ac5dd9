import axios, { AxiosError } from 'axios';
import { md5 } from 'js-md5';
import { CANCEL } from 'redux-saga';
import { type ConsoleSettings, callTimeoutMs, defaultSettings } from '../../contract/settings';
import { type Answer, type Call, type PickedFile, Unreachable, type World } from './world';

export interface Loaders {
  feature(name: string): Promise<void>;
  words(language: 'zh' | 'en'): Promise<void>;
}

/** A promise that a cancelled saga really stops: the request is aborted, the timer cleared. */
const stoppable = <T>(promise: Promise<T>, stop: () => void): Promise<T> => Object.assign(promise, { [CANCEL]: stop });

/** The World of a real browser. The only file besides main.tsx that touches window. */
export const browserWorld = ({ feature, words }: Loaders): World => {
  let settings: ConsoleSettings = defaultSettings;
  const files = new Map<string, File>();
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
    newId: () => {
      // randomUUID needs a secure context; a plain address in the office network is none.
      const bytes = crypto.getRandomValues(new Uint8Array(16));
      return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    },
    navigate: (path, how) =>
      how === 'push' ? history.pushState(null, '', path) : history.replaceState(null, '', path),
    openWindow: (url) => {
      const address = new URL(url, location.href);
      if (address.protocol === 'http:' || address.protocol === 'https:')
        window.open(address.href, '_blank', 'noopener,noreferrer');
    },
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
    entitle: (title) => {
      document.title = title;
    },
    digest: (text) => md5(text),
  };
};

/** What happens to the page from outside: history moves, the network comes back, the window wakes up. */
export const listenToBrowser = (heard: {
  moved(path: string): void;
  woke(): void;
  failed(error: { message: string; stack: string; info: string }): void;
}): void => {
  const here = () => location.pathname + location.search;
  addEventListener('popstate', () => heard.moved(here()));
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && heard.woke());
  addEventListener('online', heard.woke);
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
