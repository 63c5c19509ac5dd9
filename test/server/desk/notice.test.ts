/** Notices: who receives which, when, and what is left of one that is taken back. */
import { platformDictionaries } from '../../../contract/modules/system/platformDictionaries';
import { png } from '../../support/png';
import { type Answer, type Client, ok, platform, type Server, startServer } from '../../support/server';

let server: Server;
let author: Client;
let li: Client;
let liId: string;
let wang: Client;
let stranger: Client;
const menus = [
  'notice',
  'notice_add',
  'notice_edit',
  'notice_delete',
  'notice_view',
  'notice_publish',
  'notice_revoke',
];
beforeAll(async () => {
  server = await startServer();
  await server.addUser({ account: 'author', permissions: menus });
  ({ userId: liId } = await server.addUser({ account: 'li' }));
  await server.addUser({ account: 'wang' });
  await server.addTenant('100001');
  await server.addUser({ account: 'stranger', tenantId: '100001' });
  author = await server.as('author');
  li = await server.as('li');
  wang = await server.as('wang');
  stranger = await server.as('stranger', '100001');
});
afterAll(() => server.close());
beforeEach(() => server.clock.advance(60_000));

const at = '/blade-desk/notice';
const submit = (body: object, client = author): Promise<Answer> =>
  client.post(`${at}/submit`, { body: { title: '放假安排', category: 1, ...body } });
const write = async (body: object = {}) => ok(await submit(body));
const publish = (id: string, client = author) => client.post(`${at}/publish`, { body: { ids: id } });
const revoke = (id: string) => author.post(`${at}/revoke`, { body: { ids: id } });
async function published(body: object = {}) {
  const { id } = await write(body);
  ok(await publish(id));
  return ok(await author.get(`${at}/detail`, { id }));
}
async function inbox(client: Client, query: object = {}) {
  return ok(await client.get('/blade-desk/inbox/page', { kind: 'notice', size: 50, ...query })).records;
}
async function titles(client: Client, query: object = {}) {
  return (await inbox(client, query)).map(({ title }: { title: string }) => title);
}
async function unread(client: Client): Promise<number> {
  return ok(await client.get('/blade-desk/inbox/unread')).notice;
}
const listed = async (query: object) =>
  ok(await author.get(`${at}/list`, { size: 50, ...query })).records.map(({ title }: { title: string }) => title);

describe('a notice', () => {
  it('is a draft that only its page shows, until it is published', async () => {
    const made = await write({ title: '草稿一', content: '<p>正文</p>' });
    expect(made).toMatchObject({ status: 0, category: 1, categoryName: '发布通知', audience: 1, releaseTime: null });
    expect(await titles(li)).not.toContain('草稿一');
    const before = await unread(li);
    ok(await publish(made.id));
    expect(await unread(li)).toBe(before + 1);
    const [entry] = await inbox(li);
    expect(entry).toMatchObject({ title: '草稿一', content: '<p>正文</p>', isRead: false, subject: '' });
    expect(ok(await author.get(`${at}/detail`, { id: made.id }))).toMatchObject({
      status: 1,
      releaseTime: server.clock.text(),
      content: '<p>正文</p>',
    });
    expect((await publish(made.id)).body.reason).toBe('action.notOffered');
  });

  it('has the types of the family’s dictionary', async () => {
    const held = platformDictionaries.find(({ code }) => code === 'notice')!;
    expect(held.entries.map(({ key, zh }) => `${key} ${zh}`)).toEqual([
      '1 发布通知',
      '2 批转通知',
      '3 转发通知',
      '4 指示通知',
      '5 任免通知',
      '6 事务通知',
    ]);
    expect((await submit({ category: 7 })).body.problems).toEqual({ category: 'notAChoice' });
    expect((await submit({ title: '' })).body.problems).toEqual({ title: 'required' });
    expect((await submit({ title: '长'.repeat(256) })).body.problems).toEqual({ title: 'tooLong' });
    expect((await submit({ releaseTime: '明天' })).body.problems).toEqual({ releaseTime: 'notADate' });
    expect((await submit({ content: 'x'.repeat(100_001) })).body.problems).toEqual({ content: 'tooLong' });
  });

  it('cannot be changed while it is published, and is new to everyone when it is published again', async () => {
    const { id } = await published({ title: '初版' });
    const [{ id: entryId }] = await inbox(li);
    ok(await li.post('/blade-desk/inbox/read', { query: { ids: entryId } }));
    expect((await submit({ id, title: '悄悄改' })).body.reason).toBe('notice.published');
    ok(await revoke(id));
    expect(await titles(li)).not.toContain('初版');
    expect((await li.get('/blade-desk/inbox/detail', { id: entryId })).status).toBe(404);
    expect(await server.sql('select content from inbox where id = $1', [entryId])).toEqual([{ content: '' }]);
    ok(await submit({ id, title: '再版' }));
    const before = await unread(li);
    ok(await publish(id));
    expect(await titles(li)).toEqual(expect.arrayContaining(['再版']));
    expect(await unread(li)).toBe(before + 1);
    const { body } = await author.get(`${at}/history`, { id });
    expect(body.data.map(({ action }: { action: string }) => action)).toEqual([
      'publish',
      'update',
      'revoke',
      'publish',
      'add',
    ]);
  });

  it('vanishes from inboxes when it is removed', async () => {
    const { id } = await published({ title: '误发' });
    expect(await titles(li)).toContain('误发');
    ok(await author.post(`${at}/remove`, { query: { ids: id } }));
    expect(await titles(li)).not.toContain('误发');
    expect((await publish(id)).body.reason).toBe('notYours');
  });

  it('is found by title, text, type, state and release time, and lists carry no text', async () => {
    await published({ title: '检索一', category: 3, content: '<p>月末盘点</p>' });
    const found = ok(await author.get(`${at}/list`, { title: '检索' })).records;
    expect(found).toHaveLength(1);
    expect(found[0]).not.toHaveProperty('content');
    expect(found[0]).toMatchObject({ categoryName: '转发通知', status: 1 });
    expect(await listed({ category: 3 })).toEqual(['检索一']);
    expect(await listed({ content: '月末盘点' })).toEqual(['检索一']);
    expect(await listed({ status: 1, title: '检索' })).toEqual(['检索一']);
    expect(await listed({ status: 0, title: '检索' })).toEqual([]);
    const day = server.clock.text().slice(0, 10);
    expect(await listed({ title: '检索', releaseTime_dategt: day })).toEqual(['检索一']);
    expect(await listed({ title: '检索', releaseTime_datelt: day })).toEqual(['检索一']);
    expect(await listed({ title: '检索', releaseTime_lt: day })).toEqual([]);
    expect((await author.get(`${at}/list`, { status: 'x' })).body.reason).toBe('badParameter');
  });

  it('needs the right of its button', async () => {
    const { id } = await write();
    expect((await publish(id, li)).status).toBe(403);
    expect((await submit({}, li)).status).toBe(403);
    expect((await publish(id, await server.as('admin'))).status).toBe(200);
  });
});

describe('its recipients', () => {
  const dept = async (deptName: string, parentId = '0') =>
    ok(
      await server.admin.post('/blade-system/dept/submit', {
        body: { deptName, fullName: deptName, parentId, sort: 1 },
      }),
    ).id;

  it('are the people of the departments with all below them, of the roles, and those that are named', async () => {
    const top = await dept('华东区');
    const below = await dept('杭州分公司', top);
    const deepest = await dept('风控组', below);
    const beside = await dept('华南区');
    const roleOf = async (account: string) =>
      (await server.sql('select role_ids from sys_user where account = $1', [account]))[0].role_ids.join();
    await server.sql(`update sys_user set dept_ids = $1 where account = 'li'`, [[deepest]]);
    await server.sql(`update sys_user set dept_ids = $1 where account = 'wang'`, [[beside]]);
    await published({ title: '给华东', audience: 2, deptIds: top });
    await published({ title: '给王的角色', audience: 2, roleIds: await roleOf('wang') });
    await published({ title: '给李', audience: 2, userIds: liId });
    await published({ title: '给两处', audience: 2, deptIds: beside, roleIds: await roleOf('li') });
    const of = async (client: Client) => (await titles(client)).filter((title: string) => title.startsWith('给'));
    expect(await of(li)).toEqual(['给两处', '给李', '给华东']);
    expect(await of(wang)).toEqual(['给两处', '给王的角色']);
    expect(await of(author)).toEqual([]);
    expect(await of(stranger)).toEqual([]);
    const detail = ok(await author.get(`${at}/list`, { title: '给华东' })).records[0];
    expect(detail).toMatchObject({ deptNames: '华东区', audience: 2 });
  });

  it('must be some', async () => {
    expect((await submit({ audience: 2 })).body.problems).toEqual({ deptIds: 'required' });
    const gone = await dept('撤销部');
    const { id } = await write({ audience: 2, deptIds: gone });
    ok(await server.admin.post('/blade-system/dept/remove', { query: { ids: gone } }));
    expect((await publish(id)).body.reason).toBe('notice.noRecipients');
    expect((await submit({ audience: 2, userIds: '12345' })).body.problems).toEqual({ userIds: 'reference' });
  });

  it('are everyone where that is chosen, whatever was chosen before', async () => {
    const { id } = await write({ title: '全员', audience: 2, userIds: liId });
    expect(ok(await submit({ id, title: '全员', audience: 1, userIds: liId }))).toMatchObject({ userIds: '' });
    ok(await publish(id));
    expect(await titles(wang)).toContain('全员');
    expect(await titles(stranger)).not.toContain('全员');
  });

  it('read it although a data scope hides the list of notices from them', async () => {
    const { roleId } = await server.addUser({ account: 'bound', permissions: ['notice'] });
    const [menuId] = await server.menuIds('notice');
    const scope = { menuId, scopeName: '本人', resourceCode: 'own-notices', scopeClass: 'notice', scopeField: '*' };
    const made = ok(await server.admin.post('/blade-system/data-scope/submit', { body: { ...scope, scopeType: 2 } }));
    await server.sql('insert into sys_role_scope select $1, $2, 1, $3', [platform, roleId, made.id]);
    const bound = await server.as('bound');
    const { id } = await published({ title: '范围外' });
    expect((await bound.get(`${at}/detail`, { id })).status).toBe(404);
    expect(ok(await bound.get(`${at}/list`, {})).total).toBe(0);
    expect(await titles(bound)).toContain('范围外');
  });
});

describe('a later release time', () => {
  it('keeps it from inboxes until then', async () => {
    const now = server.clock.text();
    const releaseTime = `${now.slice(0, 10)} 23:30:00`;
    const { id, status } = await published({ title: '夜间升级', releaseTime });
    expect(status).toBe(3);
    expect(await listed({ title: '夜间升级', status: 3 })).toEqual(['夜间升级']);
    expect(await listed({ title: '夜间升级', status: 1 })).toEqual([]);
    expect(await titles(li)).not.toContain('夜间升级');
    const before = await unread(li);
    server.clock.set(`${now.slice(0, 10)} 23:29:59`);
    expect(await unread(li)).toBe(before);
    server.clock.set(releaseTime);
    expect(await unread(li)).toBe(before + 1);
    expect((await inbox(li))[0]).toMatchObject({ title: '夜间升级', createTime: releaseTime });
    expect(ok(await author.get(`${at}/detail`, { id }))).toMatchObject({ status: 1, releaseTime });
  });

  it('that has passed meanwhile is the moment of publication', async () => {
    const { id } = await write({ title: '过时', releaseTime: server.clock.text() });
    server.clock.advance(3_600_000);
    ok(await publish(id));
    expect(ok(await author.get(`${at}/detail`, { id })).releaseTime).toBe(server.clock.text());
  });

  it('can be withdrawn before it comes', async () => {
    const now = server.clock.text();
    const { id } = await published({ title: '不发了', releaseTime: `${Number(now.slice(0, 4)) + 1}-01-01 08:00:00` });
    ok(await revoke(id));
    server.clock.set(`${Number(now.slice(0, 4)) + 1}-01-02 08:00:00`);
    expect(await titles(li)).not.toContain('不发了');
  });
});

describe('its text', () => {
  const upload = async () =>
    ok(await author.upload('/blade-resource/oss/endpoint/put-file', png(), { query: { purpose: 'editor' } })).link;
  const get = (link: string) => server.anybody.send({ url: link.replaceAll('&amp;', '&') });
  const srcIn = (html: string) => /src="([^"]+)"/.exec(html)?.[1] ?? '';

  it('has no cell and no picture that a page could not draw', async () => {
    const link = await upload();
    const { content } = await write({
      content: `<table><tr><td colspan="2" rowspan="3">a</td><th colspan="101" rowspan="1001">b</th><td colspan="1e9">c</td></tr></table><img src="${link}" width="99999" height="8192"><img src="${link}" width="100%">`,
    });
    expect(content).toContain('<td colspan="2" rowspan="3">a</td><th>b</th><td>c</td>');
    expect(content.match(/ (?:width|height)="[^"]*"/g)).toEqual([' height="8192"']);
  });

  it('is cleaned when it is stored and when it is shown', async () => {
    const { id, content } = await write({
      content:
        '<h2 onclick="x()">通知</h2><script>x()</script><img src="https://evil.example/a.png"><a href="javascript:x()">x</a>',
    });
    const clean = '<h2>通知</h2><a rel="noopener noreferrer nofollow" target="_blank">x</a>';
    expect(content).toBe(clean);
    expect(await server.sql('select content from notice where id = $1', [id])).toEqual([{ content: clean }]);
    await server.sql(`update notice set content = '<b>好</b><iframe src="/"></iframe>' where id = $1`, [id]);
    expect(ok(await author.get(`${at}/detail`, { id })).content).toBe('<b>好</b>');
  });

  it('holds its pictures: stored as addresses, shown by links, dead when the notice is removed', async () => {
    const link = await upload();
    const { id } = await published({ title: '附图', content: `<p>见图</p><img src="${link}" alt="流程">` });
    const [{ content }] = await server.sql('select content from notice where id = $1', [id]);
    expect(srcIn(content)).toBe(link.split('?')[0]);
    server.clock.advance(3 * 24 * 60 * 60 * 1000);
    await server.advance(); // sweeps uploads without a record
    const shown = srcIn((await inbox(li, { q: '附图' }))[0].content);
    expect((await get(shown)).raw).toEqual(png());
    ok(await revoke(id));
    const { content: again } = ok(await author.get(`${at}/detail`, { id }));
    // what a client sends back: the links that it was shown, long expired
    server.clock.advance(24 * 60 * 60 * 1000);
    ok(await submit({ id, title: '附图', content: again }));
    const kept = srcIn(ok(await author.get(`${at}/detail`, { id })).content);
    expect((await get(kept)).status).toBe(200);
    ok(await author.post(`${at}/remove`, { query: { ids: id } }));
    expect((await get(kept)).status).toBe(404);
  });

  it('takes no picture whose link it was not given, nor one of another tenant', async () => {
    const link = await upload();
    const bare = link.split('?')[0]!;
    expect((await write({ content: `<img src="${bare}">` })).content).toBe('');
    const theirs = ok(
      await stranger.upload('/blade-resource/oss/endpoint/put-file', png(), { query: { purpose: 'editor' } }),
    );
    expect((await write({ content: `<img src="${theirs.link}">` })).content).toBe('');
    const vast = Buffer.from(png());
    vast.writeUInt32BE(30_000, 16);
    const sent = await author.upload('/blade-resource/oss/endpoint/put-file', vast, { query: { purpose: 'file' } });
    expect(sent.body).toMatchObject({ reason: 'picture.badSize' });
  });

  it('is searched by what people read', async () => {
    await published({ title: '检索正文', content: '<p>采购 &amp; <strong>付款</strong>流程</p>' });
    const find = (q: string) => titles(li, { q });
    expect(await find('采购 & 付款流程')).toEqual(['检索正文']);
    expect(await find('strong')).toEqual([]);
    expect(await find('100%')).toEqual([]);
    const [{ id }] = await inbox(li, { q: '检索正文' });
    expect(ok(await li.get('/blade-desk/inbox/detail', { id }))).toMatchObject({ id, title: '检索正文' });
    expect(await titles(li, { q: '检索正文', unread: 1 })).toEqual(['检索正文']);
    ok(await li.post('/blade-desk/inbox/read', { query: { ids: id } }));
    expect(await titles(li, { q: '检索正文', unread: 1 })).toEqual([]);
    expect((await stranger.get('/blade-desk/inbox/detail', { id })).status).toBe(404);
    expect((await li.get('/blade-desk/inbox/page', { q: 'x'.repeat(101) })).body.reason).toBe('badParameter');
  });
});
