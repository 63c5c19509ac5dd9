/** A person authenticated by a provider asks for an account. */
import { md5 } from 'js-md5';
import { masked } from '../../../../contract/wire/secrets';
import { registration } from '../../../../src/store/auth/registration';
import { journey } from '../../../../src/store/auth/signIn';
import { menu } from '../../../../src/store/navigation/menu';
import { route } from '../../../../src/store/navigation/route';
import { session, tokens } from '../../../../src/store/session';
import { type Started, type StartOptions, start } from '../../../support/fakeWorld';
import { granted, tokenUrl } from '../../../support/signIn';

/** The first start compiles the whole console. */
jest.setTimeout(30_000);

const { edit, submit, acknowledge } = registration.actions;
const guest = { user_id: -1, oauth_id: '77', account: 'octo', real_name: 'Octo Cat', dept_id: '', role_id: '' };
const registerUrl = '/user/register-guest';
function draftOf(app: Started) {
  return app.slice('registration');
}

/** Signed in by a provider, without an account here. */
async function asGuest(options: StartOptions = {}) {
  const app = await start({ signedIn: false, ...options });
  app.do(journey.actions.departed({ source: 'gitee', tenantId: '000000', state: '' }));
  app.do(route.actions.go('/oauth/redirect/gitee?code=c&state=s'));
  await app.clock.advance(0);
  await app.last(tokenUrl).answerRaw(200, granted(guest));
  return app;
}
function type(app: Started, draft: Record<string, string>) {
  for (const [name, value] of Object.entries(draft)) app.do(edit({ name: name as 'name', value }));
}
const filled = { password: 'hunter2!', password2: 'hunter2!' };

describe('a guest', () => {
  it.each([
    ['-1', true],
    ['', true],
    ['1123598821738675201', false],
  ])('is whose id is “%s”: %s', (userId, isGuest) => {
    const user = { userId } as never;
    expect(
      session.selectors.isGuest({ session: { user, isDisplaced: false, successor: '', sight: 'seen' as const } }),
    ).toBe(isGuest);
  });

  it('stands before the form on the home page, and nothing else is asked of the server', async () => {
    const app = await asGuest();
    expect(app.navigated.at(-1)).toBe('replace /wel/index');
    expect(draftOf(app)).toMatchObject({ draft: {}, isSubmitted: false });
    expect(app.see(menu.selectors.isKnown)).toBe(true);
    expect(app.waiting()).toEqual([]);
    expect(app.toasts()).toEqual([]);
  });
});

describe('registering', () => {
  it.each([
    ['tenant number', { tenantId: ' ', account: '', password: '' }, 'tenantFirst', 'tenantId'],
    ['account name', { account: ' ', password: '' }, 'accountFirst', 'account'],
    ['password', { password: '', password2: 'x' }, 'passwordFirst', 'password'],
    ['repetition of the password', { password: 'x', password2: '' }, 'passwordFirst', 'password2'],
    ['same password twice', { password: 'x', password2: 'y' }, 'passwordsDiffer', 'password2'],
  ])('wants the %s first', async (_what, draft, say, on) => {
    const app = await asGuest();
    type(app, draft);
    app.do(submit());
    for (let again = 0; again < 3; again++) app.do(submit());
    expect(draftOf(app)).toMatchObject({ problem: { on, say }, isBusy: false });
    expect(app.toasts()).toEqual([]); // the field says it
    expect(app.calls(registerUrl)).toEqual([]);
  });

  it('does not ask for the tenant whose page it is', async () => {
    const app = await asGuest({ settings: { tenantMode: true } });
    await app.last('/tenant/info').answer({ tenantId: '100001', name: '青屿租赁' });
    type(app, { ...filled, tenantId: '' });
    app.do(submit());
    expect(app.calls(registerUrl)).toHaveLength(1);
  });

  it('sends what is known and typed once, the password encrypted and not in the address', async () => {
    const app = await asGuest();
    type(app, { ...filled, account: ' octo7 ' });
    for (let press = 0; press < 5; press++) app.do(submit());
    expect(app.calls(registerUrl)).toHaveLength(1);
    const { call } = app.last(registerUrl);
    expect(call.body).toEqual({
      tenantId: '000000',
      name: 'Octo Cat',
      account: 'octo7',
      password: md5(filled.password),
      oauthId: '77',
    });
    expect(call.query).toBeUndefined();
    expect(JSON.stringify(app.actions.map(masked))).not.toContain(filled.password);
  });

  it('says that an administrator decides, then leaves for the sign-in page', async () => {
    const app = await asGuest();
    type(app, filled);
    app.do(submit());
    await app.last(registerUrl).answer(true);
    expect(draftOf(app)).toMatchObject({ isSubmitted: true, draft: {} });
    expect(app.see(tokens.selectors.hasToken)).toBe(true);
    app.do(acknowledge());
    await app.last('/oauth/logout').answer(true);
    expect(app.see(tokens.selectors.hasToken)).toBe(false);
    expect(app.navigated.at(-1)).toBe('push /login');
  });

  it.each([
    [
      'the server’s reason',
      (app: Started) => app.last(registerUrl).refuse(400, '当前账号已被使用!'),
      '当前账号已被使用!',
    ],
    ['our own words without one', (app: Started) => app.last(registerUrl).answerRaw(500, {}), 'registration.failed'],
    ['our own words when nobody answers', (app: Started) => app.last(registerUrl).cutOff(), 'registration.failed'],
  ])('that fails says %s, keeps the form, and can be tried again', async (_what, answer, said) => {
    const app = await asGuest();
    type(app, filled);
    app.do(submit());
    await answer(app);
    expect(app.toasts()).toEqual([]); // the dialog says it
    expect(draftOf(app)).toMatchObject({ isBusy: false, isSubmitted: false, draft: filled });
    expect(Object.values(draftOf(app).error ?? {})).toEqual([said]);
    app.do(submit());
    expect(draftOf(app).error).toBeNull();
    expect(app.calls(registerUrl)).toHaveLength(2);
  });
});
