import { canonical } from './digest';
import { stepName } from './edits/places';
import { isObservable, neutralOf } from './observable';
import { type Ask, askedIn, type Entry, isStep, questionOf, type Step, type Tape } from './tape';

/** One difference between a recording and its replay. */
export interface Difference {
  /** What the person sees, what is sent and what is kept; anything else is internal. */
  isObservable: boolean;
  /** Of the state: its path. */
  path?: string;
  /** Values of the state, or entries of the tapes; `undefined` where one has none. */
  expected: unknown;
  actual: unknown;
}
/** All differences that follow from one step. */
export interface DifferingScene {
  /** The step; none before the first. */
  step: Step | undefined;
  /** Its numbers on both tapes; 0 before the first step, `undefined` where a tape does not have it. */
  before: number | undefined;
  now: number | undefined;
  /** The question that the step answers. */
  question: Ask | undefined;
  differences: Difference[];
}
export interface Comparison {
  /** How many steps the recording has. */
  steps: number;
  scenes: DifferingScene[];
  observable: number;
  internal: number;
  /** Commands that had an effect and have none now, as one has that the console does not know. */
  ignored: string[];
}

/** A step and what the sagas did until the next one. */
interface Scene {
  step: Step | undefined;
  key: string;
  deeds: Entry[];
}
function scenesOf(tape: Tape): Scene[] {
  const scenes: Scene[] = [{ step: undefined, key: '', deeds: [] }];
  for (const entry of tape.story)
    if (isStep(entry)) scenes.push({ step: entry, key: stepName(entry, tape), deeds: [] });
    else scenes.at(-1)!.deeds.push(entry);
  return scenes;
}

/** How far ahead the next step that both tapes have is looked for. */
const farthest = 200;
/** Scenes of the same step beside each other; one that only one tape has stands alone. */
function paired(before: readonly Scene[], now: readonly Scene[]): [Scene | undefined, Scene | undefined][] {
  const pairs: [Scene | undefined, Scene | undefined][] = [];
  let [one, other] = [0, 0];
  const meet = (): [number, number] => {
    for (let far = 1; far <= farthest; far++)
      for (let left = 0; left <= far; left++) {
        const [a, b] = [before[one + left], now[other + far - left]];
        if (a && b && a.key === b.key) return [left, far - left];
      }
    return [before.length - one, now.length - other];
  };
  while (one < before.length || other < now.length) {
    if (before[one] && before[one]?.key === now[other]?.key) {
      pairs.push([before[one++], now[other++]]);
      continue;
    }
    const [left, right] = meet();
    for (const scene of before.slice(one, one + left)) pairs.push([scene, undefined]);
    for (const scene of now.slice(other, other + right)) pairs.push([undefined, scene]);
    one += left;
    other += right;
  }
  return pairs;
}

/** Questions count from 1 on each tape: their numbers are no difference. */
function textOf(entry: Entry, tape: Tape): string {
  if ('ask' in entry) return canonical({ ...entry, ask: 0 });
  if ('stop' in entry) {
    const ask = askedIn(tape, entry.stop);
    return canonical({ stop: ask && [ask.port, ask.args] });
  }
  return canonical(entry);
}
/** Entries of one kind are told beside each other: the same action, the same call. */
function kindOf(entry: Entry): string {
  if ('put' in entry) return entry.put;
  if ('call' in entry) return entry.call;
  if ('stop' in entry) return 'stop';
  if (!('ask' in entry)) return '';
  const { method, url } = (entry.args?.[0] ?? {}) as { method?: string; url?: string };
  return `${entry.port} ${method} ${url}`;
}

interface Side {
  tape: Tape;
  neutral: (value: unknown) => string;
}

function deedsApart(before: readonly Entry[], now: readonly Entry[], [old, fresh]: readonly [Side, Side]) {
  const texts = (entries: readonly Entry[], side: Side) => entries.map((entry) => textOf(entry, side.tape));
  const [one, other] = [texts(before, old), texts(now, fresh)];
  const left = [...other];
  const lost = before.filter((_entry, at) => {
    const place = left.indexOf(one[at]!);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
  const rest = [...one];
  const added = now.filter((_entry, at) => {
    const place = rest.indexOf(other[at]!);
    if (place >= 0) rest.splice(place, 1);
    return place < 0;
  });
  const differences: Difference[] = [];
  for (const expected of lost) {
    const at = added.findIndex((entry) => kindOf(entry) === kindOf(expected));
    const actual = at < 0 ? undefined : added.splice(at, 1)[0];
    const isSame = actual && old.neutral(expected) === fresh.neutral(actual);
    differences.push({ isObservable: isObservable(expected) && !isSame, expected, actual });
  }
  for (const actual of added) differences.push({ isObservable: isObservable(actual), expected: undefined, actual });
  if (differences.length === 0 && canonical(one) !== canonical(other)) {
    const at = one.findIndex((text, place) => text !== other[place]);
    differences.push({ isObservable: false, expected: before[at], actual: now[at] });
  }
  return differences;
}

export const unchanged = '(unchanged)';
function stateApart(before: Step | undefined, now: Step | undefined, [old, fresh]: readonly [Side, Side]) {
  const [one, other] = [before?.state ?? {}, now?.state ?? {}];
  const differences: Difference[] = [];
  for (const path of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const expected = path in one ? one[path] : unchanged;
    const actual = path in other ? other[path] : unchanged;
    if (canonical(expected) === canonical(actual)) continue;
    const isSame = old.neutral(expected) === fresh.neutral(actual);
    differences.push({ isObservable: isObservable(path) && !isSame, path, expected, actual });
  }
  return differences;
}

/** All differences; `null` when both are equal. Times are not compared, the order is. */
export function compare(tape: Tape, again: Tape): Comparison | null {
  const sides = [
    { tape, neutral: neutralOf(tape) },
    { tape: again, neutral: neutralOf(again) },
  ] as const;
  const [before, now] = [scenesOf(tape), scenesOf(again)];
  const scenes: DifferingScene[] = [];
  const ignored: string[] = [];
  const isIdle = ({ step, deeds }: Scene) => deeds.length === 0 && !step?.state;
  for (const [one, other] of paired(before, now)) {
    if (one?.step && other && 'do' in one.step && isIdle(other) && !isIdle(one)) ignored.push(one.step.do);
    const differences = [
      ...deedsApart(one?.deeds ?? [], other?.deeds ?? [], sides),
      ...stateApart(one?.step, other?.step, sides),
    ];
    // A command without an effect may as well not be there.
    const isAlone = !one || !other;
    const lone = (one ?? other)!;
    if (differences.length === 0 && (!isAlone || (lone.step && 'do' in lone.step && isIdle(lone)))) continue;
    const step = one?.step ?? other?.step;
    const from = one ? tape : again;
    scenes.push({
      step,
      before: one && (one.step?.step ?? 0),
      now: other && (other.step?.step ?? 0),
      question: step && askedIn(from, questionOf(step)),
      differences: isAlone
        ? [{ isObservable: false, expected: one?.step, actual: other?.step }, ...differences]
        : differences,
    });
  }
  // What one step has put right again is told where it differed.
  if (tape.ends !== again.ends && scenes.every(({ differences }) => differences.every(({ path }) => !path)))
    scenes.push({
      step: undefined,
      before: undefined,
      now: undefined,
      question: undefined,
      differences: [{ isObservable: true, path: '', expected: tape.ends, actual: again.ends }],
    });
  if (scenes.length === 0) return null;
  const all = scenes.flatMap(({ differences }) => differences);
  const observable = all.filter((one) => one.isObservable).length;
  return { steps: before.length - 1, scenes, observable, internal: all.length - observable, ignored };
}
