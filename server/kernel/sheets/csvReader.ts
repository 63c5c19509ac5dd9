/** Reads comma-separated values as spreadsheets write them: UTF-8, UTF-16 or GB 18030; comma, tab, semicolon or bar. */
import { setImmediate } from 'node:timers/promises';
import { rearmed } from '../../../contract/domain/csv';
import { bad, longestCell, mostColumns, mostLines } from './limits';
import type { ReadCell, ReadRow } from './readSheet';

/** Sixteen bits a letter, by their mark or by the zeros that every other byte of digits and separators is. */
function wideEncodingOf(bytes: Buffer): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const begin = bytes.subarray(0, 4096);
  const zeros = [0, 0];
  for (const [at, byte] of begin.entries()) if (byte === 0) zeros[at % 2]!++;
  const [even = 0, odd = 0] = zeros;
  if (bytes.length % 2 !== 0 || even + odd === 0 || (even > 0 && odd > 0)) return undefined;
  return odd > 0 ? 'utf-16le' : 'utf-16be';
}

/** The text of a file in the encodings that spreadsheets and banks write. Throws `BadFile`. */
export function decoded(bytes: Buffer): string {
  const wide = wideEncodingOf(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
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

/** A first line by which Excel is told the separator, and what it is. */
const separatorLine = /^"?sep=([^"\r\n])"?(?:\r\n|\r|\n|$)/i;

/**
 * The separator of the first line: the first of these that is in it, outside of quotes. Above the table of a bank may stand
 * lines of one cell: then it is that of the first line with as many cells as no sentence has. A list has its headings in its
 * first line, and below one heading a line of many separators is one cell.
 */
function separatorOf(text: string, isUnderLines: boolean): string {
  const counts = new Map<string, number>();
  const found = (least: number) => separators.find((one) => (counts.get(one) ?? 0) >= least);
  let isQuoted = false;
  let isFirst = true;
  let isBlank = true;
  for (let at = 0; at < Math.min(text.length, longestHead); at++) {
    const letter = text[at]!;
    const isEnd = !isQuoted && isLineEnd(letter);
    if (isEnd && isBlank) continue;
    isBlank = isEnd;
    if (letter === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (isEnd) {
      const separator = found(isFirst ? 1 : fewestOfTable);
      if (separator) return separator;
      if (!isUnderLines) break;
      isFirst = false;
      counts.clear();
    } else counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  return found(isFirst ? 1 : fewestOfTable) ?? ',';
}
const separators = [',', '\t', ';', '|'];
/** Separators of a line that is one of a table for certain. */
const fewestOfTable = 4;
/** Characters of a heading of as many columns as a sheet may have. */
const longestHead = 64 * 1024;

function isLineEnd(letter: string | undefined): boolean {
  return letter === '\r' || letter === '\n';
}

/** A text as it was before an export made it safe for spreadsheets: by a formula that is a text, a tab or an apostrophe. */
function plain(text: string): string {
  const guarded = text.startsWith('="') && text.endsWith('"') && text.length > 2 ? text.slice(2, -1) : undefined;
  if (guarded !== undefined) return guarded.replaceAll('""', '"');
  return rearmed(text.endsWith('\t') ? text.slice(0, -1) : text);
}

/** What spreadsheets write in place of a value that they cannot compute. */
const errors = new Set('#N/A #REF! #VALUE! #DIV/0! #NAME? #NUM! #NULL! #SPILL! #CALC! #GETTING_DATA'.split(' '));

/** Digits beyond those that a spreadsheet shows, as it saves them unless the cell is a text. */
const rounded = /^ *-?\d(?:\.\d+)?E\+\d*(?:1[1-9]|[2-9]\d) *$/i;

function cellOf(text: string, isGuarded: boolean): ReadCell | undefined {
  const held = plain(text);
  if (held.trim() === '') return undefined;
  if (!isGuarded && rounded.test(text)) return { text, kind: 'rounded' };
  return { text: held, kind: errors.has(held.trim()) ? 'error' : 'text' };
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

/**
 * Lines of cells. A quoted cell may hold separators, line ends and doubled quotes. `isUnderLines`: the table may begin below
 * lines of one cell.
 */
export async function* readCsv(bytes: Buffer, { isUnderLines }: { isUnderLines: boolean }): AsyncGenerator<ReadRow> {
  const whole = decoded(bytes).replace(/^\uFEFF/, '');
  if (whole.includes('\u0000')) bad();
  const [line = '', said] = separatorLine.exec(whole) ?? [];
  const text = whole.slice(line.length);
  const separator = said ?? separatorOf(text, isUnderLines);
  let cells: ReadRow['cells'] = [];
  let number = line === '' ? 1 : 2;
  let turn = atOnce;
  for (let at = 0; at < text.length; ) {
    if (at >= turn) {
      await setImmediate();
      turn = at + atOnce;
    }
    // `="0012"`: a formula that keeps a text from being taken for a number; separators in it are part of it.
    const isGuarded = text.startsWith('="', at);
    const quoted = text[at] === '"' || isGuarded ? quotedAt(text, isGuarded ? at + 1 : at) : { cell: '', at };
    let end = quoted.at;
    while (end < text.length && text[end] !== separator && !isLineEnd(text[end])) end++;
    if (quoted.cell.length + end - quoted.at > longestCell) bad();
    cells.push(
      quoted.cell === '' && end === quoted.at ? undefined : cellOf(quoted.cell + text.slice(quoted.at, end), isGuarded),
    );
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
