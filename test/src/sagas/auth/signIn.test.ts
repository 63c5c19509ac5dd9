/** Signing in, in each of its ways, through commands, with a server answered by hand. */
import { md5 } from 'js-md5';
import { masked } from '../../../../contract/wire/secrets';
import { defaultSettings } from '../../../../contract/wire/settings';
import { screenLock } from '../../../../src/store/auth/screenLock';
import { journey, type SignInMode, signIn, waysIn } from '../../../../src/store/auth/signIn';
import { menu, permission } from '../../../../src/store/navigation/menu';
import { route, tabs } from '../../../../src/store/navigation/route';
import { preferences } from '../../../../src/store/preferences';
import { session, tokens } from '../../../../src/store/session';
import { openStorage } from '../../../../src/world/storage';
import { aMonday, fakeWorld, type Started, start } from '../../../support/fakeWorld';
import { atLogin, fill, granted, tokenUrl } from '../../../support/signIn';

/** The first start compiles the whole console. */
jest.setTimeout(30_000);

const { edit, submit, pickMode, sendCode, renewCaptcha, visitProvider } = signIn.actions;
function isSignedIn(app: Started) {
  return app.see(tokens.selectors.hasToken);
}
function form(app: Started) {
  return app.see(signIn.selectors.all);
}
const captchaUrl = '/oauth/captcha';
const sendUrl = '/sms/send-validate';

describe('signing in with a password', () => {
  it('sends the digest, the tenant and the client, and never the password', async () => {
    const app = await atLogin();
    app.do(submit());
    expect(app.asked).toHaveLength(1);
    const { call } = app.asked[0]!;
    expect(call).toMatchObject({
      method: 'POST',
      url: '/blade-auth/oauth/token',
      form: {
        tenantId: '000000',
        username: 'li',
        password: md5('hunter2'),
        grant_type: 'password',
        scope: 'all',
        with: 'rights',
        type: 'account',
      },
      headers: {
        Authorization: `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`,
        'Tenant-Id': '000000',
      },
    });
    for (const name of ['Blade-Auth', 'Captcha-Key', 'Dept-Id', 'Role-Id'])
      expect(call.headers).not.toHaveProperty(name);
    expect(JSON.stringify(call)).not.toContain('hunter2');
  });

  it('says in switch mode that no department and no role is chosen yet', async () => {
    const app = await atLogin({ settings: { switchMode: true } });
    app.do(submit());
    expect(app.last(tokenUrl).call.headers).toMatchObject({ 'Dept-Id': '', 'Role-Id': '' });
  });

  it('shows a developer neither the password being typed nor the tokens', async () => {
    const app = await atLogin();
    app.do(submit());
    await app.last(tokenUrl).answerRaw(200, granted());
    await app.answerRights();
    const seen = JSON.stringify([app.actions.map(masked), masked(app.store.getState())]);
    for (const secret of ['hunter2', 'access-1', 'refresh-1']) expect(seen).not.toContain(secret);
    expect(seen).toContain('"value":"li"');
  });

  it.each([
    ['account', { username: '  ', password: 'x' }, { username: 'accountHint' }, 'username'],
    ['password', { username: 'li', password: '' }, { password: 'passwordHint' }, 'password'],
    ['both', { username: '', password: '' }, { username: 'accountHint', password: 'passwordHint' }, 'username'],
  ])('asks for the %s before it asks the server, and goes to the first', async (_what, draft, problems, first) => {
    const app = await start({ signedIn: false });
    fill(app, draft.username, draft.password);
    const { turn } = form(app).focus;
    app.do(submit());
    expect(form(app)).toMatchObject({ problems, isBusy: false, focus: { on: first, turn: turn + 1 } });
    expect(app.asked).toHaveLength(0);
    app.do(edit({ name: 'username', value: 'wu' }));
    expect(form(app).problems).not.toHaveProperty('username');
    expect(form(app).focus.turn).toBe(turn + 1); // the focus does not move while the person types
  });

  it('is asked once however often the button is pressed', async () => {
    const app = await atLogin();
    for (let press = 0; press < 5; press++) app.do(submit());
    expect(app.asked).toHaveLength(1);
    expect(form(app).isBusy).toBe(true);
  });

  it.each([
    ['a 400', 400, { code: 400, error_code: 400, error_description: '用户名或密码错误' }, { text: '用户名或密码错误' }],
    [
      'an answer that calls itself a success',
      200,
      { error_description: '用户名或密码错误' },
      { text: '用户名或密码错误' },
    ],
    ['a 200 without a token', 200, {}, { say: 'request.unknown' }],
    ['a page of HTML', 200, '<html>proxy</html>', { say: 'request.unknown' }],
    ['a 500 without words', 500, {}, { say: 'request.unknown' }],
  ])('shows the reason once, in its form, when it is refused by %s', async (_how, status, body, error) => {
    const app = await atLogin();
    app.do(submit());
    await app.last(tokenUrl).answerRaw(status, body);
    expect(form(app)).toMatchObject({
      isBusy: false,
      error,
      draft: { username: 'li', password: '' },
      focus: { on: 'password' },
    });
    expect(app.toasts()).toEqual([]);
    expect(isSignedIn(app)).toBe(false);
    expect(app.see(session.selectors.user)).toBeNull();
    expect(app.see(route.selectors.path)).toBe('/login');
  });

  it('keeps the form and says so when no answer comes', async () => {
    const app = await atLogin();
    app.do(submit());
    await app.last(tokenUrl).cutOff();
    expect(form(app)).toMatchObject({
      isBusy: false,
      error: { say: 'request.unreachable' },
      draft: { username: 'li' },
    });
    fill(app);
    app.do(submit());
    expect(app.asked).toHaveLength(2);
  });

  it('keeps the tokens with their time, clears tabs and lock, learns the rights and goes home', async () => {
    const app = await atLogin();
    app.do(screenLock.actions.locked({ salt: 's', verifier: 'v', userId: '7', from: '/' }));
    app.do(submit());
    await app.last(tokenUrl).answerRaw(200, granted());
    expect(app.see((state) => state.token)).toEqual({
      accessToken: 'access-1',
      refreshToken: 'refresh-1',
      tokenSetAt: aMonday,
      heldSince: 0,
      expiresIn: 37_500,
    });
    expect(app.last('/menu/buttons').call.headers).toMatchObject({ 'Blade-Auth': 'bearer access-1' });
    expect(form(app)).toMatchObject({ isBusy: true, draft: { username: '', password: '' } });
    await app.answerRights();
    expect(app.see(session.selectors.user)).toMatchObject({
      userId: '1123598821738675201',
      realName: '李静',
      avatar: '',
      mustChangePassword: false,
    });
    expect(app.see(screenLock.selectors.isLocked)).toBe(false);
    expect(app.see(tabs.selectors.list).map(({ path }) => path)).toEqual(['/wel/index']);
    expect(app.see(menu.selectors.pathOf, 'product')).toBe('/lease/product');
    expect(app.see(permission.selectors.may, 'product_add')).toBe(true);
    expect(app.navigated.at(-1)).toBe('push /wel/index');
  });

  it('asks for the rights again when they cannot be had at first', async () => {
    const app = await atLogin();
    app.do(submit());
    await app.last(tokenUrl).answerRaw(200, granted());
    await app.last('/menu/buttons').cutOff();
    await app.clock.advance(1000);
    await app.answerRights();
    expect(app.navigated.at(-1)).toBe('push /wel/index');
  });

  it('has the pages behind it fetched while the server thinks, and does without when they cannot be had', async () => {
    const fake = fakeWorld();
    fake.unloadable.add('frame');
    const app = await atLogin({ fake });
    expect(app.loaded).toEqual([]);
    app.do(submit());
    await app.clock.advance(0);
    expect(app.loaded).toEqual(['frame']);
    await app.last(tokenUrl).answerRaw(200, granted());
    await app.answerRights();
    expect(app.navigated.at(-1)).toBe('push /wel/index');
  });
});

describe('the picture to be read', () => {
  const captchaMode = { settings: { captchaMode: true } };

  it('is fetched in captcha mode only', async () => {
    expect((await start({ signedIn: false })).calls(captchaUrl)).toEqual([]);
    expect((await start({ signedIn: false, ...captchaMode })).calls(captchaUrl)).toHaveLength(1);
    expect((await start({ at: '/lease/product', ...captchaMode })).calls(captchaUrl)).toEqual([]);
  });

  it('must be answered, and goes along in the headers', async () => {
    const app = await atLogin(captchaMode);
    await app.last(captchaUrl).answerRaw(200, { key: 'k1', image: 'data:image/svg+xml;base64,AA' });
    expect(form(app).captcha).toEqual({ key: 'k1', image: 'data:image/svg+xml;base64,AA' });
    app.do(submit());
    expect(form(app).problems).toEqual({ captcha: 'captchaHint' });
    app.do(edit({ name: 'captcha', value: ' 7K 码' }));
    app.do(submit());
    expect(app.last(tokenUrl).call).toMatchObject({
      form: { grant_type: 'captcha' },
      headers: { 'Captcha-Key': 'k1', 'Captcha-Code': '7K%20%E7%A0%81' },
    });
  });

  it('is another one after each failure and on demand, and the newest counts', async () => {
    const app = await atLogin(captchaMode);
    await app.last(captchaUrl).answerRaw(200, { key: 'k1', image: 'data:,1' });
    app.do(edit({ name: 'captcha', value: '7K' }));
    app.do(submit());
    await app.last(tokenUrl).refuse(400, '验证码不正确');
    expect(app.calls(captchaUrl)).toHaveLength(2);
    expect(form(app)).toMatchObject({ error: { text: '验证码不正确' }, draft: { captcha: '', username: 'li' } });
    app.do(renewCaptcha());
    const [, slow, quick] = app.calls(captchaUrl);
    expect(slow!.isAborted).toBe(true);
    await quick!.answerRaw(200, { key: 'k3', image: 'data:,3' });
    expect(form(app).captcha.key).toBe('k3');
  });

  it('is loaded again for a person who returns to the form', async () => {
    const app = await start({ at: '/lease/product', ...captchaMode });
    app.do(session.actions.expired());
    await app.clock.advance(0);
    expect(app.calls(captchaUrl)).toHaveLength(1);
  });

  it('leaves its button when it cannot be had', async () => {
    const app = await atLogin(captchaMode);
    await app.last(captchaUrl).cutOff();
    expect(form(app).captcha).toEqual({ key: '', image: '' });
    app.do(renewCaptcha());
    expect(app.calls(captchaUrl)).toHaveLength(2);
  });
});

describe('signing in by phone', () => {
  const byPhone = async (phone = '13800138000') => {
    const app = await start({ signedIn: false });
    app.do(pickMode('phone'));
    app.do(edit({ name: 'phone', value: phone }));
    return app;
  };

  it.each([
    ['', 'phoneEmpty'],
    ['1380013800', 'phoneLength'],
    ['138001380001', 'phoneLength'],
    ['12800138000', 'phoneFormat'],
    ['010-8888888', 'phoneFormat'],
    ['1380013800x', 'phoneFormat'],
  ])('has no code sent to “%s”: %s', async (phone, problem) => {
    const app = await byPhone(phone);
    app.do(sendCode());
    expect(form(app)).toMatchObject({ problems: { phone: problem }, sms: { isBusy: false }, focus: { on: 'phone' } });
    app.do(edit({ name: 'smsCode', value: '123456' }));
    app.do(submit());
    expect(form(app).problems).toMatchObject({ phone: problem });
    expect(app.asked).toEqual([]);
  });

  it('counts sixty seconds down before another code can be asked for, however late the timers are', async () => {
    const app = await byPhone();
    app.do(sendCode());
    app.do(sendCode());
    expect(app.calls(sendUrl)).toHaveLength(1);
    expect(app.last(sendUrl).call).toMatchObject({
      method: 'POST',
      form: { tenantId: '000000', phone: '13800138000' },
      headers: { 'Tenant-Id': '000000' },
    });
    await app.last(sendUrl).answer({ id: 'sms-1' });
    expect(form(app)).toMatchObject({ sms: { id: 'sms-1', seconds: 60, isBusy: false }, focus: { on: 'smsCode' } });
    await app.clock.advance(10_000);
    expect(form(app).sms.seconds).toBe(50);
    app.do(sendCode());
    expect(app.calls(sendUrl)).toHaveLength(1);
    app.clock.now += 49_500; // a hidden window
    await app.clock.advance(1000);
    expect(form(app).sms.seconds).toBe(0);
    app.do(sendCode());
    expect(app.calls(sendUrl)).toHaveLength(2);
  });

  it.each([
    [
      'a refusal',
      (app: Started) => app.last(sendUrl).refuse(400, '今日获取验证码次数已达上限'),
      {
        text: '今日获取验证码次数已达上限',
      },
    ],
    ['no answer', (app: Started) => app.last(sendUrl).cutOff(), { say: 'request.unreachable' }],
  ])('lets a code be asked for again at once after %s', async (_what, answer, error) => {
    const app = await byPhone();
    app.do(sendCode());
    await answer(app);
    expect(form(app)).toMatchObject({ error, sms: { isBusy: false, seconds: 0 } });
    expect(app.toasts()).toEqual([]);
    app.do(sendCode());
    expect(app.calls(sendUrl)).toHaveLength(2);
  });

  it('asks for the code, and for one to be sent first', async () => {
    const app = await byPhone();
    app.do(submit());
    expect(form(app).problems).toEqual({ smsCode: 'smsCodeHint' });
    app.do(edit({ name: 'smsCode', value: '123456' }));
    app.do(submit());
    expect(form(app).problems).toEqual({ smsCode: 'smsCodeFirst' });
    expect(app.calls(tokenUrl)).toEqual([]);
  });

  it('sends number, id and code, and keeps the number when they are refused', async () => {
    const app = await byPhone();
    app.do(sendCode());
    await app.last(sendUrl).answer({ id: 'sms-1' });
    app.do(edit({ name: 'smsCode', value: ' 123456 ' }));
    app.do(submit());
    expect(app.last(tokenUrl).call.form).toEqual({
      tenantId: '000000',
      phone: '13800138000',
      id: 'sms-1',
      value: '123456',
      grant_type: 'sms_code',
      scope: 'all',
      with: 'rights',
    });
    await app.last(tokenUrl).refuse(400, '验证码错误或已失效，请重新获取');
    expect(form(app)).toMatchObject({ mode: 'phone', draft: { phone: '13800138000', smsCode: '' } });
    app.do(edit({ name: 'smsCode', value: '654321' }));
    app.do(submit());
    await app.last(tokenUrl).answerRaw(200, granted());
    await app.answerRights();
    expect(app.navigated.at(-1)).toBe('push /wel/index');
  });
});

describe('the page of a tenant', () => {
  const tenantMode = { settings: { tenantMode: true } };
  const infoUrl = '/tenant/info';

  it('is looked for by its host in tenant mode only', async () => {
    expect((await start({ signedIn: false })).calls(infoUrl)).toEqual([]);
    const app = await start({ signedIn: false, ...tenantMode });
    const { call } = app.last(infoUrl);
    expect(call.query).toEqual({ domain: 'https://lease.example' });
    expect(call.headers).not.toHaveProperty('Blade-Auth');
    expect((await start({ at: '/lease/product', ...tenantMode })).calls(infoUrl)).toEqual([]);
  });

  it('is signed in to without being asked for, also after the session', async () => {
    const app = await atLogin(tenantMode);
    await app.last(infoUrl).answer({ tenantId: '100001', name: '青屿租赁' });
    expect(form(app)).toMatchObject({ tenant: { tenantId: '100001', name: '青屿租赁' }, isTenantAsked: true });
    app.do(submit());
    expect(app.last(tokenUrl).call).toMatchObject({
      form: { tenantId: '100001' },
      headers: { 'Tenant-Id': '100001' },
    });
    await app.last(tokenUrl).answerRaw(200, granted());
    await app.answerRights();
    app.do(session.actions.expired());
    await app.clock.advance(0);
    expect(form(app)).toMatchObject({ tenant: { tenantId: '100001' }, isBusy: false });
    expect(app.calls(infoUrl)).toHaveLength(1);
  });

  it.each([
    ['the host is nobody’s', (app: Started) => app.last(infoUrl).answer({})],
    ['nobody answers', (app: Started) => app.last(infoUrl).cutOff()],
  ])('is asked for when %s', async (_when, answer) => {
    const app = await atLogin(tenantMode);
    expect(form(app).isTenantAsked).toBe(false);
    await answer(app);
    expect(form(app)).toMatchObject({ tenant: null, isTenantAsked: true });
    expect(app.toasts()).toEqual([]);
    app.do(edit({ name: 'tenantId', value: ' 100001 ' }));
    app.do(submit());
    expect(app.last(tokenUrl).call).toMatchObject({ form: { tenantId: '100001' } });
  });
});

/** Storage in which another visit finds what this one left. */
function storageOn(held: Map<string, string>) {
  const plain = {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  };
  const jar = { read: () => '', write: () => undefined, isSecure: true };
  return openStorage({ local: () => plain, session: () => plain, jar, now: () => aMonday });
}

describe('an identity provider', () => {
  const sso = { authorizeUrl: 'https://sso.example/authorize?realm=lease', clientId: 'desk', tenantId: '100001' };
  const settings = { sso, socialSources: [{ source: 'gitee', title: 'Gitee' }] };
  const under = { source: 'gitee', tenantId: '000000', state: '' };

  /** Back from a provider, with the stored state of the visit. */
  const back = async (address: string, begun = under, more: Parameters<typeof start>[0] = {}) => {
    const held = new Map<string, string>();
    const before = await start({ signedIn: false, storage: storageOn(held) });
    if (begun.source) before.do(journey.actions.departed(begun));
    await before.persistor!.flush();
    return start({ signedIn: false, at: address, settings, storage: storageOn(held), ...more });
  };

  it('is visited through our server, which remembers the browser; the visit is stored first', async () => {
    const fake = fakeWorld({ settings });
    const app = await start({ signedIn: false, fake });
    const written: unknown[] = [];
    fake.world.flush = async () => void written.push([app.see(journey.selectors.all), ...app.left]);
    app.do(pickMode('social'));
    app.do(edit({ name: 'tenantId', value: '100001' }));
    app.do(visitProvider('gitee'));
    await app.clock.advance(0);
    expect(written).toEqual([[{ source: 'gitee', tenantId: '100001', state: '' }]]); // and still here
    expect(app.left).toEqual(['/api/blade-auth/oauth/render/gitee?tenantId=100001']);
  });

  it('returns a code, for which the server opens a session; that address leaves the history', async () => {
    const app = await back('/oauth/redirect/gitee?code=c%2F1&state=s1');
    expect(app.see(route.selectors.path)).toBe('/oauth/redirect/gitee');
    expect(app.last(tokenUrl).call).toMatchObject({
      form: {
        tenantId: '000000',
        source: 'gitee',
        code: 'c/1',
        state: 's1',
        grant_type: 'social',
        scope: 'all',
        with: 'rights',
      },
      headers: { 'Tenant-Id': '000000' },
    });
    await app.last(tokenUrl).answerRaw(200, granted());
    await app.answerRights();
    expect(app.see(route.selectors.path)).toBe('/wel/index');
    expect(app.navigated).toEqual(['replace /oauth/redirect/gitee?code=c%2F1&state=s1', 'replace /wel/index']);
    expect(app.see(journey.selectors.all).source).toBe('');
  });

  it.each([
    ['from where nobody was sent', '/oauth/redirect/gitee?code=c&state=s', { ...under, source: '' }, 'strangeReturn'],
    ['from somebody else', '/oauth/redirect/other?code=c&state=s', under, 'strangeReturn'],
    ['without a state', '/oauth/redirect/gitee?code=c', under, 'strangeReturn'],
    ['without a code', '/oauth/redirect/gitee?error=access_denied&state=s', under, 'providerRefused'],
    [
      'with another state than the one that left',
      '/oauth/redirect/sso?code=c&state=000000.other',
      { source: 'sso', tenantId: '000000', state: '000000.mine' },
      'strangeReturn',
    ],
  ])('is not believed when it comes %s', async (_how, address, begun, say) => {
    const app = await back(address, begun);
    expect(app.calls(tokenUrl)).toEqual([]);
    expect(form(app).error).toEqual({ say: `login.${say}` });
    expect(app.navigated.at(-1)).toBe('replace /login');
  });

  it('is refused in the form, in the words of the server', async () => {
    const app = await back('/oauth/redirect/gitee?code=c&state=s');
    await app.last(tokenUrl).refuse(400, '第三方登录失败，请稍后重试');
    expect(form(app).error).toEqual({ text: '第三方登录失败，请稍后重试' });
    expect(app.navigated.at(-1)).toBe('replace /login');
    expect(isSignedIn(app)).toBe(false);
  });

  it('cannot replace a person who is signed in already', async () => {
    const app = await back('/oauth/redirect/gitee?code=c&state=s', { ...under, source: '' }, { signedIn: true });
    expect(app.calls(tokenUrl)).toEqual([]);
    expect(app.toasts()).toEqual(['error: login.strangeReturn']);
    expect(app.see(route.selectors.path)).toBe('/wel/index');
  });

  it('of the group is visited with a state of ours, and its code exchanged with the same address', async () => {
    const fake = fakeWorld({ settings });
    const app = await start({ signedIn: false, fake });
    app.do(pickMode('sso'));
    app.do(submit());
    await app.clock.advance(0);
    const url = new URL(app.left[0]!);
    const uri = 'https://lease.example/oauth/redirect/sso';
    expect(url.origin + url.pathname).toBe('https://sso.example/authorize');
    const { state } = app.see(journey.selectors.all);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      realm: 'lease',
      client_id: 'desk',
      response_type: 'code',
      redirect_uri: uri,
      state,
    });
    expect(state).toMatch(/^100001\.\S+$/); // the tenant of the page, whatever was typed

    const returned = await back(`/oauth/redirect/sso?code=c&state=${state}`, {
      source: 'sso',
      tenantId: '100001',
      state,
    });
    expect(returned.last(tokenUrl).call.form).toEqual({
      tenantId: '100001',
      grant_type: 'authorization_code',
      code: 'c',
      redirect_uri: uri,
      scope: 'all',
      with: 'rights',
    });
  });

  it('of the group is not offered on the page of another tenant', () => {
    const deployed = { ...defaultSettings, sso };
    expect(waysIn(deployed, null)).toContain('sso');
    expect(waysIn(deployed, { tenantId: '100001' })).toContain('sso');
    expect(waysIn(deployed, { tenantId: '100002' })).not.toContain('sso');
  });

  it.each(['social', 'sso'] as SignInMode[])('is no way in where there is none: %s', async (mode) => {
    const app = await start({ signedIn: false });
    app.do(pickMode(mode));
    app.do(submit());
    await app.clock.advance(0);
    expect([app.left, app.asked, form(app).isBusy]).toEqual([[], [], false]);
  });
});

it('changes the way and the language without losing what was typed', async () => {
  const app = await atLogin();
  app.do(submit());
  await app.last(tokenUrl).refuse(400, '用户名或密码错误');
  app.do(pickMode('phone'));
  app.do(edit({ name: 'phone', value: '13800138000' }));
  app.do(preferences.actions.speak('en'));
  await app.clock.advance(0);
  app.do(pickMode('user'));
  expect(form(app)).toMatchObject({
    mode: 'user',
    error: null,
    draft: { username: 'li', phone: '13800138000' },
    focus: { on: '' },
  });
});
