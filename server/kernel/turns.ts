/** A bounded line of jobs in which holders have their turns, so that what one of them brings does not stand before the others. */
import { refuse } from './errors';

export interface TurnLimits {
  /** Jobs that wait in all, and of one holder; more are refused `busy`. */
  mostWaiting: number;
  mostOfHolder: number;
}

/** Holders whose last turn is remembered while nothing waits. */
const mostRemembered = 1000;

export interface Turns<J> {
  /** The number of jobs that wait. */
  readonly size: number;
  push(job: J): void;
  /** The oldest job of the holder that has waited longest for a turn. */
  next(): J | undefined;
  /** Takes a job out; false where it does not wait any more. */
  drop(job: J): boolean;
  /** Takes out all of them. */
  clear(): J[];
}

/** `holdersOf`: from the widest to the narrowest, as tenant and person: tenants have their turns, and the people within each. */
export function openTurns<J>(
  holdersOf: (job: J) => readonly string[],
  { mostWaiting, mostOfHolder }: TurnLimits,
): Turns<J> {
  const waiting: J[] = [];
  /** The number of the last job of each holder. */
  const turns = new Map<string, number>();
  let last = 0;
  const namesOf = (job: J) => holdersOf(job).map((_, at, all) => all.slice(0, at + 1).join('\n'));
  const isBefore = (one: J, other: J) => {
    const [mine, theirs] = [namesOf(one), namesOf(other)];
    for (const [at, name] of mine.entries()) {
      const difference = (turns.get(name) ?? 0) - (turns.get(theirs[at] ?? '') ?? 0);
      if (difference !== 0) return difference < 0;
    }
    return false;
  };
  return {
    get size() {
      return waiting.length;
    },
    push(job) {
      const name = namesOf(job).at(-1);
      const own = waiting.filter((other) => namesOf(other).at(-1) === name).length;
      if (waiting.length >= mostWaiting || own >= mostOfHolder) refuse('busy');
      waiting.push(job);
    },
    next() {
      const [first, ...others] = waiting;
      if (first === undefined) return undefined;
      const chosen = others.reduce((best, job) => (isBefore(job, best) ? job : best), first);
      waiting.splice(waiting.indexOf(chosen), 1);
      last += 1;
      for (const name of namesOf(chosen)) turns.set(name, last);
      if (waiting.length === 0 && turns.size > mostRemembered) turns.clear();
      return chosen;
    },
    drop(job) {
      const at = waiting.indexOf(job);
      if (at >= 0) waiting.splice(at, 1);
      return at >= 0;
    },
    clear: () => waiting.splice(0),
  };
}
