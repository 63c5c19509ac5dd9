/** One tape as many: each answer of the server fails in each way. */
import { fitsPattern, stepName } from './edits/places';
import type { Runner } from './run';
import { type Seen, seenBy } from './seen';
import { askedIn, questionOf, type Step, stepsOf, type Tape } from './tape';

/** A refusal without a reason, a gateway, no network, no answer in time. */
export const everyWay = [500, 502, 'network', 'timeout'] as const;

export interface AnswerCase {
  step: Step;
  name: string;
  way: (typeof everyWay)[number];
  seen: Seen;
  /** From the same step on, without the failure. */
  base: Seen;
}

/** The steps that answer a call to the server; with a pattern those that fit it. */
export function serverAnswers(tape: Tape, only = '…'): Step[] {
  return stepsOf(tape).filter(
    (step) => askedIn(tape, questionOf(step))?.port === 'send' && fitsPattern(stepName(step, tape), only),
  );
}

export async function* everyAnswer(tape: Tape, { run }: Runner, steps: readonly Step[]): AsyncGenerator<AnswerCase> {
  const base = await run(tape);
  for (const step of steps)
    for (const way of everyWay) {
      const edited = await run(tape, [{ at: step.step, fail: way }]);
      const from = base.player.numberOf(stepsOf(tape).findIndex((one) => one.step === edited.edited));
      yield {
        step,
        name: stepName(step, tape),
        way,
        seen: edited.seen,
        base: seenBy(base.player, from),
      };
    }
}
