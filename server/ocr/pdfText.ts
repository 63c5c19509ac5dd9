/** The text layer of a PDF: what a program has written into it is read as it is, without recognition. */
import { constants, inflateSync } from 'node:zlib';
import type { Recognised, TextLine } from '../kernel/ocr';
import { OcrError } from '../kernel/ocr';

/** Pages that are read of one document. */
const mostPages = 20;
/** Texts whose base lines are closer than this share of their height stand on one line. */
const sameLine = 0.5;
/** A gap that is wider than this share of the height begins another cell. */
const cellGap = 1.2;
/** Points that pages are apart, as if they were one. */
const pageGap = 20;

interface Piece {
  text: string;
  left: number;
  right: number;
  /** From the top of the document, in points. */
  base: number;
  height: number;
}

function lineOf(pieces: readonly Piece[]): TextLine {
  const [left, right] = [pieces[0]!.left, Math.max(...pieces.map((one) => one.right))];
  const [base, height] = [pieces[0]!.base, Math.max(...pieces.map((one) => one.height))];
  const text = pieces.map((one) => one.text).join('');
  return { text, confidence: 1, box: [left, base - height, right - left, height] };
}

/** What the streams of one document may hold in all: texts and fonts, without pictures, which are not unpacked. */
const mostUnpacked = 64 * 2 ** 20;
/** Bytes before a stream in which its dictionary stands. */
const nearStream = 1024;

/** Throws where the packed streams hold more than a document of papers does: a small file can hold much of nothing. */
function refuseBombs(bytes: Buffer): void {
  let unpacked = 0;
  const sign = 'stream';
  for (let at = bytes.indexOf(sign); at >= 0; at = bytes.indexOf(sign, at + sign.length)) {
    const before = bytes.toString('latin1', Math.max(0, at - nearStream), at);
    if (before.endsWith('end')) continue;
    const dictionary = before.slice(before.lastIndexOf(' obj') + 1);
    if (/\/Subtype\s{0,9}\/Image\b/.test(dictionary)) continue;
    const next = bytes[at + sign.length];
    const from = at + sign.length + (next === 0x0d ? 2 : 1);
    const until = bytes.indexOf('endstream', from);
    try {
      const maxOutputLength = mostUnpacked - unpacked + 1;
      const packed = bytes.subarray(from, until < 0 ? bytes.length : until);
      unpacked += inflateSync(packed, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH }).length;
    } catch (error) {
      // Whatever else it says: it is not packed, or broken, and the reader says so.
      if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') unpacked = mostUnpacked + 1;
    }
    if (unpacked > mostUnpacked) throw new Error('its streams are too large');
    if (until < 0) return;
    at = until;
  }
}

/** The lines of the document; none where it is a scan. Throws `OcrError` where it cannot be opened. */
export async function pdfText(bytes: Buffer): Promise<Recognised> {
  // Only those who upload a PDF load its reader.
  const { getDocumentProxy } = await import('unpdf');
  const lines: TextLine[] = [];
  try {
    refuseBombs(bytes);
    const document = await getDocumentProxy(Uint8Array.from(bytes));
    let above = 0;
    for (let number = 1; number <= Math.min(document.numPages, mostPages); number++) {
      const page = await document.getPage(number);
      const { height: tall } = page.getViewport({ scale: 1 });
      const { items } = await page.getTextContent();
      const pieces = items.flatMap((item): Piece[] => {
        if (!('str' in item) || item.str.trim() === '') return [];
        const [, , , , x, y] = item.transform as number[];
        const height = item.height || Math.abs((item.transform as number[])[3]!) || 10;
        return [{ text: item.str, left: x!, right: x! + item.width, base: above + tall - y!, height }];
      });
      pieces.sort((a, b) => a.base - b.base || a.left - b.left);
      let row: Piece[] = [];
      const flush = () => {
        row.sort((a, b) => a.left - b.left);
        let cell: Piece[] = [];
        for (const piece of row) {
          const before = cell.at(-1);
          if (before && piece.left - before.right > cellGap * piece.height) {
            lines.push(lineOf(cell));
            cell = [];
          }
          cell.push(piece);
        }
        if (cell.length > 0) lines.push(lineOf(cell));
        row = [];
      };
      for (const piece of pieces) {
        if (row[0] && piece.base - row[0].base > sameLine * row[0].height) flush();
        row.push(piece);
      }
      flush();
      above += tall + pageGap;
    }
    await document.cleanup();
  } catch (error) {
    throw new OcrError(`the PDF cannot be read: ${(error as Error).message}`);
  }
  // The places are not those of a picture: they are used to find the values, and not shown.
  return { lines, width: 0, height: 0 };
}
