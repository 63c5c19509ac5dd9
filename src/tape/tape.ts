/**
 * What a tape is: everything that crossed the two borders of the sagas between the start of the page and the end of the
 * recording. Actions on the one side, questions to the World and their answers on the other. Nothing else can make the
 * console do anything, so the same tape leads to the same day. Plain JSON, one entry a line, for people to read and edit.
 */
export const tapeVersion = 1;

/** What came from outside, in the order it came; the console reacts to it until it has nothing more to do. */
interface Outside {
  /** Counts from 1; what edits and reports name. */
  step: number;
  /** ms since the recording began. Told, never compared. */
  ms: number;
  /** What the step changed in the state: path to new value, long values by their digest. Left out when nothing did. */
  state?: Changes;
}
export type Changes = Record<string, unknown>;

/** Somebody outside the sagas gave a command or reported a fact. */
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
/** The World could not answer question `fail`. */
export interface Failed extends Outside {
  fail: number;
  error: TapedError;
}
export interface TapedError {
  name: string;
  message: string;
  /** What a gateway said in place of the server. */
  status?: number;
}
export type Step = Done | Answered | Failed;

/** A saga decided something. */
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
/** A saga asked the World and had the answer in the same breath. */
export interface Call {
  call: string;
  args?: unknown[];
  value?: unknown;
}
/** The saga that asked this question does not wait for the answer any more. */
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
  /** For people: what was seen. */
  note: string;
  /** Stand-ins for what is secret. The same secret has the same stand-in wherever it turns up. */
  masks: string[];
  /** State that was found in storage when the page began, by slice; all others begin as they always do. */
  begins: Record<string, unknown>;
  story: Entry[];
  /** Digest of the whole state after the last entry. */
  ends: string;
  /** The recording outgrew the recorder: the story stops early, and is whole until there. */
  isCut?: true;
}

export function isStep(entry: Entry): entry is Step {
  return 'step' in entry;
}
export function stepsOf(tape: Tape): Step[] {
  return tape.story.filter(isStep);
}

/** The text of a tape: its head, then one entry a line. */
export function printTape({ story, ...head }: Tape): string {
  const lines = story.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n');
  const opening = JSON.stringify({ ...head, story: [] }, null, 2).replace(/\n\s*"story": \[\]\n\}$/, '');
  return `${opening}\n  "story": [\n${lines}\n  ]\n}\n`;
}

function isObject(found: unknown): found is Record<string, unknown> {
  return typeof found === 'object' && found !== null;
}

/** What a recorder never writes, '' when there is none of it: a story like that would only look like a change of ours. */
function damageIn(story: readonly Entry[]): string {
  const asked = new Set<number>();
  let steps = 0;
  for (const entry of story) {
    if ('ask' in entry) asked.add(entry.ask);
    if (!isStep(entry)) continue;
    steps += 1;
    if (entry.step !== steps) return `step ${steps} is missing`;
    const question = 'answer' in entry ? entry.answer : 'fail' in entry ? entry.fail : undefined;
    if (question !== undefined && !asked.has(question))
      return `step ${steps} answers question ${question}, which is not asked`;
    if ('do' in entry && !/^[^/]+\/[^/]+/.test(String(entry.do))) return `step ${steps} gives no command: ${entry.do}`;
  }
  return '';
}

/** Reads the text of a tape. Throws with a sentence that says what is wrong with it. */
export function parseTape(text: string): Tape {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch (error) {
    throw new Error(`not JSON: ${(error as Error).message}`);
  }
  if (!isObject(found) || !('tape' in found)) throw new Error('not a tape');
  if (found.tape !== tapeVersion) throw new Error(`a tape of version ${found.tape}; this release plays ${tapeVersion}`);
  const { story, begins, masks, ends } = found;
  if (!Array.isArray(story) || !isObject(begins) || !Array.isArray(masks) || typeof ends !== 'string')
    throw new Error('a tape needs masks, begins, story and ends');
  const kinds = ['do', 'answer', 'fail', 'put', 'ask', 'call', 'stop'];
  const odd = story.findIndex((entry) => !isObject(entry) || kinds.every((kind) => !(kind in entry)));
  if (odd >= 0) throw new Error(`entry ${odd + 1} of the story is none: ${JSON.stringify(story[odd]).slice(0, 80)}`);
  const damage = damageIn(story as Entry[]);
  if (damage) throw new Error(`the tape is damaged: ${damage}`);
  return found as unknown as Tape;
}
