/**
 * Begins with the files that take long, so that no processor is idle while the last of them ends. jest knows what each
 * file took in earlier runs of a checkout and sorts by that; in a new checkout it takes the largest files first, and
 * these are slow for their size.
 */
const Sequencer = require('@jest/test-sequencer').default;

const slow = [
  'browser/storage.test.ts',
  'browser/serve.test.ts',
  'browser/axe.test.ts',
  'browser/axeShell.test.ts',
  'browser/journey.test.ts',
  'server/esign/contract.test.ts',
  'server/seed/demo.test.ts',
  'server/develop/generated.test.ts',
  'server/platform/backup.test.ts',
  'server/platform/chaos.test.ts',
  'server/lease/dashboard.test.ts',
  'src/tape/explore.test.ts',
  'src/tape/tapes.test.ts',
  'src/sagas/day.test.ts',
].map((name) => `/test/${name}`);

module.exports = class extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    const isSlow = ({ path }) => slow.some((name) => path.endsWith(name));
    return [...sorted.filter(isSlow), ...sorted.filter((test) => !isSlow(test))];
  }
};
