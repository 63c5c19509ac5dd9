/** Where on a tape an edit or an expectation points: a step by its number, or by what it is. */
import { type Ask, askedIn, questionOf, type Step, type Tape } from '../tape';

/** `POST /blade-product/product/submit`, `load frame`: a question in as many words as tell it from others. */
export function questionName({ port, args = [] }: Pick<Ask, 'port' | 'args'>): string {
  if (port === 'send') {
    const { method = '', url = '' } = (args[0] ?? {}) as { method?: string; url?: string };
    return `${method} ${url}`;
  }
  const [first] = args;
  return typeof first === 'string' || typeof first === 'number' ? `${port} ${first}` : port;
}

/** A command by its type, an answer by its question. */
export function stepName(step: Step, tape: Tape): string {
  if ('do' in step) return step.do;
  const ask = askedIn(tape, questionOf(step));
  return ask ? questionName(ask) : `#${questionOf(step)}`;
}

/** Whether a text fits a pattern, in which `…` stands for any characters. */
export function fitsPattern(text: string, pattern: string): boolean {
  const parts = pattern.toLowerCase().replaceAll('...', '…').replaceAll('*', '…').split('…');
  const whole = text.toLowerCase();
  const [first = '', ...rest] = parts;
  if (!whole.startsWith(first)) return false;
  if (rest.length === 0) return whole === first;
  const last = rest.pop()!;
  let at = first.length;
  for (const part of rest) {
    const found = whole.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return whole.length - last.length >= at && whole.endsWith(last);
}

/** The number of the step that `at` names on the tape as it was recorded. Throws with a sentence where there is none. */
export function stepAt(at: unknown, steps: readonly Step[], tape: Tape): number {
  if (typeof at === 'number') {
    if (steps.some(({ step }) => step === at)) return at;
    throw new Error(`there is no step ${at}; the tape has ${steps.length}`);
  }
  if (typeof at !== 'string' || at.trim() === '')
    throw new Error('"at" is the number of a step, or a pattern such as "POST …/submit"');
  if (Number.isFinite(Number(at)))
    throw new Error(`"at" is the text "${at}": write the number of a step without quotes`);
  const mark = at.lastIndexOf('#');
  const nth = mark < 0 ? Number.NaN : Number(at.slice(mark + 1));
  const pattern = Number.isInteger(nth) ? at.slice(0, mark) : at;
  const all = steps.filter((step) => fitsPattern(stepName(step, tape), pattern.trim()));
  if (all.length === 0) throw new Error(`no step fits "${pattern.trim()}"; --list shows what the steps are called`);
  if (Number.isInteger(nth)) {
    if (all[nth - 1]) return all[nth - 1]!.step;
    throw new Error(`"${pattern.trim()}" fits ${all.length} steps; there is no #${nth}`);
  }
  if (all.length === 1) return all[0]!.step;
  const numbers = all.map(({ step }) => step).join(', ');
  throw new Error(`"${at}" fits ${all.length} steps (${numbers}): add #1 to #${all.length}`);
}
