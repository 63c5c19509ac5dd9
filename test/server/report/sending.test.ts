/** Reports that are sent by themselves: when, with whose rights, to whom, and once. */
import type { AddressInfo } from 'node:net';
import * as xlsx from '@e965/xlsx';
import { SMTPServer } from 'smtp-server';
import { report, reportKinds, sendingOutcomes } from '../../../contract/modules/report/report';
import { registry, tasks } from '../../../server/app';
import { runnerOf } from '../../../server/engine/tasks';
import { openQueue } from '../../../server/platform/queue';
import { type Client, leaseOf, ok, type Server, startServer } from '../../support/server';

const at = report.url('list').replace(/list$/, '');
let server: Server;
let smtp: SMTPServer;
let letters: { to: string[]; source: string }[] = [];
let reportId = '';
const people: Record<string, { userId: string; roleId: string; client: Client }> = {};

beforeAll(async () => {
  smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    logger: false,
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        letters.push({ to: envelope.rcptTo.map(({ address }) => address), source: Buffer.concat(parts).toString() });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  server = await startServer({
    env: {
      EGRESS_ALLOW: `127.0.0.1:${port}`,
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      SMTP_FROM: 'desk@lease.example',
    },
  });
  await leaseOf(server).started();
  const pages = ['report', 'order', 'paymentPlan', 'report_send'];
  for (const [name, permissions] of Object.entries({ sender: pages, reader: ['report'], outsider: ['order'] })) {
    const made = await server.addUser({ account: name, permissions });
    people[name] = { ...made, client: await server.as(name) };
  }
  await server.sql('update sys_user set email = $2 where id = $1', [people.reader!.userId, 'reader@lease.example']);
  const { records } = ok(await server.admin.get(`${at}list`));
  reportId = records.find(({ kind }: { kind: number }) => kind === reportKinds.portfolio).id;
});
afterAll(async () => {
  await server.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});
beforeEach(async () => {
  letters = [];
  server.clock.set('2026-11-20 10:00:00');
  for (const table of ['pgboss.job', 'inbox', 'message', 'report_sent']) await server.sql(`delete from ${table}`);
});

function schedule(change: object = {}, client = people.sender!.client) {
  const recipientIds = `${people.reader!.userId},${people.outsider!.userId}`;
  const body = {
    ids: reportId,
    frequency: 3,
    sendTime: '18:00',
    weekDay: 1,
    monthDay: 31,
    fileFormat: 1,
    recipientIds,
    ...change,
  };
  return client.post(`${at}send`, { body });
}
async function row() {
  return ok(await server.admin.get(`${at}detail`, { id: reportId }));
}
/** The calendar's run, and all that is due in the queue. */
async function run(time: string) {
  server.clock.set(time);
  await server.advance();
  await server.drain();
}
async function inboxOf(name: string) {
  return ok(await people[name]!.client.get('/blade-desk/inbox/page', { kind: 'message' })).records;
}

describe('a schedule', () => {
  it('is set by those who may send, for people of the tenant, at a time of day', async () => {
    expect((await schedule({}, people.reader!.client)).status).toBe(403);
    const before = await server.fingerprint();
    expect((await schedule({ sendTime: '25:00' })).body.problems).toEqual({ sendTime: 'badFormat' });
    expect((await schedule({ recipientIds: '' })).body.problems).toEqual({ recipientIds: 'required' });
    expect((await schedule({ recipientIds: '12345' })).body.problems).toEqual({ recipientIds: 'reference' });
    expect((await schedule({ monthDay: 32 })).body.problems).toEqual({ monthDay: 'tooLarge' });
    const statement = ok(await server.admin.get(`${at}list`, { kind: reportKinds.customerStatement })).records[0].id;
    expect((await schedule({ ids: statement })).body.problems).toEqual({ customerId: 'required' });
    expect(await server.fingerprint()).toBe(before);
    ok(await schedule());
    expect(await row()).toMatchObject({
      nextTime: '2026-11-30 18:00:00',
      frequency: 3,
      scheduledBy: people.sender!.userId,
      recipientNames: 'outsider,reader',
    });
    ok(await schedule({ frequency: 0, recipientIds: '' }));
    expect(await row()).toMatchObject({ nextTime: null, frequency: 0 });
  });

  it('keeps the report that its sender chose: another person, who may be a recipient, does not change what it tells', async () => {
    const { userId } = await server.addUser({ account: 'editor', permissions: ['report', 'report_edit'] });
    const editor = await server.as('editor');
    const change = (client: Client, body: object) => client.post(`${at}submit`, { body: { id: reportId, ...body } });
    ok(await schedule({ recipientIds: userId }));
    const before = await server.fingerprint();
    for (const body of [{ kind: reportKinds.dueList }, { params: '{"scope":"2"}' }])
      expect((await change(editor, body)).body.reason).toBe('report.scheduledByOther');
    expect(await server.fingerprint()).toBe(before);
    ok(await schedule({ frequency: 0, recipientIds: '' }));
    ok(await change(editor, { params: '{"scope":"2"}' }));
    ok(await change(editor, { params: '{}' }));
  });

  it('sends the file once, to those recipients who may see reports, and says when the next one is due', async () => {
    ok(await schedule());
    await run('2026-11-30 17:59:59');
    expect((await row()).lastTime).toBeNull();
    await run('2026-11-30 18:00:05');
    expect(await row()).toMatchObject({
      lastTime: '2026-11-30 18:00:05',
      lastOutcome: sendingOutcomes.sent,
      nextTime: '2026-12-31 18:00:00',
    });
    const [entry, ...others] = await inboxOf('reader');
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ title: '报表“业务台账”已生成', subject: 'report' });
    expect(await inboxOf('outsider')).toEqual([]);
    const sent = ok(await people.reader!.client.get(`${at}sent`, { id: entry.subjectId }));
    expect(sent).toMatchObject({ name: '业务台账', fileName: '业务台账_2026-11-30.xlsx', by: 'sender' });
    const file = await server.anybody.send({ method: 'GET', url: sent.link });
    expect(xlsx.read(file.raw).SheetNames[0]).toBe('按产品汇总');
    // The recipients alone open it.
    const other = await server.as('admin');
    expect((await other.get(`${at}sent`, { id: entry.subjectId })).status).toBe(404);
    expect(letters.map(({ to }) => to)).toEqual([['reader@lease.example']]);
    const [letter] = letters;
    expect(letter!.source.replace(/=\r\n/g, '')).toContain(`/report/reportlist/detail/${entry.subjectId}`);
    await run('2026-11-30 18:30:00');
    expect(await inboxOf('reader')).toHaveLength(1);
  });

  it('is kept by one of two servers whose tasks are due at the same moment', async () => {
    ok(await schedule());
    server.clock.set('2026-11-30 18:00:00');
    await server.sql("update pgboss.job set start_after = now() where name = 'report.due'");
    await server.advance();
    const [{ count }] = await server.sql("select count(*)::int from pgboss.job where name = 'report.due'");
    expect(count).toBe(2); // that of the schedule, and that of the calendar
    const second = openQueue(server.connections.app);
    await Promise.all([server.drain(), second.drain(tasks, runnerOf(server.deps, registry))]);
    await second.close();
    expect(await inboxOf('reader')).toHaveLength(1);
    expect(await server.sql('select due_time::text from report_sent')).toEqual([{ due_time: '2026-11-30 18:00:00' }]);
  });

  it('that was missed while no server ran is made up for once', async () => {
    ok(await schedule({ frequency: 1 }));
    await run('2026-11-27 09:00:00');
    await run('2026-11-27 09:10:00');
    expect(await inboxOf('reader')).toHaveLength(1);
    expect(await row()).toMatchObject({ lastTime: '2026-11-27 09:00:00', nextTime: '2026-11-27 18:00:00' });
  });

  it('does not send once the right is gone, and tells the person who set it', async () => {
    ok(await schedule({ frequency: 1 }));
    const { roleId, userId } = people.sender!;
    const lost = await server.sql(
      `delete from sys_role_menu where role_id = $1 and menu_id in (select id from sys_menu where code = 'report_send') returning *`,
      [roleId],
    );
    await run('2026-11-20 18:00:01');
    expect(await row()).toMatchObject({ lastOutcome: sendingOutcomes.notSent, nextTime: '2026-11-21 18:00:00' });
    expect((await inboxOf('sender')).map(({ title }: { title: string }) => title)).toEqual(['报表“业务台账”未能发送']);
    for (const { tenant_id, role_id, menu_id } of lost)
      await server.sql('insert into sys_role_menu values ($1, $2, $3)', [tenant_id, role_id, menu_id]);
    await server.sql('update sys_user set status = 2 where id = $1', [userId]);
    await run('2026-11-21 18:00:01');
    expect((await row()).lastReason).toContain('停用');
    await server.sql('update sys_user set status = 1 where id = $1', [userId]);
    expect(await inboxOf('reader')).toEqual([]);
    expect(await server.sql('select id from report_sent')).toEqual([]);
  });

  it('makes the report with the data scopes of the person who set it, in their language, as PDF where chosen', async () => {
    const [menuId] = await server.menuIds('order');
    const scope = { menuId, scopeName: 'own', resourceCode: 'own', scopeClass: 'order', scopeType: 2, scopeField: '*' };
    const { id } = ok(await server.admin.post('/blade-system/data-scope/submit', { body: scope }));
    await server.sql('insert into sys_role_scope select $1, $2, 1, $3', ['000000', people.sender!.roleId, id]);
    const english = { ...people.sender!.client.headers, 'accept-language': 'en' };
    const body = {
      ...{ ids: reportId, frequency: 1, sendTime: '18:00', fileFormat: 1, recipientIds: people.reader!.userId },
    };
    ok(await server.anybody.send({ method: 'POST', url: `/api${at}send`, headers: english, payload: body }));
    await run('2026-11-20 18:00:01');
    const [entry] = await inboxOf('reader');
    expect(entry.title).toBe('The report “业务台账” is ready');
    const sent = ok(await people.reader!.client.get(`${at}sent`, { id: entry.subjectId }));
    const book = xlsx.read((await server.anybody.send({ method: 'GET', url: sent.link })).raw);
    expect(xlsx.utils.sheet_to_json(book.Sheets.Orders!, { header: 1 })).toHaveLength(2); // the head and the totals
    ok(await schedule({ frequency: 1, fileFormat: 2 }));
    await run('2026-11-21 18:00:01');
    const [latest] = await inboxOf('reader');
    const pdf = ok(await people.reader!.client.get(`${at}sent`, { id: latest.subjectId }));
    expect(pdf.fileName).toBe('业务台账_2026-11-21.pdf');
    expect((await server.anybody.send({ method: 'GET', url: pdf.link })).raw.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('ends with its report', async () => {
    ok(await schedule({ frequency: 1 }));
    ok(await server.admin.post(`${at}remove`, { query: { ids: reportId } }));
    await run('2026-11-20 18:00:01');
    expect(await inboxOf('reader')).toEqual([]);
  });
});
