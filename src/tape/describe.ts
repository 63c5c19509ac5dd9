import { type Comparison, type Difference, type DifferingScene, unchanged } from './compare';
import { questionName } from './edits/places';
import { type Ask, askedIn, type Entry, questionOf, type Step, type Tape } from './tape';
import type { Say } from './words';

/** Longer texts are cut. */
const longest = 300;
export function brief(value: unknown) {
  const text = JSON.stringify(value) ?? '';
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** The differing part of two values: long ones from shortly before the first difference on. */
function briefly(one: unknown, other: unknown): [string, string] {
  const [a, b] = [JSON.stringify(one) ?? '', JSON.stringify(other) ?? ''];
  if (Math.max(a.length, b.length) <= longest) return [a, b];
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const from = Math.max(0, at - longest / 4);
  const part = (text: string) =>
    `${from > 0 ? '…' : ''}${text.slice(from, from + longest)}${text.length > from + longest ? '…' : ''}`;
  return [part(a), part(b)];
}

/** What came for a question: the status and the sentence of an answer of the server, or why there is none. */
function answerText(step: Step, ask: Ask | undefined, say: Say): string {
  const question = ask ? questionName(ask) : `#${questionOf(step)}`;
  if ('fail' in step) {
    const { message, status } = step.error;
    return say('fail', { question, message: status === undefined ? message : `${message} ${status}` });
  }
  const { status, body } = ((step as { value?: unknown }).value ?? {}) as { status?: number; body?: { msg?: string } };
  if (ask?.port !== 'send' || status === undefined) return say('answer', { question });
  const isRefused = isFailing(step);
  return `${say('answer', { question })}: ${status}${isRefused && body?.msg ? ` ${body.msg}` : ''}`;
}
/** Whether a step says that something did not succeed. */
export function isFailing(step: Step): boolean {
  if ('fail' in step) return true;
  if (!('answer' in step)) return false;
  const { status = 200, body } = (step.value ?? {}) as { status?: number; body?: { success?: boolean } | null };
  return status >= 400 || body?.success === false;
}

/** One entry in one line, as text. */
export function describeEntry(entry: Entry | undefined, tape: Tape, say: Say): string {
  if (!entry) return say('nothing');
  if ('do' in entry) return `${say('do', { type: entry.do })} ${brief(entry.with)}`.trim();
  if ('step' in entry) return answerText(entry, askedIn(tape, questionOf(entry)), say);
  if ('put' in entry) return `${say('put', { type: entry.put })} ${brief(entry.with)}`.trim();
  if ('stop' in entry) return say('stop', { ask: entry.stop });
  if ('call' in entry) return `${say('call', { port: entry.call })} ${brief(entry.args)}`.trim();
  if (entry.port !== 'send') return `${say('askedElse', { port: entry.port })} ${brief(entry.args)}`.trim();
  const { method = '', url = '', query, form, body } = (entry.args?.[0] ?? {}) as Record<string, string>;
  const said = Object.entries({ query, form, body }).filter(([, held]) => held);
  const content = said.length > 0 ? brief(Object.fromEntries(said)) : '';
  return `${say('asked', { method, url })} ${content}`.trim();
}

/** Values of the state on both sides, in place of their digests. */
export type Values = (side: 'expected' | 'actual', number: number, path: string) => unknown;

function heading({ step, question }: DifferingScene, steps: number, tape: Tape, say: Say): string {
  if (!step) return say('before');
  const seconds = (step.ms / 1000).toFixed(1);
  const what = question ? answerText(step, question, say) : describeEntry(step, tape, say);
  return say('where', { step: step.step, steps, seconds, what });
}

function valuesOf({ path = '', expected, actual }: Difference, { before, now }: DifferingScene, values?: Values) {
  const full = (side: 'expected' | 'actual', number: number | undefined, held: unknown) =>
    values && held !== unchanged && number !== undefined ? (values(side, number, path) ?? held) : held;
  return briefly(full('expected', before, expected), full('actual', now, actual));
}

function differenceLines(one: Difference, scene: DifferingScene, tape: Tape, say: Say, values?: Values): string[] {
  const { path, expected, actual } = one;
  if (path === '') return [say('ends')];
  if (path !== undefined) {
    const [before, now] = valuesOf(one, scene, values);
    return [`${path}: ${say('expected')} ${before}, ${say('actual')} ${now}`];
  }
  const [before, now] = [expected as Entry | undefined, actual as Entry | undefined];
  return [
    `- ${say('expected')}  ${describeEntry(before, tape, say)}`,
    `+ ${say('actual')}  ${describeEntry(now, tape, say)}`,
    ...apart(before, now).map((line) => `    ${line}`),
  ];
}

/** All differences of one sort, in lines that need no knowledge of the code. */
function linesOf(found: Comparison, isObservable: boolean, tape: Tape, say: Say, values?: Values): string[] {
  return found.scenes.flatMap((scene) => {
    const some = scene.differences.filter((one) => one.isObservable === isObservable);
    if (some.length === 0) return [];
    const lines = some.flatMap((one) => differenceLines(one, scene, tape, say, values));
    const isOnlyEnd = some.every(({ path }) => path === '');
    return isOnlyEnd ? lines : [heading(scene, found.steps, tape, say), ...lines.map((line) => `    ${line}`)];
  });
}
/** What differs for the person, the server and the browser. */
export function describeDifferences(found: Comparison, tape: Tape, say: Say, values?: Values): string[] {
  return linesOf(found, true, tape, say, values);
}
/** What differs inside the console alone. */
export function describeNotes(found: Comparison, tape: Tape, say: Say): string[] {
  return linesOf(found, false, tape, say);
}

/** Of two entries of one kind, the paths in which they differ. */
function apart(expected: Entry | undefined, actual: Entry | undefined): string[] {
  if (!expected || !actual) return [];
  const lines: string[] = [];
  const walk = (one: unknown, other: unknown, path: string) => {
    if (JSON.stringify(one) === JSON.stringify(other)) return;
    const isBranch = (value: unknown) => typeof value === 'object' && value !== null;
    if (!isBranch(one) || !isBranch(other)) {
      lines.push(`${path}: ${briefly(one, other).join(' → ')}`);
      return;
    }
    const [a, b] = [one as Record<string, unknown>, other as Record<string, unknown>];
    for (const name of new Set([...Object.keys(a), ...Object.keys(b)]))
      walk(a[name], b[name], path === '' ? name : `${path}.${name}`);
  };
  const isOneKind = Object.keys(expected)[0] === Object.keys(actual)[0];
  if (isOneKind) walk(expected, actual, '');
  return lines.slice(0, 8);
}
