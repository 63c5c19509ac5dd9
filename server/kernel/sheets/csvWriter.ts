/** Writes comma-separated values (RFC 4180) in UTF-8, with the mark by which spreadsheets know that it is UTF-8. */
import { csvLine, disarmed } from '../../../contract/domain/csv';
import { type CellKind, isExactNumber, type SheetColumn, type SheetRow } from './sheet';

/** Digits that a spreadsheet would round, show as 1.2E+18, or rob of their leading zeros. */
const codeOfDigits = /^(?:0\d+|\d{12,})$/;
/** Texts that it would take for another number, for a day or for a truth: `1E5`, `1.10`, `3-4`, `3/4`, `8:30`, `MAR1`, `3月4日`. */
const mistaken =
  /^(?:[+]?\d[\d,]*\.\d*0|[+]?\.?\d[\d.,]*(?:e[+-]?\d+|%)|\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,4}[-/.]\d{1,4}(?:[-/.]\d{1,4})?|\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m?)?|(?:\d{1,2}[- ]?)?(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*[- ]?\d{0,4}|(?:\d{2,4}年)?\d{1,2}月(?:\d{1,2}日)?|true|false)$/i;

/** Letters that such a text may have. */
const longestMistaken = 40;

/** `marked`: for spreadsheets, which would spoil codes of digits; `plain`: for programs, which read them as they are. */
export type CodesOut = 'marked' | 'plain';

function textOf(kind: CellKind, text: string, codes: CodesOut): string {
  const isNumber = kind !== 'text' && isExactNumber(text);
  if (isNumber) return kind === 'percent' ? `${text}%` : text;
  // A tab makes it a text and is not seen.
  return codes === 'marked' && (codeOfDigits.test(text) || (text.length <= longestMistaken && mistaken.test(text)))
    ? `${text}\t`
    : disarmed(text);
}

export async function* writeCsv(
  columns: readonly SheetColumn[],
  batches: AsyncIterable<readonly SheetRow[]> | Iterable<readonly SheetRow[]>,
  codes: CodesOut = 'marked',
): AsyncGenerator<Buffer> {
  yield Buffer.from(`\uFEFF${csvLine(columns.map(({ head }) => textOf('text', head, codes)))}`);
  for await (const rows of batches) {
    const lines = rows.map((row) => csvLine(columns.map(({ kind }, at) => textOf(kind, row[at] ?? '', codes))));
    yield Buffer.from(lines.join(''));
  }
}
