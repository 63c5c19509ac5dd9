/** What waits for the person: asked for together with the unread messages, and counted at the menus. */
import type { Waiting } from '../../../contract/wire/waiting';
import { recordsChanged } from '../../../src/store/crud/changes';
import { inbox } from '../../../src/store/inbox';
import { route, tabs } from '../../../src/store/navigation/route';
import { push } from '../../../src/store/push';
import { session } from '../../../src/store/session';
import { waiting } from '../../../src/store/waiting';
import { allMenus, quiet, start } from '../../support/fakeWorld';

const row = { id: '1', title: '确认凭证', note: '', amount: '', time: '', subject: 'work_todo', subjectId: '1' };
const kinds: Waiting[] = [
  { kind: 'approval', count: 2, rows: [row] },
  { kind: 'task', count: 3, rows: [] },
  { kind: 'voucher', count: 0, rows: [] },
  { kind: 'note', count: 1, rows: [] },
];

async function counted(menus = allMenus) {
  const app = await start({ at: '/wel/index', menus });
  await app.last('/inbox/unread').answer({ mail: 0, message: 0, notice: 0 });
  return { ...app, asked: () => app.calls('/blade-desk/waiting').length };
}

it('is asked for with the unread messages, each time these are counted', async () => {
  const app = await counted();
  expect(app.asked()).toBe(1);
  await app.last('/blade-desk/waiting').answer(kinds);
  app.do(push.actions.arrived({ topic: 'inbox', about: 'message' }));
  await quiet();
  await app.last('/inbox/unread').answer({ mail: 1, message: 0, notice: 0 });
  await quiet();
  expect(app.asked()).toBe(2);
});

it('is counted at the menu of its list, the kinds of one list together', async () => {
  const app = await counted();
  await app.last('/blade-desk/waiting').answer([...kinds, { kind: 'of another release', count: 9, rows: [] }]);
  expect(app.see(waiting.selectors.counts)).toEqual({ work_todo: 5, note: 1 });
  app.do(session.actions.signedOut());
  expect(app.see(waiting.selectors.counts)).toEqual({});
});

it('is asked for again when a record of its lists has changed, and for no other', async () => {
  const app = await counted();
  await app.last('/blade-desk/waiting').answer(kinds);
  app.do(recordsChanged({ modules: ['product'] }));
  expect(app.asked()).toBe(1);
  app.do(recordsChanged({ modules: ['work_todo'] }));
  expect(app.asked()).toBe(2);
});

it('keeps what it has while the server cannot be reached, and asks no server again that has no such call', async () => {
  const app = await counted();
  await app.last('/blade-desk/waiting').answer(kinds);
  app.do(waiting.actions.ask());
  await app.last('/blade-desk/waiting').cutOff();
  expect(app.see(waiting.selectors.all)).toMatchObject({ kinds, isCutOff: true });
  app.do(waiting.actions.ask());
  await app.last('/blade-desk/waiting').refuse(404, '未找到');
  expect(app.see(waiting.selectors.all)).toMatchObject({ kinds: [], isMissing: true });
  const before = app.asked();
  app.do(waiting.actions.ask());
  expect(app.asked()).toBe(before);
  expect(app.toasts()).toEqual([]);
});

it('is not asked for a person who has none of its menus', async () => {
  expect((await counted([])).asked()).toBe(0);
});

it('stays when a tab is closed, like the number of unread messages', async () => {
  const app = await counted();
  await app.last('/blade-desk/waiting').answer(kinds);
  app.do(route.actions.go('/lease/product'));
  await quiet();
  app.do(tabs.actions.closeTab('/lease/product'));
  await quiet();
  expect(app.see(waiting.selectors.counts)).toEqual({ work_todo: 5, note: 1 });
  expect(app.see(inbox.selectors.isCounted)).toBe(true);
});
