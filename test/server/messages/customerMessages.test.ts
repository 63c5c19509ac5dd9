/** What customers are told about their orders, by short message and by e-mail through a real SMTP server. */
import { type AddressInfo, createServer } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { addDays } from '../../../contract/domain/calendar';
import { messageStates } from '../../../contract/domain/messages';
import { attempt } from '../../../server/messages/attempts';
import { openMail } from '../../../server/platform/mail';
import { leaseOf, ok, type Server, startServer } from '../../support/server';
import { type SmsGateway, startSmsGateway } from '../../support/smsGateway';

const HOUR = 60 * 60_000;
interface Letter {
  from: string;
  to: string[];
  source: string;
}

const letter = { id: '1', to: 'a@example.com', subject: 's', text: 't' };
const carried = { address: letter.to, values: [] };

let server: Server;
let gateway: SmsGateway;
let lease: ReturnType<typeof leaseOf>;
let smtp: SMTPServer;
let port = 0;
let letters: Letter[] = [];
/** What the server answers a recipient, or the end of a text; 0 takes it. */
let answers = { recipient: 0, text: 0 };
let signedIn: string[] = [];

beforeAll(async () => {
  const refusal = (responseCode: number, of = '') => Object.assign(new Error(`not now${of}`), { responseCode });
  smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: true,
    logger: false,
    onAuth({ username = '', password }, _session, done) {
      signedIn.push(`${username}:${password}`);
      done(null, { user: username });
    },
    onRcptTo({ address }, _session, done) {
      // as servers do, it names the address that it refuses
      done(answers.recipient > 0 ? refusal(answers.recipient, ` for <${address}>`) : null);
    },
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        if (answers.text > 0) return done(refusal(answers.text));
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const to = envelope.rcptTo.map(({ address }) => address);
        letters.push({ from, to, source: Buffer.concat(parts).toString('utf8') });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  port = (smtp.server.address() as AddressInfo).port;
  gateway = await startSmsGateway();
  server = await startServer({
    env: {
      ...gateway.env,
      EGRESS_ALLOW: `${gateway.env.EGRESS_ALLOW},127.0.0.1:${port}`,
      SMTP_URL: `smtp://desk%40lease.example:p%3Aw@127.0.0.1:${port}`,
      SMTP_FROM: '北方租赁 <desk@lease.example>',
    },
  });
  lease = leaseOf(server);
});
afterAll(async () => {
  await server.close();
  await gateway.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});
beforeEach(async () => {
  server.clock.set('2026-11-20 10:00:00');
  for (const table of ['message', "day_sequence where name = 'reminders'", 'pgboss.job'])
    await server.sql(`delete from ${table}`);
  await server.sql('update lease_payment_plan set pay_status = 2'); // orders of earlier tests owe nothing
  await server.sql('update message_template set is_on = 1');
  Object.assign(gateway, { status: 200, sent: [], asked: 0 });
  letters = [];
  signedIn = [];
  answers = { recipient: 0, text: 0 };
});

async function run(): Promise<void> {
  await server.advance();
  await server.drain();
}
function texts() {
  return gateway.sent.map(({ text }) => text);
}
/** The body of a letter, decoded. */
function bodyOf({ source }: Letter): string {
  const [head = '', body = ''] = source.split(/\r?\n\r?\n/, 2);
  return /base64/i.test(head) ? Buffer.from(body, 'base64').toString('utf8') : body;
}
/** Two running orders of one customer, whose instalments are of the same days. */
async function twoOrders(person: object = {}) {
  const { id: customerId } = await lease.customer({ tel: '13700137000', idNo: '', ...person });
  const body = { customerId, interestDate: '2026-10-01' };
  const one = await lease.started(body);
  const two = await lease.started(body);
  return { customerId, one, two, rows: [...one.rows, ...two.rows] };
}

describe('a rejected voucher', () => {
  it('is told to the customer, with the reason, each time it happens', async () => {
    const { id, contractCode } = await lease.order().then(async (row) => {
      ok(await lease.move(row.id, 1));
      return lease.read(row.id);
    });
    await lease.voucher(id);
    ok(await lease.move(id, 1, { reason: '金额不清晰' }));
    await server.drain();
    expect(gateway.sent).toEqual([
      {
        phone: '13800138000',
        text: `【我的公司】李雷，您好！合同 ${contractCode} 的打款凭证未通过审核，原因：金额不清晰。请重新提交。`,
      },
    ]);
    await lease.voucher(id);
    ok(await lease.move(id, 1, { reason: '印章缺失' }));
    await server.drain();
    expect(texts().at(-1)).toContain('印章缺失');
    expect(gateway.asked).toBe(2);
  });
});

describe('confirmed payments', () => {
  it('are told once to each customer of the batch', async () => {
    const { one, two } = await twoOrders();
    const other = await lease.started({ customerId: (await lease.customer({ tel: '13600136000', idNo: '' })).id });
    const picked = [one.rows[0], two.rows[0], other.rows[0]];
    const query = { ids: picked.map(({ id }) => id).join(','), reason: '提前付款' };
    ok(await server.admin.post(`${lease.paths.plan}/updateBat`, { query }));
    await server.drain();
    expect(gateway.sent.map(({ phone }) => phone).sort()).toEqual(['13600136000', '13700137000']);
    const text = gateway.sent.find(({ phone }) => phone === '13700137000')!.text;
    const total = (Number(one.rows[0].amountPayable) + Number(two.rows[0].amountPayable)).toFixed(2);
    expect(text).toContain(
      `合同 ${one.order.contractCode}、${two.order.contractCode} 的 2 期款项已于 2026-11-20 付款确认，合计 ${total} 元`,
    );
  });

  it('are not told for a batch that is refused', async () => {
    const { one } = await twoOrders();
    const query = { ids: one.rows[0].id, reason: '付款' };
    ok(await server.admin.post(`${lease.paths.plan}/updateBat`, { query }));
    expect((await server.admin.post(`${lease.paths.plan}/updateBat`, { query })).status).toBe(400);
    await server.drain();
    expect(gateway.asked).toBe(1);
  });
});

describe('reminders', () => {
  it('of what is due are made from nine o’clock on, once for each customer and day', async () => {
    const { one, rows } = await twoOrders();
    const date = one.rows[1].paymentDate as string;
    const due = rows.filter((row) => row.paymentDate === date);
    expect(due).toHaveLength(2);
    await server.sql('update lease_payment_plan set pay_status = 2 where payment_date < $1', [date]);
    server.clock.set(`${addDays(date, -3)} 08:59:00`);
    await run();
    expect(gateway.asked).toBe(0);
    server.clock.advance(60_000);
    await run();
    const amount = due.reduce((total, row) => total + Number(row.amountPayable), 0).toFixed(2);
    expect(texts()).toEqual([expect.stringContaining(`有 2 期款项将于 ${date} 到期，合计 ${amount} 元`)]);
    for (let hours = 0; hours < 48; hours += 12) {
      server.clock.advance(12 * HOUR);
      await run();
    }
    expect(gateway.asked).toBe(1);
  });

  it('name what is owed and what is due in a sum of its own each', async () => {
    const { id: customerId } = await lease.customer({ tel: '13700137000', idNo: '' });
    const pays = await lease.started({ customerId, interestDate: '2026-10-01' });
    const collects = await lease.started({ customerId, interestDate: '2026-10-01' }, { direction: 2 });
    const sides = [pays, collects];
    const day = pays.rows[0].paymentDate as string;
    const saying = (words: string, count: number) =>
      sides.map(({ order, rows }) =>
        expect.stringMatching(
          new RegExp(`合同 ${order.contractCode} .*${count} 期款项${words}.*合计 ${rows[0].amountPayable} 元`),
        ),
      );
    server.clock.set(`${addDays(day, -1)} 09:30:00`);
    await run();
    expect(texts()).toEqual(expect.arrayContaining(saying('将于', 1)));
    expect(gateway.asked).toBe(2);
    server.clock.set(`${addDays(day, 1)} 09:30:00`);
    await run();
    expect(texts().slice(2)).toEqual(expect.arrayContaining(saying('逾期', 1)));
    expect(gateway.asked).toBe(4);
  });

  it('of what is overdue are one digest for each customer, again after a week', async () => {
    const { one, rows } = await twoOrders();
    const [first, second] = [one.rows[0].paymentDate as string, one.rows[1].paymentDate as string];
    server.clock.set(`${addDays(second, 2)} 09:30:00`);
    const late = rows.filter((row) => row.paymentDate <= second);
    expect(late).toHaveLength(4);
    await server.sql('update message_template set is_on = 0 where kind = 4');
    await run();
    const amount = late.reduce((total, row) => total + Number(row.amountPayable), 0).toFixed(2);
    expect(texts()).toEqual([expect.stringContaining(`共有 4 期款项逾期，合计 ${amount} 元，最长已逾期`)]);
    const days = Math.round((Date.parse(addDays(second, 2)) - Date.parse(first)) / 86_400_000);
    expect(texts()[0]).toContain(`最长已逾期 ${days} 天`);
    for (let day = 1; day <= 7; day++) {
      server.clock.set(`${addDays(second, 2 + day)} 09:30:00`);
      await run();
      expect([day, gateway.asked]).toEqual([day, day < 7 ? 1 : 2]);
    }
  });

  it('are not made for paid, frozen or void instalments, nor while they are switched off', async () => {
    const { rows, one } = await twoOrders();
    const ids = rows.map(({ id }) => id);
    await server.sql('update lease_payment_plan set is_frozen = 1 where id = any($1)', [ids]);
    server.clock.set(`${addDays(one.rows[1].paymentDate, 1)} 09:30:00`);
    await run();
    await server.sql('update lease_payment_plan set is_frozen = 0 where id = any($1)', [ids]);
    await server.sql('update message_template set is_on = 0');
    server.clock.advance(24 * HOUR);
    await run();
    expect(gateway.asked).toBe(0);
    expect(await server.sql('select 1 from message')).toEqual([]);
  });

  it('are off in a new tenant until a person switches them on', async () => {
    const { tenantId } = await server.foundTenant();
    const rows = await server.sql('select kind, is_on from message_template where tenant_id = $1 order by kind', [
      tenantId,
    ]);
    expect(rows.map(({ is_on }) => is_on)).toEqual([1, 1, 0, 0, 0, 0]);
  });
});

describe('by e-mail', () => {
  it('a customer without a mobile number is written to, and by no second way', async () => {
    const { one } = await twoOrders({ tel: '010-88886666', email: 'lilei@example.com' });
    const query = { ids: one.rows[0].id, reason: '付款' };
    ok(await server.admin.post(`${lease.paths.plan}/updateBat`, { query }));
    await server.drain();
    expect(letters).toMatchObject([{ from: 'desk@lease.example', to: ['lilei@example.com'] }]);
    expect(bodyOf(letters[0]!)).toContain('的 1 期款项已于 2026-11-20 付款确认');
    expect(signedIn).toEqual(['desk@lease.example:p:w']);
    expect(gateway.asked).toBe(0);
    const rows = ok(await server.admin.get('/blade-resource/message/list')).records;
    expect(rows).toMatchObject([
      { channel: 2, recipient: 'l***@example.com', gateway: 'smtp', state: messageStates.sent },
    ]);
    expect(letters[0]!.source).toMatch(new RegExp(`^Message-ID: <${rows[0].id}@lease\\.example>`, 'im'));
  });

  it('an address that its server repeats and refuses is masked in the log, as the recipient is', async () => {
    const { one } = await twoOrders({ tel: '010-88886666', email: 'lilei@example.com' });
    answers = { recipient: 550, text: 0 };
    const query = { ids: one.rows[0].id, reason: '付款' };
    ok(await server.admin.post(`${lease.paths.plan}/updateBat`, { query }));
    await server.drain();
    const { records } = ok(await server.admin.get('/blade-resource/message/list'));
    expect(records).toMatchObject([
      { state: messageStates.failed, fault: expect.stringContaining('not now for <l***@example.com>') },
    ]);
    expect(JSON.stringify(await server.sql('select * from message'))).not.toContain('lilei@example.com');
  });

  it('a mobile number comes first', async () => {
    const { one } = await twoOrders({ email: 'lilei@example.com' });
    ok(await server.admin.post(`${lease.paths.plan}/updateBat`, { query: { ids: one.rows[0].id, reason: '付款' } }));
    await server.drain();
    expect([gateway.asked, letters.length]).toEqual([1, 0]);
  });

  it('refuses an address that is none', async () => {
    const body = { realName: '韩梅梅', tel: '13800138000', email: 'a@b' };
    const answer = await server.admin.post(`${lease.paths.customer}/submit`, {
      body: { ...body, email: 'a b@c.example' },
    });
    expect(answer.body.problems).toEqual({ email: 'badFormat' });
  });

  it('tells what the server took, refused for now or for good, and may have taken', async () => {
    const options = { url: `smtp://127.0.0.1:${port}`, from: 'desk@lease.example' };
    const send = (mayBePlain = true) => attempt(() => openMail(options, { mayBePlain }).send(letter), carried);
    expect(await send()).toMatchObject({ end: 'sent' });
    answers = { recipient: 451, text: 0 };
    expect(await send()).toMatchObject({ end: 'later', isReached: true });
    answers = { recipient: 550, text: 0 };
    expect(await send()).toMatchObject({ end: 'failed', isReached: true });
    answers = { recipient: 0, text: 452 };
    expect(await send()).toMatchObject({ end: 'later', isReached: true });
    answers = { recipient: 0, text: 0 };
    expect(letters).toHaveLength(1);
    // without encryption only to a host that the operator allows
    expect(await send(false)).toMatchObject({ end: 'failed' });
    expect(letters).toHaveLength(1);
    const nowhere = openMail({ ...options, url: 'smtp://127.0.0.1:1' }, { mayBePlain: true });
    expect(await attempt(() => nowhere.send(letter), carried)).toMatchObject({ end: 'later', isReached: false });
  });

  it('whose connection breaks after its text was sent has an unknown outcome', async () => {
    const server = createServer((socket) => {
      const replies = ['250 hello', '250 sender', '250 recipient', '354 go on'];
      socket.on('error', () => undefined);
      socket.write('220 ready\r\n');
      let text = '';
      socket.on('data', (part) => {
        text += part.toString();
        if (text.includes('\r\n.\r\n')) socket.destroy();
        else if (replies.length > 0) socket.write(`${replies.shift()}\r\n`);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const mail = openMail({ url, from: 'desk@lease.example' }, { mayBePlain: true });
    expect(await attempt(() => mail.send(letter), carried)).toMatchObject({ end: 'unknown' });
    await new Promise((resolve) => server.close(resolve));
  });
});
