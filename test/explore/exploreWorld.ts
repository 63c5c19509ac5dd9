/** A World in which nothing happens by itself: questions stay open until the scenario answers them, and time passes
 *  when it says so. */
import { CANCEL } from 'redux-saga';
import { defaultSettings } from '../../contract/wire/settings';
import { type Answer, type Call, type StreamEnd, Unreachable, type World } from '../../src/world/world';
import { aMonday, usualDevice } from '../support/fakeWorld';
import { exploreServer, refusal, tokenTime } from './exploreServer';
import type { Person } from './people';

/** Ports that answer synchronously unless the scenario delays them. */
export const slowPorts = ['load', 'readStored', 'flush', 'acquire', 'derive', 'loadLanguage'] as const;
export type SlowPort = (typeof slowPorts)[number];

/** The state of a question; `lost`: it will never be answered, and is not awaited. */
type Outcome = 'open' | 'answered' | 'failed' | 'lost';

/** A question that a saga waits for. */
export interface Question {
  port: string;
  args: unknown[];
  outcome: Outcome;
  /** Of `send`. */
  call?: Call;
  /** The answer, if there was one. */
  answer?: Answer;
  /** The server has done it; the answer is still on its way. */
  served?: Answer;
  resolve(value?: unknown): void;
  reject(error: Error): void;
}
interface Sleep {
  /** By `uptime`. */
  due: number;
  wake(): void;
}

/** How the network, the server or a gateway answers a call. */
export type How = 'ok' | 'refused' | 'unauthorized' | 'broken' | 'gateway' | 'cut' | 'lost' | 'garbage';

/** The stored state as another window reads it; the lists of src/shell/app.ts. */
const stored = {
  session: ['user'],
  token: ['accessToken', 'refreshToken', 'tokenSetAt', 'expiresIn'],
  screenLock: ['isLocked', 'salt', 'verifier', 'userId', 'from', 'failures', 'until'],
} as const;
type Slice = keyof typeof stored;
type Stored = Partial<Record<Slice, Record<string, unknown>>>;

/** Lets every promise chain complete: nothing here waits for a real timer. */
export function quiet() {
  return new Promise<void>((resume) => setImmediate(resume));
}

export type ExploreWorld = ReturnType<typeof exploreWorld>;

export function exploreWorld() {
  const clock = {
    /** ms since the page began, without the time in which the machine slept. */
    uptime: 0,
    asleep: 0,
    /** By how much the wall clock was set. */
    skew: 0,
  };
  const serverTime = () => aMonday + clock.uptime + clock.asleep;
  const server = exploreServer(serverTime);
  const questions = new Set<Question>();
  const sleeps = new Set<Sleep>();
  /** Open streams of events; nothing comes through them. */
  const streams = new Set<object>();
  const slow = new Set<SlowPort>();
  const unloadable = new Set<string>();
  const sent: Question[] = [];
  /** The holder of the lock between the windows; '' without one. */
  const tokenLock = { holder: '' as '' | 'us' | 'other', waiting: [] as Question[] };
  const storage: Stored = {};
  const page = { isGone: false, isStorageForbidden: false };
  let ids = 0;
  /** Called for every call as it is sent. */
  let onSend = (_question: Question) => {};
  let stateOf = (_slice: Slice): Record<string, unknown> | undefined => undefined;
  const written: Stored = {};
  /** Writes changed stored state to storage, as the page does when idle. */
  const keep = () => {
    for (const [slice, fields] of Object.entries(stored) as [Slice, readonly string[]][]) {
      const state = stateOf(slice);
      if (!state || fields.every((field) => state[field] === written[slice]?.[field])) continue;
      storage[slice] = written[slice] = Object.fromEntries(fields.map((field) => [field, state[field]]));
    }
  };

  const storedSession = () => server.sessionOf(String(storage.token?.accessToken));
  const open = (port: string, args: unknown[], more: Partial<Question> = {}) => {
    let question!: Question;
    const promise = new Promise<unknown>((resolve, reject) => {
      const settle = (outcome: Outcome, work: () => void) => {
        if (question.outcome !== 'open') return;
        question.outcome = outcome;
        questions.delete(question);
        work();
      };
      question = {
        port,
        args,
        outcome: 'open',
        resolve: (value) => settle('answered', () => resolve(value)),
        reject: (error) => settle('failed', () => reject(error)),
        ...more,
      };
    });
    questions.add(question);
    const stop = () => {
      if (question.outcome !== 'open') return;
      question.outcome = 'lost';
      questions.delete(question);
      tokenLock.waiting = tokenLock.waiting.filter((one) => one !== question);
    };
    return { question, promise: Object.assign(promise, { [CANCEL]: stop }) as Promise<any> };
  };
  const grantLock = () => {
    const [next] = tokenLock.waiting;
    if (tokenLock.holder !== '' || !next) return;
    tokenLock.waiting.shift();
    tokenLock.holder = 'us';
    next.resolve('held');
  };
  /** The answer to a question about this machine. */
  const settle = ({ port, args, resolve, reject }: Question) => {
    if (port === 'load' && unloadable.has(String(args[0]))) return reject(new Error(`no code for ${args[0]}`));
    if (port === 'readStored') {
      const held = page.isStorageForbidden ? null : (storage[args[0] as keyof Stored] ?? null);
      return resolve(held);
    }
    if (port === 'flush') keep();
    if (port === 'acquire') return;
    resolve(port === 'derive' ? `verifier ${args.join(' ')}|proof ${args.join(' ')}`.padEnd(64, '.') : undefined);
  };
  const own = (port: SlowPort, ...args: unknown[]) => {
    const { question, promise } = open(port, args);
    if (port === 'acquire') {
      tokenLock.waiting.push(question);
      if (!slow.has('acquire')) grantLock();
    } else if (!slow.has(port)) settle(question);
    return promise;
  };

  const world: World = {
    send(call) {
      const { question, promise } = open('send', [call], { call });
      sent.push(question);
      onSend(question);
      return promise;
    },
    sleep(ms) {
      let sleep!: Sleep;
      const slept = new Promise<void>((wake) => {
        sleep = { due: clock.uptime + ms, wake };
        sleeps.add(sleep);
      });
      return Object.assign(slept, { [CANCEL]: () => sleeps.delete(sleep) });
    },
    painted: async () => undefined,
    load: (name) => own('load', name),
    loadLanguage: (language) => own('loadLanguage', language),
    settings: async () => ({ ...defaultSettings, tokenTime }),
    device: () => usualDevice,
    now: () => serverTime() + clock.skew,
    uptime: () => clock.uptime,
    newId: () => `id-${++ids}`,
    navigate: () => undefined,
    travel: () => undefined,
    openWindow: () => true,
    print: () => undefined,
    origin: () => 'https://lease.example',
    redirect: () => {
      page.isGone = true;
    },
    reload: () => {
      page.isGone = true;
    },
    fillScreen: async () => undefined,
    pickFile: async () => null,
    pickFiles: async () => [],
    readText: async () => null,
    unpack: async () => null,
    probeImage: async () => true,
    copy: async () => undefined,
    download: () => undefined,
    received: async () => ({ rows: 0, isWhole: true }),
    saveReceived: () => undefined,
    dropReceived: () => undefined,
    setColorScheme: () => undefined,
    press: () => true,
    setTitle: () => undefined,
    encryptPassword: (password) => `sealed ${password}`,
    derive: (password, salt) => own('derive', password, salt),
    readStored: (slice) => own('readStored', slice),
    flush: () => own('flush'),
    acquire: (name) => (name === 'push' ? Promise.resolve(name) : own('acquire', name)),
    stream() {
      const one = {};
      streams.add(one);
      return Object.assign(new Promise<StreamEnd>(() => undefined), { [CANCEL]: () => streams.delete(one) });
    },
    release: (held) => {
      if (held === 'push') return;
      tokenLock.holder = '';
      if (!slow.has('acquire')) grantLock();
    },
    broadcast: () => undefined,
    tape: async () => '',
    tester: () => false,
    latestRelease: async () => 'one',
    ownRelease: () => 'one',
  };

  const answer = (question: Question, how: How) => {
    const { call, port } = question;
    if (!call) {
      if (port === 'acquire') return grantLock();
      if (how === 'ok' || port === 'flush' || port === 'derive') return settle(question);
      return port === 'readStored' ? question.resolve(null) : question.reject(new Error(`${port} failed`));
    }
    const bring = (given: Answer) => {
      question.answer = given;
      question.resolve(given);
    };
    const noAnswer = (status?: number) =>
      question.reject(new Unreachable(status ? 'ERR_BAD_RESPONSE' : 'ERR_NETWORK', status));
    if (how === 'ok') bring(question.served ?? server.serve(call));
    else if (how === 'refused') bring(refusal(400, `refused of-${server.personOf(call) ?? 'nobody'}`));
    else if (how === 'unauthorized') bring(refusal(401, '请求未授权'));
    else if (how === 'broken') bring(refusal(500, '系统异常'));
    else if (how === 'garbage') bring({ status: 200, body: '<html>' });
    else {
      if (how === 'lost' && !question.served) server.serve(call);
      noAnswer(how === 'gateway' ? 502 : undefined);
    }
  };

  return {
    world,
    server,
    clock,
    page,
    storage,
    slow,
    unloadable,
    questions,
    sleeps,
    streams,
    sent,
    tokenLock,
    answer,
    /** Receives the console's messages to its environment. */
    heard: {
      set send(hear: typeof onSend) {
        onSend = hear;
      },
      set state(see: typeof stateOf) {
        stateOf = see;
      },
    },
    /** Stored state is in storage. */
    keep,
    /** Everything a scenario can answer; sleeps end by themselves. */
    open: () => [...questions],
    /** The server does it now, the answer comes later. */
    serve(question: Question) {
      if (question.call) question.served ??= server.serve(question.call);
    },
    /** Lets time pass; sleeps end when they are due, in that order, each before the next. */
    async pass(ms: number) {
      const end = clock.uptime + ms;
      for (;;) {
        let next: Sleep | undefined;
        for (const sleep of sleeps) if (sleep.due <= end && (!next || sleep.due < next.due)) next = sleep;
        if (!next) break;
        sleeps.delete(next);
        clock.uptime = Math.max(clock.uptime, next.due);
        next.wake();
        await quiet();
      }
      clock.uptime = end;
      await quiet();
    },
    /** Another window of this browser. It uses the same storage and the same lock. */
    other: {
      holds: () => {
        if (tokenLock.holder === '') tokenLock.holder = 'other';
      },
      letsGo: () => {
        if (tokenLock.holder !== 'other') return;
        tokenLock.holder = '';
        grantLock();
      },
      /** Answers whether it could: only one window at a time renews a pair. */
      renews: (): boolean => {
        if (tokenLock.holder === 'us') return false;
        const session = server.renew(String(storage.token?.refreshToken ?? ''));
        if (session) storage.token = { ...storage.token, ...server.keptTokens(session, world.now()) };
        return session !== undefined;
      },
      signsIn: (person: Person) => {
        const session = server.begin(person);
        storage.token = server.keptTokens(session, world.now());
        storage.session = { user: server.userOf(person) };
        delete storage.screenLock;
      },
      signsOut: () => {
        const session = storedSession();
        if (session) session.isOver = true;
        for (const slice of Object.keys(stored) as Slice[]) delete storage[slice];
      },
      locks: () => {
        const session = storedSession();
        if (!session || session.isLocked) return;
        Object.assign(session, { isLocked: true, proof: 'other' });
        storage.screenLock = {
          isLocked: true,
          salt: 'salt',
          verifier: 'other',
          userId: '',
          from: '',
          failures: 0,
          until: 0,
        };
      },
      unlocks: () => {
        const session = storedSession();
        if (session) session.isLocked = false;
        delete storage.screenLock;
      },
    },
  };
}
