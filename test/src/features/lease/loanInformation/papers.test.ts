/** Papers of a window: read one after the other, while their page is on screen. */
import { paperTypes } from '../../../../../contract/wire/ocr/papers';
import { desks } from '../../../../../src/features/lease/loanInformation/desksSlice';
import { papers } from '../../../../../src/features/lease/loanInformation/papersSlice';
import { lookMs } from '../../../../../src/features/lease/loanInformation/readingSaga';
import { loadFeature } from '../../../../../src/features/registry';
import { route, tabs } from '../../../../../src/store/navigation/route';
import { quiet, start } from '../../../../support/fakeWorld';
import { readingOf } from '../../../../support/papers/readings';

beforeAll(() => Promise.all(['frame', 'loanInformation', 'choices'].map(loadFeature)), 60_000);

const { actions: at } = papers;
const path = '/lease/papers/read';
const [upload, look] = ['/upload-images-with-ocr', '/reading'];
const file = (name: string) => ({ file: name, name, size: 2048, type: 'image/png' });

async function choosing(...names: string[]) {
  const app = await start({ at: path });
  app.chosenMany.push(names.map(file));
  app.do(at.choose());
  await quiet();
  const list = () => app.see(papers.selectors.all).list;
  return {
    ...app,
    list,
    states: () => list().map(({ state }) => state),
    key: (n: number) => list()[n]!.key,
  };
}
const reading = (id: string, progress: number) => readingOf(id, {}, { status: 'reading', progress, fields: [] });

it('follow the type of the first, unless theirs was chosen', async () => {
  const app = await choosing('a.png', 'b.png', 'c.png');
  app.do(at.setType({ key: app.key(1), type: paperTypes.bankCard }));
  app.do(at.setType({ key: app.key(0), type: paperTypes.licence }));
  expect(app.list().map(({ type }) => type)).toEqual([paperTypes.licence, paperTypes.bankCard, paperTypes.licence]);
  expect(app.calls(upload)).toEqual([]);
});

it('are uploaded and read one after the other, and the first that is read is shown', async () => {
  const app = await choosing('a.png', 'b.png');
  app.do(at.begin());
  await quiet();
  expect(app.last(upload).call).toMatchObject({ method: 'POST', file: 'a.png', fields: { type: '1', wait: '0' } });
  expect(app.states()).toEqual(['sending', 'waiting']);
  await app.last(upload).answer(reading('5', 0));
  await app.last(look).answer(reading('5', 40));
  expect(app.list()[0]).toMatchObject({ state: 'reading', progress: 40, link: '/api/file/5' });
  expect(app.calls(upload)).toHaveLength(1);
  await app.clock.advance(lookMs);
  await app.last(look).answer(readingOf('5'));
  expect(app.states()).toEqual(['read', 'sending']);
  expect(app.see(papers.selectors.current)?.id).toBe('5');
  // its desk looks once for itself
  await app.last(look).answer(readingOf('5'));
  expect(app.see(desks.selectors.of, '5')?.values.idNo).toBe('11010519491231002X');
});

it('are looked at every second, not while the page is left, and again when it is shown', async () => {
  const app = await choosing('a.png');
  app.do(at.begin());
  await quiet();
  await app.last(upload).answer(reading('5', 0));
  await app.last(look).answer(reading('5', 10));
  await app.clock.advance(lookMs - 1);
  expect(app.calls(look)).toHaveLength(1);
  await app.clock.advance(1);
  expect(app.calls(look)).toHaveLength(2);
  await app.last(look).answer(reading('5', 20));
  app.do(route.actions.open({ feature: 'customer' }));
  await quiet();
  await app.clock.advance(10 * lookMs);
  expect(app.calls(look)).toHaveLength(2);
  app.do(route.actions.open({ feature: 'loanInformation', rest: 'read' }));
  await quiet();
  expect(app.calls(look)).toHaveLength(3);
});

it('are looked at again after a look without an answer', async () => {
  const app = await choosing('a.png');
  app.do(at.begin());
  await quiet();
  await app.last(upload).answer(reading('5', 0));
  await app.last(look).answer(reading('5', 10));
  await app.clock.advance(lookMs);
  await app.last(look).cutOff();
  expect(app.states()).toEqual(['reading']);
  await app.clock.advance(lookMs);
  await app.last(look).answer(readingOf('5'));
  expect(app.states()).toEqual(['read']);
});

it('arrive once, also when the page is left during the upload', async () => {
  const app = await choosing('a.png');
  app.do(at.begin());
  await quiet();
  app.do(route.actions.open({ feature: 'customer' }));
  await quiet();
  expect(app.last(upload).isAborted).toBe(false);
  await app.last(upload).answer(reading('5', 0));
  expect(app.calls(look)).toEqual([]);
  app.do(route.actions.open({ feature: 'loanInformation', rest: 'read' }));
  await quiet();
  expect([app.calls(upload).length, app.last(look).call.query]).toEqual([1, { id: '5' }]);
});

it('say why they failed, let the next one go on, and try again', async () => {
  const app = await choosing('a.png', 'b.png');
  app.do(at.begin());
  await quiet();
  await app.last(upload).refuse(400, '文件已损坏或不完整，请重新上传', { reason: 'picture.corrupt' });
  expect(app.list()[0]).toMatchObject({ state: 'failed', problem: '文件已损坏或不完整，请重新上传' });
  expect(app.last(upload).call.file).toBe('b.png');
  await app.last(upload).answer(reading('6', 0));
  await app.last(look).cutOff();
  expect(app.list()[1]).toMatchObject({ state: 'failed', problem: '*request.unreachable', id: '6' });
  expect(app.toasts()).toEqual([]);
  app.do(at.retry(app.key(1)));
  await quiet();
  // the server has the picture: it is not sent again
  expect([app.calls(upload).length, app.list()[1]?.state]).toEqual([2, 'reading']);
  app.do(at.retry(app.key(0)));
  await app.last(look).answer(readingOf('6'));
  expect(app.calls(upload).map(({ call }) => call.file)).toEqual(['a.png', 'b.png', 'a.png']);
});

it('that do not fit are refused before they are sent', async () => {
  const app = await start({ at: path });
  app.chosenMany.push([{ ...file('a.txt'), type: 'text/plain' }]);
  app.do(at.choose());
  await quiet();
  app.do(at.begin());
  await quiet();
  expect(app.see(papers.selectors.all).list[0]).toMatchObject({
    state: 'failed',
    problem: '文件格式不支持，请上传 jpg、png、bmp 或 webp 图片',
  });
  expect(app.calls(upload)).toEqual([]);
});

it('belong to the order of the address, and go with its page', async () => {
  const app = await start({ at: `${path}?orderId=77&type=5` });
  app.chosenMany.push([file('a.png')]);
  app.do(at.choose());
  await quiet();
  expect(app.see(tabs.selectors.isDirty, path)).toBe(true);
  app.do(at.begin());
  await quiet();
  expect(app.last(upload).call.fields).toEqual({ type: '5', wait: '0', orderId: '77' });
  app.do(tabs.actions.closed(path));
  expect(app.slice('papers')?.list ?? []).toEqual([]);
});
