import Value from 'typebox/value';
import { type Step, stepsOf, type Tape } from '../tape';
import { type Edit, type EditName, type EditPlace, editKinds } from './kinds';
import { stepAt } from './places';

/** A kind of edits, as one that takes anything: its schema is judged before it is used. */
interface AnyKind {
  takes: (typeof editKinds)[EditName]['takes'];
  wants: string;
  isSound?(value: unknown): boolean;
  misfit(place: EditPlace, value: unknown): string;
  apply(place: EditPlace, value: unknown): readonly Step[];
}

function kindOf(edit: unknown): { name: EditName; kind: AnyKind; value: unknown } {
  const names = Object.keys(editKinds).join(', ');
  const held = (typeof edit === 'object' && edit !== null ? edit : {}) as Record<string, unknown>;
  const fields = Object.keys(held).filter((field) => field !== 'at');
  if (!('at' in held) || fields.length !== 1 || !Object.hasOwn(editKinds, fields[0]!))
    throw new Error(`an edit has "at" and one of ${names}`);
  const name = fields[0] as EditName;
  return { name, kind: editKinds[name] as unknown as AnyKind, value: held[name] };
}

/** The steps of an edited tape, in their new order. Throws with a sentence that names the edit which is none. */
export function edited(tape: Tape, edits: readonly unknown[]): Step[] {
  const recorded = stepsOf(tape);
  let story: readonly Step[] = recorded;
  const gone = new Map<number, unknown>();
  for (const edit of edits) {
    try {
      const { name, kind, value } = kindOf(edit);
      if (!Value.Check(kind.takes, value) || kind.isSound?.(value) === false)
        throw new Error(`"${name}" is ${kind.wants}`);
      const find = (at: unknown): Step => {
        const number = stepAt(at, recorded, tape);
        const step = story.find((one) => one.step === number);
        if (step) return step;
        throw new Error(`step ${number} is not there any more after ${JSON.stringify(gone.get(number))}`);
      };
      const step = find((edit as Edit).at);
      const place = { tape, story, step, find };
      const misfit = kind.misfit(place, value);
      if (misfit) throw new Error(misfit);
      story = kind.apply(place, value);
      if (!story.some((one) => one.step === step.step)) gone.set(step.step, edit);
    } catch (error) {
      throw new Error(`${JSON.stringify(edit)}: ${(error as Error).message}`);
    }
  }
  return [...story];
}

/** Parses an edit. Throws with a sentence that says what is wrong with it. */
export function parseEdit(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`not an edit: ${text.slice(0, 80)}; one looks like {"at":12,"fail":502}`);
  }
}
