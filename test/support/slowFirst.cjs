/**
 * Begins with the files that take long, so that no processor is idle while the last of them ends. jest knows what each
 * file took in earlier runs of a checkout and sorts by that; in a new checkout it takes the largest files first, and
 * these are slow for their size.
 */
const { basename } = require('node:path');
const Sequencer = require('@jest/test-sequencer').default;

const slow = [
  'server-platform-1',
  'server-esign-1',
  'server-engine-1',
  'server-engine-2',
  'server-lease-2',
  'server-http-1',
  'server-lease-3',
  'server-transfer-1',
  'server-lease-1',
  'server-seed-1',
  'server-1',
  'explore',
  'tapes',
  'day',
  'size',
];
/** Where a file stands among those: `tapes` is `test/src/tape/tapes.test.ts`, `server-lease-2` a group of files. */
function placeOf({ path }) {
  const at = slow.indexOf(basename(path).replace(/\.test\.\w+$/, ''));
  return at < 0 ? slow.length : at;
}

module.exports = class extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    return sorted.sort((one, other) => placeOf(one) - placeOf(other));
  }
};
