/** Rows of a file that comes in: a workbook, or comma-separated values. */
import { readCsv } from './csvReader';
import { bad, mostCells, mostColumns, mostFileBytes, mostLetters, mostRowsIn } from './limits';
import { readSheets, readXlsx } from './xlsxReader';

/**
 * A cell as text. `number`: decimal digits; `percent`: a decimal percent, `7.2`; `date`: `yyyy-MM-dd[ HH:mm:ss]`;
 * `rounded`: a number of more digits than a spreadsheet keeps.
 */
export interface ReadCell {
  text: string;
  kind: 'text' | 'number' | 'percent' | 'date' | 'flag' | 'rounded';
}
export interface ReadRow {
  /** As the spreadsheet counts them, from 1. */
  number: number;
  /** Empty ones are undefined. */
  cells: (ReadCell | undefined)[];
}
export interface ReadSheet {
  head: ReadRow;
  rows: ReadRow[];
}

function isWorkbook(bytes: Buffer): boolean {
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
      if (this.cells < 0 || this.letters < 0) bad('tooLarge');
      if (found.length > mostRowsIn) bad('tooManyRows');
      found.push(row);
    };
  }
}

/** The first sheet of a file; rows without content are left out. Throws `BadFile`. */
export async function readSheet(bytes: Buffer): Promise<ReadSheet> {
  if (bytes.length > mostFileBytes) bad('tooLarge');
  const found: ReadRow[] = [];
  const take = new Room().taking(found);
  if (isWorkbook(bytes)) await readXlsx(bytes, take);
  else for await (const row of readCsv(bytes)) take(row);
  const [head, ...rows] = found;
  return { head: head ?? bad(), rows };
}

/** Every sheet with content, by its name; that of a text file has none. Throws `BadFile`. */
export async function readAllSheets(bytes: Buffer): Promise<(ReadSheet & { name: string })[]> {
  if (!isWorkbook(bytes)) return [{ name: '', ...(await readSheet(bytes)) }];
  if (bytes.length > mostFileBytes) bad('tooLarge');
  const sheets = new Map<string, ReadRow[]>();
  const room = new Room();
  await readSheets(bytes, { mostRows: mostRowsIn }, (name) => {
    const found: ReadRow[] = [];
    sheets.set(name, found);
    return room.taking(found);
  });
  const all = [...sheets].flatMap(([name, [head, ...rows]]) => (head ? [{ name, head, rows }] : []));
  return all.length > 0 ? all : bad();
}
