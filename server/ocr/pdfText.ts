/** The text layer of a PDF: what a program has written into it is read as it is, without recognition. */
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

/** Only those who upload a PDF load its reader. */
export function loadPdfReader() {
  return import('unpdf');
}

/** The lines of the document; none where it is a scan. Throws `OcrError` where it cannot be opened. */
export async function pdfText(bytes: Buffer): Promise<Recognised> {
  const { getDocumentProxy } = await loadPdfReader();
  const lines: TextLine[] = [];
  try {
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
