import {
  NotStatement,
  type ReadFile,
  type ReadStatement,
  readStatement,
} from '../../../contract/domain/bank/statement';
import { mostFileBytesImported } from '../../../contract/domain/files/lists';
import type { CallRequest } from '../../kernel/call';
import { Refusal } from '../../kernel/errors';
import { heldFile } from '../../kernel/files/heldFile';
import type { HeldFile } from '../../kernel/ports';
import { decoded } from '../../kernel/sheets/csvReader';
import { BadFile } from '../../kernel/sheets/limits';
import { type ReadRow, type ReadSheet, readAllSheets, refuseWebPage } from '../../kernel/sheets/readSheet';
import { listLimits, refusalOf } from '../../kernel/sheets/refusing';
import { isXml } from '../../kernel/sheets/xmlEncoding';
import { readCamt } from './camt';
import { isSwift, readSwift } from './swift';

/** What is known before the transaction: the content, or why it cannot be read. */
export interface Prepared<T> {
  content?: T;
  refusal?: Refusal;
}

/** The uploaded file of a bank, held in memory. */
export function receiveBankFile(asked: Pick<CallRequest, 'request'>): Promise<HeldFile> {
  return heldFile(asked, mostFileBytesImported);
}

/** Rows of a sheet as texts. A number that a spreadsheet has rounded is left out: an account number would be wrong. */
export function textRows(rows: readonly ReadRow[]) {
  return rows.map(({ number, cells }) => ({
    number,
    cells: cells.map((cell) => {
      if (cell?.kind === 'rounded' || cell?.kind === 'uncomputed')
        throw new NotStatement('badRow', { row: number, text: cell.text });
      return cell?.text ?? '';
    }),
  }));
}

/** Turns the errors of reading into refusals. */
export async function prepared<T>(work: () => Promise<T>): Promise<Prepared<T>> {
  try {
    return { content: await work() };
  } catch (error) {
    if (error instanceof NotStatement) return { refusal: new Refusal(`bank.${error.fault}`, error.values) };
    if (error instanceof Refusal) return { refusal: error };
    if (error instanceof BadFile) return { refusal: refusalOf(error, listLimits) };
    throw error;
  }
}

/** The statement of a sheet; undefined for a sheet that is none beside others. */
function statementOf({ head, rows }: ReadSheet, isOnly: boolean): ReadStatement | undefined {
  try {
    return readStatement(textRows([head, ...rows]));
  } catch (error) {
    const isOther = error instanceof NotStatement && (error.fault === 'unknownLayout' || error.fault === 'noLines');
    if (isOnly || !isOther) throw error;
    return undefined;
  }
}

/** Whether a file is of the format MT940, in whatever encoding. */
export function isSwiftFile(bytes: Buffer): boolean {
  return isSwift(bytes.subarray(0, 8000).toString('latin1').replaceAll('\u0000', ''));
}

/** The statements of a file in any of the formats that are known. Throws `NotStatement` and `BadFile`. */
export async function statementsIn(bytes: Buffer): Promise<ReadFile> {
  const file: ReadFile = { statements: [], otherSheets: [] };
  refuseWebPage(bytes);
  if (isXml(bytes)) Object.assign(file, await readCamt(bytes));
  else if (isSwiftFile(bytes)) Object.assign(file, readSwift(decoded(bytes)));
  else {
    const sheets = await readAllSheets(bytes);
    for (const sheet of sheets) {
      const statement = statementOf(sheet, sheets.length === 1);
      if (statement) file.statements.push(statement);
      else file.otherSheets.push(sheet.name);
    }
    if (file.statements.length === 0) throw new NotStatement('unknownLayout');
  }
  if (file.statements.every(({ lines }) => lines.length === 0)) throw new NotStatement('noLines');
  return file;
}
