/** Calls of the FASC OpenAPI 5.1: signed form posts with an access token that is shared, extended and renewed. */
import { parsedExactly } from '../../kernel/json';
import type { Egress, Incoming } from '../../kernel/ports';
import { type FascSettings, ServiceFault } from '../../kernel/signing';
import { type Signed, signatureOf } from './signature';

export type FascApp = Pick<FascSettings, 'url' | 'appId' | 'appSecret'>;

export interface Surroundings {
  egress: Egress;
  now(): number;
  random(bytes: number): Buffer;
  /** Hears of every answer: the numbers of requests are what the service's support asks for. */
  told?(answer: Answered): void;
}
export interface Answered {
  path: string;
  status: number;
  code: string;
  requestId: string;
}

const success = '100000';
const tokenDead = '100002';
const badRequest = '100001';
const tokenPath = '/service/get-access-token';
/** Each call extends the token by so much; it is renewed a little before it ends. */
const tokenMs = 2 * 60 * 60 * 1000;
const earlyMs = 60_000;
/** A difference of clocks that is worth telling. */
const skewMs = 60_000;
const patienceMs = 15_000;

interface Token {
  value: string;
  until: number;
}

interface Envelope {
  code: string;
  msg: string;
  data: Record<string, unknown>;
}

function envelopeIn({ body }: Incoming): Envelope | undefined {
  try {
    const read = parsedExactly(body) as { code?: unknown; msg?: unknown; data?: unknown } | null;
    if (typeof read?.code !== 'string' && typeof read?.code !== 'number') return undefined;
    const data = typeof read.data === 'object' && read.data !== null ? (read.data as Record<string, unknown>) : {};
    return { code: String(read.code), msg: String(read.msg ?? ''), data };
  } catch {
    return undefined; // a page of a proxy
  }
}

export interface FascClient {
  /** The `data` of a successful answer. `isSafe`: a lost answer may be asked for once more. */
  call(path: string, content: object, options?: { isSafe?: boolean }): Promise<Record<string, unknown>>;
}

/** Opens no connection: the token is asked for by the first call. */
export function openClient({ url, appId, appSecret }: FascApp, around: Surroundings): FascClient {
  const { egress, now, random, told } = around;
  let token: Promise<Token> | undefined;

  async function post(path: string, own: Signed, bizContent: string): Promise<Envelope> {
    const timestamp = String(now());
    const values = {
      'X-FASC-App-Id': appId,
      'X-FASC-Sign-Type': 'HMAC-SHA256',
      'X-FASC-Timestamp': timestamp,
      'X-FASC-Nonce': random(16).toString('hex'),
      'X-FASC-Api-SubVersion': '5.1',
      ...own,
    };
    const sign = signatureOf({ ...values, bizContent }, timestamp, appSecret);
    const answer = await egress({
      method: 'POST',
      url: `${url}${path}`,
      headers: { ...values, 'X-FASC-Sign': sign, 'content-type': 'application/x-www-form-urlencoded' },
      body: bizContent === '' ? '' : new URLSearchParams({ bizContent }).toString(),
      patienceMs,
    }).catch((cause: Error) => {
      throw new ServiceFault(`FASC ${path}: ${cause.message}`, 'unavailable', '', { cause });
    });
    const requestId = answer.headers['x-fasc-request-id'] ?? '';
    const read = envelopeIn(answer);
    told?.({ path, status: answer.status, code: read?.code ?? '', requestId });
    if (read?.code === success && answer.status === 200) return read;
    throw faultOf(path, answer, read, requestId);
  }

  function faultOf(path: string, { status, headers }: Incoming, read: Envelope | undefined, requestId: string) {
    const skew = now() - Date.parse(headers.date ?? '');
    const clocks =
      read?.code === badRequest && Math.abs(skew) > skewMs
        ? `; our clock is ${Math.abs(Math.round(skew / 1000))} s ${skew > 0 ? 'ahead' : 'behind'}`
        : '';
    const said = read ? `${read.code} ${read.msg}` : `HTTP ${status}`;
    const place = requestId ? ` (request ${requestId})` : '';
    const isDead = status === 401 || read?.code === tokenDead;
    const isRefusal = read !== undefined && status < 500 && status !== 429 && !isDead;
    return new ServiceFault(
      `FASC ${path}: ${said}${clocks}${place}`.replace(/\p{Cc}+/gu, ' ').slice(0, 300),
      isRefusal ? 'refused' : 'unavailable',
      isDead ? tokenDead : (read?.code ?? ''),
    );
  }

  async function newToken(): Promise<Token> {
    const { data } = await post(tokenPath, { 'X-FASC-Grant-Type': 'client_credential' }, '');
    const seconds = Number(data.expiresIn);
    if (typeof data.accessToken !== 'string' || !(seconds > 0))
      throw new ServiceFault(`FASC ${tokenPath}: no token in the answer`, 'unavailable');
    return { value: data.accessToken, until: now() + seconds * 1000 };
  }

  /** The token, new where there is none; calls at the same time share one renewal. `worn`: one that was refused. */
  async function tokenNow(worn?: string): Promise<Token> {
    const before = token;
    const held = await before?.catch(() => undefined);
    if (held && held.value !== worn && held.until - earlyMs > now()) return held;
    if (token === before) {
      const renewal = newToken();
      token = renewal;
      renewal.catch(() => {
        if (token === renewal) token = undefined;
      });
    }
    return token ?? tokenNow(worn);
  }

  async function once(path: string, bizContent: string): Promise<Record<string, unknown>> {
    let held = await tokenNow();
    for (let isFirst = true; ; isFirst = false)
      try {
        const { data } = await post(path, { 'X-FASC-AccessToken': held.value }, bizContent);
        held.until = now() + tokenMs;
        return data;
      } catch (error) {
        if (!isFirst || !(error instanceof ServiceFault) || error.code !== tokenDead) throw error;
        held = await tokenNow(held.value);
      }
  }

  return {
    async call(path, content, { isSafe = false } = {}) {
      const bizContent = JSON.stringify(content);
      try {
        return await once(path, bizContent);
      } catch (error) {
        const isLost = error instanceof ServiceFault && error.kind === 'unavailable' && error.code !== tokenDead;
        if (!isSafe || !isLost) throw error;
        return once(path, bizContent);
      }
    },
  };
}
