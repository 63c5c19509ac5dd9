/**
 * The objects of a PDF file as of a revision (ISO 32000-1, 7.3 and 7.5): what a file from outside holds, read with a
 * limit of work. Unlike update.ts, which writes files of our own, it reads cross-reference and object streams too.
 */
import { inflateSync } from 'node:zlib';
import {
  type Dictionary,
  isDictionary,
  isReference,
  matchAt,
  readValue,
  type Spend,
  skip,
  Unreadable,
  type Value,
} from './values';

export interface ReadObject {
  value: Value;
  stream: Buffer | undefined;
  generation: number;
  /** Where it stands in the file; undefined within a stream of objects. */
  span: { from: number; to: number } | undefined;
}
type Entry = { at: number; generation: number } | { within: number; index: number } | 'free';

interface Section {
  at: number;
  entries: Map<number, Entry>;
  trailer: Dictionary;
}

/** The objects of the file as it was when it ended at some byte. */
export interface Revision {
  root: number;
  trailer: Dictionary;
  entries: ReadonlyMap<number, Entry>;
  /** Undefined when the revision has none. */
  object(id: number): ReadObject | undefined;
  /** What is done with its objects counts like their reading: several may share a value. */
  spend: Spend;
}

/** `id`: what the object must be called. `lengthOf`: resolves a length that is an object of its own. */
type ObjectReader = (id: number | undefined, at: number, lengthOf: (value: Value | undefined) => number) => ReadObject;

const mostSections = 100;
const mostInflated = 32 * 1024 * 1024;

export function dictionaryOf(held: ReadObject | undefined): Dictionary {
  return isDictionary(held?.value) ? held.value : new Map();
}

const objectForm = /(\d{1,10})\s{1,20}(\d{1,5})\s{1,20}obj/y;
const streamForm = /\s*stream(?:\r\n|\n)/y;
const endForm = /\s*endstream/y;

function wholeNumber(value: Value | undefined): number {
  if (typeof value !== 'string' || !/^\d{1,10}$/.test(value)) throw new Unreadable('no whole number');
  return Number(value);
}

function inflated({ value, stream }: ReadObject, spend: Spend): Buffer {
  if (!stream) throw new Unreadable('no stream');
  const held = value as Dictionary;
  const filter = held.get('/Filter');
  const [one, ...more] = Array.isArray(filter) ? filter : [filter];
  if (more.length > 0 || (one !== undefined && one !== '/FlateDecode')) throw new Unreadable('an unknown filter');
  let bytes = stream;
  if (one) {
    try {
      bytes = inflateSync(stream, { maxOutputLength: mostInflated });
    } catch {
      throw new Unreadable('a stream that is broken or too large');
    }
  }
  spend(bytes.length);
  const given = held.get('/DecodeParms');
  const params = Array.isArray(given) ? given[0] : given;
  const predictor = isDictionary(params) ? wholeNumber(params.get('/Predictor') ?? '1') : 1;
  if (predictor === 1) return bytes;
  if (predictor < 10) throw new Unreadable('an unknown predictor');
  return unpredicted(bytes, wholeNumber((params as Dictionary).get('/Columns') ?? '1'));
}

/** Takes back the prediction of rows by the one above, the only one that writers use for tables of this kind. */
function unpredicted(bytes: Buffer, columns: number): Buffer {
  const rows = Math.floor(bytes.length / (columns + 1));
  const out = Buffer.alloc(rows * columns);
  for (let row = 0; row < rows; row++) {
    const from = row * (columns + 1);
    const way = bytes[from];
    if (way !== 0 && way !== 2) throw new Unreadable('an unknown predictor');
    for (let i = 0; i < columns; i++) {
      const above = way === 2 && row > 0 ? out[(row - 1) * columns + i]! : 0;
      out[row * columns + i] = (bytes[from + 1 + i]! + above) & 0xff;
    }
  }
  return out;
}

function tableAt(text: string, at: number, spend: Spend): Section {
  const entries = new Map<number, Entry>();
  const headForm = /\s*(\d{1,10})[ ]+(\d{1,10})[ ]*(?:\r\n|\n|\r)/y;
  const entryForm = /(\d{10}) (\d{5}) ([nf])(?: \r\n| \n| \r|\r\n|\n)/y;
  let next = at + 'xref'.length;
  for (let head = matchAt(text, headForm, next); head; head = matchAt(text, headForm, next)) {
    next += head[0].length;
    const [first, count] = [Number(head[1]), Number(head[2])];
    for (let i = 0; i < count; i++) {
      const entry = matchAt(text, entryForm, next);
      if (!entry) throw new Unreadable('a broken table');
      spend(entry[0].length);
      next += entry[0].length;
      // Readers differ in which of two places of one object they take.
      if (entries.has(first + i)) throw new Unreadable(`two entries of object ${first + i}`);
      entries.set(first + i, entry[3] === 'n' ? { at: Number(entry[1]), generation: Number(entry[2]) } : 'free');
    }
  }
  const from = skip(text, next, spend);
  if (!text.startsWith('trailer', from)) throw new Unreadable('a table without a trailer');
  const { value } = readValue(text, from + 'trailer'.length, spend);
  if (!isDictionary(value) || value.has('/XRefStm')) throw new Unreadable('an unknown trailer');
  return { at, entries, trailer: value };
}

/** A table that is a stream. */
function streamTable(held: ReadObject, at: number, spend: Spend): Section {
  const trailer = dictionaryOf(held);
  const widths = trailer.get('/W');
  if (trailer.get('/Type') !== '/XRef' || !Array.isArray(widths)) throw new Unreadable('no table');
  const [formWidth, firstWidth, secondWidth] = widths.map(wholeNumber) as [number, number, number];
  if ([formWidth, firstWidth, secondWidth].some((one) => one === undefined || one > 8))
    throw new Unreadable('an unknown table');
  const bytes = inflated(held, spend);
  const index = trailer.get('/Index') ?? ['0', trailer.get('/Size') ?? '0'];
  const entries = new Map<number, Entry>();
  let next = 0;
  const number = (width: number) => {
    let value = 0;
    for (const end = next + width; next < end; next++) value = value * 256 + bytes[next]!;
    return value;
  };
  for (let i = 0; Array.isArray(index) && i + 1 < index.length; i += 2) {
    const [first, count] = [wholeNumber(index[i]), wholeNumber(index[i + 1])];
    for (let k = 0; k < count; k++) {
      spend(1); // an entry may have no bytes
      if (next + formWidth + firstWidth + secondWidth > bytes.length) throw new Unreadable('a broken table');
      const form = formWidth === 0 ? 1 : number(formWidth);
      const [one, two] = [number(firstWidth), number(secondWidth)];
      if (entries.has(first + k)) throw new Unreadable(`two entries of object ${first + k}`);
      entries.set(
        first + k,
        form === 1 ? { at: one, generation: two } : form === 2 ? { within: one, index: two } : 'free',
      );
    }
  }
  return { at, entries, trailer };
}

/** The objects of a revision: `entries` says where each is, `objectAt` reads what stands in the file. */
function revisionOf(
  { root, trailer, entries }: Pick<Revision, 'root' | 'trailer' | 'entries'>,
  objectAt: ObjectReader,
  spend: Spend,
): Revision {
  const lengthOf = (value: Value | undefined): number => {
    const length = isReference(value) ? object(value.to)?.value : value;
    return wholeNumber(length);
  };
  const parts = new Map<number, Map<number, Value>>();
  const partsOf = (id: number) => {
    const held = parts.get(id);
    if (held) return held;
    const entry = entries.get(id);
    if (!entry || entry === 'free' || !('at' in entry)) throw new Unreadable('no stream of objects');
    const stream = objectAt(id, entry.at, lengthOf);
    const inner = inflated(stream, spend).toString('latin1');
    const head = dictionaryOf(stream);
    const [count, first] = [wholeNumber(head.get('/N')), wholeNumber(head.get('/First'))];
    const numbers = inner.slice(0, first).trim().split(/\s+/).map(Number);
    const made = new Map<number, Value>();
    for (let i = 0; i < count && 2 * i + 1 < numbers.length; i++)
      made.set(numbers[2 * i]!, readValue(inner, first + numbers[2 * i + 1]!, spend).value);
    parts.set(id, made);
    return made;
  };
  function object(id: number): ReadObject | undefined {
    const entry = entries.get(id);
    if (!entry || entry === 'free') return undefined;
    if ('at' in entry) {
      const held = objectAt(id, entry.at, lengthOf);
      if (held.generation !== entry.generation) throw new Unreadable(`another generation of object ${id}`);
      return held;
    }
    const value = partsOf(entry.within).get(id);
    if (value === undefined) throw new Unreadable(`no object ${id}`);
    return { value, stream: undefined, generation: 0, span: undefined };
  }
  return { root, trailer, entries, object, spend };
}

export function openObjects(file: Buffer, spend: Spend) {
  const text = file.toString('latin1');
  const known = new Map<number, ReadObject & { id: number }>();

  const objectAt: ObjectReader = (id, at, lengthOf) => {
    const held = known.get(at);
    if (held && (id === undefined || held.id === id)) return held;
    const head = matchAt(text, objectForm, at);
    if (!head || (id !== undefined && Number(head[1]) !== id)) throw new Unreadable(`no object at ${at}`);
    const { value, end } = readValue(text, at + head[0].length, spend);
    const begin = isDictionary(value) && matchAt(text, streamForm, end);
    let to = end;
    let stream: Buffer | undefined;
    if (begin) {
      const from = end + begin[0].length;
      to = from + lengthOf(value.get('/Length'));
      if (to > file.length || !matchAt(text, endForm, to)) throw new Unreadable('a stream without an end');
      stream = file.subarray(from, to);
    }
    const made = { id: Number(head[1]), value, stream, generation: Number(head[2]), span: { from: at, to } };
    known.set(at, made);
    return made;
  };

  /** The tables that a file ending there has, newest first. */
  function sectionsTo(end: number): Section[] {
    const start = /startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(text.slice(Math.max(0, end - 64), end))?.[1];
    if (start === undefined) throw new Unreadable('no end of a file');
    const sections: Section[] = [];
    for (let at: number | undefined = Number(start); at !== undefined; ) {
      if (sections.length === mostSections || at >= end) throw new Unreadable('too many tables');
      const section: Section = text.startsWith('xref', at)
        ? tableAt(text, at, spend)
        : streamTable(objectAt(undefined, at, wholeNumber), at, spend);
      sections.push(section);
      const before = section.trailer.get('/Prev');
      const next: number | undefined = before === undefined ? undefined : wholeNumber(before);
      if (next !== undefined && sections.some((one) => one.at === next)) throw new Unreadable('tables in a circle');
      at = next;
    }
    return sections;
  }

  function revisionAt(end: number): Revision {
    const sections = sectionsTo(end);
    const entries = new Map<number, Entry>();
    for (const section of sections.reverse())
      for (const [id, entry] of section.entries) {
        spend(1);
        if (entry !== 'free' && 'at' in entry && entry.at >= end) throw new Unreadable('an object behind the end');
        if (entry === 'free') entries.delete(id);
        else entries.set(id, entry);
      }
    const { trailer } = sections.at(-1)!;
    const root = trailer.get('/Root');
    if (!isReference(root) || trailer.has('/Encrypt')) throw new Unreadable('no catalogue');
    return revisionOf({ root: root.to, trailer, entries }, objectAt, spend);
  }

  return { revisionAt };
}
