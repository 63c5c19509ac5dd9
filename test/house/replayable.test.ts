/** The same session with the same answers has the same result: the console uses no clock and no random numbers of its
 *  own. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { session } from '../support/session';

/** The first start compiles the whole console. */
jest.setTimeout(30_000);

it('two runs of the same session have the same actions, calls and state', async () => {
  const days = [await session(), await session()];
  const [one, other] = days.map(({ actions, asked, navigated, titles, store }) => ({
    actions,
    calls: asked.map(({ call, isAborted }) => ({ call, isAborted })),
    navigated,
    titles,
    state: store.getState(),
  }));
  expect(other).toEqual(one);
});

it.each(['store', 'sagas', 'features', 'shell'])('src/%s uses no clock and no random numbers', (layer) => {
  const root = join(__dirname, '../../src', layer);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(0);
  const violations = files.filter((file) =>
    /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bnanoid\b|\bdelay\(/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(violations).toEqual([]);
});
