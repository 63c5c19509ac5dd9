import { canonical } from './digest';
import { type Entry, isStep, type Step, type Tape } from './tape';

/** The first difference between two tapes of the same steps. */
export interface Difference {
  /** The step after which they differ; none when they do so before the first. */
  step: Step | undefined;
  /** How many steps the tape has. */
  steps: number;
  /** The question that the step answers. */
  question: Entry | undefined;
  /** Paths of the state with other values after the step. */
  state: { path: string; expected: unknown; actual: unknown }[];
  /** The first differing action of the sagas; `undefined` where one tape has no more. */
  expected: Entry | undefined;
  actual: Entry | undefined;
}

/** A step and what the sagas did until the next one. */
interface Scene {
  step: Step | undefined;
  deeds: Entry[];
}
function scenesOf({ story }: Tape): Scene[] {
  const scenes: Scene[] = [{ step: undefined, deeds: [] }];
  for (const entry of story)
    if (isStep(entry)) scenes.push({ step: entry, deeds: [] });
    else scenes.at(-1)!.deeds.push(entry);
  return scenes;
}
function isSame(one: unknown, other: unknown) {
  return canonical(one) === canonical(other);
}

function first(expected: readonly Entry[], actual: readonly Entry[]) {
  const length = Math.max(expected.length, actual.length);
  for (let at = 0; at < length; at++)
    if (!isSame(expected[at], actual[at])) return { expected: expected[at], actual: actual[at] };
  return { expected: undefined, actual: undefined };
}

/** `null` when both are equal. Times are not compared, the order is. */
export function compare(tape: Tape, again: Tape): Difference | null {
  const [before, now] = [scenesOf(tape), scenesOf(again)];
  const question = (step: Step | undefined) => {
    const ask = step && ('answer' in step ? step.answer : 'fail' in step ? step.fail : undefined);
    return tape.story.find((entry) => 'ask' in entry && entry.ask === ask);
  };
  const steps = before.length - 1;
  for (let at = 0; at < Math.max(before.length, now.length); at++) {
    const [one, other] = [before[at], now[at]];
    const [old, fresh] = [one?.step?.state ?? {}, other?.step?.state ?? {}];
    const paths = [...new Set([...Object.keys(old), ...Object.keys(fresh)])].filter(
      (path) => !isSame(old[path], fresh[path]),
    );
    const deeds = first(one?.deeds ?? [], other?.deeds ?? []);
    if (paths.length === 0 && !deeds.expected && !deeds.actual) continue;
    const unchanged = '(unchanged)';
    return {
      step: one?.step ?? other?.step,
      steps,
      question: question(one?.step),
      state: paths.map((path) => ({
        path,
        expected: path in old ? old[path] : unchanged,
        actual: path in fresh ? fresh[path] : unchanged,
      })),
      ...deeds,
    };
  }
  if (tape.ends === again.ends) return null;
  const step = before.at(-1)?.step;
  const state = [{ path: '', expected: tape.ends, actual: again.ends }];
  return { step, steps, question: question(step), state, expected: undefined, actual: undefined };
}
