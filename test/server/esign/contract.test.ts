/** Electronic contracts: made, sent, signed or refused by the customer on a public page, and the effect on the order. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { maskIdentity } from '../../../contract/schema/mask';
import { md5 } from '../../../server/auth/password/oneTimePassword';
import { deedsAtOnce } from '../../support/approvals';
import { formerContract } from '../../support/formerContract';
import { pdfsig, signaturesOf } from '../../support/pdfSignatures';
import { png } from '../../support/png';
import { pyhanko, pyhankoNamed } from '../../support/pyhanko';
import { type Client, clientOf, leaseOf, ok, password, type Server, startServer } from '../../support/server';
import { codeIn, linkIn, type SmsGateway, startSmsGateway } from '../../support/smsGateway';
import { startTimeStampAuthority } from '../../support/timeStampAuthority';

let server: Server;
let admin: Client;
let visitor: Client;
let lease: ReturnType<typeof leaseOf>;
let gateway: SmsGateway;
let stamps: Awaited<ReturnType<typeof startTimeStampAuthority>>;
beforeAll(async () => {
  gateway = await startSmsGateway();
  stamps = await startTimeStampAuthority('测试时间戳机构', () => new Date(server.deps.now()), {
    isChained: true,
  });
  const EGRESS_ALLOW = `${gateway.env.EGRESS_ALLOW},${stamps.env.EGRESS_ALLOW}`;
  server = await startServer({ env: { ...gateway.env, ...stamps.env, EGRESS_ALLOW } });
  await deedsAtOnce(server);
  admin = server.admin;
  visitor = clientOf(server.app, { 'user-agent': 'a phone' });
  lease = leaseOf(server);
});
afterAll(async () => {
  await server.close();
  await gateway.close();
  await stamps.close();
});
beforeEach(async () => {
  server.clock.set('2026-11-20 10:00:00');
  // The test's number gets more codes and contracts than the daily limit.
  await server.sql('delete from sms_code');
  await server.sql('delete from paper_sending');
  await server.sql('delete from message');
});

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const path = '/blade-fascContract/fascContract';
interface Paper {
  id: string;
  type: number;
  status: number;
  contractNumber: string;
  loanUrl: string;
  previewUrl: string;
  [name: string]: unknown;
}
function make(orderId: string, query: object = {}) {
  return admin.post(`${path}/makeContract`, { query: { orderId, ...query } });
}
async function paperOf(id: string): Promise<Paper> {
  return ok(await admin.get(`${path}/detail`, { id }));
}
async function papersOf(orderId: string): Promise<Paper[]> {
  return ok(await admin.get(`${path}/list`, { orderId, ascs: 'id' })).records;
}
async function statusOf(orderId: string) {
  return (await lease.read(orderId)).businessStatus;
}
/** The link of the latest message about a contract, which no answer contains. */
async function linkOf({ contractNumber }: Paper): Promise<string> {
  await server.drain();
  return linkIn(gateway.sent.filter(({ text }) => text.includes(`编号 ${contractNumber}）`)).at(-1)!.text);
}
/** Contracts as they are answered; with the customer's link filled in, which staff do not get. */
async function withLinks(papers: Paper[]): Promise<Paper[]> {
  for (const paper of papers) {
    expect(paper.loanUrl).toBeNull();
    Object.assign(paper, { loanUrl: await linkOf(paper) });
  }
  return papers;
}
async function made(orderId: string, query: object = {}): Promise<Paper[]> {
  return withLinks(ok(await make(orderId, query)));
}

const signature = `data:image/png;base64,${png(200, 80).toString('base64')}`;
const who = { tel: '13800138000', idTail: '002x' };
/** A holder of the ticket. */
function holding(ticket: string) {
  const headers = { 'sign-ticket': ticket };
  const step = (name: string, body: object = {}) => visitor.post(`/lease-sign/${name}`, { body, headers });
  const ask = async (as: object = who) => {
    await server.sql('delete from sms_code');
    return step('code', as);
  };
  return {
    ticket,
    look: () => visitor.get('/lease-sign/summary', {}, headers),
    step,
    /** Requests a code, and reads it on the phone. */
    async code(as: object = who) {
      const sent = gateway.sent.length;
      const { id } = ok(await ask(as));
      return { codeId: id as string, smsCode: codeIn(gateway.sent[sent]!.text) };
    },
    ask,
    /** Both steps of the check; the answer of the first where that is refused. */
    async identify(as: object = who) {
      const sent = gateway.sent.length;
      const asked = await ask(as);
      if (asked.status !== 200) return asked;
      return step('identify', { ...as, codeId: asked.body.data.id, smsCode: codeIn(gateway.sent[sent]!.text) });
    },
  };
}
/** A customer in front of one signing link. */
function at(loanUrl: string) {
  expect(loanUrl).toMatch(/^https:\/\/lease\.example\/sign\/[\w.-]+$/);
  return holding(loanUrl.split('/sign/')[1]!);
}
async function sign(loanUrl: string) {
  const customer = at(loanUrl);
  const { pass } = ok(await customer.identify());
  ok(await customer.step('read', { pass }));
  return ok(await customer.step('sign', { pass, consent: true, signature }));
}
function open(link: string) {
  return visitor.send({ url: link.replace('https://lease.example', '') });
}
const deadLink = { status: 400, body: { code: 400, msg: '此链接已失效，请联系为您办理业务的人员' } };

describe('making contracts', () => {
  it('makes both contracts the order needs, numbers them, and moves the order to signing', async () => {
    const held = await lease.confirmed();
    const papers = await made(held.id);
    expect(papers).toHaveLength(2);
    for (const [i, paper] of papers.entries())
      expect(paper).toMatchObject({
        type: i + 1,
        status: 1,
        signTaskStatus: 'sign_progress',
        contractNumber: `${held.contractCode}-0${i + 1}`,
        contractCode: held.contractCode,
        customerName: '李雷',
        orderId: held.id,
        retryFlag: null,
        expireTime: '2026-11-27 10:00:00',
        readTime: null,
        finishTime: null,
      });
    expect(await lease.read(held.id)).toMatchObject({ businessStatus: 4, prqy: 0, qyqy: 0 });
    expect(JSON.stringify(papers)).not.toMatch(/wrongTries|pdfSha256|"doc"|11010519491231002X/);
  });

  it('asked for again returns the same rows unchanged', async () => {
    const { id } = await lease.confirmed();
    const papers = await made(id);
    const before = await server.fingerprint();
    const sent = gateway.sent.length;
    expect((await made(id)).map((one) => one.id)).toEqual(papers.map((one) => one.id));
    expect((await made(id, { type: 2 })).map((one) => one.id)).toEqual([papers[1]!.id]);
    expect(await server.fingerprint()).toBe(before);
    expect(gateway.sent).toHaveLength(sent); // nor a second message
  });

  it('clicked several times at once makes one row of each type', async () => {
    const { id } = await lease.confirmed();
    const answers = await Promise.all(Array.from({ length: 3 }, () => make(id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.data.map((one: Paper) => one.id)))).size).toBe(1);
    expect(await papersOf(id)).toHaveLength(2);
  });

  it('makes one type alone on request, and a supplement besides', async () => {
    const { id } = await lease.confirmed();
    expect((await made(id, { type: 1 })).map(({ type }) => type)).toEqual([1]);
    expect(await statusOf(id)).toBe(4);
    expect((await made(id, { type: 3 })).map(({ type }) => type)).toEqual([3]);
    expect((await made(id)).map(({ type }) => type)).toEqual([1, 2]);
  });

  it('is refused for a type that is none and for an order that is none', async () => {
    const { id } = await lease.confirmed();
    for (const type of ['0', '5', 'x', '1.5'])
      expect((await make(id, { type })).body).toMatchObject({ code: 400, msg: '合同类型不存在' });
    expect((await make('123456789')).status).toBe(403);
    expect((await make('abc')).status).toBe(400);
    expect((await make('')).body.msg).toBe('缺少必要的请求参数: orderId');
    expect(await papersOf(id)).toEqual([]);
  });

  it('is refused before the voucher is confirmed and in every state that is not for signing', async () => {
    const { id } = await lease.order();
    for (const status of [0, 1, 2]) {
      await server.sql('update lease_order set business_status = $2, pzsfqr = 0 where id = $1', [id, status]);
      expect((await make(id)).body).toMatchObject({ code: 400, msg: '打款凭证尚未确认' });
    }
    for (const status of [5, 6, 7, 8, 9, 10, 11]) {
      await server.sql('update lease_order set business_status = $2, pzsfqr = 1 where id = $1', [id, status]);
      expect((await make(id)).body).toMatchObject({ code: 400, msg: '当前订单状态不能发起签约' });
    }
    expect(await papersOf(id)).toEqual([]);
  });
});

describe('sending again', () => {
  it('waits a minute, ends the old link, keeps the number, and counts to five', async () => {
    const { id } = await lease.confirmed();
    let [paper] = (await made(id, { type: 1 })) as [Paper];
    server.clock.advance(59_000);
    expect((await make(id, { type: 1, resend: 'true' })).body).toMatchObject({ code: 400, msg: '请 1 秒后再发送' });
    server.clock.advance(1000);
    for (let count = 1; count <= 5; count++) {
      const [again] = (await made(id, { type: 1, resend: 'true' })) as [Paper];
      expect(again).toMatchObject({ id: paper.id, contractNumber: paper.contractNumber, status: 1, retryFlag: count });
      expect(again.loanUrl).not.toBe(paper.loanUrl);
      expect(again.signTaskId).not.toBe(paper.signTaskId);
      expect(await at(paper.loanUrl).look()).toMatchObject(deadLink);
      expect((await at(again.loanUrl).look()).status).toBe(200);
      paper = again;
      server.clock.advance(MINUTE);
    }
    expect((await make(id, { type: 1, resend: 'true' })).body).toMatchObject({
      code: 400,
      msg: '重发次数已达上限 5 次',
    });
    expect((await at(paper.loanUrl).look()).status).toBe(200);
  });

  it('ends a check that was passed on the old link', async () => {
    const { id } = await lease.confirmed();
    const [paper] = (await made(id, { type: 1 })) as [Paper];
    const { pass } = ok(await at(paper.loanUrl).identify());
    server.clock.advance(MINUTE);
    const [again] = (await made(id, { type: 1, resend: 'true' })) as [Paper];
    expect((await at(again.loanUrl).step('read', { pass })).body.reason).toBe('sign.identifyFirst');
  });

  it('happens by itself for a link that has expired', async () => {
    const { id } = await lease.confirmed();
    const [paper] = (await made(id, { type: 1 })) as [Paper];
    server.clock.advance(7 * DAY);
    expect((await at(paper.loanUrl).look()).status).toBe(200);
    server.clock.advance(1000);
    expect(await at(paper.loanUrl).look()).toMatchObject(deadLink);
    expect(await at(paper.loanUrl).identify()).toMatchObject(deadLink);
    expect((await paperOf(paper.id)).signTaskStatus).toBe('expired');
    const [again] = (await made(id, { type: 1 })) as [Paper];
    expect(again).toMatchObject({ id: paper.id, retryFlag: 1, signTaskStatus: 'sign_progress' });
    expect((await at(again.loanUrl).look()).status).toBe(200);
  });
});

describe('the signing page', () => {
  let orderId: string;
  let paper: Paper;
  let customer: ReturnType<typeof at>;
  beforeEach(async () => {
    orderId = (await lease.confirmed()).id;
    [paper] = (await made(orderId, { type: 1 })) as [Paper];
    customer = at(paper.loanUrl);
  });
  const refusal = (reason: string) => ({ status: 400, body: { code: 400, success: false, reason } });
  const identified = async () => ok(await customer.identify()).pass as string;
  const read = async () => {
    const pass = await identified();
    ok(await customer.step('read', { pass }));
    return pass;
  };

  it('says little before it knows who asks', async () => {
    expect(ok(await customer.look())).toEqual({
      title: '服务协议',
      contractNumber: paper.contractNumber,
      providerName: '我的公司',
      expireDate: '2026-11-27',
      tel: '138****8000',
      needsIdTail: true,
      isSigned: false,
      way: 'link',
    });
  });

  it('shows the contract, its plan and its file to the customer', async () => {
    const shown = ok(await customer.identify({ tel: ' 13800138000 ', idTail: ' 002X ' }));
    expect(shown).toMatchObject({
      customerName: '李雷',
      totals: { amountPayable: '10600.00', rent: '600.00', principal: '10000.00' },
    });
    expect(shown.plan).toHaveLength(12);
    expect(shown.clauses.length).toBeGreaterThan(3);
    expect(JSON.stringify(shown)).not.toMatch(/6222021234567890128|11010519491231002X/);
    const file = await open(shown.pdf);
    expect(file.headers['content-type']).toBe('application/pdf');
    expect(file.raw.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it.each([
    ['no ticket at all', ''],
    ['a made-up ticket', '000000.1.0.AAAA'],
    ['words', 'hello'],
    ['an id beyond 64 bits', '000000.9999999999999999999.0.AAAA'],
    ['a very long one', 'x'.repeat(1000)],
  ])('is not there for %s', async (_case, ticket) => {
    expect((await holding(ticket).look()).status).toBe(400);
  });
  it('is not there for a ticket with one part changed', async () => {
    const [tenantId, id, retry, proof] = customer.ticket.split('.') as [string, string, string, string];
    for (const parts of [
      [tenantId, `${id}1`, retry, proof],
      [tenantId, id, '1', proof],
      ['000001', id, retry, proof],
      [tenantId, id, retry, proof.slice(0, -1)],
    ])
      expect(await holding(parts.join('.')).look()).toMatchObject(deadLink);
  });

  const strangers: object[] = [
    {},
    { tel: who.tel },
    { tel: '13800138001', idTail: '002X' },
    { tel: who.tel, idTail: '0020' },
    { tel: { toString: 1 }, idTail: ['002X'] },
  ];
  it('is blocked for a quarter of an hour after five wrong answers, also for the right one', async () => {
    for (const [i, stranger] of strangers.entries())
      expect(await customer.identify(stranger)).toMatchObject(refusal(i < 4 ? 'sign.notIdentified' : 'sign.locked'));
    expect(await customer.identify()).toMatchObject(refusal('sign.locked'));
    expect(await customer.look()).toMatchObject(refusal('sign.locked'));
    server.clock.advance(14 * MINUTE);
    expect(await customer.identify()).toMatchObject(refusal('sign.locked'));
    server.clock.advance(MINUTE);
    expect((await customer.identify()).status).toBe(200);
  });
  it('counts wrong answers that come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => customer.identify({})));
    expect(answers.filter(({ body }) => body.reason === 'sign.notIdentified')).toHaveLength(4);
    expect(answers.filter(({ body }) => body.reason === 'sign.locked')).toHaveLength(4);
  });
  it('forgets wrong answers with a right one', async () => {
    for (let i = 0; i < 4; i++) await customer.identify({});
    await identified();
    expect(await customer.identify({})).toMatchObject(refusal('sign.notIdentified'));
  });

  it('requires a recent check of its own to read, sign or refuse', async () => {
    const pass = await identified();
    const [, other] = await made(orderId);
    const foreign = ok(await at(other!.loanUrl).identify()).pass;
    const [expires, proof] = pass.split('.');
    for (const forged of [undefined, '', 'x', foreign, `${Number(expires) + 1}.${proof}`, { toString: 1 }, [pass]])
      for (const step of ['read', 'sign', 'refuse'])
        expect(await customer.step(step, { pass: forged, consent: true, signature, reason: 'x' })).toMatchObject(
          refusal('sign.identifyFirst'),
        );
    server.clock.advance(30 * MINUTE + 1);
    expect(await customer.step('read', { pass })).toMatchObject(refusal('sign.identifyFirst'));
    expect(await paperOf(paper.id)).toMatchObject({ status: 1, readTime: null });
  });

  it('asks to read first, to agree, and to sign with a picture that can be printed', async () => {
    const pass = await identified();
    expect(await customer.step('sign', { pass, consent: true, signature })).toMatchObject(refusal('sign.readFirst'));
    ok(await customer.step('read', { pass }));
    expect((await paperOf(paper.id)).readTime).toBe('2026-11-20 10:00:00');
    for (const consent of [undefined, false, 'true', 1])
      expect(await customer.step('sign', { pass, consent, signature })).toMatchObject(refusal('sign.consentNeeded'));
    const bytes = png(200, 80);
    const broken = Buffer.from(bytes);
    broken.fill(0, 45, 60);
    const bad = [
      undefined,
      '',
      { toString: 1 },
      'https://example.com/a.png',
      `data:image/svg+xml;base64,${Buffer.from('<svg onload=alert(1)>'.repeat(20)).toString('base64')}`,
      `data:image/png;base64,${Buffer.from('<html>'.repeat(50)).toString('base64')}`,
      `data:image/png;base64,${bytes.subarray(0, bytes.length - 30).toString('base64')}`,
      `data:image/png;base64,${broken.toString('base64')}`,
      `data:image/png;base64,${'A'.repeat(400_001)}`,
      ...[png(200, 80, [26, 26, 26, 0]), png(200, 80, [255, 255, 255]), png(20_000, 10)].map(
        (blank) => `data:image/png;base64,${blank.toString('base64')}`,
      ),
    ];
    for (const picture of bad)
      expect(await customer.step('sign', { pass, consent: true, signature: picture })).toMatchObject(
        refusal('sign.signatureNeeded'),
      );
    expect((await customer.step('sign', { pass, consent: true, signature: 'x'.repeat(600_000) })).status).toBe(413);
    expect(await paperOf(paper.id)).toMatchObject({ status: 1, finishTime: null });
  });

  it('signed completes the contract, sets its flag, stores the evidence, and cannot be signed again', async () => {
    const before = await open(paper.previewUrl);
    const pass = await read();
    server.clock.advance(MINUTE);
    const { finishTime, pdf } = ok(await customer.step('sign', { pass, consent: true, signature }));
    expect(finishTime).toBe('2026-11-20 10:01:00');
    const after = await paperOf(paper.id);
    expect(after).toMatchObject({ status: 2, signTaskStatus: 'task_finished', finishTime, loanUrl: null });
    expect(await lease.read(orderId)).toMatchObject({ businessStatus: 4, prqy: 1, qyqy: 0 });
    const signed = await open(pdf);
    expect((await open(after.previewUrl)).raw).toEqual(signed.raw);
    expect(signed.raw).not.toEqual(before.raw);
    const [row] = await server.sql('select evidence, pdf_sha256 from lease_contract where id = $1', [paper.id]);
    const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    // The customer's signature is added to the file with the company's seal, which is the start of the signed one.
    const [seal, own] = signaturesOf(signed.raw);
    expect(row.pdf_sha256).toBe(hash(signed.raw.subarray(0, seal!.end)));
    expect([seal, own]).toMatchObject([{ isValid: true }, { isValid: true, isTotal: true, hasStamp: true }]);
    expect(own!.subject).toContain('CN=李雷');
    const evidence = Object.fromEntries(
      row.evidence.map(({ label, value }: { label: string; value: string }) => [label, value]),
    );
    expect(evidence).toMatchObject({
      身份核验时间: '2026-11-20 10:00:00',
      阅读完成时间: '2026-11-20 10:00:00',
      签署时间: finishTime,
      设备信息: 'a phone',
      签署前文件摘要: row.pdf_sha256,
      签署后文件摘要: hash(signed.raw),
    });
    for (const name of ['identify', 'read', 'sign', 'refuse'])
      expect(await customer.step(name, { ...who, pass, consent: true, signature, reason: 'x' })).toMatchObject(
        refusal('sign.done'),
      );
    expect(ok(await customer.look()).isSigned).toBe(true);
    expect((await make(orderId, { type: 1 })).body).toMatchObject({ code: 400, msg: '合同已签署，不能重复发起' });
    const [entry] = ok(await admin.get(`${path}/history`, { id: paper.id }));
    expect(entry).toMatchObject({ action: 'sign', userName: '李雷' });
  });

  it('signed, and taken over without its file, is printed when it is first looked at, once', async () => {
    ok(await customer.step('sign', { pass: await read(), consent: true, signature }));
    await server.sql('update lease_contract set pdf_id = null, signed_pdf_id = null where id = $1', [paper.id]);
    const { previewUrl } = await paperOf(paper.id);
    const [first, second] = await Promise.all([open(previewUrl), open(previewUrl)]);
    expect(first!.raw.subarray(0, 5).toString()).toBe('%PDF-');
    expect(second!.raw).toEqual(first!.raw);
    expect((await open((await paperOf(paper.id)).previewUrl)).raw).toEqual(first!.raw);
    const [kept] = await server.sql('select count(*)::int as n from attach where original_name = $1', [
      `${paper.contractNumber}.pdf`,
    ]);
    expect(kept.n).toBe(4); // sent, sealed, signed, and this one
  });

  it('pressed several times at once signs once', async () => {
    const pass = await read();
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => customer.step('sign', { pass, consent: true, signature })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const files = await server.sql('select id from attach where original_name = $1', [`${paper.contractNumber}.pdf`]);
    expect(files).toHaveLength(3); // shown, sealed and signed, once each
  });

  it('signed as the last contract lets the order wait for its start, which is set', async () => {
    const [, second] = await made(orderId);
    await sign(paper.loanUrl);
    expect(await statusOf(orderId)).toBe(4);
    await sign(second!.loanUrl);
    expect(await lease.read(orderId)).toMatchObject({
      businessStatus: 5,
      prqy: 1,
      qyqy: 1,
      interestDate: '2026-11-21',
      signedTime: server.clock.text(),
    });
    expect((await make(orderId)).body.msg).toBe('合同已签署，不能重复发起');
    ok(await lease.move(orderId, 6));
    expect(await lease.plan(orderId)).toHaveLength(12);
  });

  it('states what was agreed when the contract was made, whatever changed since', async () => {
    const { version } = await lease.read(orderId);
    const change = { id: orderId, version, bankName: '建设银行', bankCardCode: '6217001234567890122' };
    expect(await admin.post('/blade-order/order/update', { body: change })).toMatchObject(refusal('order.byRequest'));
    await server.sql(`update lease_order set bank_name = '建设银行' where id = $1`, [orderId]);
    const [row] = await server.sql('select doc from lease_contract where id = $1', [paper.id]);
    expect(row.doc).toMatchObject({ bankName: '工商银行', bankCardMasked: '**** 0128', totalAmount: '10000.00' });
    ok(await customer.identify());
  });

  it('refused, with a reason, moves the order back once no other contract is active', async () => {
    const [, second] = await made(orderId);
    const pass = await identified();
    for (const reason of [undefined, '', '  '])
      expect(await customer.step('refuse', { pass, reason })).toMatchObject(refusal('order.reasonNeeded'));
    const turned = { pass, reason: '金额\u202e不对' }; // read in the other direction by staff
    expect(await customer.step('refuse', turned)).toMatchObject(refusal('unseenText'));
    ok(await customer.step('refuse', { pass, reason: '金额不对' }));
    expect(await paperOf(paper.id)).toMatchObject({
      status: 1,
      signTaskStatus: 'rejected',
      reason: '金额不对',
      loanUrl: null,
    });
    expect(await statusOf(orderId)).toBe(4); // the other one still waits
    expect(await customer.look()).toMatchObject(deadLink);
    const other = at(second!.loanUrl);
    ok(await other.step('refuse', { pass: ok(await other.identify()).pass, reason: '也不对' }));
    expect(await lease.read(orderId)).toMatchObject({ businessStatus: 3, statusReason: '也不对' });
    server.clock.advance(MINUTE);
    const again = await made(orderId);
    expect(again.map(({ id, retryFlag, reason }) => [id, retryFlag, reason])).toEqual([
      [paper.id, 1, null],
      [second!.id, 1, null],
    ]);
    expect(await statusOf(orderId)).toBe(4);
  });

  it('refused after the other contract was signed leaves the order in signing, to be sent again', async () => {
    const [, second] = await made(orderId);
    await sign(second!.loanUrl);
    ok(await customer.step('refuse', { pass: await identified(), reason: 'x' }));
    expect(await statusOf(orderId)).toBe(4);
    server.clock.advance(MINUTE);
    const [again] = (await made(orderId)) as [Paper];
    await sign(again.loanUrl);
    expect(await statusOf(orderId)).toBe(5);
  });

  it('closes when the order is cancelled', async () => {
    const [, second] = await made(orderId);
    ok(await lease.move(orderId, 11, { reason: '客户放弃' }));
    for (const { loanUrl } of [paper, second!]) expect(await at(loanUrl).look()).toMatchObject(deadLink);
    for (const one of await papersOf(orderId))
      expect(one).toMatchObject({ status: 0, signTaskStatus: 'canceled', loanUrl: null });
  });

  it('works without the tail of an identity number where none is known', async () => {
    const { id: customerId } = await lease.customer({ idNo: '' });
    server.clock.advance(MINUTE);
    const [other] = (await made((await lease.confirmed({ customerId })).id, { type: 1 })) as [Paper];
    expect(ok(await at(other.loanUrl).look()).needsIdTail).toBe(false);
    expect((await at(other.loanUrl).identify({ tel: '13900000000' })).status).toBe(400);
    expect((await at(other.loanUrl).identify({ tel: who.tel })).status).toBe(200);
  });
});

describe('a customer whose name or number changes after a contract was sent', () => {
  const other = '110105194912310038';
  const change = async (customerId: string, body: object) => {
    const { version } = ok(await admin.get('/blade-customer/customer/detail', { id: customerId }));
    ok(await admin.post('/blade-customer/customer/submit', { body: { id: customerId, version, ...body } }));
    await lease.identified(customerId);
  };
  const outdated = { status: 400, body: { reason: 'sign.outdated' } };
  let held: { id: string; customerId: string };
  let paper: Paper;
  beforeEach(async () => {
    held = await lease.confirmed();
    [paper] = (await made(held.id, { type: 1 })) as [Paper];
  });

  it('opens it by neither number, until it is sent again', async () => {
    await change(held.customerId, { idNo: other });
    const sent = gateway.sent.length;
    for (const idTail of ['0038', '002X'])
      expect(await at(paper.loanUrl).ask({ ...who, idTail })).toMatchObject(deadLink);
    expect(gateway.sent).toHaveLength(sent);
    expect([await paperOf(paper.id), await lease.read(held.id)]).toMatchObject([
      { status: 0, signTaskStatus: 'canceled' },
      { businessStatus: 3, statusReason: '客户信息已变更，请重新发起签约' },
    ]);
    server.clock.advance(MINUTE);
    const [again] = (await made(held.id, { type: 1 })) as [Paper];
    expect((await at(again.loanUrl).identify()).body.reason).toBe('sign.notIdentified');
    const page = at(again.loanUrl);
    const { pass } = ok(await page.identify({ ...who, idTail: '0038' }));
    ok(await page.step('read', { pass }));
    ok(await page.step('sign', { pass, consent: true, signature }));
  });

  it('does not sign what was opened before', async () => {
    const page = at(paper.loanUrl);
    const { pass } = ok(await page.identify());
    ok(await page.step('read', { pass }));
    await change(held.customerId, { realName: '韩梅梅' });
    expect(await page.step('sign', { pass, consent: true, signature })).toMatchObject(deadLink);
    expect(await page.look()).toMatchObject(deadLink);
    expect((await paperOf(paper.id)).status).toBe(0);
    expect((await lease.read(held.id)).customerName).toBe('韩梅梅');
  });

  it('gets no detail of the number that the contract stores', async () => {
    const [{ row }] = await server.sql('select to_jsonb(c) as row from lease_contract c where id = $1', [paper.id]);
    expect(row).toMatchObject({ id_no_since: '2026-11-20T10:00:00', id_no_by: '管理员' });
    expect(JSON.stringify(row)).not.toMatch(/11010519491231002X|002X/);
    const answers = [await paperOf(paper.id), ok(await admin.get(`${path}/history`, { id: paper.id }))];
    expect(JSON.stringify(answers)).not.toMatch(new RegExp(`idNo|idTail|${row.id_no_hash}|${row.id_tail_hash}`));
  });

  it('keeps a contract of a former version signable, unless the number has changed since', async () => {
    const forget = () =>
      server.sql('update lease_contract set id_no_hash = null, id_tail_hash = null where id = $1', [paper.id]);
    await forget();
    expect(await at(paper.loanUrl).look()).toMatchObject(outdated);
    await server.advance();
    ok(await at(paper.loanUrl).identify());
    await forget();
    server.clock.advance(1000);
    await change(held.customerId, { idNo: other });
    await change(held.customerId, { idNo: '11010519491231002X' });
    await server.advance();
    expect(await at(paper.loanUrl).look()).toMatchObject(deadLink);
  });
});

describe('links of a tenant that is stopped, expired or removed', () => {
  it('open nothing, neither contract nor file', async () => {
    const { tenantId } = await server.foundTenant();
    await server.addUser({
      account: 'seller',
      tenantId,
      permissions: [
        ...['product', 'product_add', 'customer', 'customer_add', 'order', 'order_add', 'order_status'],
        ...['order_voucher', 'order_contract', 'picture', 'picture_add', 'fascContract', 'fascContract_counter'],
      ],
    });
    const seller = await server.as('seller', tenantId);
    const { id } = await leaseOf(server, seller).confirmed();
    const [paper] = ok(await seller.post(`${path}/makeContract`, { query: { orderId: id, type: 1 } })) as [Paper];
    const text = `${tenantId}.${paper.id}.0`;
    const page = holding(`${text}.${server.deps.secrets.sign('sign-ticket', text)}`);
    const entry = { id: paper.id, idNo: '11010519491231002X', password: md5(password) };
    const counter = holding(ok(await seller.post(`${path}/counter`, { body: entry })).ticket);
    const set = (change: string) => server.sql(`update tenant set ${change} where tenant_id = $1`, [tenantId]);
    const alive = async () => [
      (await page.look()).status,
      (await counter.look()).status,
      (await open(paper.previewUrl)).status,
    ];
    expect(await alive()).toEqual([200, 200, 200]);
    for (const change of [
      'status = 0',
      `status = 1, expire_time = '2026-11-20 10:00:00'`,
      'expire_time = null, is_deleted = 1',
    ]) {
      await set(change);
      expect([change, await alive()]).toEqual([change, [400, 400, 404]]);
      for (const link of [page, counter]) expect(await link.look()).toMatchObject(deadLink);
    }
    await set('is_deleted = 0');
    expect(await alive()).toEqual([200, 200, 200]);
  });
});

describe('sending contracts over and over', () => {
  const annul = async (id: string) => ok(await admin.post(`${path}/remove`, { query: { ids: id } }));
  const tooSoon = (seconds: number) => ({
    status: 400,
    body: { reason: 'contract.tooSoon', seconds, msg: `请 ${seconds} 秒后再发送` },
  });
  const tomorrow = {
    status: 400,
    body: { reason: 'contract.tooManyToday', msg: '今日发送次数已达上限 10 次，请明天再发送' },
  };

  it('waits a minute also for a contract that is annulled and made again', async () => {
    const { id } = await lease.confirmed();
    const [paper] = (await made(id, { type: 1 })) as [Paper];
    await annul(paper.id);
    server.clock.advance(18_000);
    const before = await server.fingerprint();
    expect(await make(id, { type: 1 })).toMatchObject(tooSoon(42));
    expect(await server.fingerprint()).toBe(before);
    server.clock.advance(42_000);
    await made(id, { type: 1 });
  });

  it('ends for an order after ten in a day, and is possible the next', async () => {
    const { id, contractCode } = await lease.confirmed({ tel: '021-55556666' }); // the number gets no messages
    const numbers: string[] = [];
    for (let i = 0; i < 10; i++) {
      const [paper] = ok(await make(id, { type: 1 })) as [Paper];
      numbers.push(paper.contractNumber);
      await annul(paper.id);
      server.clock.advance(MINUTE);
    }
    expect(numbers).toEqual(
      Array.from({ length: 10 }, (_, i) => `${contractCode}-01${i ? `-${String(i + 1).padStart(2, '0')}` : ''}`),
    );
    expect(await make(id, { type: 1 })).toMatchObject(tomorrow);
    expect(await make(id, { type: 2 })).toMatchObject(tomorrow);
    server.clock.set('2026-11-21 00:00:00');
    ok(await make(id, { type: 1 }));
  });

  it('numbers a hundred contracts of one type in digits alone', async () => {
    const { id, contractCode } = await lease.confirmed({ tel: '021-55556666' });
    const numbers: string[] = [];
    for (const taken of [26, 99]) {
      await server.sql('delete from lease_contract where order_id = $1', [id]);
      for (let i = 0; i < taken; i++)
        await server.sql(
          `insert into lease_contract (id, tenant_id, order_id, contract_number, type, status, create_time, update_time)
           select $2, tenant_id, id, $3, 1, 0, create_time, create_time from lease_order where id = $1`,
          [id, server.deps.newId(), `${contractCode}-01${i ? String.fromCharCode(64 + i) : ''}`],
        );
      numbers.push(ok(await make(id, { type: 1 }))[0].contractNumber);
      server.clock.advance(MINUTE);
    }
    expect(numbers).toEqual([`${contractCode}-01-27`, `${contractCode}-01-100`]);
  });

  it('is counted for the phone, whichever order it stands in', async () => {
    const phone = '13700001234';
    const held = await lease.confirmed({ tel: phone });
    await made(held.id);
    const other = await lease.confirmed({ tel: phone, customerId: held.customerId });
    expect(await make(other.id)).toMatchObject(tooSoon(60));
    // Nor do two that come at once get both.
    server.clock.advance(MINUTE);
    const third = await lease.confirmed({ tel: phone, customerId: held.customerId });
    const answers = await Promise.all([make(other.id), make(third.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    for (let i = 0; i < 3; i++) {
      server.clock.advance(MINUTE);
      await made((await lease.confirmed({ tel: phone, customerId: held.customerId })).id);
    }
    server.clock.advance(MINUTE);
    expect(await make((await lease.confirmed({ tel: phone })).id)).toMatchObject(tomorrow);
    expect(gateway.sent.filter((one) => one.phone === phone)).toHaveLength(10);
  });
});

describe('a name that the contract’s font cannot print', () => {
  it('is refused when the customer is entered, and in what else a contract prints when it is made', async () => {
    const named = { realName: '𠮷田建材🏗', tel: '13800138000' };
    expect(await admin.post('/blade-customer/customer/submit', { body: named })).toMatchObject({
      status: 400,
      body: { reason: 'customer.unprintable', msg: '名称中有合同字体无法打印的字符：𠮷 🏗' },
    });
    const { id } = await lease.confirmed({ bankName: '𠮷商银行' });
    expect(await make(id)).toMatchObject({ status: 400, body: { reason: 'contract.unprintable' } });
    expect([await statusOf(id), await papersOf(id)]).toEqual([3, []]);
  });
});

describe('a contract’s file', () => {
  it('opens by its link for an hour or two, in a sandbox, and by no other', async () => {
    const [{ previewUrl }] = (await made((await lease.confirmed()).id, { type: 1 })) as [Paper];
    const { status, headers, raw } = await open(previewUrl);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff' });
    expect(headers['content-security-policy']).toContain('sandbox');
    expect(headers['content-disposition']).toMatch(/^inline; filename\*=UTF-8''HT\d+-01\.pdf$/);
    expect(Number(headers['content-length'])).toBe(raw.length);
    const missing = { status: 404, body: { code: 404, reason: 'notFound', msg: '记录不存在' } };
    const url = new URL(previewUrl);
    const expires = url.searchParams.get('e')!;
    const proof = url.searchParams.get('s')!;
    const tampered = [
      url.pathname,
      `${url.pathname}?e=${expires}`,
      `${url.pathname}?e=${Number(expires) + 1}&s=${proof}`,
      `${url.pathname}?e=${expires}&s=${proof.slice(0, -1)}${proof.endsWith('A') ? 'B' : 'A'}`,
      `${url.pathname}?e=x&s=${proof}`,
      `${url.pathname.replace('/000000/', '/100001/')}${url.search}`,
      `${url.pathname.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10))}${url.search}`,
      `${url.pathname.replace('000000', '..%2f000000')}${url.search}`,
    ];
    for (const link of tampered) expect([link, await visitor.send({ url: link })]).toMatchObject([link, missing]);
    server.clock.advance(2 * 60 * MINUTE);
    expect(await open(previewUrl)).toMatchObject(missing);
  });
});

describe('removing a contract', () => {
  it('ends its link, frees its place and sends the order back once nothing is left', async () => {
    const { id } = await lease.confirmed();
    const [first, second] = (await made(id)) as [Paper, Paper];
    ok(await admin.post(`${path}/remove`, { query: { ids: first.id } }));
    expect(await at(first.loanUrl).look()).toMatchObject(deadLink);
    expect(await statusOf(id)).toBe(4);
    ok(await admin.post(`${path}/remove`, { query: { ids: second.id } }));
    expect(await statusOf(id)).toBe(3);
    server.clock.advance(MINUTE);
    const numbers = (await made(id)).map(({ contractNumber }) => contractNumber);
    expect(numbers).toEqual([`${first.contractNumber}-02`, `${second.contractNumber}-02`]); // a number is never used twice
  });
  it('is refused for a signed one and for one that was cancelled', async () => {
    const { id } = await lease.confirmed();
    const [first, second] = (await made(id)) as [Paper, Paper];
    await sign(first.loanUrl);
    const answer = await admin.post(`${path}/remove`, { query: { ids: `${second.id},${first.id}` } });
    expect(answer.body).toMatchObject({ code: 400, msg: '只能删除待客户签署的合同' });
    expect((await at(second.loanUrl).look()).status).toBe(200);
    expect((await lease.move(id, 11, { reason: 'x' })).body.reason).toBe('order.annulFirst');
    const other = await lease.confirmed({ tel: '13800138001' });
    const [paper] = (await made(other.id)) as [Paper];
    ok(await lease.move(other.id, 11, { reason: 'x' }));
    expect((await admin.post(`${path}/remove`, { query: { ids: paper.id } })).status).toBe(400);
  });
});

describe('posting a contract as a row', () => {
  const submit = (body: object, by = admin) => by.post(`${path}/submit`, { body });
  it('changes its department alone, and takes the rest as it was answered', async () => {
    const { id: orderId } = await lease.confirmed();
    const [paper] = (await made(orderId, { type: 1 })) as [Paper];
    const shown = await paperOf(paper.id);
    const [{ id: deptId }] = await server.sql(`select id from sys_dept where tenant_id = '000000' order by id limit 1`);
    expect(ok(await submit({ ...shown, businessDeptId: deptId }))).toMatchObject({
      id: paper.id,
      businessDeptId: deptId,
    });
    const after = await paperOf(paper.id);
    expect(after).toMatchObject({ businessDeptId: deptId, contractNumber: paper.contractNumber });
    expect(ok(await submit({ id: paper.id, businessDeptId: null })).businessDeptId).toBeNull();
    expect(ok(await admin.get(`${path}/history`, { id: paper.id }))[0]).toMatchObject({ action: 'update' });
    expect((await submit({ ...shown, businessDeptId: null })).body.msg).toBe('数据已被他人修改，请刷新后重试');
  });
  it('refuses what signing decides, a new contract, and a department that is none, and writes nothing', async () => {
    const { id: orderId } = await lease.confirmed();
    const [paper] = (await made(orderId, { type: 1 })) as [Paper];
    await server.addUser({ account: 'reader', permissions: ['fascContract'] });
    const before = await server.fingerprint();
    for (const [body, msg] of [
      [{ id: paper.id, status: 2 }, '合同由系统生成，不能录入或修改“签署状态”'],
      [{ id: paper.id, contractNumber: 'HT-1' }, '合同由系统生成，不能录入或修改“合同编号”'],
      [{ id: paper.id, finishTime: '2026-11-20 10:00:00' }, '合同由系统生成，不能录入或修改“完成时间”'],
      [{ orderId, type: 2 }, '合同请在订单中发起，不能直接新增'],
      [{ id: paper.id, businessDeptId: '9' }, '所选记录不存在或已删除'],
    ] as const)
      expect((await submit(body)).body).toMatchObject({ code: 400, msg });
    expect((await submit({ id: '9' })).status).toBe(403);
    expect((await submit({ id: paper.id, businessDeptId: null }, await server.as('reader'))).status).toBe(403);
    expect((await admin.post(`${path}/update`, { body: { id: paper.id } })).status).toBe(404);
    expect(await server.fingerprint()).toBe(before);
  });
});

describe('verifying signatures', () => {
  const verify = (id: string, by = admin) => by.get(`${path}/verify`, { id });
  const check = (file: Buffer, by = admin) => by.upload(`${path}/verify-file`, file, { name: 'paper.pdf' });
  let paper: Paper;
  let file: Buffer;
  beforeAll(async () => {
    server.clock.set('2026-11-20 10:00:00');
    await server.sql('delete from sms_code');
    await server.sql('delete from paper_sending');
    const { id } = await lease.confirmed();
    [paper] = (await made(id, { type: 1 })) as [Paper];
    expect(ok(await verify(paper.id))).toMatchObject({
      verdict: 'unfinished',
      paper: { status: 1, isRecorded: true },
      signatures: [{ reason: '甲方盖章', isWhole: true }],
    });
    const { pdf } = await sign(paper.loanUrl);
    file = (await open(pdf)).raw;
  });

  it('tells who signed, when, by which certificate and time stamp, of a stored contract and of its file', async () => {
    const told = ok(await verify(paper.id));
    expect(told).toMatchObject({
      verdict: 'intact',
      size: file.length,
      sha256: createHash('sha256').update(file).digest('hex'),
      stampFault: '',
      paper: { id: paper.id, contractNumber: paper.contractNumber, status: 2, isRecorded: true },
      signatures: [
        { reason: '甲方盖章', isOurs: true, isWhole: false, fault: null, stampTime: '2026-11-20 10:00:00' },
        {
          ...{ reason: '乙方签字', isOurs: true, isWhole: true, fault: null },
          ...{ signer: '李雷', signerNo: maskIdentity('11010519491231002X'), unit: paper.contractNumber },
          ...{ time: '2026-11-20 10:00:00', stampTime: '2026-11-20 10:00:00', stampAuthority: '测试时间戳机构' },
          issuer: 'LeaseDesk 本地签章证书机构',
        },
      ],
    });
    expect(ok(await check(file))).toEqual({ ...told, paper: { ...told.paper } });
    // Until the file holds what they are checked with, the signatures last as long as their certificates.
    expect(told.lastingTime).toBe('');
    expect((await paperOf(paper.id)).checkableUntil).toMatch(/^20\d\d-/);
    for (const one of pdfsig(file) ?? []) expect(one).toContain('Signature is Valid.');
  });

  it(`are accepted by ${pyhankoNamed}, with the authorities of signatures and time stamps trusted`, async () => {
    const roots = signaturesOf(file).map(({ authority }) => authority.raw.toString('base64'));
    const told = pyhanko([file], { roots: [roots[0]!, stamps.certificate], moment: server.deps.now() });
    if (told)
      expect(told).toMatchObject([
        [
          { field: 'provider', changes: 'FORM_FILLING', isPermitted: true, isAccepted: true },
          { field: 'customer', changes: 'NONE', isTrusted: true, hasStamp: true, isAccepted: true },
        ],
      ]);
  });

  it('finds one changed byte, in a file that a person has and in the one that is stored', async () => {
    const changed = Buffer.from(file);
    const at = changed.indexOf('/MediaBox') + 12;
    changed[at] = changed[at]! ^ 1;
    expect(ok(await check(changed))).toMatchObject({
      verdict: 'altered',
      paper: null,
      signatures: [{ fault: 'digest' }, { fault: 'digest', signer: '李雷' }],
    });
    const [{ name, id }] = await server.sql(
      `select a.name, a.id from attach a join lease_contract c on c.signed_pdf_id = a.id where c.id = $1`,
      [paper.id],
    );
    const disk = server.deps.files.disk;
    const put = (bytes: Buffer) => disk.put(`000000/${name}`, Readable.from([bytes]), 'application/pdf');
    await put(changed);
    expect(ok(await verify(paper.id))).toMatchObject({ verdict: 'altered', paper: { isRecorded: false } });
    // a valid file of another contract in its place is told by the stored digest
    const [sealed] = await server.sql(
      `select a.name from attach a join lease_contract c on c.sealed_pdf_id = a.id where c.id = $1`,
      [paper.id],
    );
    await put(await buffer((await disk.get(`000000/${sealed.name}`))!.stream));
    expect(ok(await verify(paper.id))).toMatchObject({ verdict: 'altered', paper: { isRecorded: false } });
    await put(file);
    expect(ok(await verify(paper.id)).verdict).toBe('intact');
    expect(id).toBeTruthy();
  });

  it("tells a copy without the customer's revision from the signed file", async () => {
    const [seal] = signaturesOf(file);
    expect(ok(await check(file.subarray(0, seal!.end)))).toMatchObject({
      verdict: 'unfinished',
      paper: { id: paper.id, status: 2, isRecorded: true },
      signatures: [{ fault: null, reason: '甲方盖章' }],
    });
  });

  it('is checkable for good once what it is checked with has been added, which signing does not wait for', async () => {
    const asked = stamps.state.listRequests;
    await server.drain();
    expect(stamps.state.listRequests).toBeGreaterThanOrEqual(asked + 2); // one of each issuer
    const told = ok(await verify(paper.id));
    expect(told).toMatchObject({
      ...{ verdict: 'intact', lastingTime: '2026-11-20 10:00:00', lastingAuthority: '测试时间戳机构' },
      paper: { isRecorded: true },
      signatures: [{ fault: null }, { fault: null }],
    });
    const { checkableUntil, previewUrl } = await paperOf(paper.id);
    expect(checkableUntil).toBeNull();
    const whole = (await open(previewUrl)).raw;
    expect(whole.subarray(0, file.length).equals(file)).toBe(true);
    // The file as it was signed is still one of ours.
    const paperShown = { id: paper.id, isRecorded: true };
    expect(ok(await check(file))).toMatchObject({ verdict: 'intact', lastingTime: '', paper: paperShown });
    expect(ok(await check(whole))).toMatchObject({ lastingTime: told.lastingTime, paper: paperShown });
    const [entry] = ok(await admin.get(`${path}/history`, { id: paper.id }));
    expect(entry.action).toBe('keptForLong');
    await server.drain();
    expect(ok(await verify(paper.id)).sha256).toBe(told.sha256);
    // What cannot be had is asked for later, and the contract says so meanwhile.
    const { id } = await lease.confirmed();
    const [other] = (await made(id, { type: 1 })) as [Paper];
    await sign(other.loanUrl);
    stamps.state.fault = 'noLists';
    try {
      await expect(server.drain()).rejects.toThrow('answered 500');
    } finally {
      stamps.state.fault = undefined;
    }
    expect(ok(await verify(other.id))).toMatchObject({ verdict: 'intact', lastingTime: '', stampFault: '' });
    expect((await paperOf(other.id)).checkableUntil).toMatch(/^20\d\d-/);
  });

  it('is for those who see contracts, and takes PDF files alone', async () => {
    await server.addUser({ account: 'stranger', permissions: ['customer'] });
    const stranger = await server.as('stranger');
    expect((await verify(paper.id, stranger)).status).toBe(403);
    expect((await check(file, stranger)).status).toBe(403);
    expect((await verify('9')).status).toBe(403);
    expect((await check(Buffer.from('no pdf'))).body.msg).toBe('请选择 PDF 文件');
    expect(ok(await check(Buffer.from('%PDF-1.7\n/ByteRange [0 1 2 3]')))).toMatchObject({
      verdict: 'altered',
      signatures: [{ fault: 'range', signer: '' }],
    });
    expect(ok(await check(Buffer.from('%PDF-1.7'))).verdict).toBe('unsigned');
  });

  it('says why a time stamp is missing, and the contract is signed without it', async () => {
    stamps.state.fault = 'down';
    try {
      const { id } = await lease.confirmed();
      const [other] = (await made(id, { type: 1 })) as [Paper];
      await sign(other.loanUrl);
      const told = ok(await verify(other.id));
      const ends = told.signatures.map(({ validUntil }: { validUntil: string }) => validUntil.slice(0, 10)).sort();
      expect(await paperOf(other.id)).toMatchObject({ status: 2, checkableUntil: ends[0] });
      expect(told).toMatchObject({
        verdict: 'intact',
        stampFault: 'the time stamp authority answered 500',
        signatures: [{}, { isWhole: true, stampTime: '' }],
      });
      const [entry] = ok(await admin.get(`${path}/history`, { id: other.id }));
      expect(entry).toMatchObject({ action: 'sign', reason: expect.stringContaining('未取得可信时间戳') });
    } finally {
      stamps.state.fault = undefined;
    }
  });

  it('signs a contract that a former version sent without an electronic seal', async () => {
    const { id } = await lease.confirmed();
    const [former] = (await made(id, { type: 1 })) as [Paper];
    await server.sql('update lease_contract set sealed_pdf_id = null where id = $1', [former.id]);
    await sign(former.loanUrl);
    expect(ok(await verify(former.id))).toMatchObject({ verdict: 'intact', signatures: [{}, {}] });
  });

  it('seals anew what waits with a former seal, as its evidence has no place that may still change', async () => {
    const { id } = await lease.confirmed();
    const [waiting] = (await made(id, { type: 1 })) as [Paper];
    const [stored] = await server.sql(
      'select a.name from attach a join lease_contract c on c.sealed_pdf_id = a.id where c.id = $1',
      [waiting.id],
    );
    const former = formerContract().sealed;
    await server.deps.files.disk.put(`000000/${stored.name}`, Readable.from([former]), 'application/pdf');
    const { pdf } = await sign(waiting.loanUrl);
    const signed = (await open(pdf)).raw;
    expect(signed.includes('/LeaseDeskEvidence')).toBe(false);
    const [seal] = signaturesOf(signed);
    const [row] = await server.sql('select evidence, pdf_sha256 from lease_contract where id = $1', [waiting.id]);
    const sha256 = createHash('sha256').update(signed.subarray(0, seal!.end)).digest('hex');
    expect(row.pdf_sha256).toBe(sha256);
    expect(row.evidence).toContainEqual({ label: '签署前文件摘要', value: sha256 });
    expect(ok(await verify(waiting.id))).toMatchObject({ verdict: 'intact', signatures: [{}, {}] });
  });

  it('keeps one authority and one certificate of the company, whose keys are sealed', async () => {
    const authorities = await server.sql('select private_key from sign_authority');
    const certificates = await server.sql(`select private_key from sign_certificate where tenant_id = '000000'`);
    expect(authorities).toHaveLength(1);
    expect(certificates).toHaveLength(1);
    for (const { private_key } of [...authorities, ...certificates]) expect(private_key).toMatch(/^v1\./);
  });
});

describe('what staff can learn', () => {
  let orderId: string;
  let papers: Paper[];
  let clerk: Client;
  beforeAll(async () => {
    await server.addUser({
      account: 'clerk',
      permissions: ['customer', 'order', 'fascContract', 'order_contract', 'customer_edit', 'order_edit'],
    });
    clerk = await server.as('clerk');
  });
  beforeEach(async () => {
    orderId = (await lease.confirmed()).id;
    papers = await made(orderId);
  });

  it('holds no ticket, whatever a clerk asks for, again and in other words', async () => {
    const [paper] = papers as [Paper];
    const headers = { 'idempotency-key': 'make-it-once-more' };
    server.clock.advance(MINUTE);
    const resent = { query: { orderId, type: '1', resend: 'true' }, headers };
    const [again] = ok(await clerk.post(`${path}/makeContract`, resent)) as [Paper];
    ok(await clerk.post(`${path}/makeContract`, resent)); // repeated by a client that got no answer
    const ticket = (await linkOf(again)).split('/sign/')[1]!;
    const answers = await Promise.all([
      clerk.get(`${path}/list`, { orderId }),
      clerk.get(`${path}/detail`, { id: paper.id }),
      clerk.get(`${path}/history`, { id: paper.id }),
      clerk.get('/blade-order/order/history', { id: orderId }),
      clerk.get('/blade-order/order/detail', { id: orderId }),
      clerk.get('/blade-desk/inbox/page'),
      admin.get('/blade-desk/inbox/page'),
      clerk.post(`${path}/makeContract`, resent),
      clerk.post(`${path}/makeContract`, { query: { orderId } }),
    ]);
    const proof = ticket.split('.').at(-1)!;
    for (const { body } of answers) expect(JSON.stringify(body)).not.toMatch(new RegExp(`/sign/|${proof}`));
    const kept = await server.sql(
      `select t.row from (select to_jsonb(c)::text as row from lease_contract c where order_id = $1
       union all select to_jsonb(i)::text from idempotency i union all select to_jsonb(a)::text from audit_log a
       union all select to_jsonb(n)::text from inbox n) t where t.row like '%' || $2 || '%'`,
      [orderId, proof],
    );
    expect(kept).toEqual([]);
    expect(gateway.sent.filter(({ text }) => text.includes(ticket))).toHaveLength(1);
  });

  it('does not pass the check, even with a ticket in hand and every screen open', async () => {
    const [paper] = papers as [Paper];
    const thief = at(paper.loanUrl);
    const held = ok(await clerk.get('/blade-order/order/detail', { id: orderId }));
    const client = ok(await clerk.get('/blade-customer/customer/detail', { id: held.customerId }));
    expect(held.tel).toBe(who.tel);
    expect(client.idNo).toBe('110***************');
    expect(await thief.step('identify', { tel: held.tel, idTail: client.idNo.slice(-4) })).toMatchObject({
      body: { reason: 'sign.notIdentified' },
    });
    // The digits may be known; the phone is not in the clerk's possession.
    const sent = gateway.sent.length;
    const answer = await thief.ask();
    expect(ok(answer)).toEqual({ id: expect.stringMatching(/^[\w-]{22}$/), seconds: 60 });
    const smsCode = codeIn(gateway.sent[sent]!.text);
    const codeId = answer.body.data.id;
    const guesses = ['', '000000', smsCode.slice(0, 5)];
    for (const guess of guesses)
      expect(await thief.step('identify', { ...who, codeId, smsCode: guess })).toMatchObject({
        body: { reason: 'sign.wrongCode' },
      });
    expect(await thief.step('identify', { ...who, codeId, smsCode: '999999' })).toMatchObject({
      body: { reason: 'sign.locked' },
    });
    expect((await paperOf(paper.id)).status).toBe(1);
  });

  it('gets no code to a number that was entered after the contract was sent', async () => {
    const [paper] = papers as [Paper];
    const { version, customerId } = await lease.read(orderId);
    ok(await clerk.post('/blade-order/order/update', { body: { id: orderId, version, tel: '13911112222' } }));
    const client = ok(await clerk.get('/blade-customer/customer/detail', { id: customerId }));
    ok(
      await clerk.post('/blade-customer/customer/submit', {
        body: { id: customerId, version: client.version, tel: '13911112222' },
      }),
    );
    const page = at(paper.loanUrl);
    expect(await page.ask({ ...who, tel: '13911112222' })).toMatchObject({ body: { reason: 'sign.notIdentified' } });
    const sent = gateway.sent.length;
    ok(await page.ask());
    expect(gateway.sent.slice(sent).map(({ phone }) => phone)).toEqual([who.tel]);
    // A resend goes to the new number; who entered it, and when, is part of the evidence.
    server.clock.advance(MINUTE);
    const [again] = (await withLinks(
      ok(await clerk.post(`${path}/makeContract`, { query: { orderId, type: 1, resend: 'true' } })),
    )) as [Paper];
    expect(gateway.sent.at(-1)!.phone).toBe('13911112222');
    const [, resend] = ok(await admin.get(`${path}/history`, { id: paper.id }));
    expect(resend).toMatchObject({ action: 'resend', userName: 'clerk' });
    expect(resend.changes).toContainEqual({ field: 'smsPhone', before: '138****8000', after: '139****2222' });
    const other = at(again.loanUrl);
    const { pass } = ok(await other.identify({ ...who, tel: '13911112222' }));
    ok(await other.step('read', { pass }));
    ok(await other.step('sign', { pass, consent: true, signature }));
    const [row] = await server.sql('select evidence from lease_contract where id = $1', [paper.id]);
    expect(row.evidence.slice(0, 5)).toEqual([
      { label: '核验方式', value: '短信验证码' },
      { label: '核验手机号', value: '139****2222' },
      { label: '手机号录入', value: '2026-11-20 10:00:00 由 clerk 录入' },
      { label: '证件号码录入', value: '2026-11-20 10:00:00 由 管理员 录入' },
      { label: '签署链接发送', value: '2026-11-20 10:01:00' },
    ]);
  });

  it('cannot use a code for one contract to open another', async () => {
    const [one, two] = papers as [Paper, Paper];
    const { codeId, smsCode } = await at(one.loanUrl).code();
    expect(await at(two.loanUrl).step('identify', { ...who, codeId, smsCode })).toMatchObject({
      body: { reason: 'sign.wrongCode' },
    });
  });
});

describe('the message with the link', () => {
  /** What the contract shows after so many runs of the calendar, five minutes apart. */
  const outcome = async (id: string, runs = 0) => {
    await server.drain();
    for (let run = 0; run < runs; run++) {
      server.clock.advance(5 * MINUTE);
      await server.advance();
      await server.drain();
    }
    return paperOf(id);
  };
  afterEach(() => {
    gateway.status = 200;
  });

  it('names us, the contract, its number and its end, and the contract shows where it went', async () => {
    const [paper] = (await made((await lease.confirmed()).id, { type: 1 })) as [Paper];
    const { phone, text } = gateway.sent.at(-1)!;
    expect(phone).toBe(who.tel);
    expect(text).toBe(
      `【我的公司】请签署服务协议（编号 ${paper.contractNumber}）：${paper.loanUrl} ，2026-11-27 10:00 前有效。如非本人办理，请勿打开。`,
    );
    expect(await outcome(paper.id)).toMatchObject({
      smsStatus: 2,
      smsPhone: '138****8000',
      smsTime: '2026-11-20 10:00:00',
      smsFault: null,
    });
  });

  it('that fails is tried four times and reported, undoes no contract, and can be sent again', async () => {
    gateway.status = 500;
    const asked = gateway.asked;
    const { id } = await lease.confirmed();
    const [{ id: paperId }] = ok(await make(id, { type: 1 })) as [Paper];
    expect(await outcome(paperId)).toMatchObject({ smsStatus: 1 }); // it is tried again
    const failed = { status: 1, smsStatus: 3, smsFault: 1, smsPhone: '138****8000' };
    expect(await outcome(paperId, 4)).toMatchObject(failed);
    expect(gateway.asked - asked).toBe(4);
    gateway.status = 200;
    await made(id, { type: 1, resend: 'true' });
    expect(await outcome(paperId)).toMatchObject({ smsStatus: 2, smsFault: null, retryFlag: 1 });
  });

  it('whose outcome was lost with its server is reported as unknown, and is not sent a second time', async () => {
    await server.drain(); // nothing but the message is to be done
    const { id } = await lease.confirmed();
    const [paper] = ok(await make(id, { type: 1 })) as [Paper];
    const { withTenant } = server.deps.db;
    let transactions = 0;
    server.deps.db.withTenant = (...work) =>
      ++transactions > 1 ? Promise.reject(new Error('the database is away')) : withTenant(...work);
    await expect(server.drain()).rejects.toThrow('the database is away');
    server.deps.db.withTenant = withTenant;
    const asked = gateway.asked;
    expect((await paperOf(paper.id)).smsStatus).toBe(1);
    expect(await outcome(paper.id, 2)).toMatchObject({ smsStatus: 3, smsFault: 3 });
    expect(gateway.asked).toBe(asked);
  });

  it('that was sent again meanwhile leaves the result to the later one', async () => {
    gateway.status = 500;
    const { id } = await lease.confirmed();
    const [paper] = ok(await make(id, { type: 1 })) as [Paper];
    await server.drain();
    gateway.status = 200;
    server.clock.advance(MINUTE);
    await made(id, { type: 1, resend: 'true' });
    expect(await outcome(paper.id, 1)).toMatchObject({ smsStatus: 2, smsTime: '2026-11-20 10:01:00' });
  });

  it('is not sent to what is no mobile number; such a contract is signed at the counter', async () => {
    const sent = gateway.sent.length;
    const held = await lease.confirmed({ tel: '021-55556666' });
    const [paper] = ok(await make(held.id, { type: 1 })) as [Paper];
    expect(paper).toMatchObject({ status: 1, smsStatus: null, smsPhone: null });
    expect(gateway.sent).toHaveLength(sent);
  });
});

describe('signing at the counter', () => {
  let witness: Client;
  let orderId: string;
  let paper: Paper;
  const entry = { idNo: '11010519491231002X', password: md5(password) };
  const open = (body: object = entry, by = witness) => by.post(`${path}/counter`, { body: { id: paper.id, ...body } });
  const reason = ({ body }: { body: { reason?: string } }) => body.reason;
  beforeAll(async () => {
    const { userId } = await server.addUser({
      account: 'witness',
      permissions: ['order', 'fascContract', 'fascContract_counter'],
    });
    await server.sql(`update sys_user set real_name = '沈知遥', code = 'E017' where id = $1`, [userId]);
    witness = await server.as('witness');
  });
  beforeEach(async () => {
    orderId = (await lease.confirmed({ tel: '021-55556666' })).id; // no message reaches this customer
    [paper] = ok(await make(orderId, { type: 1 })) as [Paper];
  });

  it('is for those who hold its right, and asks for the document and the own password', async () => {
    await server.addUser({ account: 'looker', permissions: ['order', 'fascContract', 'order_contract'] });
    expect((await open(entry, await server.as('looker'))).status).toBe(403);
    expect(reason(await open({ ...entry, password: md5('another') }))).toBe('contract.counterPassword');
    expect(reason(await open({ ...entry, password: password }))).toBe('contract.counterPassword'); // not in the form in which it is sent
    expect(reason(await open({ ...entry, idNo: '110***************' }))).toBe('contract.counterIdentity');
    expect(reason(await open({ ...entry, idNo: '' }))).toBe('contract.counterIdentity');
    const history = ok(await admin.get(`${path}/history`, { id: paper.id }));
    expect(history.slice(0, 4).map(({ action, userName }: Record<string, string>) => [action, userName])).toEqual(
      Array(4).fill(['counterWrong', '沈知遥']),
    );
    expect(history[0].reason).toBe('证件号码与登记的不一致');
    expect(JSON.stringify(history)).not.toContain('11010519491231002X');
    expect(reason(await open({ ...entry, idNo: '1' }))).toBe('contract.counterLocked');
    expect(reason(await open())).toBe('contract.counterLocked');
    server.clock.advance(15 * MINUTE);
    await server.sql('delete from sign_in_failure');
    ok(await open());
  });

  it('lets the customer sign on the spot, and the contract names the witness and the way', async () => {
    const { ticket } = ok(await open({ ...entry, idNo: ' 110105 19491231 002x ' }));
    const customer = holding(ticket);
    expect(ok(await customer.look())).toMatchObject({ way: 'counter', customerName: '李雷', witnessName: '沈知遥' });
    expect(reason(await customer.step('code', who))).toBe('sign.badLink');
    server.clock.advance(MINUTE);
    const { pass } = ok(await customer.step('identify'));
    ok(await customer.step('read', { pass }));
    ok(await customer.step('sign', { pass, consent: true, signature }));
    expect(reason(await customer.step('sign', { pass, consent: true, signature }))).toBe('sign.done');
    expect(await paperOf(paper.id)).toMatchObject({ status: 2, signWay: 2, witnessName: '沈知遥' });
    const [row] = await server.sql('select evidence from lease_contract where id = $1', [paper.id]);
    expect(row.evidence.slice(0, 7)).toEqual([
      { label: '核验方式', value: '现场见证' },
      { label: '见证人', value: '沈知遥，账号 witness，工号 E017' },
      { label: '见证人与订单', value: '见证人不是订单录入人' },
      { label: '证件核对', value: '见证人于 2026-11-20 10:00:00 核对证件原件，证件号码与合同发出时登记的一致' },
      { label: '证件号码录入', value: '2026-11-20 10:00:00 由 管理员 录入' },
      { label: '见证终端地址', value: '127.0.0.1' },
      { label: '客户确认时间', value: '2026-11-20 10:01:00' },
    ]);
  });

  it('says so when the witness entered the order', async () => {
    const { ticket } = ok(await open(entry, admin));
    const customer = holding(ticket);
    const { pass } = ok(await customer.step('identify'));
    ok(await customer.step('read', { pass }));
    ok(await customer.step('sign', { pass, consent: true, signature }));
    const [row] = await server.sql('select evidence from lease_contract where id = $1', [paper.id]);
    expect(row.evidence).toContainEqual({ label: '见证人与订单', value: '见证人为订单录入人' });
  });

  it('ends after a quarter of an hour, with the next session, and with a resend; its ticket is sent once', async () => {
    const headers = { 'idempotency-key': 'open-a-session-once' };
    const first = ok(await witness.post(`${path}/counter`, { body: { id: paper.id, ...entry }, headers }));
    expect(
      ok(await witness.post(`${path}/counter`, { body: { id: paper.id, ...entry }, headers })).ticket,
    ).toBeUndefined();
    const second = ok(await open());
    expect(reason(await holding(first.ticket).look())).toBe('sign.badLink');
    expect((await holding(second.ticket).look()).status).toBe(200);
    server.clock.advance(15 * MINUTE);
    expect(reason(await holding(second.ticket).look())).toBe('sign.counterOver');
    const third = ok(await open());
    server.clock.advance(MINUTE);
    ok(await make(orderId, { type: 1, resend: 'true' }));
    expect(reason(await holding(third.ticket).look())).toBe('sign.badLink');
    const { ticket } = ok(await open());
    expect(reason(await holding(`${ticket.slice(0, -1)}${ticket.endsWith('A') ? 'B' : 'A'}`).look())).toBe(
      'sign.badLink',
    );
    const [other] = ok(await make(orderId, { type: 2 })) as [Paper];
    expect(reason(await holding(ticket.replace(paper.id, other.id)).look())).toBe('sign.badLink');
  });

  let count = 0;
  /** A witness with a new session, and a customer with a signature to make. */
  const opened = async () => {
    const account = `witness${++count}`;
    const { userId, roleId } = await server.addUser({
      account,
      permissions: ['order', 'fascContract', 'fascContract_counter'],
    });
    const own = await server.as(account);
    const customer = holding(ok(await open(entry, own)).ticket);
    const { pass } = ok(await customer.step('identify'));
    ok(await customer.step('read', { pass }));
    return { userId, roleId, own, customer, pass };
  };
  const user = '/blade-system/user';
  it.each<[string, (of: Awaited<ReturnType<typeof opened>>) => Promise<unknown>]>([
    [
      'is stopped',
      async ({ userId }) => admin.post(`${user}/change-status`, { query: { userIds: userId, status: 0 } }),
    ],
    ['is removed', async ({ userId }) => admin.post(`${user}/remove`, { query: { ids: userId } })],
    [
      'is given a new password',
      async ({ userId }) => admin.post(`${user}/reset-password`, { query: { userIds: userId } }),
    ],
    [
      'is sent to the door',
      async ({ userId }) => {
        const { records } = ok(await admin.get('/blade-system/online/list', { userId }));
        return admin.post('/blade-system/online/end', { query: { ids: records[0].id } });
      },
    ],
    ['signs out', async ({ own }) => own.get('/blade-auth/oauth/logout')],
    [
      'loses the right',
      async ({ roleId }) => {
        await server.sql(
          `delete from sys_role_menu where role_id = $1 and menu_id in (select id from sys_menu where code = 'fascContract_counter')`,
          [roleId],
        );
        return { status: 200 };
      },
    ],
  ])('ends when the witness %s', async (_what, end) => {
    const { customer, pass, ...of } = await opened();
    expect(await end({ customer, pass, ...of })).toMatchObject({ status: 200 });
    for (const [step, body] of [
      ['identify', {}],
      ['read', { pass }],
      ['sign', { pass, consent: true, signature }],
      ['refuse', { pass, reason: 'x' }],
    ] as const)
      expect([step, reason(await customer.step(step, body))]).toEqual([step, 'sign.counterOver']);
    expect(reason(await customer.look())).toBe('sign.counterOver');
    expect((await paperOf(paper.id)).status).toBe(1);
  });

  it('compares with the number printed on the contract, and says when it has changed since', async () => {
    const other = '110105194912310038';
    const { customerId } = await lease.read(orderId);
    const { version } = ok(await admin.get('/blade-customer/customer/detail', { id: customerId }));
    const session = holding(ok(await open()).ticket);
    ok(await admin.post('/blade-customer/customer/submit', { body: { id: customerId, version, idNo: other } }));
    await lease.identified(customerId);
    for (const idNo of [other, entry.idNo])
      expect(reason(await open({ ...entry, idNo }))).toBe('contract.counterExpired');
    expect(reason(await session.step('identify'))).toBe('sign.badLink');
    server.clock.advance(MINUTE);
    [paper] = ok(await make(orderId, { type: 1 })) as [Paper];
    expect(reason(await open())).toBe('contract.counterIdentity');
    const customer = holding(ok(await open({ ...entry, idNo: other })).ticket);
    const { pass } = ok(await customer.step('identify'));
    ok(await customer.step('read', { pass }));
    ok(await customer.step('sign', { pass, consent: true, signature }));
    const [row] = await server.sql('select evidence from lease_contract where id = $1', [paper.id]);
    expect(row.evidence).toContainEqual({ label: '证件号码录入', value: '2026-11-20 10:00:00 由 管理员 录入' });
  });

  it('asks to read before the witness, whatever was read before', async () => {
    const [linked] = (await made((await lease.confirmed()).id, { type: 1 })) as [Paper];
    const page = at(linked.loanUrl);
    ok(await page.step('read', { pass: ok(await page.identify()).pass }));
    const customer = holding(ok(await witness.post(`${path}/counter`, { body: { id: linked.id, ...entry } })).ticket);
    const { pass } = ok(await customer.step('identify'));
    expect(reason(await customer.step('sign', { pass, consent: true, signature }))).toBe('sign.readFirst');
  });

  it('is refused where there is no number to compare with, and for a contract that waits no longer', async () => {
    const { id: customerId } = await lease.customer({ idNo: '' });
    const [nameless] = ok(await make((await lease.confirmed({ customerId })).id, { type: 1 })) as [Paper];
    expect(reason(await witness.post(`${path}/counter`, { body: { id: nameless.id, ...entry } }))).toBe(
      'contract.noIdentity',
    );
    server.clock.advance(8 * DAY);
    expect(reason(await open())).toBe('contract.counterExpired');
    ok(await admin.post(`${path}/remove`, { query: { ids: paper.id } }));
    expect(reason(await open())).toBe('notYours');
  });
});

describe('without a gateway', () => {
  let bare: Server;
  let tester: Server;
  beforeAll(async () => {
    [bare, tester] = await Promise.all([startServer(), startServer({ env: { PHONE_TEST_MODE: '1' } })]);
  });
  afterAll(() => Promise.all([bare.close(), tester.close()]));
  const paperIn = async (own: Server): Promise<Paper> => {
    const { id } = await leaseOf(own).confirmed();
    return ok(await own.admin.post(`${path}/makeContract`, { query: { orderId: id, type: 1 } }))[0];
  };
  const on = (own: Server, ticket: string, name: string, body?: object) =>
    body
      ? own.anybody.post(`/lease-sign/${name}`, { body, headers: { 'sign-ticket': ticket } })
      : own.anybody.get(`/lease-sign/${name}`, {}, { 'sign-ticket': ticket });

  it('no link leads to a signature, and a witness does', async () => {
    const paper = await paperIn(bare);
    expect(paper).toMatchObject({ loanUrl: null, smsStatus: null });
    const text = `000000.${paper.id}.0`;
    const ticket = `${text}.${bare.deps.secrets.sign('sign-ticket', text)}`; // as one that was sent while there was a gateway
    for (const [name, body] of [['summary'], ['code', who], ['identify', who], ['sign', {}]] as const)
      expect((await on(bare, ticket, name, body)).body.reason).toBe('sign.counterOnly');
    const opened = ok(
      await bare.admin.post(`${path}/counter`, {
        body: { id: paper.id, idNo: '11010519491231002X', password: md5(password) },
      }),
    );
    expect(ok(await on(bare, opened.ticket, 'summary')).way).toBe('counter');
  });

  it('in test mode the tester reads link and code on the pages, and the evidence says so', async () => {
    const paper = await paperIn(tester);
    const ticket = paper.loanUrl.split('/sign/')[1]!;
    expect(ok(await on(tester, ticket, 'summary'))).toMatchObject({ way: 'link', isTest: true });
    const { id: codeId, code: smsCode } = ok(await on(tester, ticket, 'code', who));
    const { pass } = ok(await on(tester, ticket, 'identify', { ...who, codeId, smsCode }));
    ok(await on(tester, ticket, 'read', { pass }));
    ok(await on(tester, ticket, 'sign', { pass, consent: true, signature }));
    const [row] = await tester.sql('select evidence from lease_contract where id = $1', [paper.id]);
    expect(row.evidence[0]).toEqual({ label: '核验方式', value: '短信验证码（测试模式，未发送短信）' });
  });
});
