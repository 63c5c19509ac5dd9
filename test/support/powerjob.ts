/**
 * The OpenAPI of a PowerJob server on loopback. It demands what a real one demands: forms and JSON where it reads
 * them, enumerations by their words, jobs of the own app alone, a token where it was told to want one. It answers as a
 * real one answers: removed jobs stay in its table, dates are texts, a list of jobs does not tell how they log.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

type Body = Record<string, unknown>;
export interface StubJob extends Body {
  id: number;
  appId: number;
  jobName: string;
  /** 1 enabled, 2 disabled, 99 removed. */
  status: number;
  gmtModified: Date;
}

export interface PowerJobStub {
  /** `127.0.0.1:port` */
  host: string;
  /** 4 knows neither tokens nor codes. */
  version: 4 | 5;
  /** Whether calls need a token (`oms.auth.openapi.enable`). */
  wantsToken: boolean;
  /** How long every answer takes. */
  pauseMs: number;
  apps: { id: number; name: string; password: string }[];
  jobs: StubJob[];
  /** Runs, by their id. */
  instances: Map<string, { jobId: number; appId: number; status: number; instanceParams: string | null }>;
  /** Paths that were called, in order. */
  called: string[];
  /** Tokens that were given out become worthless. */
  expireTokens(): void;
  /** The server runs the job: as in a real one this moves its date on and changes nothing else. */
  trigger(id: number, at: Date): void;
  close(): Promise<void>;
}

const words: Record<string, Record<string, number>> = {
  timeExpressionType: { API: 1, CRON: 2, FIXED_RATE: 3, FIXED_DELAY: 4, WORKFLOW: 5, DAILY_TIME_INTERVAL: 11 },
  executeType: { STANDALONE: 1, BROADCAST: 2, MAP_REDUCE: 3, MAP: 4 },
  processorType: { BUILT_IN: 1, EXTERNAL: 4, SHELL: 2, PYTHON: 3 },
  dispatchStrategy: { HEALTH_FIRST: 1, RANDOM: 2, SPECIFY: 11 },
};
const numbers = ['maxInstanceNum', 'instanceTimeLimit', 'instanceRetryNum', 'taskRetryNum', 'maxWorkerCount'];
const spaces = ['minCpuCores', 'minMemorySpace', 'minDiskSpace'];
const texts = ['jobDescription', 'jobParams', 'timeExpression', 'designatedWorkers', 'extra', 'tag'];

class Refused extends Error {
  constructor(
    message: string,
    readonly code?: string,
  ) {
    super(message);
  }
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

/** The value of an enumeration, read as Jackson reads it: a number counts the constants from 0. */
function enumerated(field: string, sent: unknown): number {
  const known = words[field]!;
  const value = typeof sent === 'number' ? Object.values(known)[sent] : known[String(sent)];
  if (value === undefined) throw new Refused(`HttpMessageNotReadableException: ${field} ${String(sent)}`);
  return value;
}

function wordOf(field: string, value: unknown): string | undefined {
  return Object.entries(words[field]!).find(([, one]) => one === value)?.[0];
}

/** The job that a request saves, or a refusal in the words of PowerJob. */
function savedFields(sent: Body): Body {
  for (const name of ['jobName', 'appId', 'processorInfo', 'executeType', 'processorType', 'timeExpressionType'])
    if (sent[name] == null) throw new Refused(`NullPointerException: ${name} can't be empty`);
  const out: Body = { jobName: sent.jobName, processorInfo: sent.processorInfo, appId: sent.appId };
  for (const name of ['timeExpressionType', 'executeType', 'processorType']) out[name] = enumerated(name, sent[name]);
  out.dispatchStrategy = sent.dispatchStrategy == null ? 1 : enumerated('dispatchStrategy', sent.dispatchStrategy);
  for (const name of texts) out[name] = sent[name] ?? null;
  for (const name of [...numbers, ...spaces]) out[name] = sent[name] ?? 0;
  out.dispatchStrategyConfig = sent.dispatchStrategyConfig ?? null;
  out.concurrency = sent.concurrency ?? 5;
  out.status = sent.enable === false ? 2 : 1;
  out.lifecycle = JSON.stringify(sent.lifeCycle ?? {}, (_name, value) => value ?? undefined);
  const alarm = sent.alarmConfig as Body | null | undefined;
  if (alarm) {
    if ([alarm.alertThreshold, alarm.statisticWindowLen, alarm.silenceWindowLen].some((value) => value == null))
      throw new Refused('PowerJobException: illegal alarm config!');
    out.alarmConfig = alarm;
  }
  if (sent.logConfig) out.logConfig = sent.logConfig;
  judgeTime(out);
  return out;
}

function judgeTime({ timeExpressionType, timeExpression }: Body): void {
  const text = String(timeExpression ?? '');
  if (timeExpressionType === 2 && ![6, 7].includes(text.split(' ').length))
    throw new Refused('PowerJobException: invalid cron expression');
  if (timeExpressionType !== 3 && timeExpressionType !== 4) return;
  if (!/^\d+$/.test(text)) throw new Refused('PowerJobException: invalid timeExpression!');
  if (Number(text) > 120_000) throw new Refused('PowerJobException: the rate must be less than 120000ms');
  if (Number(text) <= 0) throw new Refused('PowerJobException: the rate must be greater than 0 ms');
}

/** A job as a list of jobs tells it. */
function told({ logConfig: _, ...job }: StubJob): Body {
  return { alarmConfig: null, notifyUserIds: null, ...job, logConfig: null, nextTriggerTime: 1 };
}

/** JSON whose long numbers stand without quotes, as Java writes a Long. */
function written(answer: unknown): string {
  return JSON.stringify(answer).replace(/"(\d{16,})"/g, '$1');
}

export async function startPowerJob(): Promise<PowerJobStub> {
  let generation = 1;
  let nextJob = 1;
  let nextInstance = 637_200_110_044_872_000n;

  function appOf(name: unknown) {
    const app = stub.apps.find((one) => one.name === name);
    if (!app) throw new Refused(`INVALID_APP:${String(name)}`, '-402');
    return app;
  }

  function authApp(sent: Body): unknown {
    const app = appOf(sent.appName);
    const expected = sent.encryptType === 'md5' ? md5(app.password) : app.password;
    if (sent.encryptedPassword !== expected) throw new Refused('INCORRECT_PASSWORD', '-400');
    return { appId: app.id, token: `${app.id}.${generation}` };
  }

  function checkToken(headers: IncomingHttpHeaders): void {
    const appId = headers['x-powerjob-app-id'];
    const token = headers['x-powerjob-access-token'];
    if (!appId) throw new Refused('INVALID_REQUEST:lack_of_appId_in_header', '-300');
    if (!token) throw new Refused('OPEN_API_AUTH_FAILED:token_is_empty', '-1002');
    const [app, given] = String(token).split('.');
    if (Number(given) !== generation) throw new Refused('TOKEN_EXPIRED', '-403');
    if (app !== appId) throw new Refused('INVALID_REQUEST:Inconsistent_appId_from_token_and_header', '-300');
  }

  function jobOf(sent: Body): StubJob {
    const job = stub.jobs.find(({ id }) => id === Number(sent.jobId ?? sent.id));
    if (!job) throw new Refused(`IllegalArgumentException: can't find job by jobId: ${sent.jobId}`);
    if (job.appId !== Number(sent.appId))
      throw new Refused(
        `IllegalArgumentException: this job is not belong to the app whose appId is ${String(sent.appId)}`,
      );
    return job;
  }

  function instanceOf(sent: Body) {
    const found = stub.instances.get(String(sent.instanceId));
    if (!found) throw new Refused(`IllegalArgumentException: can't find instance by instanceId: ${sent.instanceId}`);
    return found;
  }

  function become(sent: Body, status: number): null {
    Object.assign(jobOf(sent), { status, gmtModified: new Date() });
    return null;
  }

  const forms: Record<string, (sent: Body) => unknown> = {
    '/assert': ({ appName, password }) => {
      const app = appOf(appName);
      if (app.password !== password) throw new Refused('INCORRECT_PASSWORD', '-400');
      return app.id;
    },
    '/fetchAllJob': (sent) => stub.jobs.filter(({ appId }) => appId === Number(sent.appId)).map(told),
    '/fetchJob': (sent) => told(jobOf(sent)),
    '/exportJob': (sent) => {
      const { lifecycle, status, gmtModified: _, ...job } = jobOf(sent);
      const asWords = Object.fromEntries(Object.keys(words).map((field) => [field, wordOf(field, job[field])]));
      const lifeCycle = JSON.parse(String(lifecycle));
      const same = { ...job, ...asWords, lifeCycle, enable: status === 1 };
      return { ...same, id: null, jobName: `${job.jobName}_EXPORT_1`, logConfig: job.logConfig ?? null };
    },
    '/enableJob': (sent) => become(sent, 1),
    '/disableJob': (sent) => become(sent, 2),
    '/deleteJob': (sent) => become(sent, 99),
    '/runJob': (sent) => {
      const { id, appId } = jobOf(sent);
      nextInstance += 1n;
      const instanceParams = sent.instanceParams == null ? null : String(sent.instanceParams);
      stub.instances.set(String(nextInstance), { jobId: id, appId, status: 3, instanceParams });
      return String(nextInstance);
    },
    '/fetchInstanceStatus': (sent) => instanceOf(sent).status,
    '/fetchInstanceInfo': (sent) => ({
      ...instanceOf(sent),
      instanceId: String(sent.instanceId),
      result: null,
      actualTriggerTime: Date.now(),
      finishedTime: null,
      taskTrackerAddress: null,
      gmtCreate: new Date(),
    }),
    '/stopInstance': (sent) => {
      const instance = instanceOf(sent);
      if (instance.appId !== Number(sent.appId))
        throw new Refused(`IllegalArgumentException: instance is not belong to the app whose appId is ${sent.appId}`);
      instance.status = 10;
      return null;
    },
  };
  const jsons: Record<string, (sent: Body) => unknown> = {
    '/authApp': authApp,
    '/queryJob': (sent) => {
      const states = (sent.statusIn ?? [1, 2, 99]) as number[];
      return stub.jobs
        .filter(({ appId, status }) => appId === Number(sent.appIdEq) && states.includes(status))
        .map(told);
    },
    '/saveJob': (sent) => {
      const before = sent.id == null ? undefined : jobOf(sent);
      const fields = savedFields(sent);
      const gmtModified = new Date();
      if (before) return Object.assign(before, fields, { gmtModified }).id;
      const job = { ...fields, id: nextJob++, gmtModified } as unknown as StubJob;
      stub.jobs.push(job);
      return job.id;
    },
  };

  function answerTo(path: string, headers: IncomingHttpHeaders, body: string): unknown {
    const type = String(headers['content-type'] ?? '');
    if (stub.version === 4 && path === '/authApp')
      throw new Refused("HttpRequestMethodNotSupportedException: Request method 'POST' not supported");
    if (stub.wantsToken && path !== '/assert' && path !== '/authApp') checkToken(headers);
    if (forms[path]) {
      if (!type.startsWith('application/x-www-form-urlencoded')) throw new Refused('NullPointerException');
      return forms[path](Object.fromEntries(new URLSearchParams(body)));
    }
    if (!jsons[path]) throw new Refused("HttpRequestMethodNotSupportedException: Request method 'POST' not supported");
    if (!type.startsWith('application/json')) throw new Refused(`HttpMediaTypeNotSupportedException: ${type}`);
    return jsons[path](JSON.parse(body) as Body);
  }

  const http = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const path = (request.url ?? '').replace(/^\/openApi/, '');
      stub.called.push(path);
      let answer: Body;
      let isPassed = true;
      try {
        answer = { success: true, data: answerTo(path, request.headers, body), message: null };
      } catch (error) {
        const { message, code } = error as Refused;
        isPassed = code === undefined;
        answer = { success: false, data: null, message, ...(stub.version === 5 ? { code: code ?? null } : {}) };
      }
      const send = () =>
        response
          .writeHead(200, {
            'content-type': 'application/json',
            ...(stub.wantsToken || path === '/authApp' ? { 'X-POWERJOB-AUTH-PASSED': String(isPassed) } : {}),
          })
          .end(written(answer));
      setTimeout(send, stub.pauseMs);
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const stub: PowerJobStub = {
    host: `127.0.0.1:${(http.address() as AddressInfo).port}`,
    version: 5,
    wantsToken: false,
    pauseMs: 0,
    apps: [],
    jobs: [],
    instances: new Map(),
    called: [],
    expireTokens() {
      generation += 1;
    },
    trigger(id, at) {
      Object.assign(stub.jobs.find((job) => job.id === id)!, { gmtModified: at });
    },
    close: () => new Promise((resolve) => http.close(() => resolve())),
  };
  return stub;
}
