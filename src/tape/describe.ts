import type { Difference } from './compare';
import type { Ask, Entry, Tape } from './tape';
import type { Say } from './words';

/** Longer texts are cut. */
const longest = 160;
function brief(value: unknown) {
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

function question(asked: Pick<Ask, 'port' | 'args'>): string {
  if (asked.port !== 'send') return asked.port;
  const { method = '', url = '' } = (asked.args?.[0] ?? {}) as { method?: string; url?: string };
  return `${method} ${url}`;
}

/** The question with that number. */
function asked(tape: Tape, number: number): Ask | undefined {
  return tape.story.find((entry): entry is Ask => 'ask' in entry && entry.ask === number);
}

/** One entry in one line, as text. */
export function describeEntry(entry: Entry | undefined, tape: Tape, say: Say): string {
  if (!entry) return say('nothing');
  const about = (number: number) => {
    const ask = asked(tape, number);
    return ask ? question(ask) : `#${number}`;
  };
  if ('do' in entry) return `${say('do', { type: entry.do })} ${brief(entry.with)}`.trim();
  if ('answer' in entry) return say('answer', { question: about(entry.answer) });
  if ('fail' in entry) return say('fail', { question: about(entry.fail), message: entry.error.message });
  if ('put' in entry) return `${say('put', { type: entry.put })} ${brief(entry.with)}`.trim();
  if ('stop' in entry) return say('stop', { ask: entry.stop });
  if ('call' in entry) return `${say('call', { port: entry.call })} ${brief(entry.args)}`.trim();
  if (entry.port !== 'send') return `${say('askedElse', { port: entry.port })} ${brief(entry.args)}`.trim();
  const { method = '', url = '', query, form, body } = (entry.args?.[0] ?? {}) as Record<string, string>;
  const said = Object.entries({ query, form, body }).filter(([, held]) => held);
  const content = said.length > 0 ? brief(Object.fromEntries(said)) : '';
  return `${say('asked', { method, url })} ${content}`.trim();
}

/** The differences, in lines that need no knowledge of the code. */
export function describeDifference(difference: Difference, tape: Tape, say: Say): string[] {
  const { step, steps, state, expected, actual } = difference;
  const isOnlyEnd = state.length === 1 && state[0]!.path === '';
  const lines = isOnlyEnd
    ? [say('ends')]
    : step
      ? [
          say('where', {
            step: step.step,
            steps,
            seconds: (step.ms / 1000).toFixed(1),
            what: describeEntry(step, tape, say),
          }),
        ]
      : [say('before')];
  if (expected || actual)
    lines.push(
      say('next'),
      `  - ${say('expected')}  ${describeEntry(expected, tape, say)}`,
      `  + ${say('actual')}  ${describeEntry(actual, tape, say)}`,
      ...apart(expected, actual).map((line) => `      ${line}`),
    );
  if (state.length > 0 && !isOnlyEnd) {
    lines.push(say('state'));
    for (const { path, expected: before, actual: now } of state.slice(0, 12)) {
      const [one, other] = briefly(before, now);
      lines.push(`    ${path}: ${say('expected')} ${one}, ${say('actual')} ${other}`);
    }
    if (state.length > 12) lines.push(`    … ${state.length - 12}`);
  }
  return lines;
}

/** Of two entries of one kind, the paths in which they differ. */
function apart(expected: Entry | undefined, actual: Entry | undefined): string[] {
  if (!expected || !actual) return [];
  const lines: string[] = [];
  const walk = (one: unknown, other: unknown, path: string) => {
    if (brief(one) === brief(other) && JSON.stringify(one) === JSON.stringify(other)) return;
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
