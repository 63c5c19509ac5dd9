/**
 * Begins with the files that take long, so that no processor is idle while the last of them ends. jest knows what each
 * file took in earlier runs of a checkout and sorts by that; in a new checkout it takes the largest files first, and
 * these are slow for their size. A group of files counts as all of them.
 */
const { readFileSync, statSync } = require('node:fs');
const { join } = require('node:path');
const Sequencer = require('@jest/test-sequencer').default;

const root = join(__dirname, '../..');
const slow = [
  'browser/serve.test.ts',
  'browser/axeShell.test.ts',
  'browser/windows.test.ts',
  'browser/journey.test.ts',
  'browser/shell.test.ts',
  'browser/admin.test.ts',
  'server/platform/chaos.test.ts',
  'server/esign/contract.test.ts',
  'server/http/businessCalls.test.ts',
  'server/recipe.test.ts',
  'server/engine/matrix.test.ts',
  'server/develop/generated.test.ts',
  'src/tape/tapes.test.ts',
  'src/sagas/day.test.ts',
  'house/size.test.ts',
].map((name) => `test/${name}`);

/** The test files that a jest file runs, see groups.cjs. */
function filesOf(path) {
  if (!path.includes('/.cache/groups/')) return [path];
  return [...readFileSync(path, 'utf8').matchAll(/"(test\/.+?)"/g)].map(([, file]) => join(root, file));
}
/** Where a test stands in the list of the slow ones, and after that by size. */
function placeOf({ path }) {
  const files = filesOf(path);
  const at = slow.findIndex((name) => files.some((file) => file.endsWith(name)));
  const size = files.reduce((sum, file) => sum + statSync(file).size, 0);
  return [at < 0 ? slow.length : at, -size];
}

module.exports = class extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    const places = new Map(sorted.map((test) => [test, placeOf(test)]));
    return sorted.sort((one, other) => {
      const [a, b] = [places.get(one), places.get(other)];
      return a[0] - b[0] || a[1] - b[1];
    });
  }
};
