/** Each grant in isolation: its request, its answer, and its refusal. */

import { type ConsoleSettings, defaultSettings } from '../../../../contract/wire/settings';
import { registrationSaga } from '../../../../src/sagas/auth/registration';
import { signInSaga } from '../../../../src/sagas/auth/signIn';
import { registration } from '../../../../src/store/auth/registration';
import { journey, signIn } from '../../../../src/store/auth/signIn';
import { placeOf, route } from '../../../../src/store/navigation/route';
import { session } from '../../../../src/store/session';
import { settings } from '../../../../src/store/settings';
import type { Call } from '../../../../src/world/world';
import { allMenus } from '../../../support/fakeWorld';
import { bare, done, flow, refused, untilQuiet } from '../../../support/flow';

const { edit, pickMode, submit, failed, captchaReceived, codeSent, sendCode, visitProvider } = signIn.actions;
const opened = {
  access_token: 'access-1',
  refresh_token: 'refresh-1',
  expires_in: 37_500,
  user_id: '7',
  tenant_id: '000000',
  dept_id: '1',
  role_id: '2',
  account: 'li',
  real_name: '李静',
};
const token = bare(opened);
function deployed(more: Partial<ConsoleSettings> = {}) {
  return settings.actions.learned({ ...defaultSettings, ...more });
}
function typed(fields: Record<string, string>) {
  return Object.entries(fields).map(([name, value]) => edit({ name: name as 'username', value }));
}
/** A server with this answer to the token call, and the answers of every start. */
function server(answer = token) {
  return {
    now: () => 1000,
    uptime: () => 1000,
    load: async () => undefined,
    send: async ({ url }: Call) => {
      if (url.endsWith('/oauth/token')) return answer;
      if (url.endsWith('/oauth/captcha')) return bare({ key: 'picture-2', image: 'data:image/png;base64,AA==' });
      return done(url.endsWith('/menu/routes') ? allMenus : []);
    },
  };
}
function asked(calls: Call[]) {
  return calls.find(({ url }) => url.endsWith('/oauth/token'));
}

describe('signing in with a password', () => {
  const given = (more?: Partial<ConsoleSettings>) => [
    deployed(more),
    ...typed({ username: ' li ', password: 'secret-1' }),
  ];

  it('sends it encrypted in a form body, keeps the pair, and learns what the person may do', async () => {
    const { plan, calls } = flow(signInSaga, {
      given: given(),
      ports: { ...server(), encryptPassword: () => 'sealed' },
    });
    const { storeState } = await plan.put
      .actionType(session.actions.signedIn.type)
      .put(route.actions.go('/wel/index'))
      .dispatch(submit())
      .run(untilQuiet);
    expect(asked(calls)).toMatchObject({
      method: 'POST',
      form: {
        tenantId: '000000',
        username: 'li',
        password: 'sealed',
        grant_type: 'password',
        type: 'account',
        scope: 'all',
        with: 'rights',
      },
      headers: { 'Tenant-Id': '000000' },
    });
    expect(asked(calls)).not.toHaveProperty('query');
    expect(storeState.token.accessToken).toBe('access-1');
    expect(storeState.session.user).toMatchObject({ userId: '7', realName: '李静' });
    expect(calls.map(({ url }) => url)).toEqual(
      expect.arrayContaining(['/blade-system/menu/routes', '/blade-system/menu/buttons']),
    );
  });

  it('asks for no menus that came with the token', async () => {
    const rights = { menus: allMenus, buttons: [], tops: [], flows: [] };
    const { plan, calls } = flow(signInSaga, {
      given: given(),
      ports: { ...server(bare({ ...opened, rights })), encryptPassword: () => 'sealed' },
    });
    const { storeState } = await plan.put(route.actions.go('/wel/index')).dispatch(submit()).run(untilQuiet);
    expect(calls.map(({ url }) => url)).toEqual(['/blade-auth/oauth/token']);
    expect(storeState.menu.isKnown).toBe(true);
  });

  it('says which picture was read, and as what, where one is asked for', async () => {
    const { plan, calls } = flow(signInSaga, {
      given: [
        ...given({ captchaMode: true }),
        captchaReceived({ key: 'picture-1', image: 'data:,' }),
        ...typed({ captcha: ' äb3 ' }),
      ],
      ports: { ...server(), encryptPassword: () => 'sealed' },
    });
    await plan.dispatch(submit()).run(untilQuiet);
    expect(asked(calls)).toMatchObject({
      form: { grant_type: 'captcha' },
      headers: { 'Captcha-Key': 'picture-1', 'Captcha-Code': '%C3%A4b3' },
    });
  });

  it('asks nothing while something is missing, and nothing twice', async () => {
    const empty = flow(signInSaga, { given: [deployed()], ports: server() });
    await empty.plan
      .put(signIn.actions.misjudged({ username: 'accountHint', password: 'passwordHint' }))
      .dispatch(submit())
      .run(untilQuiet);
    expect(empty.calls).toEqual([]);
    const twice = flow(signInSaga, { given: given(), ports: server() });
    await twice.plan.dispatch(submit()).dispatch(submit()).run(untilQuiet);
    expect(twice.calls.filter(({ url }) => url.endsWith('/oauth/token'))).toHaveLength(1);
  });

  it('shows the sentence of a refusal, and asks for another picture', async () => {
    const { plan } = flow(signInSaga, {
      given: [
        ...given({ captchaMode: true }),
        captchaReceived({ key: 'picture-1', image: 'data:,' }),
        ...typed({ captcha: 'ab3d' }),
      ],
      ports: server(refused(400, '用户名或密码错误')),
    });
    const { storeState } = await plan
      .put(failed({ text: '用户名或密码错误' }))
      .not.put.actionType(session.actions.signedIn.type)
      .dispatch(submit())
      .run(untilQuiet);
    expect(storeState.signIn).toMatchObject({ isBusy: false, captcha: { key: 'picture-2' } });
  });
});

describe('signing in with a code by phone', () => {
  const given = [deployed({ phoneMode: true }), pickMode('phone'), ...typed({ phone: '13800138000' })];

  it('sends the code for its number, and counts the seconds until another', async () => {
    let now = 0;
    const { plan, calls } = flow(signInSaga, {
      given,
      ports: {
        uptime: () => now,
        sleep: async (ms) => {
          now += ms;
        },
        send: async () => done({ id: 'sms-1' }),
      },
    });
    await plan
      .put(codeSent({ id: 'sms-1', testCode: '' }))
      .put(signIn.actions.counted(60))
      .put(signIn.actions.counted(1))
      .put(signIn.actions.counted(0))
      .dispatch(sendCode())
      .run(untilQuiet);
    expect(calls).toMatchObject([
      { url: '/blade-auth/oauth/sms/send-validate', form: { tenantId: '000000', phone: '13800138000' } },
    ]);
  });

  it('proves the person by the code and its id', async () => {
    const { plan, calls } = flow(signInSaga, {
      given: [...given, sendCode(), codeSent({ id: 'sms-1', testCode: '' }), ...typed({ smsCode: ' 123456 ' })],
      ports: server(),
    });
    await plan.put.actionType(session.actions.signedIn.type).dispatch(submit()).run(untilQuiet);
    expect(asked(calls)?.form).toMatchObject({
      grant_type: 'sms_code',
      phone: '13800138000',
      id: 'sms-1',
      value: '123456',
    });
  });
});

describe('signing in through a provider', () => {
  const sso = { authorizeUrl: 'https://id.example/authorize', clientId: 'desk', tenantId: '000000' };
  const ports = { ...server(), flush: async () => undefined, origin: () => 'https://lease.example', newId: () => 'n1' };
  const back = (address: string) => route.actions.arrived(placeOf(address, [])!);

  it('remembers which provider the person left for, before they leave', async () => {
    const left: string[] = [];
    const { plan } = flow(signInSaga, {
      given: [deployed({ socialSources: ['gitee'] as never })],
      ports: { ...ports, redirect: (url) => void left.push(url) },
    });
    await plan
      .put(journey.actions.departed({ source: 'gitee', tenantId: '000000', state: '' }))
      .dispatch(visitProvider('gitee'))
      .run(untilQuiet);
    expect(left).toEqual(['/api/blade-auth/oauth/render/gitee?tenantId=000000']);
  });

  it('signs in a person who returns from there, with the code', async () => {
    const { plan, calls } = flow(signInSaga, {
      given: [deployed(), journey.actions.departed({ source: 'gitee', tenantId: '000000', state: '' })],
      ports,
    });
    await plan.put
      .actionType(session.actions.signedIn.type)
      .dispatch(back('/oauth/redirect/gitee?code=c1&state=s1'))
      .run(untilQuiet);
    expect(asked(calls)?.form).toMatchObject({ grant_type: 'social', source: 'gitee', code: 'c1', state: 's1' });
  });

  it.each([
    ['never left', '/oauth/redirect/gitee?code=c1&state=s1', []],
    ['left for another', '/oauth/redirect/gitee?code=c1&state=s1', [{ source: 'qq', tenantId: '000000', state: '' }]],
    [
      'brings a state of somebody else',
      '/oauth/redirect/sso?code=c1&state=x',
      [{ source: 'sso', tenantId: '000000', state: 'y' }],
    ],
  ])('turns away who %s', async (_who, address, journeys) => {
    const { plan, calls } = flow(signInSaga, {
      given: [deployed({ sso } as never), ...journeys.map((one) => journey.actions.departed(one))],
      ports,
    });
    await plan
      .put(failed({ say: 'login.strangeReturn' }))
      .dispatch(back(address))
      .run(untilQuiet);
    expect(asked(calls)).toBeUndefined();
  });

  it('uses single sign-on with a state, and returns with it', async () => {
    const left: string[] = [];
    const given = [deployed({ sso } as never), pickMode('sso')];
    const there = flow(signInSaga, { given, ports: { ...ports, redirect: (url) => void left.push(url) } });
    const { storeState } = await there.plan.dispatch(submit()).run(untilQuiet);
    const url = new URL(left[0]!);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'desk',
      response_type: 'code',
      redirect_uri: 'https://lease.example/oauth/redirect/sso',
      state: '000000.n1',
    });
    const home = flow(signInSaga, { given: [...given, journey.actions.departed(storeState.journey)], ports });
    await home.plan.dispatch(back('/oauth/redirect/sso?code=c2&state=000000.n1')).run(untilQuiet);
    expect(asked(home.calls)?.form).toMatchObject({
      grant_type: 'authorization_code',
      code: 'c2',
      redirect_uri: 'https://lease.example/oauth/redirect/sso',
    });
  });
});

describe('asking for an account', () => {
  const guest = session.actions.signedIn({
    userId: '',
    tenantId: '000000',
    deptId: '',
    roleId: '',
    account: 'li',
    realName: '李静',
    businessUserCode: '',
    avatar: '',
    mustChangePassword: false,
    oauthId: 'o-1',
  });
  const fill = (fields: Record<string, string>) =>
    Object.entries(fields).map(([name, value]) => registration.actions.edit({ name: name as 'name', value }));
  const given = [
    guest,
    ...fill({
      tenantId: '000000',
      account: 'li.jing',
      name: '李静',
      password: 'Blue-Harbour-7',
      password2: 'Blue-Harbour-7',
    }),
  ];
  const time = { now: () => 1000, uptime: () => 1000 };

  it('sends what was typed, the password encrypted, and the provider’s id of the person', async () => {
    const { plan, calls } = flow(registrationSaga, {
      given,
      slices: [registration],
      ports: { ...time, encryptPassword: () => 'sealed', send: async () => done(true) },
    });
    await plan.put(registration.actions.submitted()).dispatch(registration.actions.submit()).run(untilQuiet);
    expect(calls).toMatchObject([
      {
        url: '/blade-system/user/register-guest',
        body: { tenantId: '000000', account: 'li.jing', name: '李静', password: 'sealed', oauthId: 'o-1' },
      },
    ]);
  });

  it('is refused here when the two passwords differ, and says so when the server refuses', async () => {
    const differ = flow(registrationSaga, {
      given: [...given, ...fill({ password2: 'other' })],
      slices: [registration],
      ports: time,
    });
    await differ.plan
      .put(registration.actions.misjudged({ on: 'password2', say: 'passwordsDiffer' }))
      .dispatch(registration.actions.submit())
      .run(untilQuiet);
    expect(differ.calls).toEqual([]);
    const no = flow(registrationSaga, {
      given,
      slices: [registration],
      ports: { ...time, send: async () => refused(400, '账号已存在') },
    });
    const { storeState } = await no.plan
      .put(registration.actions.failed({ text: '账号已存在' }))
      .dispatch(registration.actions.submit())
      .run(untilQuiet);
    expect(storeState.registration.error).toEqual({ text: '账号已存在' });
  });
});
