import { refuse } from './errors';

/** Who a job is for, from the larger group to the person: `[tenantId, userId]`, or a person alone. */
export type Whose = readonly string[];

export interface TurnLimits {
  /** Jobs that may wait in all, and of one person. */
  mostWaiting: number;
  mostOfPerson: number;
}

/** Groups and persons whose last turn is remembered; an older one counts as never. */
const mostRemembered = 10_000;

interface Waiting<J> {
  job: J;
  /** The groups that it belongs to, each by its whole path. */
  paths: readonly string[];
}

function pathsOf(whose: Whose): string[] {
  return whose.map((_, at) => JSON.stringify(whose.slice(0, at + 1)));
}

/**
 * Jobs that wait, in turns: the next one is of the group that has waited longest for a turn, in it of the person that
 * has, and of theirs the oldest. A person's many jobs do not delay those of others.
 */
export function openTurns<J>({ mostWaiting, mostOfPerson }: TurnLimits) {
  let waiting: Waiting<J>[] = [];
  const turns = new Map<string, number>();
  let last = 0;

  function isEarlier(one: Waiting<J>, other: Waiting<J>): boolean {
    for (const [at, path] of one.paths.entries()) {
      const [turn, otherTurn] = [turns.get(path) ?? 0, turns.get(other.paths[at] ?? '') ?? 0];
      if (turn !== otherTurn) return turn < otherTurn;
    }
    return false;
  }
  return {
    /** Refuses `busy` when the line is full, or the person's part of it. */
    add(job: J, whose: Whose): void {
      const paths = pathsOf(whose);
      const own = waiting.filter((one) => one.paths.at(-1) === paths.at(-1)).length;
      if (waiting.length >= mostWaiting || own >= mostOfPerson) refuse('busy');
      waiting.push({ job, paths });
    },
    next(): J | undefined {
      const [first, ...others] = waiting;
      if (!first) return undefined;
      const chosen = others.reduce((best, one) => (isEarlier(one, best) ? one : best), first);
      waiting.splice(waiting.indexOf(chosen), 1);
      last++;
      for (const path of chosen.paths) {
        turns.delete(path);
        turns.set(path, last);
        if (turns.size > mostRemembered) turns.delete(turns.keys().next().value!);
      }
      return chosen.job;
    },
    /** Whether the job was still waiting. */
    drop(job: J): boolean {
      const count = waiting.length;
      waiting = waiting.filter((one) => one.job !== job);
      return waiting.length < count;
    },
    takeAll(): J[] {
      const all = waiting.map(({ job }) => job);
      waiting = [];
      return all;
    },
  };
}
