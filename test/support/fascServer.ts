/**
 * The OpenAPI of FASC on loopback, as it is documented: signed form posts with times and numbers that are checked, tokens
 * that end, files that are put and processed before they are signed, tasks with their states, and signed callbacks. It is
 * written from the documentation with node's own cryptography, without a line of the product's client.
 */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

type Body = Record<string, unknown>;
export const fascSecret = 'fasc-secret-of-tests';
export const fascCompany = 'corp1';
const appId = '80001234';

export interface StubTask {
  id: string;
  /** As it was created. */
  asked: Body;
  state: string;
  reference: string;
  reason: string;
  isCancelled: boolean;
  file: Buffer;
  signed: Buffer | undefined;
  urged: number[];
  abolishedBy: string | undefined;
}

/** What a call of these paths does instead: `down` answers 502, `lost` does the work and closes, `cut` closes first. */
export type FascFault = 'down' | 'lost' | 'cut';

class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status = 200,
  ) {
    super(message);
  }
}

/** The signature of the documentation, step by step. */
export function fascSign(values: Record<string, string>, timestamp: string, secret = fascSecret): string {
  const names = Object.keys(values)
    .filter((name) => values[name] !== '')
    .sort();
  const text = names.map((name) => `${name}=${values[name]}`).join('&');
  const digest = createHash('sha256').update(text, 'utf8').digest('hex');
  const key = createHmac('sha256', secret).update(timestamp).digest();
  return createHmac('sha256', key).update(digest).digest('hex').toLowerCase();
}

function open(state: string) {
  return ['fill_progress', 'fill_completed', 'sign_progress', 'sign_completed'].includes(state);
}

/** `now`: the clock that the server and this stub share. */
export async function startFascServer(now: () => number) {
  let count = 0;
  const nonces = new Map<string, number>();
  const tokens = new Map<string, number>();
  const uploads = new Map<string, Buffer>();
  const files = new Map<string, Buffer>();
  const embedded = new Set<string>();
  const next = () => String(++count);

  function check(headers: IncomingHttpHeaders, path: string, form: URLSearchParams): void {
    const of = (name: string) => String(headers[name.toLowerCase()] ?? '');
    if (of('X-FASC-App-Id') !== appId) throw new Refused('100001', 'appId 不存在');
    const timestamp = of('X-FASC-Timestamp');
    if (!/^\d{13}$/.test(timestamp) || Math.abs(Number(timestamp) - now() - stub.aheadMs) > 300_000)
      throw new Refused('100001', '时间戳无效');
    const nonce = of('X-FASC-Nonce');
    if (nonce === '' || nonce.length > 32) throw new Refused('100001', 'nonce 无效');
    if ((nonces.get(nonce) ?? 0) > now() - 600_000) throw new Refused('100001', 'nonce 重复');
    nonces.set(nonce, now());
    if (of('X-FASC-Sign-Type') !== 'HMAC-SHA256') throw new Refused('100001', '签名类型无效');
    if (of('X-FASC-Api-SubVersion') !== '5.1') throw new Refused('100001', '子版本无效');
    const values: Record<string, string> = { bizContent: form.get('bizContent') ?? '' };
    const signed = ['App-Id', 'Sign-Type', 'Timestamp', 'Nonce', 'Api-SubVersion', 'AccessToken', 'Grant-Type'];
    for (const name of signed) values[`X-FASC-${name}`] = of(`X-FASC-${name}`);
    if (of('X-FASC-Sign') !== fascSign(values, timestamp)) throw new Refused('100001', '签名错误');
    const token = of('X-FASC-AccessToken');
    if (path === '/service/get-access-token') {
      if (token || of('X-FASC-Grant-Type') !== 'client_credential') throw new Refused('100001', '授权类型无效');
      return;
    }
    if ((tokens.get(token) ?? 0) < now()) throw new Refused('100002', 'accessToken 无效', 401);
    tokens.set(token, now() + 7_200_000);
  }

  function taskOf({ signTaskId }: Body): StubTask {
    return stub.tasks.find(({ id }) => id === signTaskId) ?? refuse('211050', '签署任务不存在');
  }
  function refuse(code: string, message: string): never {
    throw new Refused(code, message);
  }
  function requireOwner(value: unknown): void {
    const { idType, openId } = (value ?? {}) as Body;
    if (idType !== 'corp' || !stub.companies.includes(String(openId))) refuse('210001', '主体未授权');
  }

  const calls: Record<string, (sent: Body) => Body> = {
    '/service/get-access-token': () => {
      const accessToken = createHash('md5').update(`token ${next()}`).digest('hex');
      tokens.set(accessToken, now() + 7_200_000);
      return { accessToken, expiresIn: '7200' };
    },
    '/file/get-upload-url': ({ fileType }) => {
      if (fileType !== 'doc') refuse('211150', '文件用途无效');
      const id = next();
      return { uploadUrl: `${stub.url}/put/${id}?sign=x`, fddFileUrl: `https://file.example/${id}` };
    },
    '/file/process': ({ fddFileUrlList }) => {
      const list = fddFileUrlList as Body[];
      if (!Array.isArray(list) || list.length === 0 || list.length > 10) refuse('211151', '文件数量无效');
      return {
        fileIdList: list.map(({ fddFileUrl, fileName, fileType }) => {
          const held = uploads.get(String(fddFileUrl).split('/').at(-1)!);
          if (!held) return refuse('211152', '文件不存在');
          if (!/^[^/\\:*"<>|?]{1,196}\.pdf$/.test(String(fileName)))
            return refuse('211157', '文件后缀名与源文件不匹配');
          const fileId = `f${next()}`;
          files.set(fileId, held);
          return { fileId, fileType, fddFileUrl, fileName, fileTotalPages: 1 };
        }),
      };
    },
    '/sign-task/create': (sent) => {
      requireOwner(sent.initiator);
      const docs = (sent.docs ?? []) as Body[];
      const actors = (sent.actors ?? []) as { actor: Body; signFields: Body[]; signConfigInfo: Body }[];
      if (sent.autoStart !== true) refuse('211055', '请自动提交');
      if (docs.length === 0) refuse('211145', '文档为空');
      if (actors.length === 0) refuse('211146', '参与方为空');
      if (String(sent.signTaskSubject ?? '').length === 0 || String(sent.signTaskSubject).length > 200)
        refuse('211001', '任务主题无效');
      if (String(sent.transReferenceId ?? '').length > 128) refuse('211001', '业务参考号过长');
      if (!(Number(sent.expiresTime) > now())) refuse('211002', '截止时间无效');
      const file = files.get(String(docs[0]!.docFileId)) ?? refuse('211096', '文档 fileId 不存在');
      const orders = new Set(actors.map(({ signConfigInfo }) => signConfigInfo.orderNo));
      if (sent.signInOrder === true && orders.size !== actors.length) refuse('211155', '重复签署顺序');
      for (const { actor, signFields } of actors) {
        const kind = actor.actorType === 'corp' ? 'corp_seal' : 'person_sign';
        const fields = docs[0]!.docFields as Body[];
        const field = fields.find(({ fieldId }) => fieldId === signFields[0]?.fieldId);
        if (field?.fieldType !== kind) refuse('211027', '签章控件与参与方不符');
        if (String(actor.actorId).length > 32) refuse('211066', '参与方无效');
      }
      if (stub.refusal) refuse(...stub.refusal);
      const task: StubTask = {
        id: `16${String(count++).padStart(17, '0')}`,
        asked: sent,
        state: 'sign_progress',
        reference: String(sent.transReferenceId ?? ''),
        reason: '',
        isCancelled: false,
        file,
        signed: undefined,
        urged: [],
        abolishedBy: undefined,
      };
      stub.tasks.push(task);
      return { signTaskId: task.id };
    },
    '/sign-task/owner/get-list': (sent) => {
      requireOwner(sent.ownerId);
      const subject = String((sent.listFilter as Body | undefined)?.signTaskSubject ?? '');
      const own = stub.tasks.filter(({ asked }) => String(asked.signTaskSubject).includes(subject));
      const size = Number(sent.listPageSize ?? 100);
      const from = (Number(sent.listPageNo ?? 1) - 1) * size;
      return {
        signTasks: own.slice(from, from + size).map((one) => ({
          signTaskId: one.id,
          signTaskSubject: one.asked.signTaskSubject,
          signTaskStatus: one.state,
          transReferenceId: one.reference,
        })),
        listPageNo: Number(sent.listPageNo ?? 1),
        listPageCount: Math.max(1, Math.ceil(own.length / size)),
        totalCount: own.length,
      };
    },
    '/sign-task/actor/get-url': (sent) => {
      const task = taskOf(sent);
      const actors = task.asked.actors as { actor: Body }[];
      if (!actors.some(({ actor }) => actor.actorId === sent.actorId)) refuse('211066', '参与方不存在');
      const visit = next();
      embedded.add(visit);
      return {
        actorSignTaskUrl: `https://sign.example/s/${task.id}`,
        actorSignTaskEmbedUrl: `https://sign.example/e/${task.id}?visit=${visit}`,
      };
    },
    '/sign-task/get-detail': (sent) => {
      const task = taskOf(sent);
      return {
        signTaskId: task.id,
        signTaskStatus: task.state,
        transReferenceId: task.reference,
        terminationNote: task.reason || null,
        cancelStatus: task.isCancelled ? 1 : 0,
      };
    },
    '/sign-task/cancel': (sent) => {
      const task = taskOf(sent);
      if (!open(task.state)) refuse('211126', '当前签署任务状态不允许撤销');
      if (String(sent.terminationNote ?? '').length > 250) refuse('211003', '撤销原因过长');
      Object.assign(task, { state: 'task_terminated', isCancelled: true, reason: sent.terminationNote });
      return {};
    },
    '/sign-task/urge': (sent) => {
      const task = taskOf(sent);
      if (!open(task.state)) refuse('211130', '当前状态不允许催办');
      const today = task.urged.filter((at) => at > now() - 86_400_000);
      if (today.length >= 2 || (today.at(-1) ?? 0) > now() - 7_200_000) refuse('211131', '催办过于频繁');
      task.urged.push(now());
      return {};
    },
    '/sign-task/abolish': (sent) => {
      const task = taskOf(sent);
      if (task.state !== 'task_finished') refuse('211140', '任务未完成');
      const { initiatorId } = (sent.abolishedInitiator ?? {}) as Body;
      if (!stub.companies.includes(String(initiatorId)) || !sent.reason) refuse('211141', '参数无效');
      task.state = 'abolishing';
      task.abolishedBy = next();
      return { abolishedSignTaskId: task.abolishedBy };
    },
    '/sign-task/owner/get-download-url': (sent) => {
      requireOwner(sent.ownerId);
      const task = taskOf(sent);
      if (!task.signed) refuse('211160', '任务未完成');
      if (sent.downloadMode !== 'download') refuse('211162', '请指定下载方式');
      return { downloadUrl: `${stub.url}/get/${task.id}` };
    },
  };

  const http = createServer(async (request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const body = await buffer(request);
    const plain = path.replace('/api/v5', '');
    stub.called.push(plain.replace(/\d+$/, ''));
    const fault = stub.faults.get(plain.replace(/\/\d+$/, ''));
    if (fault === 'cut') return void request.socket.destroy();
    if (fault === 'down') return void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502</h1>');
    if (request.method === 'PUT' && path.startsWith('/put/')) {
      uploads.set(path.split('/').at(-1)!, body);
      return void response.writeHead(200).end();
    }
    if (request.method === 'GET' && path.startsWith('/get/')) {
      const held = stub.tasks.find(({ id }) => id === path.split('/').at(-1))?.signed;
      return void response.writeHead(held ? 200 : 404, { 'content-type': 'application/pdf' }).end(held);
    }
    const form = new URLSearchParams(body.toString());
    let status = 200;
    let answer: Body;
    try {
      if (!path.startsWith('/api/v5/') || request.method !== 'POST') throw new Refused('404', 'not found', 404);
      if (request.headers['content-type'] !== 'application/x-www-form-urlencoded') throw new Refused('100001', '类型');
      check(request.headers, plain, form);
      const call = calls[plain] ?? refuse('404', '接口不存在');
      answer = { code: '100000', msg: '请求成功', data: call(JSON.parse(form.get('bizContent') || '{}')) };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      status = error.status;
      answer = { code: error.code, msg: error.message, data: null };
    }
    if (fault === 'lost') return void request.socket.destroy();
    response
      .writeHead(status, {
        'content-type': 'application/json;charset=UTF-8',
        'X-FASC-Request-Id': `req${next()}`,
        date: new Date(now() + stub.aheadMs).toUTCString(),
      })
      .end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(http.address() as AddressInfo).port}`;

  /** The headers and the body of a callback. */
  function callback(
    event: string,
    content: Body,
    { nonce = createHash('md5').update(next()).digest('hex'), at = now(), app = appId, secret = fascSecret } = {},
  ) {
    const bizContent = JSON.stringify({ eventTime: String(at), ...content });
    const values: Record<string, string> = {
      'X-FASC-App-Id': app,
      'X-FASC-Sign-Type': 'HMAC-SHA256',
      'X-FASC-Timestamp': String(at),
      'X-FASC-Nonce': nonce,
      'X-FASC-Event': event,
    };
    const sign = fascSign({ ...values, bizContent }, String(at), secret);
    return {
      method: 'POST' as const,
      headers: { ...values, 'X-FASC-Sign': sign, 'content-type': 'application/x-www-form-urlencoded' } as Record<
        string,
        string
      >,
      payload: new URLSearchParams({ bizContent }).toString(),
    };
  }

  const stub = {
    url: `http://${host}`,
    appId,
    companies: [fascCompany],
    tasks: [] as StubTask[],
    /** Paths in the order of their calls. */
    called: [] as string[],
    faults: new Map<string, FascFault>(),
    /** Every creation is refused so. */
    refusal: undefined as [code: string, message: string] | undefined,
    /** How far its clock is ahead. */
    aheadMs: 0,
    callback,
    /** What it tells of a task now, as `event`. */
    told(task: StubTask, event: string, more: Body = {}) {
      return callback(event, {
        signTaskId: task.id,
        signTaskStatus: task.state,
        transReferenceId: task.reference,
        ...more,
      });
    },
    expireTokens() {
      tokens.clear();
    },
    /** The customer has signed, and all is done. */
    finish(task: StubTask, signed: Buffer) {
      Object.assign(task, { state: 'task_finished', signed });
    },
    env: {
      ESIGN_PROVIDER: 'fasc',
      FASC_URL: `http://${host}/api/v5/`,
      FASC_APP_ID: appId,
      FASC_APP_SECRET: fascSecret,
      FASC_CORP_ID: fascCompany,
      PUBLIC_URL: 'https://lease.example',
      EGRESS_ALLOW: host,
    },
    close: () => new Promise<void>((resolve) => http.close(() => resolve())),
  };
  return stub;
}
export type FascStub = Awaited<ReturnType<typeof startFascServer>>;
