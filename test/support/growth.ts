/** The cost of what reads a stranger's bytes grows in step with their length. */
import { processorTime } from './processorTime';

/** Milliseconds that the collector of garbage may add by chance. */
const slackMs = 10;
/** What the first rounds take says little, and what the last of these still takes is the truth. */
const rounds = { least: 3, most: 30 };

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
    once = Math.min(once, await time(one));
    fourfold = Math.min(fourfold, await time(four));
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
    one = Math.min(one, await processorTime(other));
    all = Math.min(all, await processorTime(work));
    if (round >= rounds.least && all < times * one + slackMs) return;
  }
  throw new Error(`takes more than ${times} times ${one.toFixed(1)} ms: ${all.toFixed(1)} ms`);
}
