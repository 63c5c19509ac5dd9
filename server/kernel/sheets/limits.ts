/** What a file that comes in may contain: enough for a list typed by people, too little to harm a server. */

/** Rows below the heading. */
export const mostRowsIn = 20_000;
/** Columns of a sheet. */
export const mostColumns = 200;
/** Bytes of the file itself. */
export const mostFileBytes = 10 * 1024 * 1024;
/** Bytes of all that is unpacked from it, and of shared texts. */
export const mostUnpacked = 64 * 1024 * 1024;
/** Texts that cells share. */
export const mostShared = 400_000;

/** A file that cannot be a list: broken, hostile, or beyond these limits. */
export class BadFile extends Error {
  override name = 'BadFile';
  constructor(readonly reason: 'unreadable' | 'tooManyRows' | 'tooManyColumns' | 'tooLarge') {
    super(reason);
  }
}
export function bad(reason: BadFile['reason'] = 'unreadable'): never {
  throw new BadFile(reason);
}
