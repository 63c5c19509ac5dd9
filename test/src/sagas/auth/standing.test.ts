/** The person's department and role, and a picture whose link has expired. */

import { standing } from '../../../../src/store/auth/standing';
import { session } from '../../../../src/store/session';
import { li, quiet, type Started, start } from '../../../support/fakeWorld';

jest.setTimeout(30_000);

function names(app: Started) {
  return app.see(standing.selectors.names);
}
function avatar(app: Started) {
  return app.see(session.selectors.user)?.avatar;
}
const card = {
  tenantId: '000000',
  tenantName: '示例租赁',
  deptName: '一部,二部',
  roleName: '经理,销售',
  workDeptName: '二部',
  workRoleName: '销售',
};

describe('as what one works', () => {
  const asked = async () => {
    const app = await start({ at: '/wel/index' });
    app.do(standing.actions.ask());
    await quiet();
    return app;
  };

  it('is asked for when it is looked at, and not before', async () => {
    const app = await start({ at: '/wel/index' });
    expect(app.calls('/user/info')).toHaveLength(0);
    app.do(standing.actions.ask());
    await app.last('/user/info').answer(card);
    expect(names(app)).toEqual({ tenant: '示例租赁', dept: '二部', role: '销售' });
  });

  it('is what the person has, at a server that says no more', async () => {
    const app = await asked();
    await app.last('/user/info').answer({ tenantId: '000000', deptName: '一部', roleName: '经理' });
    expect(names(app)).toEqual({ tenant: '000000', dept: '一部', role: '经理' });
  });

  it('stays unsaid when nothing answers, without a word', async () => {
    const app = await asked();
    await app.last('/user/info').cutOff();
    expect([names(app), app.toasts()]).toEqual([null, []]);
  });

  it.each([
    ['goes on in another role', session.actions.reassigned({ deptId: '1', roleId: '2', roleName: 'x' })],
    ['leaves', session.actions.signedOut()],
  ])('is forgotten when the person %s', async (_how, action) => {
    const app = await asked();
    await app.last('/user/info').answer(card);
    app.do(action);
    expect(app.slice('standing')?.names ?? null).toBeNull();
  });
});

describe('a picture that could not be loaded', () => {
  const old = '/api/file/1?e=1&s=old';
  const failed = async () => {
    const app = await start({ at: '/wel/index' });
    app.do(session.actions.profileSaved({ realName: li.realName, avatar: old }));
    app.do(session.actions.pictureFailed());
    await quiet();
    return app;
  };

  it('is asked for by a fresh link', async () => {
    const app = await failed();
    await app.last('/user/info').answer({ ...card, avatar: '/api/file/1?e=2&s=new' });
    expect(avatar(app)).toBe('/api/file/1?e=2&s=new');
  });

  it('is not asked for again and again when it is really gone', async () => {
    const app = await failed();
    await app.last('/user/info').answer({ ...card, avatar: '/api/file/1?e=2&s=new' });
    await app.clock.advance(60_000);
    app.do(session.actions.pictureFailed());
    await quiet();
    expect(app.calls('/user/info')).toHaveLength(1);
    await app.clock.advance(600_000);
    app.do(session.actions.pictureFailed());
    expect(app.calls('/user/info')).toHaveLength(2);
  });

  it('keeps one that was chosen meanwhile', async () => {
    const app = await failed();
    app.do(session.actions.profileSaved({ realName: li.realName, avatar: '/api/file/9?e=3' }));
    await app.last('/user/info').answer({ ...card, avatar: '/api/file/1?e=2&s=new' });
    expect(avatar(app)).toBe('/api/file/9?e=3');
  });

  it('is the next person’s too', async () => {
    const app = await failed();
    await app.last('/user/info').cutOff();
    app.do(session.actions.signedIn({ ...li, avatar: old }));
    app.do(session.actions.pictureFailed());
    await quiet();
    expect(app.calls('/user/info')).toHaveLength(2);
  });
});
