/** The values of a PDF file as they are written (ISO 32000-1, 7.3), read with a limit of work. */

/** The file can't be read as its format says, or would take too much work. */
export class Unreadable extends Error {}

export interface Reference {
  to: number;
}
export type Dictionary = Map<string, Value>;
/** Names with their slash, numbers, strings and words are texts as they are written. */
export type Value = string | Reference | Value[] | Dictionary;

const mostDepth = 100;

export function isDictionary(value: Value | undefined): value is Dictionary {
  return value instanceof Map;
}
export function isReference(value: Value | undefined): value is Reference {
  return typeof value === 'object' && 'to' in value;
}
const blank = /[\s\0]*(?:%[^\r\n]*[\s\0]*)*/y;
const nameForm = /\/[^\s\0()<>[\]{}/%]*/y;
const hexForm = /<[0-9A-Fa-f\s]*>/y;
const referenceForm = /(\d{1,10})\s{1,20}(\d{1,5})\s{1,20}R(?![A-Za-z0-9])/y;
const numberForm = /[+-]?(?:\d+\.?\d*|\.\d+)(?![A-Za-z])/y;
const wordForm = /true|false|null/y;

/** Counts work, and gives up beyond the limit. */
export type Spend = (work: number) => void;
export function budget(limit: number): Spend {
  let left = limit;
  return (work) => {
    left -= work;
    if (left < 0) throw new Unreadable('too much work');
  };
}

export function matchAt(text: string, form: RegExp, at: number): RegExpExecArray | null {
  form.lastIndex = at;
  return form.exec(text);
}

export function skip(text: string, at: number, spend: Spend): number {
  const end = at + matchAt(text, blank, at)![0].length;
  spend(end - at + 1);
  return end;
}

function stringEnd(text: string, at: number): number {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    const one = text[i];
    if (one === '\\') i++;
    else if (one === '(') depth += 1;
    else if (one === ')' && --depth === 0) return i + 1;
  }
  throw new Unreadable('a string without an end');
}

/** The value at a place of a text, and where it ends. */
export function readValue(text: string, start: number, spend: Spend, depth = 0): { value: Value; end: number } {
  if (depth > mostDepth) throw new Unreadable('values too deep in each other');
  const at = skip(text, start, spend);
  if (text.startsWith('<<', at)) return readDictionary(text, at + 2, spend, depth);
  if (text[at] === '[') return readArray(text, at + 1, spend, depth);
  if (text[at] === '(') {
    const end = stringEnd(text, at);
    spend(end - at);
    return { value: text.slice(at, end), end };
  }
  const reference = matchAt(text, referenceForm, at);
  if (reference) return { value: { to: Number(reference[1]) }, end: at + reference[0].length };
  const found =
    matchAt(text, nameForm, at) ??
    matchAt(text, numberForm, at) ??
    matchAt(text, hexForm, at) ??
    matchAt(text, wordForm, at);
  if (!found) throw new Unreadable(`no value at ${at}`);
  spend(found[0].length);
  const plain = found[0].startsWith('/')
    ? found[0].replace(/#([0-9A-Fa-f]{2})/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : found[0];
  return { value: plain, end: at + found[0].length };
}

function readArray(text: string, start: number, spend: Spend, depth: number) {
  const value: Value[] = [];
  for (let at = start; ; ) {
    at = skip(text, at, spend);
    if (text[at] === ']') return { value, end: at + 1 };
    const item = readValue(text, at, spend, depth + 1);
    value.push(item.value);
    at = item.end;
  }
}

function readDictionary(text: string, start: number, spend: Spend, depth: number) {
  const value: Dictionary = new Map();
  for (let at = start; ; ) {
    at = skip(text, at, spend);
    if (text.startsWith('>>', at)) return { value, end: at + 2 };
    const key = readValue(text, at, spend, depth + 1);
    if (typeof key.value !== 'string' || !key.value.startsWith('/')) throw new Unreadable('a key that is no name');
    const item = readValue(text, key.end, spend, depth + 1);
    // Readers differ in which of two entries of one name they take.
    if (value.has(key.value)) throw new Unreadable(`two entries ${key.value}`);
    value.set(key.value, item.value);
    at = item.end;
  }
}
