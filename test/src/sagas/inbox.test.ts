/** The inbox: the badge of the bell, the three lists, reading, and approving registrations. */
import '../../../src/shell/panels/panels'; // here, because reading the component library takes longer than a test may
import type { InboxKind } from '../../../contract/wire/inbox';
import { roleConflicts } from '../../../src/store/auth/roleConflicts';
import { screenLock } from '../../../src/store/auth/screenLock';
import { feedback } from '../../../src/store/feedback';
import { inbox } from '../../../src/store/inbox';
import { panel } from '../../../src/store/navigation/panel';
import { session } from '../../../src/store/session';
import { resumed, suspended } from '../../../src/store/windows';
import { quiet, type Started, start } from '../../support/fakeWorld';

const at = inbox.actions;
const none = { mail: 0, message: 0, notice: 0 };
function row(id: string, more: object = {}) {
  return {
    id,
    kind: 'mail',
    title: `标题 ${id}`,
    content: '<p>内容</p>',
    isRead: false,
    subject: '',
    subjectId: '',
    createTime: '2026-01-05 09:00:00',
    ...more,
  };
}
function rows(from: number, count: number) {
  return Array.from({ length: count }, (_, index) => row(String(from - index)));
}
function see(app: Started) {
  return app.see(inbox.selectors.all);
}
function ids(app: Started, kind: InboxKind = 'mail') {
  return see(app).lists[kind]?.rows.map(({ id }) => id);
}
function counts(app: Started) {
  return app.calls('/inbox/unread').length;
}
function answer(isSure: boolean) {
  return feedback.actions.answered({ isSure, reason: '' });
}

async function opened(unread = { ...none, mail: 12 }, options: Parameters<typeof start>[0] = {}) {
  const app = await start(options);
  await app.last('/inbox/unread').answer(unread);
  app.do(panel.actions.show('inbox'));
  await quiet();
  return app;
}

describe('the badge', () => {
  it('is asked for after signing in, and every minute', async () => {
    const app = await start();
    expect(counts(app)).toBe(1);
    await app.last('/inbox/unread').answer({ mail: 2, message: 1, notice: 0 });
    expect(app.see(inbox.selectors.unreadSum)).toBe(3);
    await app.clock.advance(59_999);
    expect(counts(app)).toBe(1);
    await app.clock.advance(1);
    expect(counts(app)).toBe(2);
  });

  it('is not loaded while the window is hidden, and at once when it is visible', async () => {
    const app = await start();
    await app.last('/inbox/unread').answer(none);
    app.do(suspended());
    await app.clock.advance(600_000);
    expect(counts(app)).toBe(1);
    app.do(resumed());
    await quiet();
    expect(counts(app)).toBe(2);
  });

  it('is not asked for behind a lock, nor without a session', async () => {
    const app = await start();
    await app.last('/inbox/unread').answer(none);
    app.do(screenLock.actions.locked({ salt: 's', verifier: 'v', userId: '1', from: '/wel/index' }));
    await app.clock.advance(300_000);
    expect(counts(app)).toBe(1);
    app.do(screenLock.actions.unlocked());
    await quiet();
    expect(counts(app)).toBe(2);
    await app.last('/inbox/unread').answer(none);
    app.do(session.actions.signedOut());
    await app.clock.advance(300_000);
    expect(counts(app)).toBe(2);
  });

  it('keeps its count when the server does not answer, without a message, and tries again', async () => {
    const app = await start();
    await app.last('/inbox/unread').answer({ ...none, mail: 4 });
    await app.clock.advance(60_000);
    await app.last('/inbox/unread').cutOff();
    await app.clock.advance(1000);
    await app.last('/inbox/unread').refuse(500, '内部错误');
    expect([app.see(inbox.selectors.unreadSum), app.toasts()]).toEqual([4, []]);
    await app.clock.advance(2000);
    expect(counts(app)).toBe(4);
  });

  it('is asked for again soon while it is not known', async () => {
    const app = await start();
    for (const pause of [1000, 2000, 4000]) {
      await app.last('/inbox/unread').cutOff();
      const before = app.calls('/inbox/unread').length;
      await app.clock.advance(pause - 1);
      expect(app.calls('/inbox/unread')).toHaveLength(before);
      await app.clock.advance(1);
      expect(app.calls('/inbox/unread')).toHaveLength(before + 1);
    }
  });

  it('is given up at a server that has no inbox; the bell shows an empty list', async () => {
    const app = await start();
    await app.last('/inbox/unread').refuse(404, '没有找到');
    await app.clock.advance(600_000);
    expect(counts(app)).toBe(1);
    app.do(panel.actions.show('inbox'));
    await quiet();
    expect(app.calls('/inbox/page')).toHaveLength(0);
    expect(ids(app)).toEqual([]);
    expect(see(app).isAsking).toBe(false);
    expect(app.toasts()).toEqual([]);
  });
});

describe('the lists', () => {
  it('are fetched ten at a time', async () => {
    const app = await opened();
    expect(app.last('/inbox/page').call.query).toEqual({ kind: 'mail', current: 1, size: 10 });
    await app.last('/inbox/page').answer({ records: rows(30, 10), total: 12 });
    app.do(at.more());
    expect(see(app).isAsking).toBe(true);
    expect(app.last('/inbox/page').call.query).toMatchObject({ current: 2 });
    await app.last('/inbox/page').answer({ records: rows(20, 2), total: 12 });
    expect(ids(app)).toHaveLength(12);
  });

  it('show nothing twice when something was sent between two pages', async () => {
    const app = await opened();
    await app.last('/inbox/page').answer({ records: rows(30, 10), total: 12 });
    app.do(at.more());
    await app.last('/inbox/page').answer({ records: rows(21, 3), total: 13 });
    expect(ids(app)).toEqual(rows(30, 12).map(({ id }) => id));
  });

  it('end where a page comes empty, whatever the total says', async () => {
    const app = await opened();
    await app.last('/inbox/page').answer({ records: rows(30, 10), total: '99' });
    app.do(at.more());
    await app.last('/inbox/page').answer({ records: [], total: '99' });
    expect(see(app).lists.mail).toMatchObject({ total: 10 });
  });

  it('belong to their tab, whichever answer comes last', async () => {
    const app = await opened();
    const mail = app.last('/inbox/page');
    app.do(at.pick('notice'));
    await app.last('/inbox/page').answer({ records: [row('7', { kind: 'notice' })], total: 1 });
    await mail.answer({ records: rows(30, 2), total: 2 });
    expect(mail.isAborted).toBe(true);
    expect(ids(app, 'notice')).toEqual(['7']);
    expect(see(app).lists.mail).toBeNull();
  });

  it('begin with the kind that rang the bell', async () => {
    const app = await opened({ ...none, notice: 1 });
    expect(app.last('/inbox/page').call.query).toMatchObject({ kind: 'notice' });
  });

  it('offer to ask again when nothing answers, without a message', async () => {
    const app = await opened();
    await app.last('/inbox/page').cutOff();
    expect([see(app).isCutOff, app.toasts()]).toEqual([true, []]);
    app.do(at.retry());
    await app.last('/inbox/page').answer({ records: [], total: 0 });
    expect([see(app).isCutOff, ids(app)]).toEqual([false, []]);
  });

  it.each([[null], [{}], [{ records: null, total: 'x' }], [[]]])('survive the answer %j', async (data) => {
    const app = await opened();
    await app.last('/inbox/page').answer(data);
    expect(ids(app)).toEqual([]);
  });
});

describe('an entry', () => {
  const read = async () => {
    const app = await opened();
    await app.last('/inbox/page').answer({ records: rows(30, 2), total: 2 });
    app.do(at.open('30'));
    return app;
  };

  it('is read when it is opened: at once here, and at the server', async () => {
    const app = await read();
    expect(see(app).unread.mail).toBe(11);
    expect(app.last('/inbox/read').call).toMatchObject({ method: 'POST', query: { ids: '30' } });
    await app.last('/inbox/read').answer({ ...none, mail: 5 });
    expect(see(app).unread.mail).toBe(5);
    expect(see(app).shownId).toBe('30');
  });

  it('is unread again when the server was not reached', async () => {
    const app = await read();
    await app.last('/inbox/read').cutOff();
    expect(see(app).unread.mail).toBe(12);
    expect(see(app).lists.mail?.rows[0]?.isRead).toBe(false);
    expect(app.toasts()).toEqual([]);
  });

  it('leaves the list where it was', async () => {
    const app = await read();
    app.do(at.back());
    expect([see(app).shownId, see(app).leftId]).toEqual(['', '30']);
  });
});

it('marks a whole kind as read, once however often it is asked', async () => {
  const app = await opened();
  await app.last('/inbox/page').answer({ records: rows(30, 2), total: 2 });
  app.do(at.readAll());
  app.do(at.readAll());
  expect(app.calls('/inbox/read-all').map(({ call }) => call.query)).toEqual([{ kind: 'mail' }]);
  await app.last('/inbox/read-all').answer({ ...none, notice: 2 });
  expect(see(app).lists.mail?.rows.every(({ isRead }) => isRead)).toBe(true);
  expect(see(app).unread).toEqual({ ...none, notice: 2 });
});

describe('a registration', () => {
  const registered = row('9', { kind: 'notice', subject: 'registration', subjectId: '77' });
  const asked = async (permissions = ['user_audit']) => {
    const app = await opened({ ...none, notice: 1 }, { permissions });
    await app.last('/inbox/page').answer({ records: [registered], total: 1 });
    app.do(at.open('9'));
    await quiet();
    return app;
  };
  const withRole = async () => {
    const app = await asked();
    await app.last('/role/givable').answer([{ id: '5', parentId: '0', title: '业务员', key: '5', value: '5' }]);
    app.do(at.pickRoles('5'));
    return app;
  };

  it('can be given the roles that the approving person may grant', async () => {
    const app = await withRole();
    expect(see(app).roles).toEqual([{ id: '5', parentId: '0', title: '业务员' }]);
  });

  it('offers every role where the server does not sort out who may give which', async () => {
    const app = await asked();
    await app.last('/role/givable').refuse(404, '404 没找到请求');
    await app.last('/role/tree').answer([{ id: '5', title: '经理', children: [{ id: '6', title: '业务员' }] }]);
    expect(see(app).roles).toMatchObject([{ id: '5', children: [{ id: '6', title: '业务员' }] }]);
  });

  it('asks for no roles from those who may not decide', async () => {
    const app = await asked([]);
    expect(app.calls('/role/givable')).toHaveLength(0);
  });

  it('says what the chosen roles give together, as the page of the users does', async () => {
    const app = await withRole();
    app.do(at.pickRoles('6,5'));
    await quiet();
    expect(app.last('/role/exclusions').call.query).toEqual({ roleIds: '6,5' });
    await app.last('/role/exclusions').answer([{ codes: 'a,b', text: '缺少复核' }]);
    expect(app.see(roleConflicts.selectors.of, '5,6')).toEqual(['缺少复核']);
    expect(app.see(roleConflicts.selectors.of, '5')).toEqual([]);
  });

  it('is not passed without a role', async () => {
    const app = await asked();
    app.do(at.decide({ id: '9', isPassed: true }));
    expect([see(app).lacksRole, see(app).isDeciding]).toEqual([true, false]);
    expect(app.calls('/user/audit-pass')).toHaveLength(0);
  });

  it('is passed with its role, once', async () => {
    const app = await withRole();
    app.do(at.decide({ id: '9', isPassed: true }));
    app.do(at.decide({ id: '9', isPassed: true }));
    const calls = app.calls('/user/audit-pass');
    expect(calls.map(({ call }) => call.query)).toEqual([{ userIds: '77', roleIds: '5' }]);
    await calls[0]!.answer(true);
    expect(see(app).decided).toEqual({ 9: 'passed' });
  });

  it('is refused after a question only', async () => {
    const app = await asked();
    app.do(at.decide({ id: '9', isPassed: false }));
    app.do(answer(false));
    expect(see(app).isDeciding).toBe(false);
    expect(app.calls('/user/audit-refuse')).toHaveLength(0);
    app.do(at.decide({ id: '9', isPassed: false }));
    app.do(answer(true));
    expect(app.last('/user/audit-refuse').call.query).toEqual({ userIds: '77' });
    await app.last('/user/audit-refuse').answer(true);
    expect(see(app).decided).toEqual({ 9: 'refused' });
  });

  it('can be decided again when the server said no', async () => {
    const app = await withRole();
    app.do(at.decide({ id: '9', isPassed: true }));
    await app.last('/user/audit-pass').refuse(400, '该申请已处理');
    expect(app.toasts()).toEqual(['error: 该申请已处理']);
    expect([see(app).isDeciding, see(app).decided]).toEqual([false, {}]);
  });
});
