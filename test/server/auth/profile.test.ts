/** One's own profile: which fields may be changed, and its pictures. */
import { bmpOf, plainGif } from '../../support/pictures';
import { png, pngChunk, pngClaiming } from '../../support/png';
import { type Client, ok, type Server, startServer } from '../../support/server';

let server: Server;
let me: Client;
let userId: string;
beforeAll(async () => {
  server = await startServer();
  ({ userId } = await server.addUser({ account: 'li' }));
  await server.addUser({ account: 'wang' });
  await server.addTenant('100001');
  await server.addUser({ account: 'zhao', tenantId: '100001' });
  me = await server.as('li');
});
afterAll(() => server.close());

async function info(client = me) {
  return ok(await client.get('/blade-system/user/info'));
}
function change(body: object, client = me) {
  return client.post('/blade-system/user/update-info', { body });
}
function put(file: Buffer, purpose?: string, client = me) {
  return client.upload('/blade-resource/oss/endpoint/put-file', file, { query: { purpose } });
}
function refusal(status: number, reason: string) {
  return { status, body: { code: status, success: false, reason } };
}
function open(url: string) {
  return server.anybody.send({ url });
}
/** A picture of so many bytes, of which none is left out when it is stored. */
function sized(bytes: number) {
  const plain = png();
  const rest = pngChunk('iCCP', Buffer.alloc(bytes - plain.length - 12));
  return Buffer.concat([plain.subarray(0, 33), rest, plain.subarray(33)]);
}
function headed(text: string) {
  return Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(64, 1)]);
}
describe('the card', () => {
  it('shows the person, and nothing about the password', async () => {
    const card = await info(server.admin);
    expect(card).toMatchObject({
      id: '1123598821738675201',
      account: 'admin',
      realName: '管理员',
      businessUserCode: 'E10001',
      deptName: '我的公司',
      roleName: '超级管理员',
      tenantName: '我的公司',
      workDeptName: '我的公司',
      workRoleName: '超级管理员',
      avatar: '',
    });
    expect(JSON.stringify(card)).not.toMatch(/password|hash|scrypt/i);
  });

  it('is changed field by field', async () => {
    const before = await info();
    const after = ok(await change({ realName: ' 李静 ', phone: '13800138000', email: 'li.jing@lease.example' }));
    expect(after).toEqual({ ...before, realName: '李静', phone: '13800138000', email: 'li.jing@lease.example' });
    expect(await info()).toEqual(after);
    expect(ok(await change({ phone: '' }))).toEqual({ ...after, phone: '' });
  });

  it('changes nothing else, and no other person', async () => {
    const others = () => server.sql('select to_jsonb(u) as row from sys_user u where id <> $1 order by id', [userId]);
    const rest = () =>
      server.sql(`select to_jsonb(u) - array['name', 'update_time'] as row from sys_user u where id = $1`, [userId]);
    const [before, own] = [await others(), await rest()];
    const [other] = await server.sql(`select id from sys_user where account = 'wang'`);
    ok(
      await change({
        id: other.id,
        name: '小李',
        account: 'admin',
        isSuper: true,
        is_super: true,
        tenantId: '100001',
        roleId: '1123598816738675201',
        role_ids: ['1123598816738675201'],
        deptId: '1',
        password: 'x',
        password_hash: 'x',
        status: 0,
        businessUserCode: 'E1',
      }),
    );
    expect(await others()).toEqual(before);
    expect(await rest()).toEqual(own);
    expect((await info()).name).toBe('小李');
  });

  it.each([
    ['realName', '', 'required', '请输入姓名'],
    ['realName', '   ', 'required', '请输入姓名'],
    ['realName', '名'.repeat(11), 'tooLong', '姓名最多 10 个字'],
    ['name', '', 'required', '请输入昵称'],
    ['name', '名'.repeat(21), 'tooLong', '昵称最多 20 个字'],
    ['name', 'a\u0000b', 'notText', '昵称的值无效'],
    ['phone', '1380013800', 'notElevenDigits', '手机号码长度不为11位'],
    ['phone', '138001380001', 'notElevenDigits', '手机号码长度不为11位'],
    ['phone', '12345678901', 'notAMobile', '手机号码格式不正确'],
    ['phone', '0108888888a', 'notAMobile', '手机号码格式不正确'],
    ['phone', '02188888888', 'notAMobile', '手机号码格式不正确'],
    ['email', 'nobody', 'notAnEmail', '邮箱格式不正确'],
    ['email', 'a@b', 'notAnEmail', '邮箱格式不正确'],
    ['email', 'a b@lease.example', 'notAnEmail', '邮箱格式不正确'],
    ['email', 'a..b@lease.example', 'notAnEmail', '邮箱格式不正确'],
    ['email', 'a@-lease.example', 'notAnEmail', '邮箱格式不正确'],
    ['email', `${'a'.repeat(41)}@b.cn`, 'tooLong', '邮箱最多 45 个字'],
  ])('takes no %s like %j', async (field, value, problem, msg) => {
    const before = await info();
    const answer = await change({ [field]: value });
    expect(answer).toMatchObject({ status: 400, body: { reason: 'invalid', msg, problems: { [field]: problem } } });
    expect(await info()).toEqual(before);
  });

  it('takes no list for a text', async () => {
    expect(await change({ name: ['x'] })).toMatchObject(refusal(400, 'badParameter'));
  });
});

describe('an avatar', () => {
  it('stays, though each of its links expires', async () => {
    const { link, name, originalName } = ok(await put(png()));
    expect([name, originalName]).toEqual([expect.stringMatching(/^2026\/11\/\d+\.png$/), 'a.png']);
    ok(await change({ avatar: link }));
    const [stored] = await server.sql('select avatar from sys_user where id = $1', [userId]);
    expect(stored.avatar).not.toContain('?');
    server.clock.advance(3 * 60 * 60 * 1000);
    expect((await open(link)).status).toBe(404);
    const { avatar } = await info();
    expect((await open(avatar)).raw).toEqual(png());
    expect((await open(stored.avatar)).status).toBe(404); // not without a proof
    // sent back as it was shown, with any other change, it stays
    server.clock.advance(3 * 60 * 60 * 1000);
    ok(await change({ avatar, name: '阿静' }));
    expect((await open((await info()).avatar)).status).toBe(200);
    expect(ok(await change({ avatar: '' })).avatar).toBe('');
  });

  it('has a valid link in every answer that names it', async () => {
    ok(await change({ avatar: ok(await put(png())).link }));
    server.clock.advance(3 * 60 * 60 * 1000);
    const session = await server.signIn('li');
    for (const avatar of [session.session.avatar, ok(await session.get('/blade-auth/oauth/user-info')).avatar])
      expect((await open(avatar)).status).toBe(200);
  });

  it('is only a picture whose link we gave out', async () => {
    const { link } = ok(await put(png(), 'avatar', server.admin));
    const foreign = ok(await put(png(), 'avatar', await server.as('zhao', '100001'))).link;
    const moving = ok(await put(plainGif, 'editor')).link;
    const large = ok(await put(sized(600 * 1024), 'editor')).link;
    ok(await change({ avatar: '' }));
    for (const avatar of [
      link.split('?')[0],
      `${link.split('?')[0]}?e=9999999999999&s=${'A'.repeat(32)}`,
      foreign,
      moving,
      large,
      'https://evil.example/a.png',
      'javascript:alert(1)',
      '/api/blade-resource/attach/file/000000/1',
    ])
      expect(await change({ avatar })).toMatchObject(refusal(400, 'profile.badAvatar'));
    expect((await info()).avatar).toBe('');
  });
});

describe('an upload', () => {
  it.each([
    ['a PDF', 'avatar', headed('%PDF-1.7\n'), 'upload.badAvatar'],
    ['a GIF', 'avatar', headed('GIF89a'), 'upload.badAvatar'],
    ['a page', 'avatar', headed('<!doctype html><script>alert(1)</script>'), 'upload.badAvatar'],
    ['a drawing with a script', 'editor', headed('<svg onload="alert(1)">'), 'upload.badType'],
    ['a PDF', 'editor', headed('%PDF-1.7\n'), 'upload.badType'],
    ['a byte more than 500 KB', 'avatar', sized(500 * 1024 + 1), 'upload.badAvatar'],
    ['a byte more than 5 MB', 'editor', sized(5 * 1024 * 1024 + 1), 'picture.tooLarge'],
    ['far too much', 'avatar', sized(5 * 1024 * 1024 + 50_000), 'upload.badAvatar'],
    ['a picture that fills the memory', 'avatar', pngClaiming(8193, 20), 'picture.badSize'],
    ['a picture that fills the memory', 'editor', pngClaiming(40, 30_000), 'picture.badSize'],
    ['a picture without a side', 'editor', pngClaiming(0, 20), 'picture.badSize'],
    [
      'a picture whose sides are not known',
      'avatar',
      Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.alloc(64)]),
      'picture.corrupt',
    ],
    ['a picture', 'anything', png(), 'badParameter'],
  ])('of %s is refused for the purpose of %s', async (_what, purpose, file, reason) => {
    const kept = async () => (await server.sql('select id from attach')).length;
    const before = await kept();
    expect(await put(file, purpose === 'avatar' ? undefined : purpose)).toMatchObject(refusal(400, reason));
    expect(await kept()).toBe(before);
  });

  it('of exactly 500 KB is taken; the editor takes more kinds, and more of them', async () => {
    ok(await put(sized(500 * 1024)));
    for (const file of [sized(5 * 1024 * 1024), plainGif, bmpOf(), pngClaiming(8192, 8192)])
      ok(await put(file, 'editor'));
  });

  it('may name its purpose in the form', async () => {
    const file = sized(600 * 1024);
    const path = '/blade-resource/oss/endpoint/put-file';
    expect((await me.upload(path, file)).status).toBe(400);
    ok(await me.upload(path, file, { fields: { purpose: 'editor' } }));
  });

  it('needs a session, not a right', async () => {
    expect(await put(png(), undefined, server.anybody)).toMatchObject(refusal(401, 'signedOut'));
    ok(await put(png(), undefined, await server.as('wang')));
  });
});
