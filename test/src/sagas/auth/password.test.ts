/** Changing one's password, and what a one-time password blocks until then. */
import { password } from '../../../../src/store/auth/password';
import { signIn } from '../../../../src/store/auth/signIn';
import { menu } from '../../../../src/store/navigation/menu';
import { route } from '../../../../src/store/navigation/route';
import { session } from '../../../../src/store/session';
import { li, quiet, start } from '../../../support/fakeWorld';
import { storage } from '../../../support/storage';

/** The first start compiles the whole console. */
jest.setTimeout(30_000);

const { typed, change } = password.actions;
const path = '/user/update-password';

async function first(more: object = {}, kept?: ReturnType<typeof storage>) {
  const app = await start({ signedIn: false, ...(kept && { storage: kept.storage }) });
  app.do(signIn.actions.edit({ name: 'username', value: 'li' }));
  app.do(signIn.actions.edit({ name: 'password', value: 'one-time' }));
  app.do(signIn.actions.submit());
  await quiet();
  await app.last('/oauth/token').answerRaw(200, {
    access_token: 'a',
    refresh_token: 'r',
    expires_in: 3600,
    user_id: li.userId,
    real_name: li.realName,
    must_change_password: true,
    ...more,
  });
  return app;
}
function fill(app: Awaited<ReturnType<typeof first>>, ...words: [string, string, string]) {
  return (['oldPassword', 'newPassword', 'newPassword1'] as const).forEach((name, at) => {
    app.do(typed({ name, value: words[at]! }));
  });
}

describe('a one-time password', () => {
  it('keeps every page from asking until it is changed', async () => {
    const app = await first();
    app.do(route.actions.go('/lease/product'));
    await quiet();
    expect(app.asked.map(({ call }) => call.url)).toEqual(['/blade-auth/oauth/token']);
    expect(app.see(route.selectors.path)).toBe('/wel/index');
    fill(app, 'one-time', 'a long new one', 'a long new one');
    app.do(change());
    app.do(change());
    await quiet();
    expect(app.calls(path)).toHaveLength(1);
    expect(JSON.stringify(app.last(path).call)).not.toContain('a long new one');
    await app.last(path).answer(true);
    expect(app.see(session.selectors.user)?.mustChangePassword).toBe(false);
    expect(app.toasts()).toContain('success: password.changed');
    expect(app.calls('/product/page')).toHaveLength(0); // rights first
    await app.answerRights();
    expect(app.see(route.selectors.path)).toBe('/lease/product');
    expect(app.calls('/product/page')).toHaveLength(1);
  });

  it('is changed once, however often it is sent because the answer was lost', async () => {
    const app = await first();
    fill(app, 'one-time', 'a long new one', 'a long new one');
    const sent: { headers?: Record<string, string>; form?: object }[] = [];
    for (const _ of [1, 2]) {
      app.do(change());
      await quiet();
      sent.push(app.last(path).call as never);
      await app.last(path).cutOff();
    }
    app.do(typed({ name: 'newPassword', value: 'another long one' }));
    app.do(typed({ name: 'newPassword1', value: 'another long one' }));
    app.do(change());
    await quiet();
    sent.push(app.last(path).call as never);
    const keys = sent.map(({ headers }) => headers?.['idempotency-key'] ?? headers?.['Idempotency-Key']);
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
    expect(sent[1]!.form).toEqual(sent[0]!.form);
    expect(keys[2]).not.toBe(keys[0]);
  });

  describe('whose change was not answered before the page went', () => {
    async function restored() {
      const kept = storage();
      const before = await first({}, kept);
      await before.persistor!.flush();
      return start({ storage: kept.storage, signedIn: false });
    }

    it('is not asked for again, where the server tells rights', async () => {
      const app = await restored();
      await app.last('/menu/buttons').answer([]);
      await app.answerRights();
      expect(app.see(session.selectors.user)?.mustChangePassword).toBe(false);
      expect(app.calls('/order/summary')).toHaveLength(1);
    });

    it('is asked for, where the server refuses them until then', async () => {
      const app = await restored();
      await app.last('/menu/buttons').refuse(403, '请先修改一次性密码', { reason: 'auth.mustChangePassword' });
      expect(app.see(session.selectors.user)?.mustChangePassword).toBe(true);
      expect(app.calls('/menu/routes')).toHaveLength(0);
      expect(app.toasts()).toEqual([]);
    });
  });

  it('opens the first page with the rights of the person once it is changed', async () => {
    const app = await first();
    fill(app, 'one-time', 'a long new one', 'a long new one');
    app.do(change());
    await quiet();
    await app.last(path).answer(true);
    expect(app.see(route.selectors.path)).toBe('/wel/index');
    expect(app.calls('/order/summary')).toHaveLength(0); // rights first
    // Nothing says that they have no menus while theirs are on their way.
    expect(app.see(menu.selectors.isKnown)).toBe(false);
    await app.answerRights();
    expect(app.see(menu.selectors.isKnown)).toBe(true);
    expect(app.calls('/order/summary')).toHaveLength(1);
  });

  it('is not asked for where the phone was proved instead', async () => {
    const app = await first({ sets_password: true });
    expect(app.see(session.selectors.user)).toMatchObject({ mustChangePassword: true, setsPassword: true });
    fill(app, '', 'a long new one', 'a long new one');
    app.do(change());
    await quiet();
    expect(Object.keys(app.last(path).call.form as object)).toEqual(['newPassword', 'newPassword1']);
    await app.last(path).answer(true);
    expect(app.see(session.selectors.user)).toMatchObject({ mustChangePassword: false });
    expect(app.see(session.selectors.user)).not.toHaveProperty('setsPassword');
  });

  it('stays when the server refuses the old one', async () => {
    const app = await first();
    fill(app, 'wrong', 'a long new one', 'a long new one');
    app.do(change());
    await quiet();
    await app.last(path).refuse(400, '原密码不正确!');
    expect(app.see(session.selectors.user)?.mustChangePassword).toBe(true);
    expect(app.see(password.selectors.all)).toMatchObject({ busy: false, form: { newPassword: 'a long new one' } });
  });

  it.each([
    ['nothing typed', ['', '', ''], { oldPassword: 'required', newPassword: 'required', newPassword1: 'required' }],
    ['a short one', ['x', '1234567', '1234567'], { newPassword: 'password.short' }],
    ['a common one', ['x', 'Admin@123', 'Admin@123'], { newPassword: 'password.common' }],
    ['one kind of letter', ['x', 'abzdefgzuvw', 'abzdefgzuvw'], { newPassword: 'password.simple' }],
    ['the old one', ['Same-word-1', 'Same-word-1', 'Same-word-1'], { newPassword: 'password.same' }],
    ['two that differ', ['x', 'Some-word-8', 'Some-word-9'], { newPassword1: 'differs' }],
  ] as const)('is not changed for %s', async (_what, words, problems) => {
    const app = await first();
    fill(app, ...(words as unknown as [string, string, string]));
    app.do(change());
    await quiet();
    expect(app.calls(path)).toHaveLength(0);
    expect(app.see(password.selectors.all).problems).toEqual(problems);
  });
});
