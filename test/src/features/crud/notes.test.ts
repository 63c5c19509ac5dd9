/** Notes on a record: read with its page, written with mentions and a reminder, sent once. */
import { mentionedIn, type NotesState, notes } from '../../../../src/features/crud/notes/notesSlice';
import { loadFeature } from '../../../../src/features/registry';
import { feedback } from '../../../../src/store/feedback';
import { tabs } from '../../../../src/store/navigation/route';
import { quiet, type StartOptions, start } from '../../../support/fakeWorld';
import { menusWithout } from '../../store/navigation/menus';

beforeAll(() => Promise.all(['frame', 'notes', 'customer'].map(loadFeature)), 60_000);

const { actions: at } = notes;
const of = { subject: 'customer', subjectId: '7' };
const address = '/lease/customer/detail/7';
const row = {
  id: '1',
  ...of,
  content: '请 @李静 跟进',
  userIds: '11',
  userNames: '李静',
  remindTime: '2026-02-01 09:00:00',
  remindWhom: 2,
  doneTime: null,
};

async function opened(options: StartOptions = {}) {
  const app = await start({ at: address, ...options });
  const state = (): NotesState => app.see(notes.selectors.of as never, of);
  return { ...app, state };
}
async function listed() {
  const app = await opened();
  await app.last('/note/list').answer({ records: [row], total: 21 });
  return app;
}
function type(change: object, isEdit = false) {
  return at.typed({ ...of, change, isEdit });
}

it('are asked for with the page of their record, and released with its tab', async () => {
  const app = await opened();
  expect(app.last('/note/list').call.query).toEqual({ ...of, current: 1, size: 10 });
  await app.last('/note/list').answer({ records: [row], total: 21 });
  expect(app.state()).toMatchObject({ rows: [{ id: '1' }], total: 21, isBusy: false });
  app.do(at.list({ ...of, current: 3 }));
  expect(app.last('/note/list').call.query).toMatchObject({ current: 3 });
  app.do(tabs.actions.closed(address));
  expect(app.state()).toBeUndefined();
});

it('are not asked for without their menu', async () => {
  const app = await opened({ menus: menusWithout('note') });
  expect(app.calls('/note/list')).toHaveLength(0);
  expect(app.state()).toBeUndefined();
});

it('show what was lost, and the page before one that is empty', async () => {
  const app = await opened();
  await app.last('/note/list').cutOff();
  expect(app.state()).toMatchObject({ lost: '', isBusy: false });
  app.do(at.list({ ...of, current: 2 }));
  await app.last('/note/list').answer({ records: [], total: 10 });
  expect(app.last('/note/list').call.query).toMatchObject({ current: 1 });
  await app.last('/note/list').answer({ records: [row], total: 10 });
  expect(app.state().lost).toBeUndefined();
});

it('mention the people whose names are still in the text, each once', () => {
  const people = ['李静', '王伟', '李静'].map((name, index) => ({ id: ['1', '2', '1'][index]!, name }));
  expect(mentionedIn({ text: '@李静 和 @李静', people }).map(({ id }) => id)).toEqual(['1']);
  expect(mentionedIn({ text: '李静 王伟', people })).toEqual([]);
});

it('find people after the last letter, and only for the newest text', async () => {
  const app = await listed();
  app.do(at.seek({ ...of, typed: '李' }));
  app.do(at.seek({ ...of, typed: '李静' }));
  expect(app.state().people).toBeNull();
  await app.clock.advance(200);
  expect(app.calls('/note/people').map(({ call }) => call.query)).toEqual([{ ...of, q: '李静' }]);
  await app.last('/note/people').answer([{ id: '11', name: '李静' }]);
  expect(app.state().people).toEqual([{ id: '11', name: '李静' }]);
});

it('are sent with mentions and reminder, once however often they are saved', async () => {
  const app = await listed();
  app.do(type({ text: ' 请 @李静 跟进 ', hasReminder: true, remindTime: '2026-02-01 09:00:00' }));
  app.do(at.mentioned({ ...of, person: { id: '11', name: '李静' }, isEdit: false }));
  app.do(at.save({ ...of, isEdit: false }));
  app.do(at.save({ ...of, isEdit: false }));
  expect(app.calls('/note/submit')).toHaveLength(1);
  const first = app.last('/note/submit').call;
  expect(first.body).toEqual({
    ...of,
    content: '请 @李静 跟进',
    userIds: '11',
    remindTime: '2026-02-01 09:00:00',
    remindWhom: 1,
  });
  await app.last('/note/submit').cutOff();
  expect(app.state()).toMatchObject({ isSaving: false, draft: { text: ' 请 @李静 跟进 ' } });
  app.do(at.save({ ...of, isEdit: false }));
  expect(app.last('/note/submit').call.headers?.['Idempotency-Key']).toBe(first.headers?.['Idempotency-Key']);
  await app.last('/note/submit').answer({ id: '2' });
  expect(app.state()).toMatchObject({ draft: { text: '', people: [] }, current: 1, isBusy: true });
  app.do(at.save({ ...of, isEdit: false }));
  expect(app.calls('/note/submit')).toHaveLength(2); // there is nothing to save
});

it('are edited with what they held', async () => {
  const app = await listed();
  app.do(at.edit({ ...of, note: app.state().rows![0]! }));
  expect(app.state().editing).toMatchObject({ id: '1', hasReminder: true, people: [{ id: '11', name: '李静' }] });
  app.do(type({ text: '已完成', hasReminder: false }, true));
  app.do(at.save({ ...of, isEdit: true }));
  expect(app.last('/note/submit').call.body).toEqual({
    id: '1',
    content: '已完成',
    userIds: '',
    remindTime: '',
    remindWhom: 2,
  });
  await app.last('/note/submit').answer({ id: '1' });
  expect(app.state().editing).toBeNull();
});

it('are removed after a question, and their reminder is marked done', async () => {
  const app = await listed();
  app.do(at.remove({ ...of, id: '1' }));
  expect(app.see(feedback.selectors.question)).toMatchObject({ say: 'notes.removeAsk', danger: true });
  app.do(feedback.actions.answered({ isSure: false, reason: '' }));
  expect(app.calls('/note/remove')).toHaveLength(0);
  app.do(at.remove({ ...of, id: '1' }));
  app.do(feedback.actions.answered({ isSure: true, reason: '' }));
  expect(app.last('/note/remove').call.query).toEqual({ ids: '1' });
  await app.last('/note/remove').answer(true);
  app.do(at.finish({ ...of, id: '1' }));
  expect(app.last('/note/done').call.body).toEqual({ ids: '1' });
  await quiet();
});
