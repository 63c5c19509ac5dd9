/** The page of a person's messages: its conditions, reading one, and what happens in the popover of the bell meanwhile. */

import { mailbox } from '../../../../../src/features/desk/inbox/mailboxSlice';
import { loadFeature } from '../../../../../src/features/registry';
import { inbox } from '../../../../../src/store/inbox';
import { route } from '../../../../../src/store/navigation/route';
import { push } from '../../../../../src/store/push';
import { quiet, type Started, start } from '../../../../support/fakeWorld';

beforeAll(() => Promise.all(['frame', 'inbox'].map(loadFeature)), 60_000);

const { actions: at, selectors: see } = mailbox;
const none = { mail: 0, message: 0, notice: 0 };
function row(id: string, more: object = {}) {
  return {
    id,
    kind: 'notice',
    title: `标题 ${id}`,
    content: '<p>内容</p>',
    isRead: false,
    subject: '',
    subjectId: '',
    createTime: '2026-01-05 09:00:00',
    ...more,
  };
}
const state = (app: Started) => app.see(see.all as never) as ReturnType<typeof see.all>;
const pages = (app: Started) => app.calls('/inbox/page');

async function opened(rows = [row('9'), row('8')], search = '') {
  const app = await start({ at: `/desk/inbox${search}` });
  await app.last('/inbox/unread').answer({ ...none, notice: 2 });
  if (!search) await app.last('/inbox/page').answer({ records: rows, total: 12 });
  return app;
}

describe('the page of messages', () => {
  it('asks for the first page, whatever the menus of the person', async () => {
    const app = await start({ at: '/desk/inbox', menus: [] });
    expect(app.last('/inbox/page').call.query).toEqual({ current: 1, size: 10 });
    await app.last('/inbox/page').answer({ records: [row('9')], total: 1 });
    expect(state(app)).toMatchObject({ list: { total: 1 }, isAsking: false });
  });

  it('asks by kind, text and what is unread, each from the first page on', async () => {
    const app = await opened();
    app.do(at.seek({ current: 2 }));
    expect(app.last('/inbox/page').call.query).toEqual({ current: 2, size: 10 });
    app.do(at.seek({ kind: 'notice' }));
    app.do(at.type('放假'));
    expect(pages(app)).toHaveLength(3);
    app.do(at.seek({ q: '放假', isUnread: true }));
    expect(app.last('/inbox/page').call.query).toEqual({ current: 1, size: 10, kind: 'notice', q: '放假', unread: 1 });
  });

  it('reads an entry, here and in the popover', async () => {
    const app = await opened();
    app.do(at.open('8'));
    await quiet();
    expect(state(app).shown).toMatchObject({ id: '8', isRead: true });
    expect(state(app).list?.rows.map(({ isRead }) => isRead)).toEqual([false, true]);
    expect(app.see(inbox.selectors.unread).notice).toBe(1);
    expect(app.last('/inbox/read').call.query).toEqual({ ids: '8' });
    await app.last('/inbox/read').answer({ ...none, notice: 1 });
    app.do(at.back());
    expect(state(app)).toMatchObject({ shown: null, leftId: '8' });
    app.do(at.open('9'));
    await quiet();
    await app.last('/inbox/read').cutOff();
    expect(state(app).list?.rows[0]).toMatchObject({ id: '9', isRead: false });
    expect(app.see(inbox.selectors.unread).notice).toBe(1);
  });

  it('opens the entry that its address names, wherever it stands in the list', async () => {
    const app = await opened([], '?id=3');
    expect(app.last('/inbox/detail').call.query).toEqual({ id: '3' });
    await app.last('/inbox/detail').answer(row('3'));
    expect(state(app).shown).toMatchObject({ id: '3' });
    expect(pages(app)).toHaveLength(1);
    app.do(route.actions.go('/desk/inbox?id=4'));
    await quiet();
    await app.last('/inbox/detail').refuse(404, '记录不存在');
    expect(app.toasts()).toEqual(['error: 记录不存在']);
    expect(state(app).shown).toMatchObject({ id: '3' });
    expect(pages(app)).toHaveLength(2);
  });

  it('shows what was sent meanwhile on its first page, and only there', async () => {
    const app = await opened();
    await app.clock.advance(60_000);
    await app.last('/inbox/unread').answer({ ...none, notice: 2 });
    expect(pages(app)).toHaveLength(1);
    await app.clock.advance(60_000);
    await app.last('/inbox/unread').answer({ ...none, notice: 3 });
    expect(pages(app)).toHaveLength(2);
    await app.last('/inbox/page').answer({ records: [row('10'), row('9')], total: 13 });
    app.do(at.seek({ current: 2 }));
    await app.last('/inbox/page').answer({ records: [row('1')], total: 13 });
    await app.clock.advance(60_000);
    await app.last('/inbox/unread').answer({ ...none, notice: 4 });
    expect(pages(app)).toHaveLength(3);
  });

  it('follows the events of the server, also that a message was taken back', async () => {
    const app = await opened();
    app.do(push.actions.arrived({ topic: 'open' }));
    await quiet();
    await app.last('/inbox/unread').answer({ ...none, notice: 2 });
    expect(pages(app)).toHaveLength(1);
    app.do(push.actions.arrived({ topic: 'inbox', about: 'notice' }));
    await quiet();
    await app.last('/inbox/unread').answer({ ...none, notice: 3 });
    expect(pages(app)).toHaveLength(2); // and not twice
    await app.last('/inbox/page').answer({ records: [row('9')], total: 11 });
    expect(state(app).list?.rows.map(({ id }) => id)).toEqual(['9']);
  });

  it('marks all of its kind, or all there are, as read', async () => {
    const app = await opened([row('9'), row('8', { kind: 'mail' })]);
    app.do(inbox.actions.readAll('notice'));
    expect(app.last('/inbox/read-all').call.query).toEqual({ kind: 'notice' });
    await app.last('/inbox/read-all').answer({ ...none, mail: 1 });
    expect(state(app).list?.rows.map(({ isRead }) => isRead)).toEqual([true, false]);
    app.do(inbox.actions.readAll(''));
    expect(app.last('/inbox/read-all').call.query).toEqual({});
    await app.last('/inbox/read-all').answer(none);
    expect(state(app).list?.rows.map(({ isRead }) => isRead)).toEqual([true, true]);
  });

  it('says that the server cannot be reached, and tries again', async () => {
    const app = await start({ at: '/desk/inbox' });
    await app.last('/inbox/page').cutOff();
    expect(state(app).isCutOff).toBe(true);
    app.do(at.retry());
    await app.last('/inbox/page').answer({ records: [row('9')], total: 1 });
    expect(state(app)).toMatchObject({ isCutOff: false, list: { total: 1 } });
  });
});
