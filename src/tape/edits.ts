import type { Answered, Step } from './tape';

/**
 * A small change to a tape, so that one recording serves as many tests: what if that answer were late, lost or a
 * refusal? `at` is the number of a step of the tape as it was recorded.
 */
export type Edit =
  /** The server refuses with this status (401, 500…), a gateway answers in its place (502…), or the network fails. */
  | { at: number; fail: number | 'network' }
  /** Arrives so many ms later, after whatever arrived meanwhile. */
  | { at: number; delay: number }
  /** Arrives right after another step. */
  | { at: number; after: number }
  /** Never arrives. */
  | { at: number; drop: true }
  /** Arrives with other content: the whole value, or parts of it by path, `{ "body.data.total": 0 }`. */
  | { at: number; value: unknown }
  | { at: number; set: Record<string, unknown> };

const kinds = ['fail', 'delay', 'after', 'drop', 'value', 'set'];
/** A greater status is not an answer of the server. */
const largestAnswer = 500;

function failed(step: Step, how: number | 'network'): Step {
  const ask = 'answer' in step ? step.answer : 'fail' in step ? step.fail : 0;
  if (ask === 0) throw new Error(`step ${step.step} is a command; only answers can fail`);
  const { step: number, ms } = step;
  const unreachable = { name: 'Unreachable', message: how === 'network' ? 'ERR_NETWORK' : 'ERR_BAD_RESPONSE' };
  if (how === 'network') return { step: number, ms, fail: ask, error: unreachable };
  if (how > largestAnswer) return { step: number, ms, fail: ask, error: { ...unreachable, status: how } };
  const body = { code: how, success: false, data: null, msg: '' };
  return { step: number, ms, answer: ask, value: { status: how, body } };
}

/** Throws for an unknown path: an edit without effect would look like a passing test. */
function placed(value: unknown, path: string, content: unknown, whole = path): unknown {
  const [name = '', ...rest] = path.split('.');
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
    throw new Error(`nothing lies at '${whole}': there is no '${name}'`);
  const held = value as Record<string, unknown>;
  const next = rest.length === 0 ? content : placed(held[name], rest.join('.'), content, whole);
  return Array.isArray(value) ? value.map((one, at) => (String(at) === name ? next : one)) : { ...held, [name]: next };
}

function withValue(step: Step, change: (value: unknown) => unknown): Step {
  if ('do' in step) return { ...step, with: change(step.with) };
  if ('answer' in step) return { ...step, value: change(step.value) } as Answered;
  throw new Error(`step ${step.step} failed on the tape; it has no content`);
}

/** The steps of an edited tape, in their new order. Throws with a sentence for an invalid edit. */
export function edited(steps: readonly Step[], edits: readonly Edit[]): Step[] {
  let story = [...steps];
  const placeOf = (number: number) => {
    const at = story.findIndex(({ step }) => step === number);
    if (at < 0) throw new Error(`there is no step ${number}; the tape has ${steps.length}`);
    return at;
  };
  for (const edit of edits) {
    const odd = Object.keys(edit).find((name) => name !== 'at' && !kinds.includes(name));
    if (odd || Object.keys(edit).length !== 2)
      throw new Error(`an edit names a step and one of ${kinds.join(', ')}: ${JSON.stringify(edit)}`);
    const at = placeOf(edit.at);
    const step = story[at]!;
    const others = story.filter((one) => one !== step);
    const put = (next: Step, place: number) => {
      story = others.toSpliced(place, 0, next);
    };
    if ('fail' in edit) story[at] = failed(step, edit.fail);
    else if ('value' in edit) story[at] = withValue(step, () => edit.value);
    else if ('set' in edit)
      story[at] = withValue(step, (value) =>
        Object.entries(edit.set).reduce((held, [path, content]) => placed(held, path, content), value),
      );
    else if ('drop' in edit) story = others;
    else if ('delay' in edit) {
      const ms = step.ms + edit.delay;
      const later = others.findIndex((one) => one.ms > ms);
      put({ ...step, ms }, later < 0 ? others.length : Math.max(later, at));
    } else {
      placeOf(edit.after);
      const place = others.findIndex((one) => one.step === edit.after) + 1;
      put({ ...step, ms: Math.max(step.ms, others[place - 1]!.ms) }, place);
    }
  }
  return story;
}

/** Parses an edit. Throws with a sentence that says what is wrong with it. */
export function parseEdit(text: string): Edit {
  try {
    return JSON.parse(text) as Edit;
  } catch {
    throw new Error(`not an edit: ${text.slice(0, 80)}; one looks like {"at":12,"fail":502}`);
  }
}
