/** The page of a run: it is followed until it ends, whatever happens to an answer. */
import { runStates } from '../../../../contract/modules/job/runStates';
import { runPages } from '../../../../src/features/job/joblog/runSlice';
import { loadFeature } from '../../../../src/features/registry';
import { route } from '../../../../src/store/navigation/route';
import { quiet, start } from '../../../support/fakeWorld';

beforeAll(() => Promise.all(['frame', 'joblog'].map(loadFeature)), 60_000);

const path = '/job/joblog/detail/7';
const line = (seq: number) => ({ seq, level: 2, time: '2026-01-05 10:00:00', words: `${seq}` });
const news = (state: number, ...seqs: number[]) => ({ state, progress: seqs.length, lines: seqs.map(line) });

it('is followed on after a question without an answer', async () => {
  const app = await start({ at: path });
  await quiet();
  await app.last('/detail').answer({ id: '7', jobName: '每晚', state: runStates.running });
  await app.last('/output').answer(news(runStates.running, 1));
  await app.clock.advance(1_500);
  await app.last('/output').cutOff();
  const asked = app.calls('/output').length;
  await app.clock.advance(1_500);
  expect(app.calls('/output').length).toBe(asked + 1);
  await app.last('/output').answer(news(runStates.succeeded, 2));
  const page = app.see(runPages.selectors.of, path)!;
  expect(page.trouble).toBeNull();
  expect(page.run?.state).toBe(runStates.succeeded);
  expect(page.lines.map(({ seq }) => seq)).toEqual([1, 2]);
  await app.clock.advance(10_000);
  expect(app.calls('/output').length).toBe(asked + 1);
});

it('is asked for again by itself when it did not come, for as long as its page is in front', async () => {
  const app = await start({ at: path });
  await quiet();
  await app.last('/detail').cutOff();
  expect(app.see(runPages.selectors.of, path)).toMatchObject({ run: null, trouble: '' });
  await app.clock.advance(1_000);
  expect(app.calls('/detail')).toHaveLength(2);
  await app.last('/detail').cutOff();
  app.do(route.actions.open({ feature: 'joblog' }));
  await quiet();
  await app.clock.advance(60_000);
  expect(app.calls('/detail')).toHaveLength(2);
  app.do(route.actions.open({ feature: 'joblog', rest: 'detail/7' }));
  await quiet();
  await app.last('/detail').refuse(404, '没有这次运行');
  await app.clock.advance(60_000);
  expect(app.calls('/detail')).toHaveLength(3);
  expect(app.see(runPages.selectors.of, path)).toMatchObject({ run: null, trouble: '没有这次运行' });
});
