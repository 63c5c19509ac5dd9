/** A test of intent: a tape, what is changed about it, and what is expected then. */
import { checkExpectation, type Expectation } from './expectations';
import { parseTape, type Tape, tapeVersion } from './tape';

export interface TestCase {
  tape: Tape;
  /** The file that holds the recording, where it is another one. */
  of?: string;
  note: string;
  edits: readonly unknown[];
  expects: readonly Expectation[];
}

function listIn(held: Record<string, unknown>, name: string): unknown[] {
  const found = held[name] ?? [];
  if (!Array.isArray(found)) throw new Error(`"${name}" is a list`);
  return found;
}

/** Reads a tape, or a case that names its tape with `of`. Throws with a sentence that says what is wrong with it. */
export function readCase(text: string, readOther: (name: string) => string): TestCase {
  let held: Record<string, unknown> | null = null;
  try {
    held = JSON.parse(text);
  } catch {
    // parseTape says why
  }
  const { of, note } = held ?? {};
  const isCase = typeof of === 'string';
  const tape = parseTape(isCase ? readOther(of) : text);
  const expects = listIn(held ?? {}, 'expects');
  for (const one of expects) checkExpectation(one);
  return {
    tape,
    ...(isCase ? { of } : {}),
    note: typeof note === 'string' ? note : tape.note,
    edits: listIn(held ?? {}, 'edits'),
    expects: expects as Expectation[],
  };
}

/** The text of a case beside its tape: one edit and one expectation a line. */
export function printCase({ of, note, edits, expects }: Omit<TestCase, 'tape'>): string {
  const lines = (list: readonly unknown[]) =>
    list.length === 0 ? '[]' : `[\n${list.map((one) => `    ${JSON.stringify(one)}`).join(',\n')}\n  ]`;
  const head = `  "tape": ${tapeVersion},\n  "of": ${JSON.stringify(of)},\n  "note": ${JSON.stringify(note)},\n`;
  return `{\n${head}  "edits": ${lines(edits)},\n  "expects": ${lines(expects)}\n}\n`;
}
