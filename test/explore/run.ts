/**
 * `npm run explore`: random scenarios over the real store and sagas, until one breaks an invariant or all have passed.
 * A failing one is shortened, recorded as a tape, and ends this with 1.
 *
 *   --runs 50000     how many scenarios
 *   --seed N         generate the same ones again; a random seed is printed
 *   --fault NAME     plant one of the faults of test/explore/faults.ts first (any part of its name)
 *   --save FILE      where the tape goes; test/tapes/found-<seed>.json otherwise
 *   --help           print this, and the faults
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { usageOf } from '../../scripts/usage';
import { faults, planted } from './faults';

const root = resolve(__dirname, '../..');
const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '50000' },
    seed: { type: 'string' },
    fault: { type: 'string' },
    save: { type: 'string' },
    help: { type: 'boolean' },
  },
});

/** Loads the sources of a fault in place of the files. */
function plant(name: string) {
  const fault = faults.find((one) => one.name.includes(name));
  if (!fault) throw new Error(`no such fault; there are: ${faults.map((one) => one.name).join('; ')}`);
  const sources = planted(fault, root);
  const load = require.extensions['.ts']!;
  require.extensions['.ts'] = (module, file) => {
    const code = sources.get(file);
    if (code === undefined) return load(module, file);
    (module as NodeModule & { _compile(code: string, file: string): void })._compile(code, file);
  };
  console.log(`with ${fault.name}`);
}

async function run() {
  if (options.help) return console.log([usageOf(__filename), '', ...faults.map(({ name }) => name)].join('\n'));
  if (options.fault !== undefined) plant(options.fault);
  // Loaded after planting: the changed sources must be in place first.
  const { explore } = require('./explore') as typeof import('./explore');
  const { runScenario } = require('./scenario') as typeof import('./scenario');
  const { printTape } = require('../../src/tape/tape') as typeof import('../../src/tape/tape');

  const runs = Number(options.runs);
  const seed = options.seed === undefined ? Date.now() % 2 ** 31 : Number(options.seed);
  console.log(`seed ${seed}, ${runs} scenarios`);
  const began = Date.now();
  let reportedAt = began;
  const pace = (count: number) => `${Math.round((1000 * count) / Math.max(1, Date.now() - began))} scenarios/s`;
  const { found } = await explore({
    runs,
    seed,
    onRun(count) {
      if (Date.now() - reportedAt < 5000) return;
      reportedAt = Date.now();
      console.log(`  ${count} (${pace(count)})`);
    },
  });
  if (!found) {
    console.log(`✓ ${runs} scenarios, every invariant held (${pace(runs)})`);
    return;
  }
  const { story, message } = found;
  console.log(`✗ scenario ${found.runs}: ${message}`);
  console.log(`  begins ${JSON.stringify(story.begin)}`);
  for (const [at, move] of story.moves.entries()) console.log(`  ${at + 1}. ${JSON.stringify(move)}`);
  const file = resolve(options.save ?? join(root, `test/tapes/found-${seed}.json`));
  await runScenario(story, {
    note: message,
    onTape(tape) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, printTape(tape));
    },
  }).catch(() => undefined); // the failure is why it is saved
  const name = relative(process.cwd(), file);
  console.log(`  saved: ${name}; replay it: npm run replay -- ${name}`);
  console.log(`  as a scenario: ${JSON.stringify(story)}`);
  process.exitCode = 1;
}
void run().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 2;
});
