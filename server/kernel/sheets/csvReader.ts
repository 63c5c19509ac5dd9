/** Reads comma-separated values as spreadsheets write them: UTF-8, UTF-16 or GB 18030; comma, tab or semicolon. */
import { rearmed } from '../../../contract/domain/csv';
import { bad, mostColumns } from './limits';
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
  const line = /^(?:[^"\r\n]|"[^"]*")*/.exec(text)?.[0].replace(/"[^"]*"/g, '') ?? '';
  return [',', '\t', ';'].find((one) => line.includes(one)) ?? ',';
}

/** A text as it was before an export made it safe for spreadsheets. */
function plain(text: string): string {
  return rearmed(text.replace(/\t$/, ''));
}

function cellOf(text: string): ReadCell | undefined {
  const held = plain(text);
  return held.trim() === '' ? undefined : { text: held, kind: 'text' };
}

/** Lines of cells. A quoted cell may hold separators, line ends and doubled quotes. */
export function* readCsv(bytes: Buffer): Generator<ReadRow> {
  const text = decoded(bytes).replace(/^\uFEFF/, '');
  if (text.includes('\u0000')) bad();
  const separator = separatorOf(text);
  const ends = new RegExp(`[${separator}\\r\\n]`, 'g');
  let cells: ReadRow['cells'] = [];
  let number = 1;
  for (let at = 0; at < text.length; ) {
    let cell = '';
    if (text[at] === '"') {
      for (at++; ; ) {
        const quote = text.indexOf('"', at);
        if (quote < 0) bad();
        cell += text.slice(at, quote);
        at = quote + 1;
        if (text[at] !== '"') break;
        cell += '"';
        at++;
      }
    }
    ends.lastIndex = at;
    const end = ends.exec(text)?.index ?? text.length;
    cells.push(cellOf(cell + text.slice(at, end)));
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
  }
  if (cells.length > 0) yield { number, cells };
}
