/** An edited replay beside the one without edits. */
import type { AppOptions } from '../shell/app';
import type { World } from '../world/world';
import { compare } from './compare';
import { edited } from './edits/edits';
import { openPlayer, type Player, type PlayOptions } from './player';
import { type Seen, seenBy } from './seen';
import { stepsOf, type Tape } from './tape';

export interface Run {
  player: Player;
  again: Tape;
  /** The step of the recording from which on the edits work; 0 without edits. */
  edited: number;
  /** From there on. */
  seen: Seen;
}

type Start<A> = (world: World, options: AppOptions) => A;

/** Plays tapes to their end. */
export function runner<A extends Player['app']>(start: Start<A>, options: Omit<PlayOptions, 'steps'>) {
  const run = async (tape: Tape, edits: readonly unknown[] = []): Promise<Run> => {
    const recorded = stepsOf(tape);
    const steps = edited(tape, edits);
    const player = await openPlayer(tape, start, { ...options, steps });
    await player.goTo(steps.length);
    const at = steps.findIndex((step, place) => step !== recorded[place]);
    const first = edits.length === 0 ? 0 : at < 0 ? steps.length : at;
    return {
      player,
      again: player.again(),
      edited: edits.length === 0 ? 0 : (recorded[first]?.step ?? recorded.length),
      seen: seenBy(player, edits.length === 0 ? 0 : player.numberOf(first)),
    };
  };
  /** The edits without which everything is the same. A second click that does nothing is what a test may be about. */
  const idle = async (tape: Tape, edits: readonly unknown[], whole: Run): Promise<unknown[]> => {
    const found: unknown[] = [];
    for (const edit of edits) {
      if ('repeat' in (edit as object)) continue;
      const others = edits.filter((one) => one !== edit);
      const without = await run(tape, others).catch(() => undefined); // an edit may need the one before it
      if (without && !compare(without.again, whole.again)) found.push(edit);
    }
    return found;
  };
  return { run, idle };
}
export type Runner = ReturnType<typeof runner>;
