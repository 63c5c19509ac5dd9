/** Alibaba Cloud short messages: `SendSms` of 2017-05-25, signed with ACS3-HMAC-SHA256 (signature version 3). */
import { createHash, createHmac } from 'node:crypto';
import { type Egress, MessageRefused, type Sms } from '../../kernel/ports';

const usualEndpoint = 'https://dysmsapi.aliyuncs.com';

export interface AliyunService {
  accessKey: string;
  secretKey: string;
  signName: string;
  regionId: string;
  /** '' for the public one. */
  endpoint: string;
}

export interface Acs3Request {
  host: string;
  action: string;
  version: string;
  query: Readonly<Record<string, string>>;
  accessKey: string;
  secretKey: string;
  /** `yyyy-MM-ddTHH:mm:ssZ` */
  time: string;
  nonce: string;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
/** As RFC 3986 demands it; `encodeURIComponent` leaves five more characters. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The query string as it is signed and sent. */
export function acs3Query(query: Readonly<Record<string, string>>): string {
  return Object.keys(query)
    .sort()
    .map((name) => `${encoded(name)}=${encoded(query[name]!)}`)
    .join('&');
}

/** Headers of a POST to `/` with an empty body. */
export function acs3Headers(asked: Acs3Request): Record<string, string> {
  const signed: Record<string, string> = {
    host: asked.host,
    'x-acs-action': asked.action,
    'x-acs-content-sha256': sha256(''),
    'x-acs-date': asked.time,
    'x-acs-signature-nonce': asked.nonce,
    'x-acs-version': asked.version,
  };
  const names = Object.keys(signed).sort();
  const lines = names.map((name) => `${name}:${signed[name]}\n`).join('');
  const canonical = ['POST', '/', acs3Query(asked.query), lines, names.join(';'), sha256('')].join('\n');
  const signature = createHmac('sha256', asked.secretKey)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex');
  return {
    ...signed,
    authorization: `ACS3-HMAC-SHA256 Credential=${asked.accessKey},SignedHeaders=${names.join(';')},Signature=${signature}`,
  };
}

/** Refusals of load and limits, after which the same message may be taken later. */
const passing = /^(isv\.BUSINESS_LIMIT_CONTROL|isp\.SYSTEM_ERROR|Throttling|ServiceUnavailable|InternalError)/;

export function aliyunSms(
  { accessKey, secretKey, signName, regionId, endpoint }: AliyunService,
  { egress, now, random }: { egress: Egress; now(): number; random(bytes: number): Buffer },
): Sms {
  const base = new URL(endpoint || usualEndpoint);
  return {
    name: 'aliyun',
    isRepeatable: false,
    async send({ id, phone, templateId, values }) {
      if (!templateId) throw new MessageRefused('noTemplate', true);
      const query = {
        OutId: id,
        PhoneNumbers: phone,
        SignName: signName,
        TemplateCode: templateId,
        TemplateParam: JSON.stringify(Object.fromEntries(values)),
        ...(regionId ? { RegionId: regionId } : {}),
      };
      const headers = acs3Headers({
        host: base.host,
        action: 'SendSms',
        version: '2017-05-25',
        query,
        accessKey,
        secretKey,
        time: new Date(now()).toISOString().replace(/\.\d+Z$/, 'Z'),
        nonce: random(16).toString('hex'),
      });
      const { status, body } = await egress({
        method: 'POST',
        url: `${base.origin}/?${acs3Query(query)}`,
        headers,
        body: '',
      });
      const { Code, Message, BizId } = answerIn(body);
      if (status === 200 && Code === 'OK') return BizId ?? '';
      const code = Code ?? `HTTP ${status}`;
      throw new MessageRefused(`${code}: ${Message ?? ''}`, !(status >= 500 || status === 429 || passing.test(code)));
    },
  };
}

function answerIn(body: string): { Code?: string; Message?: string; BizId?: string } {
  try {
    return JSON.parse(body) as { Code?: string; Message?: string; BizId?: string };
  } catch {
    return {};
  }
}
