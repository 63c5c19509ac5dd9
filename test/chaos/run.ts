/**
 * `npm run chaos [-- --arm name] [--blows n] [--seed n]`: every arm in turn, or one. Prints the row of an arm when it ends,
 * and ends with 1 when a write was lost or doubled, a rule broken, or a recovery has not come within its time.
 */
import { parseArgs } from 'node:util';
import { type Arm, arms, chaos, type Outcome } from './chaos';

const names = Object.keys(arms) as Arm[];
/** A supervisor gives up on a server that crashes too often in a row, and tables become newer once. */
function blowsOf(arm: Arm) {
  return arm === 'supervised' ? 4 : arm === 'server' ? 14 : arm === 'former' ? 1 : 6;
}

const columns: [string, (outcome: Outcome) => string | number][] = [
  ['arm', ({ arm }) => arm],
  ['blows', ({ blows }) => blows],
  ['acknowledged', ({ acknowledged }) => acknowledged],
  ['retried', ({ retried }) => retried],
  ['repeated', ({ repeated }) => repeated],
  ['lost', ({ lost }) => lost.length],
  ['doubled', ({ doubled }) => doubled.length],
  ['broken', ({ broken }) => broken.length],
  ['late', ({ late }) => late.length],
  ['back in ms', ({ recoveryMs }) => recoveryMs],
  [
    'server',
    ({ arm, restarts }) =>
      ['server', 'both', 'cluster'].includes(arm)
        ? 'killed'
        : arm === 'former'
          ? 'replaced'
          : restarts === 0
            ? 'stayed alive'
            : `restarted ${restarts} times`,
  ],
];

/** Of each column: its title, or the longest name of an arm. */
const widths = columns.map(([title]) => Math.max(title.length, title === 'arm' ? 10 : 0));

async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: { arm: { type: 'string' }, blows: { type: 'string' }, seed: { type: 'string', default: '20261120' } },
  });
  const chosen = values.arm === undefined ? names : names.filter((name) => name === values.arm);
  if (chosen.length === 0)
    throw new Error(`--arm is one of\n${names.map((name) => `  ${name.padEnd(12)}${arms[name]}`).join('\n')}`);
  const outcomes: Outcome[] = [];
  const failures: string[] = [];
  const print = (cells: readonly string[]) => console.log(cells.map((cell, at) => cell.padEnd(widths[at]!)).join('  '));
  for (const arm of chosen) {
    console.log(`\n${arm}: ${arms[arm]}`);
    const blows = Number(values.blows ?? blowsOf(arm));
    const outcome = await chaos({
      ...{ arm, blows, seed: Number(values.seed), log: (text: string) => console.log(`  ${text}`) },
    }).catch((error: Error) => {
      failures.push(`${arm} failed: ${error.message}`);
    });
    if (!outcome) continue; // the other arms have something to say
    outcomes.push(outcome);
    print(columns.map(([title]) => title));
    print(columns.map(([, cell]) => String(cell(outcome))));
  }
  console.log(`\nseed ${values.seed}`);
  const wrongs = outcomes.flatMap(({ arm, lost, doubled, broken, late }) =>
    Object.entries({ lost, doubled, broken, late }).flatMap(([name, marks]) =>
      marks.map((mark) => `${arm} ${name}: ${mark}`),
    ),
  );
  wrongs.push(...failures);
  for (const wrong of wrongs) console.error(wrong);
  return wrongs.length === 0;
}

main()
  .then((isFine) => {
    process.exitCode = isFine ? 0 : 1;
  })
  .catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
