import { masked } from '../../../../../contract/wire/secrets';
import { type SignState, sign } from '../../../../../src/features/esign/sign/signSlice';
import { type Started, start } from '../../../../support/fakeWorld';

const { actions: at } = sign;
const ticket = '000000.117.0.proof';
const summary = {
  title: '租赁合同',
  contractNumber: 'HT20260105000001-02',
  providerName: '青屿融租（演示）有限公司',
  expireDate: '2026-01-12',
  tel: '138****8000',
  needsIdTail: true,
  isSigned: false,
  way: 'link',
};
const paper = {
  pass: 'pass-1',
  customerName: '听澜物流有限公司',
  roles: { provider: '承租方', customer: '出租方' },
  preamble: '双方订立本合同。',
  clauses: [{ title: '租赁期限', items: ['租赁期限为90日。'] }],
  annexTitle: '付款计划',
  plan: [{ currentPeriods: 1, dueDate: '起租满90日', amountPayable: '60675.00' }],
  totals: { rent: '675.00', principal: '60000.00', amountPayable: '60675.00' },
  pdf: '/api/file/1',
  consent: '我已完整阅读并同意以上合同。',
};
const drawing = 'data:image/png;base64,iVBORw0KGgo=';

async function visit() {
  const app = await start({ signedIn: false, at: `/sign/${ticket}` });
  return { ...app, page: (): SignState => app.see(sign.selectors.all) };
}
type Visit = Awaited<ReturnType<typeof visit>>;

async function opened() {
  const app = await visit();
  await app.last('/summary').answer(summary);
  return app;
}
/** With a code on the phone. */
async function coded(app: Visit) {
  app.do(at.type({ tel: '13800138000', idTail: '002x' }));
  app.do(at.askCode());
  await app.last('/code').answer({ id: 'code-1', seconds: 60 });
  app.do(at.type({ smsCode: '246810' }));
  return app;
}
async function identified() {
  const app = await coded(await opened());
  app.do(at.identify());
  await app.last('/identify').answer(paper);
  return app;
}
async function aboutToSign() {
  const app = await identified();
  app.do(at.readAll());
  await app.last('/read').answer(true);
  app.do(at.proceed());
  app.do(at.draw({ signature: drawing }));
  app.do(at.agree(true));
  return app;
}
function refuse(app: Started | Visit, step: string, reason: string, msg = '不行') {
  return app.last(step).refuse(400, msg, { reason });
}

describe('the signing page', () => {
  it('opens without a session, a frame or a token, and names the paper in the window', async () => {
    const app = await opened();
    expect(app.loaded).toEqual(['sign']);
    expect(app.calls('/menu/routes')).toEqual([]);
    expect(app.last('/summary').call.headers).not.toHaveProperty('Blade-Auth');
    expect(app.last('/summary').call).toMatchObject({ url: '/lease-sign/summary', headers: { 'Sign-Ticket': ticket } });
    expect(app.page()).toMatchObject({ step: 'identify', summary, busy: null });
    expect(app.titles.at(-1)).toBe('租赁合同 - 青屿融租（演示）有限公司');
  });

  it('of a contract that a service signs asks where, and leaves for it', async () => {
    const app = await visit();
    await app.last('/summary').answer({ ...summary, way: 'service', needsIdTail: false });
    app.do(at.leave());
    expect(app.last('/elsewhere').call).toMatchObject({ method: 'POST', headers: { 'Sign-Ticket': ticket } });
    await app.last('/elsewhere').refuse(502, '暂时无法打开签署页面', { reason: 'sign.serviceAway' });
    expect(app.page()).toMatchObject({ busy: null, error: { text: '暂时无法打开签署页面' } });
    app.do(at.leave());
    await app.last('/elsewhere').answer({ url: 'https://sign.example/e/1?visit=2' });
    expect(app.left).toEqual(['https://sign.example/e/1?visit=2']);
  });

  it.each([
    ['sign.badLink', 'badLink'],
    ['sign.locked', 'locked'],
  ])('says that the link leads nowhere when the server answers %s', async (reason, end) => {
    const app = await visit();
    await refuse(app, '/summary', reason, '此链接已失效');
    expect(app.page()).toMatchObject({ end, endText: '此链接已失效', summary: null });
    expect(app.toasts()).toEqual([]);
  });

  it('can be opened again when the server could not be reached', async () => {
    const app = await visit();
    await app.last('/summary').cutOff();
    expect(app.page().end).toBe('cutOff');
    app.do(at.open({ ticket }));
    await app.last('/summary').answer(summary);
    expect(app.page()).toMatchObject({ end: null, step: 'identify' });
  });

  it('has nothing to sign on a paper that is signed already', async () => {
    const app = await visit();
    await app.last('/summary').answer({ ...summary, isSigned: true });
    expect(app.page().end).toBe('signed');
  });
});

describe('the identity check', () => {
  it.each([
    [
      { tel: ' ', idTail: '' },
      { tel: 'required', idTail: 'required', smsCode: 'required' },
    ],
    [
      { tel: '13800138000', idTail: '12', smsCode: '12' },
      { idTail: 'length', smsCode: 'length' },
    ],
    // a code that was never asked for
    [{ tel: '13800138000', idTail: '1234', smsCode: '123456' }, { smsCode: 'length' }],
  ] as const)('asks for what is missing before it asks the server: %j', async (form, problems) => {
    const app = await opened();
    app.do(at.type(form));
    app.do(at.identify());
    expect(app.page()).toMatchObject({ problems, busy: null });
    expect(app.calls('/identify')).toEqual([]);
  });

  it('does not ask for the end of an unknown number', async () => {
    const app = await visit();
    await app.last('/summary').answer({ ...summary, needsIdTail: false });
    app.do(at.type({ tel: '13800138000' }));
    app.do(at.askCode());
    expect(app.last('/code').call.body).toEqual({ tel: '13800138000', idTail: '' });
  });

  it('says on the page, not in a toast, that the answers are wrong, and lets the person correct them', async () => {
    const app = await coded(await opened());
    app.do(at.type({ tel: '13900000000', idTail: '0021' }));
    app.do(at.identify());
    await refuse(app, '/identify', 'sign.notIdentified', '身份核验未通过');
    expect(app.page()).toMatchObject({
      step: 'identify',
      end: null,
      error: { text: '身份核验未通过' },
      form: { tel: '13900000000', idTail: '0021', smsCode: '246810' },
    });
    expect(app.toasts()).toEqual([]);
    app.do(at.type({ tel: '13800138000' }));
    expect(app.page().error).toBeNull();
  });

  it('ends for now when there were too many wrong answers', async () => {
    const app = await coded(await opened());
    app.do(at.type({ tel: '13900000000', idTail: '0021' }));
    app.do(at.identify());
    await refuse(app, '/identify', 'sign.locked', '请 15 分钟后再试');
    expect(app.page()).toMatchObject({ end: 'locked', endText: '请 15 分钟后再试' });
  });

  it('ignores a second tap while the first is answered', async () => {
    const app = await coded(await opened());
    app.do(at.identify());
    app.do(at.identify());
    expect(app.calls('/identify')).toHaveLength(1);
  });

  it('shows the paper and forgets the digits', async () => {
    const app = await identified();
    expect(app.page()).toMatchObject({
      step: 'read',
      pass: 'pass-1',
      hasReadAll: false,
      form: { idTail: '', smsCode: '' },
    });
    expect(app.page().paper?.clauses).toEqual(paper.clauses);
  });
});

describe('the code', () => {
  it('goes out for what was typed, counts down, and is redeemed with its id', async () => {
    const app = await opened();
    app.do(at.askCode());
    expect(app.page()).toMatchObject({ problems: { tel: 'required', idTail: 'required' }, busy: null });
    expect(app.calls('/code')).toEqual([]);
    await coded(app);
    expect(app.last('/code').call.body).toEqual({ tel: '13800138000', idTail: '002x' });
    expect(app.page().code).toEqual({ id: 'code-1', seconds: 60, testCode: '' });
    await app.clock.advance(59_000);
    expect(app.page().code.seconds).toBe(1);
    await app.clock.advance(1000);
    expect(app.page().code.seconds).toBe(0);
    app.do(at.identify());
    expect(app.last('/identify').call.body).toEqual({
      tel: '13800138000',
      idTail: '002x',
      codeId: 'code-1',
      smsCode: '246810',
    });
  });

  it('that cannot be sent is said on the page, and can be asked for again', async () => {
    const app = await opened();
    app.do(at.type({ tel: '13800138000', idTail: '002x' }));
    app.do(at.askCode());
    await refuse(app, '/code', 'sign.codeNotSent', '验证码发送失败，请稍后重试');
    expect(app.page()).toMatchObject({ end: null, busy: null, error: { text: '验证码发送失败，请稍后重试' } });
    app.do(at.askCode());
    expect(app.calls('/code')).toHaveLength(2);
  });

  it.each([
    ['sign.counterOnly', 'counterOnly'],
    ['sign.counterOver', 'counterOver'],
  ])('is for nothing where the server answers %s', async (reason, end) => {
    const app = await visit();
    await refuse(app, '/summary', reason, '请到现场签署');
    expect(app.page()).toMatchObject({ end, endText: '请到现场签署' });
  });
});

describe('at the counter', () => {
  it('asks for neither phone nor code: the witness has seen the customer', async () => {
    const app = await visit();
    await app.last('/summary').answer({ ...summary, way: 'counter', customerName: '听澜', witnessName: '沈知遥' });
    app.do(at.identify());
    expect(app.last('/identify').call.body).toEqual({});
    await app.last('/identify').answer(paper);
    expect(app.page().step).toBe('read');
  });

  it('has nothing to show after a reload: its ticket was in memory alone', async () => {
    const app = await start({ signedIn: false, at: '/sign/counter' });
    expect(app.see(sign.selectors.all)).toMatchObject({ end: 'counterOver', ticket: '' });
    expect(app.calls('/summary')).toEqual([]);
  });
});

describe('reading', () => {
  it('is reported to the server once, when the end came into sight', async () => {
    const app = await identified();
    expect(app.calls('/read')).toEqual([]);
    app.do(at.readAll());
    await app.last('/read').answer(true);
    app.do(at.proceed());
    expect(app.calls('/read').map(({ call }) => call.body)).toEqual([{ pass: 'pass-1' }]);
    expect(app.page().step).toBe('sign');
  });

  it('does not lead on to the signature before the server knows of it', async () => {
    const app = await identified();
    app.do(at.readAll());
    await app.last('/read').cutOff();
    expect(app.page()).toMatchObject({ step: 'read', isReadKept: false, error: null });
    app.do(at.proceed());
    expect(app.page().step).toBe('read');
    await app.last('/read').cutOff();
    expect(app.page()).toMatchObject({ step: 'read', error: { say: 'network' } });
    app.do(at.proceed());
    await app.last('/read').answer(true);
    expect(app.page()).toMatchObject({ step: 'sign', error: null });
  });
});

describe('signing', () => {
  it('sends the drawing with the consent and ends with the signed paper', async () => {
    const app = await aboutToSign();
    app.do(at.sign());
    expect(app.last('/sign').call.body).toEqual({ pass: 'pass-1', signature: drawing, consent: true });
    await app.last('/sign').answer({ finishTime: '2026-01-05 10:00:00', pdf: '/api/file/2' });
    expect(app.page()).toMatchObject({ step: 'done', done: { pdf: '/api/file/2' }, signature: null, pass: '' });
  });

  it('keeps drawing and consent when the network is lost, and signs at the second try', async () => {
    const app = await aboutToSign();
    app.do(at.sign());
    await app.last('/sign').cutOff();
    expect(app.page()).toMatchObject({
      step: 'sign',
      signature: drawing,
      isAgreed: true,
      busy: null,
      error: { say: 'network' },
    });
    app.do(at.sign());
    await app.last('/sign').answer({ finishTime: '2026-01-05 10:00:00', pdf: '/api/file/2' });
    expect(app.page()).toMatchObject({ step: 'done', error: null });
  });

  it('finds the paper signed when only the answer to the first try was lost', async () => {
    const app = await aboutToSign();
    app.do(at.sign());
    await app.last('/sign').cutOff();
    app.do(at.sign());
    await refuse(app, '/sign', 'sign.done', '合同已签署完成');
    expect(app.page()).toMatchObject({ end: 'signed', signature: null });
  });

  it('comes back to the drawing after the check was made again', async () => {
    const app = await aboutToSign();
    app.do(at.sign());
    await refuse(app, '/sign', 'sign.identifyFirst', '请先完成身份核验');
    expect(app.page()).toMatchObject({ step: 'identify', error: { text: '请先完成身份核验' }, signature: drawing });
    await app.clock.advance(60_000);
    await coded(app);
    app.do(at.identify());
    await app.last('/identify').answer({ ...paper, pass: 'pass-2' });
    expect(app.page()).toMatchObject({ step: 'sign', pass: 'pass-2', signature: drawing, isAgreed: true, error: null });
  });

  it('shows neither the drawing nor what proves the person to a developer', async () => {
    const app = await aboutToSign();
    const shown = JSON.stringify(masked([app.store.getState(), app.actions]));
    expect(JSON.stringify(app.store.getState())).toContain(drawing);
    expect(shown).not.toContain(drawing);
    expect(shown).not.toContain('pass-1');
    expect(shown).not.toContain(ticket);
  });
});

describe('refusing', () => {
  it('takes the reason to the server and ends the page', async () => {
    const app = await aboutToSign();
    app.do(at.thinkOfRefusing());
    app.do(at.giveReason(' 金额不对 '));
    app.do(at.refuse());
    expect(app.last('/refuse').call.body).toEqual({ pass: 'pass-1', reason: '金额不对' });
    await app.last('/refuse').answer(true);
    expect(app.page()).toMatchObject({ end: 'refused', refusal: null, signature: null });
  });

  it('keeps the reason when the network is lost', async () => {
    const app = await identified();
    app.do(at.thinkOfRefusing());
    app.do(at.giveReason('金额不对'));
    app.do(at.refuse());
    await app.last('/refuse').cutOff();
    expect(app.page()).toMatchObject({ end: null, refusal: { reason: '金额不对' }, error: { say: 'network' } });
  });

  it('can be thought over', async () => {
    const app = await aboutToSign();
    app.do(at.thinkOfRefusing());
    app.do(at.thinkAgain());
    expect(app.page()).toMatchObject({ refusal: null, step: 'sign', signature: drawing });
    expect(app.calls('/refuse')).toEqual([]);
  });
});
