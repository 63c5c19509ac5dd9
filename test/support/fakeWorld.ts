/** The console without a browser or a server: a World that the test answers by hand, and an app started on it. */
import type { Action, Middleware } from '@reduxjs/toolkit';
import { md5 } from 'js-md5';
import { persistStore } from 'redux-persist';
import { CANCEL, type SagaMonitor } from 'redux-saga';
import { buttonsOf, type Menu, menus as shippedMenus } from '../../contract/wire/menus';
import { isSecretName } from '../../contract/wire/secrets';
import { type ConsoleSettings, defaultSettings } from '../../contract/wire/settings';
import { addChunk, loadFeature } from '../../src/features/registry';
import { type App, createApp } from '../../src/shell/app';
import type { MenuItem, TopMenu } from '../../src/store/navigation/menu';
import { session, tokens, type User } from '../../src/store/session';
import { started } from '../../src/store/started';
import type { BrowserStorage } from '../../src/world/storage';
import { unpack } from '../../src/world/unpacking';
import {
  type Answer,
  type Call,
  type Device,
  type PickedFile,
  type StreamEnd,
  Unreachable,
  type WindowMessage,
  type World,
} from '../../src/world/world';

addChunk('frame', () => import('../../src/shell/frame/frame'));

/** Lets every promise chain complete. The console waits for no real timer, so one turn of the event loop is enough. */
export function quiet() {
  return new Promise<void>((resume) => setImmediate(resume));
}

/** A request to the server. The answering functions resolve when the console has processed the answer. */
export interface Request {
  call: Call;
  /** A success, in the envelope that the servers of the family use. */
  answer(data?: unknown): Promise<void>;
  /** Exactly this HTTP status and parsed body. */
  answerRaw(status: number, body: unknown): Promise<void>;
  /** A refusal in an envelope, sent with the same HTTP status. */
  refuse(code: number, msg: string, more?: Record<string, unknown>): Promise<void>;
  /** No answer at all: the network is gone or the call took too long. */
  cutOff(): Promise<void>;
  isAborted: boolean;
  isSettled: boolean;
}

export interface FakeStream {
  headers: Record<string, string>;
  /** Closed by the console. */
  isClosed: boolean;
  /** The server closes it, or refuses it; resolves when the console has processed that. */
  end(end: StreamEnd): Promise<void>;
}

interface Sleep {
  due: number;
  wake(): void;
}

function stoppable<T>(promise: Promise<T>, stop: () => void) {
  return Object.assign(promise, { [CANCEL]: stop });
}

export interface FakeOptions {
  /** ms since 1970 */
  now?: number;
  /** What `/config.json` says beyond the defaults. */
  settings?: Partial<ConsoleSettings>;
  /** The machine, where it is not the usual one. */
  device?: Partial<Device>;
}

/** 2026-01-05 10:00 in Shanghai, a Monday. */
export const aMonday = Date.UTC(2026, 0, 5, 2);

/** A Chinese browser in Shanghai. */
export const usualDevice: Device = {
  language: 'zh',
  languages: ['zh-CN'],
  timeZone: 'Asia/Shanghai',
  width: 1440,
  height: 900,
};

export function fakeWorld({ now = aMonday, settings = {}, device = {} }: FakeOptions = {}) {
  const asked: Request[] = [];
  const streams: FakeStream[] = [];
  const navigated: string[] = [];
  const opened: string[] = [];
  const titles: string[] = [];
  const spoken: string[] = [];
  const dressed: string[] = [];
  const copied: string[] = [];
  const saved: { name: string; text: string }[] = [];
  /** Files that arrive, by id: what each look at them finds; and what became of them. */
  const arriving: Record<string, ({ rows: number; isWhole: boolean } | Error)[]> = {};
  const received: string[] = [];
  const loaded: string[] = [];
  /** Features whose code cannot be loaded, until they are removed from the set. */
  const unloadable = new Set<string>();
  const sleeps = new Set<Sleep>();
  const choices: (PickedFile | null)[] = [];
  const choosers: ((file: PickedFile | null) => void)[] = [];
  const chosenMany: PickedFile[][] = [];
  /** Texts of chosen files, by their ids. */
  const texts: Record<string, string> = {};
  /** Addresses without a picture. */
  const brokenLinks = new Set<string>();
  const left: string[] = [];
  const reloads: number[] = [];
  const prints: number[] = [];
  const filled: boolean[] = [];
  const worked: string[] = [];
  const told: WindowMessage[] = [];
  const kept: Record<string, Record<string, unknown>> = {};
  const busy = new Set<string>();
  const waiting: (() => void)[] = [];
  const released: string[] = [];
  const isPopupAllowed = { value: true };
  /** The recording, packed. */
  const packedTape = { value: '' };
  /** The release that the server offers; '' when it cannot be asked. */
  const release = { name: 'one' };
  let ids = 0;

  const clock = {
    now,
    /** ms by which the wall clock was set; timers and uptime ignore it. */
    skew: 0,
    /** How many timers are running. */
    get sleeping() {
      return sleeps.size;
    },
    /** Lets time pass; sleeps end when they are due, in that order, each before the next. `advance(0)` waits for
     *  pending work. */
    async advance(ms: number) {
      const end = clock.now + ms;
      for (;;) {
        const [next] = [...sleeps].filter(({ due }) => due <= end).sort((a, b) => a.due - b.due);
        if (!next) break;
        sleeps.delete(next);
        clock.now = Math.max(clock.now, next.due);
        next.wake();
        await quiet();
      }
      clock.now = end;
      await quiet();
    },
  };

  const world: World = {
    send(call) {
      // Checked in every test: no secret is in an address.
      const named = Object.keys(call.query ?? {});
      if (
        named.some((name) => isSecretName(name) || name === 'sid') ||
        (/oauth\/(token|sms)/.test(call.url) && named.length > 0)
      )
        throw new Error(`${call.url} carries ${named} in its address`);
      let settle!: (answer: Answer) => void;
      let fail!: (error: Error) => void;
      const promise = new Promise<Answer>((resolve, reject) => {
        settle = resolve;
        fail = reject;
      });
      const answerRaw = (status: number, body: unknown) => {
        one.isSettled = true;
        settle({ status, body });
        return quiet();
      };
      const one: Request = {
        call,
        isAborted: false,
        isSettled: false,
        answerRaw,
        answer: (data) => answerRaw(200, { code: 200, success: true, data, msg: '操作成功' }),
        refuse: (code, msg, more = {}) => answerRaw(code, { code, success: false, data: null, msg, ...more }),
        cutOff() {
          one.isSettled = true;
          fail(new Unreachable('ERR_NETWORK'));
          return quiet();
        },
      };
      asked.push(one);
      return stoppable(promise, () => {
        one.isAborted = true;
      });
    },
    stream(headers) {
      let settle!: (end: StreamEnd) => void;
      const promise = new Promise<StreamEnd>((resolve) => {
        settle = resolve;
      });
      const one: FakeStream = {
        headers,
        isClosed: false,
        end(end) {
          settle(end);
          return quiet();
        },
      };
      streams.push(one);
      return stoppable(promise, () => {
        one.isClosed = true;
      });
    },
    sleep(ms) {
      let sleep!: Sleep;
      const slept = new Promise<void>((wake) => {
        sleep = { due: clock.now + ms, wake };
        sleeps.add(sleep);
      });
      return stoppable(slept, () => sleeps.delete(sleep));
    },
    painted: async () => undefined,
    async load(name) {
      loaded.push(name);
      if (unloadable.has(name)) throw new Error(`the code of '${name}' cannot be had`);
      await loadFeature(name);
    },
    async loadLanguage(language) {
      spoken.push(language);
    },
    settings: async () => ({ ...defaultSettings, ...settings }),
    tester: () => false,
    device: () => ({ ...usualDevice, ...device }),
    now: () => clock.now + clock.skew,
    uptime: () => clock.now - now,
    newId: () => `id-${++ids}`,
    navigate: (path, how) => void navigated.push(`${how} ${path}`),
    travel: (steps) => void navigated.push(`travel ${steps}`),
    openWindow: (url) => {
      if (!isPopupAllowed.value) return false;
      opened.push(url);
      return true;
    },
    origin: () => 'https://lease.example',
    redirect: (url) => void left.push(url),
    reload: () => void reloads.push(clock.now),
    print: () => void prints.push(clock.now),
    async fillScreen(isFull) {
      filled.push(isFull);
    },
    pickFile: () =>
      choices.length > 0
        ? Promise.resolve(choices.shift()!)
        : new Promise((choose) => {
            choosers.push(choose);
          }),
    pickFiles: async () => chosenMany.shift() ?? [],
    readText: async (file) => texts[file] ?? null,
    unpack,
    probeImage: async (url) => !brokenLinks.has(url),
    async copy(text) {
      copied.push(text);
    },
    download: (name, text) => void saved.push({ name, text }),
    received: async (file) => {
      const next = arriving[file]?.shift();
      if (next instanceof Error) throw next;
      return next ?? new Promise<never>(() => undefined);
    },
    saveReceived: (file) => void received.push(`saved ${file}`),
    dropReceived: (file) => void received.push(`dropped ${file}`),
    setColorScheme: (mode) => void dressed.push(mode),
    press: (combo) => {
      worked.push(combo);
      return true;
    },
    setTitle: (title) => void titles.push(title),
    encryptPassword: (password) => md5(password),
    // Fast and recognisable: the tests are not about its slowness.
    derive: async (password, salt) => md5(`${salt}/${password}`) + md5(`${password}/${salt}`),
    readStored: async (slice) => kept[slice] ?? null,
    flush: async () => undefined,
    acquire: (name) => {
      if (!busy.has(name)) return Promise.resolve(name);
      return new Promise<string>((resume) => void waiting.push(() => resume(name)));
    },
    release: (held) => {
      released.push(held);
    },
    broadcast: (message) => void told.push(message),
    tape: async () => packedTape.value,
    async latestRelease() {
      if (release.name === '') throw new Unreachable('ERR_NETWORK');
      return release.name;
    },
    ownRelease: () => 'one',
  };

  return {
    world,
    asked,
    /** Streams of events, in the order in which they were opened. */
    streams,
    clock,
    /** `push /path` and `replace /path`, in the order the address bar saw them. */
    navigated,
    opened,
    titles,
    spoken,
    dressed,
    copied,
    saved,
    arriving,
    received,
    loaded,
    unloadable,
    /** Addresses of other hosts this window was sent to. */
    left,
    /** Reloads of the page. */
    reloads,
    prints,
    filled,
    /** Key combinations by which controls were activated. */
    worked,
    /** Messages to the other windows. */
    told,
    /** The stored state by slice, as another window may have written it. */
    kept,
    isPopupAllowed,
    packedTape,
    release,
    /** Files the person chooses where several may be chosen, for each dialog. */
    chosenMany,
    texts,
    deadLinks: brokenLinks,
    /** Locks that another window holds; `freed` passes one to the waiting window. */
    busy,
    letGone: released,
    freed(name: string) {
      busy.delete(name);
      waiting.shift()?.();
      return quiet();
    },
    /** The file the person chooses in the open file dialog, or in the next one. */
    picked(file: PickedFile | null) {
      const choose = choosers.shift();
      if (choose) choose(file);
      else choices.push(file);
      return quiet();
    },
  };
}
export type FakeWorld = ReturnType<typeof fakeWorld>;

function wireMenu(menu: Menu, id: string): MenuItem {
  return {
    id,
    code: menu.code,
    name: menu.name,
    nameEn: menu.nameEn,
    path: menu.path,
    source: menu.source,
    category: 1,
    isOpen: 1,
    children: (menu.children ?? []).map((child, at) => wireMenu(child, `${id}${at + 1}`)),
  };
}
/** The menus as the server sends them to an administrator. */
export const allMenus: MenuItem[] = shippedMenus.map((menu, at) => wireMenu(menu, String(at + 1)));

/** Every button there is. */
export const allPermissions: string[] = shippedMenus
  .flatMap((menu) => (menu.children ?? []).flatMap((child) => [child, ...(child.children ?? [])]))
  .flatMap(({ module }) => (module ? buttonsOf(module).map(({ code }) => code) : []));

export const li: User = {
  userId: '1123598821738675201',
  tenantId: '000000',
  deptId: '1123598813738675201',
  roleId: '1123598816738675201',
  account: 'li',
  realName: '李静',
  businessUserCode: '',
  avatar: '',
  mustChangePassword: false,
};

export interface StartOptions extends FakeOptions {
  /** Start with the session of an earlier visit, and whose; true by default. */
  signedIn?: boolean | { user: User; accessToken: string };
  /** Address the browser was opened at. */
  at?: string;
  menus?: MenuItem[];
  /** Codes of the buttons that are granted. */
  permissions?: string[];
  /** Entries of the first menu level. */
  tops?: TopMenu[];
  /** Entries of the dictionary of processes. */
  flows?: { dictKey: string; dictValue: string; remark: string }[];
  /** Leave menus and buttons unanswered. */
  isHeldUp?: boolean;
  /** The storage; without one nothing is stored. */
  storage?: BrowserStorage;
  fake?: FakeWorld;
  listen?: Middleware[];
  monitor?: SagaMonitor;
}

/** Starts as the browser does: stored state is read, then the application starts at an address. */
export async function start({
  signedIn = true,
  at = '/',
  menus = allMenus,
  permissions = allPermissions,
  tops = [],
  flows = [],
  isHeldUp = false,
  storage,
  listen = [],
  monitor,
  fake: given,
  ...options
}: StartOptions = {}) {
  const fake = given ?? fakeWorld(options);
  const { world, asked, clock } = fake;
  const actions: Action[] = [];
  const note: Middleware = () => (next) => (action) => {
    actions.push(action as Action);
    return next(action);
  };
  const store: App = createApp(world, { storage, listen: [note, ...listen], ...(monitor ? { monitor } : {}) });
  const persistor =
    storage &&
    (await new Promise<ReturnType<typeof persistStore>>((read) => {
      const made = persistStore(store, null, () => setImmediate(() => read(made)));
    }));
  if (signedIn) {
    const { user, accessToken } = signedIn === true ? { user: li, accessToken: 'access-0' } : signedIn;
    store.dispatch(
      tokens.actions.tokensReceived({
        accessToken,
        refreshToken: 'refresh-0',
        tokenSetAt: clock.now,
        heldSince: 0,
        expiresIn: 37_500,
      }),
    );
    store.dispatch(session.actions.signedIn(user));
  }
  /** The newest call whose address ends so. */
  const last = (ending: string): Request => {
    const found = asked.findLast(({ call }) => call.url.endsWith(ending));
    if (!found) throw new Error(`nobody asked for ${ending}; asked: ${asked.map(({ call }) => call.url).join(', ')}`);
    return found;
  };
  const app = {
    ...fake,
    store,
    persistor,
    /** All actions so far. */
    actions,
    do: (action: Action) => store.dispatch(action),
    /** What a selector answers now. */
    see: <A extends unknown[], R>(selector: (state: any, ...args: A) => R, ...args: A): R =>
      selector(store.getState(), ...args),
    /** State of a slice by its name, for those that come with a feature. */
    slice: (name: string): any => (store.getState() as Record<string, unknown>)[name],
    last,
    /** Calls whose address ends so. */
    calls: (ending: string): Request[] => asked.filter(({ call }) => call.url.endsWith(ending)),
    /** Calls that were neither answered nor cancelled; without the bell's and the processes', which nothing waits
     *  for. */
    waiting: (): Request[] =>
      asked.filter(
        ({ call, isSettled, isAborted }) =>
          !isSettled && !isAborted && !call.url.endsWith('/inbox/unread') && call.query?.code !== 'flow',
      ),
    toasts: () => store.getState().feedback.toasts.map(({ tone, say, text }) => `${tone}: ${say ?? text}`),
    /** Commands without an answer, without their idempotency keys. */
    unanswered: () =>
      store
        .getState()
        .feedback.unanswered.filter(({ isGiven }) => !isGiven)
        .map(({ call }) => call.split(' ').slice(0, 2).join(' ')),
    /** Answers the requests of every start, the menus and the buttons: in one answer, if they are asked for in one. */
    async answerRights() {
      const rights = {
        menus,
        buttons: [{ code: 'all', children: permissions.map((code) => ({ code })) }],
        tops,
        flows,
      };
      const inOne = asked.findLast(({ call }) => call.url.endsWith('/oauth/user-info'));
      if (inOne && !inOne.isSettled) return inOne.answer({ rights });
      await last('/menu/buttons').answer(rights.buttons);
      await last('/menu/top-menu').answer(tops);
      await asked.findLast(({ call }) => call.query?.code === 'flow')?.answer(flows);
      await last('/menu/routes').answer(menus);
    },
  };
  store.dispatch(started(at));
  await quiet();
  if (!isHeldUp && asked.some(({ call }) => call.url.endsWith('/oauth/user-info'))) await app.answerRights();
  return app;
}
export type Started = Awaited<ReturnType<typeof start>>;
