/** Rows of a file that comes in: a workbook of either format, or comma-separated values. */
import { readCsv } from './csvReader';
import { bad, mostCells, mostColumns, mostFileBytes, mostLetters, mostRowsIn } from './limits';
import { isOldWorkbook, readXls } from './xlsReader';
import { readSheets } from './xlsxReader';

/**
 * A cell as text. `number`: decimal digits; `percent`: a decimal percent, `7.2`; `date`: `yyyy-MM-dd[ HH:mm:ss]`;
 * `rounded`: a number of more digits than a spreadsheet keeps; `error`: `#REF!` and the like; `uncomputed`: a formula whose
 * result the file does not hold.
 */
export interface ReadCell {
  text: string;
  kind: 'text' | 'number' | 'percent' | 'date' | 'flag' | 'rounded' | 'error' | 'uncomputed';
}
export interface ReadRow {
  /** As the spreadsheet counts them, from 1. */
  number: number;
  /** By hand, or by a filter. */
  isHidden?: true;
  /** Places of the columns that are hidden, on the first row of a sheet. */
  hiddenColumns?: readonly number[];
  /** Empty ones are undefined. */
  cells: (ReadCell | undefined)[];
}
export interface ReadSheet {
  head: ReadRow;
  rows: ReadRow[];
}
/** Why a sheet is not the one that is read. */
export type SheetPassed = 'hidden' | 'empty' | 'other';
/** A list, and what of its file is not part of it. */
export interface ReadList extends ReadSheet {
  /** '' in a file of text. */
  name: string;
  others: { name: string; why: SheetPassed }[];
  /** Numbers of the rows that are hidden. */
  hiddenRows: number[];
  /** Headings of the columns that are hidden, and read all the same. */
  hiddenColumns: string[];
}

export function isWorkbook(bytes: Buffer): boolean {
  return bytes.length > 3 && bytes.readUInt32LE(0) === 0x04034b50;
}

/** What is left of the limits of a file, which all of its sheets share. */
class Room {
  private cells = mostCells;
  private letters = mostLetters;

  /** Takes the rows with content of one sheet. */
  taking(found: ReadRow[]): (row: ReadRow) => void {
    return (row) => {
      if (row.cells.length > mostColumns) bad('tooManyColumns');
      const filled = row.cells.filter((cell) => cell !== undefined).length;
      if (filled === 0) return;
      this.cells -= filled;
      for (const cell of row.cells) this.letters -= cell?.text.length ?? 0;
      if (this.cells < 0 || this.letters < 0) bad('tooMuch');
      if (found.length > mostRowsIn) bad('tooManyRows');
      found.push(row);
    };
  }
}

interface FoundSheet {
  name: string;
  isHidden: boolean;
  /** Those with content. */
  rows: ReadRow[];
}

/** Web pages, and the XML of old spreadsheets, which spreadsheet programs open under the names of workbooks. */
export function refuseWebPage(bytes: Buffer): void {
  const begin = bytes.subarray(0, 1000).toString('latin1').replaceAll('\u0000', '');
  const isPage = /^[^<\w]*<(?:!doctype\s+html|html|head|table)\b/i.test(begin);
  if (isPage || /^[^<\w]*<.*urn:schemas-microsoft-com:office:spreadsheet/is.test(begin)) bad('webPage');
}

/** Every sheet of a file, in its order. Throws `BadFile`. */
async function sheetsOf(bytes: Buffer, { isUnderLines = false } = {}): Promise<FoundSheet[]> {
  if (bytes.length > mostFileBytes) bad('tooLarge');
  refuseWebPage(bytes);
  const room = new Room();
  const found: FoundSheet[] = [];
  const taking = (name: string, isHidden: boolean) => {
    const rows: ReadRow[] = [];
    found.push({ name, isHidden, rows });
    return room.taking(rows);
  };
  if (isWorkbook(bytes)) await readSheets(bytes, { mostRows: mostRowsIn }, taking);
  else if (isOldWorkbook(bytes)) await readXls(bytes, taking);
  else {
    const take = taking('', false);
    for await (const row of readCsv(bytes, { isUnderLines })) take(row);
  }
  return found;
}

/** The texts of a heading at some places. */
export function headingsAt({ cells }: ReadRow, places: readonly number[] = []): string[] {
  return places.flatMap((at) => cells[at]?.text ?? []);
}

/** The list that a person sees in a file: the rows that are shown of the first sheet that is shown and has any. Throws `BadFile`. */
export async function readSheet(bytes: Buffer): Promise<ReadList> {
  const sheets = await sheetsOf(bytes);
  const read = sheets.find(({ isHidden, rows }) => !isHidden && rows.some((row) => !row.isHidden)) ?? bad('empty');
  const [head, ...rows] = read.rows.filter(({ isHidden }) => !isHidden);
  return {
    name: read.name,
    head: head!,
    rows,
    others: sheets.flatMap((one) => {
      if (one === read) return [];
      return [{ name: one.name, why: one.rows.length === 0 ? 'empty' : one.isHidden ? 'hidden' : 'other' }];
    }),
    hiddenRows: read.rows.flatMap(({ number, isHidden }) => (isHidden ? [number] : [])),
    hiddenColumns: headingsAt(head!, read.rows[0]!.hiddenColumns),
  };
}

/** Every sheet with content, by its name, with all of its rows; that of a text file has none. Throws `BadFile`. */
export async function readAllSheets(bytes: Buffer): Promise<(ReadSheet & { name: string; isHidden: boolean })[]> {
  const all = (await sheetsOf(bytes, { isUnderLines: true })).flatMap(({ name, isHidden, rows: [head, ...rows] }) =>
    head ? [{ name, isHidden, head, rows }] : [],
  );
  return all.length > 0 ? all : bad('empty');
}
