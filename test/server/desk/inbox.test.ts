/** Messages to people: who sees which row, what counts as read, and that no script in it runs. */

import { order } from '../../../contract/modules/lease/order';
import { registry } from '../../../server/app';
import { fileFrom } from '../../../server/engine/files/fileLife';
import { type Message, notify } from '../../../server/engine/inbox/notify';
import { asSystem } from '../../../server/engine/work';
import type { Audience } from '../../../server/kernel/bus';
import { shownHtml, storedHtml } from '../../../server/kernel/html';
import { png } from '../../support/png';
import { allBut, boundPerson } from '../../support/scopes';
import { type Client, leaseOf, ok, platform, type Server, startServer } from '../../support/server';

let server: Server;
let li: Client;
let liId: string;
let boss: Client;
let stranger: Client;
beforeAll(async () => {
  server = await startServer();
  ({ userId: liId } = await server.addUser({ account: 'li' }));
  const { roleId } = await server.addUser({ account: 'boss' });
  await server.sql(`update sys_role set is_admin = true where id = $1`, [roleId]);
  await server.addTenant('100001');
  await server.addUser({ account: 'stranger', tenantId: '100001' });
  li = await server.as('li');
  boss = await server.as('boss');
  stranger = await server.as('stranger', '100001');
});
afterAll(() => server.close());
beforeEach(() => server.sql('delete from inbox'));

/** To everyone, unless it says otherwise. */
function send(what: Partial<Message> & Partial<Audience>) {
  const whole = {
    tenantId: platform,
    audience: 'all',
    kind: 'notice',
    title: 't',
    content: 'c',
    ...what,
  } as Message & Audience;
  server.clock.advance(1000);
  return server.deps.db.withTenant(whole.tenantId, '2026-11-20', (trx) => notify(trx, server.deps, whole));
}
async function page(client: Client, query: object = {}) {
  return ok(await client.get('/blade-desk/inbox/page', { ...query }));
}
async function titles(client: Client, query: object = {}) {
  return (await page(client, query)).records.map(({ title }: { title: string }) => title);
}
async function unread(client: Client) {
  return ok(await client.get('/blade-desk/inbox/unread'));
}
function read(client: Client, ids: string) {
  return client.post('/blade-desk/inbox/read', { query: { ids } });
}
function readAll(client: Client, kind?: string) {
  return client.post('/blade-desk/inbox/read-all', { query: { kind } });
}

describe('the inbox', () => {
  it('shows a person what is addressed to them, newest first', async () => {
    await send({ title: '全体' });
    await send({ title: '给管理员', audience: 'admin' });
    await send({ title: '给李', audience: 'user', userId: liId, kind: 'mail', subject: 'order', subjectId: '7' });
    const sentAt = server.clock.text();
    await send({ title: '别家', tenantId: '100001' });
    expect(await titles(li)).toEqual(['给李', '全体']);
    expect(await titles(boss)).toEqual(['给管理员', '全体']);
    expect(await titles(server.admin)).toEqual(['给管理员', '全体']);
    expect(await titles(stranger)).toEqual(['别家']);
    const { records, ...rest } = await page(li, { kind: 'mail' });
    expect(rest).toEqual({ total: 1, size: 10, current: 1, pages: 1 });
    expect(records).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        kind: 'mail',
        title: '给李',
        content: 'c',
        isRead: false,
        subject: 'order',
        subjectId: '7',
        createTime: sentAt,
      },
    ]);
  });

  it('is paged', async () => {
    for (let i = 1; i <= 5; i++) await send({ title: `第${i}` });
    expect(await titles(li, { size: 2 })).toEqual(['第5', '第4']);
    expect(await titles(li, { size: 2, current: 3 })).toEqual(['第1']);
    expect((await page(li, { size: 2 })).pages).toBe(3);
    expect((await li.get('/blade-desk/inbox/page', { kind: 'spam' })).body.reason).toBe('badParameter');
    expect((await li.get('/blade-desk/inbox/page', { size: 'x' })).body.reason).toBe('badParameter');
  });

  it('keeps what was read for each person, and says it twice without complaint', async () => {
    const mail = await send({ kind: 'mail' });
    await send({ kind: 'message' });
    await send({ kind: 'notice' });
    expect(await unread(li)).toEqual({ mail: 1, message: 1, notice: 1 });
    for (let i = 0; i < 2; i++) expect(ok(await read(li, mail))).toEqual({ mail: 0, message: 1, notice: 1 });
    expect(await unread(li)).toEqual({ mail: 0, message: 1, notice: 1 });
    expect(await unread(boss)).toEqual({ mail: 1, message: 1, notice: 1 });
    const shown = (await page(li)).records.map(({ kind, isRead }: { kind: string; isRead: boolean }) => [kind, isRead]);
    expect(Object.fromEntries(shown)).toEqual({ mail: true, message: false, notice: false });
    for (let i = 0; i < 2; i++) expect(ok(await readAll(li, 'notice'))).toEqual({ mail: 0, message: 1, notice: 0 });
    expect(ok(await readAll(li))).toEqual({ mail: 0, message: 0, notice: 0 });
    expect(await unread(boss)).toEqual({ mail: 1, message: 1, notice: 1 });
  });

  it('is read once by many clicks at the same moment', async () => {
    const id = await send({});
    const answers = await Promise.all(Array.from({ length: 8 }, () => read(li, id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await server.sql('select * from inbox_read where inbox_id = $1', [id])).toHaveLength(1);
  });

  it('cannot be marked as read by others', async () => {
    const ids = [
      await send({ audience: 'admin' }),
      await send({ audience: 'user', userId: liId }),
      await send({ tenantId: '100001' }),
      '12345',
    ].join(',');
    expect(ok(await read(boss, ids))).toEqual({ mail: 0, message: 0, notice: 0 });
    expect(ok(await read(stranger, ids))).toEqual({ mail: 0, message: 0, notice: 0 });
    const marked = await server.sql('select tenant_id, inbox_id from inbox_read order by inbox_id');
    expect(marked.map(({ inbox_id }) => inbox_id)).toEqual([ids.split(',')[0], ids.split(',')[2]]);
    expect((await read(li, 'x')).body.reason).toBe('badParameter');
    expect((await read(li, '')).body.reason).toBe('missingParameter');
  });

  it('needs a session', async () => {
    for (const answer of [
      await server.anybody.get('/blade-desk/inbox/page'),
      await server.anybody.get('/blade-desk/inbox/unread'),
      await readAll(server.anybody),
    ])
      expect(answer).toMatchObject({ status: 401, body: { reason: 'signedOut' } });
  });
});

describe('a message about a record', () => {
  it('for all is for those who may open what it is about', async () => {
    await server.addUser({ account: 'reader', permissions: ['paymentPlan'] });
    const reader = await server.as('reader');
    await send({ title: 'sums of all', subject: 'paymentPlan' });
    await send({ title: 'about nothing' });
    await send({ title: 'by name', subject: 'paymentPlan', audience: 'user', userId: liId });
    expect(await titles(li)).toEqual(['by name', 'about nothing']);
    expect(await titles(reader)).toEqual(['about nothing', 'sums of all']);
    expect(await titles(boss)).toEqual(['about nothing', 'sums of all']);
    expect(await unread(li)).toEqual({ mail: 0, message: 0, notice: 2 });
  });

  it('is for those who see the record, except where it is addressed by name', async () => {
    const lease = leaseOf(server);
    const { id } = await lease.order();
    const { roleId } = await server.addUser({ account: 'approver', permissions: ['user_audit', 'order'] });
    const approver = await server.as('approver');
    const about = { subject: 'order', subjectId: id };
    await send({ title: '全体', ...about });
    await send({ title: '给管理员', audience: 'admin', ...about });
    await send({ title: '注册', audience: 'admin', subject: 'registration', subjectId: liId });
    await send({ title: '升级' });
    const all = ['升级', '注册', '给管理员', '全体'];
    expect(await titles(approver)).toEqual(all);
    const bind = async (scopeClass: string) => {
      const [menuId] = await server.menuIds(scopeClass);
      const body = {
        menuId,
        scopeName: '本人',
        resourceCode: `inbox${scopeClass}`,
        scopeClass,
        scopeField: '*',
        scopeType: 2,
      };
      const made = ok(await server.admin.post('/blade-system/data-scope/submit', { body }));
      await server.sql('insert into sys_role_scope select $1, $2, 1, $3', [platform, roleId, made.id]);
    };
    // What is said to many may tell what some of them do not see of the record.
    const scopeField = allBut(order.fields, 'contractCode');
    const blind = await boundPerson(
      server,
      ['user_audit', 'order'],
      [{ scopeClass: 'order', scopeType: 1, scopeField }],
    );
    expect(await titles(blind)).toEqual(['升级', '注册']);
    await bind('order');
    expect(await titles(approver)).toEqual(['升级', '注册']);
    expect(await unread(approver)).toMatchObject({ notice: 2 });
    await bind('user');
    expect(await titles(approver)).toEqual(['升级']);
    expect(await titles(boss)).toEqual(all);
    const [{ id: userId }] = await server.sql(`select id from sys_user where account = 'approver'`);
    await send({ title: '给本人', audience: 'user', userId, ...about });
    expect(await titles(approver)).toEqual(['给本人', '升级']);
  });
});

describe('a text in it', () => {
  const shown = async (content: string) => {
    await server.sql(
      `insert into inbox (id, tenant_id, audience, kind, title, content, create_time)
       values ($1, '000000', 'all', 'notice', 't', $2, now())`,
      [server.deps.newId(), content],
    );
    return (await page(li)).records[0].content;
  };

  it.each([
    ['<script>alert(1)</script>好', '好'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<p onclick="alert(1)" style="position:fixed">好</p>', '<p>好</p>'],
    ['<a href="javascript:alert(1)">x</a>', '<a rel="noopener noreferrer nofollow" target="_blank">x</a>'],
    ['<a href=" java\tscript:alert(1)">x</a>', '<a rel="noopener noreferrer nofollow" target="_blank">x</a>'],
    ['<a href="data:text/html,x">x</a>', '<a rel="noopener noreferrer nofollow" target="_blank">x</a>'],
    ['<a href="//evil.example">x</a>', '<a rel="noopener noreferrer nofollow" target="_blank">x</a>'],
    [
      '<a href="https://lease.example/a?b=1" rel="opener" target="_self">x</a>',
      '<a href="https://lease.example/a?b=1" rel="noopener noreferrer nofollow" target="_blank">x</a>',
    ],
    ['<svg><use href="#x"/></svg><iframe src="/"></iframe><form action="/"><input name="a"></form>', ''],
    ['<style>*{display:none}</style><b>粗</b>', '<b>粗</b>'],
    [
      '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
      /^(?!.*onerror=).*$/,
    ],
    ['<img src="https://evil.example/track.png">', ''],
    ['1 < 2 & 3 > 2', '1 &lt; 2 &amp; 3 &gt; 2'],
  ])('like %j is shown as %j', async (content, expected) => {
    const text = await shown(content);
    if (typeof expected === 'string') expect(text).toBe(expected);
    else expect(text).toMatch(expected);
  });

  it('posted as plain text arrives as it was written, whatever it looks like', async () => {
    await send({ content: '<b>张三</b> & 李四\n第二行' });
    expect((await page(li)).records[0].content).toBe('&lt;b&gt;张三&lt;/b&gt; &amp; 李四<br />第二行');
  });

  it('shows pictures of ours with links that work, and takes up only those whose link it was given', async () => {
    const { link } = ok(await li.upload('/blade-resource/oss/endpoint/put-file', png()));
    const bare = link.split('?')[0];
    const inside = <T>(work: Parameters<typeof asSystem<T>>[3]) =>
      asSystem(server.deps, registry, { tenantId: platform, actor: '' }, work);
    const keep = (html: string, before?: string) =>
      inside((cx) => storedHtml(cx, html, (one) => fileFrom(cx, one), before));
    const stored = await keep(`<p>图<img src="${link}" alt="图" onload="x()"></p>`);
    expect(stored).toBe(`<p>图<img alt="图" src="${bare}" /></p>`);
    expect(await keep(`<img src="${bare}">`)).toBe('');
    expect(await keep(`<img src="${bare}?e=1&amp;s=x">`, stored)).toBe(`<img src="${bare}" />`);
    server.clock.advance(5 * 60 * 60 * 1000);
    const html = await inside(async (cx) => shownHtml(cx, stored));
    const src = /src="([^"]+)"/.exec(html)![1]!.replaceAll('&amp;', '&');
    expect((await server.anybody.send({ url: src })).raw).toEqual(png());
  });
});
