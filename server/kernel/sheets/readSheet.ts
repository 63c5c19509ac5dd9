/** Rows of a file that comes in: a workbook, or comma-separated values. */
import { readCsv } from './csvReader';
import { bad, mostCells, mostColumns, mostFileBytes, mostLetters, mostRowsIn } from './limits';
import { readXlsx } from './xlsxReader';

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

/** The first sheet of a file; rows without content are left out. Throws `BadFile`. */
export async function readSheet(bytes: Buffer): Promise<ReadSheet> {
  if (bytes.length > mostFileBytes) bad('tooLarge');
  const found: ReadRow[] = [];
  let left = mostCells;
  let letters = 0;
  const take = (row: ReadRow) => {
    if (row.cells.length > mostColumns) bad('tooManyColumns');
    const filled = row.cells.filter((cell) => cell !== undefined).length;
    if (filled === 0) return;
    left -= filled;
    for (const cell of row.cells) letters += cell?.text.length ?? 0;
    if (left < 0 || letters > mostLetters) bad('tooLarge');
    if (found.length > mostRowsIn) bad('tooManyRows');
    found.push(row);
  };
  if (isWorkbook(bytes)) await readXlsx(bytes, take);
  else for await (const row of readCsv(bytes)) take(row);
  const [head, ...rows] = found;
  return { head: head ?? bad(), rows };
}
