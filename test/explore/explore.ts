/** Generates random scenarios until one breaks an invariant, and reports the shortest that does. */
import fc from 'fast-check';
import { newOrderPath, paymentsPath } from './business';
import { anyBeginning, anyEntryDesk, anyMove, anyOrderDesk, anyPayDesk } from './draws';
import { type Beginning, type Move, productPath } from './moves';
import { ready, runScenario, type Scenario } from './scenario';

export interface Found {
  story: Scenario;
  message: string;
  /** How many scenarios were run, this one included. */
  runs: number;
  /** What fast-check needs to generate it again. */
  path: string;
  shrinks: number;
}
export interface Explored {
  runs: number;
  seed: number;
  found: Found | null;
}
interface Options {
  runs: number;
  seed: number;
  /** Begin with this scenario of the seed instead of the first. */
  from?: number;
  /** Stop at the first failing scenario, without looking for a shorter one. */
  isQuick?: boolean;
  /** Leave out orders and payments. */
  isShell?: boolean;
  onRun?(runs: number): void;
}
const longest = 50;

function scenariosOf(begin: fc.Arbitrary<Beginning>, move: fc.Arbitrary<Move>): fc.Arbitrary<Scenario> {
  return fc.record({
    begin,
    moves: fc.array(move, { maxLength: longest, size: 'max' }),
    isBrief: fc.constantFrom(true as const, true as const, undefined),
  });
}
/** Of the shell and one list. */
const shellScenarios = scenariosOf(anyBeginning, anyMove);
const scenarios: fc.Arbitrary<Scenario> = fc.oneof(
  { weight: 3, arbitrary: shellScenarios },
  { weight: 1, arbitrary: scenariosOf(fc.constant({ as: 'li', at: productPath }), anyEntryDesk) },
  { weight: 1, arbitrary: scenariosOf(fc.constant({ as: 'li', at: newOrderPath }), anyOrderDesk) },
  { weight: 1, arbitrary: scenariosOf(fc.constant({ as: 'li', at: paymentsPath }), anyPayDesk) },
);

export async function explore({
  runs,
  seed,
  from,
  isQuick = false,
  isShell = false,
  onRun,
}: Options): Promise<Explored> {
  await ready();
  let count = 0;
  const property = fc.asyncProperty(isShell ? shellScenarios : scenarios, async (scenario) => {
    count += 1;
    onRun?.(count);
    await runScenario(scenario);
  });
  const { failed, counterexample, counterexamplePath, numRuns, numShrinks, errorInstance } = await fc.check(property, {
    numRuns: runs,
    seed,
    endOnFailure: isQuick,
    ...(from === undefined ? {} : { path: String(from) }),
  });
  if (!failed) return { runs: numRuns, seed, found: null };
  const message = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return {
    runs: numRuns,
    seed,
    found: { story: counterexample![0], message, runs: numRuns, path: counterexamplePath ?? '', shrinks: numShrinks },
  };
}
