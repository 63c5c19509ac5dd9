/** Random scenarios: whatever a person, the network, the clock and other windows do, in whatever order, the invariants
 *  hold. */
import '../../explore/production';
import { resolve } from 'node:path';
import { loadFeature } from '../../../src/features/registry';
import { createApp } from '../../../src/shell/app';
import { compare } from '../../../src/tape/compare';
import { replay } from '../../../src/tape/player';
import { parseTape, printTape, type Tape } from '../../../src/tape/tape';
import { explore } from '../../explore/explore';
import { quiet } from '../../explore/exploreWorld';
import { faults, planted } from '../../explore/faults';
import { found } from '../../explore/found';
import { ready, runScenario } from '../../explore/scenario';
import { depth, isDeep } from '../../support/depth';
import { plant, unplant } from '../../support/plant';

jest.setTimeout(isDeep ? 1_800_000 : 300_000);
const root = resolve(__dirname, '../../..');
/** Always the same ones here; `npm run explore` generates new ones. */
const seed = 20261120;
const runs = depth(30, 1000);
/** Each planted fault shows within so many scenarios of one of these seeds. */
const mostRuns = 2500;
const seeds = [seed, 7, 11];

describe('the console', () => {
  it(`holds its invariants in ${runs} stories`, async () => {
    const { found: broken } = await explore({ runs, seed });
    // The failure message: the scenario, ready for test/explore/found.ts, and how to record it as a tape.
    const report = broken && `${broken.message}\n${JSON.stringify(broken.story)}\nnpm run explore -- --seed ${seed}`;
    expect(report).toBeNull();
  });

  it.each(found)('holds them where it once did not: $name', async ({ story }) => {
    await ready();
    await runScenario(story);
  });
});

it('a recorded scenario is replayed as it was', async () => {
  await ready();
  for (const { story } of found) {
    let tape: Tape | undefined;
    await runScenario(story, {
      onTape(taken) {
        tape = taken;
      },
    });
    const again = await replay(parseTape(printTape(tape!)), createApp, { turn: quiet, load: loadFeature });
    expect(compare(tape!, again)).toBeNull();
  }
});

describe('the search', () => {
  afterAll(unplant);

  it.each(faults)('finds a planted fault: $name', async (fault) => {
    plant(fault);
    const { explore: search } = require('../../explore/explore') as typeof import('../../explore/explore');
    const scene = require('../../explore/scenario') as typeof import('../../explore/scenario');
    const { shownBy, sign, isRare } = fault;
    if (typeof shownBy === 'object' && (isRare || !isDeep)) {
      await scene.ready();
      return expect(scene.runScenario(shownBy)).rejects.toThrow(sign);
    }
    const isShell = typeof shownBy === 'number';
    // Where it showed before it is looked for first; a product that has changed since may show it elsewhere.
    const known =
      isShell && !isDeep ? (await search({ runs: 1, seed, from: shownBy, isQuick: true, isShell })).found : null;
    let broken = known;
    for (const one of seeds) broken ??= (await search({ runs: mostRuns, seed: one, isQuick: true, isShell })).found;
    if (isDeep) console.log(`${fault.name}: scenario ${broken?.runs}`);
    expect(broken?.runs).toBeLessThan(mostRuns);
    // This fault was found, and by its effect.
    expect(broken?.message).toMatch(fault.sign);
  });

  it('does not plant what has no place', () => {
    const patches = [{ file: faults[0]!.patches[0]!.file, from: 'no such text', to: '' }];
    expect(() => planted({ ...faults[0]!, patches }, root)).toThrow('cannot be planted');
  });
});
