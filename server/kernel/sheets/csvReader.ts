/** Reads comma-separated values as spreadsheets write them: UTF-8, UTF-16 or GB 18030; comma, tab or semicolon. */
import { setImmediate } from 'node:timers/promises';
import { rearmed } from '../../../contract/domain/csv';
import { bad, longestCell, mostColumns, mostLines } from './limits';
import type { ReadCell, ReadRow } from './readSheet';

function decoded(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // What Excel writes in a Chinese Windows.
    try {
      return new TextDecoder('gb18030', { fatal: true }).decode(bytes);
    } catch {
      return bad();
    }
  }
}

/** The separator of the first line: the first of these that is in it, outside of quotes. */
function separatorOf(text: string): string {
  const found = new Set<string>();
  let isQuoted = false;
  for (let at = 0; at < Math.min(text.length, longestHead); at++) {
    const letter = text[at]!;
    if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && isLineEnd(letter)) break;
    else if (!isQuoted) found.add(letter);
  }
  return separators.find((one) => found.has(one)) ?? ',';
}
const separators = [',', '\t', ';'];
/** Characters of a heading of as many columns as a sheet may have. */
const longestHead = 64 * 1024;

function isLineEnd(letter: string | undefined): boolean {
  return letter === '\r' || letter === '\n';
}

/** A text as it was before an export made it safe for spreadsheets. */
function plain(text: string): string {
  return rearmed(text.endsWith('\t') ? text.slice(0, -1) : text);
}

function cellOf(text: string): ReadCell | undefined {
  const held = plain(text);
  return held.trim() === '' ? undefined : { text: held, kind: 'text' };
}

/** Characters that are read before other work of the server has its turn. */
const atOnce = 64 * 1024;

/** The place behind a quoted cell that begins at a place, and its text. */
function quotedAt(text: string, begin: number): { cell: string; at: number } {
  let cell = '';
  for (let at = begin + 1; ; ) {
    const quote = text.indexOf('"', at);
    if (quote < 0 || quote - begin > 2 * longestCell) bad();
    cell += text.slice(at, quote);
    at = quote + 1;
    if (text[at] !== '"') return { cell, at };
    cell += '"';
    at++;
  }
}

/** Lines of cells. A quoted cell may hold separators, line ends and doubled quotes. */
export async function* readCsv(bytes: Buffer): AsyncGenerator<ReadRow> {
  const text = decoded(bytes).replace(/^\uFEFF/, '');
  if (text.includes('\u0000')) bad();
  const separator = separatorOf(text);
  let cells: ReadRow['cells'] = [];
  let number = 1;
  let turn = atOnce;
  for (let at = 0; at < text.length; ) {
    if (at >= turn) {
      await setImmediate();
      turn = at + atOnce;
    }
    const quoted = text[at] === '"' ? quotedAt(text, at) : { cell: '', at };
    let end = quoted.at;
    while (end < text.length && text[end] !== separator && !isLineEnd(text[end])) end++;
    if (quoted.cell.length + end - quoted.at > longestCell) bad();
    cells.push(quoted.cell === '' && end === quoted.at ? undefined : cellOf(quoted.cell + text.slice(quoted.at, end)));
    if (cells.length > mostColumns) bad('tooManyColumns');
    at = end + 1;
    if (text[end] === separator) {
      if (at === text.length) cells.push(undefined);
      else continue;
    }
    if (text[end] === '\r' && text[at] === '\n') at++;
    yield { number, cells };
    cells = [];
    number++;
    if (number > mostLines) bad('tooManyRows');
  }
  if (cells.length > 0) yield { number, cells };
}
