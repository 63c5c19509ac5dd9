/** Writes comma-separated values (RFC 4180) in UTF-8, with the mark by which spreadsheets know that it is UTF-8. */
import { type CellKind, isExactNumber, type SheetColumn, type SheetRow } from './sheet';

/** A spreadsheet takes a cell that begins so for a formula and runs it. */
const formula = /^[=+\-@\t\r\n]/;
/** Digits that a spreadsheet would round, show as 1.2E+18, or rob of their leading zeros. */
const codeOfDigits = /^(0\d+|\d{12,})$/;

/** `marked`: for spreadsheets, which would spoil codes of digits; `plain`: for programs, which read them as they are. */
export type CodesOut = 'marked' | 'plain';

function textOf(kind: CellKind, text: string, codes: CodesOut): string {
  const isNumber = kind !== 'text' && isExactNumber(text);
  if (isNumber) return kind === 'percent' ? `${text}%` : text;
  if (formula.test(text)) return `'${text}`;
  // A tab makes it a text and is not seen.
  return codes === 'marked' && codeOfDigits.test(text) ? `${text}\t` : text;
}

function quoted(text: string): string {
  return /["\r\n,\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function line(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

export async function* writeCsv(
  columns: readonly SheetColumn[],
  batches: AsyncIterable<readonly SheetRow[]> | Iterable<readonly SheetRow[]>,
  codes: CodesOut = 'marked',
): AsyncGenerator<Buffer> {
  yield Buffer.from(`\uFEFF${line(columns.map(({ head }) => textOf('text', head, codes)))}`);
  for await (const rows of batches) {
    const lines = rows.map((row) => line(columns.map(({ kind }, at) => textOf(kind, row[at] ?? '', codes))));
    yield Buffer.from(lines.join(''));
  }
}
