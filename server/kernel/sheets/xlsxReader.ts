/** Reads the sheets of a workbook (Office Open XML). Formulas are not computed: the stored results are read. */
import { posix } from 'node:path';
import { bad, longestCell, mostColumns, mostShared } from './limits';
import type { ReadCell, ReadRow } from './readSheet';
import { dateOfSerial } from './xlsxDates';
import { columnIndex, textOfXml } from './xlsxText';
import { readXml, type XmlHeard } from './xmlReader';
import { ZipReader } from './zipReader';

/** Formats that every workbook knows by number and that show a date or a percentage. */
const dateFormats = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 57, 58]);
const percentFormats = new Set([9, 10]);
/** Days between the two calendars a workbook may count by. */
const macDays = 1462;

export type Shown = 'number' | 'percent' | 'date';

/** What a format of a workbook's own shows. */
export function shownBy(code: string): Shown {
  const unquoted = code.replace(/"[^"]*"|\\./g, '');
  // Hours, minutes or seconds in brackets go on beyond a day: a length of time.
  if (/\[(?:h+|m+|s+)\]/i.test(unquoted)) return 'number';
  const plain = unquoted.replace(/\[[^[\]]*\]/g, '');
  if (/[ymd年月日]/i.test(plain) && !/general/i.test(plain)) return 'date';
  return plain.includes('%') ? 'percent' : 'number';
}

/** What a file of the workbook holds; nothing without that file. */
async function collect<T>(zip: ZipReader, name: string, make: (found: T[]) => XmlHeard): Promise<T[]> {
  const found: T[] = [];
  if (zip.has(name)) await readXml(zip.read(name), make(found));
  return found;
}

/** How each style of the workbook shows numbers. */
function readStyles(zip: ZipReader, path: string): Promise<Shown[]> {
  const own = new Map<number, Shown>();
  let isInCells = false;
  return collect<Shown>(zip, path, (found) => ({
    open(name, attributes) {
      if (name === 'cellXfs') isInCells = true;
      if (name === 'numFmt') {
        const { numFmtId, formatCode = '' } = attributes();
        own.set(Number(numFmtId), shownBy(formatCode));
      }
      if (name !== 'xf' || !isInCells) return;
      const format = Number(attributes().numFmtId ?? 0);
      found.push(
        own.get(format) ?? (dateFormats.has(format) ? 'date' : percentFormats.has(format) ? 'percent' : 'number'),
      );
      if (found.length > mostShared) bad('tooMuch');
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false;
    },
  }));
}

/** A text as cells hold it: '' where there is nothing to read, so that the cells that share it need not look again. */
export function heldText(text: string): string {
  if (text.length > longestCell) bad();
  return text.trim() === '' ? '' : text;
}

/** Texts that cells refer to by number. Phonetic guides beside a text are not part of it. */
function readShared(zip: ZipReader, path: string): Promise<string[]> {
  let text = '';
  let isText = false;
  let isGuide = false;
  return collect<string>(zip, path, (found) => ({
    open(name) {
      if (name === 'si') text = '';
      if (name === 'rPh') isGuide = true;
      isText = name === 't' && !isGuide;
    },
    text(part) {
      if (isText) text += part;
    },
    close(name) {
      if (name === 't') isText = false;
      if (name === 'rPh') isGuide = false;
      if (name !== 'si') return;
      found.push(heldText(textOfXml(text)));
      if (found.length > mostShared) bad('tooMuch');
    },
  }));
}

/** The files that matter, and whether the workbook counts its days from 1904. */
interface Book {
  /** In the order of the workbook. */
  sheets: readonly { name: string; path: string; isHidden: boolean }[];
  /** '' without one. */
  styles: string;
  shared: string;
  isFrom1904: boolean;
}

async function openBook(zip: ZipReader): Promise<Book> {
  const targets = new Map<string, string>();
  const byType = new Map<string, string>();
  let book = '';
  const relations = (of: (type: string, id: string, target: string) => void): XmlHeard => ({
    open(name, attributes) {
      if (name !== 'Relationship') return;
      const { Type = '', Id = '', Target = '', TargetMode = '' } = attributes();
      if (TargetMode !== 'External') of(Type, Id, Target);
    },
  });
  await readXml(
    zip.read('_rels/.rels'),
    relations((type, _, target) => {
      if (type.endsWith('/officeDocument')) book = posix.join('/', target).slice(1);
    }),
  );
  if (!zip.has(book)) bad();
  const folder = posix.dirname(book);
  await readXml(
    zip.read(posix.join(folder, '_rels', `${posix.basename(book)}.rels`)),
    relations((type, id, target) => {
      const path = posix.resolve('/', folder, target).slice(1);
      targets.set(id, path);
      byType.set(type.slice(type.lastIndexOf('/') + 1), path);
    }),
  );
  const sheets: Book['sheets'][number][] = [];
  let isFrom1904 = false;
  await readXml(zip.read(book), {
    open(name, attributes) {
      if (name === 'workbookPr') isFrom1904 = isSet(attributes().date1904);
      if (name !== 'sheet') return;
      const { name: own = '', state = 'visible', ...others } = attributes();
      const id = others['r:id'] ?? Object.entries(others).find(([key]) => key.endsWith(':id'))?.[1];
      sheets.push({ name: textOfXml(own), path: targets.get(id ?? '') ?? '', isHidden: state !== 'visible' });
    },
  });
  if (!sheets.some(({ path }) => zip.has(path))) bad();
  return {
    sheets,
    styles: byType.get('styles') ?? '',
    shared: byType.get('sharedStrings') ?? '',
    isFrom1904,
  };
}

/** A number without an exponent; what a spreadsheet adds beyond its 15 digits is left out. */
export function decimalOf(value: number): string {
  const rounded = Number(value.toPrecision(15));
  const text = String(rounded);
  return text.includes('e') ? rounded.toFixed(Math.abs(rounded) < 1 ? 20 : 0).replace(/\.0+$|(?<!0)0+$/, '') : text;
}

interface Cell {
  at: number;
  type: string;
  style: number;
  value: string;
  text: string;
  isFormula: boolean;
}

class CellReader {
  constructor(
    private readonly shared: readonly string[],
    private readonly styles: readonly Shown[],
    private readonly isFrom1904: boolean,
  ) {}

  read({ type, style, value, text, isFormula }: Cell): ReadCell | undefined {
    const held = type === 'inlineStr' ? text : value;
    // An empty text is a result, and says so.
    if (isFormula && held === '' && type !== 'str') return { text: '', kind: 'uncomputed' };
    if (held === '' && type !== 's') return undefined;
    switch (type) {
      case 's':
        return textCell(this.shared[Number(value)] ?? bad());
      case 'inlineStr':
      case 'str':
        return textCell(heldText(textOfXml(held)));
      case 'b':
        return { text: value === '1' ? '1' : '0', kind: 'flag' };
      case 'd':
        return { text: value.slice(0, 19).replace('T', ' ').replace(' 00:00:00', ''), kind: 'date' };
      case 'e':
        return { text: heldText(value), kind: 'error' };
      default:
        return numberCell(Number(value), this.styles[style] ?? 'number', this.isFrom1904);
    }
  }
}

/** A number as its format shows it. */
export function numberCell(value: number, shown: Shown, isFrom1904: boolean): ReadCell {
  if (!Number.isFinite(value)) bad();
  if (shown === 'date') {
    // Less than a day is a time alone, whatever the first day is.
    const date = value < 1 ? undefined : dateOfSerial(isFrom1904 ? value + macDays : value);
    if (date) return { text: date, kind: 'date' };
  }
  if (shown === 'percent') return { text: decimalOf(value * 100), kind: 'percent' };
  return { text: decimalOf(value), kind: Math.abs(value) >= 1e15 ? 'rounded' : 'number' };
}

export function textCell(text: string): ReadCell | undefined {
  return text === '' ? undefined : { text, kind: 'text' };
}

/** Whether an attribute says yes. */
function isSet(value = ''): boolean {
  return value === '1' || value === 'true';
}

/** Hands over the rows of a sheet as they are parsed. */
class RowReader implements XmlHeard {
  private row: ReadRow = { number: 0, cells: [] };
  /** Handed over with the first row. */
  private hiddenColumns: number[] = [];
  private cell: Cell | undefined;
  private into: 'value' | 'text' | undefined;
  private isGuide = false;
  private count = 0;
  /** Where a cell without a place stands: behind the one before it, also where that is empty. */
  private next = 0;

  constructor(
    private readonly cells: CellReader,
    private readonly mostRows: number,
    private readonly take: (row: ReadRow) => void,
  ) {}

  open(name: string, attributes: () => Record<string, string>): void {
    if (name === 'row') {
      const { r, hidden = '0' } = attributes();
      this.next = 0;
      const number = Number(r ?? this.row.number + 1);
      if (!Number.isSafeInteger(number)) bad();
      this.row = { number, cells: [], ...(isSet(hidden) ? { isHidden: true } : {}) };
    } else if (name === 'col') {
      const { min = '', max = min, hidden = '0', width = '' } = attributes();
      if (!isSet(hidden) && Number(width || 1) > 0) return;
      // Most files hide what is beyond their last column as well.
      for (let at = Number(min); at <= Math.min(Number(max), mostColumns); at++) this.hiddenColumns.push(at - 1);
    } else if (name === 'c') {
      const { r = '', t = 'n', s = '0' } = attributes();
      const named = columnIndex(r);
      const at = named < 0 ? this.next : named;
      this.next = at + 1;
      this.cell = { at, type: t, style: Number(s), value: '', text: '', isFormula: false };
    } else if (name === 'f' && this.cell) this.cell.isFormula = true;
    else if (name === 'v') this.into = 'value';
    else if (name === 't' && !this.isGuide) this.into = 'text';
    else if (name === 'rPh') this.isGuide = true;
  }

  text(part: string): void {
    if (this.cell && this.into) this.cell[this.into] += part;
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.into = undefined;
    if (name === 'rPh') this.isGuide = false;
    if (name === 'c' && this.cell) {
      const { at } = this.cell;
      const read = this.cells.read(this.cell);
      this.cell = undefined;
      if (!read) return; // a cell that is only formatted
      if (at >= mostColumns) bad('tooManyColumns');
      while (this.row.cells.length < at) this.row.cells.push(undefined);
      this.row.cells[at] = read;
    }
    if (name === 'row' && this.row.cells.some((cell) => cell !== undefined)) {
      this.take(this.count === 0 ? { ...this.row, hiddenColumns: this.hiddenColumns } : this.row);
      if (++this.count > this.mostRows + 1) bad('tooManyRows');
    }
  }
}

/**
 * The rows of several sheets, each handed over as it is parsed: what memory holds of them is up to the one who takes
 * them. `taking`: who takes the rows of the sheet with that name, the heading first; undefined leaves it out. Throws
 * `BadFile`. `mostRows`: of each sheet, below its heading; `mostUnpacked`: bytes of all that is unpacked.
 */
export async function readSheets(
  bytes: Buffer,
  { mostRows, mostUnpacked }: { mostRows: number; mostUnpacked?: number },
  taking: (name: string, isHidden: boolean) => ((row: ReadRow) => void) | undefined,
): Promise<void> {
  const zip = new ZipReader(bytes, mostUnpacked);
  const { sheets, styles, shared, isFrom1904 } = await openBook(zip);
  const cells = new CellReader(await readShared(zip, shared), await readStyles(zip, styles), isFrom1904);
  for (const { name, path, isHidden } of sheets) {
    const take = taking(name, isHidden);
    if (take && zip.has(path)) await readXml(zip.read(path), new RowReader(cells, mostRows, take));
  }
}
