/** Choosing a department and a role to work as. */
import '../../../../src/shell/panels/panels'; // here, because reading the component library takes longer than a test may
import { switcher } from '../../../../src/store/auth/switcher';
import { feedback } from '../../../../src/store/feedback';
import { panel } from '../../../../src/store/navigation/panel';
import { route, tabs } from '../../../../src/store/navigation/route';
import { session, tokens, type User } from '../../../../src/store/session';
import { li, quiet, type Started, start } from '../../../support/fakeWorld';

const at = switcher.actions;
function see(app: Started) {
  return app.see(switcher.selectors.all);
}
function shown(app: Started) {
  return app.slice('panel').shown;
}

async function choosing() {
  const app = await start({ at: '/lease/product', settings: { switchMode: true } });
  await app.last('/product/page').answer({ records: [{ id: '1', productName: '旧角色的产品' }], total: 1 });
  app.do(panel.actions.show('switcher'));
  await quiet();
  return app;
}
async function offered() {
  const app = await choosing();
  await app.last('/dept/select').answer([
    { id: '11', deptName: '一部' },
    { id: '12', deptName: '二部' },
  ]);
  await app.last('/role/select').answer([{ id: '21', roleName: '经理' }]);
  return app;
}
function token(app: Started) {
  return app.last('/oauth/token');
}
function answerToken(app: Started) {
  return token(app).answerRaw(200, { access_token: 'access-2', refresh_token: 'refresh-2', expires_in: 37_500 });
}
async function submitted() {
  const app = await offered();
  app.do(at.pick({ name: 'dept', id: '12' }));
  app.do(at.submit());
  await quiet();
  return app;
}

describe('the dialog', () => {
  it('asks what this person may work as', async () => {
    const app = await choosing();
    for (const ending of ['/dept/select', '/role/select'])
      expect(app.last(ending).call).toMatchObject({ method: 'GET', query: { userId: li.userId } });
  });

  it('takes the only role for chosen, and leaves the choice of the departments', async () => {
    const app = await offered();
    expect(see(app).picked).toEqual({ dept: '', role: '21' });
    expect(see(app).choices?.dept.map(({ name }) => name)).toEqual(['一部', '二部']);
  });

  it('insists on both', async () => {
    const app = await offered();
    app.do(at.submit());
    expect(see(app).problems).toEqual({ dept: 'required' });
    expect(app.calls('/oauth/token')).toHaveLength(0);
    app.do(at.pick({ name: 'dept', id: '11' }));
    expect(see(app).problems).toEqual({});
  });

  it('offers to ask again when nothing answers', async () => {
    const app = await choosing();
    await app.last('/role/select').cutOff();
    expect(see(app).isCutOff).toBe(true);
    app.do(at.retry());
    await app.last('/dept/select').answer([{ id: '11', deptName: '一部' }]);
    await app.last('/role/select').answer([{ id: '21', roleName: '经理' }]);
    expect([see(app).isCutOff, see(app).picked]).toEqual([false, { dept: '11', role: '21' }]);
  });
});

describe('switching', () => {
  it('exchanges the token for one of that department and role', async () => {
    const app = await submitted();
    expect(token(app).call).toMatchObject({
      form: { grant_type: 'refresh_token', refresh_token: 'refresh-0' },
      headers: { 'Dept-Id': '12', 'Role-Id': '21', 'Tenant-Id': '000000' },
    });
    await answerToken(app);
    expect(app.see(tokens.selectors.accessToken)).toBe('access-2');
    expect(app.see(session.selectors.user)).toMatchObject({ userId: li.userId, deptId: '12', roleId: '21' });
  });

  it('continues under the names in the answer', async () => {
    const app = await submitted();
    await token(app).answerRaw(200, {
      ...{ access_token: 'access-2', refresh_token: 'refresh-2', expires_in: 37_500 },
      ...{ dept_id: '12', role_id: '21', role_name: 'sales_lead' },
    });
    expect(app.see(session.selectors.user)).toMatchObject({ deptId: '12', roleId: '21', roleName: 'sales_lead' });
  });

  it('closes the tabs, fetches the rights anew and goes home, and the dialog is gone', async () => {
    const app = await submitted();
    await answerToken(app);
    expect(app.see(tabs.selectors.list)).toHaveLength(1);
    await app.answerRights();
    expect(app.see(route.selectors.path)).toBe('/wel/index');
    expect(shown(app)).toBe('');
  });

  it('forgets what was fetched under the old rights', async () => {
    const app = await submitted();
    expect(app.slice('product').page.records).toHaveLength(1);
    await answerToken(app);
    expect(app.slice('product').page).toBeNull();
  });

  it('notifies the other windows of a session, never of its end', async () => {
    const app = await submitted();
    await answerToken(app);
    const kinds = app.told.map(({ kind }) => kind);
    expect(kinds).toContain('signedIn');
    expect(kinds).not.toContain('signedOut');
  });

  it('happens once, however often it is asked for', async () => {
    const app = await submitted();
    app.do(at.submit());
    await quiet();
    expect(app.calls('/oauth/token')).toHaveLength(1);
  });

  it('waits until no other window renews the pair, and takes over what that one got', async () => {
    const app = await offered();
    app.do(at.pick({ name: 'dept', id: '12' }));
    app.busy.add('token');
    app.do(at.submit());
    await quiet();
    expect(app.calls('/oauth/token')).toHaveLength(0);
    app.kept.token = {
      accessToken: 'access-1',
      refreshToken: 'refresh-1',
      tokenSetAt: app.clock.now + 1,
      expiresIn: 37_500,
    };
    await app.freed('token');
    await quiet();
    expect(token(app).call.form).toMatchObject({ refresh_token: 'refresh-1' });
  });

  it.each<[string, (app: Started) => Promise<void>, string]>([
    ['the server says no', (app) => token(app).refuse(400, '没有该角色'), 'error: 没有该角色'],
    ['nothing answers', (app) => token(app).cutOff(), ''],
    ['the answer holds no token', (app) => token(app).answerRaw(200, {}), ''],
  ])('leaves everything as it was when %s', async (why, fail, toast) => {
    const app = await submitted();
    await fail(app);
    expect(app.see(tokens.selectors.accessToken)).toBe('access-0');
    expect(app.slice('product').page.records).toHaveLength(1);
    expect([see(app).isBusy, shown(app)]).toEqual([false, 'switcher']);
    if (toast) expect(app.toasts()).toEqual([toast]);
    if (why === 'nothing answers') expect(app.unanswered()).toEqual(['POST /blade-auth/oauth/token']);
    expect(app.letGone).toEqual(['token']);
  });

  it('asks before what was typed and not saved is lost', async () => {
    const app = await offered();
    app.do(tabs.actions.marked({ path: '/lease/product', isDirty: true }));
    app.do(at.pick({ name: 'dept', id: '12' }));
    app.do(at.submit());
    expect(app.see(feedback.selectors.question)?.say).toBe('ask.unsaved');
    app.do(feedback.actions.answered({ isSure: false, reason: '' }));
    expect(see(app).isBusy).toBe(false);
    expect(app.calls('/oauth/token')).toHaveLength(0);
  });
});

describe('after signing in', () => {
  const several: User = { ...li, roleId: '21,22' };
  const signedIn = async (user: User, switchMode: boolean) => {
    const app = await start({ settings: { switchMode } });
    app.do(session.actions.signedIn(user));
    await quiet();
    return shown(app);
  };
  it('a person with several roles is asked, in switch mode', async () => {
    expect(await signedIn(several, true)).toBe('switcher');
  });
  it('a one-time password is changed first, and then it is asked', async () => {
    const app = await start({ settings: { switchMode: true } });
    app.do(session.actions.signedIn({ ...several, mustChangePassword: true }));
    await quiet();
    expect(shown(app)).toBe('');
    app.do(session.actions.passwordChanged());
    await quiet();
    expect(shown(app)).toBe('switcher');
  });
  it.each<[string, User, boolean]>([
    ['with one of each', li, true],
    ['when the mode is off', several, false],
  ])('the question is not asked %s', async (_who, user, mode) => {
    expect(await signedIn(user, mode)).toBe('');
  });
});
