/** The outbox over HTTP, on a real database and queue, with gateways that count what they are sent. */

import type { TemplateKind } from '../../../contract/domain/messages';
import { messageStates } from '../../../contract/domain/messages';
import { registry } from '../../../server/app';
import { asSystem } from '../../../server/engine/work';
import { type Posting, post } from '../../../server/messages/outbox';
import { type Client, ok, platform, type Server, startServer } from '../../support/server';
import { type SmsGateway, startSmsGateway } from '../../support/smsGateway';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const sms = '/blade-resource/sms';
const phone = '13800138000';

let server: Server;
let gateway: SmsGateway;
let own: SmsGateway;
beforeAll(async () => {
  gateway = await startSmsGateway();
  own = await startSmsGateway();
  const hosts = [gateway, own].map(({ env }) => env.EGRESS_ALLOW).join(',');
  server = await startServer({ env: { ...gateway.env, EGRESS_ALLOW: hosts } });
  await server.sql('update message_template set is_on = 1');
});
afterAll(async () => {
  await server.close();
  await gateway.close();
  await own.close();
});
beforeEach(async () => {
  server.clock.set('2026-11-20 10:00:00');
  await server.sql('delete from message');
  await server.sql('delete from sms_config');
  await server.sql('delete from pgboss.job');
  for (const one of [gateway, own]) Object.assign(one, { status: 200, sent: [], asked: 0 });
});

const receipt: Posting = {
  phone,
  values: { customer: '李雷', contracts: 'HT1', count: '1', date: '2026-11-20', amount: '100.00' },
  cause: 'receipt:1',
};
function posted(
  posting: Posting = receipt,
  { tenantId = platform, kind = 'receipt' }: { tenantId?: string; kind?: TemplateKind } = {},
): Promise<string | undefined> {
  return asSystem(server.deps, registry, { tenantId, actor: '系统' }, (cx) => post(cx, kind, posting));
}
/** The rows as the log shows them, oldest first. */
async function log(client: Client = server.admin) {
  return ok(await client.get('/blade-resource/message/list', { ascs: 'createTime', size: 200 })).records;
}
async function only() {
  const rows = await log();
  expect(rows).toHaveLength(1);
  return rows[0];
}
/** A later run of the calendar, and what it asks for. */
async function later(ms: number): Promise<void> {
  server.clock.advance(ms);
  await server.advance();
  await server.drain();
}
async function config(body: object = {}, client = server.admin) {
  const draft = { category: 5, smsCode: 'own', endpoint: own.env.SMS_URL, secretKey: 'own-token', ...body };
  return ok(await client.post(`${sms}/submit`, { body: draft }));
}

describe('a message', () => {
  it('is sent once, and its log holds neither number nor, once it is sent, its text', async () => {
    const id = await posted();
    expect(await only()).toMatchObject({ id, state: messageStates.waiting, attempts: 0, recipient: '138****8000' });
    await server.drain();
    const text = '【我的公司】李雷，您好！合同 HT1 的 1 期款项已于 2026-11-20 付款确认，合计 100.00 元。';
    expect(gateway.sent).toEqual([{ phone, text }]);
    const row = await only();
    expect(row).toMatchObject({ state: messageStates.sent, attempts: 1, words: text, sentTime: '2026-11-20 10:00:00' });
    expect(JSON.stringify(row)).not.toContain(phone);
    const [held] = await server.sql('select * from message');
    expect([held.payload, held.recipient_sealed]).toEqual([null, null]);
    await later(10 * MINUTE);
    expect(gateway.asked).toBe(1);
  });

  it('for a cause that has one is not made, also not by two at once', async () => {
    const made = await Promise.all([posted(), posted(), posted()]);
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await posted()).toBeUndefined();
    await server.drain();
    expect(gateway.asked).toBe(1);
  });

  it('does not exist where its cause was rolled back', async () => {
    const undone = asSystem(server.deps, registry, { tenantId: platform, actor: '系统' }, async (cx) => {
      await post(cx, 'receipt', receipt);
      throw new Error('the cause failed');
    });
    await expect(undone).rejects.toThrow('the cause failed');
    await server.drain();
    expect([await log(), gateway.asked]).toEqual([[], 0]);
  });

  it('rests encrypted while it waits', async () => {
    await posted();
    const [held] = await server.sql('select * from message');
    for (const sealed of [held.payload, held.recipient_sealed]) expect(sealed).toMatch(/^v1\./);
    expect(JSON.stringify(held)).not.toContain(phone);
  });

  it('is sent again after a refusal that may pass, with growing pauses, and not after one that is final', async () => {
    gateway.status = 503;
    await posted();
    await server.drain();
    expect(await only()).toMatchObject({
      state: messageStates.waiting,
      attempts: 1,
      fault: 'the message gateway answered 503',
    });
    await later(MINUTE);
    expect(gateway.asked).toBe(1); // the pause is not over by a minute
    await later(MINUTE);
    expect(gateway.asked).toBe(2);
    for (let i = 0; i < 6; i++) await later(3 * HOUR);
    expect(gateway.asked).toBe(5);
    expect(await only()).toMatchObject({ state: messageStates.failed, attempts: 5 });

    gateway.status = 400;
    await server.sql('delete from message');
    server.clock.set('2026-11-21 10:00:00');
    await posted();
    await server.drain();
    await later(3 * HOUR);
    expect(gateway.asked).toBe(6);
    expect(await only()).toMatchObject({ state: messageStates.failed, attempts: 1 });
  });

  it('whose server was stopped between call and record is not sent a second time: a person decides', async () => {
    const id = await posted();
    const { withTenant } = server.deps.db;
    let transactions = 0;
    server.deps.db.withTenant = (...asked) =>
      ++transactions > 1 ? Promise.reject(new Error('the database is away')) : withTenant(...asked);
    await expect(server.drain()).rejects.toThrow('the database is away');
    server.deps.db.withTenant = withTenant;
    expect(gateway.asked).toBe(1); // the gateway was called after the first transaction, and before the second
    expect(await only()).toMatchObject({ state: messageStates.sending, attempts: 1 });
    await later(30_000);
    expect(await only()).toMatchObject({ state: messageStates.sending });
    await later(2 * MINUTE);
    await later(HOUR);
    expect(gateway.asked).toBe(1);
    expect(await only()).toMatchObject({ state: messageStates.unknown, fault: '发送时服务中断，可能已送达' });

    ok(await server.admin.post('/blade-resource/message/resend', { body: { ids: id } }));
    await server.drain();
    expect(gateway.asked).toBe(2);
    expect(await only()).toMatchObject({ state: messageStates.sent });
    const again = await server.admin.post('/blade-resource/message/resend', { body: { ids: id } });
    expect(again.body.reason).toBe('action.notOffered');
  });

  it('goes again, with the same id, to a gateway that drops repeated ids', async () => {
    const { id } = await config({ isRepeatable: 1 });
    ok(await server.admin.post(`${sms}/enable`, { query: { id } }));
    const message = await posted();
    await server.sql('update message set state = 2, attempts = 1, attempt_time = $1', [server.clock.text()]);
    await server.sql('delete from pgboss.job');
    await later(2 * MINUTE);
    expect(own.asked).toBe(0); // it waits for its pause
    await later(3 * MINUTE);
    expect(own.sent).toEqual([expect.objectContaining({ id: message })]);
    expect(await only()).toMatchObject({ state: messageStates.sent, attempts: 2 });
  });

  it('waits while the quiet hours last, unless a person waits for it', async () => {
    server.clock.set('2026-11-20 23:30:00');
    await posted();
    const link = {
      phone,
      values: { url: 'https://lease.example/sign/secret', paper: '协议', contractNumber: 'C1', until: '2026-11-27' },
      cause: 'signLink:1:0',
    };
    await posted(link, { kind: 'signLink' });
    await server.drain();
    expect(gateway.sent.map(({ text }) => text.includes('/sign/secret'))).toEqual([true]);
    await later(8 * HOUR); // 07:30
    expect(gateway.asked).toBe(1);
    await later(35 * MINUTE);
    expect(gateway.asked).toBe(2);
    const links = (await log()).filter(({ kind }: { kind: number }) => kind === 1);
    expect(links[0].words).toContain('：****** ，');
  });

  it('follows the quiet hours of the parameter', async () => {
    await server.sql(`update sys_param set param_value = '09:00-11:00' where param_key = 'message.quietHours'`);
    await posted();
    await server.drain();
    expect(gateway.asked).toBe(0);
    await later(62 * MINUTE);
    expect(gateway.asked).toBe(1);
    await server.sql(`update sys_param set param_value = '21:00-08:00' where param_key = 'message.quietHours'`);
  });

  it('beyond the daily cap of its number is not sent; other numbers and the next day are', async () => {
    await server.sql(`update sys_param set param_value = '2' where param_key = 'message.dailyCap'`);
    for (const [index, to] of [phone, phone, phone, '13900139000'].entries())
      await posted({ ...receipt, phone: to, cause: `receipt:${index}` });
    await server.drain();
    expect(gateway.sent.map((one) => one.phone).sort()).toEqual([phone, phone, '13900139000']);
    const capped = (await log()).filter(({ state }: { state: number }) => state === messageStates.failed);
    expect(capped).toMatchObject([{ recipient: '138****8000', fault: '该号码今日短信已达上限', attempts: 0 }]);
    server.clock.advance(DAY);
    await posted({ ...receipt, cause: 'receipt:tomorrow' });
    await server.drain();
    expect(gateway.asked).toBe(4);
    await server.sql(`update sys_param set param_value = '20' where param_key = 'message.dailyCap'`);
  });

  it('that could not be sent for a day says what is no longer true, and is not sent', async () => {
    await posted();
    await server.sql('delete from pgboss.job'); // as after a restored backup
    await later(DAY + 2 * MINUTE);
    expect(gateway.asked).toBe(0);
    expect(await only()).toMatchObject({ state: messageStates.failed, fault: '超过 24 小时未能发送' });
  });

  it('loses its text after thirty days and can then not be sent again', async () => {
    gateway.status = 400;
    const id = await posted();
    await server.drain();
    await later(31 * DAY);
    const answer = await server.admin.post('/blade-resource/message/resend', { body: { ids: id } });
    expect(answer.body.reason).toBe('message.gone');
  });

  it('that waits can be cancelled', async () => {
    server.clock.set('2026-11-20 22:00:00');
    const id = await posted();
    await server.drain();
    ok(await server.admin.post('/blade-resource/message/cancel', { body: { ids: id } }));
    await later(12 * HOUR);
    expect(gateway.asked).toBe(0);
    expect(await only()).toMatchObject({ state: messageStates.cancelled });
  });

  it('of a kind that is switched off, or to a person without an address, is not made', async () => {
    await server.sql('update message_template set is_on = 0 where kind = 6');
    expect(await posted()).toBeUndefined();
    await server.sql('update message_template set is_on = 1 where kind = 6');
    expect(await posted({ ...receipt, phone: null })).toBeUndefined();
    expect(await log()).toEqual([]);
  });
});

describe('a service', () => {
  it('keeps its secret encrypted, and no answer tells it', async () => {
    const row = await config();
    expect(JSON.stringify([row, await server.admin.get(`${sms}/detail`, { id: row.id })])).not.toContain('own-token');
    const [held] = await server.sql('select secret_key from sms_config');
    expect(held.secret_key).toMatch(/^v1\./);
    const list = ok(await server.admin.get(`${sms}/list`, { current: 1, size: 10, smsCode: 'ow' }));
    expect([list.total, list.records[0].smsCode]).toEqual([1, 'own']);
  });

  it('is enabled as the only one of its tenant; without any the gateway of the installation is used', async () => {
    const first = await config();
    const second = await config({ smsCode: 'second' });
    const states = async () =>
      (await server.sql('select status from sms_config where is_deleted = 0 order by id')).map(({ status }) => status);
    await posted();
    await server.drain();
    expect([gateway.asked, own.asked]).toEqual([1, 0]);
    ok(await server.admin.post(`${sms}/enable`, { query: { id: first.id } }));
    expect(await states()).toEqual([2, 1]);
    ok(await server.admin.post(`${sms}/enable`, { query: { id: second.id } }));
    expect(await states()).toEqual([1, 2]);
    const both = [first.id, second.id].map((id) => server.admin.post(`${sms}/enable`, { query: { id } }));
    (await Promise.all(both)).forEach(ok);
    expect((await states()).filter((status) => status === 2)).toHaveLength(1);
    await posted({ ...receipt, cause: 'receipt:2' });
    await server.drain();
    expect([gateway.asked, own.asked]).toEqual([1, 1]);
    const [enabled] = await server.sql('select id from sms_config where status = 2');
    ok(await server.admin.post(`${sms}/disable`, { body: { ids: enabled.id } }));
    ok(await server.admin.post(`${sms}/remove`, { query: { ids: `${first.id},${second.id}` } }));
    await posted({ ...receipt, cause: 'receipt:3' });
    await server.drain();
    expect([gateway.asked, own.asked]).toEqual([2, 1]);
  });

  it('inside the network is refused when it is saved, and not called when its row is there all the same', async () => {
    const hidden = await startSmsGateway();
    const port = new URL(hidden.env.SMS_URL!).port;
    const inside = [
      ...[
        `http://127.0.0.1:${port}/`,
        `https://127.1:${port}/`,
        `https://2130706433:${port}/`,
        `https://0x7f.1:${port}/`,
      ],
      ...[`https://[::1]:${port}/`, `https://[::ffff:127.0.0.1]:${port}/`, 'https://169.254.169.254/latest'],
      ...[
        `https://localhost.:${port}/`,
        `https://a@127.0.0.1:${port}/`,
        'file:///etc/passwd',
        'gopher://127.0.0.1/',
        'x',
      ],
    ];
    for (const endpoint of inside) {
      const answer = await server.admin.post(`${sms}/submit`, { body: { category: 5, smsCode: 'inside', endpoint } });
      expect([endpoint, answer.status, answer.body.problems]).toEqual([endpoint, 400, { endpoint: 'badFormat' }]);
    }
    expect(await server.sql('select 1 from sms_config')).toEqual([]);
    const { id } = await config();
    ok(await server.admin.post(`${sms}/enable`, { query: { id } }));
    await server.sql('update sms_config set endpoint = $1', [hidden.env.SMS_URL]);
    await posted();
    await server.drain();
    await hidden.close();
    expect([hidden.asked, own.asked, gateway.asked]).toEqual([0, 0, 0]);
    expect(await only()).toMatchObject({ state: messageStates.failed, attempts: 1 });
  });

  it('needs its secret again where another service or address would get it', async () => {
    const row = await config();
    const body = { ...row, endpoint: gateway.env.SMS_URL };
    const answer = await server.admin.post(`${sms}/submit`, { body });
    expect([answer.body.reason, answer.body.problems]).toEqual(['sms.secretAgain', { secretKey: 'required' }]);
    const byAnother = await server.admin.post(`${sms}/submit`, { body: { ...row, accessKey: 'another' } });
    expect(byAnother.body.reason).toBe('sms.secretAgain');
    const { version } = ok(await server.admin.post(`${sms}/submit`, { body: { ...row, remark: '同一地址' } }));
    ok(await server.admin.post(`${sms}/submit`, { body: { ...body, version, secretKey: 'another' } }));
    const bare = { category: 3, smsCode: 'ali', signName: '北方租赁', accessKey: 'k' };
    expect((await server.admin.post(`${sms}/submit`, { body: bare })).body.problems).toEqual({ secretKey: 'required' });
    const lacking = await server.admin.post(`${sms}/submit`, { body: { ...bare, accessKey: '', secretKey: 's' } });
    expect(lacking.body.problems).toEqual({ accessKey: 'required' });
  });

  it('is tried by a test message although another one is enabled', async () => {
    const { id } = await config();
    ok(await server.admin.post(`${sms}/test`, { body: { ids: id, phone } }));
    await server.drain();
    expect([gateway.asked, own.sent]).toEqual([
      0,
      [expect.objectContaining({ phone, text: '【我的公司】这是一条测试短信，无需回复。' })],
    ]);
    const bad = await server.admin.post(`${sms}/test`, { body: { ids: id, phone: '12345678901' } });
    expect(bad.body.reason).toBe('auth.badPhone');
    expect(await only()).toMatchObject({ kind: 7, state: messageStates.sent });
  });
});

describe('send-message', () => {
  const path = `${sms}/endpoint/send-message`;
  const params = JSON.stringify({ text: '您的取件码 88776655，详情 https://a.example/t/abc' });

  it('puts one message for each number into the outbox, and one only for a repeated request', async () => {
    const asked = {
      query: { phones: `${phone}, 13900139000,${phone}`, params },
      headers: { 'idempotency-key': 'send-0001' },
    };
    const answer = ok(await server.admin.post(path, asked));
    expect(answer).toMatchObject({ success: true, code: 200, ids: [expect.any(String), expect.any(String)] });
    expect(ok(await server.admin.post(path, asked))).toEqual(answer);
    await server.drain();
    expect(gateway.sent.map((one) => one.phone).sort()).toEqual([phone, '13900139000']);
    expect(gateway.sent[0]!.text).toBe('【我的公司】您的取件码 88776655，详情 https://a.example/t/abc');
    for (const row of await log())
      expect(row.words).toBe('【我的公司】您的取件码 ******，详情 https://a.example/******');
  });

  it('uses the service that its code names, with the values of the template', async () => {
    await config({ templateId: 'T1', signName: '南方租赁' });
    ok(await server.admin.post(path, { query: { code: 'own', phones: phone, params: '{"no":7}' } }));
    await server.drain();
    expect(own.sent).toEqual([expect.objectContaining({ phone, templateId: 'T1', params: { no: '7' } })]);
  });

  it('refuses what cannot be sent, and writes nothing', async () => {
    const { id } = await config({ category: 3, smsCode: 'ali', endpoint: '', accessKey: 'k', signName: 's' });
    const refused = async (query: Record<string, string>) => (await server.admin.post(path, { query })).body.reason;
    expect(await refused({ phones: '', params })).toBe('missingParameter');
    expect(await refused({ phones: '123', params })).toBe('badParameter');
    expect(await refused({ phones: phone, params: '[1]' })).toBe('badParameter');
    expect(await refused({ phones: phone, params: '{"a":{}}' })).toBe('badParameter');
    expect(await refused({ phones: phone })).toBe('sms.noText');
    expect(await refused({ code: 'none', phones: phone, params })).toBe('sms.noSuchCode');
    expect(await refused({ code: 'ali', phones: phone, params })).toBe('sms.noTemplate');
    expect(id).toBeTruthy();
    expect(await log()).toEqual([]);
  });
});

describe('two tenants', () => {
  it('have services and logs of their own', async () => {
    const { tenantId, client } = await server.foundTenant();
    await server.sql('update message_template set is_on = 1 where tenant_id = $1', [tenantId]);
    const { id } = await config();
    ok(await server.admin.post(`${sms}/enable`, { query: { id } }));
    await posted();
    await posted({ ...receipt, phone: '13900139000' }, { tenantId }); // the same cause, in another tenant
    await server.drain();
    expect(own.sent.map((one) => one.phone)).toEqual([phone]);
    expect(gateway.sent.map((one) => one.phone)).toEqual(['13900139000']);
    expect((await log(client)).map(({ recipient }: { recipient: string }) => recipient)).toEqual(['139****9000']);
    expect((await client.get(`${sms}/detail`, { id })).status).toBe(404);
    expect((await client.post(`${sms}/enable`, { query: { id } })).body.reason).toBe('notYours');
    const [{ id: theirs }] = await log();
    expect((await client.post('/blade-resource/message/resend', { body: { ids: theirs } })).body.reason).toBe(
      'notYours',
    );
  });
});

describe('templates', () => {
  const path = '/blade-resource/message-template';
  const rows = async () => ok(await server.admin.get(`${path}/list`, { size: 50 })).records;

  it('are one of each kind, with the words of the product until they are edited', async () => {
    const all = await rows();
    expect(all.map(({ kind }: { kind: number }) => kind)).toEqual([1, 2, 3, 4, 5, 6]);
    const held = all[5];
    expect(held.words).toMatch(/^\{customer\}，您好！/);
    expect(held.places).toContain('{amount} 金额（元）');
    const english = ok(await server.admin.post(`${path}/update`, { body: { ...held, language: 2 } }));
    expect(english.words).toMatch(/^Dear \{customer\}/);
    const headers = { ...english, subject: 'a\r\nBcc: b@example.com' };
    expect((await server.admin.post(`${path}/update`, { body: headers })).body.problems).toEqual({
      subject: 'severalLines',
    });
    const body = { ...english, words: '{customer}：{amount}', templateId: 'T9' };
    expect(ok(await server.admin.post(`${path}/update`, { body: { ...body, version: english.version } })).words).toBe(
      '{customer}：{amount}',
    );
    await posted();
    await server.drain();
    expect(gateway.sent.at(-1)!.text).toBe('【我的公司】李雷：100.00');
    const { version } = (await rows())[5];
    const back = { ...body, version, words: '', language: 1, templateId: '' };
    ok(await server.admin.post(`${path}/update`, { body: back }));
    expect((await rows())[5].words).toBe(held.words);
  });

  it('take placeholders that exist, and all that they need', async () => {
    const [link] = await rows();
    const refused = async (body: object) =>
      (await server.admin.post(`${path}/update`, { body: { ...link, ...body } })).body;
    expect(await refused({ words: '请签署 {url} {total}' })).toMatchObject({
      reason: 'message.unknownPlace',
      msg: '不支持占位符“total”',
      problems: { words: 'badFormat' },
    });
    expect(await refused({ words: '请签署' })).toMatchObject({ reason: 'message.missingPlace' });
    expect(await refused({ words: '{url} { paper }' })).toMatchObject({ reason: 'message.bracePlace' });
    expect(await refused({ isOn: 0 })).toMatchObject({ reason: 'message.alwaysOn' });
  });
});

describe('without any gateway', () => {
  it('nothing pretends to be sent', async () => {
    const bare = await startServer();
    try {
      await bare.sql('update message_template set is_on = 1');
      await asSystem(bare.deps, registry, { tenantId: platform, actor: '系统' }, (cx) => post(cx, 'receipt', receipt));
      await bare.drain();
      const rows = ok(await bare.admin.get('/blade-resource/message/list')).records;
      expect(rows).toMatchObject([{ state: messageStates.noGateway, attempts: 0, sentTime: null }]);
      const query = { phones: phone, params: '{"text":"x"}' };
      const answer = await bare.admin.post(`${sms}/endpoint/send-message`, { query });
      expect([answer.status, answer.body.reason]).toEqual([400, 'sms.noGateway']);
    } finally {
      await bare.close();
    }
  });
});
