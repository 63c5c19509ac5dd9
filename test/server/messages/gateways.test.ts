/** The services of providers: their published signatures, and servers that check a signature by their own reckoning. */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ShortMessage, Sms } from '../../../server/kernel/ports';
import { attempt } from '../../../server/messages/attempts';
import { acs3Headers, aliyunSms } from '../../../server/messages/gateways/aliyun';
import { httpSms } from '../../../server/messages/gateways/http';
import { tc3Authorization, tencentSms } from '../../../server/messages/gateways/tencent';
import { openEgress } from '../../../server/platform/egress';

interface Asked {
  request: IncomingMessage;
  body: string;
}
interface Reply {
  status: number;
  body: string;
}
let asked: Asked[] = [];
let answer: (asked: Asked) => Reply | 'nothing' = () => ({ status: 500, body: '' });
let host = '';

const http = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    asked.push({ request, body });
    const reply = answer({ request, body });
    if (reply === 'nothing') request.socket.destroy();
    else response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body);
  });
});
beforeAll(async () => {
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(http.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => http.close(resolve)));
beforeEach(() => {
  asked = [];
});

const message: ShortMessage = {
  id: '1880000000000000001',
  phone: '13800138000',
  text: '【北方租赁】验证码 123456',
  templateId: 'SMS_154950909',
  values: [
    ['purpose', "签署 (it's *)!"],
    ['code', '123456'],
  ],
};
const carried = { address: message.phone, values: message.values };
const now = () => Date.parse('2026-11-20T10:00:00+08:00');
const random = (bytes: number) => Buffer.alloc(bytes, 7);
function ports() {
  return { egress: openEgress([host]), now, random };
}
function sha256(text: string) {
  return createHash('sha256').update(text).digest('hex');
}
function hmac(key: string | Buffer, text: string) {
  return createHmac('sha256', key).update(text).digest();
}

describe('the published signatures', () => {
  // help.aliyun.com, "V3 版本请求体 & 签名机制", example with fixed parameters: RunInstances
  it('of Alibaba Cloud, version 3', () => {
    const { authorization } = acs3Headers({
      host: 'ecs.cn-shanghai.aliyuncs.com',
      action: 'RunInstances',
      version: '2014-05-26',
      query: { RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' },
      accessKey: 'YourAccessKeyId',
      secretKey: 'YourAccessKeySecret',
      time: '2023-10-26T10:22:32Z',
      nonce: '3156853299f313e23d1673dc12e1703d',
    });
    expect(authorization).toBe(
      'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
    );
  });

  // cloud.tencent.com/document/api/213/30654, "签名方法 v3": DescribeInstances, with the keys of its English edition
  it('of Tencent Cloud, TC3', () => {
    const authorization = tc3Authorization({
      host: 'cvm.tencentcloudapi.com',
      service: 'cvm',
      payload: '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}',
      accessKey: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE',
      secretKey: 'Gu5t9xGARNpq86cd98joQYCN3EXAMPLE',
      timestamp: 1551113065,
    });
    expect(authorization).toBe(
      'TC3-HMAC-SHA256 Credential=AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host, Signature=72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168',
    );
  });
});

describe('Alibaba Cloud', () => {
  const open = (secretKey = 'ali-secret'): Sms =>
    aliyunSms(
      { accessKey: 'ali-key', secretKey, signName: '北方租赁', regionId: '', endpoint: `http://${host}` },
      ports(),
    );

  /** Checks the request as it arrived: from its raw query and headers, not from what the adapter meant. */
  function check({ request, body }: Asked): Reply {
    const [path, query = ''] = request.url!.split('?');
    const [, names = '', signature] =
      /SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/.exec(request.headers.authorization ?? '') ?? [];
    const sorted = query.split('&').sort().join('&');
    const lines = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
    const canonical = [request.method, path, sorted, lines.join(''), names, sha256(body)].join('\n');
    const wanted = hmac('ali-secret', `ACS3-HMAC-SHA256\n${sha256(canonical)}`).toString('hex');
    const isComplete = ['host', 'x-acs-action', 'x-acs-date', 'x-acs-content-sha256', 'x-acs-signature-nonce'].every(
      (name) => names.split(';').includes(name),
    );
    if (wanted !== signature || !isComplete || request.headers['x-acs-content-sha256'] !== sha256(body))
      return { status: 400, body: JSON.stringify({ Code: 'SignatureDoesNotMatch', Message: 'not the same' }) };
    return { status: 200, body: JSON.stringify({ Code: 'OK', Message: 'OK', BizId: '9006^0', RequestId: 'r' }) };
  }

  it('takes a message that is signed as it demands, with the values of the template', async () => {
    answer = check;
    await expect(open().send(message)).resolves.toBe('9006^0');
    const sent = new URLSearchParams(asked[0]!.request.url!.split('?')[1]);
    expect(Object.fromEntries(sent)).toEqual({
      OutId: message.id,
      PhoneNumbers: '13800138000',
      SignName: '北方租赁',
      TemplateCode: 'SMS_154950909',
      TemplateParam: '{"purpose":"签署 (it\'s *)!","code":"123456"}',
    });
    expect(asked[0]!.request.headers).toMatchObject({ 'x-acs-action': 'SendSms', 'x-acs-version': '2017-05-25' });
    expect(asked[0]!.request.headers['x-acs-date']).toBe('2026-11-20T02:00:00Z');
  });

  it('refuses for good, or for now', async () => {
    answer = check;
    expect(await attempt(() => open('another').send(message), carried)).toMatchObject({
      end: 'failed',
      isReached: true,
      fault: 'SignatureDoesNotMatch: not the same',
    });
    const refused = (Code: string) => {
      answer = () => ({ status: 200, body: JSON.stringify({ Code, Message: '触发流控' }) });
      return attempt(() => open().send(message), carried);
    };
    expect(await refused('isv.BUSINESS_LIMIT_CONTROL')).toMatchObject({ end: 'later' });
    expect(await refused('isv.MOBILE_NUMBER_ILLEGAL')).toMatchObject({ end: 'failed' });
    answer = () => ({ status: 503, body: 'busy' });
    expect(await attempt(() => open().send(message), carried)).toMatchObject({ end: 'later', fault: 'HTTP 503: ' });
  });

  it('is not asked without a template', async () => {
    expect(await attempt(() => open().send({ ...message, templateId: null }), carried)).toMatchObject({
      end: 'failed',
      fault: 'noTemplate',
    });
    expect(asked).toEqual([]);
  });
});

describe('Tencent Cloud', () => {
  const open = (secretKey = 'ten-secret'): Sms =>
    tencentSms(
      {
        accessKey: 'ten-id',
        secretKey,
        signName: '北方租赁',
        appId: '1400006666',
        regionId: '',
        endpoint: `http://${host}`,
      },
      ports(),
    );

  function check({ request, body }: Asked): Reply {
    const [, id, date, service, names = '', signature] =
      /^TC3-HMAC-SHA256 Credential=([^/]+)\/([\d-]+)\/(\w+)\/tc3_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
        request.headers.authorization ?? '',
      ) ?? [];
    const time = String(request.headers['x-tc-timestamp']);
    const lines = names.split(';').map((name) => `${name}:${String(request.headers[name]).toLowerCase()}\n`);
    const canonical = ['POST', '/', '', lines.join(''), names, sha256(body)].join('\n');
    const key = hmac(hmac(hmac('TC3ten-secret', date ?? ''), service ?? ''), 'tc3_request');
    const text = `TC3-HMAC-SHA256\n${time}\n${date}/${service}/tc3_request\n${sha256(canonical)}`;
    const isRight =
      hmac(key, text).toString('hex') === signature &&
      id === 'ten-id' &&
      service === 'sms' &&
      new Date(Number(time) * 1000).toISOString().startsWith(date!);
    const Response = isRight
      ? { SendStatusSet: [{ SerialNo: '5000:1', PhoneNumber: '+8613800138000', Code: 'Ok', Message: 'send success' }] }
      : { Error: { Code: 'AuthFailure.SignatureFailure', Message: 'not the same' } };
    return { status: 200, body: JSON.stringify({ Response }) };
  }

  it('takes a message that is signed as it demands, with the values in their order', async () => {
    answer = check;
    await expect(open().send({ ...message, templateId: '1110' })).resolves.toBe('5000:1');
    expect(JSON.parse(asked[0]!.body)).toEqual({
      PhoneNumberSet: ['+8613800138000'],
      SmsSdkAppId: '1400006666',
      SignName: '北方租赁',
      TemplateId: '1110',
      TemplateParamSet: ["签署 (it's *)!", '123456'],
      SessionContext: message.id,
    });
    expect(asked[0]!.request.headers).toMatchObject({
      'x-tc-action': 'SendSms',
      'x-tc-version': '2021-01-11',
      'x-tc-region': 'ap-guangzhou',
    });
  });

  it('refuses for good, or for now', async () => {
    answer = check;
    expect(await attempt(() => open('another').send(message), carried)).toMatchObject({
      end: 'failed',
      fault: 'AuthFailure.SignatureFailure: not the same',
    });
    const refused = (Code: string) => {
      const SendStatusSet = [{ Code, Message: 'limit' }];
      answer = () => ({ status: 200, body: JSON.stringify({ Response: { SendStatusSet } }) });
      return attempt(() => open().send(message), carried);
    };
    expect(await refused('LimitExceeded.PhoneNumberOneHourLimit')).toMatchObject({ end: 'later' });
    expect(await refused('FailedOperation.TemplateIncorrectOrUnapproved')).toMatchObject({ end: 'failed' });
  });
});

describe('an HTTP gateway', () => {
  it('gets the text, and where it is asked for the id and the values; a token that it was given', async () => {
    answer = () => ({ status: 201, body: '{"id": 77}' });
    const plain = httpSms({ url: `http://${host}/send`, token: '' }, openEgress([host]));
    await expect(plain.send(message)).resolves.toBe('77');
    expect(JSON.parse(asked[0]!.body)).toEqual({ phone: message.phone, text: message.text });
    expect(asked[0]!.request.headers.authorization).toBeUndefined();
    const detailed = httpSms({ url: `http://${host}/send`, token: 't', isDetailed: true }, openEgress([host]));
    await detailed.send(message);
    expect(JSON.parse(asked[1]!.body)).toEqual({
      id: message.id,
      phone: message.phone,
      text: message.text,
      templateId: message.templateId,
      params: Object.fromEntries(message.values),
    });
    expect(asked[1]!.request.headers).toMatchObject({ authorization: 'Bearer t', 'idempotency-key': message.id });
  });

  it('that answers nothing leaves the outcome unknown; one that is not there, or inside, was not reached', async () => {
    const to = (url: string, allow: string[]) =>
      attempt(() => httpSms({ url, token: '' }, openEgress(allow)).send(message), carried);
    answer = () => 'nothing';
    expect(await to(`http://${host}/send`, [host])).toMatchObject({ end: 'unknown', isReached: false });
    expect(asked).toHaveLength(1);
    expect(await to('http://127.0.0.1:1/send', ['127.0.0.1:1'])).toMatchObject({ end: 'later', isReached: false });
    expect(await to(`https://${host}/send`, [])).toMatchObject({ end: 'failed', isReached: false });
    expect(asked).toHaveLength(1);
  });
});

describe('what a gateway says of a message', () => {
  const bodies: [name: string, open: () => Sms, body: object][] = [
    [
      'Alibaba Cloud',
      () =>
        aliyunSms(
          { accessKey: 'k', secretKey: 's', signName: '北方租赁', regionId: '', endpoint: `http://${host}` },
          ports(),
        ),
      { Code: 'isv.MOBILE_NUMBER_ILLEGAL', Message: '13800138000 invalid mobile number, {"code":"123456"}' },
    ],
    [
      'Tencent Cloud',
      () =>
        tencentSms(
          {
            ...{ accessKey: 'k', secretKey: 's', signName: '北方租赁', appId: '1' },
            ...{ regionId: '', endpoint: `http://${host}` },
          },
          ports(),
        ),
      { Response: { Error: { Code: 'FailedOperation', Message: '+8613800138000 is refused for 123456' } } },
    ],
  ];
  it.each(bodies)('%s: is kept without the number and the code that it repeats', async (_name, open, body) => {
    answer = () => ({ status: 200, body: JSON.stringify(body) });
    const outcome = await attempt(() => open().send(message), carried);
    expect(outcome).toMatchObject({ end: 'failed', fault: expect.stringContaining('138****8000') });
    expect(JSON.stringify(outcome)).not.toMatch(/13800138000|123456/);
  });

  it('also where it takes the message and repeats the number as its id', async () => {
    answer = () => ({ status: 200, body: '{"id": "to-13800138000"}' });
    const open = httpSms({ url: `http://${host}/send`, token: '' }, openEgress([host]));
    expect(await attempt(() => open.send(message), carried)).toEqual({ end: 'sent', gatewayId: 'to-138****8000' });
  });
});
