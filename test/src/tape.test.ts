import { loadFeature } from '../../src/features/registry';
import { createApp } from '../../src/shell/app';
import { replay } from '../../src/tape/player';
import { recorder } from '../../src/tape/recorder';
import { parseTape, printTape } from '../../src/tape/tape';
import { fakeWorld, quiet } from '../support/fakeWorld';
import { session } from '../support/session';

jest.setTimeout(30_000);
const about = { release: 'one', note: '' };
const turn = quiet;

it('replays', async () => {
  const fake = fakeWorld();
  const rec = recorder(fake.world, { uptime: fake.world.uptime });
  await session({ fake: { ...fake, world: rec.world }, listen: [rec.listen] });
  const tape = rec.tape(about);
  require('node:fs').writeFileSync('/tmp/tape.json', printTape(tape));
  const t0 = Date.now();
  const again = await replay(parseTape(printTape(tape)), createApp, { turn, load: loadFeature });
  console.log(Date.now() - t0, tape.story.length, printTape(tape).length);
  require('node:fs').writeFileSync('/tmp/tape2.json', printTape(again));
  expect(again).toEqual(tape);
});
