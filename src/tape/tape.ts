import { sourceLanguage } from '../../contract/domain/languages';
import type { Gesture } from '../world/gestures';
import type { Device } from '../world/world';

/**
 * A tape is everything that crossed the two borders of the sagas between the start of the page and the end of the
 * recording: actions on the one side, questions to the World and their answers on the other. Nothing else can change
 * the console, so the same tape has the same result. Plain JSON, one entry a line, for people to read and edit.
 */
export const tapeVersion = 1;

/** An input from outside, in order of arrival; the console processes it completely. */
interface Outside {
  /** Counts from 1; named by edits and reports. */
  step: number;
  /** ms since the start. For information; never compared. */
  ms: number;
  /** The changes of the state: path to new value, long values by their digest. Left out when there are none. */
  state?: Changes;
}
export type Changes = Record<string, unknown>;

/** An action from outside the sagas. */
export interface Done extends Outside {
  do: string;
  with?: unknown;
  meta?: unknown;
}
/** The World answered question `answer`. */
export interface Answered extends Outside {
  answer: number;
  value?: unknown;
}
/** The World failed to answer question `fail`. */
export interface Failed extends Outside {
  fail: number;
  error: TapedError;
}
export interface TapedError {
  name: string;
  message: string;
  /** The status of a gateway in place of the server. */
  status?: number;
}
export type Step = Done | Answered | Failed;

/** A saga put an action. */
export interface Put {
  put: string;
  with?: unknown;
  meta?: unknown;
}
/** A saga asked the World; the answer is a step of its own. Questions count from 1. */
export interface Ask {
  ask: number;
  port: string;
  args?: unknown[];
}
/** A saga asked the World and was answered synchronously. */
export interface Call {
  call: string;
  args?: unknown[];
  value?: unknown;
}
/** The saga that asked this question was cancelled. */
export interface Stop {
  stop: number;
}
export type Entry = Step | Put | Ask | Call | Stop;

export interface Tape {
  tape: typeof tapeVersion;
  /** Release of the console that was recorded. */
  release: string;
  /** ms since 1970. */
  recordedAt: number;
  /** For people: what was observed. */
  note: string;
  /** Stand-ins for secrets. The same secret has the same stand-in everywhere. */
  masks: string[];
  /** State read from storage when the page started, by slice; all others start with their initial state, in the language
   *  of the device. */
  begins: Record<string, unknown>;
  story: Entry[];
  /** Digest of the whole state after the last entry. */
  ends: string;
  /** What the person did with the page, for a script that does it again. */
  gestures?: Gesture[];
  /** The recording exceeded the limit: it ends early, and is complete until there. */
  isCut?: true;
}

export function isStep(entry: Entry): entry is Step {
  return 'step' in entry;
}
/** The number of the question that a step answers; 0 for a command. */
export function questionOf(step: Step): number {
  return 'answer' in step ? step.answer : 'fail' in step ? step.fail : 0;
}
const questions = new WeakMap<readonly Entry[], Map<number, Ask>>();
/** The question with that number. */
export function askedIn({ story }: Pick<Tape, 'story'>, number: number): Ask | undefined {
  const known = questions.get(story) ?? new Map(story.flatMap((entry) => ('ask' in entry ? [[entry.ask, entry]] : [])));
  questions.set(story, known);
  return known.get(number);
}
export function stepsOf(tape: Tape): Step[] {
  return tape.story.filter(isStep);
}

/** The text of a tape: its head, then one entry a line. */
export function printTape({ story, gestures, ...rest }: Tape): string {
  const head = { ...rest, ...(gestures ? { gestures: [] } : {}) };
  const lines = story.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n');
  const opening = JSON.stringify({ ...head, story: [] }, null, 2).replace(/\n\s*"story": \[\]\n\}$/, '');
  const told = (gestures ?? []).map((gesture) => `    ${JSON.stringify(gesture)}`).join(',\n');
  const whole = gestures ? opening.replace('"gestures": []', () => `"gestures": [\n${told}\n  ]`) : opening;
  return `${whole}\n  "story": [\n${lines}\n  ]\n}\n`;
}

function isObject(found: unknown): found is Record<string, unknown> {
  return typeof found === 'object' && found !== null;
}

/** What a recorder never writes, '' when there is none of it: such a tape would look like a change of the console. */
function damageIn(story: readonly Entry[]): string {
  const asked = new Set<number>();
  let steps = 0;
  for (const entry of story) {
    if ('ask' in entry) asked.add(entry.ask);
    if (!isStep(entry)) continue;
    steps += 1;
    if (entry.step !== steps) return `step ${steps} is missing`;
    if (typeof entry.ms !== 'number') return `step ${steps} has no time`;
    const question = questionOf(entry);
    if (!('do' in entry) && !asked.has(question))
      return `step ${steps} answers question ${question}, which is not asked`;
    if ('do' in entry && !/^[^/]+\/[^/]+/.test(String(entry.do))) return `step ${steps} gives no command: ${entry.do}`;
  }
  return '';
}

/** Tapes of former releases do not say where they were recorded; they were played as on this machine. */
const formerDevice: Call = {
  call: 'device',
  value: { language: sourceLanguage, languages: ['zh-CN'], timeZone: 'Asia/Shanghai', width: 1440, height: 900 },
};
function isDevice(entry: Entry): entry is Call {
  return 'call' in entry && entry.call === 'device';
}
/** The machine that it was recorded on. */
export function deviceOf({ story }: Pick<Tape, 'story'>): Device {
  return (story.find(isDevice) ?? formerDevice).value as Device;
}
function withDevice(story: readonly Entry[]): Entry[] {
  return story.some(isDevice) ? [...story] : [formerDevice, ...story];
}

/** Parses the text of a tape. Throws with a sentence that says what is wrong with it. */
export function parseTape(text: string): Tape {
  let found: unknown;
  try {
    // Some editors begin a file with a byte order mark.
    found = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new Error(`not JSON: ${(error as Error).message}`);
  }
  if (!isObject(found) || !('tape' in found)) throw new Error('not a tape');
  if (found.tape !== tapeVersion) throw new Error(`a tape of version ${found.tape}; this release plays ${tapeVersion}`);
  const { story, begins, masks, ends, release, note, recordedAt, gestures = [] } = found;
  if (!Array.isArray(story) || !isObject(begins) || !Array.isArray(masks) || typeof ends !== 'string')
    throw new Error('a tape needs masks, begins, story and ends');
  const kinds = ['do', 'answer', 'fail', 'put', 'ask', 'call', 'stop'];
  const odd = story.findIndex((entry) => !isObject(entry) || kinds.every((kind) => !(kind in entry)));
  if (odd >= 0) throw new Error(`entry ${odd + 1} of the story is none: ${JSON.stringify(story[odd]).slice(0, 80)}`);
  const damage = damageIn(story as Entry[]);
  if (damage) throw new Error(`the tape is damaged: ${damage}`);
  if (typeof release !== 'string' || typeof note !== 'string' || typeof recordedAt !== 'number')
    throw new Error('a tape says its release, a note and when it was recorded');
  if (!Array.isArray(gestures) || !gestures.every(isObject)) throw new Error('"gestures" is a list');
  return { ...found, story: withDevice(story as Entry[]) } as unknown as Tape;
}
