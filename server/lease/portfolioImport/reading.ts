/** Reads the workbook of a portfolio: rows are packed as they are parsed, the instalments by their order. */

import { languages } from '../../../contract/domain/languages';
import { joined, type Language, textIn } from '../../../contract/domain/text';
import { headingOf } from '../../../contract/schema/columns';
import type { Fields } from '../../../contract/schema/fields';
import type { Fault } from '../../../contract/wire/portfolio/faults';
import {
  mostInstalments,
  mostOrders,
  mostPortfolioBytes,
  portfolioSheets,
  type SheetName,
  sheetNames,
  sheetTitles,
} from '../../../contract/wire/portfolio/sheets';
import { templateWords } from '../../../contract/wire/transfer';
import { Refusal, refuse } from '../../kernel/errors';
import { BadFile, bad, longestHeading } from '../../kernel/sheets/limits';
import { isWorkbook, type ReadCell, type ReadRow } from '../../kernel/sheets/readSheet';
import { refusalOf } from '../../kernel/sheets/refusing';
import { isEncryptedWorkbook } from '../../kernel/sheets/xlsReader';
import { readSheets } from '../../kernel/sheets/xlsxReader';
import { otherSheets, SheetNotes } from './notes';

/** A row of a sheet: its number, and its cells in the order of the declared columns. */
export interface PackedRow {
  row: number;
  cells: (readonly [text: string, kind: ReadCell['kind']] | 0)[];
}
/** An order with its instalments. */
export interface PackedOrder extends PackedRow {
  rows: PackedRow[];
}
export interface ReadPortfolio {
  customers: PackedRow[];
  orders: PackedOrder[];
  /** Instalments without an order. */
  orphans: PackedRow[];
  rowCount: number;
  /** What is hidden in the workbook, and what of it is not read. */
  notes: Fault[];
}

/** Bytes that the workbook may unpack to: a row of an instalment has about five hundred. */
const mostUnpacked = 512 * 1024 * 1024;

function plain(text: string): string {
  return text.normalize('NFKC').replace(/[\s*]/g, '').toLowerCase();
}
/** Which sheet of a portfolio is called so, in any language. */
export function sheetCalled(given: string): SheetName | undefined {
  return sheetNames.find((name) =>
    languages.some(({ code }) => plain(textIn(sheetTitles[name], code)) === plain(given)),
  );
}

/** Whether a sheet is the one by which the template explains the others. */
function isExplaining(given: string): boolean {
  return languages.some(({ code }) => textIn(templateWords.notes, code) === given);
}

/** Where each declared column is in the file. */
function placesOf(sheet: SheetName, head: ReadRow, language: Language): number[] {
  const fields: Fields = portfolioSheets[sheet];
  const heads = head.cells.map((cell) => plain(cell?.text.slice(0, longestHeading) ?? ''));
  const twice: string[] = [];
  const places = Object.entries(fields).map(([name, field]) => {
    const names = languages.flatMap(({ code }) => [textIn(field.label, code), headingOf(field, code)]);
    const known = new Set([...names, name].map(plain));
    const [at = -1, other] = heads.flatMap((one, place) => (known.has(one) ? [place] : []));
    if (other !== undefined) twice.push(textIn(field.label, language));
    return at;
  });
  if (twice.length > 0)
    refuse('portfolio.columnTwice', {
      sheet: textIn(sheetTitles[sheet], language),
      columns: joined(twice, language),
    });
  const lacking = Object.values(fields).filter(({ required }, at) => required && places[at]! < 0);
  if (lacking.length > 0)
    refuse('portfolio.noColumn', {
      sheet: textIn(sheetTitles[sheet], language),
      columns: joined(
        lacking.map((field) => textIn(field.label, language)),
        language,
      ),
    });
  return places;
}

function packed({ number, cells }: ReadRow, places: readonly number[]): PackedRow {
  return {
    row: number,
    cells: places.map((at) => {
      const cell = at < 0 ? undefined : cells[at];
      return cell ? [cell.text, cell.kind] : 0;
    }),
  };
}

/** The text of a declared column. */
function textAt(sheet: SheetName, { cells }: PackedRow, name: string): string {
  const cell = cells[Object.keys(portfolioSheets[sheet]).indexOf(name)];
  return cell ? cell[0].trim() : '';
}

/** Throws `BadFile`, and refuses a workbook that lacks sheets or columns. */
export async function readPortfolio(bytes: Buffer, language: Language): Promise<ReadPortfolio> {
  if (bytes.length > mostPortfolioBytes) bad('tooLarge');
  if (!isWorkbook(bytes)) isEncryptedWorkbook(bytes) ? bad('encrypted') : refuse('portfolio.noWorkbook');
  const found: Record<SheetName, PackedRow[]> = { customers: [], orders: [], instalments: [] };
  const seen = new Set<SheetName>();
  const told: SheetNotes[] = [];
  const others: { name: string; isHidden: boolean }[] = [];
  await readSheets(bytes, { mostRows: mostInstalments, mostUnpacked }, (given, isHidden) => {
    const sheet = sheetCalled(given);
    if (!sheet || seen.has(sheet)) {
      if (!isExplaining(given)) others.push({ name: given, isHidden });
      return undefined;
    }
    seen.add(sheet);
    const notes = new SheetNotes(sheet, isHidden);
    told.push(notes);
    let places: number[] | undefined;
    return (row) => {
      if (places) {
        found[sheet].push(packed(row, places));
        notes.takeRow(row);
        return;
      }
      places = placesOf(sheet, row, language);
      notes.takeHead(row, places);
    };
  });
  const lacking = sheetNames.find((name) => !seen.has(name));
  if (lacking) refuse('portfolio.noSheet', { sheet: textIn(sheetTitles[lacking], language) });
  if (found.orders.length === 0) refuse('portfolio.empty');
  if (found.orders.length > mostOrders) refuse('portfolio.tooManyOrders', { limit: mostOrders });
  const orders = found.orders.map((order): PackedOrder => ({ ...order, rows: [] }));
  const byCode = new Map(orders.map((order) => [textAt('orders', order, 'contractCode'), order]));
  const orphans: PackedRow[] = [];
  for (const row of found.instalments) {
    const order = byCode.get(textAt('instalments', row, 'contractCode'));
    if (order) order.rows.push(row);
    else orphans.push(row);
  }
  const notes = [...told.flatMap((one) => one.found()), ...otherSheets(others)];
  return { customers: found.customers, orders, orphans, rowCount: found.instalments.length, notes };
}

/** The content of a workbook, or why it cannot be read: known before the transaction. */
export async function preparedPortfolio(
  bytes: Buffer,
  language: Language,
): Promise<{ content?: ReadPortfolio; refusal?: Refusal }> {
  try {
    return { content: await readPortfolio(bytes, language) };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    if (error instanceof BadFile)
      return { refusal: refusalOf(error, { rows: mostInstalments, bytes: mostPortfolioBytes }) };
    throw error;
  }
}
