/** What the programs for testers say of themselves when they are asked for help. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { usageOf } from '../../scripts/usage';

const root = join(__dirname, '../..');

it.each([
  ['scripts/replay.ts', 'scripts/replay/replaying.ts'],
  ['test/explore/run.ts', 'test/explore/run.ts'],
])('the help of %s names every option that it takes', (program, reader) => {
  const usage = usageOf(join(root, program));
  const options = [...readFileSync(join(root, reader), 'utf8').matchAll(/^ +'?([\w-]+)'?: \{ type: '/gm)];
  expect(options.length).toBeGreaterThan(4);
  for (const [, name] of options) expect(usage).toContain(`--${name}`);
  expect(usage).not.toMatch(/^ ?\*/m);
});
