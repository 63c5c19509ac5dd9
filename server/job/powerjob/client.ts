/**
 * The OpenAPI of a PowerJob server, version 4 or 5, as one of its apps may use it: every call is a POST below
 * `/openApi` and answers `{success, data, message, code?}`.
 */
import { createHash } from 'node:crypto';
import { withoutTold } from '../../engine/saving/storedSecret';
import { parsedExactly } from '../../kernel/json';
import { type Egress, EgressError, type Incoming } from '../../kernel/ports';
import type { ReceivedJob, SentJob } from './jobs';

/** Where an app is, and how it signs in. */
export interface PowerJobApp {
  /** `http://host:port` of each server of the cluster; they are tried in turn. */
  origins: readonly string[];
  appName: string;
  password: string;
}

/** The server answered, and refused. `code`: one of PowerJob's, '' from servers of version 4. */
export class PowerJobRefused extends EgressError {
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}

/** Whether an app's name or password was refused. */
export function isWrongPassword(error: unknown): boolean {
  return error instanceof PowerJobRefused && (error.code === '-400' || error.code === '-402' || error.code === signIn4);
}

/** A run of a job at the server. Instants are milliseconds; numbers that are not known yet are null. */
export interface RemoteInstance {
  instanceId: string;
  jobId: string;
  /** 1 waits to be dispatched, 2 waits for a worker, 3 runs, 4 failed, 5 succeeded, 9 cancelled, 10 stopped. */
  status: number;
  result: string | null;
  actualTriggerTime: number | null;
  finishedTime: number | null;
  taskTrackerAddress: string | null;
}

/** Throws `PowerJobRefused` when the server refuses a call, and another `EgressError` when it gives no answer. */
export interface PowerJob {
  /** The number of the app at its server. */
  appId(): Promise<string>;
  /** The jobs of the app; removed ones are left out. */
  jobs(): Promise<ReceivedJob[]>;
  /** How a job logs, which the list of jobs does not tell; null where the server does not say. */
  logOf(jobId: string): Promise<{ type: number; level: number } | null>;
  /** Adds a job, or changes the one with its id. Answers the id. */
  save(job: SentJob): Promise<string>;
  enable(jobId: string): Promise<void>;
  disable(jobId: string): Promise<void>;
  /** The server keeps a removed job and hides it; removing it again is no error. */
  remove(jobId: string): Promise<void>;
  /** Starts a run and answers its id. */
  run(jobId: string, instanceParams?: string): Promise<string>;
  instanceStatus(instanceId: string): Promise<number>;
  instance(instanceId: string): Promise<RemoteInstance>;
  stop(instanceId: string): Promise<void>;
}

interface Answer {
  success: boolean;
  data: unknown;
  message?: string | null;
  code?: string | number | null;
}
interface Session {
  appId: string;
  headers: Record<string, string>;
}

/** Codes of a token that is not taken (any more): invalid, expired, missing, and one without its app. */
const outOfSession = ['-401', '-403', '-1002', '-300'];
/** Stands for the sign-in of version 4, which refuses without a code. */
const signIn4 = 'assert';

const form = 'application/x-www-form-urlencoded';
const json = 'application/json; charset=utf-8';

function answerIn({ status, body }: Incoming, path: string): Answer {
  try {
    const read = parsedExactly(body) as Answer;
    if (typeof read?.success === 'boolean') return read;
  } catch {
    // What is no JSON is no answer of PowerJob either.
  }
  throw new PowerJobRefused(`${path} answered ${status} and no result of PowerJob`, '');
}

/** An id as the server writes it into JSON. */
export function idForJson(id: string): number | string {
  return Number.isSafeInteger(Number(id)) ? Number(id) : id;
}

/** Signs in with the first call, and again when the server does not take its token any more. */
export function openPowerJob(egress: Egress, { origins, appName, password }: PowerJobApp): PowerJob {
  const encryptedPassword = createHash('md5').update(password).digest('hex');
  let session: Promise<Session> | undefined;
  /** The one that answered last. */
  let current = 0;

  async function post(
    path: string,
    body: URLSearchParams | object,
    headers: Record<string, string> = {},
  ): Promise<Incoming> {
    const isForm = body instanceof URLSearchParams;
    const call = {
      method: 'POST' as const,
      headers: { 'content-type': isForm ? form : json, ...headers },
      body: isForm ? body.toString() : JSON.stringify(body),
    };
    for (let tries = 1; ; tries++)
      try {
        return await egress({ ...call, url: `${origins[current]}/openApi${path}` });
      } catch (error) {
        // A call without an answer may have been done: only what can be done twice goes to the next one.
        if (!(error instanceof EgressError) || tries >= origins.length || path === '/runJob') throw error;
        current = (current + 1) % origins.length;
      }
  }

  function refusalOf({ message, code }: Answer, path: string): PowerJobRefused {
    const forms = [password, new URLSearchParams({ '': password }).toString().slice(1), encryptedPassword];
    const said = withoutTold(
      message || `${path} was refused`,
      forms.map((form) => [form, '***'] as const),
    );
    return new PowerJobRefused(said, code == null ? '' : String(code));
  }

  /** Version 5 answers a token; version 4 does not know the call and takes the plain password. */
  async function signIn(): Promise<Session> {
    const reply = await post('/authApp', { appName, encryptedPassword, encryptType: 'md5' });
    const isKnown = ![404, 405].includes(reply.status);
    const first = isKnown ? answerIn(reply, '/authApp') : undefined;
    if (first?.success) {
      const { appId, token } = first.data as { appId: number | string; token: string };
      return {
        appId: String(appId),
        headers: { 'X-POWERJOB-APP-ID': String(appId), 'X-POWERJOB-ACCESS-TOKEN': token },
      };
    }
    if (first && first.code != null) throw refusalOf(first, '/authApp');
    const second = answerIn(await post('/assert', new URLSearchParams({ appName, password })), '/assert');
    if (!second.success) throw new PowerJobRefused(refusalOf(second, '/assert').message, signIn4);
    return { appId: String(second.data), headers: {} };
  }

  function opened(): Promise<Session> {
    session ??= signIn().catch((error) => {
      session = undefined;
      throw error;
    });
    return session;
  }

  async function call(path: string, body: (appId: string) => URLSearchParams | object): Promise<unknown> {
    const attempt = async () => {
      const { appId, headers } = await opened();
      return answerIn(await post(path, body(appId), headers), path);
    };
    let answer = await attempt();
    if (!answer.success && outOfSession.includes(String(answer.code))) {
      session = undefined;
      answer = await attempt();
    }
    if (!answer.success) throw refusalOf(answer, path);
    return answer.data;
  }

  function withId(path: string, name: 'jobId' | 'instanceId', id: string, more: Record<string, string> = {}) {
    return call(path, (appId) => new URLSearchParams({ [name]: id, appId, ...more }));
  }

  return {
    appId: async () => (await opened()).appId,
    jobs: async () =>
      ((await call('/queryJob', (appId) => ({ appIdEq: idForJson(appId), statusIn: [1, 2] }))) ?? []) as ReceivedJob[],
    async logOf(jobId) {
      const { logConfig } = ((await withId('/exportJob', 'jobId', jobId)) ?? {}) as {
        logConfig?: { type?: number | null; level?: number | null } | null;
      };
      return logConfig?.type && logConfig.level ? { type: logConfig.type, level: logConfig.level } : null;
    },
    save: async (job) => String(await call('/saveJob', (appId) => ({ ...job, appId: idForJson(appId) }))),
    enable: async (jobId) => void (await withId('/enableJob', 'jobId', jobId)),
    disable: async (jobId) => void (await withId('/disableJob', 'jobId', jobId)),
    remove: async (jobId) => void (await withId('/deleteJob', 'jobId', jobId)),
    run: async (jobId, instanceParams) =>
      String(await withId('/runJob', 'jobId', jobId, { delay: '0', ...(instanceParams ? { instanceParams } : {}) })),
    instanceStatus: async (instanceId) => Number(await withId('/fetchInstanceStatus', 'instanceId', instanceId)),
    async instance(instanceId) {
      const held = (await withId('/fetchInstanceInfo', 'instanceId', instanceId)) as RemoteInstance;
      return { ...held, instanceId: String(held.instanceId), jobId: String(held.jobId) };
    },
    stop: async (instanceId) => void (await withId('/stopInstance', 'instanceId', instanceId)),
  };
}
