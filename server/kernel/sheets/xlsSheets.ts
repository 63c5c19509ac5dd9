/** The program of the thread that reads workbooks of the format before 2007. */
import { type CellObject, read, type WorkBook } from '@e965/xlsx';
import { printIn } from '../paper/printIn';
import { BadFile, bad, mostCells, mostColumns } from './limits';
import type { ReadCell, ReadRow } from './readSheet';
import type { OldBook } from './xlsReader';
import { heldText, numberCell, type Shown, shownBy, textCell } from './xlsxReader';

/** The encoding of texts before Unicode, which Chinese banks write. */
const codepage = 936;

/** A cell of the library, whose formats are texts: `0.00%`. */
function cellOf({ t, v, w, z, f }: CellObject, shownAs: (format: string) => Shown, isFrom1904: boolean) {
  const isEmpty = v === undefined || v === null;
  if (isEmpty && f !== undefined) return { text: '', kind: 'uncomputed' } satisfies ReadCell;
  if (t === 'e') return { text: w ?? '#N/A', kind: 'error' } satisfies ReadCell;
  if (isEmpty) return undefined;
  if (t === 'b') return { text: v ? '1' : '0', kind: 'flag' } satisfies ReadCell;
  if (t === 'n') return numberCell(Number(v), shownAs(String(z ?? 'General')), isFrom1904);
  return textCell(heldText(String(v)));
}

interface OldSheet {
  '!data'?: (CellObject[] | undefined)[];
  '!rows'?: { hidden?: boolean }[];
  '!cols'?: ({ hidden?: boolean } | undefined)[];
}

/** Reads without the library's remarks about records that it does not know: the console is that of this thread alone. */
function opened(bytes: Uint8Array): WorkBook {
  const { error: print } = console;
  console.error = () => undefined;
  try {
    return read(bytes, {
      ...{ type: 'buffer', dense: true, codepage },
      ...{ cellNF: true, cellHTML: false, cellFormula: true },
      cellStyles: true, // without it the library leaves out which columns are hidden
    });
  } catch (error) {
    // The library says in many ways that a file is none; newer workbooks that are encrypted have this form as well.
    return bad(/password|encrypt/i.test(String(error)) ? 'encrypted' : 'unreadable');
  } finally {
    console.error = print;
  }
}

function sheetsIn(bytes: Uint8Array): OldBook {
  const book = opened(bytes);
  const isFrom1904 = book.Workbook?.WBProps?.date1904 === true;
  const known = new Map<string, Shown>();
  const shownAs = (format: string) => {
    const shown = known.get(format) ?? shownBy(format);
    known.set(format, shown);
    return shown;
  };
  let left = mostCells;
  const sheets = book.SheetNames.map((name, at) => {
    const sheet = book.Sheets[name] as OldSheet | undefined;
    if (!sheet) return bad(); // the file ends before the sheet begins
    const rows: ReadRow[] = [];
    const hiddenColumns = Array.from(sheet['!cols'] ?? []).flatMap((column, at) => (column?.hidden ? [at] : []));
    for (const [index, held] of (sheet['!data'] ?? []).entries()) {
      if (!held) continue;
      const cells: ReadRow['cells'] = [];
      for (const [column, cell] of held.entries()) {
        const made = cell ? cellOf(cell, shownAs, isFrom1904) : undefined;
        if (!made) continue;
        if (column >= mostColumns) bad('tooManyColumns');
        if (--left < 0) bad('tooMuch');
        cells[column] = made;
      }
      if (cells.length === 0) continue;
      const isHidden = sheet['!rows']?.[index]?.hidden === true;
      rows.push({
        ...{ number: index + 1, cells: Array.from(cells) },
        ...(isHidden ? { isHidden } : {}),
        ...(rows.length === 0 ? { hiddenColumns } : {}),
      });
    }
    return { name, isHidden: (book.Workbook?.Sheets?.[at]?.Hidden ?? 0) !== 0, rows };
  });
  return { sheets };
}

printIn<Uint8Array>(async (bytes) => {
  try {
    return sheetsIn(bytes);
  } catch (error) {
    if (error instanceof BadFile) return { bad: error.reason } satisfies OldBook;
    throw error;
  }
});
