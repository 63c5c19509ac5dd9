/** Tencent Cloud short messages: `SendSms` of 2021-01-11, signed with TC3-HMAC-SHA256. */
import { createHash, createHmac } from 'node:crypto';
import { type Egress, MessageRefused, type Sms } from '../../kernel/ports';

const usualEndpoint = 'https://sms.tencentcloudapi.com';
const usualRegion = 'ap-guangzhou';
const contentType = 'application/json; charset=utf-8';

export interface TencentService {
  accessKey: string;
  secretKey: string;
  signName: string;
  appId: string;
  regionId: string;
  /** '' for the public one. */
  endpoint: string;
}

export interface Tc3Request {
  host: string;
  service: string;
  payload: string;
  accessKey: string;
  secretKey: string;
  /** Seconds since 1970. */
  timestamp: number;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** The authorisation of a POST to `/` with a JSON body; content type and host are signed with it. */
export function tc3Authorization({ host, service, payload, accessKey, secretKey, timestamp }: Tc3Request): string {
  const date = new Date(timestamp * 1000).toISOString().slice(0, 10);
  const names = 'content-type;host';
  const canonical = ['POST', '/', '', `content-type:${contentType}\nhost:${host}\n`, names, sha256(payload)].join('\n');
  const scope = `${date}/${service}/tc3_request`;
  const text = ['TC3-HMAC-SHA256', String(timestamp), scope, sha256(canonical)].join('\n');
  const key = hmac(hmac(hmac(`TC3${secretKey}`, date), service), 'tc3_request');
  return `TC3-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${names}, Signature=${hmac(key, text).toString('hex')}`;
}

/** Refusals of load and limits, after which the same message may be taken later. */
const passing = /^(LimitExceeded|RequestLimitExceeded|InternalError|ResourceUnavailable)/;

interface Answer {
  Response?: {
    Error?: { Code?: string; Message?: string };
    SendStatusSet?: { Code?: string; Message?: string; SerialNo?: string }[];
  };
}

export function tencentSms(
  { accessKey, secretKey, signName, appId, regionId, endpoint }: TencentService,
  { egress, now }: { egress: Egress; now(): number },
): Sms {
  const base = new URL(endpoint || usualEndpoint);
  return {
    name: 'tencent',
    isRepeatable: false,
    async send({ id, phone, templateId, values }) {
      if (!templateId) throw new MessageRefused('noTemplate', true);
      const payload = JSON.stringify({
        PhoneNumberSet: [`+86${phone}`],
        SmsSdkAppId: appId,
        SignName: signName,
        TemplateId: templateId,
        TemplateParamSet: values.map(([, value]) => value),
        SessionContext: id,
      });
      const timestamp = Math.floor(now() / 1000);
      const { status, body } = await egress({
        method: 'POST',
        url: `${base.origin}/`,
        headers: {
          'content-type': contentType,
          'x-tc-action': 'SendSms',
          'x-tc-version': '2021-01-11',
          'x-tc-timestamp': String(timestamp),
          'x-tc-region': regionId || usualRegion,
          authorization: tc3Authorization({
            host: base.host,
            service: 'sms',
            payload,
            accessKey,
            secretKey,
            timestamp,
          }),
        },
        body: payload,
      });
      const { Error: refused, SendStatusSet: [sent] = [] } = answerIn(body).Response ?? {};
      if (status === 200 && sent?.Code === 'Ok') return sent.SerialNo ?? '';
      const { Code = `HTTP ${status}`, Message = '' } = refused ?? sent ?? {};
      throw new MessageRefused(`${Code}: ${Message}`, !(status >= 500 || status === 429 || passing.test(Code)));
    },
  };
}

function answerIn(body: string): Answer {
  try {
    return JSON.parse(body) as Answer;
  } catch {
    return {};
  }
}
