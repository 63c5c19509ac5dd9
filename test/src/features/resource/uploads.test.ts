/** Uploads in parts: what is sent, and what happens when the line, the server or the person breaks in. */
import { partSize } from '../../../../contract/wire/attachments';
import { loadFeature } from '../../../../src/features/registry';
import { type Transfer, uploads } from '../../../../src/features/resource/attach/uploadsSlice';
import { resumed } from '../../../../src/store/windows';
import { unreadableFile } from '../../../../src/world/world';
import { quiet, start } from '../../../support/fakeWorld';

beforeAll(() => Promise.all(['frame', 'attach', 'choices'].map(loadFeature)), 60_000);

const { actions: at } = uploads;
const size = 2 * partSize + 5;
const film = { file: 'file-1', name: 'film.mp4', size, type: 'video/mp4' };
const upload = (more: object = {}) => ({ id: '7', name: film.name, size, partSize, state: 'open', parts: [], ...more });
const [begin, part, status, complete, abort] = [
  '/uploads',
  '/uploads/part',
  '/uploads/status',
  '/uploads/complete',
  '/uploads/abort',
];

async function sending(...files: (typeof film)[]) {
  const app = await start({ at: '/resource/attach' });
  app.chosenMany.push(files.length > 0 ? files : [film]);
  app.do(at.choose());
  await quiet();
  return {
    ...app,
    list: () => app.see(uploads.selectors.all as never) as { isShown: boolean; list: Transfer[] },
    only: () => (app.see(uploads.selectors.all as never) as { list: Transfer[] }).list[0]!,
    /** The number of the part that is being sent. */
    sent: () => app.calls(part).map(({ call }) => call.query?.number),
  };
}

it('go part by part, in slices of the file, and are complete when the server has read them again', async () => {
  const app = await sending();
  expect(app.last(begin).call).toMatchObject({ method: 'POST', body: { name: film.name, size } });
  await app.last(begin).answer(upload());
  expect(app.last(part).call).toMatchObject({
    query: { id: '7', number: 1 },
    file: 'file-1',
    slice: { start: 0, end: partSize },
  });
  for (const number of [1, 2, 3]) {
    expect(app.only()).toMatchObject({ state: 'sending', parts: number - 1 });
    await app.last(part).answer({ number });
  }
  expect(app.sent()).toEqual([1, 2, 3]);
  expect(app.calls(part)[2]!.call.slice).toEqual({ start: 2 * partSize, end: size });
  expect(app.only().state).toBe('checking');
  await app.last(complete).answer(upload({ state: 'checking' }));
  await app.clock.advance(2000);
  expect(app.calls(complete)).toHaveLength(2);
  await app.last(complete).answer(upload({ state: 'done', attachId: '9' }));
  expect(app.only()).toMatchObject({ state: 'done', problem: '' });
});

it('go on by themselves after a break, with the parts that the server does not have', async () => {
  const app = await sending();
  await app.last(begin).answer(upload());
  await app.last(part).answer({ number: 1 });
  await app.last(part).cutOff();
  expect(app.only()).toMatchObject({ state: 'broken', parts: 1 });
  expect(app.calls(status)).toEqual([]);
  await app.clock.advance(1000);
  // it arrived although its answer did not
  await app.last(status).answer(upload({ parts: [1, 2] }));
  expect(app.last(part).call.query).toEqual({ id: '7', number: 3 });
  expect(app.calls(begin)).toHaveLength(1);
});

it.each([
  ['the store does not answer', 503, 'store.unavailable'],
  ['a part was damaged on the way', 400, 'upload.badDigest'],
])('try again when %s', async (_, code, reason) => {
  const app = await sending();
  await app.last(begin).answer(upload());
  await app.last(part).refuse(code, 'x', { reason });
  expect(app.only().state).toBe('broken');
  await app.clock.advance(1000);
  expect(app.calls(status)).toHaveLength(1);
  expect(app.toasts()).toEqual([]);
});

it('wait longer after each break, and not at all when the window is online again', async () => {
  const app = await sending();
  await app.last(begin).cutOff();
  for (const ms of [1000, 2000, 4000]) {
    const tried = app.calls(begin).length;
    await app.clock.advance(ms - 1);
    expect(app.calls(begin)).toHaveLength(tried);
    await app.clock.advance(1);
    expect(app.calls(begin)).toHaveLength(tried + 1);
    await app.last(begin).cutOff();
  }
  app.do(resumed());
  await quiet();
  expect(app.calls(begin)).toHaveLength(5);
});

it('pause in the middle of a part and resume with it', async () => {
  const app = await sending();
  await app.last(begin).answer(upload());
  await app.last(part).answer({ number: 1 });
  const { key } = app.only();
  app.do(at.pause(key));
  expect(app.last(part).isAborted).toBe(true);
  await app.clock.advance(60_000);
  expect([app.only().state, app.calls(status).length]).toEqual(['paused', 0]);
  app.do(at.resume(key));
  await quiet();
  await app.last(status).answer(upload({ parts: [1] }));
  expect(app.sent()).toEqual([1, 2, 2]);
});

it('that are cancelled are dropped at the server too', async () => {
  const app = await sending();
  await app.last(begin).answer(upload());
  app.do(at.cancel(app.only().key));
  await quiet();
  expect(app.list().list).toEqual([]);
  expect(app.last(abort).call.body).toEqual({ id: '7' });
});

it.each([
  ['a refusal', 400, '文件不能超过 1024 MB', { reason: 'upload.fileTooLarge' }, '文件不能超过 1024 MB'],
  ['a file that cannot be read any more', 400, '', { reason: unreadableFile }, '*resource.unreadable'],
])('end with %s, and try again when the person wants it', async (_, code, msg, more, problem) => {
  const app = await sending();
  await app.last(begin).answer(upload());
  await app.last(part).refuse(code, msg, more);
  expect(app.only()).toMatchObject({ state: 'failed', problem });
  await app.clock.advance(60_000);
  expect(app.calls(status)).toEqual([]);
  app.do(at.resume(app.only().key));
  await quiet();
  expect(app.calls(status)).toHaveLength(1);
});

it('that the server does not know any more begin anew', async () => {
  const app = await sending();
  await app.last(begin).answer(upload());
  await app.last(part).refuse(404, '上传任务不存在', { reason: 'upload.gone' });
  expect(app.only()).toMatchObject({ state: 'failed', uploadId: '', parts: 0 });
  app.do(at.resume(app.only().key));
  await quiet();
  expect(app.calls(begin)).toHaveLength(2);
});

it('of several files go two at a time, and while another page is open', async () => {
  const app = await sending(film, { ...film, file: 'file-2' }, { ...film, file: 'file-3' });
  expect(app.calls(begin)).toHaveLength(2);
  app.do(at.hide());
  app.world.navigate('/', 'push');
  for (const call of app.calls(begin)) await call.answer(upload());
  expect(app.calls(part)).toHaveLength(2);
  expect(app.list()).toMatchObject({ isShown: false, list: [{}, {}, { state: 'waiting' }] });
  app.do(at.cancel(app.list().list[0]!.key));
  await quiet();
  expect(app.calls(begin)).toHaveLength(3);
});
