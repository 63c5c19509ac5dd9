/** What a file that comes in may contain: enough for a list typed by people, too little to harm a server. */

import { mostFileBytesImported, mostRowsImported } from '../../../contract/domain/files/lists';

/** Rows below the heading. */
export const mostRowsIn = mostRowsImported;
/** Columns of a sheet. */
export const mostColumns = 200;
/** Lines of a text file, empty ones as well. */
export const mostLines = 5 * mostRowsImported;
/** Characters of a cell: what spreadsheets hold. */
export const longestCell = 32_767;
/** Letters of a heading: what stands behind them is not read. */
export const longestHeading = 200;
/** Cells with content. */
export const mostCells = 50 * mostRowsImported;
/** Letters of all cells of a list: a text that cells share counts in each of them. */
export const mostLetters = mostFileBytesImported;
/** Bytes of the file itself. */
export const mostFileBytes = mostFileBytesImported;
/** Bytes of all that is unpacked from it, and of shared texts. */
export const mostUnpacked = 64 * 1024 * 1024;
/** Texts that cells share. */
export const mostShared = 400_000;

/** A file that cannot be a list: broken, hostile, or beyond these limits. */
export class BadFile extends Error {
  override name = 'BadFile';
  constructor(
    readonly reason:
      | 'unreadable'
      | 'webPage'
      | 'encrypted'
      | 'tooMuch'
      | 'empty'
      | 'tooManyRows'
      | 'tooManyColumns'
      | 'tooLarge',
  ) {
    super(reason);
  }
}
export function bad(reason: BadFile['reason'] = 'unreadable'): never {
  throw new BadFile(reason);
}
