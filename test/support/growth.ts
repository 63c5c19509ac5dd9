/** The cost of what reads a stranger's bytes grows in step with their length. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { processorTime } from './processorTime';

/** Milliseconds that the collector of garbage may add by chance. */
const slackMs = 10;
/** What the first rounds take says little, and what the last of these still takes is the truth. */
const rounds = { least: 3, most: 30 };

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
/** What other tests have left in the heap is collected beforehand, where the first rounds may have paid for that. */
async function leastTime(
  work: () => unknown,
  { least, round, time }: { least: number; round: number; time: (work: () => unknown) => Promise<number> },
): Promise<number> {
  if (round > rounds.least) collect();
  return Math.min(least, await time(work));
}

/**
 * `make` gives the work for a length; it is measured at the length and at four times as much, until the least of each is
 * in step. `time` measures: by default the processor time of this process with its threads. `tickMs`: what the clock counts
 * in, where that is coarse.
 */
export async function growsInStep(
  length: number,
  make: (length: number) => () => unknown,
  time: (work: () => unknown) => Promise<number> = processorTime,
  tickMs = 0,
): Promise<void> {
  const [one, four] = [make(length), make(4 * length)];
  await one(); // what is made at the first use is not counted
  let [once, fourfold] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 1; round <= rounds.most; round++) {
    once = await leastTime(one, { least: once, round, time });
    fourfold = await leastTime(four, { least: fourfold, round, time });
    if (round >= rounds.least && fourfold < 8 * once + slackMs + 5 * tickMs) return;
  }
  throw new Error(`does not grow in step: ${length}: ${once.toFixed(1)} ms, ${4 * length}: ${fourfold.toFixed(1)} ms`);
}

/**
 * Takes at most so many times the processor time of other work in this process, until the least of each says so: what is
 * beside it on the machine makes a single measurement long.
 */
export async function takesAtMost(times: number, other: () => unknown, work: () => unknown): Promise<void> {
  await other();
  await work();
  let [one, all] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 1; round <= rounds.most; round++) {
    one = await leastTime(other, { least: one, round, time: processorTime });
    all = await leastTime(work, { least: all, round, time: processorTime });
    if (round >= rounds.least && all < times * one + slackMs) return;
  }
  throw new Error(`takes more than ${times} times ${one.toFixed(1)} ms: ${all.toFixed(1)} ms`);
}
