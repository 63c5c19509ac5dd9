/** Workbooks of the format before 2007 (BIFF), as banks send them: read in a thread with a deadline and a limit of memory. */
import { openThread } from '../paper/thread';
import { type BadFile, bad } from './limits';
import type { ReadRow } from './readSheet';

/** What the thread answers: the sheets, or why the file is none. */
export type OldBook = { sheets: { name: string; isHidden: boolean; rows: ReadRow[] }[] } | { bad: BadFile['reason'] };

/** A file of the largest size that is let in takes three seconds. Whose turn it is was decided where the file came in. */
const read = openThread<Uint8Array, OldBook>(__dirname, 'xlsSheets', {
  ...{ jobMs: 20_000, mostMb: 512, mostWaiting: 100, mostOfPerson: 100 },
});

/** Whether a file is a compound document, as these workbooks are. */
export function isOldWorkbook(bytes: Buffer): boolean {
  return bytes.length > 512 && bytes.subarray(0, 8).equals(Buffer.from('d0cf11e0a1b11ae1', 'hex'));
}

/** Whether it holds a workbook of the newer format that is encrypted. */
export function isEncryptedWorkbook(bytes: Buffer): boolean {
  return isOldWorkbook(bytes) && bytes.includes('EncryptedPackage', 0, 'utf16le');
}

/** The rows of each sheet, handed to the one who takes them. Throws `BadFile`. */
export async function readXls(
  bytes: Buffer,
  taking: (name: string, isHidden: boolean) => (row: ReadRow) => void,
): Promise<void> {
  const book = await read(bytes, { by: 'files' });
  if ('bad' in book) return bad(book.bad);
  for (const { name, isHidden, rows } of book.sheets) {
    const take = taking(name, isHidden);
    for (const row of rows) take(row);
  }
}
